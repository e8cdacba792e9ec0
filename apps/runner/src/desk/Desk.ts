/**
 * The order desk: places the orders of shops at warehouses by the rules of the composition. One node at a time works on the orders of a
 * shop, and only while some of them are due. Without `desk` in the composition it does nothing.
 */
import { PlatformV1, WarehouseV1 } from "@crossdock/core"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as FiberMap from "effect/FiberMap"
import * as Layer from "effect/Layer"
import * as Semaphore from "effect/Semaphore"
import type { Composed } from "../Composition.ts"
import type { OrderDesk } from "../composition/Desk.ts"
import { Refusal } from "../engine/Refusal.ts"
import * as DeskMetrics from "../metrics/DeskMetrics.ts"
import type { Job } from "../jobs/Jobs.ts"
import type { DatabaseFailed } from "../store/Database.ts"
import * as Advance from "./Advance.ts"
import { services } from "./DeskServices.ts"
import * as DueRows from "./DueRows.ts"
import * as EarlierOrders from "./EarlierOrders.ts"
import * as Inspections from "./Inspections.ts"
import * as OrderReads from "./OrderReads.ts"
import * as ParcelNotices from "./ParcelNotices.ts"
import * as Placing from "./Placing.ts"
import * as PartEnds from "./PartEnds.ts"
import * as PersonsDecisions from "./PersonsDecisions.ts"
import * as PersonsWithdrawals from "./PersonsWithdrawals.ts"
import { type Place, placesOf } from "./Rules.ts"
import * as ShopShipments from "./ShopShipments.ts"
import * as Slots from "./Slots.ts"
import * as Spans from "../tracing/Spans.ts"
import * as StockArrivals from "./StockArrivals.ts"
import * as TakeOver from "./TakeOver.ts"

/** The number of orders of each turn in one read. */
const atOnce = 64
/** How many orders are worked on at a time, by all shops of this node together and by each of them. Those that wait for a peer do not count. */
const concurrency: Readonly<Record<DueRows.Turn, number>> = { news: 8, repeat: 4 }
/** The time between two reads for due orders of a shop, in milliseconds. */
const lookEvery = 250
/** How long a shop without due orders is looked at before its job ends, and how often times that lie too far ahead are brought back, in milliseconds. */
const idleFor = 1000
const bringBackEvery = 60_000
/** A shop whose orders are due for so long without a break is given to another node then, in milliseconds. */
const limit = 86_400_000

export class Desk extends Context.Service<Desk, PersonsDecisions.PersonsDecisions & {
  /** Takes over what a warehouse has of an order that the desk has not placed. */
  readonly takeOver: TakeOver.TakeOver
  /** Asks a warehouse not to ship a part, and holds the order. */
  readonly withdraw: PersonsWithdrawals.Withdraw
  /** Stores what a person found in a parcel, whatever its warehouse reports. */
  readonly found: Inspections.Inspections
  /** Where the rules place orders. */
  readonly places: ReadonlyArray<Pick<Place, "link" | "warehouse">>
  /** Does what is due now. */
  readonly round: Effect.Effect<void, DatabaseFailed>
  /** One job for each shop that has due orders now, and one that looks after stock. */
  readonly jobs: Effect.Effect<ReadonlyArray<Job<DatabaseFailed, never>>, DatabaseFailed>
}>()("@crossdock/runner/desk/Desk") {
  static readonly layer = ({ desk }: Pick<Composed, "desk">) =>
    Layer.effect(Desk, desk === undefined ? none : make(desk))
}

const unknown = Effect.succeed("unknown" as const)
const noDesk = Effect.fail(new Refusal({ code: "UNKNOWN", message: "the composition has no desk" }))
const none = Effect.succeed(Desk.of({ round: Effect.void, jobs: Effect.succeed([]), hold: () => unknown, release: () => unknown, place: () => unknown, places: [], takeOver: () => noDesk, withdraw: () => noDesk, found: () => noDesk }))

type Working = FiberMap.FiberMap<number, void, DatabaseFailed>

const slots = Effect.all({ news: Semaphore.make(concurrency.news), repeat: Semaphore.make(concurrency.repeat) })

/** Fails as soon as an order does, because then the database does not work. */
const working = <A>(work: (working: Working) => Effect.Effect<A, DatabaseFailed>) =>
  Effect.scoped(Effect.flatMap(FiberMap.make<number, void, DatabaseFailed>(), (map) =>
    Effect.raceFirst(work(map), Effect.andThen(FiberMap.join(map), Effect.never))))

const make = Effect.fnUntraced(function*(desk: OrderDesk) {
  const { db, intents, restored, rows } = yield* services
  const due = DueRows.make(db)
  yield* intents.whenEnded(WarehouseV1.CreateOutboundOrder.name, yield* PartEnds.make(desk))
  yield* intents.whenEnded(PlatformV1.CreateShipment.name, yield* ShopShipments.ends)
  yield* intents.whenEnded(PlatformV1.ReportOutgoingParcel.name, ParcelNotices.ends(db))

  const advance = yield* Advance.make(desk)
  const ofNode = yield* slots

  let isTaken = false
  const takeStored = Effect.suspend(() => isTaken ? Effect.void : Effect.map(rows.takeStored(desk.shops, desk.since === undefined ? EarlierOrders.stored : { state: "due" }), () => void (isTaken = true)))

  /** The shops that have due orders. */
  const shops = Effect.andThen(takeStored, Effect.flatMap(Clock.currentTimeMillis, due.shops))

  /** Works on the due orders of a shop. */
  const workOn = (scope: string, map: Working) =>
    Effect.map(slots, (ofShop) => {
      let broughtBack = Number.NEGATIVE_INFINITY
      /** Begins what is due and not worked on yet: orders that are new or have news, and orders that are tried again. Returns how many orders that are. */
      return Effect.fnUntraced(function*() {
        const now = yield* Clock.currentTimeMillis
        if (now >= broughtBack + bringBackEvery) {
          yield* due.bringBack(scope, now)
          broughtBack = now
        }
        if (restored.since() !== undefined) return yield* Effect.as(due.holdRestored(scope, now), 0)
        const orders = yield* due.of(scope, now, atOnce + (yield* FiberMap.size(map)))
        const begun = orders.filter(({ order }) => !FiberMap.hasUnsafe(map, order.entity))
        const read = yield* OrderReads.of(db, begun.map(({ order }) => order.entity))
        for (const { order, turn } of begun) yield* FiberMap.run(map, order.entity, Slots.within([ofShop[turn], ofNode[turn]], Spans.resumed(order.trace, "advance order", advance(order, read.get(order.entity)!), () => ({ attributes: { "crossdock.link": order.scope } }))))
        return begun.length
      })
    })

  const roundOf = (scope: string) =>
    working(Effect.fnUntraced(function*(map) {
      const begin = yield* workOn(scope, map)
      let begun: number
      do {
        begun = yield* begin()
        yield* FiberMap.awaitEmpty(map)
      } while (begun >= atOnce)
    }))

  /** Works on a shop until none of its orders is due or worked on. */
  const jobOf = (scope: string): Job<DatabaseFailed, never> => ({
    name: "desk",
    connection: scope,
    every: 0,
    limit,
    work: working(Effect.fnUntraced(function*(map) {
      const begin = yield* workOn(scope, map)
      let idle = 0
      while (idle < idleFor) {
        const begun = yield* begin()
        idle = begun > 0 || (yield* FiberMap.size(map)) > 0 ? 0 : idle + lookEvery
        yield* Effect.sleep(begun >= atOnce ? lookEvery / 10 : lookEvery)
      }
    }))
  })

  yield* Effect.contextWith((context: Context.Context<never>) => Effect.sync(() => DeskMetrics.begin(context, desk.shops)))
  const arrivals = yield* StockArrivals.make(desk)
  const takeOver = yield* TakeOver.make(desk, yield* Placing.make(desk))

  return Desk.of({
    ...yield* PersonsDecisions.make,
    places: placesOf(desk.rules).map(({ link, warehouse }) => ({ link, warehouse })),
    found: yield* Inspections.make,
    withdraw: yield* PersonsWithdrawals.make,
    takeOver: (asked) => Effect.tap(takeOver(asked), () => intents.wake),
    round: Effect.andThen(arrivals.look, Effect.flatMap(shops, Effect.forEach(roundOf, { concurrency: "unbounded", discard: true }))),
    jobs: Effect.map(shops, (scopes) => [...scopes.map(jobOf), arrivals.job])
  })
})
