/**
 * What a warehouse has of an order, although the restored desk does not know it, is taken over by one command: nothing is sent, the books
 * reserve its pieces, and its parcels are told to the shop.
 */
import { WarehouseV1 } from "@crossdock/core"
import { assert, describe, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { piecesOf } from "../../src/cli/DeskCommands.ts"
import { Dispatch } from "../../src/contracts/warehouse/Dispatch.ts"
import { Desk } from "../../src/desk/Desk.ts"
import type * as TakeOver from "../../src/desk/TakeOver.ts"
import { Restored } from "../../src/engine/RestoreMode.ts"
import { Database } from "../../src/store/Database.ts"
import { client } from "../api/AdminWorld.ts"
import { onBothDatabases } from "../support/Databases.ts"
import * as DeskWorld from "../support/DeskWorld.ts"
import * as FakeShop from "../support/FakeShop.ts"
import { order as ordered } from "../support/Orders.ts"
import * as Peers from "../support/Peers.ts"
import { during, type Options, pass, until, type World as Runner, world } from "../support/World.ts"

const { later, order, settle, stateOf, sync } = DeskWorld

const end = Effect.flatMap(Restored, (restored) => restored.end)
const numbers = (w: Runner) => w.warehouse.orders.map(({ orderNumber }) => orderNumber)
/** Both warehouses of this world are one and the same in memory, so each shows the orders of both. */
const north = { link: "warehouse:acc-1" }
const takeOver = (number: string, more: Partial<TakeOver.Asked> = {}) =>
  during(Effect.flatMap(Desk, (desk) => desk.takeOver({ scope: FakeShop.scope, number, who: "Ada", ...more })))
const refusalOf = (number: string, more?: Partial<TakeOver.Asked>) =>
  Effect.map(Effect.flip(takeOver(number, more)), (error) => error._tag === "Refusal" ? error.code : error._tag)

onBothDatabases("what a warehouse has of an order that the restored desk does not know", (fresh) => {
  /** Orders were placed on a database that is lost; the desk works on an empty one. */
  const restoring = (
    title: string,
    stock: Partial<DeskWorld.Stock>,
    orders: Readonly<Record<string, DeskWorld.Order>>,
    test: (shop: FakeShop.Shop, w: Runner) => Effect.Effect<unknown, unknown, any>,
    more: Options = {}
  ) =>
    it.effect(title, () =>
      Effect.gen(function*() {
        const [lost, backup] = [yield* Effect.promise(fresh), yield* Effect.promise(fresh)]
        const shop = FakeShop.shop()
        const options = { ...DeskWorld.options(shop, stock, more), peers: { warehouse: Peers.warehouse(), erp: Peers.erp() } }
        yield* world(lost, options, () =>
          Effect.gen(function*() {
            yield* settle
            for (const [number, what] of Object.entries(orders)) yield* DeskWorld.buy(shop, number, { createdAt: DateTime.makeUnsafe(1000), ...what })
            yield* pass(1000)
          }) as never)
        yield* world(backup, { ...options, restored: true }, (w) =>
          Effect.gen(function*() {
            yield* sync
            yield* DeskWorld.round
            for (const number of Object.keys(orders)) assert.deepStrictEqual((yield* stateOf(number)).slice(0, 2), ["held", "restored"])
            yield* test(shop, w)
          }) as never)
      }))

  restoring("is taken over while the mode lasts, and shipped and told like any other part", { North: { A: 5 } }, { "S-1": order({ A: 2 }) }, (shop, w) =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* takeOver("S-1", north), [{ number: "S-1", warehouse: "North", status: "NEW" }])
      yield* until(Effect.map(DeskWorld.partsOf("S-1"), ([part]) => part === "S-1 North accepted"))
      assert.deepStrictEqual([(yield* stateOf("S-1"))[0], yield* DeskWorld.stock], ["placed", { "North A": [5, 3, 2] }])
      yield* end
      yield* later(20_000)
      const [held] = w.warehouse.orders
      Object.assign(held!, { phase: "shipped", status: "SHIPPED", trackingNumber: "T-1" })
      yield* later(30_000)
      yield* later(10_000)
      assert.deepStrictEqual([numbers(w), DeskWorld.told(shop).map((text) => text.split(" ").slice(0, 2).join(" "))], [["S-1"], ["S-1 T-1"]])
      assert.deepStrictEqual([(yield* stateOf("S-1"))[0], yield* DeskWorld.stock], ["done", { "North A": [3, 3, 0] }])
    }))

  for (const [what, told] of [["", {}], [" in the same words", { carrierName: "Fake Post" }]] as const) restoring(`is told to the shop although its parcel was reported before${what}`, { North: { A: 5 } }, { "S-1": order({ A: 2 }) }, (shop, w) =>
    Effect.gen(function*() {
      yield* end
      const [held] = w.warehouse.orders
      Object.assign(held!, { phase: "shipped", status: "SHIPPED", trackingNumber: "T-1" })
      yield* DeskWorld.report(DeskWorld.north, "S-1", { trackingNumber: "T-1", warehouseCode: "WH-1", ...told })
      assert.deepStrictEqual([(yield* stateOf("S-1"))[1], DeskWorld.told(shop)], ["restored", []])
      yield* takeOver("S-1", north)
      yield* later(30_000)
      yield* later(10_000)
      assert.deepStrictEqual([numbers(w), DeskWorld.told(shop).map((text) => text.split(" ").slice(0, 2).join(" ")), (yield* stateOf("S-1"))[0]], [["S-1"], ["S-1 T-1"], "done"])
    }))

  restoring("hears nothing of the order that an ERP creates under its number once it has ended", { North: { A: 5 } }, { "S-1": order({ A: 2 }) }, (shop, w) =>
    Effect.gen(function*() {
      yield* end
      yield* DeskWorld.reported(DeskWorld.north, "S-1", { phase: "open", status: "PICKED" })
      yield* takeOver("S-1", north)
      yield* until(Effect.map(DeskWorld.partsOf("S-1"), ([part]) => part === "S-1 North accepted"))
      Object.assign(w.warehouse.orders[0]!, { phase: "failed", status: "NO_STOCK" })
      yield* DeskWorld.report(DeskWorld.north, "S-1", { phase: "failed", status: "NO_STOCK" })
      assert.deepStrictEqual(yield* DeskWorld.partsOf("S-1"), ["S-1 North void"])
      yield* during(Effect.flatMap(Dispatch, (dispatch) => dispatch.call(w.link, WarehouseV1.CreateOutboundOrder, ordered("S-1"), "")))
      yield* later(10_000)
      yield* DeskWorld.report(DeskWorld.north, "S-1", { trackingNumber: "ERP-1" })
      assert.deepStrictEqual([yield* DeskWorld.partsOf("S-1"), DeskWorld.told(shop)], [["S-1 North void"], []])
    }))

  restoring("of which two warehouses ship parts is taken over part by part, and nothing of it is placed anew", { North: { A: 1 }, South: { A: 2 } }, { "S-1": order({ A: 3 }) }, (_, w) =>
    Effect.gen(function*() {
      yield* end
      assert.deepStrictEqual([...numbers(w)].toSorted(), ["S-1", "S-1-2"])
      assert.strictEqual(yield* refusalOf("S-1"), "SEVERAL_FOUND")
      assert.strictEqual(yield* refusalOf("S-1", { ...north, partNumber: "S-1", pieces: { A: 9 } }), "PIECES_UNKNOWN")
      yield* takeOver("S-1", { ...north, partNumber: "S-1", pieces: { A: 1 } })
      yield* later(20_000)
      assert.deepStrictEqual([(yield* stateOf("S-1")).slice(0, 2), w.warehouse.orders.length], [["held", "restored"], 2])
      yield* takeOver("S-1", { link: "warehouse:acc-2", partNumber: "S-1-2", pieces: { A: 2 } })
      yield* later(20_000)
      assert.deepStrictEqual([(yield* stateOf("S-1"))[0], w.warehouse.orders.length], ["placed", 2])
      assert.deepStrictEqual([yield* DeskWorld.partsOf("S-1"), yield* DeskWorld.stock], [["S-1 North accepted", "S-1-2 South accepted"], { "North A": [1, 0, 1], "South A": [2, 0, 2] }])
    }))

  let stops = 0
  restoring("is taken over by a repeat of a command that stopped before it was stored", { North: { A: 5 } }, { "S-1": order({ A: 2 }), "S-2": order({ A: 1 }) }, (_, w) =>
    Effect.gen(function*() {
      const stopped = (number: string) => Effect.suspend(() => {
        stops = 1
        return Effect.map(Effect.exit(takeOver(number, north)), Exit.hasDies)
      })
      assert.isTrue(yield* stopped("S-1"))
      assert.deepStrictEqual(yield* takeOver("S-1", north), [{ number: "S-1", warehouse: "North", status: "NEW" }])
      assert.isTrue(yield* stopped("S-2"))
      // What a node leaves that is killed.
      const db = yield* Database
      yield* db.query("update desk_part set state = 'reserving' where number = 'S-2'")
      yield* db.query("update desk_order set due_at = null where entity = (select entity from desk_part where number = 'S-2')")
      assert.deepStrictEqual(yield* takeOver("S-2", north), [{ number: "S-2", warehouse: "North", status: "NEW" }])
      yield* end
      yield* later(20_000)
      assert.deepStrictEqual([yield* DeskWorld.partsOf("S-1"), yield* DeskWorld.partsOf("S-2")], [["S-1 North accepted"], ["S-2 North accepted"]])
      assert.deepStrictEqual([numbers(w), yield* DeskWorld.stock], [["S-1", "S-2"], { "North A": [5, 2, 3] }])
    }), { failpoint: (name) => {
      if (name === "desk.before-commit" && stops-- > 0) throw new Error("the command stops")
    } })

  restoring("is not taken over if no warehouse shows it, none can be asked, or the desk knows it", { North: { A: 5 } }, { "S-1": order({ A: 2 }) }, (_, w) =>
    Effect.gen(function*() {
      assert.strictEqual(yield* refusalOf("S-1", { ...north, partNumber: "X-1" }), "NOT_THERE")
      w.warehouse.plan("getOutboundOrders", "unreachable")
      assert.strictEqual(yield* refusalOf("S-1", north), "NOT_ASKED")
      assert.strictEqual(yield* refusalOf("S-9"), "UNKNOWN")
      assert.strictEqual(yield* refusalOf("S-1", { link: FakeShop.scope }), "NO_WAREHOUSE")
      for (const count of [0, -1]) {
        const refusal = yield* Effect.exit((yield* client(w)).desk.takeOver({ params: { number: "S-1" }, query: {}, payload: { at: north.link, pieces: { A: count } } }))
        assert.isTrue(Exit.isFailure(refusal), String(count))
      }
      assert.deepStrictEqual(yield* DeskWorld.stock, { "North A": [5, 5, 0] })
      yield* takeOver("S-1", north)
      assert.strictEqual(yield* refusalOf("S-1"), "NOTHING_LEFT")
      assert.deepStrictEqual(yield* DeskWorld.stock, { "North A": [5, 3, 2] })
    }))

  restoring("is counted before all orders of the cause are released at once", { North: { A: 5 } }, { "S-1": order({ A: 1 }), "S-2": order({ A: 1 }) }, (_, w) =>
    Effect.gen(function*() {
      const admin = yield* client(w)
      const refusal = yield* Effect.flip(admin.desk.releaseAll({ payload: { cause: "restored", isConfirmed: true } }))
      assert.strictEqual(refusal._tag === "Conflict" && refusal.code, "RESTORED")
      yield* end
      assert.deepStrictEqual(yield* admin.desk.releaseAll({ payload: { cause: "restored" } }), { cause: "restored", held: 2, released: 0 })
      // An order that is held only after the command has begun.
      const db = yield* Database
      yield* db.query("update desk_order set since = since + 1000000000 where entity in (select id from entity where number = 'S-2')")
      assert.deepStrictEqual(yield* admin.desk.releaseAll({ payload: { cause: "restored" } }), { cause: "restored", held: 1, released: 0 })
      yield* db.query("update desk_order set since = since - 1000000000 where entity in (select id from entity where number = 'S-2')")
      assert.deepStrictEqual((yield* stateOf("S-2")).slice(0, 2), ["held", "restored"])
      assert.deepStrictEqual(yield* admin.desk.releaseAll({ payload: { cause: "restored", isConfirmed: true, who: "Ada" } }), { cause: "restored", held: 2, released: 2 })
      yield* settle
      yield* later(20_000)
      assert.deepStrictEqual([(yield* stateOf("S-1"))[0], (yield* stateOf("S-2"))[0], w.warehouse.orders.length], ["placed", "placed", 2])
    }))
})

describe("DeskCommands.piecesOf", () => {
  it.each([
    ["A=2", { A: 2 }],
    ["A=2, B=B=1", { A: 2, "B=B": 1 }],
    ["A", "unreadable"],
    ["A=0", "unreadable"],
    ["", "unreadable"]
  ] as const)("reads %s", (text, pieces) => assert.deepStrictEqual(piecesOf(text), pieces))
})
