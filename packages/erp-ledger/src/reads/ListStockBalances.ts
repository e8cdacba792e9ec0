/**
 * `listStockBalances`: the balances of warehouses, one warehouse after the other in the order of the settings, and then what can be
 * made of parts. A page is found by the positions of its rows, so a deep page takes no longer than the first.
 */
import { type AdapterError, type ErpStock, ErpV1, type Operation, type Storage } from "@crossdock/core"
import * as BigDecimal from "effect/BigDecimal"
import * as Effect from "effect/Effect"
import type { BooksSession } from "../BooksSession.ts"
import * as Faults from "../Faults.ts"
import type { Warehouse } from "../Settings.ts"
import * as BalanceCosts from "./BalanceCosts.ts"
import * as Combinations from "./Combinations.ts"
import * as Pages from "./Pages.ts"
import type { Place } from "./Places.ts"
import * as SalesFigures from "./SalesFigures.ts"
import * as Selection from "./Selection.ts"
import { pieces, sku, text } from "./Values.ts"
import * as WarehouseGroups from "./WarehouseGroups.ts"
import * as Warehouses from "./Warehouses.ts"

type Payload = typeof ErpV1.ListStockBalances.payload.Type
type Reason = AdapterError.Reason

/** Some rows of one warehouse, in the order of their positions. */
interface Segment {
  readonly warehouse: Warehouse
  readonly from: number
  readonly count: number
}

/** Cuts a page out of lists that follow each other. */
export const segmentsOf = (
  counts: ReadonlyArray<readonly [warehouse: Warehouse, rows: number]>,
  { limit, offset }: Pages.Page
): ReadonlyArray<Segment> => {
  let before = 0
  return counts.flatMap(([warehouse, rows]) => {
    const from = Math.max(0, offset - before)
    const count = Math.min(rows, offset + limit - before) - from
    before += rows
    return count > 0 ? [{ warehouse, from, count }] : []
  })
}

const asked = (session: BooksSession, { warehouseNames }: Payload): Effect.Effect<ReadonlyArray<Warehouse>, Reason> =>
  warehouseNames !== undefined
    ? Warehouses.allNamed(session, warehouseNames)
    : session.settings.allWarehouses
    ? Effect.succeed(session.settings.warehouses)
    : Effect.fail(Faults.invalid("/warehouseNames", "is missing; name the warehouses whose stock is asked for"))

/** How many rows of each warehouse are selected. Without a further condition, the last position tells it. */
const countsOf = Effect.fnUntraced(function*(
  { books, query, tables: { balance } }: BooksSession,
  warehouses: ReadonlyArray<Warehouse>,
  { skus, withEmpty = false }: Payload
): Effect.fn.Return<ReadonlyArray<readonly [Warehouse, number]>, Reason> {
  const selection = Selection.make(books, "balance")
  const isWhole = withEmpty && skus === undefined
  if (!isWhole) {
    if (!withEmpty) selection.require("balance.is_filled = 1")
    if (skus !== undefined) selection.require(`balance.sku IN ${selection.values(skus)}`)
  }
  const counts = warehouses.map(({ id }, at) =>
    `SELECT ${at} AS at, (SELECT ${isWhole ? "MAX(balance.position) + 1" : "COUNT(*)"} FROM ${balance} AS balance
      WHERE ${selection.where()} AND balance.warehouse = ${selection.value(id)}) AS found`)
  const rows = yield* query(counts.join(" UNION ALL "), selection.params)
  return rows.map((row) => [warehouses[Number(row.at)]!, Number(row.found ?? 0)] as const)
})

const rowsOf = Effect.fnUntraced(function*(
  { books, query, tables: { balance, product } }: BooksSession,
  segments: ReadonlyArray<Segment>,
  { skus, withEmpty = false }: Payload
): Effect.fn.Return<ReadonlyArray<Storage.Row>, Reason> {
  if (segments.length === 0) return []
  const selection = Selection.make(books, "balance")
  const isWhole = withEmpty && skus === undefined
  if (!isWhole) {
    if (!withEmpty) selection.require("balance.is_filled = 1")
    if (skus !== undefined) selection.require(`balance.sku IN ${selection.values(skus)}`)
  }
  const where = selection.where()
  const parts = segments.map(({ count, from, warehouse: { id } }, at) => {
    const rows = `SELECT ${at} AS at, balance.* FROM ${balance} AS balance WHERE ${where} AND balance.warehouse = ${selection.value(id)}`
    return isWhole
      ? `${rows} AND balance.position >= ${selection.value(from)} AND balance.position < ${selection.value(from + count)}`
      : `SELECT * FROM (${rows} ORDER BY balance.position LIMIT ${selection.value(count)} OFFSET ${selection.value(from)}) AS part${at}`
  })
  return yield* query(
    `SELECT found.*, product.name FROM (${parts.join(" UNION ALL ")}) AS found
      LEFT JOIN ${product} AS product ON product.books = $1 AND product.sku = found.sku ORDER BY found.at, found.position`,
    selection.params
  )
})

const sum = (...figures: ReadonlyArray<BigDecimal.BigDecimal>) => BigDecimal.sumAll(figures)

type Figures = Omit<ErpStock.StockBalance, "warehouseName">

const toFigures = (row: Storage.Row): Figures => {
  const total = pieces(row.total)
  const unavailable = pieces(row.unavailable)
  const reservedForOrders = pieces(row.reserved_order)
  const reservedForFirstLeg = pieces(row.reserved_first_leg)
  const reservedForTransfers = pieces(row.reserved_transfer)
  const reservedForAssembly = pieces(row.reserved_assembly)
  const reserved = sum(reservedForOrders, reservedForFirstLeg, reservedForTransfers, reservedForAssembly)
  const inTransitOfPurchases = pieces(row.transit_purchase)
  const inTransitOfFirstLeg = pieces(row.transit_first_leg)
  const inTransitOfTransfers = pieces(row.transit_transfer)
  const inTransitOfAssembly = pieces(row.transit_assembly)
  const inTransitOfReturns = pieces(row.transit_return)
  const inTransitOfManualOrders = pieces(row.transit_manual)
  return {
    sku: sku(row.sku),
    ...text("name", row.name),
    total,
    available: BigDecimal.subtract(BigDecimal.subtract(total, unavailable), reserved),
    reserved,
    reservedForOrders,
    reservedForFirstLeg,
    reservedForTransfers,
    reservedForAssembly,
    unavailable,
    inTransit: sum(inTransitOfPurchases, inTransitOfFirstLeg, inTransitOfTransfers, inTransitOfAssembly, inTransitOfReturns, inTransitOfManualOrders),
    inTransitOfPurchases,
    inTransitOfFirstLeg,
    inTransitOfTransfers,
    inTransitOfAssembly,
    inTransitOfReturns,
    inTransitOfManualOrders
  }
}

const placeOf = (row: Storage.Row): Place => ({ warehouse: String(row.warehouse), sku: String(row.sku) })

export const listStockBalances = (session: BooksSession): Operation.Handler<typeof ErpV1.ListStockBalances> =>
  Effect.fnUntraced(function*(payload) {
    const { inOriginalCurrency = false, skus, withCombinations = false, withCosts = false, withEmpty = false } = payload
    const warehouses = yield* asked(session, payload)
    const page = yield* Pages.requested(payload)
    const counts = yield* countsOf(session, warehouses, payload)
    const held = counts.reduce((total, [, count]) => total + count, 0)
    const combinations = withCombinations ? yield* Combinations.balances(session, { warehouses, skus, withEmpty }) : []
    const rows = yield* rowsOf(session, segmentsOf(counts, page), payload)
    const places = rows.map(placeOf)
    const costs = withCosts ? yield* BalanceCosts.of(session, places, { inOriginalCurrency }) : () => ({})
    const sales = yield* SalesFigures.read(session, places)
    const groups = yield* WarehouseGroups.read(session)
    const named = (place: Place) => ({
      ...Warehouses.members(session, place.warehouse),
      ...text("warehouseCode", session.warehouseById.get(place.warehouse)?.code),
      warehouseGroups: groups(place.warehouse)
    })
    const combined = combinations.slice(Math.max(0, page.offset - held), Math.max(0, page.offset + page.limit - held))
    return Pages.answer<ErpStock.StockBalance>(page, held + combinations.length, [
      ...rows.map((row, at) => ({ ...toFigures(row), ...named(places[at]!), ...costs(places[at]!), ...sales(places[at]!) })),
      ...combined.map(({ available, name, sku: number, total, warehouse }) => ({
        sku: sku(number),
        ...text("name", name),
        ...named({ warehouse, sku: number }),
        total,
        available,
        ...Combinations.otherFigures
      }))
    ])
  })
