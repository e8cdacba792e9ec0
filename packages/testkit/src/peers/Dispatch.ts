/**
 * The operations of `WarehouseV1` on a `WarehouseStore`, for the servers of document 1 and document 2A.
 */
import { InboundOrder, OutboundOrder, Product, Sku, StockLevel, type WarehouseV1 } from "@crossdock/core"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { InboundFields, OutboundFields } from "../warehouse/PeerFields.ts"
import { unlistedMessage } from "./AnswerRewrites.ts"
import type { FaultMode } from "./Peer.ts"
import type { Code, Refusal } from "./Refusal.ts"
import { inboundStatus, outboundStatus } from "./Statuses.ts"
import type { Level, WarehouseStore } from "./WarehouseStore.ts"

type Served = Exclude<WarehouseV1.OperationName, "subscribe" | "renew" | "unsubscribe">
type Handlers = {
  readonly [N in Served]: (
    payload: (typeof WarehouseV1.contract.operations)[N]["payload"]["Type"]
  ) => Effect.Effect<(typeof WarehouseV1.contract.operations)[N]["success"]["Type"], Refusal>
}

const toOutbound = Schema.encodeSync(OutboundOrder.OutboundOrder)
const toInbound = Schema.encodeSync(InboundOrder.InboundOrder)
const toProduct = Schema.encodeSync(Product.Product)

const levelOf = ({ reserved, sellable, sku, total, unsellable, warehouseCode }: Level): StockLevel.StockLevel => ({
  warehouseCode,
  sku: Sku.Sku.make(sku),
  sellable: StockLevel.figure(sellable),
  reserved: StockLevel.figure(reserved),
  unsellable: StockLevel.figure(unsellable),
  total: StockLevel.figure(total)
})

const found = <A, B>(records: ReadonlyArray<A | undefined>, to: (record: A) => B): { readonly items: ReadonlyArray<B> } => ({
  items: records.flatMap((record) => (record === undefined ? [] : [to(record)]))
})

export const handlers = (store: WarehouseStore, mode: FaultMode): Handlers => ({
  createOutboundOrder: (order) =>
    Effect.map(store.createOutbound(toOutbound(order) as OutboundFields), ({ number }) => ({ warehouseOrderNumber: number })),
  cancelOutboundOrder: ({ orderNumber }) => Effect.as(store.cancelOutbound(orderNumber), {}),
  getOutboundOrders: ({ orders }) => Effect.map(Effect.forEach(orders, ({ orderNumber }) => store.findOutbound(orderNumber)), (all) => found(all, outboundStatus)),
  listWarehouses: () => Effect.succeed({ items: store.warehouses }),
  listChannels: ({ warehouseCode }) =>
    Effect.succeed({ items: store.channels.filter((each) => warehouseCode === undefined || each.warehouseCode === warehouseCode) }),
  listStock: ({ cursor = "1", limit, skus, updatedSince, warehouseCode }) => {
    const page = Number(cursor)
    const since = updatedSince && DateTime.toEpochMillis(updatedSince)
    const asked = { warehouseCode, page, pageSize: limit, ...(skus && { skus }), ...(since !== undefined && { since }) }
    return Effect.map(store.pageOfStock(asked, mode), ({ isLast, items, pageCount }) => ({
      items: items.map(levelOf),
      ...(!isLast && { nextCursor: String(page + 1) }),
      pageCount
    }))
  },
  createInboundOrder: (order) =>
    Effect.map(store.createInbound(toInbound(order) as InboundFields), ({ number }) => ({ referenceNumber: number })),
  getInboundOrders: ({ inboundOrders }) =>
    Effect.map(Effect.forEach(inboundOrders, ({ asnNumber }) => store.findInbound(asnNumber)), (all) => found(all, inboundStatus)),
  cancelInboundOrders: ({ asnNumbers }) =>
    Effect.map(
      Effect.forEach(asnNumbers, (asnNumber) =>
        Effect.match(store.cancelInbound(asnNumber), {
          onSuccess: () => ({ asnNumber }),
          onFailure: ({ message }) => ({ asnNumber, failure: message })
        })),
      (items) => ({ items })
    ),
  upsertProduct: (product) => Effect.as(store.putProduct(toProduct(product)), {})
})

/** The error codes that the clients of both documents know, by the refusal of the store. */
const codes: Readonly<Record<Code, string>> = {
  DUPLICATE: "DUPLICATE",
  NOT_FOUND: "ORDER_NOT_FOUND",
  NOT_CANCELLABLE: "REJECTED",
  UNKNOWN_SKU: "REJECTED",
  UNKNOWN_WAREHOUSE: "REJECTED",
  UNKNOWN_CHANNEL: "REJECTED",
  INVALID: "REJECTED",
  CODE_UNKNOWN: "REJECTED"
}

/** Carries out an operation for the server of a protocol. */
export const dispatch = <O extends WarehouseV1.AnyOperation>(
  store: WarehouseStore,
  mode: FaultMode,
  operation: O,
  payload: O["payload"]["Type"]
): Effect.Effect<O["success"]["Type"], { readonly code: string; readonly message: string }> => {
  if (mode.is("refuse-unlisted")) return Effect.fail({ code: "E_4711", message: unlistedMessage })
  const all: Readonly<Partial<Record<string, (payload: never) => Effect.Effect<unknown, Refusal>>>> = handlers(store, mode)
  const handler = all[operation.name]
  if (handler === undefined) return Effect.fail({ code: "NOT_SUPPORTED", message: `${operation.name} is not served here` })
  return Effect.mapError(handler(payload as never) as Effect.Effect<O["success"]["Type"], Refusal>, ({ code, message }) => ({ code: codes[code], message }))
}
