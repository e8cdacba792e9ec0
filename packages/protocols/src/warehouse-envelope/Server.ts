/**
 * The server of the warehouse envelope protocol: it turns one request value into one response value. The effect never
 * fails and never dies; a refusal is a response.
 */
import { type Transport, WarehouseV1 } from "@crossdock/core"
import * as Effect from "effect/Effect"
import { PageCursors, Serving } from "../kit/index.ts"
import type { Limits, Outer, Unread } from "./Envelope.ts"
import type { Refusal } from "./Fault.ts"
import { answer, type Caller, entrance, type Guard } from "./Incoming.ts"
import * as Messages from "./Messages/All.ts"
import { failure } from "./Messages/Response.ts"
import { defaults, type Profile } from "./Profile.ts"

export type Authentication = Serving.Authentication
export type Info = Serving.Info
export type { Caller, Guard, Limits, Outer, Refusal, Unread }

/** Opens a request before its sender is authenticated. */
export { open } from "./Envelope.ts"

/** The options of a server of the warehouse envelope protocol. */
export interface Options<R> extends Guard {
  readonly find: (accessId: string) => Caller | undefined
  /** Performs an operation for a caller. A refusal is sent to the caller; a defect is answered with INTERNAL. */
  readonly dispatch: Serving.Dispatch<Caller, Info, R>
}

/**
 * Writes a refusal as a response, for requests that are refused before they reach this server: the instance is
 * stopping, or the caller has waited too long.
 */
export const seal = (refusal: Refusal, profile: Profile = defaults, httpStatus?: number): Transport.Response =>
  Serving.refuse(refusal, failure, profile, httpStatus)

/** Serves all operations at one address. The method in the envelope selects the operation; the path is ignored. */
export const make = <R>(options: Options<R>): (request: Transport.Request) => Effect.Effect<Transport.Response, never, R> => {
  const entered = entrance(options.find, failure, Messages.all.map(({ method }) => method))
  const dispatch = PageCursors.dispatching(options.dispatch)
  return (request) =>
    Serving.receive(request, entered, options, (caller, outer) => {
      const exchange = Messages.named(outer.method)
      return exchange === undefined
        ? Effect.succeed(seal(unknownMethod(outer.method), caller.profile))
        : answer(exchange, caller, outer, options, (payload, info) =>
          dispatch(caller, WarehouseV1.contract.operations[exchange.operation], payload, info))
    })
}

/** Quotes the method only if it looks like a method name. */
const unknownMethod = (method: string): Refusal => ({
  code: "METHOD_UNKNOWN",
  message: method === ""
    ? "is missing; send the name of an operation"
    : `${/^\w{1,64}$/.test(method) ? `${method} is` : "is"} not an operation; send one of ${Messages.all.map((one) => one.method).join(", ")}`,
  path: "/method"
})
