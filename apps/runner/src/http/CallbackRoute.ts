/**
 * The route for callbacks of peers. The plugin of the connection verifies and answers each, because their form is the peer's own.
 */
import { AdapterError, type Contract, Drift, type Transport } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type { Connections } from "../connection/Connections.ts"
import { callbacks } from "../DefaultProtocols.ts"
import type { IncomingEvents } from "../records/IncomingEvents.ts"
import type { DatabaseFailed } from "../store/Database.ts"
import * as AnswerTimeLimit from "./AnswerTimeLimit.ts"
import type { FailedAuthentications } from "./FailedAuthentications.ts"
import { decoded, type Route, type Serve } from "./Route.ts"
import * as ServedCallRecords from "./ServedCallRecords.ts"

/**
 * A connection that does not exist, or takes no callbacks, gets the same response as a wrong signature at a warehouse of document 1 (U-148).
 * A plugin with another form of its own can be told from it: an id is no secret, and opens nothing without a signature.
 */
const nobody = callbacks.make<never>({ find: () => undefined, receive: () => Effect.die("callback of an unknown connection") })

const tooManyCallbacks = callbacks.seal({
  code: "RATE_LIMITED",
  message: "too many failed authentications; wait 60 seconds",
  httpStatus: 429
})

const notOpen = callbacks.seal({
  code: "NOT_STORED",
  message: "the connection of this path cannot be opened now; send the request again later",
  httpStatus: 503
})

/** A refusal of a request that no plugin has read, in the form of the other refusals of this route. */
export const refuseUnread: NonNullable<Route["refuseUnread"]> = (refusal, httpStatus) => callbacks.seal(refusal, undefined, httpStatus)

/**
 * Whether a plugin rejected the caller of a callback: by the HTTP status, or with the code that our own servers use.
 */
const isAuthenticationRefused = ({ body, status }: Transport.Response): boolean =>
  status === 401 || status === 403 || body.slice(0, 512).includes("SIGNATURE_INVALID")

/** The text that is kept of a request; Base64 for bytes. */
const textOf = ({ body, bytes }: Transport.Request): string => bytes === undefined ? body : Buffer.from(bytes).toString("base64")

export const make = ({ connections, events, infoOf, tries }: {
  readonly connections: Connections["Service"]
  readonly events: IncomingEvents["Service"]
  /** What is known of the registrations of a connection, by which its plugin verifies callbacks. */
  readonly infoOf: (id: string) => Effect.Effect<Contract.CallbackInfo, DatabaseFailed>
  readonly tries: FailedAuthentications
}): Serve => {
  /** Passes a callback to the plugin of the connection. The path after the connection id is the plugin's to interpret. */
  const calledBack = Effect.fnUntraced(function*(request: Transport.Request, id: string, path: ReadonlyArray<string>) {
    const url = new URL(`${request.url.origin}/${path.join("/")}${request.url.search}`)
    if (connections.get(id)?.plugin.receives !== true) return yield* nobody({ ...request, url })
    const incoming = yield* Effect.result(connections.incoming(id))
    if (Result.isFailure(incoming)) {
      yield* Effect.logWarning(`a callback arrived while its connection cannot be opened: ${AdapterError.describe(incoming.failure)}`)
      return notOpen
    }
    if (incoming.success === undefined) return yield* nobody({ ...request, url })
    const info = yield* Effect.result(infoOf(id))
    if (Result.isFailure(info)) return notOpen
    // A plugin reports events of a callback that it has verified, and nothing else is recorded of a caller that is not known.
    const take = (event: Contract.EventOf<Contract.Any>) =>
      ServedCallRecords.carriedOut({ scope: id, operation: { name: event._tag }, payload: event, hide: connections.hides(id) }, AnswerTimeLimit.finishing(events.take(id, event, textOf(request))))
    return yield* incoming.success({ ...request, url }, take, info.success).pipe(
      Effect.provideService(Drift.Drift, connections.drift(id))
    )
  })

  return Effect.fnUntraced(function*(request) {
    const [, , segment = "", ...path] = request.url.pathname.split("/")
    const id = decoded(segment)
    const answer = yield* Effect.annotateLogs(calledBack(request, id, path), { connection: id })
    if (!isAuthenticationRefused(answer)) return answer
    const { remoteAddress } = request
    const mayFail = yield* tries.mayFail(id, remoteAddress)
    yield* tries.onAuthentication({ accessId: id, remoteAddress, ok: false, isKnown: connections.get(id) !== undefined })
    return mayFail ? answer : tooManyCallbacks
  })
}
