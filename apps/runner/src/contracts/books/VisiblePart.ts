/**
 * Limits the calls of a caller to the warehouses and shops that it may see (U-47). A call that names others was refused before. Where a
 * call names none, the ERP is asked for those of the caller, one after the other if it can be asked for one alone. Whatever the ERP
 * answers, a record reaches the caller only if it says that it belongs to what the caller may see; the others are left out of the pages,
 * which are filled with records that follow. A call that has read as many pages as it may is refused, and the next one goes on there.
 */
import { BooksV1 } from "@crossdock/books"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { createHash } from "node:crypto"
import type { ConnectedLink } from "../../Composition.ts"
import type { VisibleToCaller } from "../../composition/LinkedErps.ts"
import type { Connections } from "../../connection/Connections.ts"
import * as PageBudget from "../../engine/PageBudget.ts"
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
  /** The queries that ask for what the caller may see. Their records follow one another. */
  readonly narrowed: (asked: Asked, visible: ReadonlyArray<string>) => ReadonlyArray<Asked>
  /** What the query asks for by name. Undefined: the ERP cannot be asked by name, so its answers have the records of others too. */
  readonly askedFor: (part: Asked) => ReadonlyArray<string> | undefined
  /** To what a record says that it belongs. */
  readonly namesIn: (record: ErpRecord) => ReadonlyArray<string | undefined>
}

/** How many records are read at once to find those of a caller among others. */
const atOnce = 200

const ofWarehouse = ({ warehouseName }: ErpRecord) => [warehouseName]

const byName: Row = {
  of: "warehouses",
  narrowed: (asked, visible) => asked.warehouseName !== undefined ? [asked] : visible.map((warehouseName) => ({ ...asked, warehouseName })),
  askedFor: ({ warehouseName }) => [warehouseName!],
  namesIn: ofWarehouse
}

const byNames: Row = {
  of: "warehouses",
  narrowed: (asked, visible) => [{ ...asked, warehouseNames: asked.warehouseNames ?? visible }],
  askedFor: ({ warehouseNames }) => warehouseNames,
  namesIn: ofWarehouse
}

const rows: { readonly [O in Served as O["name"]]?: Row } = {
  listInboundOrders: byName,
  listReceivedBatches: byName,
  listStockBalances: byNames,
  listStockMovements: byName,
  listAssemblyOrders: byName,
  listSplitOrders: byName,
  listTransferOrders: {
    of: "warehouses",
    // Larger pages, since few of the records may be of the caller.
    narrowed: (asked) => [{ ...asked, limit: Math.max(asked.limit, atOnce) }],
    askedFor: () => undefined,
    namesIn: ({ toWarehouseName, warehouseName }) => [warehouseName, toWarehouseName]
  },
  listStorageLocationStock: byNames,
  listBatchStock: byName,
  listMarketplaceStock: {
    of: "shops",
    // Names of shops that the caller may not see select nothing, like those that do not exist (E-739).
    narrowed: (asked, visible) => {
      const shopNames = asked.shopNames === undefined ? visible : asked.shopNames.filter((name) => visible.includes(name))
      return shopNames.length === 0 ? [] : [{ ...asked, shopNames }]
    },
    askedFor: ({ shopNames }) => shopNames,
    namesIn: ({ shopName }) => [shopName]
  }
}

type Read = (asked: Asked) => Effect.Effect<Page, Refusal>

/** The query of several, the cursor of a page of the ERP, and the number of its records that were read before. */
type Place = readonly [part: number, cursor: string | null, before: number]

/** How far a page of visible records was read. */
interface Progress<Item> {
  readonly items: ReadonlyArray<Item>
  readonly place: Place
}

const start: Progress<never> = { items: [], place: [0, null, 0] }

/** Reads which records of an answer the caller gets. */
type Chosen<Item> = (part: Asked, record: ErpRecord) => Item | undefined

/**
 * Reads records of several queries one after the other until `most` of them were chosen. Before each page of the ERP, `reached` gets what
 * was read so far. A cursor that the ERP repeats ends its query.
 */
const chosenPage = Effect.fnUntraced(function*<Item>(
  read: Read,
  parts: ReadonlyArray<Asked>,
  from: Progress<Item>,
  most: number,
  chosen: Chosen<Item>,
  reached: (progress: Progress<Item>) => void
): Effect.fn.Return<{ readonly items: ReadonlyArray<Item>; readonly next?: Place; readonly total?: number }, Refusal> {
  const items = [...from.items]
  let [part, cursor, before]: Place = from.place
  let total: number | undefined
  const cursors = new Set<string>()
  const at = (...next: Place) => ({ items, next, ...(total !== undefined && { total }) })
  while (part < parts.length) {
    const query = parts[part]!
    const { cursor: _, ...asked } = query
    reached({ items: [...items], place: [part, cursor, before] })
    if (cursor !== null) cursors.add(cursor)
    const found = yield* read({ ...asked, ...(cursor !== null && { cursor }) })
    total = parts.length === 1 ? found.total : undefined
    for (let index = before; index < found.items.length; index++) {
      const item = chosen(query, found.items[index]!)
      if (item === undefined) continue
      if (items.length === most) return at(part, cursor, index)
      items.push(item)
    }
    before = 0
    cursor = found.nextCursor !== undefined && !cursors.has(found.nextCursor) ? found.nextCursor : null
    if (cursor === null) {
      part++
      cursors.clear()
    }
    if (items.length === most && part < parts.length) return at(part, cursor, 0)
  }
  return { items, ...(total !== undefined && { total }) }
})

/** How many unfinished reads of one caller are kept; the oldest one is forgotten. */
const mostUnfinished = 8
/** How long an unfinished read is kept, in milliseconds. Later, records that were added since could be missed. */
const keptFor = 900_000

/**
 * Keeps how far reads came that had no pages left, so that the same call goes on there. They are lost with the process, and a call at another
 * node begins anew.
 */
const unfinishedReads = () => {
  const callers = new Map<string, Map<string, Progress<never> & { readonly at: number }>>()
  return <Item, A>(
    caller: string,
    question: string,
    work: (from: Progress<Item>, reached: (progress: Progress<Item>) => void) => Effect.Effect<A, Refusal>
  ): Effect.Effect<A, Refusal> =>
    Effect.flatMap(Clock.currentTimeMillis, (now) => {
      const kept = callers.get(caller)
      const known = kept?.get(question)
      kept?.delete(question)
      let progress: Progress<Item> = known !== undefined && now - known.at < keptFor ? known : start
      return Effect.tapError(work(progress, (reached) => void (progress = reached)), ({ code }) =>
        Effect.sync(() => {
          if (code !== PageBudget.code) return
          const all = callers.get(caller) ?? new Map<string, Progress<never> & { readonly at: number }>()
          callers.set(caller, all)
          if (all.size >= mostUnfinished) all.delete(all.keys().next().value!)
          // The cast is safe: a question is always read by the same kind of call.
          all.set(question, { ...progress as Progress<never>, at: now })
        }))
    })
}

const asnNotFound = new Refusal({ code: "ORDER_NOT_FOUND", path: "/asnNumber", message: "there is no such inbound order" })

/** Wraps the calls of an ERP for callers that may see a part of it. */
export const around = <More>(call: ServedCalls.Call<Served, More>, drift: Connections["Service"]["drift"]) => {
  const unfinished = unfinishedReads()
  /** The operations of connections that have answered with records that were not asked for, so their totals count those too. */
  const unreliable = new Set<string>()

  return (visible: VisibleToCaller, link: ConnectedLink, operation: Served, payload: unknown, more: More): Effect.Effect<unknown, Refusal> => {
    const asked = payload as Asked
    const caller = JSON.stringify([link.scope, visible.warehouses, visible.shops])
    const readBy = (by: Served): Read => (query) => call(link, by, query as never, more) as Effect.Effect<Page, Refusal>

    /** Reads records until `most` were chosen, and goes on where an earlier call for the same had to end. */
    const chosenBy = <Item>(by: Served, parts: ReadonlyArray<Asked>, most: number, chosen: Chosen<Item>) => {
      const question = createHash("sha256").update(JSON.stringify([operation.name, asked])).digest("base64url")
      return unfinished<Item, Effect.Success<ReturnType<typeof chosenPage<Item>>>>(caller, question, (from, reached) => {
        const place: Place | undefined = asked.cursor === undefined ? undefined : JSON.parse(asked.cursor) as Place
        return chosenPage(readBy(by), parts, from === start && place !== undefined ? { items: [], place } : from, most, chosen, reached)
      })
    }

    /** Reads all records that are chosen. */
    const allBy = <Item>(by: Served, query: object, most: number, chosen: Chosen<Item>) =>
      Effect.map(chosenBy(by, [{ ...query, limit: atOnce }], most, chosen), ({ items }) => items)

    if (operation.name === BooksV1.ListMarketplaceWarehouses.name && visible.shops.length > 0) {
      // The marketplace's warehouses that have stock of the shops (E-756).
      const codes = allBy(BooksV1.ListMarketplaceStock, { shopNames: visible.shops }, Number.POSITIVE_INFINITY, (_, { shopName, ...record }) =>
        shopName !== undefined && visible.shops.includes(shopName) ? (record as { readonly warehouseCode?: string }).warehouseCode : undefined)
      return Effect.map(codes, (found) => ({ items: [...new Set(found)] }))
    }
    if (operation.name === BooksV1.CancelInboundOrder.name && visible.warehouses.length > 0) {
      // An order of another warehouse is cancelled as little as one that does not exist.
      const own = allBy(BooksV1.ListInboundOrders, { number: asked.asnNumber }, 1, (_, record) =>
        (record as { readonly asnNumber?: string }).asnNumber === asked.asnNumber && visible.warehouses.includes(record.warehouseName ?? "") ? record : undefined)
      return Effect.flatMap(own, (found) => found.length === 0 ? Effect.fail(asnNotFound) : call(link, operation, payload as never, more) as Effect.Effect<unknown, Refusal>)
    }
    const row: Row | undefined = rows[operation.name]
    const names = row === undefined ? [] : visible[row.of]
    if (row === undefined || names.length === 0) return call(link, operation, payload as never, more)
    const parts = row.narrowed(asked, names)
    if (parts.length === 0) return Effect.succeed({ items: [], total: 0 })
    const source = `${link.peer} ${operation.name}`
    let foreign = 0
    const own: Chosen<ErpRecord> = (part, record) => {
      const named = row.askedFor(part)
      if (row.namesIn(record).some((name) => name !== undefined && names.includes(name) && named?.includes(name) !== false)) return record
      if (named !== undefined) foreign++
      return undefined
    }
    const reported = Effect.suspend(() => {
      if (foreign === 0) return Effect.void
      unreliable.add(source)
      return drift(link.scope).report({
        where: operation.name,
        path: row.of === "shops" ? "/items/shopName" : "/items/warehouseName",
        message: `the ERP was asked for the ${row.of} of a caller and answered with records of others, which the caller does not get`
      })
    })
    return Effect.map(Effect.ensuring(chosenBy(operation, parts, asked.limit, own), reported), ({ items, next, total }): Page => ({
      items,
      ...(next !== undefined && { nextCursor: JSON.stringify(next) }),
      ...(total !== undefined && row.askedFor(parts[0]!) !== undefined && !unreliable.has(source) && { total })
    }))
  }
}
