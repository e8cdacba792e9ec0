/**
 * An ERP that serves the open API of document 3: the server of the protocol in front of whatever carries the operations out.
 */
import type { BooksV1 } from "@crossdock/books"
import type { AdapterError } from "@crossdock/core"
import { Profile, Server } from "@crossdock/protocols/erp-open-api"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { unlistedMessage } from "./AnswerRewrites.ts"
import type * as Peer from "./Peer.ts"

export interface Options {
  readonly appId: string
  readonly appSecret: Redacted.Redacted<string>
  /** IANA name or an offset such as `UTC+8`. Default: UTC+8. */
  readonly timeZone?: string
  readonly profile?: Partial<Profile.Profile>
  /** Carries out an operation. A reason with a fault is answered with its code. */
  readonly carryOut: (operation: BooksV1.AnyOperation, payload: never) => Effect.Effect<unknown, AdapterError.Reason>
  /** Whether the cursor of a page is its number. Default: false. */
  readonly numbersPages?: boolean
}

const another = Redacted.make("a secret that nobody issued")

const refusalOf = (reason: AdapterError.Reason): Server.Refusal => {
  if ("fault" in reason && reason.fault !== undefined) return reason.fault
  return reason._tag === "RequestInvalid"
    ? { code: "REQUEST_INVALID", path: reason.path, message: reason.message }
    : { code: "SYSTEM_ERROR", message: `failed as ${reason._tag}` }
}

/** The ERP's server. It refuses the credential and any call under the faults of those names. */
export const serve = (options: Options): Peer.Serve => {
  const { appId, appSecret, carryOut, numbersPages = false, profile, timeZone = "UTC+8" } = options
  const serverOf = (mode: Peer.FaultMode) =>
    Server.make<never>({
      find: (id) =>
        id === appId
          ? {
            id,
            key: id,
            appSecret: mode.is("credential") ? another : appSecret,
            signing: "strict",
            profile: { ...Profile.defaults, ...profile },
            timeZone,
            numbersPages
          }
          : undefined,
      rate: "none",
      dispatch: (_, operation, payload) =>
        mode.is("refuse-unlisted")
          ? Effect.fail({ code: "E_4711", message: unlistedMessage })
          : Effect.mapError(carryOut(operation, payload as never), refusalOf) as never
    })
  return (request, mode) => serverOf(mode)(request)
}
