/**
 * Promises of the books, each broken by one mutation of the review of 2026-11-25 (engine.md, section 4) that no test noticed then.
 */
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { open } from "./books.ts"
import { postgres, sqlite } from "./storages.ts"

const openingStock = [{ warehouse: "One", sku: "A", quantity: 10, purchasePrice: "4.50", currency: "CNY" }]

for (const [name, database] of [["SQLite", sqlite], ["PostgreSQL", postgres]] as const) {
  layer(database, { timeout: 60_000 })(`the books on ${name}`, (it) => {
    it.effect("let leave what an order has reserved after its first parcel (L3)", () =>
      Effect.gen(function*() {
        const { check, figures, report, reserve } = yield* open({ openingStock })
        yield* reserve("SO-1", { sku: "A", quantity: 2 })
        yield* report("SO-1", { phase: "open", status: "PARTLY", parcels: [{ trackingNumber: "T-1", shippedAt: "2026-03-01T00:00:00.000Z", lines: [{ sku: "A", quantity: 2 }] }] }, "D-1")
        assert.deepStrictEqual(yield* figures("1", "A"), { total: 8 })
        yield* reserve("SO-1", { sku: "A", quantity: 3 })
        assert.deepStrictEqual(yield* figures("1", "A"), { total: 8, reserved_order: 3 })
        yield* report("SO-1", { parcels: [{ trackingNumber: "T-2", lines: [{ sku: "A", quantity: 3 }] }] }, "D-2")
        assert.deepStrictEqual(yield* figures("1", "A"), { total: 5 })
        yield* check
      }))

    it.effect("tell the batches of two orders apart that have one number, each with the prices of its order (L12)", () =>
      Effect.gen(function*() {
        const { check, receive, rows, submit } = yield* open()
        for (const purchasePrice of ["4.50", "9.00"]) {
          const { asnNumber } = yield* submit({ lines: [{ sku: "A", expected: 2, purchasePrice }] })
          yield* receive(asnNumber, "B-1", [{ sku: "A", received: 2, good: 2, bad: 0 }])
        }
        const batches = yield* rows("batch", "purchase_price")
        assert.deepStrictEqual(batches.map((row) => [row["batch_no"] === "B-1", row["purchase_price"]]), [[true, "4.50"], [false, "9.00"]])
        yield* check
      }))
  })
}
