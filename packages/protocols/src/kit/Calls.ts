/**
 * The calls of a client: it writes each payload as a message, sends it, and converts the answer to the result of the
 * operation.
 */
import { AdapterError, Drift, Json, type Transport } from "@crossdock/core"
import * as Effect from "effect/Effect"
import { type Context, UnmappedFields, Refusal, type Table, write } from "../wire/index.ts"
import * as Answers from "./Answers.ts"
import { type Exchange, Failed, Invalid, type Keys, type Messages, type Operations, type Payload, type Success, type WarehouseOperations } from "./Exchange.ts"

/** The protocol-specific parts of a client. */
export interface Wire {
  readonly context: Context.Context
  /** Members that every request has, in the requests whose table has them, such as the shop that a call is about. */
  readonly common?: object
  readonly shape: Answers.Shape
  /** Signs a message and sends it. */
  readonly post: (messages: Messages, json: Json.JsonObject) => Effect.Effect<Transport.Response, AdapterError.Reason>
  /** Looks up an error text in the plugin's fault table; returns undefined for a text that the table does not list. */
  readonly toReason: Refusal.ToReason | undefined
  /** Substrings of error texts that mean "no such order", compared without regard to letter case (U-18). */
  readonly notFoundTexts: ReadonlyArray<string> | undefined
}

const noKeys: Keys = [""]

/** Creates the calls of a client of any contract from its protocol-specific parts. */
export const callsOf = <Ops extends Operations>({ common, context, post, shape, toReason }: Omit<Wire, "notFoundTexts">) => {
  /** Makes one call and returns the answer, or the refusal as the peer wrote it. */
  const ask = Effect.fnUntraced(function*<Request extends Table.Table, Answer extends Table.Table>(
    messages: Messages<Request, Answer>,
    value: Table.WriteValue<Request>
  ) {
    const { json, problems } = write(messages.request, value, context)
    if (json === undefined) return yield* Refusal.notWritten(problems, messages.request)
    return yield* Answers.judge(shape, yield* post(messages, json), messages, context)
  })

  const reasonOf = (refused: Answers.Refused) => Refusal.reasonOf(refused, toReason)
  const failWith = (refused: Answers.Refused) => Effect.fail(reasonOf(refused))

  /** Runs one operation and returns its result, or the refusal. */
  const attempt = Effect.fnUntraced(function*<
    Name extends string,
    Request extends Table.Table,
    Answer extends Table.Table
  >(exchange: Exchange<Name, Request, Answer, Ops>, payload: Payload<Name, Ops>, keys: Keys = noKeys) {
    const refusal = exchange.refusalOf?.(payload, context.profile)
    if (refusal !== undefined) return yield* refusal
    yield* Drift.reportAll(UnmappedFields.findings(exchange.method, exchange.cannotCarry ?? [], payload))
    const own = exchange.fromPayload(payload, keys, context.profile)
    const judged = yield* ask(exchange, common === undefined ? own : { ...common, ...own as object } as Table.WriteValue<Request>)
    if ("refused" in judged) return judged
    const { skipped, value } = judged.reading
    const answered = exchange.fromAnswer(value, payload, skipped.length, context.profile)
    if (answered instanceof Invalid) return yield* new AdapterError.ResponseInvalid({ cause: answered.message })
    if (answered instanceof Failed) return { refused: { text: answered.text, code: "", about: "item" as const, status: judged.status } }
    const success = answered as Success<Name, Ops>
    if (exchange.withSkipped === undefined || skipped.length === 0) return { success, value }
    return { success: exchange.withSkipped(success, skipped.map(({ json }) => json).filter(Json.isObject), payload), value }
  })

  const call = <Name extends string, Request extends Table.Table, Answer extends Table.Table>(
    exchange: Exchange<Name, Request, Answer, Ops>,
    payload: Payload<Name, Ops>,
    keys?: Keys
  ): Effect.Effect<Success<Name, Ops>, AdapterError.Reason> =>
    Effect.flatMap(attempt(exchange, payload, keys), (answer) =>
      "refused" in answer ? failWith(answer.refused) : Effect.succeed(answer.success))

  return { ask, attempt, call, failWith, reasonOf }
}

/** Creates the calls of a client of a warehouse from its protocol-specific parts. */
export const make = ({ notFoundTexts, ...wire }: Wire) => {
  const { ask, attempt, call, failWith, reasonOf } = callsOf<WarehouseOperations>(wire)

  /** Reads the status of the orders that the peer knows. */
  const orders = <Request extends Table.Table, Answer extends Table.Table>(
    exchange: Exchange<"getOutboundOrders", Request, Answer>,
    payload: Payload<"getOutboundOrders">,
    keys?: Keys
  ): Effect.Effect<Success<"getOutboundOrders">, AdapterError.Reason> =>
    Effect.flatMap(attempt(exchange, payload, keys), (answer) => {
      if ("success" in answer) return asked(exchange, payload.orders, answer.success, (one) => one.orderNumber)
      const reason = reasonOf(answer.refused)
      // A text such as "accessId does not exist" refuses the caller; it does not prove that an order is absent.
      if (reason._tag === "CredentialRejected" || !Refusal.isNotFound(answer.refused.text, notFoundTexts)) return Effect.fail(reason)
      // The text does not say which of several orders is absent, so each is asked for separately.
      return payload.orders.length === 1 ? Effect.succeed({ items: [] }) : eachOrder(exchange, payload, keys)
    })

  /** Asks for each order in a call of its own. */
  const eachOrder: typeof orders = (exchange, payload, keys) =>
    Effect.map(
      Effect.forEach(payload.orders, (order) => orders(exchange, { ...payload, orders: [order] }, keys)),
      (found) => ({ items: found.flatMap(({ items }) => items) })
    )

  /** Reads the status of the inbound orders that the peer knows. */
  const inboundOrders = <Request extends Table.Table, Answer extends Table.Table>(
    exchange: Exchange<"getInboundOrders", Request, Answer>,
    payload: Payload<"getInboundOrders">,
    keys?: Keys
  ) => Effect.flatMap(call(exchange, payload, keys), (found) => asked(exchange, payload.inboundOrders, found, (one) => one.asnNumber))

  return { ask, attempt, call, eachOrder, failWith, inboundOrders, orders }
}

/**
 * Removes records that were not asked for. If only such records came, the answer is invalid; it does not prove that the
 * orders asked for are absent.
 */
const asked = Effect.fnUntraced(function*<Named, Found extends Named>(
  { method }: Messages,
  numbers: ReadonlyArray<Named>,
  found: { readonly items: ReadonlyArray<Found> },
  numberOf: (one: Named) => string
) {
  const known = new Set(numbers.map(numberOf))
  const wanted = found.items.filter((one) => known.has(numberOf(one)))
  if (wanted.length === found.items.length) return found
  if (wanted.length === 0) return yield* new AdapterError.ResponseInvalid({ cause: "the answer holds only orders that were not asked for" })
  yield* Drift.report({ where: `${method} answer`, path: "", message: "holds orders that were not asked for; ignored" })
  return { ...found, items: wanted }
})
