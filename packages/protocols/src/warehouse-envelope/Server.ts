/**
 * The warehouse side of document 1: one request value to one response value. It never fails and never throws; a
 * refusal is a response.
 */
import { Drift, type Transport, WarehouseV1 } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { type Exchange, Serving } from "../kit/index.ts"
import { Refusal as Refusals, write } from "../wire/index.ts"
import { type Limits, open, type Outer, type Unread } from "./Envelope.ts"
import type { Refusal } from "./Fault.ts"
import { type Authentic, type Caller, type Failing, type Guard, readContent, receive, refuse } from "./Incoming.ts"
import * as Messages from "./Messages/All.ts"
import { failureOf } from "./Messages/Response.ts"
import { warehouses } from "./Messages/Warehouses.ts"
import type { Profile } from "./Profile.ts"

export type Authentication = Serving.Authentication
export type Info = Serving.Info
export type { Caller, Guard, Limits, Outer, Refusal, Unread }

/** Opens a request, whoever sent it. */
export { open }

export interface Options<R> extends Guard {
  readonly find: (accessId: string) => Caller | undefined
  /** Does what is asked. A refusal is told as it is; a defect is answered with INTERNAL. */
  readonly dispatch: <O extends WarehouseV1.AnyOperation>(
    caller: Caller,
    operation: O,
    payload: O["payload"]["Type"],
    info: Info
  ) => Effect.Effect<O["success"]["Type"], Refusal, R>
}

const failingOf = ({ answer }: Pick<Exchange.AnyExchange, "answer">): Failing => ({ table: failureOf(answer), member: () => "message" })

/** The common response, for what is refused before a method is known. */
const common = failingOf(warehouses)

const failings = new Map(Messages.exchanges.map((exchange) => [exchange, failingOf(exchange)]))

/** A refusal as an answer, for what is decided before the door: an instance that stops, a caller who waited too long. */
export const seal = (refusal: Refusal, profile?: Profile, httpStatus?: number): Transport.Response =>
  refuse(refusal, common, profile, httpStatus)

/** Serves all operations at one address; whatever the path, the method in the envelope selects. */
export const make = <R>(
  options: Options<R>
): (request: Transport.Request) => Effect.Effect<Transport.Response, never, R> => {
  const serve = (request: Transport.Request, fails: (as: Failing) => void) =>
    receive(request, options.find, options, common, (call) => {
      const exchange = Messages.named(call.outer.method)
      if (exchange === undefined) return Effect.succeed(refuse(unknownMethod(call.outer.method), common, call.caller.profile))
      const failing = failings.get(exchange) ?? common
      fails(failing)
      return answer(options, exchange, failing, call)
    })
  return (request) => {
    let failing = common
    return Serving.guarded(Effect.suspend(() => serve(request, (as) => failing = as)), options, () => refuse(Refusals.internal, failing))
  }
}

/** Names the method when it looks like one. */
const unknownMethod = (method: string): Refusal => ({
  code: "METHOD_UNKNOWN",
  message: method === ""
    ? "is missing; send the name of an operation"
    : `${/^\w{1,64}$/.test(method) ? `${method} is` : "is"} no operation; send one of ${Messages.exchanges.map((one) => one.method).join(", ")}`,
  path: "/method"
})

const answer = <R>(
  options: Options<R>,
  exchange: Exchange.AnyExchange,
  failing: Failing,
  call: Authentic
): Effect.Effect<Transport.Response, never, R> => {
  const { caller, info } = call
  const read = readContent(exchange.request, call, options.limits)
  if (Result.isFailure(read)) return Effect.succeed(refuse(read.failure, failing, caller.profile))
  const { findings, value } = read.success
  const payload = exchange.toPayload(value as never) as never
  const work = () =>
    Effect.matchEffect(options.dispatch(caller, WarehouseV1.contract.operations[exchange.operation], payload, info), {
      onSuccess: (success) => {
        const lost = Serving.findingsOf(exchange, success, "/data")
        const sealed = () => sealedAs(exchange, failing, call, exchange.toAnswer(success as never, payload, caller.profile as never))
        return lost.length === 0 ? Effect.succeed(sealed()) : Effect.map(Drift.reportAll(lost), sealed)
      },
      onFailure: (refusal) => Effect.succeed(refuse(Refusals.inNamesOf(exchange.request, refusal), failing, caller.profile))
    })
  return Serving.telling(findings.length === 0 ? work() : Effect.flatMap(Drift.reportAll(findings), work), options, caller)
}

/** An answer as the document wants it; one that cannot be written is refused. */
const sealedAs = (exchange: Exchange.AnyExchange, failing: Failing, { caller, context }: Authentic, answered: unknown): Transport.Response => {
  if (isRefusal(answered)) return refuse(answered.refusal, failing, caller.profile)
  const { json: body, problems } = write(exchange.answer, answered as never, context)
  return body === undefined ? refuse(Serving.notWritten(problems), failing, caller.profile) : Serving.json(200, body)
}

const isRefusal = (answered: unknown): answered is { readonly refusal: Refusal } =>
  typeof answered === "object" && answered !== null && "refusal" in answered
