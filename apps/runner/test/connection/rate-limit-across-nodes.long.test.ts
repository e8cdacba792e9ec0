/**
 * The rate limit of a connection counts across all nodes.
 */
import { assert, describe, it } from "@effect/vitest"
import { WarehouseV1 } from "@crossdock/core"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import type { RateLimit } from "../../src/connection/RateLimit.ts"
import { RateLimitAcrossNodes } from "../../src/connection/RateLimitAcrossNodes.ts"
import { Connections } from "../../src/connection/Connections.ts"
import { Dispatch } from "../../src/contracts/warehouse/Dispatch.ts"
import { Database } from "../../src/store/Database.ts"
import { onBothDatabases } from "../support/Databases.ts"
import { type Node, withNodes } from "../support/Nodes.ts"
import { order } from "../support/Orders.ts"
import { inWorldOn, pass, until } from "../support/World.ts"

const place = { scope: "acc-1", urgency: "read" } as const

/** The most calls within any span of so many milliseconds. */
const mostWithin = (at: ReadonlyArray<number>, span: number): number =>
  Math.max(...at.map((begin) => at.filter((time) => time >= begin && time < begin + span).length))

onBothDatabases("a rate limit that several nodes share", (fresh) => {
  const withRates = (title: string, perSecond: number, test: (a: RateLimit, b: RateLimit) => Effect.Effect<unknown, unknown, any>) =>
    it.effect(title, () =>
      Effect.gen(function*() {
        const database = yield* Effect.promise(fresh)
        yield* Effect.gen(function*() {
          const node = Effect.flatMap(Layer.build(Layer.fresh(RateLimitAcrossNodes.layer)), (context) => Context.get(context, RateLimitAcrossNodes).make("wh", { perSecond }))
          yield* test(yield* node, yield* node)
        }).pipe(Effect.scoped, Effect.provide(Layer.fresh(Database.layer(database))))
      }))

  withRates("a second's worth at once from all nodes together, then one after the other (D1-385 G-350)", 10, (a, b) =>
    Effect.gen(function*() {
      const at: Array<number> = []
      const take = (rate: RateLimit) => Effect.andThen(rate.take(place, 60_000), Effect.map(Clock.currentTimeMillis, (now) => void at.push(now)))
      yield* Effect.forEach(Array.from({ length: 40 }, (_, index) => index % 2 === 0 ? a : b), (rate) => Effect.forkChild(take(rate)))
      yield* until(Effect.sync(() => at.length === 40), 5000, 20)
      const begun = at[0]!
      assert.isAtLeast(at.filter((time) => time < begun + 100).length, 10)
      assert.isAtMost(mostWithin(at, 1000), 20)
      assert.isAtLeast(at.at(-1)! - begun, 2900)
      assert.isAtMost(at.at(-1)! - begun, 3200)
    }))

  withRates("a turn that is further away than one waits is not taken", 1, (a, b) =>
    Effect.gen(function*() {
      assert.strictEqual(yield* a.take(place, 0), 0)
      assert.isAbove(yield* b.take(place, 0), 0)
      assert.isAbove(yield* b.take(place, 500), 500)
      yield* pass(1000)
      assert.strictEqual(yield* b.take(place, 0), 0)
      assert.isAbove(yield* a.take(place, 0), 0)
    }))

  withRates("a peer that asks one node to slow down is given that time by all", 10, (a, b) =>
    Effect.gen(function*() {
      yield* a.hold(5000)
      const away = yield* b.take(place, 0)
      assert.isAtLeast(away, 5000)
      assert.isAtMost(away, 5200)
      yield* pass(away + 100)
      assert.strictEqual(yield* b.take(place, 0), 0)
    }))

  withRates("a number that a peer cannot mean, and a rate that is told while it is not called, stop no node and hurry none (0049)", 10, (a, b) =>
    Effect.gen(function*() {
      assert.strictEqual(yield* a.take(place, 0), 0)
      yield* a.hold(60_000)
      yield* a.learn("getOrders", { perSecond: 5 })
      assert.isAtLeast(yield* b.take(place, 0), 60_000)
      yield* a.learn("getOrders", { cost: 1e300 })
      yield* pass(2 * 3_600_000, 60_000)
      assert.strictEqual(yield* b.take(place, 0), 0)
      yield* a.learn("getOrders", { cost: 1, perSecond: 1e300 })
      yield* pass(2 * 3_600_000, 60_000)
      assert.strictEqual(yield* a.take(place, 0), 0)
    }))

  withRates("a limit that the answers to one node tell is that of all: what is left, what a call costs, and the rate (M6)", 10, (a, b) =>
    Effect.gen(function*() {
      assert.strictEqual(yield* a.take(place, 0), 0)
      assert.strictEqual(yield* b.take(place, 0), 0)
      yield* a.learn("getOrders", { remaining: 2 })
      assert.strictEqual(yield* b.take(place, 0), 0)
      assert.strictEqual(yield* b.take(place, 0), 0)
      assert.isAbove(yield* b.take(place, 0), 0)
      yield* pass(1000)
      yield* a.learn("getOrders", { cost: 5 })
      assert.deepStrictEqual(a.believed(), { perSecond: 10, burst: 10, cost: 5 })
      yield* pass(60_000)
      yield* b.learn("getOrders", { cost: 9 })
      // A turn of 9 points is there once 9 of 10 are, and 8 more than the turn were used.
      const away = yield* b.take(place, 0)
      assert.isAtLeast(away, 600)
      assert.isAtMost(away, 800)
      yield* a.learn("getOrders", { perSecond: 100 })
      assert.strictEqual(a.believed().perSecond, 100)
    }))

  withRates("a turn that is given back is another caller's", 1, (a, b) =>
    Effect.gen(function*() {
      assert.strictEqual(yield* a.take(place, 0), 0)
      yield* a.giveBack
      assert.strictEqual(yield* b.take(place, 0), 0)
      assert.isAbove(yield* a.take(place, 0), 0)
      assert.isAbove(yield* b.take(place, 0), 0)
    }))

  withRates("a clock that was set back stops nobody", 1, (a) =>
    Effect.gen(function*() {
      const now = yield* Clock.currentTimeMillis
      yield* Effect.flatMap(Database, (db) =>
        db.query("insert into rate (connection, granted, written_at, full_at) values ('wh', 1, $1, $1)", [now + 3_600_000]))
      assert.strictEqual(yield* a.take(place, 0), 0)
    }))

  const inWorld = inWorldOn(fresh)
  const create = (number: string) =>
    Effect.flatMap(Connections, ({ links }) =>
      Effect.flatMap(Dispatch, (dispatch) => dispatch.call(links[0]!, WarehouseV1.CreateOutboundOrder, order(number), "")))

  for (const nodes of ["one", "several"] as const) {
    inWorld(`an ERP gets at most as many deliveries a second as its connection says, each once (nodes: ${nodes})`, { deliveriesPerSecond: 4, server: { nodes } }, (w) =>
      Effect.gen(function*() {
        const db = yield* Database
        yield* Effect.forEach(Array.from({ length: 40 }, (_, at) => `SO-${at}`), create, { concurrency: "unbounded" })
        const began = yield* Clock.currentTimeMillis
        const before = w.erp.received.length
        yield* until(Effect.sync(() => w.erp.received.length === 40), 30_000, 50)
        const took = (yield* Clock.currentTimeMillis) - began
        assert.isAtMost(40 - before, (took / 1000) * 4 + 4)
        yield* until(Effect.map(db.query("select id from delivery where state <> 'Delivered'"), (rows) => rows.length === 0), 2000)
        // A delivery that was put back for a later turn lost no attempt.
        assert.deepStrictEqual(yield* db.query("select distinct attempt from delivery"), [{ attempt: 1 }])
      }))
  }
})

describe("a connection's calls per second (PostgreSQL, three nodes)", () => {
  const perSecond = 20
  const several = { callsPerSecond: perSecond, server: { nodes: "several" } } as const

  /** Counts each call by the test clock. */
  const countingWarehouse = () => {
    const at: Array<number> = []
    const count = Effect.map(Clock.currentTimeMillis, (now) => void at.push(now))
    const plugin = WarehouseV1.plugin({
      id: "warehouse-counting",
      settings: Schema.Struct({}),
      limits: { linesPerOrder: 50, ordersPerQuery: 10 },
      offers: ["listWarehouses"],
      make: () =>
        Effect.succeed({
          handlers: {
            createOutboundOrder: ({ orderNumber }) => Effect.as(count, { warehouseOrderNumber: `W-${orderNumber}` }),
            cancelOutboundOrder: () => Effect.die("not asked for"),
            getOutboundOrders: () => Effect.as(count, { items: [] }),
            listWarehouses: () => Effect.as(count, { items: [] })
          }
        })
    })
    return { at, plugin }
  }

  const asking = (node: Node) => node.begin(Effect.forever(Effect.andThen(
    Effect.ignore(node.on(Effect.flatMap(Connections, (connections) => connections.invoke("wh", WarehouseV1.ListWarehouses, {})))),
    Effect.yieldNow
  )))

  withNodes("the peer counts at most the configured rate, and what a halted node took is free for the others", ({ join }) =>
    Effect.gen(function*() {
      const { at, plugin } = countingWarehouse()
      const nodes = yield* Effect.forEach(["a", "b", "c"], (name) => join(name, { plugin }))
      // Callers that want far more than the rate.
      yield* Effect.forEach(Array.from({ length: 30 }, (_, n) => nodes[n % 3]!), asking)
      yield* Effect.forEach(Array.from({ length: 60 }, (_, n) => n), (n) => {
        const node = nodes[n % 3]!
        return node.begin(node.on(Effect.flatMap(Dispatch, (dispatch) => dispatch.call(node.link, WarehouseV1.CreateOutboundOrder, order(`SO-${n}`), ""))))
      })
      yield* pass(10_000, 50)
      const all = at.length
      assert.isAtMost(all, perSecond * 11 + 1)
      assert.isAtLeast(all, perSecond * 9)
      assert.isAtMost(mostWithin(at, 1000), perSecond * 2 + 1)
      yield* Effect.forEach(nodes.slice(1), (node) => node.halt)
      const halted = yield* Clock.currentTimeMillis
      yield* pass(10_000, 50)
      const after = at.filter((time) => time >= halted).length
      assert.isAtMost(after, perSecond * 10 + 1)
      assert.isAtLeast(after, perSecond * 9)
    }), several)
})
