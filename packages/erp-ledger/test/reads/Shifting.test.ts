/**
 * Lists that change while their pages are read: a record that was there all the time is on exactly one page, whatever comes and goes before it
 * (F9, suspicion (g)).
 */
import { assert } from "@effect/vitest"
import type { SqlStorage } from "@crossdock/core"
import * as Effect from "effect/Effect"
import { at, balances, noon, onBothDatabases, open, type Row } from "./support.ts"

type Opened = Effect.Success<ReturnType<typeof open>>

/** A page of a list by its cursor, as the names of its records. */
type Names = (books: Opened, page: { readonly limit: number; readonly cursor?: string }) => Effect.Effect<{ readonly names: ReadonlyArray<string>; readonly nextCursor: string | undefined }, unknown, SqlStorage.SqlStorage>

interface Case {
  readonly list: string
  readonly fill: (books: Opened, letter: string) => Effect.Effect<unknown, unknown>
  /** Takes a record out of the list, or lets it come back. */
  readonly change: readonly [out: string, back: string]
  readonly read: Names
}

const letters = [..."ABCDEFGH"]
const window = { from: at(noon), to: at(noon + 1000) }
const atNoon = { receivedFrom: at(noon), receivedTo: at(noon + 1000) }
const created = { createdFrom: at(noon), createdTo: at(noon + 1000) }

const named = <Item>(items: (books: Opened, page: { readonly limit: number; readonly cursor?: string }) => Effect.Effect<{ readonly items: ReadonlyArray<Item>; readonly nextCursor?: string }, unknown>, nameOf: (item: Item) => string | undefined): Names =>
  (books, page) => Effect.map(items(books, page), (found) => ({ names: found.items.map((item) => nameOf(item) ?? ""), nextCursor: found.nextCursor }))

const document = (kind: string) => (books: Opened, letter: string) =>
  books.add("document", { kind, number: letter, warehouse: "1", status: "NEW", created_at: noon, content: JSON.stringify({ assemblyNumber: letter, splitNumber: letter, warehouseName: "One", status: "NEW", createdAt: new Date(noon).toISOString(), lines: [] }) })

const moved = (table: string, column: string, name: string): Case["change"] => [
  `UPDATE ${table} SET ${column} = 0 WHERE books = $1 AND ${name} = $2`,
  `UPDATE ${table} SET ${column} = ${noon} WHERE books = $1 AND ${name} = $2`
]

const cell = (books: Opened, letter: string) => books.add("cell", { warehouse: "1", sku: letter, location: "L", batch_no: "B-1", on_hand: 1, stocked_at: noon })
const filled = (table: string, column: string): Case["change"] => [`UPDATE ${table} SET ${column} = 0 WHERE books = $1 AND sku = $2`, `UPDATE ${table} SET ${column} = 1 WHERE books = $1 AND sku = $2`]

const cases = (tables: Opened["session"]["tables"]): ReadonlyArray<Case> => [
  {
    list: "listStockBalances",
    fill: (books, letter) => books.add("balance", ...balances("1", { sku: letter, total: 1 }).map((row): Row => ({ ...row, position: letters.indexOf(letter) }))),
    change: filled(tables.balance, "total"),
    read: named((books, page) => books.listStockBalances({ warehouseNames: ["One", "Two"], ...page }), ({ sku }) => sku)
  },
  {
    list: "listStorageLocationStock",
    fill: cell,
    change: filled(tables.cell, "on_hand"),
    read: named((books, page) => books.listStorageLocationStock({ warehouseNames: ["One"], skus: letters as never, ...page }), ({ sku }) => sku)
  },
  { list: "listBatchStock", fill: cell, change: filled(tables.cell, "on_hand"), read: named((books, page) => books.listBatchStock(page), ({ sku }) => sku) },
  {
    list: "listInboundOrders",
    fill: (books, letter) => books.add("inbound_order", { asn_number: letter, sequence: letters.indexOf(letter), warehouse: "1", type: "T", status: "NEW", phase: "announced", sent: "", content: "{\"purchaseCurrency\":\"CNY\"}", created_at: noon, updated_at: noon }),
    change: moved(tables.inbound_order, "updated_at", "asn_number"),
    read: named((books, page) => books.listInboundOrders({ time: { of: "updated", ...window }, ...page }), ({ asnNumber }) => asnNumber)
  },
  {
    list: "listTransferOrders",
    fill: (books, letter) => books.add("transfer_order", { transfer_number: letter, sequence: letters.indexOf(letter), type: "AVAILABLE", status: "NEW", warehouse: "1", to_warehouse: "2", content: "{\"carrierName\":\"Truck\"}", created_at: noon, updated_at: noon }),
    change: moved(tables.transfer_order, "created_at", "transfer_number"),
    read: named((books, page) => books.listTransferOrders({ ...created, ...page }), ({ transferNumber }) => transferNumber)
  },
  {
    list: "listReceivedBatches",
    fill: (books, letter) => books.add("received_batch", { batch_no: letter, asn_number: letter, warehouse: "1", type: "T", received_at: noon }),
    change: moved(tables.received_batch, "received_at", "batch_no"),
    read: named((books, page) => books.listReceivedBatches({ ...atNoon, ...page }), ({ batchNo }) => batchNo)
  },
  {
    list: "listAssemblyOrders",
    fill: document("assembly"),
    change: moved(tables.document, "created_at", "number"),
    read: named((books, page) => books.listAssemblyOrders({ ...created, ...page }), ({ assemblyNumber }) => assemblyNumber)
  },
  {
    list: "listStockMovements",
    fill: (books, letter) => books.add("entry", { posting: letter, at: noon, type: "T", subtype: "S", record_type: "", document: letter, warehouse: "1", sku: letter, location: "L", batch_no: "", operator: "", cause: "", change: 1 }),
    change: moved(tables.entry, "at", "sku"),
    read: named((books, page) => books.listStockMovements({ ...window, ...page }), ({ sku }) => sku)
  },
  {
    list: "listMarketplaceStock",
    fill: (books, letter) =>
      books.add("document", {
        kind: "marketplace", number: letter, warehouse: "W", status: "", created_at: noon,
        content: JSON.stringify(Object.fromEntries([
          ["warehouseCode", "W"], ["itemId", letter], ["itemName", letter], ["imageUrl", "https://images.example/1"], ["shopName", "S"], ["shopItems", []], ["matchStatus", "M"], ["level", 1],
          ...["inTransit", "sellable", "reserved", "unsellable", "excess", "coverageDays", "coverageDaysInWarehouse", "soldPerDay", "sold7Days", "sold15Days", "sold30Days", "sold60Days", "sold90Days", "aged0To30", "aged31To60", "aged61To90", "aged91To120", "aged121To180", "agedOver180"].map((name) => [name, "1"])
        ]))
      }),
    change: [`UPDATE ${tables.document} SET warehouse = 'other' WHERE books = $1 AND number = $2`, `UPDATE ${tables.document} SET warehouse = 'W' WHERE books = $1 AND number = $2`],
    read: named((books, page) => books.listMarketplaceStock({ warehouseCodes: ["W"], ...page }), ({ itemId }) => itemId)
  }
]

/** Reads all pages of two records; `between` runs after the first one. */
const walked = Effect.fnUntraced(function*(books: Opened, read: Names, between: Effect.Effect<unknown, unknown>) {
  const names: Array<string> = []
  let cursor: string | undefined
  for (let page = 0; page < 20; page++) {
    const found = yield* read(books, { limit: 2, ...(cursor !== undefined && { cursor }) })
    names.push(...found.names)
    if (page === 0) yield* between
    cursor = found.nextCursor
    if (cursor === undefined) return names
  }
  return assert.fail("the pages do not end")
})

onBothDatabases("a page of a list", (it) => {
  it.effect("is also found by its number, without those before it (U-117)", () =>
    Effect.gen(function*() {
      for (const { fill, list, read } of cases((yield* open()).session.tables)) {
        const books = yield* open()
        for (const letter of letters) yield* fill(books, letter)
        const pages = yield* Effect.forEach(["1", "3", "4", "5"], (cursor) => read(books, { limit: 2, cursor }))
        assert.deepStrictEqual(pages.map(({ names }) => names.join("")), ["AB", "EF", "GH", ""], list)
        assert.deepStrictEqual(pages.map(({ nextCursor }) => nextCursor !== undefined), [true, true, false, false], list)
      }
    }))
})

onBothDatabases("a list that changes while it is read", (it) => {
  it.effect("has each record that stays on exactly one page, although records of earlier pages leave the list (F9, g)", () =>
    Effect.gen(function*() {
      for (const { change: [out], fill, list, read } of cases((yield* open()).session.tables)) {
        const books = yield* open()
        for (const letter of letters) yield* fill(books, letter)
        const leave = Effect.forEach(["A", "B"], (letter) => books.session.query(out, [books.session.books, letter]))
        assert.deepStrictEqual(yield* walked(books, read, leave), letters, list)
      }
    }))

  it.effect("has no record twice, although records before the first page come into the list (F9)", () =>
    Effect.gen(function*() {
      for (const { change: [out, back], fill, list, read } of cases((yield* open()).session.tables)) {
        const books = yield* open()
        for (const letter of letters) yield* fill(books, letter)
        for (const letter of ["A", "B"]) yield* books.session.query(out, [books.session.books, letter])
        const come = Effect.forEach(["A", "B"], (letter) => books.session.query(back, [books.session.books, letter]))
        const found = yield* walked(books, read, come)
        assert.deepStrictEqual(found, letters.slice(2), list)
      }
    }))
})
