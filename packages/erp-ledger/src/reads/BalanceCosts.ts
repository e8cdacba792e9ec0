/** The costs and values of balances, in the currency in which they arose or in that of the books. */
import { type ErpStock } from "@crossdock/books"
import { type AdapterError, Decimal } from "@crossdock/core"
import type { SqlStorage } from "@crossdock/core"
import * as BigDecimal from "effect/BigDecimal"
import * as Effect from "effect/Effect"
import type { BooksSession } from "../BooksSession.ts"
import * as ExchangeRates from "./ExchangeRates.ts"
import { keyOf, type Place, selected } from "./Places.ts"

type Name =
  | "currency" | "totalCost" | "availableCost" | "unavailableCost" | "reservedCost" | "inTransitCost" | "totalValue" | "availableValue" | "unavailableValue"
  | "reservedValue" | "inTransitValue"

/** The members that tell costs. Without an exchange rate that is needed, and for several original currencies, there are none. */
export type Costs = Pick<ErpStock.StockBalance, Name>

const columns = [
  "total_cost", "unavailable_cost", "reserved_cost", "transit_cost", "total_goods", "unavailable_goods", "reserved_goods", "transit_goods"
] as const

type Amounts = Readonly<Record<(typeof columns)[number], BigDecimal.BigDecimal>>

const zero = BigDecimal.make(0n, 0)

const amountsOf = (amount: (column: (typeof columns)[number]) => BigDecimal.BigDecimal): Amounts => ({
  total_cost: amount("total_cost"),
  unavailable_cost: amount("unavailable_cost"),
  reserved_cost: amount("reserved_cost"),
  transit_cost: amount("transit_cost"),
  total_goods: amount("total_goods"),
  unavailable_goods: amount("unavailable_goods"),
  reserved_goods: amount("reserved_goods"),
  transit_goods: amount("transit_goods")
})

const none = amountsOf(() => zero)

const read = (row: SqlStorage.Row): Amounts => amountsOf((column) => Decimal.fromText(String(row[column])) ?? zero)
const isZero = (amounts: Amounts) => columns.every((column) => BigDecimal.isZero(amounts[column]))

const costsOf = (currency: string, amounts: Amounts): Costs => ({
  currency,
  totalCost: amounts.total_cost,
  availableCost: BigDecimal.subtract(BigDecimal.subtract(amounts.total_cost, amounts.unavailable_cost), amounts.reserved_cost),
  unavailableCost: amounts.unavailable_cost,
  reservedCost: amounts.reserved_cost,
  inTransitCost: amounts.transit_cost,
  totalValue: amounts.total_goods,
  availableValue: BigDecimal.subtract(BigDecimal.subtract(amounts.total_goods, amounts.unavailable_goods), amounts.reserved_goods),
  unavailableValue: amounts.unavailable_goods,
  reservedValue: amounts.reserved_goods,
  inTransitValue: amounts.transit_goods
})

/** Reads the costs of some products in warehouses. What has no prices costs nothing. */
export const of = Effect.fnUntraced(function*(
  session: BooksSession,
  places: ReadonlyArray<Place>,
  { inOriginalCurrency }: { readonly inOriginalCurrency: boolean }
): Effect.fn.Return<(place: Place) => Costs, AdapterError.Reason> {
  const { books, query, settings: { baseCurrency }, tables } = session
  if (places.length === 0) return () => ({})
  const selection = selected(books, "value", places)
  const rows = yield* query(
    `SELECT value.warehouse, value.sku, value.currency, ${columns.map((column) => `value.${column}`).join(", ")}
      FROM ${tables.balance_value} AS value WHERE ${selection.where()}`,
    selection.params
  )
  const found = new Map<string, Array<readonly [currency: string, amounts: Amounts]>>()
  for (const row of rows) {
    const amounts = read(row)
    if (isZero(amounts)) continue
    const key = keyOf({ warehouse: String(row.warehouse), sku: String(row.sku) })
    const others = found.get(key) ?? []
    others.push([String(row.currency), amounts])
    found.set(key, others)
  }
  const ofPlace = (place: Place) => found.get(keyOf(place)) ?? []
  if (inOriginalCurrency) {
    return (place) => {
      const [first, second] = ofPlace(place)
      return second !== undefined ? {} : first === undefined ? costsOf(baseCurrency, none) : costsOf(...first)
    }
  }
  const rates = yield* ExchangeRates.read(session)
  return (place) => {
    let sum = none
    for (const [currency, amounts] of ofPlace(place)) {
      const rate = rates(currency)
      if (rate === undefined) return {}
      const before = sum
      sum = amountsOf((column) => BigDecimal.sum(before[column], rate(amounts[column])))
    }
    return costsOf(baseCurrency, sum)
  }
})
