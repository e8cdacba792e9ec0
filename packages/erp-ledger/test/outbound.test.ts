/**
 * Goods of an order that are reported several times: under another number, in several parcels, in all, or by a later order.
 */
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { open as openBooks } from "./books.ts"
import { postgres, sqlite } from "./storages.ts"

/** Books with 10 pieces of A and 3 of B in each of two warehouses. */
const open = Effect.fnUntraced(function*() {
  const books = yield* openBooks({
    openingStock: ["One", "Two"].flatMap((warehouse) => [{ warehouse, sku: "A", quantity: 10 }, { warehouse, sku: "B", quantity: 3 }])
  })
  /** How many pieces of A have left the first warehouse. */
  const left = Effect.map(books.figures("1", "A"), ({ total = 0 }) => 10 - total)
  return { ...books, left }
})

const a = (quantity: number) => [{ sku: "A", quantity }]
const at = { shippedAt: "2026-01-10T00:00:00.000Z" }

for (const [name, database] of [["SQLite", sqlite], ["PostgreSQL", postgres]] as const) {
  layer(database, { timeout: 60_000 })(`goods that leave, on ${name}`, (it) => {
    it.effect("are booked once when their number arrives later", () =>
      Effect.gen(function*() {
        const { check, left, report, rows } = yield* open()
        yield* report("SO-1", { phase: "open", lines: a(2), ...at })
        yield* report("SO-1", { trackingNumber: "T-1", lines: a(2), ...at })
        yield* report("SO-1", { trackingNumber: "T-1", lines: a(2), phase: "delivered" })
        assert.strictEqual(yield* left, 2)
        yield* report("SO-2", { phase: "open", lines: a(2), ...at })
        yield* report("SO-2", { parcels: [{ trackingNumber: "T-2", lines: a(2) }, { trackingNumber: "T-3", lines: a(1) }] })
        assert.strictEqual(yield* left, 5)
        assert.deepStrictEqual(
          (yield* rows("shipped", "order_number, tracking_number")).filter(({ quantity }) => Number(quantity) > 0)
            .map(({ order_number, quantity, tracking_number }) => [order_number, tracking_number, Number(quantity)]),
          [["SO-1", "T-1", 2], ["SO-2", "T-2", 2], ["SO-2", "T-3", 1]]
        )
        yield* check
      }))

    it.effect("are booked once when their number is corrected, and then only what is more", () =>
      Effect.gen(function*() {
        const { check, left, report } = yield* open()
        yield* report("SO-1", { trackingNumber: "T-1", lines: a(2) })
        yield* report("SO-1", { trackingNumber: "T-2", lines: a(2) })
        assert.strictEqual(yield* left, 2)
        yield* report("SO-1", { trackingNumber: "T-2", lines: a(3) })
        yield* report("SO-1", { trackingNumber: "T-2", lines: a(1) })
        assert.strictEqual(yield* left, 3)
        yield* check
      }))

    it.effect("are those of all parcels together when each parcel is told with the lines of the order", () =>
      Effect.gen(function*() {
        const { check, left, report } = yield* open()
        for (const trackingNumber of ["T-1", "T-2", "T-1"]) yield* report("SO-1", { trackingNumber, lines: a(4) })
        assert.strictEqual(yield* left, 4)
        yield* check
      }))

    it.effect("add up when each parcel is told with its own lines, each parcel once", () =>
      Effect.gen(function*() {
        const { check, left, report } = yield* open()
        const parcel = (trackingNumber: string, quantity: number) => ({ trackingNumber, lines: a(quantity) })
        const told = (trackingNumber: string, quantity: number) => report("SO-1", { ...parcel(trackingNumber, quantity), parcels: [parcel(trackingNumber, quantity)] })
        yield* report("SO-1", { phase: "open", parcels: [parcel("T-1", 1)], ...at })
        assert.strictEqual(yield* left, 0, "a parcel of an open order without a time of its own")
        yield* report("SO-1", { phase: "open", parcels: [{ ...parcel("T-1", 1), ...at }] })
        for (const number of ["T-1", "T-2", "T-2", "T-1"]) yield* told(number, 1)
        assert.strictEqual(yield* left, 2)
        yield* report("SO-1", { parcels: [parcel("T-1", 1), parcel("T-2", 1), parcel("T-3", 2)] })
        assert.strictEqual(yield* left, 4)
        yield* report("SO-1", { trackingNumber: "T-3", lines: a(4), phase: "delivered" })
        assert.strictEqual(yield* left, 4)
        yield* check
      }))

    it.effect("are those of a new order when the order with their number was cancelled before", () =>
      Effect.gen(function*() {
        const { check, left, report } = yield* open()
        yield* report("SO-1", { phase: "open", trackingNumber: "T-1", lines: a(1), ...at })
        yield* report("SO-1", { phase: "cancelled", status: "CANCELLED" })
        yield* report("SO-1", { trackingNumber: "T-1", lines: a(3) })
        assert.strictEqual(yield* left, 4)
        yield* check
      }))

    it.effect("release what their order has reserved elsewhere, piece for piece", () =>
      Effect.gen(function*() {
        const { check, figures, left, report, reserve } = yield* open()
        yield* reserve("SO-1", { sku: "A", quantity: 3 }, { sku: "A", warehouseName: "Two", quantity: 2 }, { sku: "B", quantity: 1 })
        yield* report("SO-1", { trackingNumber: "T-1", lines: a(1) })
        assert.deepStrictEqual([yield* figures("1", "A"), yield* figures("2", "A")], [{ total: 9, reserved_order: 2 }, { total: 10, reserved_order: 2 }])
        yield* report("SO-1", { trackingNumber: "T-1", lines: a(4) })
        assert.deepStrictEqual([yield* left, yield* figures("1", "A"), yield* figures("2", "A")], [4, { total: 6 }, { total: 10, reserved_order: 1 }])
        assert.deepStrictEqual(yield* figures("1", "B"), { total: 3, reserved_order: 1 }, "another parcel may have it")
        yield* report("SO-1", { warehouseCode: "W-2", trackingNumber: "T-2", lines: a(5) })
        assert.deepStrictEqual(yield* figures("2", "A"), { total: 9 })
        yield* check
      }))

    it.effect("release what is left of a reservation once the order has arrived, and not before", () =>
      Effect.gen(function*() {
        const { check, figures, report, reserve, rows } = yield* open()
        yield* reserve("SO-1", { sku: "A", quantity: 5 }, { sku: "B", quantity: 2 })
        yield* report("SO-1", { trackingNumber: "T-1", lines: a(3) })
        assert.deepStrictEqual(yield* figures("1", "A"), { total: 7, reserved_order: 2 })
        yield* report("SO-1", { trackingNumber: "T-1", lines: a(3), phase: "delivered" })
        assert.deepStrictEqual([yield* figures("1", "A"), yield* figures("1", "B"), yield* rows("reservation")], [{ total: 7 }, { total: 3 }, []])
        yield* check
      }))

    it.effect("are never more than the order had reserved, and what is reported beyond that is kept for a person", () =>
      Effect.gen(function*() {
        const { check, left, report, reserve, rows } = yield* open()
        const parcel = (trackingNumber: string, quantity: number) => ({ trackingNumber, parcels: [{ trackingNumber, lines: a(quantity) }] })
        yield* reserve("SO-1", { sku: "A", quantity: 5 })
        yield* report("SO-1", parcel("T-1", 3))
        for (const quantity of [4, 4]) yield* report("SO-1", parcel("T-2", quantity))
        assert.strictEqual(yield* left, 5)
        yield* report("SO-1", { ...parcel("T-3", 1), lines: [{ sku: "B", quantity: 1 }] })
        assert.strictEqual(yield* left, 5)
        assert.deepStrictEqual(
          (yield* rows("document", "number")).map(({ content, number }) => [number, JSON.parse(String(content)).surplus]),
          [["SO-1 T-2 surplus 2 A", { A: 2 }], ["SO-1 T-3 surplus 1 A", { A: 1 }], ["SO-1 T-3 surplus 1 B", { B: 1 }]]
        )
        yield* report("SO-1", { phase: "failed", status: "LOST" })
        yield* report("SO-1", { trackingNumber: "T-4", lines: a(1) })
        assert.strictEqual(yield* left, 6, "a new order with the number")
        yield* check
      }))

    it.effect("are everything that is still reserved when a parcel is told without contents", () =>
      Effect.gen(function*() {
        const { check, figures, left, report, reserve } = yield* open()
        yield* reserve("SO-1", { sku: "A", quantity: 3 }, { sku: "B", quantity: 1 })
        yield* report("SO-1", { phase: "open", trackingNumber: "T-1", lines: a(1), ...at })
        yield* report("SO-1", { trackingNumber: "T-1" })
        assert.strictEqual(yield* left, 1)
        for (const trackingNumber of ["T-2", "T-2", "T-3"]) yield* report("SO-1", { trackingNumber })
        assert.deepStrictEqual([yield* left, yield* figures("1", "B")], [3, { total: 2 }])
        yield* reserve("SO-2", { sku: "A", quantity: 3 })
        yield* report("SO-2", { phase: "open", lines: a(2), ...at })
        yield* report("SO-2", { trackingNumber: "T-1" })
        assert.strictEqual(yield* left, 5, "the number may be that of the two pieces")
        yield* check
      }))

    it.effect("of an order that was declared void are those that it had reserved, whatever is reported of them", () =>
      Effect.gen(function*() {
        const { check, figures, left, report, reserve, rows } = yield* open()
        const end = { phase: "cancelled", status: "CANCELLED" } as const
        const wanted = [{ sku: "A", quantity: 3 }, { sku: "B", quantity: 1 }]
        yield* reserve("SO-1", ...wanted)
        for (let times = 0; times < 2; times++) yield* report("SO-1", end)
        yield* report("SO-1", { trackingNumber: "T-1" })
        yield* report("SO-1", { trackingNumber: "T-2" })
        assert.deepStrictEqual([yield* left, yield* figures("1", "B")], [3, { total: 2 }])
        yield* reserve("SO-2", ...wanted)
        yield* reserve("SO-2")
        yield* report("SO-2", end)
        for (const trackingNumber of ["T-1", "T-1x"]) {
          const lines = [...a(3), { sku: "B", quantity: 1 }]
          yield* report("SO-2", { trackingNumber, lines, parcels: [{ trackingNumber, lines }] })
        }
        assert.deepStrictEqual([yield* left, yield* figures("1", "B")], [6, { total: 1 }])
        assert.deepStrictEqual((yield* rows("document", "number")).map(({ number }) => number), ["SO-2 T-1x surplus 1 B", "SO-2 T-1x surplus 3 A"])
        yield* check
      }))

    it.effect("are kept as one discrepancy for each report of which the books lack something", () =>
      Effect.gen(function*() {
        const { check, report, rows } = yield* open()
        yield* report("SO-1", { trackingNumber: "T-1", lines: a(12) })
        yield* report("SO-1", { trackingNumber: "T-1", lines: a(13) })
        yield* report("SO-1", { trackingNumber: "T-1", lines: a(13) })
        assert.deepStrictEqual((yield* rows("document", "created_at, number")).map(({ content }) => JSON.parse(String(content)).lacking), [{ A: 2 }, { A: 1 }])
        yield* check
      }))
  })
}
