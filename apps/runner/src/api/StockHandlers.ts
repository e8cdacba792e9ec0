/**
 * Handlers for the stock of the order desk: what shops were told and did not take, what orders have reserved or need, and where warehouses
 * and books differ.
 */
import { StockLevel } from "@crossdock/core"
import * as Effect from "effect/Effect"
import { HttpApiBuilder } from "effect/http-api"
import { toPart } from "../desk/DeskRows.ts"
import { piecesBySku } from "../desk/OrderFacts.ts"
import * as Shortages from "../desk/stock/Shortages.ts"
import { Connections } from "../connection/Connections.ts"
import { Database, type Row } from "../store/Database.ts"
import { Api, type NeededStock, type RefusedStock, type Reservation, type StockDrift, type ToldStock } from "@crossdock/admin-api"
import * as CallerLinks from "./CallerLinks.ts"
import { defaultLimit, fromCursor, instant, linkNamed, member, pageOf, stored, where } from "./Responses.ts"

const toDrift = ([row, { lacking, reserved }]: readonly [Row, Shortages.Shortage]): StockDrift => ({
  link: row.scope,
  warehouse: row.warehouse,
  sku: row.sku,
  figure: row.figure === "total" ? "total" : "available",
  books: StockLevel.figure(row.books),
  theirs: StockLevel.figure(row.theirs),
  since: instant(row.since),
  checkedAt: instant(row.checked_at),
  reserved,
  lacking
})

const figuresOf = (text: string) => {
  const figures: ReadonlyArray<readonly [location: string, available: string]> = JSON.parse(text)
  return figures.map(([location, available]) => ({ location, available: StockLevel.figure(available) }))
}

const toTold = (row: Row): ToldStock => ({
  link: row.scope,
  productId: row.product_id,
  ...(row.variant_id !== "" && { variantId: row.variant_id }),
  sku: row.sku,
  taken: figuresOf(row.confirmed),
  at: instant(row.confirmed_at)
})

const toReservation = (sku: string) => (row: Row): ReadonlyArray<Reservation> => {
  const { isReserved, lines, link, number, state, warehouse } = toPart(row)
  const pieces = piecesBySku(lines).get(sku) ?? 0
  return !isReserved || state === "unsent" || pieces === 0
    ? []
    : [{ number, shopOrder: row.shop_order, shop: row.shop, link, warehouse, state, pieces, since: instant(row.created_at) }]
}

const toNeeded = (row: Row): NeededStock => ({
  shopOrder: row.number,
  shop: row.scope,
  state: row.state,
  ...member("cause", row.cause, String),
  pieces: Number(row.pieces),
  warehouses: JSON.parse(row.warehouses),
  since: instant(row.since)
})

const toRefused = (row: Row): RefusedStock => {
  return {
    link: row.scope,
    productId: row.product_id,
    ...(row.variant_id !== "" && { variantId: row.variant_id }),
    sku: row.sku,
    wanted: figuresOf(row.tried),
    because: row.because,
    isRefused: row.is_refused === 1,
    at: instant(row.tried_at),
    ...member("confirmedAt", row.confirmed_at, instant)
  }
}

export const layer = HttpApiBuilder.group(Api, "stock", Effect.fnUntraced(function*(handlers) {
  const db = yield* Database
  const connections = yield* Connections

  /** The scope of the link that was named, or those of all that the account sees. Undefined: all links. */
  const scopesOf = (text: string | undefined) =>
    Effect.flatMap(CallerLinks.seen(connections), (seen) => text === undefined ? Effect.succeed(seen.scopes) : Effect.map(linkNamed(seen, text), ({ scope }) => [scope]))

  return handlers.handleAll({
    drift: ({ query: { after, limit = defaultLimit, link, sku } }) =>
      stored(Effect.gen(function*() {
        const scopes = yield* scopesOf(link)
        const last = yield* fromCursor(after, ["", "", ""])
        const { params, text } = where([["(scope, warehouse, sku) > (?, ?, ?)", ...last], CallerLinks.scopeIn("scope", scopes), sku === undefined ? undefined : ["sku = ?", sku]])
        const rows = yield* db.query(`select * from stock_drift where ${text} order by scope, warehouse, sku limit ${limit + 1}`, params)
        const short = yield* Shortages.read(db.query, rows)
        return pageOf(rows.map((row, at) => [row, short[at]!] as const), limit, toDrift, ([row]) => [row.scope, row.warehouse, row.sku])
      })),
    told: ({ query: { after, limit = defaultLimit, sku } }) =>
      stored(Effect.gen(function*() {
        const last = yield* fromCursor(after, ["", "", ""])
        const rows = yield* db.query(
          `select * from published_stock where sku = $1 and (scope, product_id, variant_id) > ($2, $3, $4) and confirmed is not null
           order by scope, product_id, variant_id limit ${limit + 1}`,
          [sku, ...last]
        )
        return pageOf(rows, limit, toTold, (row) => [row.scope, row.product_id, row.variant_id])
      })),
    reserved: ({ query: { limit = defaultLimit, sku } }) =>
      stored(Effect.gen(function*() {
        const warehouses = [...new Set(connections.links.flatMap(({ warehouseNames }) => Object.keys(warehouseNames)))]
        if (warehouses.length === 0) return { items: [] }
        const rows = yield* db.query(
          `select p.*, e.number as shop_order, e.scope as shop from desk_part p join entity e on e.id = p.entity
           where p.warehouse in (${warehouses.map((_, at) => `$${at + 2}`).join(", ")}) and p.state not in ('unsent', 'shipped', 'void') and p.is_reserved = 1
             and p.lines like $1 escape '\\' order by p.created_at, p.number`,
          // No index has the SKUs. The parts are read as text, so that only those with the SKU are opened.
          [`%"sku":${JSON.stringify(sku).replaceAll(/[\\%_]/g, "\\$&")}%`, ...warehouses]
        )
        return { items: rows.flatMap(toReservation(sku)).slice(0, limit) }
      })),
    needed: ({ query: { limit = defaultLimit, sku } }) =>
      stored(Effect.map(
        db.query(
          `select n.pieces, n.warehouses, o.state, o.cause, o.since, e.scope, e.number
           from desk_need n join desk_order o on o.entity = n.entity join entity e on e.id = n.entity where n.sku = $1 order by n.entity limit ${limit}`,
          [sku]
        ),
        (rows) => ({ items: rows.map(toNeeded) })
      )),
    refused: ({ query: { after, limit = defaultLimit, link, sku } }) =>
      stored(Effect.gen(function*() {
        const scopes = yield* scopesOf(link)
        const last = yield* fromCursor(after, ["", "", ""])
        const { params, text } = where([
          ["because is not null and (scope, product_id, variant_id) > (?, ?, ?)", ...last],
          CallerLinks.scopeIn("scope", scopes),
          sku === undefined ? undefined : ["sku = ?", sku]
        ])
        const rows = yield* db.query(`select * from published_stock where ${text} order by scope, product_id, variant_id limit ${limit + 1}`, params)
        return pageOf(rows, limit, toRefused, (row) => [row.scope, row.product_id, row.variant_id])
      }))
  })
}))
