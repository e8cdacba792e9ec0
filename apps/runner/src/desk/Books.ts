/**
 * The books of the order desk: what is available, and what orders have reserved.
 */
import { type AdapterError, Decimal, ErpV1, OutboundOrder, Quantity, Sku } from "@crossdock/core"
import * as Effect from "effect/Effect"
import type { Connections } from "../connection/Connections.ts"
import type { Available } from "./Division.ts"
import { type OrderLine, piecesBySku } from "./OrderFacts.ts"
import * as StockReads from "./stock/StockReads.ts"

type Failed = AdapterError.AdapterError
type Some = readonly [string, ...ReadonlyArray<string>]

const keyOf = (warehouse: string, sku: string): string => JSON.stringify([warehouse, sku])

/** Whether the books have refused a reservation because they do not have the pieces. */
export const isShort = ({ reason }: Failed): boolean => reason._tag === "Rejected" && reason.fault.code === "STOCK_NOT_ENOUGH"

/** What the books call a part. */
export interface Document {
  readonly number: string
  /** The scope of the link of its warehouse. */
  readonly link: string
  /** Tells it apart from others that use its number, before it or after it. */
  readonly issue: string
  /** Nobody else has ever used the number. */
  readonly ownsNumber: boolean
  /** The name in the books. */
  readonly warehouse: string
}

export const make = (connections: Connections["Service"], id: string) => ({
  /** What warehouses have of some SKUs, by their names in the books. */
  available: Effect.fnUntraced(function*(skus: Some, warehouseNames: Some): Effect.fn.Return<Available, Failed> {
    const balances = yield* StockReads.balances(connections, id, warehouseNames, false, skus)
    const figures = new Map(balances.map(({ available, sku, warehouseName }) => [keyOf(warehouseName, sku), Math.floor(Number(Decimal.toText(available)))]))
    return (warehouse, sku) => figures.get(keyOf(warehouse, sku)) ?? 0
  }),

  /** Sets what a part is to have in all, with what has left of it; without lines, it has nothing reserved. A version that is not newer changes nothing. */
  allot: ({ issue, link, number, ownsNumber, warehouse }: Document, version: number, lines: ReadonlyArray<OrderLine>): Effect.Effect<void, Failed> =>
    connections.invoke(id, ErpV1.SetStockReservation, {
      document: { link, orderNumber: OutboundOrder.OrderNumber.make(number), issue },
      version,
      ...(ownsNumber && { ownsNumber }),
      warehouseName: warehouse,
      lines: [...piecesBySku(lines)].map(([sku, pieces]) => ({ sku: Sku.Sku.make(sku), quantity: Quantity.of(pieces) }))
    })
})

export type Books = ReturnType<typeof make>
