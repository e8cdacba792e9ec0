/** What was sold of products in the last days, in total and on average. */
import { type ErpStock } from "@crossdock/books"
import { type AdapterError, Quantity } from "@crossdock/core"
import * as BigDecimal from "effect/BigDecimal"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { BooksSession } from "../BooksSession.ts"
import { daysIn } from "../Days.ts"
import { keyOf, type Place, selected } from "./Places.ts"

const periods = [3, 7, 15, 30, 60, 90] as const

type Period = (typeof periods)[number]
type Name = `sold${Period}Days` | `soldPerDay${Period}Days`

/** The figures of one product in one warehouse. */
export type SalesFigures = Required<Pick<ErpStock.StockBalance, Name>>

/** The places after the point of an average. */
const places = 2

const figuresOf = (sold: (period: Period) => bigint): SalesFigures => {
  const total = (period: Period) => BigDecimal.make(sold(period), 0)
  const average = (period: Period) => {
    const scaled = sold(period) * 10n ** BigInt(places)
    const days = BigInt(period)
    return BigDecimal.make((scaled * 2n + days) / (days * 2n), places)
  }
  return {
    sold3Days: total(3),
    sold7Days: total(7),
    sold15Days: total(15),
    sold30Days: total(30),
    sold60Days: total(60),
    sold90Days: total(90),
    soldPerDay3Days: average(3),
    soldPerDay7Days: average(7),
    soldPerDay15Days: average(15),
    soldPerDay30Days: average(30),
    soldPerDay60Days: average(60),
    soldPerDay90Days: average(90)
  }
}

const none = figuresOf(() => 0n)

/** Reads the figures of some products in warehouses. The last day is the current one in the zone of the connection. */
export const read = Effect.fnUntraced(function*(
  { books, query, tables, timeZone }: BooksSession,
  of: ReadonlyArray<Place>
): Effect.fn.Return<(place: Place) => SalesFigures, AdapterError.Reason> {
  if (of.length === 0) return () => none
  const today = daysIn(timeZone)(yield* Clock.currentTimeMillis)
  const selection = selected(books, "sale", of)
  const first = (period: Period) => selection.value(today - period + 1)
  const sums = periods.map((period) => `SUM(CASE WHEN sale.day >= ${first(period)} THEN sale.quantity ELSE 0 END) AS sold${period}`)
  selection.require(`sale.day BETWEEN ${first(90)} AND ${selection.value(today)}`)
  const rows = yield* query(
    `SELECT sale.warehouse, sale.sku, ${sums.join(", ")} FROM ${tables.sale} AS sale WHERE ${selection.where()} GROUP BY sale.warehouse, sale.sku`,
    selection.params
  )
  const found = new Map(rows.map((row) => [
    keyOf({ warehouse: String(row.warehouse), sku: String(row.sku) }),
    figuresOf((period) => Quantity.fromIntegerUnchecked(Number(row[`sold${period}`])).value)
  ]))
  return (place) => found.get(keyOf(place)) ?? none
})
