/**
 * The server of the platform interface in the place of an external service: it turns one request value into one response
 * value. The effect never fails and never dies; a refusal is a response.
 */
import { PlatformV1, type Transport } from "@crossdock/core"
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { Contexts, PageCursors, Serving } from "../kit/index.ts"
import type { Author, Limits, Outer, Unread } from "./Envelope.ts"
import type { Refusal } from "./Fault.ts"
import { type Account, askedOf, type Caller, entrance, type Guard, type Info, unknownMethod } from "./Incoming.ts"
import * as Messages from "./Messages/All.ts"
import { failure } from "./Messages/Response.ts"
import { defaults, type Profile } from "./Profile.ts"
import * as Tokens from "./Tokens.ts"

export type Authentication = Serving.Authentication
export type { Account, Author, Caller, Guard, Info, Limits, Outer, Refusal, Unread }

/** Opens a request before its sender is authenticated. */
export { open } from "./Envelope.ts"

/** Performs an operation for one shop. A refusal is sent to the caller; a defect is answered with INTERNAL. */
export type Dispatch<R> = Serving.Dispatch<Caller, Info, R, PlatformV1.AnyOperation>

export interface Options<R> extends Guard {
  readonly dispatch: Dispatch<R>
  /** Issues tokens of this service. If absent, getToken and refreshToken are refused. */
  readonly tokens?: Tokens.Issuer<Caller, Info, R>
}

/** The methods of this server. */
export const methods: ReadonlyArray<string> = [...Tokens.methods, ...Messages.all.map(({ method }) => method)]

/**
 * Writes a refusal as a response, for requests that are refused before they reach this server: the instance is
 * stopping, or the caller has waited too long.
 */
export const seal = (refusal: Refusal, profile: Profile = defaults, httpStatus?: number): Transport.Response =>
  Serving.refuse(refusal, failure, profile, httpStatus)

/** Orders without a time of the last change are written with the current time (spec 2 §2.10). */
const withTimes = <R>(dispatch: Dispatch<R>): Dispatch<R> => (caller, operation, payload, info) => {
  const found = dispatch(caller, operation, payload, info)
  if (operation.name !== PlatformV1.GetOrders.name) return found
  return Effect.flatMap(found, (page) =>
    Effect.map(Clock.currentTimeMillis, (now) => {
      const { items, ...rest } = page as typeof PlatformV1.GetOrders.success.Type
      return { ...rest, items: items.map((order) => ({ modifiedAt: DateTime.makeUnsafe(now), ...order })) } as never
    }))
}

const paged = PageCursors.dispatchingFor<PlatformV1.AnyOperation>([PlatformV1.GetOrders, PlatformV1.ListProducts])

/** A call carries one article, so a refusal of it names no element of a list. */
const ofOneItem = (refusal: Refusal): Refusal =>
  refusal.path?.startsWith("/items/0/") === true ? { ...refusal, message: refusal.message, path: refusal.path.slice("/items/0".length) } : refusal

/** Serves `/extApi/platform/<method>` for every method but pushOrder. The path and the envelope name the same method. */
export const make = <R>(options: Options<R>): (request: Transport.Request) => Effect.Effect<Transport.Response, never, R> => {
  const entered = entrance(options.find)
  const dispatch = withTimes(paged(options.dispatch))
  return (request) =>
    Serving.receive(request, entered, options, (account, outer) => {
      const refused = (refusal: Refusal, profile?: Profile) => Effect.succeed(seal(refusal, profile))
      const exchange = Messages.named(outer.method)
      const isToken = Tokens.isMethod(outer.method)
      if (outer.pathMethod !== outer.method || (exchange === undefined && !isToken)) return refused(unknownMethod(outer, methods))
      const isOfPlatform = exchange !== undefined && exchange.request.members.length === 1
      const asked = askedOf(account, outer, options, isOfPlatform)
      if (Result.isFailure(asked)) return refused(asked.failure)
      const { caller, info, json } = asked.success
      const context = Contexts.ofServer(caller, options.limits)
      if (exchange === undefined) {
        const { tokens } = options
        if (tokens === undefined) return refused({ code: "NOT_SUPPORTED", message: "this service issues no tokens; sign the calls alone" }, caller.profile)
        const { issue, served } = Tokens.serving(outer.method, tokens)
        return Serving.answer(served, json, context, options, (payload) => issue(caller, payload, info))
      }
      return Serving.answer(exchange, json, context, options, (payload) =>
        Effect.mapError(dispatch(caller, PlatformV1.contract.operations[exchange.operation], payload, info), ofOneItem))
    })
}
