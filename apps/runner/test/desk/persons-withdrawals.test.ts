/**
 * A person withdraws a part of an order: its warehouse is asked, and the order is held.
 */
import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as AdminWorld from "../api/AdminWorld.ts"
import { commands } from "../cli/CommandWorld.ts"
import { onBothDatabases } from "../support/Databases.ts"
import * as World from "../support/DeskWorld.ts"
import * as FakeShop from "../support/FakeShop.ts"
import { during, inWorldOn, type World as Runner } from "../support/World.ts"

onBothDatabases("a part that a person withdraws (issue 27)", (fresh) => {
  const inWorld = inWorldOn(fresh)
  /** S-1 has two pieces, one at each warehouse. */
  const withOrder = (title: string, test: (w: Runner, shop: FakeShop.Shop) => Effect.Effect<unknown, unknown, any>) => {
    const shop = FakeShop.shop()
    inWorld(title, World.options(shop, { North: { A: 1 }, South: { A: 1, B: 5 } }), (w) =>
      Effect.gen(function*() {
        yield* World.buy(shop, "S-1", World.order({ A: 2 }))
        yield* World.later(1000)
        assert.deepStrictEqual(yield* World.partsOf("S-1"), ["S-1 North accepted", "S-1-2 South accepted"])
        return yield* test(w, shop)
      }))
  }
  const withdrawing = (w: Runner) =>
    Effect.map(AdminWorld.client(w), (client) => (who = "Ada", part = "S-1-2", reason = "wrong address") => client.desk.withdraw({ params: { number: "S-1" }, query: {}, payload: { part, reason, who } }))
  const asked = (w: Runner) => w.warehouse.calls.filter((call) => call === "cancelOutboundOrder").length

  withOrder("is cancelled at its warehouse, and nobody places it elsewhere before a person releases the order", (w) =>
    Effect.gen(function*() {
      const withdraw = yield* withdrawing(w)
      const { answer, before, desk, outcome } = yield* withdraw()
      assert.deepStrictEqual([outcome, answer, before, desk.state, desk.cause, desk.because], ["cancelled", undefined, undefined, "held", "person", "Ada (admin token): wrong address"])
      yield* World.later(700_000)
      assert.deepStrictEqual(yield* World.partsOf("S-1"), ["S-1 North accepted", "S-1-2 South void"])
      assert.deepStrictEqual(yield* World.stateOf("S-1"), ["held", "person", "Ada (admin token): wrong address"])
      assert.deepStrictEqual((yield* World.stock)["South A"], [1, 1, 0])
      // Whoever repeats it changes nothing, and learns who was first.
      const again = yield* withdraw("Ben", "S-1-2", "never mind")
      assert.deepStrictEqual([again.outcome, again.before?.by, again.before?.reason, asked(w)], ["cancelled", "Ada (admin token)", "wrong address", 1])
      yield* World.release("S-1")
      assert.deepStrictEqual(yield* World.partsOf("S-1"), ["S-1 North accepted", "S-1-2 South void", "S-1-3 South accepted"])
      // A repeated request that comes late does not hold it again.
      assert.strictEqual((yield* withdraw()).desk.state, "placed")
    }))

  withOrder("is shown as requested while its warehouse decides, which is asked again, and two people at once get one answer", (w) =>
    Effect.gen(function*() {
      w.warehouse.manners.decidesCancelsLater = true
      const withdraw = yield* withdrawing(w)
      const both = yield* Effect.all([withdraw("Ada"), withdraw("Ben", "S-1-2", "no stock")], { concurrency: "unbounded" })
      assert.deepStrictEqual(both.map(({ outcome }) => outcome), ["requested", "requested"])
      const [first, second] = both.toSorted((one) => one.before === undefined ? -1 : 1)
      assert.isUndefined(first!.before)
      assert.deepInclude(second!.before, { by: first!.desk.parts[1]!.withdrawn!.by, reason: first!.desk.parts[1]!.withdrawn!.reason })
      assert.match(second!.answer ?? "", /order S-1-2: the warehouse was asked to cancel it and has not decided yet/)
      const [state, cause, because] = yield* World.stateOf("S-1")
      assert.deepStrictEqual([state, cause], ["held", "person"])
      assert.include(because, "has not decided yet")
      const before = asked(w)
      yield* World.later(660_000)
      assert.isAbove(asked(w), before)
      w.warehouse.manners.decidesCancelsLater = false
      yield* World.later(660_000)
      assert.deepStrictEqual(yield* World.partsOf("S-1"), ["S-1 North accepted", "S-1-2 South void"])
      assert.deepStrictEqual((yield* World.stateOf("S-1")).slice(0, 2), ["held", "person"])
    }))

  withOrder("that its warehouse refuses is shipped, and the person may ask again", (w) =>
    Effect.gen(function*() {
      w.warehouse.plan("cancelOutboundOrder", "refuse")
      const withdraw = yield* withdrawing(w)
      const { answer, desk, outcome } = yield* withdraw()
      assert.deepStrictEqual([outcome, desk.parts[1]!.state, desk.parts[1]!.withdrawn?.by, desk.state, desk.cause], ["refused", "accepted", "Ada (admin token)", "held", "person"])
      assert.match(answer ?? "", /^order S-1-2 could not be cancelled: /)
      assert.include(desk.because, "but the warehouse ships it: order S-1-2 could not be cancelled")
      yield* World.later(700_000)
      assert.strictEqual(asked(w), 1)
      const again = yield* withdraw("Ben")
      assert.deepStrictEqual([again.outcome, again.before?.by], ["cancelled", "Ada (admin token)"])
    }))

  withOrder("whose warehouse does not answer is not known, and the desk goes on asking", (w) =>
    Effect.gen(function*() {
      w.warehouse.plan("cancelOutboundOrder", "lose-request", "lose-request", "lose-request", "lose-request")
      w.warehouse.plan("getOutboundOrders", "unreachable", "unreachable", "unreachable", "unreachable", "unreachable", "unreachable")
      const withdraw = yield* withdrawing(w)
      const { desk, outcome } = yield* during(withdraw())
      assert.deepStrictEqual([outcome, desk.parts[1]!.state], ["unknown", "cancelling"])
      yield* World.later(660_000)
      assert.deepStrictEqual([yield* World.partsOf("S-1"), (yield* World.stateOf("S-1"))[0]], [["S-1 North accepted", "S-1-2 South void"], "held"])
    }))

  withOrder("is refused if it has left, or is no part of the order; the command line says what happened", (w) =>
    Effect.gen(function*() {
      const withdraw = yield* withdrawing(w)
      const { run } = yield* commands(w)
      yield* World.report(World.north, "S-1", { trackingNumber: "T-1", lines: World.lines({ A: 1 }) })
      assert.include(yield* Effect.flip(withdraw("Ada", "S-1")), { _tag: "Conflict", code: "PART_STATE", message: "order S-1 has left North; no warehouse can be asked not to ship it" })
      assert.include(yield* Effect.flip(withdraw("Ada", "S-7")), { _tag: "Conflict", code: "NO_PART", message: "the order has no part S-7; it has S-1, S-1-2" })
      const unknown = yield* run("desk", "withdraw", "S-9", "--part", "S-9", "--reason", "x")
      assert.include(unknown.err, "there is no order at the desk \"S-9\"")
      assert.deepStrictEqual((yield* World.stateOf("S-1"))[0], "placed")
      const told = yield* run("desk", "withdraw", "S-1", "--part", "S-1-2", "--reason", "the address is wrong", "--as", "Ada")
      assert.match(told.out, /^part S-1-2: its warehouse does not ship it\n`crossdock orders show S-1` shows the order; while a person holds it, nothing/)
      assert.match((yield* run("desk", "withdraw", "S-1", "--part", "S-1-2", "--reason", "again", "--as", "Ben")).out, /\nAda \(admin token\) had withdrawn it at .*: the address is wrong\n/)
      assert.match((yield* run("orders", "show", "S-1", "--kind", "platform_order")).out, /Ada \(admin token\) +cancel +order S-1-2: the address is wrong/)
    }))
})
