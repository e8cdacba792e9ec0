/**
 * What a caller of document 3 that may see a part of an ERP gets, whatever the ERP answers.
 */
import { BooksV1 } from "@crossdock/books"
import { type Drift, InboundOrder } from "@crossdock/core"
import { assert, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type { ConnectedLink } from "../../../src/Composition.ts"
import type { Served } from "../../../src/contracts/books/Dispatch.ts"
import * as VisiblePart from "../../../src/contracts/books/VisiblePart.ts"
import * as PageBudget from "../../../src/engine/PageBudget.ts"

const link = { scope: "open-api:app-1", peer: "books", erp: "books" } as unknown as ConnectedLink
const at = DateTime.makeUnsafe(0)
const window = { from: at, to: at, receivedFrom: at, receivedTo: at }

interface Asked {
  readonly cursor?: string
  readonly limit?: number
}

interface Answered {
  readonly items: ReadonlyArray<{ readonly id: string }>
  readonly nextCursor?: string
  readonly total?: number
}

/** An ERP that answers each query with all its records, in pages of at most `most` records. */
const erp = (records: ReadonlyArray<object>, { most = 1000, nextOf = (page: number) => String(page + 1) } = {}) => {
  const calls: Array<string> = []
  const findings: Array<Drift.Finding> = []
  const call = (link: ConnectedLink, operation: Served, payload: Asked) =>
    PageBudget.page(link.scope, "ERP", Effect.sync(() => {
      calls.push(operation.name)
      if (operation.name === BooksV1.CancelInboundOrder.name) return undefined
      const size = Math.min(most, payload.limit ?? most)
      const page = Number(payload.cursor ?? 1)
      const end = page * size
      return { items: records.slice(end - size, end), total: records.length, ...(end < records.length && { nextCursor: nextOf(page) }) }
    }))
  const visiblePart = VisiblePart.around<undefined>(call as never, () => ({ report: (finding) => Effect.sync(() => void findings.push(finding)) }))
  const ask = (operation: Served, asked: object, visible: { readonly warehouses?: ReadonlyArray<string>; readonly shops?: ReadonlyArray<string> }, most = 20) =>
    PageBudget.within(most, visiblePart({ warehouses: [], shops: [], ...visible }, link, operation, asked, undefined)) as Effect.Effect<Answered, { readonly code: string }>
  return { ask, calls, findings }
}

const inWarehouses = [..."NSNSXN"].map((first, index) => ({ id: `${first}${index}`, ...(first !== "X" && { warehouseName: first === "N" ? "North" : "South" }) }))
const inShops = [..."OTOTXO"].map((first, index) => ({ id: `${first}${index}`, warehouseCode: first, ...(first !== "X" && { shopName: first === "O" ? "One" : "Two" }) }))
const transfers = [["N0", "North", "South"], ["S1", "South", "East"], ["S2", "South", "North"]].map(([id, warehouseName, toWarehouseName]) => ({ id, warehouseName, toWarehouseName }))

const north = { warehouses: ["North"] }
const one = { shops: ["One"] }

for (
  const [title, operation, asked, visible, records, expected] of [
    ["listInboundOrders", BooksV1.ListInboundOrders, {}, north, inWarehouses, ["N0", "N2", "N5"]],
    ["listReceivedBatches", BooksV1.ListReceivedBatches, window, north, inWarehouses, ["N0", "N2", "N5"]],
    ["listStockBalances", BooksV1.ListStockBalances, {}, north, inWarehouses, ["N0", "N2", "N5"]],
    ["listStockBalances of a warehouse that is named", BooksV1.ListStockBalances, { warehouseNames: ["North"] }, { warehouses: ["North", "South"] }, inWarehouses, ["N0", "N2", "N5"]],
    ["listStockMovements", BooksV1.ListStockMovements, window, north, inWarehouses, ["N0", "N2", "N5"]],
    ["listStockMovements of several warehouses", BooksV1.ListStockMovements, window, { warehouses: ["North", "East"] }, inWarehouses, ["N0", "N2", "N5"]],
    ["listAssemblyOrders", BooksV1.ListAssemblyOrders, {}, north, inWarehouses, ["N0", "N2", "N5"]],
    ["listSplitOrders", BooksV1.ListSplitOrders, {}, north, inWarehouses, ["N0", "N2", "N5"]],
    ["listTransferOrders", BooksV1.ListTransferOrders, {}, north, transfers, ["N0", "S2"]],
    ["listStorageLocationStock", BooksV1.ListStorageLocationStock, { skus: ["A"], warehouseNames: ["North"] }, north, inWarehouses, ["N0", "N2", "N5"]],
    ["listBatchStock", BooksV1.ListBatchStock, {}, north, inWarehouses, ["N0", "N2", "N5"]],
    ["listMarketplaceStock", BooksV1.ListMarketplaceStock, {}, one, inShops, ["O0", "O2", "O5"]]
  ] as const
) {
  it.effect(`leaves out records of others that an ERP answers to ${title}, and reports them (U-47)`, () =>
    Effect.gen(function*() {
      const books = erp(records)
      const { items, nextCursor, total } = yield* books.ask(operation, { limit: 10, ...asked }, visible)
      assert.deepStrictEqual([items.map(({ id }) => id), nextCursor, total], [[...expected], undefined, undefined])
      // The ERP cannot be asked for the transfers of a warehouse, so it answers rightly with those of others.
      const reported = operation === BooksV1.ListTransferOrders ? [] : [[operation.name, operation === BooksV1.ListMarketplaceStock ? "/items/shopName" : "/items/warehouseName"]]
      assert.deepStrictEqual(books.findings.map(({ path, where }) => [where, path]), reported)
    }))
}

it.effect("names the marketplace warehouses of the caller's shops alone (E-756 U-47)", () =>
  Effect.gen(function*() {
    const codes: unknown = yield* erp(inShops).ask(BooksV1.ListMarketplaceWarehouses, {}, one)
    assert.deepStrictEqual(codes, { items: ["O"] })
  }))

it.effect("fills pages with what follows the records of others, and tells no total that counts them (U-47 U-117)", () =>
  Effect.gen(function*() {
    const books = erp(Array.from({ length: 40 }, (_, index) => ({ id: String(index), warehouseName: index % 4 === 3 ? "North" : "South" })), { most: 5 })
    const seen: Array<ReadonlyArray<string>> = []
    let cursor: string | undefined
    do {
      const page: Answered = yield* books.ask(BooksV1.ListInboundOrders, { limit: 4, ...(cursor !== undefined && { cursor }) }, north)
      assert.isUndefined(page.total)
      seen.push(page.items.map(({ id }) => id))
      cursor = page.nextCursor
    } while (cursor !== undefined)
    assert.deepStrictEqual(seen, [["3", "7", "11", "15"], ["19", "23", "27", "31"], ["35", "39"]])
  }))

it.effect("passes on the total of an ERP that answers with what it was asked for (U-47)", () =>
  Effect.gen(function*() {
    const books = erp(inWarehouses.filter(({ warehouseName }) => warehouseName === "North"))
    assert.deepStrictEqual([(yield* books.ask(BooksV1.ListInboundOrders, { limit: 10 }, north)).total, books.findings], [3, []])
  }))

const foreign = (own: number) => Array.from({ length: 20_000 }, (_, index) => ({ id: String(index), warehouseName: index % (20_000 / own) === 0 ? "North" : "South", toWarehouseName: "East" }))

it.effect("reads as many pages in one call as it may, and the same call goes on where it ended (U-47)", () =>
  Effect.gen(function*() {
    const books = erp(foreign(4), { most: 200 })
    const refusals: Array<string> = []
    const asked = (): Effect.Effect<Answered> =>
      Effect.catch(books.ask(BooksV1.ListTransferOrders, { limit: 20 }, north), ({ code }) => (refusals.push(code), assert.isAtMost(books.calls.length, refusals.length * 20), asked()))
    assert.deepStrictEqual((yield* asked()).items.map(({ id }) => id), ["0", "5000", "10000", "15000"])
    assert.deepStrictEqual([books.calls.length, new Set(refusals)], [100, new Set([PageBudget.code])])
  }))

it.effect("keeps what was read of unfinished calls apart for each caller and question, and the newest of them (U-47)", () =>
  Effect.gen(function*() {
    const books = erp(foreign(4), { most: 200 })
    const unfinished = (limit: number, visible: object) => Effect.flip(books.ask(BooksV1.ListTransferOrders, { limit }, visible))
    for (let limit = 1; limit <= 100; limit++) yield* unfinished(limit + 20, { warehouses: ["West"] })
    const before = books.calls.length
    for (let times = 0; times < 3; times++) yield* unfinished(120, { warehouses: ["West"] })
    assert.deepStrictEqual((yield* books.ask(BooksV1.ListTransferOrders, { limit: 120 }, { warehouses: ["West"] })).items, [])
    assert.strictEqual(books.calls.length - before, 80)
  }))

it.effect("ends at a cursor that the ERP repeats (U-84)", () =>
  Effect.gen(function*() {
    const books = erp(foreign(4), { most: 200, nextOf: (page) => page === 3 ? "2" : String(page + 1) })
    assert.deepStrictEqual((yield* books.ask(BooksV1.ListTransferOrders, { limit: 20 }, north)).items.map(({ id }) => id), ["0"])
    assert.strictEqual(books.calls.length, 3)
  }))

it.effect("cancels an order of the caller's warehouses alone, and reads no further than to it (U-47)", () =>
  Effect.gen(function*() {
    const orders = [["ASN1", "South"], ["ASN2", "North"]].map(([asnNumber, warehouseName]) => ({ asnNumber, warehouseName }))
    const books = erp([...orders, ...foreign(4)])
    const cancel = (number: string) => books.ask(BooksV1.CancelInboundOrder, { asnNumber: InboundOrder.AsnNumber.make(number) }, north)
    assert.strictEqual((yield* Effect.flip(cancel("ASN1")).pipe(Effect.flatMap(() => Effect.flip(cancel("ASN1"))))).code, PageBudget.code)
    assert.notInclude(books.calls, BooksV1.CancelInboundOrder.name)
    books.calls.length = 0
    yield* cancel("ASN2")
    assert.deepStrictEqual(books.calls.at(-1), BooksV1.CancelInboundOrder.name)
  }))
