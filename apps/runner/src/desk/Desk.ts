/**
 * The order desk: places the orders of shops at warehouses by the rules of the composition. One node at a time works on it. Without
 * `desk` in the composition it does nothing.
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
import { Restored } from "../engine/RestoreMode.ts"
import { Intents } from "../intents/Intents.ts"
import type { Job } from "../jobs/Jobs.ts"
import { Database, type DatabaseFailed } from "../store/Database.ts"
import * as Advance from "./Advance.ts"
import * as DeskRows from "./DeskRows.ts"
import * as EarlierOrders from "./EarlierOrders.ts"
import * as Inspections from "./Inspections.ts"
import * as LateReservations from "./LateReservations.ts"
import * as ParcelNotices from "./ParcelNotices.ts"
import * as Placing from "./Placing.ts"
import * as PartEnds from "./PartEnds.ts"
import * as PersonsDecisions from "./PersonsDecisions.ts"
import * as ShopShipments from "./ShopShipments.ts"
import * as TakeOver from "./TakeOver.ts"

/** The number of orders in one read, and how many of them are worked on at a time. Those that wait for a cancel do not count. */
const atOnce = 64
const concurrency = 8
/** The time between two reads for due orders, in milliseconds. */
const lookEvery = 250
/** How long one run of the job goes on looking, in milliseconds. */
const runFor = 60_000

export class Desk extends Context.Service<Desk, PersonsDecisions.PersonsDecisions & {
  /** Takes over what a warehouse has of an order that the desk has not placed. */
  readonly takeOver: TakeOver.TakeOver
  /** Stores what a person found in a parcel, whatever its warehouse reports. */
  readonly found: Inspections.Inspections
  /** Does what is due now. */
  readonly round: Effect.Effect<void, DatabaseFailed>
  readonly jobs: ReadonlyArray<Job<DatabaseFailed, never>>
}>()("@crossdock/runner/desk/Desk") {
  static readonly layer = ({ desk }: Pick<Composed, "desk">) =>
    Layer.effect(Desk, desk === undefined ? none : make(desk))
}

const unknown = Effect.succeed("unknown" as const)
const noDesk = Effect.fail(new Refusal({ code: "UNKNOWN", message: "the composition has no desk" }))
const none = Effect.succeed(Desk.of({ round: Effect.void, jobs: [], hold: () => unknown, release: () => unknown, takeOver: () => noDesk, found: () => noDesk }))

const make = Effect.fnUntraced(function*(desk: OrderDesk) {
  const db = yield* Database
  const intents = yield* Intents
  const rows = DeskRows.make(db)
  yield* intents.whenEnded(WarehouseV1.CreateOutboundOrder.name, yield* PartEnds.make(desk))
  yield* intents.whenEnded(PlatformV1.CreateShipment.name, yield* ShopShipments.ends)
  yield* intents.whenEnded(PlatformV1.MarkReadyToShip.name, ParcelNotices.ends(db))

  const slots = yield* Semaphore.make(concurrency)
  const advance = yield* Advance.make(desk, slots)
  const restored = yield* Restored

  let isTaken = false
  const takeStored = Effect.suspend(() => isTaken ? Effect.void : Effect.map(rows.takeStored(desk.shops, desk.since === undefined ? EarlierOrders.stored : { state: "due" }), () => void (isTaken = true)))

  /** Begins what is due and not worked on yet. Returns how many orders that are. */
  const begin = Effect.fnUntraced(function*(working: FiberMap.FiberMap<number, void, DatabaseFailed>) {
    yield* takeStored
    const now = yield* Clock.currentTimeMillis
    yield* rows.bringBack(now)
    if (restored.since() !== undefined) return yield* Effect.as(rows.holdRestored(now), 0)
    const due = yield* rows.due(now, atOnce + (yield* FiberMap.size(working)))
    const begun = due.filter(({ entity }) => !FiberMap.hasUnsafe(working, entity))
    for (const order of begun) yield* FiberMap.run(working, order.entity, Semaphore.withPermit(slots, advance(order)))
    return begun.length
  })

  /** Fails as soon as an order does, because then the database does not work. */
  const working = <A>(work: (working: FiberMap.FiberMap<number, void, DatabaseFailed>) => Effect.Effect<A, DatabaseFailed>) =>
    Effect.scoped(Effect.flatMap(FiberMap.make<number, void, DatabaseFailed>(), (map) =>
      Effect.raceFirst(work(map), Effect.andThen(FiberMap.join(map), Effect.never))))

  const round = working(Effect.fnUntraced(function*(map) {
    let begun: number
    do {
      begun = yield* begin(map)
      yield* FiberMap.awaitEmpty(map)
    } while (begun >= atOnce)
  }))

  const work = working(Effect.fnUntraced(function*(map) {
    const until = (yield* Clock.currentTimeMillis) + runFor
    do {
      const begun = yield* begin(map)
      yield* Effect.sleep(begun >= atOnce ? lookEvery / 10 : lookEvery)
    } while ((yield* Clock.currentTimeMillis) < until)
    yield* FiberMap.awaitEmpty(map)
  }))

  const takeOver = yield* TakeOver.make(desk, yield* Placing.make(desk))

  return Desk.of({ ...yield* PersonsDecisions.make, found: yield* Inspections.make, takeOver: (asked) => Effect.tap(takeOver(asked), () => intents.wake), round, jobs: [{ name: "desk", connection: "", every: 0, work }, yield* LateReservations.make(desk)] })
})
