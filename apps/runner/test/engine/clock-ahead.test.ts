/**
 * What a clock that was ahead has planned: it is due once the clock is right, in every queue, also if nobody watched the clock meanwhile.
 */
import { assert, describe, it } from "@effect/vitest"
import { WarehouseV1 } from "@crossdock/core"
import * as Effect from "effect/Effect"
import { TestClock } from "effect/testing"
import { Connections } from "../../src/connection/Connections.ts"
import * as OrderSync from "../../src/contracts/platform/OrderSync.ts"
import * as SyncStore from "../../src/contracts/platform/SyncStore.ts"
import { Dispatch } from "../../src/contracts/warehouse/Dispatch.ts"
import * as DueTimes from "../../src/store/DueTimes.ts"
import { Database } from "../../src/store/Database.ts"
import { Vault } from "../../src/store/Vault.ts"
import { onBothDatabases } from "../support/Databases.ts"
import * as Desk from "../support/DeskWorld.ts"
import * as FakeShop from "../support/FakeShop.ts"
import { order } from "../support/Orders.ts"
import * as Peers from "../support/Peers.ts"
import { during, inWorldOn, until, world } from "../support/World.ts"

const hour = 3_600_000

describe("DueTimes.isDue", () => {
  const cases: ReadonlyArray<readonly [title: string, dueAt: number, is: boolean]> = [
    ["what was due before", 9_000, true],
    ["what is due now", 10_000, true],
    ["what is due soon", 10_001, false],
    ["what is due after the longest interval", 70_000, false],
    ["what another node has planned, whose clock is a little ahead", 71_000, false],
    ["what lies farther ahead than anything is planned", 71_001, true]
  ]
  it.each(cases)("decides about %s", (_, dueAt, is) => assert.strictEqual(DueTimes.isDue(dueAt, 10_000, 60_000), is))
})

onBothDatabases("a clock that was a day ahead", (fresh) => {
  const inWorld = inWorldOn(fresh)

  const shop = FakeShop.shop()
  inWorld("holds back no order at the desk", Desk.options(shop, { North: { A: 5 } }), (w) =>
    Effect.gen(function*() {
      yield* Desk.buy(shop, "S-1", Desk.order({ A: 9 }))
      assert.deepStrictEqual((yield* Desk.stateOf("S-1")).slice(0, 2), ["held", "stock"])
      const db = yield* Database
      yield* db.query("update desk_order set due_at = due_at + $1", [24 * hour])
      yield* Desk.found("North", "A", 9)
      yield* Desk.settle
      assert.deepStrictEqual([(yield* Desk.stateOf("S-1"))[0], w.warehouse.orders.length], ["placed", 1])
    }))

  const rereadShop = FakeShop.shop()
  inWorld("holds back no order of a shop that is read again by its number", Desk.options(rereadShop, { North: { A: 5 } }), () =>
    Effect.gen(function*() {
      const db = yield* Database
      const link = (yield* Connections).linkOf(FakeShop.scope)!
      yield* Desk.sync
      yield* SyncStore.make(db, yield* Vault).ask(link.scope, ["S-9"], 24 * hour)
      yield* during(OrderSync.round(link))
      const [row] = yield* db.query("select due_at, tries from order_reread where number = 'S-9'")
      assert.isTrue(row === undefined || Number(row["due_at"]) < 2 * hour, String(row?.["due_at"]))
    }))

  it.effect("holds back neither a create nor a delivery of a process that starts once the clock is right", () =>
    Effect.gen(function*() {
      const database = yield* Effect.promise(fresh)
      const peers = { warehouse: Peers.warehouse(), erp: Peers.erp() }
      yield* TestClock.setTime(48 * hour)
      yield* world(database, { peers, isIdle: true, server: { callerDeadline: "1 second" } }, (w) =>
        Effect.gen(function*() {
          const dispatch = yield* Dispatch
          w.warehouse.plan("createOutboundOrder", "lose-answer")
          yield* Effect.exit(during(dispatch.call(w.link, WarehouseV1.CreateOutboundOrder, order("SO-1"), "")))
          yield* Desk.reported({ link: "acc-1" }, "SO-2", { warehouseCode: "WH-1" })
        }))
      yield* TestClock.setTime(1000)
      yield* world(database, { peers }, () =>
        Effect.gen(function*() {
          const db = yield* Database
          yield* until(Effect.map(db.one("select state from intent"), (row) => row?.state === "Delivered"), 20_000)
          yield* until(Effect.sync(() => peers.erp.received.some(({ content }) => content.orderNumber === "SO-2")), 20_000)
        }))
    }))
})
