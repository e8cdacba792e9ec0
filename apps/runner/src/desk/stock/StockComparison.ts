/**
 * The comparison of stock for a person: a run of the job that compares a warehouse with the books, and the differences that it has stored.
 */
import { Decimal, StockLevel } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as StockEvents from "../../contracts/warehouse/StockEvents.ts"
import { type ComparedPage, type Comparison, nothing } from "../../records/Comparisons.ts"
import { Database } from "../../store/Database.ts"
import { Stock } from "./Stock.ts"

export const make = Effect.gen(function*() {
  const db = yield* Database
  const stock = yield* Stock
  const comparison: Comparison = {
    kind: "stock",
    mayBeCompared: ({ scope }) => Effect.map(stock.jobs, (jobs) => jobs.some(({ connection, name }) => connection === scope && name === StockEvents.comparing)),
    page: Effect.fnUntraced(function*({ scope }) {
      yield* Effect.ignore(stock.compare(scope))
      const failed = yield* db.one("select message from stock_failure where job = 'compare' and scope = $1", [scope])
      const rows = yield* db.query("select * from stock_drift where scope = $1 order by warehouse, sku", [scope])
      const page: ComparedPage = {
        ...nothing,
        records: rows.length,
        calls: 1,
        differences: rows.map((row) => ({
          is: "figure",
          name: String(row.sku),
          ours: `${Decimal.toText(StockLevel.figure(row.books))} ${row.figure} at ${row.warehouse}`,
          theirs: Decimal.toText(StockLevel.figure(row.theirs))
        })),
        ...(failed !== undefined && { failure: String(failed.message) })
      }
      return page
    })
  }
  return [comparison]
})
