/** Products that consist of others, and how many of them the stock of their parts makes. */
import { ErpRecords, type ErpStock } from "@crossdock/books"
import { type AdapterError } from "@crossdock/core"
import * as BigDecimal from "effect/BigDecimal"
import * as Effect from "effect/Effect"
import * as Struct from "effect/Struct"
import type { BooksSession } from "../BooksSession.ts"
import type { Warehouse } from "../Settings.ts"
import * as Documents from "./Documents.ts"
import { keyOf, type Place, selected } from "./Places.ts"

const Combination = ErpRecords.Combination.mapFields(Struct.pick(["name", "parts"]))
type Parts = (typeof Combination.Type)["parts"]

/** What can be promised of a product. */
const available = "total - unavailable - reserved_order - reserved_first_leg - reserved_transfer - reserved_assembly"

const zero = BigDecimal.make(0n, 0)

/** How many combinations the parts make: the least of what each part is enough for. */
export const makes = (parts: Parts, stockOf: (sku: string) => bigint): bigint =>
  parts.map(({ quantity: { scale, value }, sku }) => {
    const stock = stockOf(sku)
    return stock <= 0n ? 0n : stock * 10n ** BigInt(Math.max(scale, 0)) / (value * 10n ** BigInt(Math.max(-scale, 0)))
  }).reduce((least, each) => each < least ? each : least)

/** Reads the balances of all combinations in some warehouses. A combination has no goods of its own, so nothing of it is reserved. */
export const balances = Effect.fnUntraced(function*(
  session: BooksSession,
  { skus, warehouses, withEmpty }: { readonly warehouses: ReadonlyArray<Warehouse>; readonly skus: ReadonlyArray<string> | undefined; readonly withEmpty: boolean }
): Effect.fn.Return<ReadonlyArray<Place & Pick<ErpStock.StockBalance, "name" | "total" | "available">>, AdapterError.Reason> {
  const entered = yield* Documents.all(session, "combination", Combination)
  const combinations = skus === undefined ? entered : entered.filter(({ number }) => skus.includes(number))
  if (combinations.length === 0 || warehouses.length === 0) return []
  const needed = [...new Set(combinations.flatMap(({ content }) => content.parts.map((part): string => part.sku)))]
  const selection = selected(session.books, "part", warehouses.flatMap(({ id }) => needed.map((part) => ({ warehouse: id, sku: part }))))
  const rows = yield* session.query(
    `SELECT part.warehouse, part.sku, ${available} AS available FROM ${session.tables.balance} AS part WHERE ${selection.where()}`,
    selection.params
  )
  const stock = new Map(rows.map((row) => [keyOf({ warehouse: String(row.warehouse), sku: String(row.sku) }), BigInt(String(row.available))]))
  return warehouses.flatMap(({ id }) =>
    combinations.flatMap(({ content, number }) => {
      const count = makes(content.parts, (part) => stock.get(keyOf({ warehouse: id, sku: part })) ?? 0n)
      const total = BigDecimal.make(count, 0)
      return count === 0n && !withEmpty ? [] : [{ warehouse: id, sku: number, name: content.name ?? number, total, available: total }]
    })
  )
})

/** The figures of a combination beside those that its parts decide. */
export const otherFigures = {
  reserved: zero,
  reservedForOrders: zero,
  reservedForFirstLeg: zero,
  reservedForTransfers: zero,
  reservedForAssembly: zero,
  unavailable: zero,
  inTransit: zero,
  inTransitOfPurchases: zero,
  inTransitOfFirstLeg: zero,
  inTransitOfTransfers: zero,
  inTransitOfAssembly: zero,
  inTransitOfReturns: zero,
  inTransitOfManualOrders: zero
} as const

