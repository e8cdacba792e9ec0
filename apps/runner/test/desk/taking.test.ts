/**
 * Which orders the desk takes and carries on when it is switched on, or its rules change, and how a name without a row holds one.
 */
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { Mapping } from "../../src/mapping/NameMapping.ts"
import { Desk } from "../../src/desk/Desk.ts"
import * as EarlierOrders from "../../src/desk/EarlierOrders.ts"
import { onBothDatabases } from "../support/Databases.ts"
import * as World from "../support/DeskWorld.ts"
import * as FakeShop from "../support/FakeShop.ts"
import * as Peers from "../support/Peers.ts"
import { inWorldOn, pass, until, world } from "../support/World.ts"

onBothDatabases("the desk", (fresh) => {
  const stored = (since: string | undefined, test: Parameters<typeof world>[2]) =>
    Effect.gen(function*() {
      const database = yield* Effect.promise(fresh)
      const peers = { warehouse: Peers.warehouse(), erp: Peers.erp() }
      const shop = FakeShop.shop()
      const { desk, ...without } = World.options(shop, { North: { A: 5 } }, { peers })
      yield* world(database, without, () =>
        Effect.gen(function*() {
          yield* shop.change("S-1", World.order({ A: 1 }))
          yield* shop.change("S-2", World.order({ A: 1 }, { phase: "cancelled", status: "CANCELLED" }))
          yield* World.sync
        }))
      yield* world(database, { ...without, desk: { ...desk!, ...(since !== undefined && { since }) } }, test)
    })

  it.effect("places the open orders that were stored before it was switched on, if they are not older than it allows", () =>
    stored("1970-01-01T00:00:00Z", ({ warehouse }) =>
      Effect.gen(function*() {
        yield* World.settle
        assert.deepStrictEqual(warehouse.orders.map(({ orderNumber }) => orderNumber), ["S-1"])
        assert.deepStrictEqual(yield* World.stateOf("S-2"), [undefined, undefined, undefined])
      })))

  it.effect("holds orders that were stored before it was switched on, and places one that a person releases", () =>
    stored(undefined, ({ warehouse }) =>
      Effect.gen(function*() {
        yield* World.settle
        assert.deepStrictEqual([yield* World.stateOf("S-1"), warehouse.orders], [["held", "earlier", EarlierOrders.stored.because], []])
        const desk = yield* Desk
        yield* desk.release({ scope: FakeShop.scope, number: "S-1", who: "Ada" })
        yield* World.settle
        assert.deepStrictEqual(warehouse.orders.map(({ orderNumber }) => orderNumber), ["S-1"])
      })))

  it.effect("holds orders that their shop created before the instant from which on it places orders", () =>
    stored("2100-01-01T00:00:00Z", ({ warehouse }) =>
      Effect.gen(function*() {
        yield* World.settle
        const [state, cause, because] = yield* World.stateOf("S-1")
        assert.deepStrictEqual([state, cause, warehouse.orders], ["held", "earlier", []])
        assert.match(because ?? "", /before `since` of the desk/)
      })))

  it.effect("carries on what a rule has placed that is not in the composition any more", () =>
    Effect.gen(function*() {
      const database = yield* Effect.promise(fresh)
      const peers = { warehouse: Peers.warehouse(), erp: Peers.erp() }
      const shop = FakeShop.shop()
      const before = World.options(shop, { North: { A: 5 } }, { peers })
      yield* world(database, { ...before, isIdle: true }, () =>
        Effect.gen(function*() {
          yield* shop.change("S-1", World.order({ A: 1 }))
          yield* World.sync
          yield* World.round
          assert.deepStrictEqual(yield* World.partsOf("S-1"), ["S-1 North placed"])
        }))
      yield* world(database, { ...before, desk: { books: "ledger", rules: [{ name: "south", place: { at: [World.south] } }] } }, () =>
        Effect.gen(function*() {
          yield* World.settle
          assert.deepStrictEqual(yield* World.partsOf("S-1"), ["S-1 North accepted"])
        }))
    }))

  const inWorld = inWorldOn(fresh)
  const shop = FakeShop.shop()
  const options = World.options(shop, { North: { A: 5 } })
  const links = options.links!.map((link) => link.protocol === "platform" ? { ...link, mapping: { sku: "required" as const } } : link)
  inWorld("holds an order with a SKU that needs a row, and places it once it has one", { ...options, links }, ({ warehouse }) =>
    Effect.gen(function*() {
      yield* shop.change("S-1", World.order({ "V-A": 1 }))
      yield* World.sync
      yield* World.round
      const [state, cause, because] = yield* World.stateOf("S-1")
      assert.deepStrictEqual([state, cause, warehouse.orders.length], ["held", "mapping", 0])
      assert.include(because, "the SKU V-A has no row in the mapping")
      yield* (yield* Mapping).set(FakeShop.scope, "sku", [{ ours: "A", theirs: "V-A", source: "person" }])
      yield* pass(31_000, 1000)
      yield* World.round
      yield* until(Effect.sync(() => warehouse.orders.length > 0))
      assert.deepStrictEqual([(yield* World.stateOf("S-1"))[0], warehouse.orders.map(({ order }) => String(order.lines[0].sku))], ["placed", ["A"]])
    }))
})
