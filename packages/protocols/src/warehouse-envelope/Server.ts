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
    return guarded(Effect.suspend(() => serve(request, (as) => failing = as)), options, () => failing)
  }
}

/** Names the method when it looks like one. */
const unknownMethod = (method: string): Refusal => ({
  code: "METHOD_UNKNOWN",
  says: method === ""
    ? "is missing; send the name of an operation"
    : `${/^\w{1,64}$/.test(method) ? `${method} is` : "is"} no operation; send one of ${Messages.exchanges.map((one) => one.method).join(", ")}`,
  path: "/method"
})

const answer = <R>(
  options: Options<R>,
  exchange: AnyExchange,
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
        const lost = lostOf(exchange, success)
        const sealed = () => sealedAs(exchange, failing, call, exchange.toAnswer(success as never, payload, caller.profile as never))
        return lost.length === 0 ? Effect.succeed(sealed()) : Effect.map(Drift.reportAll(lost), sealed)
      },
      onFailure: (refusal) => Effect.succeed(refuse(refusal, failing, caller.profile))
    })
  return telling(findings.length === 0 ? work() : Effect.flatMap(Drift.reportAll(findings), work), options, caller)
}

/** An answer as the document wants it; one that cannot be written is refused. */
const sealedAs = (exchange: AnyExchange, failing: Failing, { caller, context }: Authentic, answered: unknown): Transport.Response => {
  if (isRefusal(answered)) return refuse(answered.refusal, failing, caller.profile)
  const { json: body, problems } = write(exchange.answer, answered as never, context)
  if (body !== undefined) return json(200, body)
  const { path = "", says } = ofProblems(problems)
  return refuse({ code: "ANSWER_INVALID", says: `the answer cannot be written, its ${path} ${says}` }, failing, caller.profile)
}

const isRefusal = (answered: unknown): answered is { readonly refusal: Refusal } =>
  typeof answered === "object" && answered !== null && "refusal" in answered

/** What of a success an operator should know that it is not told as it is. */
const lostOf = (exchange: AnyExchange, success: unknown): ReadonlyArray<Drift.Finding> => {
  const lost = Lost.findings(`${exchange.method} answer`, exchange.cannotAnswer ?? [], success)
  return exchange.operation === "getOutboundOrders" ? [...withheldOf(exchange, success), ...lost] : lost
}

/** An order that left without a tracking number is told as in progress. */
const withheldOf = ({ method }: AnyExchange, success: unknown): ReadonlyArray<Drift.Finding> =>
  (success as typeof WarehouseV1.GetOutboundOrders.success.Type).filter(isWithheld).map(() => ({
    where: `${method} answer`,
    path: "/data/trackingNumber",
    says: "is not known for a shipped order; written as SENDING until it is"
  }))
