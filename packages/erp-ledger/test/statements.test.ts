/**
 * How many statements a booking sends. All bookings of the same books wait for each other, so each statement costs all of them a
 * round trip.
 */
import { Storage } from "@crossdock/core"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { open as openBooks } from "./books.ts"
import { postgres, sqlite } from "./storages.ts"

/** Books over a storage that counts the statements of `during`, and the transactions among them. */
const open = Effect.fnUntraced(function*() {
  const storage = yield* Storage.Storage
  let statements = 0
  let transactions = 0
  const counting: (typeof Storage.Storage)["Service"] = {
    ...storage,
    query: (text, params) => {
      statements++
      return storage.query(text, params)
    },
    transaction: (work) => {
      transactions++
      return storage.transaction(work)
    }
  }
  const books = yield* Effect.provideService(
    openBooks({
      openingStock: ["A", "B"].map((sku) => ({ warehouse: "One", sku, quantity: 100, purchasePrice: "4.50", currency: "CNY" }))
    }),
    Storage.Storage,
    counting
  )
  const during = Effect.fnUntraced(function*<A, E>(work: Effect.Effect<A, E>) {
    statements = 0
    transactions = 0
    yield* work
    return { statements, transactions }
  })
  return { ...books, during }
})

const lines = [{ sku: "A", quantity: 2 }, { sku: "B", quantity: 1 }]
const shipped = { trackingNumber: "T-1", lines }
const cancelled = { phase: "cancelled", status: "CANCELLED" } as const

for (const [name, database, most] of [["SQLite", sqlite, { reservation: 10, shipment: 14, allotment: 13, statement: 14 }], ["PostgreSQL", postgres, { reservation: 6, shipment: 7, allotment: 7, statement: 6 }]] as const) {
  layer(database, { timeout: 60_000 })(`statements on ${name}`, (it) => {
    it.effect(`of a reservation are ${most.reservation}, one before the transaction, and fewer if it changes nothing`, () =>
      Effect.gen(function*() {
        const { check, during, reserve } = yield* open()
        assert.deepStrictEqual(yield* during(reserve("SO-1", ...lines)), { statements: most.reservation, transactions: 1 })
        assert.deepStrictEqual(yield* during(reserve("SO-1", ...lines)), { statements: 5, transactions: 1 }, "a repeat writes nothing")
        assert.deepStrictEqual(yield* during(reserve("SO-2")), { statements: 2, transactions: 1 }, "a release of nothing")
        yield* check
      }))

    it.effect(`of a shipment are ${most.shipment}, and three if nothing has left since`, () =>
      Effect.gen(function*() {
        const { check, during, report, reserve } = yield* open()
        yield* reserve("SO-1", ...lines)
        assert.deepStrictEqual(yield* during(report("SO-1", shipped, "D-1")), { statements: most.shipment, transactions: 1 })
        assert.deepStrictEqual(yield* during(report("SO-1", shipped, "D-2")), { statements: 3, transactions: 1 }, "the same report again")
        assert.deepStrictEqual(yield* during(report("SO-1", shipped, "D-2")), { statements: 2, transactions: 1 }, "the same delivery again")
        assert.deepStrictEqual(yield* during(report("SO-1", { ...shipped, phase: "delivered" }, "D-3")), { statements: 3, transactions: 1 })
        yield* check
      }))

    it.effect(`of an allotment are ${most.allotment}, of what has left ${most.statement}, and two of a statement that is not newer`, () =>
      Effect.gen(function*() {
        const { allot, check, during, ship } = yield* open()
        const document = { link: "W", orderNumber: "SO-1", issue: "1" }
        assert.deepStrictEqual(yield* during(allot(document, 1, { A: 2, B: 1 })), { statements: most.allotment, transactions: 1 })
        assert.deepStrictEqual(yield* during(ship(document, 1, { A: 2, B: 1 })), { statements: most.statement, transactions: 1 })
        assert.deepStrictEqual(yield* during(ship(document, 1, { A: 2, B: 1 })), { statements: 2, transactions: 1 }, "the same statement again")
        assert.deepStrictEqual((yield* during(ship(document, 2, { A: 2, B: 1 }, { isEnded: true }))).transactions, 1, "the end")
        yield* check
      }))

    it.effect("are none of a report that tells of no goods, and two outside of a transaction of an end without goods", () =>
      Effect.gen(function*() {
        const { check, during, figures, report, reserve, rows } = yield* open()
        assert.deepStrictEqual(yield* during(report("SO-1", { phase: "open" }, "D-1")), { statements: 0, transactions: 0 })
        assert.deepStrictEqual(yield* during(report("SO-1", { phase: "open", parcels: [{ trackingNumber: "T-1", lines }] }, "D-2")), { statements: 0, transactions: 0 })
        assert.deepStrictEqual(yield* during(report("SO-1", cancelled, "D-3")), { statements: 2, transactions: 0 })
        yield* reserve("SO-1", ...lines)
        assert.deepStrictEqual(yield* during(report("SO-1", cancelled, "D-3")), { statements: 1, transactions: 0 }, "a delivery that comes again ends nothing")
        assert.deepStrictEqual(yield* figures("1", "A"), { total: 100, reserved_order: 2 })
        assert.strictEqual((yield* during(report("SO-1", cancelled, "D-4"))).transactions, 1)
        assert.deepStrictEqual([yield* figures("1", "A"), yield* rows("reservation")], [{ total: 100 }, []])
        yield* check
      }))
  })
}
