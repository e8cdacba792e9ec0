/** `listMarketplaceStock` and `listMarketplaceWarehouses`: stock of warehouses that a marketplace operates, as it was entered. */
import { type BooksV1, ErpStock } from "@crossdock/books"
import { type Operation, type SqlStorage } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Struct from "effect/Struct"
import type { BooksSession } from "../BooksSession.ts"
import * as Documents from "./Documents.ts"
import * as Pages from "./Pages.ts"
import * as Selection from "./Selection.ts"

const kind = "marketplace"

/** The members by which a record is selected. */
const Selected = ErpStock.MarketplaceStock.mapFields(Struct.pick(["itemId", "itemName", "level", "shopItems", "shopName", "skuName"]))

type Payload = typeof BooksV1.ListMarketplaceStock.payload.Type

const isOne = <A>(wanted: ReadonlyArray<A> | undefined, ...values: ReadonlyArray<A | undefined>): boolean =>
  wanted === undefined || values.some((value) => value !== undefined && wanted.includes(value))

/** Whether a record has one of the values of each list that is given. An article is known by its ids in the warehouse and in the shops. */
const isWanted = ({ itemIds, itemNames, levels, shopNames, skuIds, skuNames }: Payload) => (record: typeof Selected.Type): boolean =>
  isOne(shopNames, record.shopName) &&
  isOne(levels, record.level) &&
  isOne(itemIds, record.itemId, ...record.shopItems.map((item) => item.itemId)) &&
  isOne(itemNames, record.itemName) &&
  isOne(skuIds, ...record.shopItems.map((item) => item.skuId)) &&
  isOne(skuNames, record.skuName)

export const listMarketplaceStock = (session: BooksSession): Operation.Handler<typeof BooksV1.ListMarketplaceStock> => {
  const { books, query, tables } = session
  const selected = Documents.decoding(Selected)
  const whole = Documents.decoding(ErpStock.MarketplaceStock)
  return Effect.fnUntraced(function*(payload) {
    const start = yield* Pages.startOf(payload, ["string"])
    const selection = Selection.make(books, "document")
    const first = selection.value("offset" in start ? "" : start.behind[0]!)
    selection.require(`document.kind = ${selection.value(kind)}`)
    if (payload.warehouseCodes !== undefined) selection.require(`document.warehouse IN ${selection.values(payload.warehouseCodes)}`)
    const rows = yield* query(
      `SELECT document.number, document.warehouse, document.content, CASE WHEN document.number > ${first} THEN 1 ELSE 0 END AS is_behind FROM ${tables.document} AS document WHERE ${selection.where()} ORDER BY document.number`,
      selection.params
    )
    const isMeant = isWanted(payload)
    const found: ReadonlyArray<SqlStorage.Row> = yield* Effect.filter(rows, (row) => Effect.map(selected(row), ({ content }) => isMeant(content)))
    const next = found.filter((row) => Number(row.is_behind) === 1).slice("offset" in start ? start.offset : 0).slice(0, payload.limit + 1)
    const items = yield* Effect.forEach(next.slice(0, payload.limit), whole)
    return Pages.answer(payload.limit, found.length, next, items.map(({ content }) => content), (row) => [String(row.number)])
  })
}

export const listMarketplaceWarehouses = ({ books, query, tables }: BooksSession): Operation.Handler<typeof BooksV1.ListMarketplaceWarehouses> => () =>
  Effect.map(
    query(`SELECT DISTINCT warehouse FROM ${tables.document} WHERE books = $1 AND kind = $2 ORDER BY warehouse`, [books, kind]),
    (rows) => ({ items: rows.map((row) => String(row.warehouse)) })
  )
