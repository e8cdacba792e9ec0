/** One poll, of the runner or of a build of it with a bug, over more orders than a page holds. */
import { WarehouseV1 } from "@crossdock/core"
import * as Effect from "effect/Effect"
import { Dispatch } from "../../src/contracts/warehouse/Dispatch.ts"
import { polled } from "../../src/contracts/warehouse/Jobs.ts"
import * as Poller from "../../src/jobs/Poller.ts"
import { Database } from "../../src/store/Database.ts"
import { order } from "./Orders.ts"
import { during, until, type World } from "./World.ts"

/** The orders that are still open after one poll of 23 orders, all last polled at the same moment and all shipped since. */
export const openAfterPoll = (w: World, { pollOnce } = Poller) =>
  Effect.gen(function*() {
    const dispatch = yield* Dispatch
    const numbers = Array.from({ length: 23 }, (_, at) => `SO-${at}`)
    yield* Effect.forEach(numbers, (number) => dispatch.call(w.link, WarehouseV1.CreateOutboundOrder, order(number), ""))
    const db = yield* Database
    yield* until(Effect.map(db.query("select number from entity"), (rows) => rows.length === numbers.length))
    yield* db.query("update entity set checked_at = -1000000")
    for (const [at, shipped] of w.warehouse.orders.entries()) Object.assign(shipped, { phase: "shipped", status: "SHIPPED", trackingNumber: `T-${at}` })
    yield* pollOnce(yield* polled, "wh").pipe(Effect.provideService(Poller.PageSize, 4), during)
    return yield* db.query("select number from entity where is_open = 1")
  })
