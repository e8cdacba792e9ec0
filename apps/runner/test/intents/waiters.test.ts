import { assert, it } from "@effect/vitest"
import { type OutboundOrder, WarehouseV1 } from "@crossdock/core"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { TestClock } from "effect/testing"
import { describe } from "vitest"
import { Dispatch } from "../../src/contracts/warehouse/Dispatch.ts"
import * as Waiters from "../../src/intents/Waiters.ts"
import { type Node, withNodes } from "../support/Nodes.ts"
import { order } from "../support/Orders.ts"
import { until } from "../support/World.ts"

const create = (node: Node, asked: OutboundOrder.OutboundOrder) =>
  Effect.result(node.on(Effect.flatMap(Dispatch, (dispatch) => dispatch.call(node.link, WarehouseV1.CreateOutboundOrder, asked, ""))))

const cancel = (node: Node, { orderNumber }: OutboundOrder.OutboundOrder) =>
  Effect.result(node.on(Effect.flatMap(Dispatch, (dispatch) => dispatch.call(node.link, WarehouseV1.CancelOutboundOrder, { orderNumber }, ""))))

/** Milliseconds within which the end of a create at one node is known at another. The deadline of a caller is 20 s. */
const soon = 300
/** Steps so small that what is measured is not the step. */
const step = 20

/** How long it goes on from now, by the test clock. */
const lastsFromNow = <A, E>(fiber: Fiber.Fiber<A, E>) =>
  Effect.gen(function*() {
    const began = yield* Clock.currentTimeMillis
    yield* until(Effect.sync(() => fiber.pollUnsafe() !== undefined), 60_000, step)
    return { took: (yield* Clock.currentTimeMillis) - began, answer: yield* Fiber.join(fiber) }
  })

describe("who waits for the end of a create (PostgreSQL, two nodes)", () => {
  withNodes("a repeat at another node is answered within 300 ms of the end of the create", ({ db, join, warehouse }) =>
    Effect.gen(function*() {
      const [first, second] = [yield* join("first"), yield* join("second")]
      warehouse.plan("createOutboundOrder", "slow")
      const creating = yield* Effect.forkChild(create(first, order("SO-1")))
      yield* until(Effect.map(db.query("select id from intent where state = 'InFlight'"), (rows) => rows.length === 1), 5000, step)
      const repeating = yield* Effect.forkChild(create(second, order("SO-1")))
      yield* until(Effect.sync(() => creating.pollUnsafe() !== undefined), 5000, step)
      const { answer, took } = yield* lastsFromNow(repeating)
      assert.strictEqual(answer._tag, "Success")
      assert.isAtMost(took, soon)
      assert.strictEqual(warehouse.orders.length, 1)
    }))

  withNodes("a cancel at another node goes to the warehouse within 300 ms of the end of the create", ({ db, join, warehouse }) =>
    Effect.gen(function*() {
      const [first, second] = [yield* join("first"), yield* join("second")]
      warehouse.plan("createOutboundOrder", "slow")
      const creating = yield* Effect.forkChild(create(first, order("SO-1")))
      yield* until(Effect.map(db.query("select id from intent where state = 'InFlight'"), (rows) => rows.length === 1), 5000, step)
      const cancelling = yield* Effect.forkChild(cancel(second, order("SO-1")))
      yield* until(Effect.sync(() => creating.pollUnsafe() !== undefined), 5000, step)
      const { answer, took } = yield* lastsFromNow(cancelling)
      assert.strictEqual(answer._tag, "Success")
      assert.isAtMost(took, soon)
      assert.strictEqual(warehouse.orders[0]?.phase, "cancelled")
    }))

  withNodes("whoever waits for a create that a cancel stops before it is sent is told within 300 ms", ({ db, join, warehouse }) =>
    Effect.gen(function*() {
      const [first, second] = [yield* join("first"), yield* join("second")]
      // No turn is free for the second order for a while, so it waits unsent.
      warehouse.plan("createOutboundOrder", { slowDown: "10 seconds" })
      yield* Effect.forkChild(create(first, order("SO-0")))
      yield* until(Effect.map(db.query("select id from intent where state = 'Pending' and attempt = 1"), (rows) => rows.length === 1), 5000, step)
      const creating = yield* Effect.forkChild(create(first, order("SO-1")))
      yield* until(Effect.map(db.query("select id from intent where state = 'Pending'"), (rows) => rows.length === 2), 5000, step)
      assert.strictEqual((yield* cancel(second, order("SO-1")))._tag, "Success")
      const { answer, took } = yield* lastsFromNow(creating)
      assert.isAtMost(took, soon)
      assert.strictEqual(answer._tag === "Failure" && answer.failure.code, "CANCELLED")
      assert.deepStrictEqual(warehouse.calls, ["createOutboundOrder"])
    }))

  it.effect("a thousand who wait cost one statement every 200 ms, and nobody who waits costs none", () =>
    Effect.gen(function*() {
      const ended = new Set<string>()
      const looks: Array<number> = []
      const waiters = yield* Waiters.make({
        byId: (id) => Effect.succeed({ id, state: "Delivered" }),
        isOver: (id) => Effect.succeed(ended.has(id)),
        over: (ids) =>
          Effect.sync(() => {
            looks.push(ids.length)
            return ids.filter((id) => ended.has(id))
          })
      })
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual(looks, [])
      const waiting = yield* Effect.forkChild(
        Effect.forEach(Array.from({ length: 1000 }, (_, n) => `intent-${n}`), (id) => waiters.settled(id, 20_000), { concurrency: "unbounded" })
      )
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual(looks, Array.from({ length: 5 }, () => 1000))
      for (let n = 0; n < 1000; n++) ended.add(`intent-${n}`)
      yield* TestClock.adjust("200 millis")
      assert.isDefined(waiting.pollUnsafe())
      yield* TestClock.adjust("1 minute")
      assert.lengthOf(looks, 6)
    }))
})
