/** The entries of the books. */
import { type BooksV1, type ErpStock } from "@crossdock/books"
import { Decimal } from "@crossdock/core"
import { assert } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { at, noon, onBothDatabases, open, pagesOf, type Row } from "./support.ts"

const entry = {
  posting: "p", at: noon, type: "INBOUND", subtype: "ASN_RECEIVE", record_type: "INCREASE", document: "ASN-1", warehouse: "1", sku: "A", location: "SYS LOC",
  batch_no: "R-1", operator: "someone", cause: "", in_transit_before: 0, in_transit_change: 0, before: 0, change: 0
} as const

const told = (movement: ErpStock.StockMovement) => Object.fromEntries(Object.entries(movement).map(([name, value]) =>
  [name, typeof value === "string" ? value : "scale" in value ? Decimal.toText(value) : DateTime.toEpochMillis(value)]))

const documents = ({ items }: { readonly items: ReadonlyArray<ErpStock.StockMovement> }) => items.map(({ documentNumber }) => documentNumber)

onBothDatabases("listStockMovements", (it) => {
  it.effect("tells before, change and after, in the building and in transit (E-202 E-203)", () =>
    Effect.gen(function*() {
      const { add, listStockMovements } = yield* open()
      yield* add("entry", { ...entry, in_transit_before: 10, in_transit_change: -4, before: 3, change: 4, unit_cost: "1.5", currency: "CNY" })
      yield* add("entry", { ...entry, location: "", batch_no: "", subtype: "", in_transit_before: 6, in_transit_change: 5, before: 7, unit_cost: "1", currency: "USD" })
      const { items: [received, ordered], total } = yield* listStockMovements({ from: at(noon), to: at(noon), limit: 10 })
      assert.strictEqual(total, 2)
      const { id, ...members } = told(received!)
      assert.match(String(id), /^\d+$/)
      assert.deepStrictEqual(members, {
        sku: "A", warehouseName: "One", warehouseId: "1", locationCode: "SYS LOC", type: "INBOUND", subtype: "ASN_RECEIVE", documentNumber: "ASN-1",
        inTransitBefore: "10", inTransitChange: "-4", inTransitAfter: "6", before: "3", change: "4", after: "7", batchNo: "R-1", operator: "someone", at: noon, cost: "1.5"
      })
      const { cost, inTransitAfter, locationCode, subtype } = told(ordered!)
      assert.deepStrictEqual([cost, inTransitAfter, locationCode, subtype], [undefined, "11", "SYS LOC", undefined])
    }))

  it.effect("gives each entry an id that it keeps and that no other entry has (E-211)", () =>
    Effect.gen(function*() {
      const { add, listStockMovements } = yield* open()
      const window = { from: at(noon), to: at(noon + 10) }
      yield* add("entry", ...Array.from({ length: 5 }, (_, index) => ({ ...entry, at: noon + index, document: `D-${index}` })))
      const before = yield* listStockMovements({ ...window, limit: 10 })
      yield* add("entry", { ...entry, at: noon + 5, document: "D-5" })
      const pages = yield* pagesOf((cursor) => listStockMovements({ ...window, limit: 2, ...(cursor !== undefined && { cursor }) }))
      const found = pages.flatMap(({ items }) => items)
      assert.deepStrictEqual(found.map(({ documentNumber }) => documentNumber), [0, 1, 2, 3, 4, 5].map((index) => `D-${index}`))
      assert.strictEqual(new Set(found.map(({ id }) => id)).size, 6)
      assert.deepStrictEqual(before.items.map(({ id }) => id), found.slice(0, 5).map(({ id }) => id))
      assert.deepStrictEqual(pages.map(({ total }) => total), [6, 6, 6])
    }))

  const rows: ReadonlyArray<Row> = [
    { ...entry, document: "D-0", at: noon - 1, change: 1 },
    { ...entry, document: "D-1", change: 1 },
    { ...entry, document: "D-2", at: noon + 5, warehouse: "2", location: "B-02", type: "TRANSFER", subtype: "T_OUT", record_type: "DECREASE", change: -1 },
    { ...entry, document: "D-3", at: noon + 9, sku: "B", type: "FIRST_LEG", subtype: "I_PLAN", in_transit_change: 3 },
    { ...entry, document: "D-4", at: noon + 10, record_type: "MODIFY", subtype: "ORDER" },
    { ...entry, document: "D-5", at: noon + 11, change: 1 }
  ]

  it.effect.each<readonly [string, Partial<typeof BooksV1.ListStockMovements.payload.Type>, ReadonlyArray<string>]>([
    ["a window whose ends belong to it (E-596 E-597)", {}, ["D-1", "D-2", "D-3", "D-4"]],
    ["a warehouse", { warehouseName: "Two" }, ["D-2"]],
    ["a storage location (E-600)", { locationCode: "B-02" }, ["D-2"]],
    ["a class (E-601)", { type: "INBOUND" }, ["D-1", "D-4"]],
    ["finer classes (E-605)", { subtypes: ["T_OUT", "I_PLAN"] }, ["D-2", "D-3"]],
    ["kinds of entries (E-606)", { recordTypes: ["DECREASE", "MODIFY"] }, ["D-2", "D-4"]],
    ["a document (E-602)", { documentNumber: "D-3" }, ["D-3"]],
    ["a SKU (E-603)", { sku: "B" }, ["D-3"]],
    ["goods in transit (E-604)", { of: "inTransit" }, ["D-3"]],
    ["goods in the building (E-604)", { of: "inStock" }, ["D-1", "D-2", "D-4"]],
    ["several conditions, of which all hold", { type: "INBOUND", recordTypes: ["MODIFY"] }, ["D-4"]]
  ])("selects by %s", ([, asked, expected]) =>
    Effect.gen(function*() {
      const { add, listStockMovements } = yield* open()
      yield* add("entry", ...rows)
      assert.deepStrictEqual(documents(yield* listStockMovements({ from: at(noon), to: at(noon + 10), limit: 10, ...asked })), [...expected])
    }))

  it.effect("refuses a warehouse that the books do not have, and sees no other books", () =>
    Effect.gen(function*() {
      const one = yield* open()
      const other = yield* open()
      yield* other.add("entry", entry)
      assert.deepStrictEqual(yield* one.listStockMovements({ from: at(0), to: at(noon), limit: 10 }), { items: [], total: 0 })
      const refused = yield* Effect.flip(one.listStockMovements({ from: at(0), to: at(noon), limit: 10, warehouseName: "Four" }))
      assert.strictEqual(refused._tag === "Rejected" && refused.fault.code, "WAREHOUSE_NOT_EXIST")
    }))
})
