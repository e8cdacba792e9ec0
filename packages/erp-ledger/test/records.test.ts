/**
 * Records that are entered by hand.
 */
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import { open as openBooks, reasonOf } from "./books.ts"
import { postgres, sqlite } from "./storages.ts"

/** Books with 10 pieces of A for 2 CNY and 20 of B for 1 USD, in the first warehouse. */
const open = Effect.fnUntraced(function*() {
  yield* TestClock.setTime(Date.UTC(2026, 1, 1))
  const books = yield* openBooks({ baseCurrency: "EUR" })
  const one = yield* books.submit({ lines: [{ sku: "A", expected: 10, purchasePrice: "2" }] })
  const two = yield* books.submit({ purchaseCurrency: "USD", lines: [{ sku: "B", expected: 20, purchasePrice: "1" }] })
  yield* books.receive(one.asnNumber, "B-1", [{ sku: "A", received: 10 }])
  yield* books.receive(two.asnNumber, "B-2", [{ sku: "B", received: 20 }])
  const priceOf = (batchNo: string, sku: string) =>
    Effect.map(books.rows("batch"), (rows) => {
      const row = rows.find((each) => each.batch_no === batchNo && each.sku === sku)
      return row === undefined ? undefined : [row.purchase_price === null ? null : Number(row.purchase_price), row.purchase_currency]
    })
  return { ...books, asnNumber: one.asnNumber, priceOf }
})

const createdAt = "2026-01-01T00:00:00.000Z"

for (const [name, database] of [["SQLite", sqlite], ["PostgreSQL", postgres]] as const) {
  layer(database, { timeout: 60_000 })(`records on ${name}`, (it) => {
    it.effect("are booked at times that never go back, although the clock of a node was put back", () =>
      Effect.gen(function*() {
        const { enter, rows } = yield* openBooks()
        for (const [at, time] of [5000, 3000, 4000, 6000].entries()) {
          yield* TestClock.setTime(time)
          yield* enter({ kind: "stockCorrection", id: `K-${at}`, warehouseName: "One", sku: "A", change: "1", reason: "count" })
        }
        assert.deepStrictEqual(
          (yield* rows("entry", "at, id")).map(({ at, document }) => [Number(at), document]),
          [[5000, "K-0"], [5000, "K-1"], [5000, "K-2"], [6000, "K-3"]]
        )
      }))

    it.effect("enters what books no goods once, and replaces it", () =>
      Effect.gen(function*() {
        const { enter, rows } = yield* open()
        const records = [
          { kind: "product", sku: "D", name: "Product D" },
          { kind: "combination", sku: "SET", parts: [{ sku: "A", quantity: 1 }, { sku: "D", quantity: 2 }] },
          { kind: "warehouseGroup", id: "7", name: "Europe", warehouseNames: ["One", "Two"] },
          { kind: "exchangeRate", currency: "USD", rate: "0.9" }
        ] as const
        assert.deepStrictEqual(yield* enter(...records), { entered: 4, repeated: 0 })
        assert.deepStrictEqual(yield* enter(...records), { entered: 0, repeated: 4 })
        assert.deepStrictEqual(yield* enter({ ...records[3], rate: "0.8" }, records[0]), { entered: 1, repeated: 1 })
        assert.deepStrictEqual((yield* rows("document", "kind")).map(({ kind, number }) => [kind, number]), [["combination", "SET"], ["group", "7"], ["rate", "USD"]])
      }))

    it.effect("gives a product that is entered an empty balance in each warehouse (E-588)", () =>
      Effect.gen(function*() {
        const { enter, rows } = yield* open()
        yield* enter({ kind: "product", sku: "NEW", name: "New" })
        const balances = (yield* rows("balance")).filter(({ sku }) => sku === "NEW")
        assert.deepStrictEqual(balances.map(({ total, warehouse }) => [warehouse, Number(total)]).toSorted(), [["1", 0], ["2", 0], ["3", 0]])
      }))

    it.effect("refuses a wrong record by its path, and enters none of the others", () =>
      Effect.gen(function*() {
        const { enter, figures, rows } = yield* open()
        const good = { kind: "stockCorrection", id: "c", warehouseName: "One", sku: "A", change: "1", reason: "found" } as const
        for (
          const [wrong, path] of [
            [{ kind: "combination", sku: "SET", parts: [{ sku: "A", quantity: 1 }, { sku: "X", quantity: 1 }] }, "/parts/1/sku"],
            [{ kind: "warehouseGroup", id: "7", name: "Europe", warehouseNames: ["One", "None"] }, "/warehouseNames/1"],
            [{ ...good, id: "d", warehouseName: "None" }, "/warehouseName"],
            [{ ...good, id: "d", sku: "X" }, "/sku"],
            [{ ...good, id: "d", change: "0.5" }, "/change"],
            [{ ...good, id: "d", change: "-12" }, "/change"],
            [{ ...good, id: "d", purchasePrice: "-1" }, "/purchasePrice"],
            [{ kind: "transferShipped", transferNumber: "none" }, "/transferNumber"],
            [{ kind: "transferReceived", id: "r", transferNumber: "none", lines: [{ sku: "A", received: 1 }] }, "/transferNumber"]
          ] as const
        ) {
          assert.strictEqual(yield* reasonOf(enter(good, wrong)), `RequestInvalid /records/1${path}`)
        }
        assert.deepStrictEqual(yield* figures("1", "A"), { total: 10 })
        assert.deepStrictEqual(yield* rows("document"), [])
      }))

    it.effect("corrects stock once: goods that are found cost what they are said to, and the oldest are missing", () =>
      Effect.gen(function*() {
        const { check, enter, figures, rows } = yield* open()
        const at = { kind: "stockCorrection", warehouseName: "One", sku: "A", reason: "count", operator: "Ann" } as const
        yield* enter(
          { ...at, id: "1", change: "5", purchasePrice: "3", purchaseCurrency: "CNY" },
          { ...at, id: "2", change: "2", isUnavailable: true, batchNo: "B-1", locationCode: "SYS DAMAGED" },
          { ...at, id: "1", change: "5" }
        )
        yield* enter({ ...at, id: "3", change: "-11" }, { ...at, id: "4", change: "-1", isUnavailable: true, locationCode: "SYS DAMAGED" })
        assert.deepStrictEqual(yield* figures("1", "A"), { total: 5, unavailable: 1 })
        assert.deepStrictEqual((yield* rows("balance_value", "sku")).map(({ sku, total_cost }) => [sku, Number(total_cost)]), [["A", 14], ["B", 20]])
        assert.deepStrictEqual((yield* rows("entry", "id")).filter(({ type }) => type === "ADJUST").map(({ operator }) => operator), Array(5).fill("Ann"))
        yield* check
      }))

    it.effect("books an assembly once: the product costs what its parts did", () =>
      Effect.gen(function*() {
        const { check, enter, figures, priceOf } = yield* open()
        const order = {
          kind: "assembly",
          assemblyNumber: "AS-1",
          warehouseName: "One",
          status: "DONE",
          createdAt,
          lines: [{ sku: "C", status: "DONE", expected: "3", assembled: "3", parts: [{ sku: "A", expected: "3", used: "4" }, { sku: "B", expected: "6", used: "6" }] }]
        } as const
        // Costs in two currencies make no price without rates to the base currency.
        yield* enter({ kind: "exchangeRate", currency: "USD", rate: "0.5" })
        assert.include(String(yield* Effect.flip(enter(order))), "\"CNY\" has no exchange rate")
        assert.strictEqual(yield* reasonOf(enter(order)), "RequestInvalid /records/0/lines/0")
        yield* enter({ kind: "exchangeRate", currency: "CNY", rate: "0.1" })
        assert.deepStrictEqual(yield* enter(order, order), { entered: 1, repeated: 1 })
        assert.deepStrictEqual(yield* Effect.forEach(["A", "B", "C"], (sku) => figures("1", sku)), [{ total: 6 }, { total: 14 }, { total: 3 }])
        assert.deepStrictEqual(yield* priceOf("AS-1", "C"), [1.2667, "EUR"])
        yield* enter({ ...order, assemblyNumber: "AS-2" })
        const onlyA = { ...order.lines[0], parts: [{ sku: "A", expected: "1", used: "1" }] }
        yield* enter({ ...order, assemblyNumber: "AS-3", lines: [onlyA, onlyA] })
        assert.deepStrictEqual(yield* priceOf("AS-3", "C"), [0.6667, "CNY"])
        assert.deepStrictEqual(yield* priceOf("AS-3-2", "C"), [0.6667, "CNY"])
        assert.strictEqual(yield* reasonOf(enter({ ...order, assemblyNumber: "AS-4" })), "RequestInvalid /records/0/lines/0/parts/0/used")
        yield* check
      }))

    it.effect("books a split once: the parts cost their prices and their shares of the fee (E-305, E-315)", () =>
      Effect.gen(function*() {
        const { check, enter, figures, priceOf, rows } = yield* open()
        const order = {
          kind: "split",
          splitNumber: "SP-1",
          warehouseName: "One",
          status: "FINISH",
          createdAt,
          lines: [{
            sku: "A",
            imageUrl: "https://images.example/a.png",
            expected: "2",
            split: "2",
            fee: "1.5",
            parts: [{ sku: "B", received: "2", purchasePrice: "0.7" }, { sku: "C", received: "4" }]
          }]
        } as const
        assert.deepStrictEqual(yield* enter(order, order), { entered: 1, repeated: 1 })
        assert.deepStrictEqual(yield* Effect.forEach(["A", "B", "C"], (sku) => figures("1", sku)), [{ total: 8 }, { total: 22 }, { total: 4 }])
        assert.deepStrictEqual([yield* priceOf("SP-1", "B"), yield* priceOf("SP-1", "C")], [[0.95, "CNY"], [0.9167, "CNY"]])
        const [kept] = yield* rows("document")
        const [line] = JSON.parse(String(kept?.content)).lines
        assert.deepStrictEqual([line.name, ...line.parts.map(({ id, name }: Record<"id" | "name", string>) => [id, name])], ["Product A", ["1", "Product B"], ["2", "Product C"]])
        assert.deepStrictEqual([Number(line.cost), ...line.parts.map((part: { cost: string }) => Number(part.cost))], [5.5668, 1.9, 3.6668])
        yield* check
      }))

    it.effect("refuses a record that lists of document 3 could not tell, by what it lacks", () =>
      Effect.gen(function*() {
        const { enter, rows } = yield* open()
        const told = ["excess", "coverageDays", "coverageDaysInWarehouse", "soldPerDay", "sold7Days", "sold15Days", "sold30Days", "sold60Days", "sold90Days"]
        const aged = ["aged0To30", "aged31To60", "aged61To90", "aged91To120", "aged121To180", "agedOver180"]
        const stock = {
          kind: "marketplaceStock", warehouseCode: "WHS-1", itemId: "I-1", imageUrl: "https://images.example/lamp.png", shopName: "Shop", shopItems: [], matchStatus: "NORMAL",
          level: 1, sku: "A", inTransit: "0", sellable: "1", reserved: "0", unsellable: "0", ...Object.fromEntries([...told, ...aged].map((name) => [name, "0"]))
        } as const
        const without = (name: string) => Object.fromEntries(Object.entries(stock).filter(([member]) => member !== name)) as typeof stock
        for (const member of ["imageUrl", "shopName", "level", ...told, ...aged]) {
          assert.strictEqual(yield* reasonOf(enter(without(member))), `RequestInvalid /records/0/${member}`)
        }
        assert.strictEqual(yield* reasonOf(enter(without("sku"))), "RequestInvalid /records/0/itemName")
        const line = { sku: "A", expected: "1", split: "1", imageUrl: "https://images.example/a.png", parts: [{ sku: "B", received: "1" }] }
        const order = { kind: "split", splitNumber: "SP-1", warehouseName: "One", status: "FINISH", createdAt } as const
        const { imageUrl: _, ...plain } = line
        for (
          const [wrong, path] of [
            [{ ...order, lines: [line, plain] }, "/lines/1/imageUrl"],
            [{ ...order, lines: [{ ...line, parts: [{ ...line.parts[0]!, id: "P-1" }] }] }, "/lines/0/parts/0/id"],
            [{ ...order, lines: [line], workers: [{ name: "Ann" }] }, "/workers/0/userId"],
            [{ ...order, lines: [line], workers: [{ name: "Ann", userId: "7" }] }, "/workers/0/userName"]
          ] as const
        ) assert.strictEqual(yield* reasonOf(enter(wrong)), `RequestInvalid /records/0${path}`)
        assert.deepStrictEqual(yield* rows("document"), [])
        yield* enter(stock, { kind: "product", sku: "A", name: "A", imageUrl: "https://images.example/a.png" }, { ...order, lines: [plain] })
        assert.deepStrictEqual((yield* rows("document", "kind")).map(({ content }) => JSON.parse(String(content)).itemName), ["A", undefined])
      }))

    it.effect("books how far a transfer is, each step once", () =>
      Effect.gen(function*() {
        const { asnNumber, check, enter, figures, transfer } = yield* open()
        const transferNumber = yield* transfer([{ sku: "A", quantity: 4, asnNumber }])
        const arrival = { kind: "transferReceived", id: "r-1", transferNumber, lines: [{ sku: "A", received: 3 }] } as const
        assert.strictEqual(yield* reasonOf(enter(arrival)), "RequestInvalid /records/0/transferNumber")
        const left = { kind: "transferShipped", transferNumber, trackingNumber: "T" } as const
        assert.deepStrictEqual(yield* enter(left, left, arrival, arrival), { entered: 2, repeated: 2 })
        assert.deepStrictEqual([yield* figures("1", "A"), yield* figures("2", "A")], [{ total: 6 }, { total: 3, transit_transfer: 1 }])
        assert.strictEqual(
          yield* reasonOf(enter({ ...arrival, id: "r-2", lines: [{ sku: "A", received: 1 }, { sku: "A", received: 1 }] })),
          "RequestInvalid /records/0/lines/1/received"
        )
        yield* enter({ ...arrival, id: "r-2", lines: [{ sku: "A", received: 1 }] })
        assert.deepStrictEqual(yield* figures("2", "A"), { total: 4 })
        yield* check
      }))
  })
}
