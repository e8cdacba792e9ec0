/**
 * The gateway side of document 2 part A: one request value to one response value. It never fails and never throws; a
 * refusal is a response.
 */
import { Drift, type Transport, WarehouseV1 } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { Contexts, type Exchange, Serving } from "../kit/index.ts"
import { type Context, read, Refusal as Refusals, type Table, write } from "../wire/index.ts"
import { type AuthInfo, type Limits, open, type Outer, parse, pathVersion, type Unread } from "./Envelope.ts"
import { type Refusal, textOf } from "./Fault.ts"
import { type Account, type Authentic, type Caller, type Environment, type Guard, type Info, infoOf, partsOf, receive, refuse, unreadable } from "./Incoming.ts"
import * as Messages from "./Messages/All.ts"
import * as CancelOrder from "./Messages/CancelOrder.ts"
import type { Profile } from "./Profile.ts"
import * as Split from "./Split.ts"

export type Authentication = Serving.Authentication
export type { Account, AuthInfo, Caller, Environment, Guard, Info, Limits, Outer, Refusal, Unread }

/** Opens a request, whoever sent it. */
export { open }

export interface Options<R> extends Guard {
  /** The segment of the path (U-57). Absent: v1. */
  readonly pathVersion?: string
  /** Does what is asked of one link. A refusal is told as it is; a defect is answered with INTERNAL. */
  readonly dispatch: <O extends WarehouseV1.AnyOperation>(
    caller: Caller,
    operation: O,
    payload: O["payload"]["Type"],
    info: Info
  ) => Effect.Effect<O["success"]["Type"], Refusal, R>
}

/** A refusal as an answer, for what is decided before the door: an instance that stops, a caller who waited too long. */
export const seal = (refusal: Refusal, profile?: Profile, httpStatus?: number): Transport.Response =>
  refuse(refusal, profile, httpStatus)

/** Serves `/global-api/{version}/warehouse/<method>`. */
export const make = <R>(
  options: Options<R>
): (request: Transport.Request) => Effect.Effect<Transport.Response, never, R> => {
  const serve = (request: Transport.Request) =>
    receive(request, options, (call) => {
      const { method, version } = call.outer
      const exchange = Messages.named(method)
      const table = exchange?.request ?? (method === CancelOrder.cancelOrder.method ? CancelOrder.request : undefined)
      if (table === undefined || version !== (options.pathVersion ?? pathVersion)) {
        return Effect.succeed(refuse(unknownMethod(call.outer, options)))
      }
      const parsed = parse(call.outer, options.limits)
      if (Result.isFailure(parsed)) return Effect.succeed(unreadable(parsed.failure))
      return Serving.telling(answer(options, call, exchange, table, parsed.success), options, call.account)
    })
  return (request) => Serving.guarded(Effect.suspend(() => serve(request)), options, () => refuse(Refusals.internal))
}

/** Names the method when it looks like one. */
const unknownMethod = ({ method }: Outer, { pathVersion: version = pathVersion }: { readonly pathVersion?: string }): Refusal => ({
  code: "METHOD_UNKNOWN",
  message: `${/^\w{1,64}$/.test(method) ? `${method} is` : "the path names"} no operation of ${version}; send to /global-api/${version}/warehouse/ followed by one of ${
    Messages.methods.join(", ")
  }`
})

const answer = Effect.fnUntraced(function*<R>(
  options: Options<R>,
  call: Authentic,
  exchange: Exchange.AnyExchange | undefined,
  table: Table.Table,
  body: Parameters<typeof partsOf>[1]
) {
  const info = infoOf(call, options)
  if (Result.isFailure(info)) return refuse(info.failure)
  const parts = partsOf(call, body, info.success.apiUrl)
  if (Result.isFailure(parts)) return refuse(parts.failure)
  const [{ caller }] = parts.success
  const context = Contexts.ofServer(caller, options.limits)
  const { findings, problems, value } = read(table, body, context)
  if (value === undefined) return refuse(Refusals.ofProblems(problems), caller.profile)
  yield* Drift.reportAll(findings)
  const run: Split.Run<R> = (link, operation, payload) =>
    Effect.mapError(options.dispatch(link, operation, payload, info.success), (refusal) => Refusals.inNamesOf(table, refusal))
  return exchange === undefined
    ? yield* cancel(parts.success, CancelOrder.toPayloads(value as never), run, context, caller.profile)
    : yield* Effect.match(work(exchange, parts.success, value, run), {
      onSuccess: (said) => sealed(exchange.answer, said, context, caller.profile),
      onFailure: (refusal) => refuse(refusal, caller.profile)
    })
})

const work = Effect.fnUntraced(function*<R>(exchange: Exchange.AnyExchange, parts: Split.Parts, value: unknown, run: Split.Run<R>) {
  const payload = exchange.toPayload(value as never) as never
  const [{ caller }] = parts
  switch (exchange.operation) {
    case "listWarehouses":
    case "listChannels": {
      const list = (link: Caller) => run(link, WarehouseV1.contract.operations[exchange.operation as "listWarehouses"], payload)
      const { items, missing } = yield* Split.listed(parts, list)
      const said = exchange.toAnswer(items as never, payload, caller.profile as never) as object
      return missing === undefined ? said : { ...said, errorMsg: textOf(missing) }
    }
    case "getOutboundOrders": {
      const statuses = yield* Split.found(parts, payload, run)
      yield* report(exchange, statuses)
      return exchange.toAnswer(statuses as never, payload, caller.profile as never) as object
    }
    default: {
      const success = yield* run(caller, WarehouseV1.contract.operations[exchange.operation], payload)
      yield* report(exchange, success)
      return exchange.toAnswer(success as never, payload, caller.profile as never) as object
    }
  }
})

const cancel = <R>(
  parts: Split.Parts,
  orders: ReturnType<typeof CancelOrder.toPayloads>,
  run: Split.Run<R>,
  context: Context.Context,
  profile: Profile
): Effect.Effect<Transport.Response, never, R> =>
  Effect.map(Split.cancelled(parts, orders, run), (items) => {
    const said = CancelOrder.toAnswer(items)
    return sealed(CancelOrder.written, said, context, profile, said.success ? undefined : items[0]?.failure)
  })

/** Refuses rather than writes what the document forbids. */
const sealed = (table: Table.Table, said: object, context: Context.Context, profile: Profile, failure?: Refusal): Transport.Response => {
  const { json: body, problems } = write(table, said as never, context)
  const status = failure?.httpStatus ?? 200
  if (body !== undefined) return Serving.json(status, body, failure && Refusals.headersOf(status, failure))
  return refuse(Serving.notWritten(problems), profile)
}

const report = (exchange: Exchange.AnyExchange, success: unknown): Effect.Effect<void> =>
  Drift.reportAll(Serving.findingsOf(exchange, success, "/result/warehouseGetOrderList"))
