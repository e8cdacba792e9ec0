/**
 * An ERP in memory that is the source of outbound orders. It tells them by lists and by events, and a test says how a call goes.
 */
import { AdapterError, ErpV1, OutboundOrder, type Operation, type ReadyOrder, type Transport } from "@crossdock/core"
import type { AnyPlugin } from "@crossdock/config"
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { order } from "./Orders.ts"

type Ready = ReadyOrder.ReadyOrder
type Query = typeof ErpV1.ListOutboundOrders.payload.Type

export const ordering = ({ id = "ordering-erp" }: { readonly id?: string } = {}) => {
  const orders = new Map<string, Ready>()
  const unreadable = new Set<string>()
  const asked: Array<Query> = []
  const received: Array<{ readonly operation: string; readonly content: any }> = []
  const failures: Array<AdapterError.Reason> = []
  /** What is done before the answer of the next call, such as a change between two pages. */
  const between: Array<Effect.Effect<void>> = []

  const push = <O extends Operation.Any & { readonly isPrepared: true }>({ name, payload: schema }: O): Operation.PreparedHandler<O> => ({
    prepare: (payload) => Result.succeed({ content: JSON.stringify(Schema.encodeSync(schema)(payload)) }),
    deliver: ({ content }) => Effect.sync(() => (received.push({ operation: name, content: JSON.parse(content) }), {} as never))
  })

  const inWindow = ({ updatedFrom, updatedTo }: Query, { updatedAt }: Ready) =>
    updatedFrom !== undefined && updatedTo !== undefined && DateTime.isGreaterThanOrEqualTo(updatedAt, updatedFrom) && DateTime.isLessThan(updatedAt, updatedTo)

  const list = (query: Query) => Effect.gen(function*() {
    asked.push(query)
    yield* between.shift() ?? Effect.void
    const failure = failures.shift()
    if (failure !== undefined) return yield* failure
    const all = [...orders.values()].filter((one) => query.orderNumber === undefined ? inWindow(query, one) : one.order.orderNumber === query.orderNumber)
      .toSorted((a, b) => DateTime.toEpochMillis(a.updatedAt) - DateTime.toEpochMillis(b.updatedAt))
    const from = Number(query.cursor ?? 0)
    const found = all.slice(from, from + query.limit)
    const odd = found.flatMap((one) => unreadable.has(one.order.orderNumber) ? [one.order.orderNumber] : [])
    return {
      items: found.filter((one) => !unreadable.has(one.order.orderNumber)),
      ...(odd.length > 0 && { unreadable: odd }),
      ...(from + query.limit < all.length && { nextCursor: String(from + query.limit) })
    }
  })

  const eventOf = (body: string): ErpV1.Event => {
    const number = OutboundOrder.OrderNumber.make(body.replace(/^thin /, ""))
    return body.startsWith("thin ") ? { _tag: "OrderReadyChanged", orderNumber: number } : { _tag: "OrderReady", ...orders.get(number)! }
  }

  const plugin = ErpV1.plugin({
    id,
    settings: Schema.Struct({}),
    offers: ["listOutboundOrders"],
    receives: true,
    make: () =>
      Effect.succeed({
        handlers: {
          receiveOutboundStatus: push(ErpV1.ReceiveOutboundStatus),
          receiveInboundProgress: push(ErpV1.ReceiveInboundProgress),
          listOutboundOrders: list
        },
        incoming: (request: Transport.Request, emit: ErpV1.StoreEvent) =>
          Effect.match(emit(eventOf(request.body)), {
            onSuccess: () => ({ status: 200, headers: [], body: "" }),
            onFailure: ({ _tag }) => ({ status: 503, headers: [], body: _tag })
          })
      })
  })

  return {
    plugin: plugin as unknown as AnyPlugin,
    orders,
    unreadable,
    asked,
    received,
    failures,
    between,
    /** Writes an order into the ERP, changed now. */
    put: (number: string, more: Omit<Partial<Ready>, "order"> & { readonly order?: Partial<Ready["order"]> } = {}) =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        const { order: changed, ...rest } = more
        orders.set(number, { state: "ready", ...orders.get(number), updatedAt: DateTime.makeUnsafe(now), ...rest, order: { ...(orders.get(number)?.order ?? order(number)), ...changed } })
      })
  }
}

export type OrderingErp = ReturnType<typeof ordering>
