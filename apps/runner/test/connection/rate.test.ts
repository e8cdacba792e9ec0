import { assert, it } from "@effect/vitest"
import { AdapterError, PlatformV1, WarehouseV1 } from "@crossdock/core"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { TestClock } from "effect/testing"
import { Connections } from "../../src/connection/Connections.ts"
import * as RateLimit from "../../src/connection/RateLimit.ts"
import { Dispatch } from "../../src/contracts/warehouse/Dispatch.ts"
import { Database } from "../../src/store/Database.ts"
import { onBothDatabases } from "../support/Databases.ts"
import * as FakeShop from "../support/FakeShop.ts"
import { order } from "../support/Orders.ts"
import * as Peers from "../support/Peers.ts"
import { type DatabaseAt, during, inWorldOn, type Options, pass, until, type World, world } from "../support/World.ts"

const place = { scope: "acc-1", urgency: "read" } as const

/** When each of so many calls at once gets its turn. */
const turns = (rate: RateLimit.RateLimit, count: number) =>
  Effect.gen(function*() {
    const at: Array<number> = []
    const take = Effect.gen(function*() {
      yield* rate.take(place, Number.MAX_SAFE_INTEGER)
      at.push(yield* Clock.currentTimeMillis)
    })
    const fibers = yield* Effect.forEach(Array.from({ length: count }), () => Effect.forkChild(take))
    yield* TestClock.adjust("1 hour")
    yield* Effect.forEach(fibers, Fiber.join)
    return at
  })

it.effect("a second's worth at once, then one after the other (D1-385 G-350)", () =>
  Effect.gen(function*() {
    const at = yield* turns(yield* RateLimit.make({ perSecond: 10 }), 25)
    assert.deepStrictEqual(at, [...Array.from({ length: 10 }, () => 0), ...Array.from({ length: 15 }, (_, index) => (index + 1) * 100)])
  }))

it.effect("less than one a second: the first at once (D1-385)", () =>
  Effect.gen(function*() {
    assert.deepStrictEqual(yield* turns(yield* RateLimit.make({ perSecond: 0.5 }), 4), [0, 2000, 4000, 6000])
  }))

it.effect("a turn that is further away than one waits is not taken", () =>
  Effect.gen(function*() {
    const rate = yield* RateLimit.make({ perSecond: 1 })
    assert.strictEqual(yield* rate.take(place, 0), 0)
    assert.strictEqual(yield* rate.take(place, 999), 1000)
    assert.strictEqual(yield* rate.take(place, 0), 1000)
    yield* TestClock.adjust(1000)
    assert.strictEqual(yield* rate.take(place, 0), 0)
  }))

it.effect("a number that a peer cannot mean stops no connection for ever (0049)", () =>
  Effect.gen(function*() {
    const dear = yield* RateLimit.make({ perSecond: 10 })
    yield* dear.learn("getOrders", { cost: 1e300 })
    yield* TestClock.adjust("2 hours")
    assert.strictEqual(yield* dear.take(place, 0), 0)
    const none = yield* RateLimit.make({ perSecond: 10 })
    yield* none.learn("getOrders", { perSecond: 0 })
    assert.strictEqual(none.believed().perSecond, 10)
    const fast = yield* RateLimit.make({ perSecond: 10 })
    yield* fast.learn("getOrders", { perSecond: 1e300 })
    assert.isAtLeast(yield* fast.take(place, 0), 0)
    assert.isAtMost(fast.believed().perSecond, 1e6)
  }))

it.effect("a rate that is told while a peer is not called changes nothing of that time, and a bucket is never more than empty (0049)", () =>
  Effect.gen(function*() {
    const free = yield* RateLimit.make({ perSecond: Number.POSITIVE_INFINITY })
    yield* free.hold(5000)
    yield* free.learn("receiveReturn", { perSecond: 5 })
    assert.deepStrictEqual(yield* turns(free, 1), [5000 + 200])
    const held = yield* RateLimit.make({ perSecond: 10 })
    yield* held.hold(60_000)
    yield* held.learn("getOrders", { perSecond: 0.5 })
    assert.isAtLeast(yield* held.take(place, 0), 60_000)
    assert.isAtMost(yield* held.take(place, 0), 62_000)
    const used = yield* RateLimit.make({ perSecond: 50 })
    for (let call = 0; call < 50; call++) assert.strictEqual(yield* used.take(place, 0), 0)
    yield* used.learn("getOrders", { perSecond: 0.5 })
    assert.isAtMost(yield* used.take(place, 0), 2000)
  }))

it.effect("a peer that asks to slow down is given that time, and no burst after it", () =>
  Effect.gen(function*() {
    const rate = yield* RateLimit.make({ perSecond: 10 })
    yield* rate.hold(5000)
    assert.deepStrictEqual(yield* turns(rate, 3), [5000 + 100, 5000 + 200, 5000 + 300])
  }))

const create = (w: World, number: string) =>
  Effect.flatMap(Dispatch, (dispatch) => dispatch.call(w.link, WarehouseV1.CreateOutboundOrder, order(number), ""))

const states = Effect.flatMap(Database, (db) =>
  Effect.map(db.query("select state, count(*) as n from intent group by state order by state"), (rows) =>
    Object.fromEntries(rows.map((row) => [row.state, Number(row.n)]))))

onBothDatabases("the rate of a connection", (fresh) => {
  const inWorld = inWorldOn(fresh)

  const withDatabase = (title: string, test: (database: DatabaseAt, peers: NonNullable<Options["peers"]>) => Effect.Effect<unknown, unknown, never>) =>
    it.effect(title, () =>
      Effect.flatMap(Effect.promise(fresh), (database) => test(database, { warehouse: Peers.warehouse(), erp: Peers.erp() })))

  inWorld("orders beyond the rate wait for their turn; each is sent once and none is doubtful (D1-385 G-350)", { callsPerSecond: 2 }, (w) =>
    Effect.gen(function*() {
      const count = () => w.warehouse.calls.filter((call) => call === "createOutboundOrder").length
      const numbers = Array.from({ length: 100 }, (_, at) => `SO-${at}`)
      const callers = yield* Effect.forEach(numbers, (number) => Effect.forkChild(Effect.exit(create(w, number))))
      yield* until(Effect.sync(() => count() >= 2), 1000)
      for (let second = 1; second <= 5; second++) {
        yield* pass(1000)
        assert.isAtMost(count(), 2 + second * 2 + 1)
      }
      yield* until(Effect.map(states, (now) => now.Delivered === 100), 120_000, 500)
      assert.deepStrictEqual(yield* states, { Delivered: 100 })
      assert.strictEqual(count(), 100)
      yield* Effect.forEach(callers, Fiber.interrupt, { discard: true })
    }))

  const shop = FakeShop.shop({ callsPerSecond: 2 })
  inWorld("queries of a shop beyond the rate of its platform wait for their turn (P-393)", FakeShop.options(shop), () =>
    Effect.gen(function*() {
      const before = shop.asked.length
      const count = () => shop.asked.length - before
      const connections = yield* Connections
      const query = connections.invoke("shop", PlatformV1.GetOrders, { onlineOrderIds: ["A-1"], limit: 1 })
      const callers = yield* Effect.forEach(Array.from({ length: 20 }), () => Effect.forkChild(query))
      yield* until(Effect.sync(() => count() >= 2), 1000)
      for (let second = 1; second <= 4; second++) {
        yield* pass(1000)
        assert.isAtMost(count(), 2 + second * 2 + 1)
      }
      yield* until(Effect.sync(() => count() === 20), 30_000, 500)
      yield* Effect.forEach(callers, Fiber.join, { discard: true })
    }))

  inWorld("an order that waits for its turn can still be cancelled, and is never sent", { callsPerSecond: 1, server: { callerDeadline: "1 second" } }, (w) =>
    Effect.gen(function*() {
      const dispatch = yield* Dispatch
      const callers = yield* Effect.forEach(["SO-1", "SO-2", "SO-3"], (number) => Effect.forkChild(Effect.exit(create(w, number))))
      yield* until(Effect.map(states, (now) => now.Delivered === 1 && now.Pending === 2))
      const [first] = w.warehouse.orders
      const last = ["SO-3", "SO-2", "SO-1"].find((number) => number !== first?.orderNumber)!
      yield* during(dispatch.call(w.link, WarehouseV1.CancelOutboundOrder, { orderNumber: order(last).orderNumber }, ""))
      yield* pass(10_000)
      assert.strictEqual(w.warehouse.orders.length, 2)
      assert.notInclude(w.warehouse.orders.map((held) => held.orderNumber as string), last)
      assert.deepStrictEqual(yield* states, { Cancelled: 1, Delivered: 2 })
      yield* Effect.forEach(callers, Fiber.interrupt, { discard: true })
    }))

  withDatabase("orders that wait when the process ends are sent by the next one, and none is doubtful", (database, peers) =>
    Effect.gen(function*() {
      yield* world(database, { peers, callsPerSecond: 1 }, (w) =>
        Effect.gen(function*() {
          yield* Effect.forEach(["SO-1", "SO-2", "SO-3", "SO-4"], (number) => Effect.forkChild(Effect.exit(create(w, number))))
          yield* until(Effect.sync(() => peers.warehouse.orders.length === 1))
          yield* until(Effect.map(states, (now) => now.Delivered === 1 && now.Pending === 3))
        }))
      yield* world(database, { peers, callsPerSecond: 1 }, () =>
        Effect.gen(function*() {
          yield* until(Effect.map(states, (now) => now.Delivered === 4), 20_000)
          assert.sameMembers(peers.warehouse.orders.map((held) => held.orderNumber), ["SO-1", "SO-2", "SO-3", "SO-4"])
        }))
    }))

  inWorld("a warehouse that asks to slow down is asked nothing until then, and its callers know when (D1-385)", {}, (w) =>
    Effect.gen(function*() {
      const connections = yield* Connections
      const read = connections.invoke("wh", WarehouseV1.ListWarehouses, {})
      w.warehouse.plan("listWarehouses", { slowDown: "60 seconds" })
      const first = yield* Effect.flip(read)
      assert.strictEqual(first.reason._tag, "RateLimited")
      const asked = w.warehouse.calls.length
      const second = yield* Effect.flip(read)
      assert.isTrue(second.reason instanceof AdapterError.RateLimited && second.retryAfter !== undefined)
      assert.strictEqual(w.warehouse.calls.length, asked)
      const caller = yield* Effect.forkChild(Effect.exit(create(w, "SO-1")))
      yield* pass(58_000, 500)
      assert.strictEqual(w.warehouse.orders.length, 0)
      yield* until(Effect.sync(() => w.warehouse.orders.length === 1), 5000)
      yield* Fiber.interrupt(caller)
    }))

  inWorld("one connection's rate is not another's", { connections: [{ id: "wh-2", plugin: "warehouse-fake" }], callsPerSecond: 1 }, (w) =>
    Effect.gen(function*() {
      const connections = yield* Connections
      yield* Effect.forEach([1, 2, 3, 4], () => Effect.forkChild(connections.invoke("wh", WarehouseV1.ListWarehouses, {})))
      yield* until(Effect.sync(() => w.warehouse.calls.length === 1))
      const before = yield* Clock.currentTimeMillis
      yield* connections.invoke("wh-2", WarehouseV1.ListWarehouses, {})
      assert.strictEqual(yield* Clock.currentTimeMillis, before)
      assert.strictEqual(w.warehouse.calls.length, 2)
    }))
})
