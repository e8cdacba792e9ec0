/**
 * The default address of a request: the runner that this environment starts, or its public address.
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { ClientConfig } from "../EnvironmentVariables.ts"
import { usage } from "./CommandErrors.ts"
import { clientConfig } from "./Flags.ts"

/** The host to connect to: a runner that listens on all interfaces is reached on this machine. */
const reachable = (host: string): string => host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host.includes(":") ? `[${host}]` : host

/** The base address without a trailing slash. */
const baseOf = ({ host, port, publicUrl }: Pick<ClientConfig, "host" | "port" | "publicUrl">): string =>
  Option.isNone(port) && Option.isSome(publicUrl)
    ? publicUrl.value.href.replace(/\/+$/, "")
    : `http://${reachable(host)}:${Option.getOrElse(port, () => 8080)}`

const paths = { warehouse: "/warehouse", gateway: "/global-api/v1/warehouse", platform: "/extApi/platform", asn: "/api/v1/asn", inventory: "/api/v1/inventory" } as const

export type Service = keyof typeof paths

/** The address of a route. */
export const urlOf = (given: Option.Option<string>, service: Service) =>
  Effect.gen(function*() {
    const text = Option.isSome(given) ? given.value : `${baseOf(yield* clientConfig)}${paths[service]}`
    return URL.canParse(text)
      ? new URL(text)
      : yield* Effect.fail(usage(`--url ${JSON.stringify(text)} is not a valid address; write one such as http://127.0.0.1:8080${paths[service]}`))
  })
