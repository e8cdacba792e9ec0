/**
 * Reports in which quantities are odd, numbers are missing or corrected, and parcels that nobody can explain: nothing is shipped twice, and
 * no order stays where it is without a reason that a person can end.
 */
import { assert } from "@effect/vitest"
import { AdapterError, Quantity, Sku } from "@crossdock/core"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { mostStatements } from "../../src/contracts/warehouse/StoredFulfilment.ts"
import { Desk } from "../../src/desk/Desk.ts"
import type { Refusal } from "../../src/engine/Refusal.ts"
import { Database } from "../../src/store/Database.ts"
import { onBothDatabases } from "../support/Databases.ts"
import * as World from "../support/DeskWorld.ts"
import * as FakeShop from "../support/FakeShop.ts"
import { during, inWorldOn, pass, type World as Runner } from "../support/World.ts"

const { partly, release, report, told } = World
const failed = { phase: "failed", status: "FAILED", failedReason: "the shelf is empty" } as const
const isLost = new AdapterError.TransportFailed({ phase: "receive", cause: "lost" })
const a = (quantity: string, unit?: string) => ({ lines: [{ sku: Sku.Sku.make("A"), quantity: Quantity.of(quantity), ...(unit !== undefined && { unit }) }] })
const placed = (w: Runner) => w.warehouse.orders.map(({ order }) => [order.orderNumber, ...order.lines.map(({ quantity }) => Quantity.toNumber(quantity))].join(" "))
const found = (number: string, parcel: string, pieces: Readonly<Record<string, number>>) =>
  Effect.flatMap(Desk, (desk) => Effect.andThen(during(desk.found({ scope: FakeShop.scope, number, who: "Ada", parcel, pieces })), World.settle))
const stateOf = Effect.map(World.stateOf("S-1"), ([state, cause]) => cause === undefined ? state : `${state} ${cause}`)
/** The warehouse refuses orders in words that nobody lists, and cannot be asked. */
const refusesUnsurely = (w: Runner) =>
  Effect.sync(() => {
    w.warehouse.plan("createOutboundOrder", { refuses: "out of stock" })
    w.warehouse.plan("getOutboundOrders", ...Array.from({ length: 500 }, () => "unsupported" as const))
  })

onBothDatabases("an order of a shop with odd reports", (fresh) => {
  const inWorld = inWorldOn(fresh)
  const shared = FakeShop.shop()
  const showing = FakeShop.shop()
  const withShop = (title: string, pieces: number, test: (shop: FakeShop.Shop, w: Runner) => Effect.Effect<unknown, unknown, any>, { before = () => Effect.void, ...options }: Parameters<typeof World.options>[2] & { readonly before?: (w: Runner) => Effect.Effect<unknown> } = {}) => {
    const shop = FakeShop.shop()
    inWorld(title, World.options(shop, { North: { A: 20 } }, options), (w) => Effect.andThen(before(w), Effect.andThen(World.buy(shop, "S-1", World.order({ A: pieces })), test(shop, w))))
  }

  withShop("is not placed again by itself when a fraction is said to have left", 5, (_, w) =>
    Effect.gen(function*() {
      yield* report(World.north, "S-1", { trackingNumber: "T-1", ...a("2.5") })
      assert.deepStrictEqual([yield* stateOf, placed(w)], ["held short", ["S-1 5"]])
    }))

  for (const [what, contents] of [["a fraction more than was ordered", a("5.5")], ["more than a number holds", a("100000000000000000000")], ["a unit that nobody ordered", a("5", "PCS")]] as const) {
    withShop(`is told and done when its parcel has ${what}`, 5, (shop) =>
      Effect.gen(function*() {
        yield* report(World.north, "S-1", { trackingNumber: "T-1", ...contents })
        assert.deepStrictEqual([yield* stateOf, told(shop)], ["done", ["S-1 T-1 Post"]])
      }))
  }

  withShop("is shown when its part was given up and has a number beside the parcels with everything", 5, (shop) =>
    Effect.gen(function*() {
      yield* report(World.north, "S-1", partly("T-1", { A: 3 }))
      yield* report(World.north, "S-1", partly("T-2", { A: 2 }))
      yield* report(World.north, "S-1", partly("T-3"))
      yield* report(World.north, "S-1", failed)
      assert.strictEqual(yield* stateOf, "held shop")
      yield* release("S-1")
      assert.deepStrictEqual([yield* stateOf, told(shop)], ["done", ["S-1 T-1 Post 3 L-1", "S-1 T-2 Post 2 L-1"]])
    }))

  withShop("is done when its part was given up after a parcel with what nobody ordered left", 5, (shop) =>
    Effect.gen(function*() {
      yield* report(World.north, "S-1", partly("T-1", { Z: 1 }))
      yield* report(World.north, "S-1", failed)
      yield* release("S-1")
      yield* report(World.north, "S-1-2", { trackingNumber: "T-2" })
      assert.deepStrictEqual([yield* stateOf, told(shop)], ["done", ["S-1 T-2 Post"]])
    }))

  withShop("is told under the corrected number of a parcel whose number the shop has refused", 4, (shop) =>
    Effect.gen(function*() {
      shop.noticeFailures.push(new AdapterError.Rejected({ fault: { code: "NUMBER", message: "no such tracking number" } }))
      yield* report(World.north, "S-1", { trackingNumber: "T-1", ...a("4") })
      yield* report(World.north, "S-1", { trackingNumber: "T-1-CORR", ...a("4") })
      yield* release("S-1")
      yield* World.later(60_000)
      assert.deepStrictEqual([yield* stateOf, told(shop)], ["done", ["S-1 T-1 Post", "S-1 T-1-CORR Post"]])
    }))

  withShop("waits for the contents of several silent parcels together", 5, (shop) =>
    Effect.gen(function*() {
      const parcelsWith = (one: object, other: object) => ({ trackingNumber: "T-2", parcels: [{ trackingNumber: "T-1", carrierName: "Post", ...one }, { trackingNumber: "T-2", carrierName: "Post", ...other }] })
      yield* report(World.north, "S-1", parcelsWith({}, {}))
      assert.deepStrictEqual([yield* stateOf, told(shop)], ["placed", []])
      yield* report(World.north, "S-1", parcelsWith(a("3"), a("2")))
      assert.deepStrictEqual([yield* stateOf, told(shop)], ["done", ["S-1 T-1 Post 3 L-1", "S-1 T-2 Post 2 L-1"]])
    }), { contentsWithin: "20 seconds" })

  withShop("is shown while the shop holds it and the notice of its parcel has no answer", 2, (shop) =>
    Effect.gen(function*() {
      shop.noticeFailures.push(...Array.from({ length: 5000 }, () => isLost))
      yield* World.buy(shop, "S-1", World.order({ A: 2 }, { phase: "onHold", status: "HOLD" }))
      yield* World.reported(World.north, "S-1", { trackingNumber: "T-1" })
      yield* World.round
      assert.strictEqual(yield* stateOf, "held onHold")
      yield* pass(310_000, 10_000)
      yield* World.round
      assert.strictEqual(yield* stateOf, "held noticePending")
    }))

  withShop("is shown when a person has given up a part of which a silent parcel left, and reserves nothing in the end", 5, (shop, w) =>
    Effect.gen(function*() {
      yield* World.later(600_000)
      yield* report(World.north, "S-1", partly("T-1"))
      yield* release("S-1")
      assert.deepStrictEqual([yield* stateOf, yield* World.partsOf("S-1")], ["held unclear", ["S-1 North void"]])
      yield* found("S-1", "T-1", { A: 2 })
      yield* World.later(600_000)
      yield* report(World.north, w.warehouse.orders.at(-1)!.orderNumber, { trackingNumber: "T-2" })
      assert.deepStrictEqual([yield* stateOf, told(shop), placed(w).map((text) => text.split(" ")[1])], ["done", ["S-1 T-1 Post 2 L-1", "S-1 T-2 Post 3 L-1"], ["3"]])
      assert.strictEqual((yield* World.stock)["North A"]![2], 0)
    }), { before: refusesUnsurely })

  withShop("goes on when a person says what is in a parcel of which a report without a number told first", 5, (shop, w) =>
    Effect.gen(function*() {
      yield* report(World.north, "S-1", { phase: "open", status: "PARTLY", shippedAt: DateTime.makeUnsafe(1000) })
      yield* report(World.north, "S-1", partly("T-1"))
      yield* report(World.north, "S-1", failed)
      assert.strictEqual(yield* stateOf, "held unclear")
      yield* found("S-1", "T-1", { A: 2 })
      assert.deepStrictEqual([yield* stateOf, told(shop), placed(w).map((text) => text.split(" ")[1])], ["placed", ["S-1 T-1 Post 2 L-1"], ["5", "3"]])
      // What was found under the number stays.
      assert.strictEqual(((yield* Effect.flip(found("S-1", "S-1", {}))) as Refusal).code, "NO_PARCEL")
    }))

  withShop("has a line for persons when ERPs were told other goods than a person found in the parcel", 5, () =>
    Effect.gen(function*() {
      yield* report(World.north, "S-1", partly("T-1", { A: 3 }))
      yield* found("S-1", "T-1", { A: 2 })
      const lines = yield* Effect.flatMap(Database, (db) => db.query("select h.detail from history h join entity e on e.id = h.first_id where e.kind = 'outbound' and e.number = 'S-1' and h.what = 'conflict'"))
      assert.deepStrictEqual(lines.map((line) => line["detail"]), ["ERPs were told that parcel T-1 has 3 of A, and it has 2 of A; correct it there"])
    }))

  withShop("ends although its warehouse has said more than is kept", 5, () =>
    Effect.gen(function*() {
      const statements = Array.from({ length: mostStatements }, (_, at) => ({ key: `T-${at}`, kind: "announced", contents: [], trackingNumber: `T-${at}` }))
      const pieces = JSON.stringify({ version: mostStatements, phases: ["open"], statements, keys: [], inspections: [] })
      yield* Effect.flatMap(Database, (db) => db.query("update entity set pieces = $1, pieces_version = $2, phase = 'open', peer_status = 'X' where number = 'S-1' and kind = 'outbound'", [pieces, mostStatements]))
      yield* report(World.north, "S-1", failed)
      assert.strictEqual(yield* stateOf, "held refused")
    }))

  withShop("is held when a parcel has more than the shop was told, until a person accepts it", 5, (shop, w) =>
    Effect.gen(function*() {
      yield* report(World.north, "S-1", partly("T-1", { A: 3 }))
      yield* report(World.north, "S-1", { trackingNumber: "T-1", lines: World.lines({ A: 5 }) })
      assert.deepStrictEqual([(yield* World.stateOf("S-1")).slice(0, 2), told(shop), placed(w)], [["held", "shop"], ["S-1 T-1 Post 3 L-1"], ["S-1 5"]])
      assert.include((yield* World.stateOf("S-1"))[2], "parcel T-1 has 2 of \"A\" more than the shop was told")
      yield* release("S-1")
      assert.deepStrictEqual([yield* stateOf, told(shop).length], ["done", 1])
    }))

  withShop("is held for a parcel without a number whose contents a person has found, until it is accepted", 5, (shop, w) =>
    Effect.gen(function*() {
      yield* report(World.north, "S-1", partly("T-1", { A: 2 }))
      yield* report(World.north, "S-1", { phase: "shipped", status: "SHIPPED" })
      yield* found("S-1", "S-1", { A: 3 })
      assert.deepStrictEqual([(yield* World.stateOf("S-1")).slice(0, 2), told(shop), placed(w)], [["held", "shop"], ["S-1 T-1 Post 2 L-1"], ["S-1 5"]])
      assert.include((yield* World.stateOf("S-1"))[2], "the warehouse does not tell its number")
      yield* release("S-1")
      assert.deepStrictEqual([yield* stateOf, told(shop).length], ["done", 1])
    }))

  withShop("that left short is not placed again because its warehouse gives the rest up, before a person says so", 5, (shop, w) =>
    Effect.gen(function*() {
      yield* report(World.north, "S-1", { trackingNumber: "T-1", lines: World.lines({ A: 2 }) })
      yield* report(World.north, "S-1", failed)
      assert.deepStrictEqual([yield* stateOf, placed(w)], ["held refused", ["S-1 5"]])
      yield* release("S-1")
      assert.deepStrictEqual(placed(w).map((text) => text.split(" ")[1]), ["5", "3"])
    }))

  inWorld("is held when two warehouses use one number for their parcels, until a person accepts it", World.options(shared, { North: { A: 2 }, South: { B: 3 } }), () =>
    Effect.gen(function*() {
      yield* World.buy(shared, "S-1", World.order({ A: 2, B: 3 }))
      yield* report(World.north, "S-1", { trackingNumber: "T-1", lines: World.lines({ A: 2 }) })
      yield* report(World.south, "S-1-2", { trackingNumber: "T-1", lines: World.lines({ B: 3 }) })
      assert.deepStrictEqual([yield* stateOf, told(shared)], ["held shop", ["S-1 T-1 Post 2 L-1"]])
      yield* release("S-1")
      assert.deepStrictEqual([yield* stateOf, told(shared)], ["done", ["S-1 T-1 Post 2 L-1"]])
    }))

  inWorld("is held when two warehouses use one number, although the shop shows a parcel with it", World.options(showing, { North: { A: 2 }, South: { B: 3 } }), () =>
    Effect.gen(function*() {
      yield* World.buy(showing, "S-1", World.order({ A: 2, B: 3 }))
      yield* report(World.north, "S-1", { trackingNumber: "T-1", lines: World.lines({ A: 2 }) })
      yield* World.later(1000)
      const shown = { trackingNumber: "T-1", shippedAt: DateTime.makeUnsafe(1000), lines: [{ lineId: "L-1", quantity: Quantity.of(2) }] }
      yield* World.buy(showing, "S-1", World.order({ A: 2, B: 3 }, { fulfillments: [shown] }))
      yield* report(World.south, "S-1-2", { trackingNumber: "T-1", lines: World.lines({ B: 3 }) })
      assert.deepStrictEqual([yield* stateOf, told(showing)], ["held shop", ["S-1 T-1 Post 2 L-1"]])
    }))
})
