/**
 * How many statements a booking sends. All bookings of the same books wait for each other, so each statement costs all of them a
 * round trip.
 */
import { SqlStorage } from "@crossdock/core"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { open as openBooks } from "./books.ts"
import { postgres, sqlite } from "./storages.ts"

/** Books over a storage that counts the statements of `during`, and the transactions among them. */
const open = Effect.fnUntraced(function*() {
  const storage = yield* SqlStorage.SqlStorage
  let statements = 0
  let transactions = 0
  const counting: (typeof SqlStorage.SqlStorage)["Service"] = {
    ...storage,
    query: (text, params) => {
      statements++
      return storage.query(text, params)
    },
    transaction: (work) => {
      transactions++
      return storage.transaction(work)
    },
    groupedTransaction: (group, work) => {
      transactions++
      return storage.groupedTransaction(group, work)
    }
  }
  const books = yield* Effect.provideService(
    openBooks({
      openingStock: ["A", "B"].map((sku) => ({ warehouse: "One", sku, quantity: 100, purchasePrice: "4.50", currency: "CNY" }))
    }),
    SqlStorage.SqlStorage,
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

for (const [name, database, most] of [["SQLite", sqlite, { allotment: 13, statement: 14 }], ["PostgreSQL", postgres, { allotment: 7, statement: 6 }]] as const) {
  layer(database, { timeout: 60_000 })(`statements on ${name}`, (it) => {
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

    it.effect("are none of the word that an order has", () =>
      Effect.gen(function*() {
        const { during, report } = yield* open()
        assert.deepStrictEqual(yield* during(report("SO-1", { trackingNumber: "T-1", lines })), { statements: 0, transactions: 0 })
      }))
  })
}
