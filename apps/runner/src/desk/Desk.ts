/**
 * The order desk: places the orders of shops at warehouses by the rules of the composition. One node at a time works on it. Without
 * `desk` in the composition it does nothing.
 */
import { PlatformV1, WarehouseV1 } from "@crossdock/core"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Composed } from "../Composition.ts"
import type { OrderDesk } from "../composition/Desk.ts"
import { Intents } from "../intents/Intents.ts"
import type { Job } from "../jobs/Jobs.ts"
import { Database, type DatabaseFailed } from "../store/Database.ts"
import * as Advance from "./Advance.ts"
import * as DeskRows from "./DeskRows.ts"
import * as ParcelNotices from "./ParcelNotices.ts"
import * as PartEnds from "./PartEnds.ts"
import * as PersonsDecisions from "./PersonsDecisions.ts"
import * as ShopShipments from "./ShopShipments.ts"

/** The number of orders in one read, and how many of them are worked on at a time. */
const atOnce = 64
const concurrency = 8
/** The time between two reads for due orders, in milliseconds. */
const lookEvery = 250
/** How long one run of the job goes on looking, in milliseconds. */
const runFor = 60_000

export class Desk extends Context.Service<Desk, PersonsDecisions.PersonsDecisions & {
  /** Does what is due now. */
  readonly round: Effect.Effect<void, DatabaseFailed>
  readonly jobs: ReadonlyArray<Job<DatabaseFailed, never>>
}>()("@crossdock/runner/desk/Desk") {
  static readonly layer = ({ desk }: Pick<Composed, "desk">) =>
    Layer.effect(Desk, desk === undefined ? none : make(desk))
}

const unknown = Effect.succeed("unknown" as const)
const none = Effect.succeed(Desk.of({ round: Effect.void, jobs: [], hold: () => unknown, release: () => unknown }))

const make = Effect.fnUntraced(function*(desk: OrderDesk) {
  const db = yield* Database
  const intents = yield* Intents
  const rows = DeskRows.make(db)
  const advance = yield* Advance.make(desk)
  yield* intents.whenEnded(WarehouseV1.CreateOutboundOrder.name, yield* PartEnds.make(desk))
  yield* intents.whenEnded(PlatformV1.CreateShipment.name, yield* ShopShipments.ends)
  yield* intents.whenEnded(PlatformV1.MarkReadyToShip.name, ParcelNotices.ends(db, new Set(desk.shops)))

  const round = Effect.gen(function*() {
    while (true) {
      const due = yield* rows.due(yield* Clock.currentTimeMillis, atOnce)
      yield* Effect.forEach(due, advance, { concurrency, discard: true })
      if (due.length < atOnce) return
    }
  })

  const work = Effect.gen(function*() {
    const until = (yield* Clock.currentTimeMillis) + runFor
    do {
      yield* round
      yield* Effect.sleep(lookEvery)
    } while ((yield* Clock.currentTimeMillis) < until)
  })

  return Desk.of({ ...yield* PersonsDecisions.make, round, jobs: [{ name: "desk", connection: "", every: 0, work }] })
})
