/** A page of stock (spec 1 §2.8, spec 2 §2.6). */
import { StockLevel } from "@crossdock/core"
import { Mapping, Table } from "../../wire/index.ts"
import { maxPages } from "../PageCursors.ts"
import { balance } from "./Forms.ts"

/** The specifications define a missing quantity as 0. */
const absent = StockLevel.figure(0)

export const inventory = Table.make("inventory", [
  Table.required("warehouseCode", Table.code),
  Table.required("warehouseSku", Table.key, { is: "sku" }),
  Table.optional("onwayQuantity", balance, { absent, is: "inTransit" }),
  Table.optional("pendingQuantity", balance, { absent, is: "pending" }),
  Table.required("sellableQuantity", balance, { is: "sellable" }),
  Table.optional("unsellableQuantity", balance, { absent, is: "unsellable" }),
  Table.optional("reservedQuantity", balance, { absent, is: "reserved" }),
  Table.optional("useQuantity", balance, { absent, is: "occupied" }),
  Table.required("totalQuantity", balance, { is: "total" })
])

/** The members of a request that select a page. */
export const asked = [
  Table.required("pageSize", { kind: "whole", min: 1, limit: "maxPageSize", texts: true }, { is: "limit" }),
  Table.required("page", { kind: "whole", min: 1, max: maxPages, texts: true }, { also: ["pageNo"], is: "cursor", byHand: [] }),
  Table.required("warehouseCode", Table.code)
] as const


export const isLastPage = { kind: "boolean", numbers: true, written: "boolean" } as const satisfies Table.BooleanType

/** The members of an answer after `isLastPage`; `data` is the list of records. */
export const page = [
  Table.optional("currentPage", Table.whole, { also: ["currentPageNo"] }),
  Table.optional("pageCount", Table.whole),
  Table.required("data", Table.list(Table.object(inventory), { skipInvalidItems: true }), { mayBeNull: true })
] as const

/**
 * Converts a stock level to a record. A missing quantity is read as 0, so a missing total is written as the sum of the
 * other quantities.
 */
export const levelToWire = (level: StockLevel.StockLevel): Table.WriteValue<typeof inventory> =>
  Mapping.toWire(inventory, { ...level, total: level.total ?? StockLevel.sumOfParts(level) })

/** The specifications count pieces and have no unit. */
export const cannotAnswer = ["/items/*/unit"] as const

export const levelFromWire = (value: Table.Value<typeof inventory>): StockLevel.StockLevel => Mapping.fromWire(inventory, value)
