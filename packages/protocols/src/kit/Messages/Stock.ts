/** A page of stock. Document 1, 2.8; document 2, 2.6. */
import { StockLevel } from "@crossdock/core"
import { Mapping, Table } from "../../wire/index.ts"
import { balance } from "./Forms.ts"

/** What the documents say of a figure that is not given. */
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

/** Which page is asked for. */
export const asked = [
  Table.required("pageSize", { kind: "whole", min: 1, limit: "maxPageSize" }, { is: "limit" }),
  Table.required("page", { kind: "whole", min: 1 }, { also: ["pageNo"], is: "cursor", byHand: [] }),
  Table.required("warehouseCode", Table.code)
] as const


export const isLastPage = { kind: "boolean", numbers: true, written: "boolean" } as const satisfies Table.BooleanType

/** What stands behind `isLastPage`; the list is called `data`. */
export const page = [
  Table.optional("currentPage", Table.whole, { also: ["currentPageNo"] }),
  Table.optional("pageCount", Table.whole),
  Table.required("data", Table.list(Table.object(inventory), { skipInvalidItems: true }), { mayBeNull: true })
] as const

/** A figure that is left out is read as 0, so a total that the warehouse does not tell is the sum of the others. */
export const levelToWire = (level: StockLevel.StockLevel): Table.WriteValue<typeof inventory> =>
  Mapping.toWire(inventory, { ...level, total: level.total ?? StockLevel.sumOfParts(level) })

/** The documents count pieces. */
export const cannotAnswer = ["/items/*/unit"] as const

export const levelFromWire = (value: Table.Value<typeof inventory>): StockLevel.StockLevel => Mapping.fromWire(inventory, value)
