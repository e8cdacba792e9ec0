/**
 * Books for tests: a session with short calls, and a check that everything the tables say is the sum of the entries.
 */
import { BooksV1, ErpInbound, ErpStockOrder } from "@crossdock/books"
import { ErpV1, InboundOrder, type Operation, OutboundOrder, SqlStorage } from "@crossdock/core"
import { assert } from "@effect/vitest"
import * as BigDecimal from "effect/BigDecimal"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as BooksSession from "../src/BooksSession.ts"
import { balanceColumns } from "../src/books/Stock.ts"
import * as Opening from "../src/Opening.ts"
import { allotStock } from "../src/operations/AllotStock.ts"
import { cancelInboundOrder } from "../src/operations/CancelInboundOrder.ts"
import { createTransferOrder } from "../src/operations/CreateTransferOrder.ts"
import { enterRecords } from "../src/operations/EnterRecords.ts"
import { moveStock } from "../src/operations/MoveStock.ts"
import { receiveInboundAnnouncement } from "../src/operations/ReceiveInboundAnnouncement.ts"
import { receiveInboundProgress } from "../src/operations/ReceiveInboundProgress.ts"
import { receiveOutboundStatus } from "../src/operations/ReceiveOutboundStatus.ts"
import { receiveReturn } from "../src/operations/ReceiveReturn.ts"
import { receiveShipments } from "../src/operations/ReceiveShipments.ts"
import { submitInboundOrder } from "../src/operations/SubmitInboundOrder.ts"
import { Settings } from "../src/Settings.ts"

type Written = Omit<typeof Settings.Encoded, "books">

export const warehouses = [
  { id: "1", name: "One", code: "W-1" },
  { id: "2", name: "Two", code: "W-2" },
  { id: "3", name: "Market", code: "W-3", isOfMarketplace: true }
] as const

const defaults: Written = { warehouses, products: ["A", "B", "C"].map((sku) => ({ sku, name: `Product ${sku}` })) }

const draftOf = Schema.decodeSync(ErpInbound.ErpInboundDraft)
const progressOf = Schema.decodeSync(InboundOrder.InboundProgress)

const transferOf = Schema.decodeSync(ErpStockOrder.TransferDraft)
const recordsOf = Schema.decodeSync(BooksV1.EnterRecords.payload)
const allotmentOf = Schema.decodeSync(ErpV1.SetStockReservation.payload)
const shipmentsOf = Schema.decodeSync(ErpV1.ReceiveShipments.payload)
const returnOf = Schema.decodeSync(ErpV1.ReceiveReturn.payload)
const statusOf = Schema.decodeSync(OutboundOrder.OutboundStatus)
const movesOf = Schema.decodeSync(BooksV1.MoveStock.payload)

const delivering = <O extends Operation.Any>(push: Operation.PreparedHandler<O>) => (payload: O["payload"]["Type"], deliveryId = "unstored") =>
  Effect.flatMap(Effect.fromResult(push.prepare(payload)), (prepared) => push.deliver(prepared, { deliveryId }))

type OutboundDocument = typeof ErpV1.SetStockReservation.payload.Encoded["document"]

const linesOf = (pieces: Readonly<Record<string, number>>) => Object.entries(pieces).map(([sku, quantity]) => ({ sku, quantity }))

let opened = 0

export const open = Effect.fnUntraced(function*(written: Partial<Written> = {}, name = `books-${++opened}`) {
  const settings = Schema.decodeSync(Settings)({ ...defaults, ...written, books: name })
  const session = yield* Effect.orDie(BooksSession.make(yield* SqlStorage.SqlStorage, settings, "UTC"))
  yield* Opening.book(session)
  const { books, query, tables } = session
  const progress = delivering(receiveInboundProgress(session))
  const submit = submitInboundOrder(session)
  const status = delivering(receiveOutboundStatus)
  const allot = allotStock(session)
  const shipments = delivering(receiveShipments(session))
  const returned = delivering(receiveReturn(session))
  const figures = (warehouse: string, sku: string) =>
    Effect.map(query(`SELECT * FROM ${tables.balance} WHERE books = $1 AND warehouse = $2 AND sku = $3`, [books, warehouse, sku]), ([row]) =>
      Object.fromEntries(balanceColumns.flatMap((name) => row !== undefined && Number(row[name]) !== 0 ? [[name, Number(row[name])]] : [])))
  return {
    session,
    submit: (draft: Partial<typeof ErpInbound.ErpInboundDraft.Encoded> & { readonly lines: typeof ErpInbound.ErpInboundDraft.Encoded["lines"] }) =>
      submit(draftOf({ warehouseName: "One", purchaseCurrency: "CNY", ...draft })),
    cancel: (asnNumber: string) => cancelInboundOrder(session)({ asnNumber: InboundOrder.AsnNumber.make(asnNumber) }),
    announce: delivering(receiveInboundAnnouncement(session)),
    receive: (
      asnNumber: string,
      batchNo: string | undefined,
      lines: ReadonlyArray<typeof InboundOrder.InboundProgress.Encoded["lines"][number]>,
      more: Partial<typeof InboundOrder.InboundProgress.Encoded> = {},
      deliveryId?: string
    ) =>
      progress(progressOf({
        asnNumber,
        phase: "receiving",
        status: "RECEIVING",
        updatedAt: "2026-01-02T03:04:05.000Z",
        ...(batchNo !== undefined && { batchNo }),
        lines,
        ...more
      }), deliveryId),
    /** Tells what came back of an order under one id. */
    giveBack: (orderNumber: string, lines: typeof ErpV1.ReceiveReturn.payload.Encoded["lines"], more: Partial<typeof ErpV1.ReceiveReturn.payload.Encoded> = {}) =>
      returned(returnOf({ orderNumber, returnId: "R-1", warehouseCode: "W-1", updatedAt: "2026-01-02T03:04:05.000Z", lines, ...more })),
    /** Reports how far an order is. */
    report: (orderNumber: string, told: Partial<typeof OutboundOrder.OutboundStatus.Encoded>) => status(statusOf({ orderNumber, phase: "shipped", status: "SHIPPED", ...told })),
    transfer: (
      lines: typeof ErpStockOrder.TransferDraft.Encoded["lines"],
      more: Partial<typeof ErpStockOrder.TransferDraft.Encoded> = {}
    ) =>
      Effect.map(
        createTransferOrder(session)(transferOf({ warehouseName: "One", toWarehouseName: "Two", carrierName: "Sea", lines, ...more })),
        ({ transferNumber = "" }) => transferNumber
      ),
    enter: (...records: typeof BooksV1.EnterRecords.payload.Encoded["records"]) => enterRecords(session)(recordsOf({ records })),
    move: (moves: typeof BooksV1.MoveStock.payload.Encoded["moves"], more: { readonly customNumber?: string } = {}) => moveStock(session)(movesOf({ moves, ...more })),
    /** Sets what a document is to have in all, in the first warehouse. */
    allot: (document: OutboundDocument, version: number, pieces: Readonly<Record<string, number>>, more: Partial<typeof ErpV1.SetStockReservation.payload.Encoded> = {}) =>
      allot(allotmentOf({ document, version, warehouseName: "One", lines: linesOf(pieces), ...more })),
    /** Tells what has left of a document up to now. */
    ship: (document: OutboundDocument, version: number, pieces: Readonly<Record<string, number>>, more: Partial<typeof ErpV1.ReceiveShipments.payload.Encoded> = {}) =>
      shipments(shipmentsOf({ document, version, lines: linesOf(pieces), isEnded: false, ...more })),
    /** The figures of a balance that are not 0. */
    figures,
    order: (asnNumber: string) =>
      Effect.map(query(`SELECT * FROM ${tables.inbound_order} WHERE books = $1 AND asn_number = $2`, [books, asnNumber]), ([row]) => row),
    rows: (table: keyof typeof tables, order = "1") => query(`SELECT * FROM ${tables[table]} WHERE books = $1 ORDER BY ${order}`, [books]),
    check: check(session)
  }
})

const sumUp = (sums: Map<string, number>, key: ReadonlyArray<unknown>, amount: unknown) => {
  const name = key.join("|")
  sums.set(name, (sums.get(name) ?? 0) + Number(amount))
}

const withoutZeros = (sums: ReadonlyMap<string, number>) => Object.fromEntries([...sums].filter(([, sum]) => sum !== 0).toSorted(([one], [other]) => one < other ? -1 : 1))

/** Compares balances and cells with the sums of the entries, values with the prices of the batches, and each entry with the one before. */
const check = ({ books, query, tables }: BooksSession.BooksSession) => Effect.gen(function*() {
  const all = (table: keyof typeof tables, order = "1") => query(`SELECT * FROM ${tables[table]} WHERE books = $1 ORDER BY ${order}`, [books])
  const entries = yield* all("entry", "id")
  const balances = new Map<string, number>()
  const cells = new Map<string, number>()
  const totals = new Map<string, readonly [total: number, inTransit: number]>()
  for (const entry of entries) {
    const of = [entry.warehouse, entry.sku]
    const [total, inTransit] = totals.get(of.join("|")) ?? [0, 0]
    assert.deepStrictEqual([Number(entry.before), Number(entry.in_transit_before)], [total, inTransit], `entry ${entry.id} continues the one before`)
    totals.set(of.join("|"), [total + Number(entry.change), inTransit + Number(entry.in_transit_change)])
    sumUp(balances, [...of, "total"], entry.change)
    sumUp(balances, [...of, "unavailable"], entry.unavailable_change)
    if (entry.cause !== "") sumUp(balances, [...of, entry.cause], Number(entry.reserved_change) + Number(entry.in_transit_change))
    if (entry.location !== "") {
      const place = [...of, entry.location, entry.batch_no]
      sumUp(cells, [...place, "on_hand"], entry.change)
      sumUp(cells, [...place, "unavailable"], entry.unavailable_change)
      sumUp(cells, [...place, "reserved"], entry.reserved_change)
    }
  }
  const keptBalances = new Map<string, number>()
  for (const row of yield* all("balance")) {
    for (const name of balanceColumns) {
      assert.isAtLeast(Number(row[name]), 0, `${name} of ${row.sku}`)
      sumUp(keptBalances, [row.warehouse, row.sku, name], row[name])
    }
  }
  assert.deepStrictEqual(withoutZeros(keptBalances), withoutZeros(balances), "balances are the sums of the entries")

  const prices = new Map((yield* all("batch")).map((row) => [`${row.batch_no}|${row.sku}`, row]))
  const keptCells = new Map<string, number>()
  const ofCells = new Map<string, number>()
  const values = new Map<string, BigDecimal.BigDecimal>()
  for (const row of yield* all("cell")) {
    const available = Number(row.on_hand) - Number(row.unavailable) - Number(row.reserved)
    for (const [name, amount] of [["on_hand", row.on_hand], ["unavailable", row.unavailable], ["reserved", row.reserved], ["available", available]] as const) {
      assert.isAtLeast(Number(amount), 0, `${name} of ${row.sku} at ${row.location}`)
      if (name !== "available") sumUp(keptCells, [row.warehouse, row.sku, row.location, row.batch_no, name], amount)
      sumUp(ofCells, [row.warehouse, row.sku, name], amount)
    }
    const batch = prices.get(`${row.batch_no}|${row.sku}`)
    for (const leg of ["purchase", "first_leg", "transfer"]) {
      const price = batch?.[`${leg}_price`]
      const currency = batch?.[`${leg}_currency`]
      if (typeof price !== "string" || typeof currency !== "string") continue
      for (const [part, pieces] of [["total", row.on_hand], ["unavailable", row.unavailable], ["reserved", row.reserved]] as const) {
        const amount = BigDecimal.multiply(BigDecimal.fromStringUnsafe(price), BigDecimal.make(BigInt(Number(pieces)), 0))
        for (const kind of leg === "purchase" ? ["cost", "goods"] : ["cost"]) {
          const key = [row.warehouse, row.sku, currency, `${part}_${kind}`].join("|")
          values.set(key, BigDecimal.sum(values.get(key) ?? BigDecimal.make(0n, 0), amount))
        }
      }
    }
  }
  assert.deepStrictEqual(withoutZeros(keptCells), withoutZeros(cells), "cells are the sums of the entries")
  for (const row of yield* all("balance")) {
    const of = [row.warehouse, row.sku].join("|")
    const reserved = balanceColumns.filter((name) => name.startsWith("reserved_")).reduce((sum, name) => sum + Number(row[name]), 0)
    assert.deepStrictEqual(
      [Number(row.total), Number(row.unavailable), reserved],
      ["on_hand", "unavailable", "reserved"].map((name) => ofCells.get(`${of}|${name}`) ?? 0),
      `the cells of ${of} add up to its balance`
    )
  }
  for (const row of yield* all("balance_value")) {
    for (const name of ["total_cost", "total_goods", "unavailable_cost", "unavailable_goods", "reserved_cost", "reserved_goods"]) {
      const wanted = values.get([row.warehouse, row.sku, row.currency, name].join("|")) ?? BigDecimal.make(0n, 0)
      assert.strictEqual(BigDecimal.format(BigDecimal.fromStringUnsafe(String(row[name]))), BigDecimal.format(wanted), `${name} of ${row.sku} follows its batches`)
    }
    for (const name of ["transit_cost", "transit_goods"]) {
      assert.isTrue(BigDecimal.isGreaterThanOrEqualTo(BigDecimal.fromStringUnsafe(String(row[name])), BigDecimal.make(0n, 0)), `${name} of ${row.sku}`)
    }
  }
  const reservations = new Map<string, number>()
  for (const row of yield* all("reservation")) sumUp(reservations, [row.warehouse, row.sku, row.location, row.batch_no, "reserved"], row.quantity)
  assert.deepStrictEqual(
    withoutZeros(reservations),
    Object.fromEntries(Object.entries(withoutZeros(keptCells)).filter(([key]) => key.endsWith("|reserved"))),
    "what is reserved in cells belongs to documents"
  )
})

/** The reason an operation failed with, as tag and code or path. */
export const reasonOf = <A>(work: Effect.Effect<A, { readonly _tag: string }>) =>
  Effect.map(Effect.result(work), (found) => {
    if (Result.isSuccess(found)) return "success"
    const reason = found.failure as { readonly _tag: string; readonly fault?: { readonly code: string }; readonly path?: string }
    return [reason._tag, reason.fault?.code ?? reason.path].filter((part) => part !== undefined).join(" ")
  })
