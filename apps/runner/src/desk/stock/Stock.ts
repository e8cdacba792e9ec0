/**
 * The jobs of stock: each shop is told what it may offer, and each warehouse is compared with the books. One node at a time carries out
 * a job. Without `desk.stock` in the composition there are none.
 */
import { AdapterError, WarehouseV1 } from "@crossdock/core"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Composed, ConnectedLink } from "../../Composition.ts"
import type { OrderDesk } from "../../composition/Desk.ts"
import type { DeskStock } from "../../composition/DeskStock.ts"
import { Connections } from "../../connection/Connections.ts"
import { ShopStates } from "../../contracts/platform/ShopStates.ts"
import { Reads } from "../../contracts/warehouse/Reads.ts"
import * as StockEvents from "../../contracts/warehouse/StockEvents.ts"
import { Refusal } from "../../engine/Refusal.ts"
import { Restored } from "../../engine/RestoreMode.ts"
import type { Job } from "../../jobs/Jobs.ts"
import { Database, type DatabaseFailed } from "../../store/Database.ts"
import * as Differences from "./Differences.ts"
import * as PageWalk from "../../engine/PageWalk.ts"
import * as Publishing from "./Publishing.ts"
import * as StockReads from "./StockReads.ts"
import * as StockRows from "./StockRows.ts"

export type StockFailed = AdapterError.AdapterError | DatabaseFailed | Refusal

/** Records per page of a warehouse, which every one takes. */
const atOnce = 100

/** After how many milliseconds a warehouse that has fewer pieces is compared again, because news of a shipment may be under way. */
export const newsWithin = 3 * 60_000

export class Stock extends Context.Service<Stock, {
  /** Tells a shop what has changed since it was told last. */
  readonly publish: (shop: string) => Effect.Effect<void, StockFailed>
  /** Compares the warehouses of a link with the books. */
  readonly compare: (scope: string) => Effect.Effect<void, StockFailed>
  /** The jobs for the links that exist now. */
  readonly jobs: Effect.Effect<ReadonlyArray<Job<StockFailed, never>>>
}>()("@crossdock/runner/desk/stock/Stock") {
  static readonly layer = ({ desk }: Pick<Composed, "desk">) =>
    Layer.effect(Stock, desk?.stock === undefined ? Effect.succeed(Stock.of({ publish: () => Effect.void, compare: () => Effect.void, jobs: Effect.succeed([]) })) : make(desk, desk.stock))
}

const messageOf = (error: StockFailed): string | undefined => {
  if (error._tag === "DatabaseFailed") return undefined
  return error._tag === "Refusal" ? error.message : `${error.operation}: ${AdapterError.describe(error.reason)}`
}

const make = Effect.fnUntraced(function*({ books, rules }: OrderDesk, stock: DeskStock) {
  const connections = yield* Connections
  const reads = yield* Reads
  const restored = yield* Restored
  const shops = yield* ShopStates
  const rows = StockRows.make(yield* Database)
  const published = yield* Publishing.make({ books, rules, stock })

  const isPaused = (id: string): boolean => connections.pausedOf(id) !== undefined

  /** Stores whether a run failed, for the doctor. */
  const recorded = (job: StockRows.StockJob, scope: string, work: Effect.Effect<void, StockFailed>): Effect.Effect<void, StockFailed> =>
    work.pipe(
      Effect.tapError((error) => {
        const message = messageOf(error)
        return message === undefined ? Effect.void : rows.failed(job, scope, message)
      }),
      Effect.andThen(rows.succeeded(job, scope)),
      Effect.asVoid
    )

  const warehousesOf = ({ copyTo, erp, peer, warehouseNames }: ConnectedLink): ReadonlyArray<readonly [name: string, code: string]> =>
    [erp, ...copyTo].includes(books) && connections.offers(peer).includes(WarehouseV1.ListStock.name) ? Object.entries(warehouseNames) : []

  const levels = (link: ConnectedLink, warehouseCode: string) =>
    PageWalk.all(
      (page) => reads.stock(link, { warehouseCode, limit: atOnce, ...page }),
      () => new Refusal({ code: "RESPONSE_INVALID", message: `the pages of the stock of ${link.peer} do not end: a cursor was repeated, or there are too many` })
    )

  const compareAll = Effect.fnUntraced(function*(link: ConnectedLink) {
    const warehouses = warehousesOf(link)
    yield* rows.forgetOtherWarehouses(link.scope, warehouses.map(([name]) => name))
    for (const [name, code] of warehouses) {
      const theirs = yield* levels(link, code)
      const ours = yield* StockReads.balances(connections, books, [name], false)
      yield* rows.compared(link.scope, name, Differences.compare(ours, theirs), yield* Clock.currentTimeMillis)
    }
  })

  const publish = Effect.fnUntraced(function*(scope: string) {
    const link = connections.linkOf(scope)
    // The books of a restored backup may be older than what the shop was told.
    if (link === undefined || restored.since() !== undefined) return
    const paused = [books, link.peer].find((id) => isPaused(id))
    const obstacle = paused !== undefined ? `the connection ${paused} is paused` : (yield* shops.isLocked(scope)) ? "the ERP has locked the shop" : undefined
    if (obstacle !== undefined) return yield* rows.failed("publish", scope, obstacle)
    yield* recorded("publish", scope, published(link))
  })

  const compare = Effect.fnUntraced(function*(scope: string) {
    const link = connections.linkOf(scope)
    if (link === undefined) return
    const paused = [books, link.peer].find((id) => isPaused(id))
    if (paused !== undefined) return yield* rows.failed("compare", scope, `the connection ${paused} is paused`)
    yield* recorded("compare", scope, compareAll(link))
  })

  const compareInTime = Effect.fnUntraced(function*(scope: string) {
    yield* compare(scope)
    if (stock.reconcileEvery <= newsWithin || !(yield* rows.hasFewerSince(scope))) return
    yield* Effect.sleep(newsWithin)
    yield* compare(scope)
  })

  return Stock.of({
    publish,
    compare,
    jobs: Effect.sync(() => [
      ...Array.from(new Set(stock.publish.map(({ shop }) => shop)), (shop) => ({ name: "stock", connection: shop, every: stock.every, work: publish(shop) })),
      ...connections.links.flatMap((link) =>
        warehousesOf(link).length === 0 ? [] : [{ name: StockEvents.comparing, connection: link.scope, every: stock.reconcileEvery, work: compareInTime(link.scope) }])
    ])
  })
})
