/**
 * The warehouse side of document 1: one request value to one response value. It never fails and never throws; a
 * refusal is a response.
 */
import { Drift, type Transport, WarehouseV1 } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { Lost, write } from "../wire/index.ts"
import { type Limits, open, type Outer, type Unread } from "./Envelope.ts"
import { ofProblems, type Refusal } from "./Fault.ts"
import {
  type Authentic,
  type Authentication,
  type Caller,
  type Failing,
  type Guard,
  guarded,
  type Info,
  json,
  readContent,
  receive,
  refuse,
  telling
} from "./Incoming.ts"
import * as Messages from "./Messages/All.ts"
import type { AnyExchange } from "./Messages/Exchange.ts"
import { failureOf } from "./Messages/Response.ts"
import { isWithheld } from "./Messages/StatusRecord.ts"
import { warehouses } from "./Messages/Warehouses.ts"
import type { Profile } from "./Profile.ts"

export type { Authentication, Caller, Guard, Info, Limits, Outer, Refusal, Unread }

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

const failingOf = ({ answer }: Pick<AnyExchange, "answer">): Failing => ({ table: failureOf(answer), member: () => "message" })

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
  const serve = Effect.fnUntraced(function*(request: Transport.Request) {
    const received = yield* receive(request, options.find, options, common)
    if (Result.isFailure(received)) return received.failure
    const call = received.success
    const exchange = Messages.named(call.outer.method)
    if (exchange === undefined) return refuse(unknownMethod(call.outer.method), common, call.caller.profile)
    const failing = failings.get(exchange) ?? common
    return yield* guarded(
      Effect.match(telling(answer(options, exchange, call), options, call.caller), {
        onSuccess: (body) => json(200, body),
        onFailure: (refusal) => refuse(refusal, failing, call.caller.profile)
      }),
      options,
      failing
    )
  })
  return (request) => guarded(serve(request), options, common)
}

/** Names the method when it looks like one. */
const unknownMethod = (method: string): Refusal => ({
  code: "METHOD_UNKNOWN",
  says: method === ""
    ? "is missing; send the name of an operation"
    : `${/^\w{1,64}$/.test(method) ? `${method} is` : "is"} no operation; send one of ${Messages.exchanges.map((one) => one.method).join(", ")}`,
  path: "/method"
})

const answer = Effect.fnUntraced(function*<R>(options: Options<R>, exchange: AnyExchange, call: Authentic) {
  const { caller, context, info } = call
  const value = yield* readContent(exchange.request, call, options.limits)
  const payload = exchange.toPayload(value as never)
  const operation = WarehouseV1.operations[exchange.operation]
  const success = yield* options.dispatch(caller, operation, payload as never, info)
  yield* reportWithheld(exchange, success)
  yield* Drift.reportAll(Lost.findings(`${exchange.method} answer`, exchange.cannotAnswer ?? [], success))
  const answered = exchange.toAnswer(success as never, payload as never, caller.profile as never)
  if (isRefusal(answered)) return yield* Effect.fail(answered.refusal)
  const { json: body, problems } = write(exchange.answer, answered as never, context)
  if (body !== undefined) return body
  const { path = "", says } = ofProblems(problems)
  return yield* Effect.fail({ code: "ANSWER_INVALID", says: `the answer cannot be written, its ${path} ${says}` })
})

const isRefusal = (answered: unknown): answered is { readonly refusal: Refusal } =>
  typeof answered === "object" && answered !== null && "refusal" in answered

/** An order that left without a tracking number is told as in progress, and an operator should know. */
const reportWithheld = (exchange: AnyExchange, success: unknown): Effect.Effect<void> =>
  exchange.operation !== "getOutboundOrders"
    ? Effect.void
    : Drift.reportAll(
      (success as typeof WarehouseV1.GetOutboundOrders.success.Type).filter(isWithheld).map(() => ({
        where: `${exchange.method} answer`,
        path: "/data/trackingNumber",
        says: "is not known for a shipped order; written as SENDING until it is"
      }))
    )
