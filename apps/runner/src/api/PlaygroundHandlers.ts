/**
 * Handlers for the playground. A call is served in this process exactly as one of a caller, but only if the id that it names belongs to the
 * sandbox: the request is opened by the same function that its server uses, so both read the same id.
 */
import type { Transport } from "@crossdock/core"
import { Api } from "@crossdock/admin-api"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { HttpApiBuilder } from "effect/http-api"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import type { Composed } from "../Composition.ts"
import { Connections } from "../connection/Connections.ts"
import * as DefaultProtocols from "../DefaultProtocols.ts"
import * as Routes from "../http/Routes.ts"
import { wellKnown } from "../Sandbox.ts"
import { type ProtocolName, dialects } from "../signatures/Dialects.ts"
import * as PlaygroundOperations from "./PlaygroundOperations.ts"
import { conflict, invalid, stored } from "./Responses.ts"
import * as SandboxLinks from "./SandboxLinks.ts"

export interface Options {
  readonly composed: Composed
  /** The public address of the runner; undefined if none is configured. */
  readonly publicUrl?: URL | undefined
}

const notSandbox = (id: string) =>
  conflict("NOT_SANDBOX", `the playground sends to the sandbox alone, and ${id === "" ? "this request names no caller" : `${JSON.stringify(id)} is no caller of it`}; nothing was sent`)

/** The id that a request names, as the server of the protocol reads it. */
const idOf = (protocol: ProtocolName, request: Transport.Request): Result.Result<string, string> =>
  protocol === "open-api" ? Result.map(dialects["open-api"].open(request), ({ id }) => id) : Result.map(dialects[protocol].open(request), ({ id }) => id)

export const layer = ({ composed, publicUrl }: Options) =>
  HttpApiBuilder.group(Api, "playground", Effect.fnUntraced(function*(handlers) {
    const connections = yield* Connections
    // Made when a call is first sent, because the start of a runner does not need them.
    const making = Routes.make(composed, publicUrl)
    const routesOnce = yield* Effect.cached(Effect.provideContext(making, yield* Effect.context<Effect.Services<typeof making>>()))
    const operationsOf = PlaygroundOperations.make()
    /** Whether the protocol of this name is that of the house: another one may read its requests otherwise. */
    const isOurs = (name: string) => composed.protocols.get(name) === DefaultProtocols.all.find((one) => one.name === name)

    return handlers.handleAll({
      show: Effect.fnUntraced(function*({ params: { protocol } }) {
        const now = yield* Clock.currentTimeMillis
        const { definitions, operations } = operationsOf(protocol)
        const link = isOurs(protocol) ? connections.links.find((one) => one.entrances.some((each) => each.protocol === protocol && SandboxLinks.linksOf(connections, protocol, each.id).length > 0)) : undefined
        const entrance = link?.entrances.find((each) => each.protocol === protocol)
        return {
          protocol,
          ...(link !== undefined && entrance !== undefined && { id: entrance.id, scope: link.scope }),
          ...(entrance !== undefined && Redacted.value(entrance.secretKey) === wellKnown.secretKey && { secret: wellKnown.secretKey }),
          ...(publicUrl !== undefined && { address: publicUrl.href.replace(/\/+$/, "") }),
          operations: operations(String(now)),
          definitions
        }
      }),
      send: ({ params: { protocol }, payload: { body, headers, path } }) =>
        stored(Effect.gen(function*() {
          const url = URL.parse(path, "http://127.0.0.1")
          if (url === null || url.host !== "127.0.0.1" || !path.startsWith("/")) return yield* Effect.fail(invalid("/payload/path", "this is no path; write one such as /warehouse"))
          const routes = yield* routesOnce
          const route = routes.of(url.pathname)
          if (!isOurs(protocol) || route === undefined || route.name !== protocol) {
            return yield* Effect.fail(invalid("/payload/path", `this path is not served by the protocol ${protocol}; take the path of its operation`))
          }
          const request: Transport.Request = { method: "POST", url, headers, body, remoteAddress: "127.0.0.1" }
          const id = idOf(protocol, request)
          if (Result.isFailure(id)) return yield* Effect.fail(invalid("/payload/body", `the request cannot be read: ${id.failure}`))
          if (SandboxLinks.linksOf(connections, protocol, id.success).length === 0) return yield* Effect.fail(notSandbox(id.success))
          const from = yield* Clock.currentTimeMillis
          const answer = yield* route.serve(request)
          const millis = (yield* Clock.currentTimeMillis) - from
          return { status: answer.status, headers: answer.headers.map(([name, value]) => [name, value] as const), body: answer.body, millis }
        }))
    })
  }))
