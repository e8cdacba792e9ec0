/**
 * The books of an ERP in memory: inbound orders whose announcing it leaves to the runner, what was entered, and stock.
 */
import type { AnyPlugin } from "@crossdock/config"
import { BooksV1, type ErpInbound, type ErpRecords, type ErpStock } from "@crossdock/books"
import { AdapterError, ErpV1, InboundOrder, type Operation } from "@crossdock/core"
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

const { Rejected, RequestInvalid, TransportFailed } = AdapterError

/** How a call goes. `lose-answer` takes effect, and `hangs` gets no answer. */
export type Behaviour = "works" | "hangs" | "lose-answer" | "lose-request" | { readonly fails: AdapterError.Reason } | { readonly worksAfter: Duration.Input }

interface Told {
  readonly operation: string
  readonly content: { readonly asnNumber: string; readonly [member: string]: any }
  readonly deliveryId: string
}

export const books = () => {
  const orders: Array<ErpInbound.ErpInboundOrder & { phase: ErpInbound.ErpInboundOrder["phase"] }> = []
  const entered: Array<ErpRecords.ErpRecord> = []
  const received: Array<Told> = []
  const asked: Array<readonly [operation: string, payload: any]> = []
  const plans = new Map<string, Array<Behaviour>>()
  const stock: Array<ErpStock.StockBalance> = []
  const movements: Array<ErpStock.StockMovement> = []
  const find = (number: string) => orders.find((one) => one.asnNumber === number || one.customNumber === number)

  const acting = <A>(operation: string, payload: unknown, act: () => Effect.Effect<A, AdapterError.Reason>): Effect.Effect<A, AdapterError.Reason> =>
    Effect.suspend(() => {
      asked.push([operation, payload])
      const how = plans.get(operation)?.shift() ?? "works"
      if (typeof how === "object") return "fails" in how ? Effect.fail(how.fails) : Effect.delay(Effect.suspend(act), how.worksAfter)
      if (how === "hangs") return Effect.never
      if (how === "lose-request") return Effect.fail(new TransportFailed({ phase: "send", cause: how }))
      return how === "works" ? act() : Effect.andThen(act(), Effect.fail(new TransportFailed({ phase: "receive", cause: how })))
    })

  const push = <O extends Operation.Any & { readonly isPrepared: true }>({ name, payload: schema }: O): Operation.PreparedHandler<O> => ({
    prepare: (payload) => Result.succeed({ content: JSON.stringify(Schema.encodeSync(schema)(payload)) }),
    deliver: ({ content }, { deliveryId }) =>
      acting(name, undefined, () => Effect.sync(() => (received.push({ operation: name, content: JSON.parse(content), deliveryId }), {})))
  })

  const plugin = BooksV1.plugin({
    id: "announcing-erp",
    settings: Schema.Struct({}),
    offers: ["receiveInboundAnnouncement", "listInboundOrders", "submitInboundOrder", "cancelInboundOrder", "enterRecords", "listStockBalances", "listStockMovements"],
    make: () =>
      Effect.succeed({
        handlers: {
          receiveOutboundStatus: push(ErpV1.ReceiveOutboundStatus),
          receiveInboundProgress: push(ErpV1.ReceiveInboundProgress),
          receiveInboundAnnouncement: push(BooksV1.ReceiveInboundAnnouncement),
          submitInboundOrder: (draft: ErpInbound.ErpInboundDraft) =>
            acting("submitInboundOrder", draft, () =>
              Effect.map(Clock.currentTimeMillis, (now) => {
                const order = {
                  asnNumber: InboundOrder.AsnNumber.make(`ASN-${orders.length + 1}`),
                  warehouseName: draft.warehouseName,
                  type: "MANUAL",
                  phase: "announced" as const,
                  status: "NEW",
                  createdAt: DateTime.makeUnsafe(now),
                  lines: draft.lines.map(({ expected, sku }) => ({ sku, expected })),
                  ...(draft.customNumber !== undefined && { customNumber: draft.customNumber })
                }
                orders.push(order)
                return order
              })),
          listInboundOrders: (query: typeof BooksV1.ListInboundOrders.payload.Type) =>
            acting("listInboundOrders", query, () =>
              Effect.sync(() => ({ items: orders.filter(({ asnNumber, customNumber }) => query.number === undefined || [asnNumber, customNumber].includes(query.number)) }))),
          cancelInboundOrder: (payload: typeof BooksV1.CancelInboundOrder.payload.Type) =>
            acting("cancelInboundOrder", payload, () =>
              Effect.suspend(() => {
                const order = find(payload.asnNumber)
                if (order === undefined) return Effect.fail(new Rejected({ fault: { code: "ASN_NOT_EXIST", message: "there is no such order" } }))
                order.phase = "cancelled"
                return Effect.succeed({})
              })),
          enterRecords: (payload: typeof BooksV1.EnterRecords.payload.Type) =>
            acting("enterRecords", payload, () =>
              Effect.suspend(() => {
                const wrong = payload.records.findIndex((record) => record.kind === "stockCorrection" && record.sku === "UNKNOWN")
                if (wrong >= 0) return Effect.fail(new RequestInvalid({ path: `/records/${wrong}/sku`, message: "there is no such SKU; enter the product first" }))
                entered.push(...payload.records)
                return Effect.succeed({ entered: payload.records.length, repeated: 0 })
              })),
          listStockBalances: (query: typeof BooksV1.ListStockBalances.payload.Type) =>
            acting("listStockBalances", query, () =>
              Effect.sync(() => {
                const start = Number(query.cursor ?? 0)
                const found = stock.filter(({ sku }) => query.skus === undefined || query.skus.includes(sku))
                const items = found.slice(start, start + query.limit)
                const end = start + items.length
                return { items, total: found.length, ...(end < found.length && { nextCursor: String(end) }) }
              })),
          listStockMovements: (query: typeof BooksV1.ListStockMovements.payload.Type) =>
            acting("listStockMovements", query, () => Effect.sync(() => ({ items: movements })))
        }
      })
  })

  return {
    plugin: plugin as unknown as AnyPlugin,
    orders,
    entered,
    stock,
    movements,
    /** The messages that it got, and the calls with their payloads. */
    received,
    asked,
    /** How the next calls of an operation go. */
    plan: (operation: BooksV1.OperationName, ...how: ReadonlyArray<Behaviour>) => void plans.set(operation, [...how])
  }
}

export type AnnouncingErp = ReturnType<typeof books>
