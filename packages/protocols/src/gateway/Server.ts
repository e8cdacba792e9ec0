/**
 * The server of the gateway protocol: it turns one request value into one response value. The effect never fails and
 * never dies; a refusal is a response.
 */
import type { Transport } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { Contexts, PageCursors, Serving } from "../kit/index.ts"
import { type AuthInfo, type Limits, open, type Outer, pathVersion, type Unread } from "./Envelope.ts"
import { type Refusal, unauthenticated } from "./Fault.ts"
import { type Account, askedOf, type Caller, type Environment, type Guard, type Info } from "./Incoming.ts"
import * as Messages from "./Messages/All.ts"
import { failure } from "./Messages/Response.ts"
import { defaults, type Profile } from "./Profile.ts"
import { authenticate } from "./Signature.ts"
import * as SplitByLink from "./SplitByLink.ts"

export type Authentication = Serving.Authentication
export type { Account, AuthInfo, Caller, Environment, Guard, Info, Limits, Outer, Refusal, Unread }

/** Opens a request before its sender is authenticated. */
export { open }

/** The options of a gateway server. */
export interface Options<R> extends Guard {
  /** The version segment of the path (U-57). Default: `v1`. */
  readonly pathVersion?: string
  /** Performs an operation for one link. A refusal is sent to the caller; a defect is answered with INTERNAL. */
  readonly dispatch: Serving.Dispatch<Caller, Info, R>
}

/**
 * Writes a refusal as a response, for requests that are refused before they reach this server: the instance is
 * stopping, or the caller has waited too long.
 */
export const seal = (refusal: Refusal, profile: Profile = defaults, httpStatus?: number): Transport.Response =>
  Serving.refuse(refusal, failure, profile, httpStatus)

/** Serves `/global-api/{version}/warehouse/<method>`. */
export const make = <R>(options: Options<R>): (request: Transport.Request) => Effect.Effect<Transport.Response, never, R> => {
  const { environment, limits, pathVersion: version = pathVersion } = options
  const entrance: Serving.Entrance<Outer, Account> = {
    open,
    idOf: ({ appKey }) => appKey,
    methodOf: ({ method }) => Messages.named(method)?.method,
    find: ({ appKey }) => {
      const found = options.find(appKey)
      return environment === undefined || found?.environment === environment ? found : undefined
    },
    authenticate,
    unauthenticated,
    answer: failure,
    profile: defaults
  }
  const dispatch = PageCursors.dispatching(options.dispatch)
  return (request) =>
    Serving.receive(request, entrance, options, (account, outer) => {
      const exchange = outer.version === version ? Messages.named(outer.method) : undefined
      if (exchange === undefined) return Effect.succeed(seal(unknownMethod(outer, version)))
      const asked = askedOf(account, outer, options)
      if (Result.isFailure(asked)) return Effect.succeed(seal(asked.failure.refusal, defaults, asked.failure.status))
      const { info, json, parts } = asked.success
      const context = Contexts.ofServer(parts[0].caller, limits)
      return Serving.answer(exchange, json, context, options, (payload) =>
        SplitByLink.work(exchange.operation, parts, payload, (link, operation, part) => dispatch(link, operation, part, info)))
    })
}

/** Quotes the method only if it looks like a method name. */
const unknownMethod = ({ method }: Outer, version: string): Refusal => ({
  code: "METHOD_UNKNOWN",
  message: `${/^\w{1,64}$/.test(method) ? `${method} is` : "the path names"} not an operation of ${version}; send to /global-api/${version}/warehouse/ followed by one of ${
    Messages.methods.join(", ")
  }`
})
