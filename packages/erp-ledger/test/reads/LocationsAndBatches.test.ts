/** Stock by storage location, and by batch. */
import { type BooksV1, type ErpStock } from "@crossdock/books"
import { Decimal } from "@crossdock/core"
import { assert } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import { at, day, noon, onBothDatabases, open, pagesOf, type Row } from "./support.ts"

const cell = (sku: string, location: string, batch: string, on_hand: number, more: Row = {}): Row =>
  ({ warehouse: "1", sku, location, batch_no: batch, on_hand, unavailable: 0, reserved: 0, stocked_at: noon, ...more })

const figure = (value: Decimal.Decimal | undefined) => value && Decimal.toText(value)

onBothDatabases("listStorageLocationStock", (it) => {
  const told = (stock: ErpStock.StorageLocationStock) => [stock.warehouseName, stock.sku, stock.locationCode, figure(stock.total), figure(stock.available)]

  it.effect("adds up what is at a location, whichever batches it came with", () =>
    Effect.gen(function*() {
      const { add, listStorageLocationStock } = yield* open()
      yield* add("product", { sku: "A", name: "Lamp" })
      yield* add(
        "cell",
        cell("A", "SYS LOC", "R-1", 10, { reserved: 3 }),
        cell("A", "SYS LOC", "R-2", 5, { unavailable: 1 }),
        cell("A", "B-02", "R-2", 1),
        cell("A", "B-03", "R-2", 0),
        cell("B", "SYS LOC", "R-1", 7),
        cell("C", "SYS LOC", "R-1", 9),
        { ...cell("A", "SYS LOC", "R-3", 4), warehouse: "2" }
      )
      const asked = { skus: ["A", "B"], warehouseNames: ["One", "Two"], limit: 10 } as const
      const found = yield* listStorageLocationStock(asked)
      assert.deepStrictEqual(found.items.map(told), [["One", "A", "B-02", "1", "1"], ["One", "A", "SYS LOC", "15", "11"], ["One", "B", "SYS LOC", "7", "7"], ["Two", "A", "SYS LOC", "4", "4"]])
      assert.deepStrictEqual(found.items.map(({ name, warehouseCode, warehouseId }) => [name, warehouseCode, warehouseId])[0], ["Lamp", "W-1", "1"])
      const pages = yield* pagesOf((cursor) => listStorageLocationStock({ ...asked, limit: 3, ...(cursor !== undefined && { cursor }) }))
      assert.deepStrictEqual(pages.map(({ items, total }) => [items.length, total]), [[3, 4], [1, 4]])
      assert.deepStrictEqual((yield* listStorageLocationStock({ ...asked, locationCode: "B-02" })).items.map(told), [["One", "A", "B-02", "1", "1"]])
    }))

  it.effect.each([[undefined, false], [false, false], [true, true]] as const)("shows locations without stock when withEmpty is %s: %s (E-692)", ([withEmpty, isShown]) =>
    Effect.gen(function*() {
      const { add, listStorageLocationStock } = yield* open()
      yield* add("cell", cell("A", "SYS LOC", "R-1", 0))
      const { items, total } = yield* listStorageLocationStock({ skus: ["A"], warehouseNames: ["One"], limit: 10, ...(withEmpty !== undefined && { withEmpty }) })
      assert.deepStrictEqual([items.length, total], isShown ? [1, 1] : [0, 0])
    }))
})

onBothDatabases("listBatchStock", (it) => {
  const batchNos = ({ items }: { readonly items: ReadonlyArray<ErpStock.BatchStock> }) => items.map(({ batchNo }) => batchNo)

  it.effect("tells the age of goods and what keeping them cost, in the base currency (E-342)", () =>
    Effect.gen(function*() {
      yield* TestClock.setTime(noon + 30 * day + day / 2)
      const { add, listBatchStock } = yield* open({ holdingCostPerPieceDay: "0.005" })
      yield* add("batch", { batch_no: "R-1", sku: "A", received_at: noon, business_number: "PO-1", custom_number: "C-1" })
      yield* add("cell", cell("A", "SYS LOC", "R-1", 10, { unavailable: 1, reserved: 3 }), cell("A", "SYS LOC", "R-2", 1, { stocked_at: noon + 60 * day }))
      const { items: [stock, fresh] } = yield* listBatchStock({ limit: 10 })
      assert.deepStrictEqual(
        [stock?.batchNo, stock?.businessNumber, stock?.customNumber, stock?.warehouseName, stock?.locationCode, stock?.currency, stock?.stockedAt && DateTime.toEpochMillis(stock.stockedAt)],
        ["R-1", "PO-1", "C-1", "One", "SYS LOC", "CNY", noon]
      )
      assert.deepStrictEqual([stock?.total, stock?.reserved, stock?.available, stock?.ageInDays, stock?.holdingCost].map(figure), ["10", "3", "6", "30", "1.500"])
      assert.deepStrictEqual([fresh?.ageInDays, fresh?.holdingCost].map(figure), ["0", "0"])
    }))

  it.effect.each<readonly [string, Partial<typeof BooksV1.ListBatchStock.payload.Type>, ReadonlyArray<string>]>([
    ["nothing", {}, ["R-1", "R-2", "R-3", "R-4"]],
    ["the receiving batch (E-704)", { number: "R-2" }, ["R-2"]],
    ["the inbound number (E-705)", { number: "ASN-1" }, ["R-1"]],
    ["the business order number (E-706)", { number: "PO-3" }, ["R-3"]],
    ["the reference number (E-707)", { number: "C-4" }, ["R-4"]],
    ["SKUs (E-696)", { skus: ["B", "C"] }, ["R-2", "R-3"]],
    ["a warehouse (E-699)", { warehouseName: "Two" }, ["R-4"]],
    ["a storage location (E-702)", { locationCode: "B-02" }, ["R-3"]],
    ["when it was received, both ends included (E-708 E-709)", { receivedFrom: at(noon + 2), receivedTo: at(noon + 3) }, ["R-2", "R-3"]],
    ["having been received since (E-708)", { receivedFrom: at(noon + 3) }, ["R-3", "R-4"]],
    ["stock, or none (E-713)", { withEmpty: true }, ["R-1", "R-0", "R-2", "R-3", "R-4"]],
    ["stock (E-714 E-715)", { withEmpty: false }, ["R-1", "R-2", "R-3", "R-4"]]
  ])("selects by %s", ([, asked, expected]) =>
    Effect.gen(function*() {
      const { add, listBatchStock } = yield* open()
      const batch = (number: number, sku: string, more: Row = {}): Row => ({ batch_no: `R-${number}`, sku, received_at: noon + number, ...more })
      yield* add("batch", batch(0, "B"), batch(1, "A", { asn_number: "ASN-1" }), batch(2, "B"), batch(3, "C", { business_number: "PO-3" }), batch(4, "A", { custom_number: "C-4" }))
      yield* add(
        "cell",
        cell("A", "SYS LOC", "R-1", 1),
        cell("B", "SYS LOC", "R-0", 0),
        cell("B", "SYS LOC", "R-2", 1),
        cell("C", "B-02", "R-3", 1),
        { ...cell("A", "SYS LOC", "R-4", 1), warehouse: "2" }
      )
      assert.deepStrictEqual(batchNos(yield* listBatchStock({ limit: 10, ...asked })), [...expected])
      const pages = yield* pagesOf((cursor) => listBatchStock({ limit: 3, ...asked, ...(cursor !== undefined && { cursor }) }))
      assert.deepStrictEqual(pages.flatMap(batchNos), [...expected])
    }))
})
