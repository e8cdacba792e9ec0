/**
 * What a record needs so that lists of document 3 can tell it. A record that lacks it would fail the whole page, so it is refused when it
 * is entered.
 */
import type { ErpRecords, ErpStockOrder } from "@crossdock/books"
import type { AdapterError } from "@crossdock/core"
import * as Effect from "effect/Effect"
import type { BooksSession } from "../BooksSession.ts"
import * as Rows from "../books/Rows.ts"
import * as Faults from "../Faults.ts"

type Reason = AdapterError.Reason
type Split = ErpStockOrder.SplitOrder
type Marketplace = typeof ErpRecords.EnteredMarketplaceStock.Type

/** What every record of marketplace stock shows (document 3, 2.7). */
const shown = [
  "imageUrl", "shopName", "level", "excess", "coverageDays", "coverageDaysInWarehouse", "soldPerDay", "sold7Days", "sold15Days", "sold30Days", "sold60Days",
  "sold90Days", "aged0To30", "aged31To60", "aged61To90", "aged91To120", "aged121To180", "agedOver180"
] as const satisfies ReadonlyArray<keyof Marketplace>

const missing = (path: string, more = "") => Faults.invalid(path, `is missing${more}; lists of document 3 tell it for every record, so send it`)

/** The record with the name of its article, which is the SKU if it has no other. */
export const marketplaceStock = (record: Marketplace, path: string): Effect.Effect<Marketplace, Reason> => {
  const absent = shown.find((member) => record[member] === undefined)
  if (absent !== undefined) return Effect.fail(missing(`${path}/${absent}`))
  const itemName = record.itemName ?? record.sku
  return itemName === undefined ? Effect.fail(missing(`${path}/itemName`, ", and there is no SKU to name the article by")) : Effect.succeed({ ...record, itemName })
}

const isId = (text: string): boolean => /^(0|[1-9]\d{0,37})$/.test(text)

const wrongId = (path: string, id: string | undefined) =>
  id === undefined ? missing(path) : isId(id) ? undefined : Faults.invalid(path, "is no whole number of at most 38 digits, as lists of document 3 tell it; send one")

/** The order with the names and pictures of its products, and numbers of its parts. A product without a name is called by its SKU. */
export const split = Effect.fnUntraced(function*(session: BooksSession, order: Split, path: string): Effect.fn.Return<Split, Reason> {
  for (const [at, { userId, userName }] of (order.workers ?? []).entries()) {
    const wrong = wrongId(`${path}/workers/${at}/userId`, userId) ?? (userName === undefined ? missing(`${path}/workers/${at}/userName`) : undefined)
    if (wrong !== undefined) return yield* wrong
  }
  const skus = new Set(order.lines.flatMap(({ parts, sku }) => [sku, ...parts.map((part) => part.sku)]))
  const rows = yield* Rows.select(session, "product", { sku: "TEXT" } as const, [...skus].map((sku) => ({ sku })))
  const products = new Map(rows.map(({ image_url, name, sku }) => [String(sku), { name: name ?? undefined, imageUrl: image_url ?? undefined }]))
  const named = <Goods extends { readonly sku: string; readonly name?: string }>(goods: Goods) =>
    ({ ...goods, name: goods.name ?? String(products.get(goods.sku)?.name ?? goods.sku) })
  const lines: Array<Split["lines"][number]> = []
  for (const [at, line] of order.lines.entries()) {
    const imageUrl = line.imageUrl ?? products.get(line.sku)?.imageUrl
    if (imageUrl === undefined) return yield* missing(`${path}/lines/${at}/imageUrl`, ", and the product has no picture")
    const parts: Array<(typeof line.parts)[number]> = []
    for (const [of, part] of line.parts.entries()) {
      const id = part.id ?? String(of + 1)
      const wrong = wrongId(`${path}/lines/${at}/parts/${of}/id`, id)
      if (wrong !== undefined) return yield* wrong
      parts.push({ ...named(part), id })
    }
    lines.push({ ...named(line), imageUrl: String(imageUrl), parts })
  }
  return { ...order, lines }
})
