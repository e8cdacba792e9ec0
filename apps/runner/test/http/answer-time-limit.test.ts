/**
 * A served protocol or a plugin that never answers keeps its place among the calls at once for a time, and not for ever.
 */
import { type AnyPlugin, defineRunner } from "@crossdock/config"
import { OutboundOrder, type Transport, WarehouseV1 } from "@crossdock/core"
import { assert, describe, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Schema from "effect/Schema"
import { TestClock } from "effect/testing"
import type { AddressInfo } from "node:net"
import * as AnswerTimeLimit from "../../src/http/AnswerTimeLimit.ts"
import * as Listener from "../../src/http/Listener.ts"
import type { Route, Serve } from "../../src/http/Route.ts"
import { callAt, live } from "../support/Live.ts"
import * as Peers from "../support/Peers.ts"
import { until } from "../support/World.ts"

const well = { status: 200, headers: [], body: "{\"is\":\"well\"}" } as const

/** A listener with one place, whose routes are as the test says. The deadline of callers is 20 s, so a request has 50 s. */
const withOnePlace = (serves: Readonly<Record<string, Serve>>, test: (call: ReturnType<typeof callAt>) => Effect.Effect<void, unknown, any>) =>
  Effect.gen(function*() {
    const composed = { server: { maxBody: 1000, callsAtOnce: 1, trustedProxies: [], callerDeadline: 20_000 } } as never
    const routes = {
      description: "",
      of: (path: string): Route | undefined => Object.hasOwn(serves, path) ? { name: path, serve: serves[path]! } : undefined
    }
    const server = yield* Listener.serve({ host: "127.0.0.1", port: 0, composed, routes })
    yield* test(callAt((server.address() as AddressInfo).port))
  }).pipe(Effect.scoped) as Effect.Effect<void>

const calling = (started: Deferred.Deferred<void>, then: Effect.Effect<unknown>): Serve => () => Effect.andThen(Effect.andThen(Deferred.succeed(started, undefined), then), Effect.succeed(well))

describe("a request that is never answered", () => {
  it.effect("gets 504 that leaves open what was done, its work is interrupted, and its place is free (M9)", () => {
    const started = Deferred.makeUnsafe<void>()
    let isInterrupted = false
    const hanging = Effect.onInterrupt(Effect.never, () => Effect.sync(() => void (isInterrupted = true)))
    return withOnePlace({ "/hangs": calling(started, hanging), "/well": () => Effect.succeed(well) }, (call) =>
      Effect.gen(function*() {
        const first = yield* Effect.forkChild(call({ path: "/hangs" }))
        yield* Deferred.await(started)
        assert.strictEqual((yield* call({ path: "/well" })).status, 503)
        yield* TestClock.adjust("49 seconds")
        assert.strictEqual((yield* call({ path: "/well" })).status, 503)
        yield* TestClock.adjust("1 second")
        const { body, status } = yield* Fiber.join(first)
        assert.strictEqual(status, 504)
        assert.match(body.message, /^TIMED_OUT: the request was not answered within 50 seconds, and may have been carried out; send it again unchanged/)
        assert.isTrue(isInterrupted)
        assert.strictEqual((yield* call({ path: "/well" })).status, 200)
      }))
  })

  it.effect("is not interrupted while the runner stores what it has told, and afterwards it is (M9)", () => {
    const started = Deferred.makeUnsafe<void>()
    const committed = Deferred.makeUnsafe<void>()
    const done: Array<string> = []
    const work = AnswerTimeLimit.finishing(Effect.andThen(Deferred.await(committed), Effect.sync(() => void done.push("stored")))).pipe(
      Effect.andThen(Effect.never),
      Effect.onInterrupt(() => Effect.sync(() => void done.push("interrupted")))
    )
    return withOnePlace({ "/stores": calling(started, work), "/well": () => Effect.succeed(well) }, (call) =>
      Effect.gen(function*() {
        const first = yield* Effect.forkChild(call({ path: "/stores" }))
        yield* Deferred.await(started)
        yield* TestClock.adjust("50 seconds")
        assert.strictEqual((yield* Fiber.join(first)).status, 504)
        assert.deepStrictEqual(done, [])
        assert.strictEqual((yield* call({ path: "/well" })).status, 200)
        yield* Deferred.succeed(committed, undefined)
        yield* Effect.yieldNow
        assert.deepStrictEqual(done, ["stored", "interrupted"])
      }))
  })

  it.effect("does not take the place of another when it ends after its time (M9)", () => {
    const started = Deferred.makeUnsafe<void>()
    const slow = Deferred.makeUnsafe<void>()
    const again = Deferred.makeUnsafe<void>()
    return withOnePlace({
      "/slow": calling(started, AnswerTimeLimit.finishing(Deferred.await(slow))),
      "/again": calling(again, Effect.never),
      "/well": () => Effect.succeed(well)
    }, (call) =>
      Effect.gen(function*() {
        const first = yield* Effect.forkChild(call({ path: "/slow" }))
        yield* Deferred.await(started)
        yield* TestClock.adjust("50 seconds")
        yield* Fiber.join(first)
        const second = yield* Effect.forkChild(call({ path: "/again" }))
        yield* Deferred.await(again)
        yield* Deferred.succeed(slow, undefined)
        yield* Effect.yieldNow
        assert.strictEqual((yield* call({ path: "/well" })).status, 503)
        yield* TestClock.adjust("50 seconds")
        assert.strictEqual((yield* Fiber.join(second)).status, 504)
      }))
  })
})

/** A warehouse whose plugin tells the event of a callback, and then never answers. */
const mute = (told: Array<string>) =>
  WarehouseV1.plugin({
    id: "warehouse-mute",
    settings: Schema.Struct({}),
    limits: { linesPerOrder: 10, ordersPerQuery: 10 },
    offers: [],
    receives: true,
    make: () =>
      Effect.succeed({
        handlers: {
          createOutboundOrder: () => Effect.succeed({}),
          cancelOutboundOrder: () => Effect.succeed({}),
          getOutboundOrders: () => Effect.succeed({ items: [] })
        },
        incoming: (_: Transport.Request, emit: WarehouseV1.StoreEvent) =>
          emit({ _tag: "OutboundChanged", orderNumber: OutboundOrder.OrderNumber.make("SO-1") }).pipe(
            Effect.ignore,
            Effect.andThen(Effect.sync(() => void told.push("emitted"))),
            Effect.andThen(Effect.never),
            Effect.onInterrupt(() => Effect.sync(() => void told.push("interrupted")))
          )
      })
  })

it.effect("a callback whose plugin never answers gets 504, and the next callback has its place (M9)", () => {
  const told: Array<string> = []
  const erp = Peers.erp()
  const composition = defineRunner<ReadonlyArray<AnyPlugin>>({
    plugins: [mute(told), erp.plugin],
    connections: [{ id: "books", plugin: "erp-fake", settings: {} }, { id: "wh", plugin: "warehouse-mute", settings: {} }],
    links: [{ erp: "books", peer: "wh", protocol: "warehouse", id: "acc-1", secretKey: "secret-key-1" }],
    server: { callsAtOnce: 1, callerDeadline: "1 second" }
  })
  return live({ filename: ":memory:" }, composition, ({ call }) =>
    Effect.gen(function*() {
      for (const times of [1, 2]) {
        const callback = yield* Effect.forkChild(call({ path: "/callbacks/wh" }))
        yield* until(Effect.sync(() => told.length === 2 * times - 1), 1000)
        assert.strictEqual((yield* call({ path: "/callbacks/wh" })).status, 503)
        yield* TestClock.adjust("31 seconds")
        assert.strictEqual((yield* Fiber.join(callback)).status, 504)
        assert.deepStrictEqual(told, Array.from({ length: times }, () => ["emitted", "interrupted"]).flat())
      }
    }))
})
