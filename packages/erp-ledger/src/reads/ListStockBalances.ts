/**
 * `listStockBalances`: the balances of warehouses, one warehouse after the other in the order of the settings, and then what can be
 * made of parts. A page begins behind the position of a row, so a deep page takes no longer than the first.
 */
import { BooksV1, type ErpStock } from "@crossdock/books"
import { type AdapterError, type Operation, type SqlStorage } from "@crossdock/core"
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

type Payload = typeof BooksV1.ListStockBalances.payload.Type
type Reason = AdapterError.Reason

/** Where a page begins: behind a row of a warehouse by its position, or behind a combination by its SKU. Of a page with a number, behind so many rows of the list. */
type Start = { readonly offset: number } | { readonly of: "balance" | "combination"; readonly warehouse: string; readonly behind: string }

const startOf = Effect.fnUntraced(function*(payload: Payload): Effect.fn.Return<Start, Reason> {
  const start = yield* Pages.startOf(payload, ["string", "string", "string"])
  if ("offset" in start) return start
  const [of, warehouse, behind] = start.behind.map(String) as [string, string, string]
  if (of === "combination") return { of, warehouse, behind }
  return of === "balance" && /^\d{1,15}$/.test(behind) ? { of, warehouse, behind } : yield* Faults.invalid("/cursor", "is no cursor of this list; send the nextCursor of the page before")
})

/** Rows of one warehouse that a page may have: behind a position, or behind so many rows. */
interface Segment<At> {
  readonly warehouse: At
  readonly behind?: number
  readonly offset?: number
}

/** The warehouses that a page may show, from the one in which it begins to that which certainly fills it. */
export const reached = <At extends { readonly id: string }>(counts: ReadonlyArray<readonly [warehouse: At, rows: number]>, start: Start, most: number): ReadonlyArray<Segment<At>> => {
  let before = "offset" in start ? start.offset : 0
  let found = 0
  const from = "offset" in start ? 0 : counts.findIndex(([{ id }]) => id === start.warehouse)
  return from < 0 ? [] : counts.slice(from).flatMap(([warehouse, rows], at): ReadonlyArray<Segment<At>> => {
    if (found >= most) return []
    // How many rows are left in the warehouse in which a page begins is not known.
    if ("of" in start && at === 0) return [{ warehouse, behind: Number(start.behind) }]
    const offset = Math.min(before, rows)
    before -= offset
    found += rows - offset
    return rows > offset ? [{ warehouse, ...(offset > 0 && { offset }) }] : []
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

/** The rows of a page, and one more if there is one. */
const rowsOf = Effect.fnUntraced(function*(
  { books, query, tables: { balance, product } }: BooksSession,
  segments: ReadonlyArray<Segment<Warehouse>>,
  { limit, skus, withEmpty = false }: Payload
): Effect.fn.Return<ReadonlyArray<SqlStorage.Row>, Reason> {
  if (segments.length === 0) return []
  const selection = Selection.make(books, "balance")
  if (!withEmpty) selection.require("balance.is_filled = 1")
  if (skus !== undefined) selection.require(`balance.sku IN ${selection.values(skus)}`)
  const where = selection.where()
  const most = selection.value(limit + 1)
  const parts = segments.map(({ behind, offset, warehouse: { id } }, at) => {
    // All rows of a warehouse have the positions from 0 without a gap.
    const isPosition = withEmpty && skus === undefined && offset !== undefined
    const first = isPosition ? offset - 1 : behind
    return `SELECT * FROM (SELECT ${at} AS at, balance.* FROM ${balance} AS balance WHERE ${where} AND balance.warehouse = ${selection.value(id)}
      ${first === undefined ? "" : `AND balance.position > ${selection.value(first)}`} ORDER BY balance.position LIMIT ${most}
      ${offset === undefined || isPosition ? "" : `OFFSET ${selection.value(offset)}`}) AS part${at}`
  })
  return yield* query(
    `SELECT found.*, product.name FROM (${parts.join(" UNION ALL ")}) AS found
      LEFT JOIN ${product} AS product ON product.books = $1 AND product.sku = found.sku ORDER BY found.at, found.position LIMIT ${most}`,
    selection.params
  )
})

const sum = (...figures: ReadonlyArray<BigDecimal.BigDecimal>) => BigDecimal.sumAll(figures)

type Figures = Omit<ErpStock.StockBalance, "warehouseName">

const toFigures = (row: SqlStorage.Row): Figures => {
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

const placeOf = (row: SqlStorage.Row): Place => ({ warehouse: String(row.warehouse), sku: String(row.sku) })

type Combined = Effect.Success<ReturnType<typeof Combinations.balances>>[number]

/** The combinations that are not read yet: all, or those behind the one that a page begins behind. */
const combinationsBehind = (combinations: ReadonlyArray<Combined>, warehouses: ReadonlyArray<Warehouse>, start: Start, held: number): ReadonlyArray<Combined> => {
  if ("offset" in start) return combinations.slice(Math.max(0, start.offset - held))
  if (start.of !== "combination") return combinations
  const places = warehouses.map(({ id }) => id)
  const first = places.indexOf(start.warehouse)
  // A combination may have no stock any more, so its place is looked for and not the record.
  return combinations.filter(({ sku: number, warehouse }) => places.indexOf(warehouse) > first || (warehouse === start.warehouse && number > start.behind))
}

export const listStockBalances = (session: BooksSession): Operation.Handler<typeof BooksV1.ListStockBalances> =>
  Effect.fnUntraced(function*(payload) {
    const { inOriginalCurrency = false, limit, skus, withCombinations = false, withCosts = false, withEmpty = false } = payload
    const warehouses = yield* asked(session, payload)
    const start = yield* startOf(payload)
    const counts = yield* countsOf(session, warehouses, payload)
    const held = counts.reduce((total, [, count]) => total + count, 0)
    const combinations = withCombinations ? yield* Combinations.balances(session, { warehouses, skus, withEmpty }) : []
    const found = "of" in start && start.of === "combination" ? [] : yield* rowsOf(session, reached(counts, start, limit + 1), payload)
    const rows = found.slice(0, limit)
    const places = rows.map(placeOf)
    const costs = withCosts ? yield* BalanceCosts.of(session, places, { inOriginalCurrency }) : () => ({})
    const sales = yield* SalesFigures.read(session, places)
    const groups = yield* WarehouseGroups.read(session)
    const named = (place: Place) => ({
      ...Warehouses.members(session, place.warehouse),
      ...text("warehouseCode", session.warehouseById.get(place.warehouse)?.code),
      warehouseGroups: groups(place.warehouse)
    })
    const combined = combinationsBehind(combinations, warehouses, start, held).slice(0, limit + 1 - found.length)
    const keys = [
      ...found.map((row) => ["balance", String(row.warehouse), String(row.position)] as const),
      ...combined.map(({ sku: number, warehouse }) => ["combination", warehouse, number] as const)
    ]
    return Pages.answer<ErpStock.StockBalance, Pages.KeyValues>(limit, held + combinations.length, keys, [
      ...rows.map((row, at) => ({ ...toFigures(row), ...named(places[at]!), ...costs(places[at]!), ...sales(places[at]!) })),
      ...combined.slice(0, limit - rows.length).map(({ available, name, sku: number, total, warehouse }) => ({
        sku: sku(number),
        ...text("name", name),
        ...named({ warehouse, sku: number }),
        total,
        available,
        ...Combinations.otherFigures
      }))
    ], (key) => key)
  })
