/**
 * Orders of a shop become orders of warehouses: once each, with their pieces reserved in the books, or they are held with the reason.
 */
import { Quantity } from "@crossdock/core"
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type { Name } from "../../src/engine/Failpoint.ts"
import { Database } from "../../src/store/Database.ts"
import { onBothDatabases } from "../support/Databases.ts"
import * as Desk from "../support/DeskWorld.ts"
import * as FakeShop from "../support/FakeShop.ts"
import * as Peers from "../support/Peers.ts"
import { inWorldOn, pass, type World, world } from "../support/World.ts"

/** What the warehouses were sent: number, warehouse, and pieces of each SKU. */
const sent = (w: Pick<World, "warehouse">) =>
  w.warehouse.orders.map(({ order }) => [order.orderNumber, order.warehouseCode, ...order.lines.map(({ quantity, sku }) => `${Quantity.toNumber(quantity)} ${sku}`)].join(" "))

onBothDatabases("an order of a shop", (fresh) => {
  const inWorld = inWorldOn(fresh)
  const withShop = (
    title: string,
    stock: Partial<Desk.Stock>,
    test: (w: World, shop: FakeShop.Shop) => Effect.Effect<unknown, unknown, any>,
    more: Parameters<typeof Desk.options>[2] = {}
  ) => {
    const shop = FakeShop.shop()
    inWorld(title, Desk.options(shop, stock, more), (w) => test(w, shop))
  }

  withShop("becomes one order of the warehouse that has everything, and the books have reserved it", { North: { A: 5, B: 1 }, South: { A: 5 } }, (w, shop) =>
    Effect.gen(function*() {
      yield* Desk.buy(shop, "S-1", Desk.order({ A: 2, B: 1 }))
      assert.deepStrictEqual(sent(w), ["S-1 WH-1 2 A 1 B"])
      assert.deepStrictEqual(yield* Desk.stateOf("S-1"), ["placed", undefined, undefined])
      assert.deepStrictEqual(yield* Desk.partsOf("S-1"), ["S-1 North accepted"])
      assert.deepStrictEqual(yield* Desk.stock, { "North A": [5, 3, 2], "North B": [1, 0, 1], "South A": [5, 5, 0] })
      const [{ order }] = w.warehouse.orders as [Peers.HeldOrder]
      assert.deepStrictEqual([order.onlineOrderId, order.receiver.city, Redacted.value(order.receiver.name), order.lines[0].lineId, order.lines[0].name], ["S-1", "Amsterdam", "Ada Example", "L-1", "Article A"])
      assert.deepStrictEqual([order.shopName, order.lines[0].erpSku, order.freight?.currency], ["1", "A", "EUR"])
      assert.strictEqual(w.erp.received.filter(({ operation }) => operation === "receivePlatformOrder").length, 1)
      yield* Desk.later(120_000)
      assert.lengthOf(w.warehouse.orders, 1)
    }))

  withShop("is split over two warehouses with numbers of their own", { North: { A: 2 }, South: { A: 3 } }, (w, shop) =>
    Effect.gen(function*() {
      yield* Desk.buy(shop, "S-1", Desk.order({ A: 4 }))
      assert.deepStrictEqual(sent(w).toSorted(), ["S-1 WH-1 2 A", "S-1-2 WH-2 2 A"])
      assert.deepStrictEqual(yield* Desk.stock, { "North A": [2, 0, 2], "South A": [3, 1, 2] })
    }))

  withShop("whose number a part of another order has gets another number", { North: { A: 2 }, South: { A: 3 } }, (w, shop) =>
    Effect.gen(function*() {
      yield* Desk.buy(shop, "S-1", Desk.order({ A: 4 }))
      yield* Desk.buy(shop, "S-1-2", Desk.order({ A: 1 }))
      assert.deepStrictEqual(sent(w).toSorted(), ["S-1 WH-1 2 A", "S-1-2 WH-2 2 A", "S-1-2-2 WH-2 1 A"])
    }))

  withShop("that the books cannot cover is held with what is missing, and placed when it has arrived", { North: { A: 1 } }, (w, shop) =>
    Effect.gen(function*() {
      yield* Desk.buy(shop, "S-1", Desk.order({ A: 1 }))
      yield* Desk.buy(shop, "S-2", Desk.order({ A: 1 }))
      const [state, cause, because] = yield* Desk.stateOf("S-2")
      assert.deepStrictEqual([state, cause], ["held", "stock"])
      assert.include(because, "lacks 1 of \"A\"")
      assert.deepStrictEqual(sent(w), ["S-1 WH-1 1 A"])
      assert.deepStrictEqual(yield* Desk.stock, { "North A": [1, 0, 1] })
      yield* Desk.found("North", "A", 1)
      yield* Desk.later(600_000)
      assert.deepStrictEqual(sent(w).toSorted(), ["S-1 WH-1 1 A", "S-2 WH-1 1 A"])
      assert.strictEqual((yield* Desk.stateOf("S-2"))[0], "placed")
      assert.deepStrictEqual(yield* Desk.stock, { "North A": [2, 0, 2] })
    }))

  withShop("gets the last piece if another one wants it at the same time, and who loses is held with the reason", { North: { A: 1 } }, (w, shop) =>
    Effect.gen(function*() {
      yield* shop.change("S-1", Desk.order({ A: 1 }))
      yield* shop.change("S-2", Desk.order({ A: 1 }))
      yield* Desk.sync
      yield* Desk.settle
      assert.lengthOf(sent(w), 1)
      const states = [(yield* Desk.stateOf("S-1"))[0], (yield* Desk.stateOf("S-2"))[0]]
      assert.sameMembers(states, ["placed", "held"])
      assert.deepStrictEqual(yield* Desk.stock, { "North A": [1, 0, 1] })
      assert.deepStrictEqual((yield* (yield* Database).query("select number from desk_part where state <> 'unsent'")).length, 1)
    }))

  const holds: ReadonlyArray<readonly [title: string, more: Desk.Order, cause: string, because: string, more: Parameters<typeof Desk.options>[2]]> = [
    ["whose receiver the shop masks", { receiver: { isMasked: true } }, "masked", "the shop hides the receiver", {}],
    ["without a city", { receiver: { name: Redacted.make("Ada"), country: "NL", address1: Redacted.make("Singel 1") } }, "address", "does not tell the city of the receiver", {}],
    ["with a country in words", { receiver: { ...Desk.order({}).receiver, country: "Netherlands" } }, "address", "the country as a code of two letters", {}],
    ["for cash without an amount", { paymentMethod: "cashOnDelivery" }, "payment", "does not tell what the carrier collects", {}],
    ["that a rule holds", {}, "rule", "ask the buyer first", { rules: [{ name: "ask", hold: "ask the buyer first" }] }],
    ["that no rule matches", {}, "noRule", "no rule matches the order", { rules: [{ ...Desk.usual[0]!, when: { countries: ["DE"] } }] }]
  ]
  for (const [title, order, cause, because, more] of holds) {
    withShop(`${title} is held with the reason, and nothing is reserved or sent`, { North: { A: 5 } }, (w, shop) =>
      Effect.gen(function*() {
        yield* Desk.buy(shop, "S-1", Desk.order({ A: 1 }, order))
        const found = yield* Desk.stateOf("S-1")
        assert.deepStrictEqual(found.slice(0, 2), ["held", cause])
        assert.include(found[2], because)
        assert.deepStrictEqual(sent(w), [])
        assert.deepStrictEqual(yield* Desk.stock, { "North A": [5, 5, 0] })
      }), more)
  }

  withShop("that is not paid waits, and is placed once it is paid", { North: { A: 5 } }, (w, shop) =>
    Effect.gen(function*() {
      yield* Desk.buy(shop, "S-1", Desk.order({ A: 1 }, { phase: "unpaid" }))
      assert.deepStrictEqual([(yield* Desk.stateOf("S-1"))[0], sent(w)], ["waiting", []])
      yield* Desk.later(1000)
      yield* Desk.buy(shop, "S-1", Desk.order({ A: 1 }, { phase: "open" }))
      assert.deepStrictEqual(sent(w), ["S-1 WH-1 1 A"])
    }))

  withShop("that the shop closes before it is placed is not placed", { North: { A: 0 } }, (w, shop) =>
    Effect.gen(function*() {
      yield* Desk.buy(shop, "S-1", Desk.order({ A: 1 }))
      yield* Desk.later(1000)
      yield* Desk.buy(shop, "S-1", Desk.order({ A: 1 }, { phase: "cancelled", status: "CANCELLED" }))
      assert.deepStrictEqual((yield* Desk.stateOf("S-1"))[0], "closed")
      assert.deepStrictEqual(sent(w), [])
    }))

  withShop("that the warehouse refuses is held with the warehouse's reason, and its pieces are released", { North: { A: 5 } }, (w, shop) =>
    Effect.gen(function*() {
      w.warehouse.plan("createOutboundOrder", "refuse")
      yield* Desk.buy(shop, "S-1", Desk.order({ A: 2 }))
      const [state, cause, because] = yield* Desk.stateOf("S-1")
      assert.deepStrictEqual([state, cause], ["held", "refused"])
      assert.include(because, "the address is not known")
      assert.deepStrictEqual(yield* Desk.stock, { "North A": [5, 5, 0] })
      yield* Desk.later(600_000)
      assert.deepStrictEqual(sent(w), [])
      assert.deepStrictEqual(yield* Desk.partsOf("S-1"), ["S-1 North void"])
    }))

  const places: ReadonlyArray<Name> = [
    "desk.before-reserve", "desk.reserved", "desk.before-commit", "desk.committed", "create.claimed", "create.before-send", "create.after-send",
    "outcome.before-commit", "outcome.committed"
  ]

  it.effect.each(places)("is placed once although the process ends at %s", (place) =>
    Effect.gen(function*() {
      const database = yield* Effect.promise(fresh)
      const peers = { warehouse: Peers.warehouse(), erp: Peers.erp() }
      const shop = FakeShop.shop()
      const options = Desk.options(shop, { North: { A: 2 }, South: { A: 2 } }, { peers })
      let isDead = false
      const failpoint = (name: Name) => {
        if (isDead || name === place) {
          isDead = true
          throw new Error(`the process ends at ${place}`)
        }
      }
      yield* world(database, { ...options, failpoint }, () =>
        Effect.gen(function*() {
          yield* shop.change("S-1", Desk.order({ A: 3 }))
          yield* Desk.sync
          yield* Effect.exit(Desk.round)
          yield* pass(2000)
          assert.isTrue(isDead)
        }))
      yield* world(database, options, (w) =>
        Effect.gen(function*() {
          yield* Desk.later(120_000)
          // The next attempt has the numbers of one of which nothing was sent (F16).
          assert.deepStrictEqual(sent(w).toSorted(), ["S-1 WH-1 2 A", "S-1-2 WH-2 1 A"])
          assert.deepStrictEqual(yield* Desk.partsOf("S-1"), ["S-1 North accepted", "S-1-2 South accepted"])
          assert.deepStrictEqual(yield* Desk.stock, { "North A": [2, 0, 2], "South A": [2, 1, 1] })
        }))
    }))
})
