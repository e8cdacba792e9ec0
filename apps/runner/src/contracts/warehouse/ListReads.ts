/**
 * Reads the lists of a warehouse that are no orders (warehouses, channels and stock), and translates them into the ERP's names.
 */
import { Sku, WarehouseV1 } from "@crossdock/core"
import type { AdapterError } from "@crossdock/core"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { ConnectedLink } from "../../Composition.ts"
import type { DatabaseFailed } from "../../store/Database.ts"
import * as PageBudget from "../../engine/PageBudget.ts"
import { brieflyOver } from "../../engine/ReadRetry.ts"
import { answered } from "./ReadAnswers.ts"
import { codeAtPeer } from "./WarehouseCodes.ts"
import type { WarehouseServices } from "./WarehouseServices.ts"

/** The maximum number of unknown names that are stored for one page of stock. The others follow once these have mapping rows. */
const mostUnmatched = 100

export const listingAge = 3_600_000
/** The maximum number of cached lists of one connection: one of warehouses, and one of channels for each warehouse. */
const mostListings = 200

export type ListReads = ReturnType<typeof make>

type Services = Pick<WarehouseServices, "connections" | "db" | "mapping">

/** Whether a warehouse's code is known: by a mapping row of the link, or by the cached list of warehouses. */
const isKnownCode = Effect.fnUntraced(function*({ db, mapping }: Services, link: ConnectedLink, code: string) {
  if ((yield* mapping.list(link.scope, "warehouse")).some(({ theirs }) => theirs === code)) return true
  const kept = yield* db.one("select body from listing where connection = $1 and kind = $2", [link.peer, "warehouses"])
  return kept !== undefined && (JSON.parse(kept.body) as ReadonlyArray<{ readonly code: string }>).some((item) => item.code === code)
})

/** Stores SKUs without a mapping row, so that an operator sees why the response leaves them out. A failure to store is ignored. */
const unmatchedStock = ({ connections, mapping }: Services, link: ConnectedLink, skus: ReadonlyArray<string>) =>
  Effect.andThen(
    connections.drift(link.peer).report({
      where: "syncInventory",
      path: "/items/sku",
      message: `the warehouse has stock of SKUs that are not in the mapping of ${link.scope}; \`crossdock maps unmatched\` lists them`
    }),
    Effect.catch(mapping.queue(link.scope, "sku", "warehouse", skus.slice(0, mostUnmatched)), () =>
      Effect.logWarning("unmatched stock could not be recorded").pipe(Effect.annotateLogs({ link: link.scope })))
  )

export const make = (options: Services) => {
  const { connections, db, mapping } = options
  const briefly = brieflyOver(connections)

  /** Reads a list that rarely changes. A cached list is used for an hour. `mayCache` says whether the list is of something that exists. */
  const listing = Effect.fnUntraced(function*<A>(
    link: ConnectedLink,
    kind: string,
    read: Effect.Effect<{ readonly items: ReadonlyArray<A> }, AdapterError.AdapterError>,
    mayCache: (items: ReadonlyArray<A>) => Effect.Effect<boolean, DatabaseFailed> = () => Effect.succeed(true)
  ) {
    const now = yield* Clock.currentTimeMillis
    const kept = yield* db.one("select body, fetched_at from listing where connection = $1 and kind = $2", [link.peer, kind])
    if (kept !== undefined && now - kept.fetched_at < listingAge) return JSON.parse(kept.body) as ReadonlyArray<A>
    const { items } = yield* briefly(link, read)
    if (!(yield* mayCache(items))) return items
    yield* db.query(
      `insert into listing (connection, kind, body, fetched_at) values ($1, $2, $3, $4)
       on conflict (connection, kind) do update set body = $3, fetched_at = $4`,
      [link.peer, kind, JSON.stringify(items), now]
    )
    // A warehouse may list channels for any code, and each code adds a cached list, so the oldest ones are removed.
    yield* db.query(
      `delete from listing where connection = $1 and kind in
         (select kind from listing where connection = $1 order by fetched_at desc, kind limit 1000 offset ${mostListings})`,
      [link.peer]
    )
    return items
  })

  return {
    warehouses: Effect.fnUntraced(function*(link: ConnectedLink) {
      const items = yield* listing(link, "warehouses", connections.invoke(link.peer, WarehouseV1.ListWarehouses, {}))
      return { items: yield* Effect.forEach(items, (item) =>
        Effect.map(mapping.toErp(link, "warehouse", item.code), (code) => ({ ...item, code }))) }
    }, answered),
    channels: Effect.fnUntraced(function*(link: ConnectedLink, asked: typeof WarehouseV1.ListChannels.payload.Type) {
      const code = yield* codeAtPeer(mapping, link, asked.warehouseCode)
      const items = yield* listing(
        link,
        `channels ${code ?? ""}`,
        connections.invoke(link.peer, WarehouseV1.ListChannels, code === undefined ? {} : { warehouseCode: code }),
        // A caller may invent codes, so an empty list is kept for a known one only. Channels of the code show that it exists.
        (found) => code === undefined || found.some(({ warehouseCode }) => warehouseCode === code) ? Effect.succeed(true) : isKnownCode(options, link, code)
      )
      const named = yield* Effect.forEach(items, (item) =>
        Effect.gen(function*() {
          const own = yield* mapping.toErp(link, "channel", item.code)
          const warehouseCode = item.warehouseCode && (yield* mapping.toErp(link, "warehouse", item.warehouseCode))
          return { ...item, code: own, ...(warehouseCode && { warehouseCode }) }
        }))
      return { items: named }
    }, answered),
    stock: Effect.fnUntraced(function*(link: ConnectedLink, asked: typeof WarehouseV1.ListStock.payload.Type) {
      const warehouseCode = yield* mapping.toPeer(link, "warehouse", asked.warehouseCode)
      const skus = asked.skus && (yield* Effect.forEach(asked.skus, (sku) => mapping.toPeer(link, "sku", sku)))
      const read = connections.invoke(link.peer, WarehouseV1.ListStock, {
        ...asked,
        warehouseCode,
        ...(skus && { skus: skus.map((sku) => Sku.Sku.make(sku)) as never })
      })
      const page = yield* PageBudget.page(link.scope, "warehouse", briefly(link, read))
      const nameOf = yield* mapping.stockNames(link, connections.links.filter((other) => other.peer === link.peer && other !== link))
      const items: Array<typeof page.items[number]> = []
      const unmatched: Array<string> = []
      for (const level of page.items) {
        const { isUnmatched, sku } = nameOf(level.sku)
        if (isUnmatched) unmatched.push(level.sku)
        // If several links share the connection, goods of the other links are left out.
        if (sku === undefined) continue
        items.push({ ...level, warehouseCode: yield* mapping.toErp(link, "warehouse", level.warehouseCode), sku: Sku.Sku.make(sku) })
      }
      if (unmatched.length > 0) yield* unmatchedStock(options, link, unmatched)
      return { ...page, items }
    }, answered)
  }
}
