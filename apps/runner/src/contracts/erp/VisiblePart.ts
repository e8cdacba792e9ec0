/**
 * Limits the calls of a caller to the warehouses and shops that it may see (U-47). A call that names others was refused before. Where a
 * call names none, the ERP is asked for those of the caller, one after the other if it can be asked for one alone. Of transfers, which no
 * query selects by warehouse, those of others are left out of the pages.
 */
import { ErpV1 } from "@crossdock/core"
import * as Effect from "effect/Effect"
import type { ConnectedLink } from "../../Composition.ts"
import type { VisibleToCaller } from "../../composition/LinkedErps.ts"
import { Refusal } from "../../engine/Refusal.ts"
import type * as ServedCalls from "../../engine/ServedCalls.ts"
import type { Served } from "./Dispatch.ts"

/** What calls ask for, as far as it concerns warehouses and shops. */
interface Asked {
  readonly asnNumber?: string
  readonly warehouseName?: string
  readonly warehouseNames?: ReadonlyArray<string>
  readonly shopNames?: ReadonlyArray<string>
  readonly cursor?: string
  readonly limit: number
}

interface ErpRecord {
  readonly warehouseName?: string
  readonly toWarehouseName?: string
  readonly shopName?: string
}

interface Page {
  readonly items: ReadonlyArray<ErpRecord>
  readonly nextCursor?: string
  readonly total?: number
}

interface Row {
  /** The parts of the ERP that the operation is about. */
  readonly of: keyof VisibleToCaller
  /** The queries that ask for what the caller may see, and for nothing else unless `namesIn` says otherwise. Their records follow one another. */
  readonly narrowed: (asked: Asked, visible: ReadonlyArray<string>) => ReadonlyArray<Asked>
  /** Where a record says to what it belongs, if the queries cannot name that. */
  readonly namesIn?: (record: ErpRecord) => ReadonlyArray<string | undefined>
}

const byName: Row = {
  of: "warehouses",
  narrowed: (asked, visible) => asked.warehouseName !== undefined ? [asked] : visible.map((warehouseName) => ({ ...asked, warehouseName }))
}

const byNames: Row = {
  of: "warehouses",
  narrowed: (asked, visible) => [{ ...asked, warehouseNames: asked.warehouseNames ?? visible }]
}

const rows: { readonly [O in Served as O["name"]]?: Row } = {
  listInboundOrders: byName,
  listReceivedBatches: byName,
  listStockBalances: byNames,
  listStockMovements: byName,
  listAssemblyOrders: byName,
  listSplitOrders: byName,
  listTransferOrders: { of: "warehouses", narrowed: (asked) => [asked], namesIn: ({ toWarehouseName, warehouseName }) => [warehouseName, toWarehouseName] },
  listStorageLocationStock: byNames,
  listBatchStock: byName,
  listMarketplaceStock: {
    of: "shops",
    // Names of shops that the caller may not see select nothing, like those that do not exist (E-739).
    narrowed: (asked, visible) => {
      const shopNames = asked.shopNames === undefined ? visible : asked.shopNames.filter((name) => visible.includes(name))
      return shopNames.length === 0 ? [] : [{ ...asked, shopNames }]
    }
  }
}

type Read = (asked: Asked) => Effect.Effect<Page, Refusal>

/** The query of several, the cursor of a page of the ERP, and the number of its records that were read before. */
type Place = readonly [part: number, cursor: string | null, before: number]

/** Reads a page of the records of several queries one after the other, without those that `shows` leaves out. */
const visiblePage = Effect.fnUntraced(function*(
  read: Read,
  parts: ReadonlyArray<Asked>,
  { cursor: from, limit }: Asked,
  shows: (record: ErpRecord) => boolean
): Effect.fn.Return<Page, Refusal> {
  const items: Array<ErpRecord> = []
  let [part, cursor, before]: Place = from === undefined ? [0, null, 0] : JSON.parse(from) as Place
  const page = (...place: Place): Page => ({ items, nextCursor: JSON.stringify(place) })
  while (part < parts.length) {
    const { cursor: _, ...asked } = parts[part]!
    const found = yield* read({ ...asked, ...(cursor !== null && { cursor }) })
    for (let at = before; at < found.items.length; at++) {
      if (items.length === limit) return page(part, cursor, at)
      if (shows(found.items[at]!)) items.push(found.items[at]!)
    }
    before = 0
    cursor = found.nextCursor ?? null
    if (cursor === null) part++
    if (items.length === limit && part < parts.length) return page(part, cursor, 0)
  }
  return { items }
})

const asnNotFound = new Refusal({ code: "ORDER_NOT_FOUND", path: "/asnNumber", message: "there is no such inbound order" })

/** Wraps the calls of an ERP for callers that may see a part of it. */
export const around = <More>(call: ServedCalls.Call<Served, More>) => {
  const all = Effect.fnUntraced(function*(link: ConnectedLink, operation: Served, asked: object, more: More): Effect.fn.Return<ReadonlyArray<unknown>, Refusal> {
    const items: Array<unknown> = []
    let cursor: string | undefined
    for (;;) {
      const page = (yield* call(link, operation, { ...asked, limit: 200, ...(cursor !== undefined && { cursor }) } as never, more)) as Page
      items.push(...page.items)
      if (page.nextCursor === undefined) return items
      cursor = page.nextCursor
    }
  })

  /** The marketplace's warehouses that have stock of the shops (E-756). */
  const warehousesOf = Effect.fnUntraced(function*(link: ConnectedLink, shops: ReadonlyArray<string>, more: More) {
    const stock = (yield* all(link, ErpV1.ListMarketplaceStock, { shopNames: shops }, more)) as ReadonlyArray<ErpRecord & { readonly warehouseCode: string }>
    return [...new Set(stock.filter(({ shopName }) => shopName !== undefined && shops.includes(shopName)).map(({ warehouseCode }) => warehouseCode))]
  })

  /** An order of another warehouse is cancelled as little as one that does not exist. */
  const unlessForeign = Effect.fnUntraced(function*(link: ConnectedLink, asnNumber: string, warehouses: ReadonlyArray<string>, more: More) {
    const orders = (yield* all(link, ErpV1.ListInboundOrders, { number: asnNumber }, more)) as ReadonlyArray<ErpRecord & { readonly asnNumber: string }>
    const isVisible = orders.some((order) => order.asnNumber === asnNumber && warehouses.includes(order.warehouseName ?? ""))
    if (!isVisible) return yield* Effect.fail(asnNotFound)
  })

  return (visible: VisibleToCaller, link: ConnectedLink, operation: Served, payload: unknown, more: More): Effect.Effect<unknown, Refusal> => {
    const asked = payload as Asked
    const read: Read = (query) => call(link, operation, query as never, more) as Effect.Effect<Page, Refusal>
    if (operation.name === ErpV1.ListMarketplaceWarehouses.name && visible.shops.length > 0) return warehousesOf(link, visible.shops, more)
    if (operation.name === ErpV1.CancelInboundOrder.name && visible.warehouses.length > 0) {
      return Effect.andThen(unlessForeign(link, asked.asnNumber!, visible.warehouses, more), read(asked))
    }
    const row: Row | undefined = rows[operation.name]
    const names = row === undefined ? [] : visible[row.of]
    if (row === undefined || names.length === 0) return read(asked)
    const parts = row.narrowed(asked, names)
    const { namesIn } = row
    if (parts.length === 0) return Effect.succeed({ items: [], total: 0 })
    if (parts.length === 1 && namesIn === undefined) return read(parts[0]!)
    return visiblePage(read, parts, asked, (record) => namesIn === undefined || namesIn(record).some((name) => name !== undefined && names.includes(name)))
  }
}
