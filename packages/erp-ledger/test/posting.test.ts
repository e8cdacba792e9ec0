/**
 * Postings as pure functions: what is true of every sequence of them.
 */
import { assert, describe, it } from "@effect/vitest"
import * as BigDecimal from "effect/BigDecimal"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as Posting from "../src/books/Posting.ts"
import * as Prices from "../src/books/Prices.ts"
import * as Stock from "../src/books/Stock.ts"

const empty: Stock.Stock = { balances: new Map(), cells: new Map(), values: new Map(), prices: new Map() }

const price = (cents: number) => BigDecimal.make(BigInt(cents), 2)
const pricesOf: Readonly<Record<"one" | "two", Prices.Prices>> = {
  one: { purchasePrice: price(150), purchaseCurrency: "CNY", firstLegPrice: price(25), firstLegCurrency: "USD" },
  two: { purchasePrice: price(99), purchaseCurrency: "CNY", transferPrice: price(1), transferCurrency: "CNY" }
}

const between = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }))
const of = { warehouse: Schema.Literals(["1", "2"]), sku: Schema.Literals(["A", "B"]) }
const InStock = Schema.Struct({
  ...of,
  location: Schema.Literals(["L", "M"]),
  batchNo: Schema.Literals(["one", "two"]),
  onHand: between(-3, 9),
  unavailable: between(-1, 1),
  counted: Schema.Struct({ cause: Schema.Literals(["reserved_order", "reserved_transfer"]), pieces: between(-1, 1) })
})
const InTransit = Schema.Struct({ ...of, counted: Schema.Struct({ cause: Schema.Literals(["transit_purchase", "transit_return"]), pieces: between(-3, 9) }) })
const Postings = Schema.Array(Schema.NonEmptyArray(Schema.Union([InStock, InTransit])).check(Schema.isMaxLength(2))).check(Schema.isMinLength(25)).check(Schema.isMaxLength(40))
const arbitrary = { arbitrary: { runs: 300, concurrency: 1 } }

const sum = (amounts: Iterable<number>): number => [...amounts].reduce((all, each) => all + each, 0)

/** Posts one after another; what is refused changes nothing. */
const play = (all: typeof Postings.Type) => {
  const entries: Array<Posting.Entry> = []
  let stock = empty
  let refused = 0
  for (const changes of all) {
    const batches = changes.flatMap((change) => "batchNo" in change ? [{ ...change, receivedAt: 0, prices: pricesOf[change.batchNo] }] : [])
    const outcome = Posting.compute(stock, { type: "T", subtype: "S", document: "D", changes, batches })
    if (Result.isFailure(outcome)) {
      refused++
      continue
    }
    entries.push(...outcome.success.entries)
    stock = outcome.success.stock
  }
  return { entries, stock, refused }
}

describe("Posting", () => {
  it.effect.prop("keeps the sums of its entries as balances, and continues each entry where the one before ended (E-202, E-203)", { all: Postings }, ({ all }) =>
    Effect.sync(() => {
      const { entries, stock } = play(all)
      for (const [key, balance] of stock.balances) {
        const own = entries.filter(({ change }) => Stock.keyOf(change.warehouse, change.sku) === key)
        let total = 0
        let transit = 0
        for (const { before, change, inTransitBefore, inTransitChange } of own) {
          assert.deepStrictEqual([before, inTransitBefore], [total, transit])
          total += change.onHand ?? 0
          transit += inTransitChange
        }
        assert.deepStrictEqual([balance.total, Stock.inTransitOf(balance)], [total, transit])
        assert.strictEqual(balance.unavailable, sum(own.map(({ change }) => change.unavailable ?? 0)))
        assert.strictEqual(Stock.reservedOf(balance), sum(own.map(({ reservedChange }) => reservedChange)))
      }
    }), arbitrary)

  it.effect.prop("lets no figure go below zero, and cells add up to their balance", { all: Postings }, ({ all }) =>
    Effect.sync(() => {
      const { stock } = play(all)
      for (const [key, balance] of stock.balances) {
        const cells = [...stock.cells.values()].filter((cell) => Stock.keyOf(cell.warehouse, cell.sku) === key)
        assert.deepStrictEqual(
          [balance.total, balance.unavailable, Stock.reservedOf(balance)],
          [sum(cells.map(({ onHand }) => onHand)), sum(cells.map(({ unavailable }) => unavailable)), sum(cells.map(({ reserved }) => reserved))]
        )
        for (const figure of Stock.balanceColumns) assert.isAtLeast(balance[figure], 0)
        for (const cell of cells) assert.isAtLeast(Math.min(cell.onHand, cell.unavailable, cell.reserved, Stock.availableIn(cell)), 0)
      }
    }), arbitrary)

  it("refuses the whole posting of which one change takes too much", () => {
    const put = { warehouse: "1", sku: "A", location: "L", batchNo: "one", onHand: 3 } as const
    const none = { unavailable: 0, counted: { cause: "reserved_order", pieces: 0 } } as const
    const { entries, refused, stock } = play([[{ ...put, ...none }], [{ ...put, ...none, onHand: -2 }, { ...put, ...none, onHand: -2 }]])
    assert.deepStrictEqual([entries.length, refused, stock.balances.get(Stock.keyOf("1", "A"))?.total], [1, 1, 3])
  })

  it.effect.prop("values stock at the prices of its batches, wherever the pieces are", { all: Postings }, ({ all }) =>
    Effect.sync(() => {
      const { stock } = play(all)
      for (const [key, value] of stock.values) {
        const [warehouse, sku, currency = ""] = Stock.partsOf(key)
        const cells = [...stock.cells.values()].filter((cell) => cell.warehouse === warehouse && cell.sku === sku)
        for (const [part, count] of [["total", "onHand"], ["unavailable", "unavailable"], ["reserved", "reserved"]] as const) {
          for (const kind of ["cost", "goods"] as const) {
            const wanted = cells.reduce((all, cell) => {
              const unit = Prices.unitCosts(pricesOf[cell.batchNo === "one" ? "one" : "two"]).get(currency)
              return unit === undefined ? all : BigDecimal.sum(all, Prices.times(unit[kind], cell[count]))
            }, Prices.zero)
            assert.isTrue(BigDecimal.equals(value[`${part}_${kind}`], wanted), `${part}_${kind} of ${key}`)
          }
        }
      }
    }), arbitrary)
})
