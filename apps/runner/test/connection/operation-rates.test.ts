/**
 * An operation whose rate the plugin states has turns of its own, and what the answers of a peer tell about its limit is kept to.
 */
import type { AnyPlugin } from "@crossdock/config"
import { AdapterError, type Contract, PlatformV1, Transport, WarehouseV1 } from "@crossdock/core"
import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Schema from "effect/Schema"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { Connections } from "../../src/connection/Connections.ts"
import { Dispatch } from "../../src/contracts/warehouse/Dispatch.ts"
import { onBothDatabases } from "../support/Databases.ts"
import * as FakeShop from "../support/FakeShop.ts"
import { order } from "../support/Orders.ts"
import * as Peers from "../support/Peers.ts"
import { inWorldOn, pass, until } from "../support/World.ts"

const place = { scope: "acc-9", urgency: "read" } as const

/** How many turns of an operation there are now. */
const turnsNow = Effect.fnUntraced(function*(connection: string, operation: string) {
  const connections = yield* Connections
  let count = 0
  while (count < 2000 && (yield* connections.takesTurn(connection, operation, place))) count += 1
  return count
})

const ask = Effect.flatMap(Connections, (connections) => connections.invoke("shop", PlatformV1.GetOrders, { onlineOrderIds: ["A-1"], limit: 1 }))
const listProducts = Effect.flatMap(Connections, (connections) => connections.invoke("shop", PlatformV1.ListProducts, { productIds: ["P-1"], limit: 1 }))

/** A shop over HTTP, whose answers are as the test says; the plugin does nothing about its limit but state it. */
const overHttp = (limits: Partial<PlatformV1.Limits>, requests = 1) => {
  const answer = { status: 200, headers: {} as Readonly<Record<string, string>>, body: {} as object }
  const server = createServer((_, response) => void response.writeHead(answer.status, answer.headers).end(JSON.stringify(answer.body)))
  const listening = Effect.acquireRelease(
    Effect.callback<void>((resume) => void server.listen(0, "127.0.0.1", () => resume(Effect.void))),
    () => Effect.sync(() => server.close())
  )
  const plugin = PlatformV1.plugin({
    id: "shop-http",
    settings: Schema.Struct({}),
    limits: { ordersPerQuery: 50, ...limits },
    offers: ["listProducts"],
    make: () =>
      Effect.map(Transport.Transport, ({ send }) => {
        const exchange = Effect.suspend(() =>
          send({ method: "GET", url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`), headers: [], body: "" })
        )
        const asked = Effect.flatMap(Effect.all(Array.from({ length: requests }, () => exchange)), ([first]) =>
          first!.status === 429 ? Effect.fail(new AdapterError.RateLimited({})) : Effect.succeed({ items: [] }))
        return { handlers: { getOrders: () => asked, listProducts: () => asked } }
      })
  }) as unknown as AnyPlugin
  return { answer, listening, options: { plugins: [plugin], connections: [{ id: "shop", plugin: "shop-http" }] } }
}

/** What the GraphQL API of a shop tells with each answer. */
const points = {
  callsPerSecond: 50,
  burst: 1000,
  rateInAnswers: {
    cost: { pointer: "/extensions/cost/actualQueryCost" },
    remaining: { pointer: "/extensions/cost/throttleStatus/currentlyAvailable" },
    perSecond: { pointer: "/extensions/cost/throttleStatus/restoreRate" }
  }
} as const
const costing = (actualQueryCost: number, currentlyAvailable: number, restoreRate = 100) => ({
  data: {},
  extensions: { cost: { actualQueryCost, throttleStatus: { maximumAvailable: 1000, currentlyAvailable, restoreRate } } }
})

onBothDatabases("an operation with a rate of its own", (fresh) => {
  const inWorld = inWorldOn(fresh)
  const limits = { rates: { getOrders: { perSecond: 1 / 60, burst: 3 } }, callsPerSecond: 5 }

  const shop = FakeShop.shop(limits)
  inWorld("waits for its own turns, and takes none of the others (M6)", FakeShop.options(shop), () =>
    Effect.gen(function*() {
      assert.strictEqual(yield* turnsNow("shop", "getOrders"), 3)
      assert.strictEqual(yield* turnsNow("shop", "listProducts"), 5)
      const refused = yield* Effect.flip(ask)
      assert.isTrue(refused.reason._tag === "RateLimited" && refused.retryAfter !== undefined)
      yield* pass(60_000)
      assert.strictEqual(yield* turnsNow("shop", "getOrders"), 1)
      assert.strictEqual(yield* turnsNow("shop", "listProducts"), 5)
    }))

  const slowed = FakeShop.shop(limits)
  inWorld("is held alone when the peer asks it to slow down (M6)", FakeShop.options(slowed), () =>
    Effect.gen(function*() {
      slowed.failures.push(new AdapterError.RateLimited({}))
      assert.strictEqual((yield* Effect.flip(ask)).reason._tag, "RateLimited")
      assert.strictEqual(yield* turnsNow("shop", "getOrders"), 0)
      assert.strictEqual(yield* turnsNow("shop", "listProducts"), 5)
    }))

  const slow = Peers.warehouse()
  const facts = (settings: never) => {
    const stated = (slow.plugin as Contract.Plugin<WarehouseV1.V1, any, any, any>).facts(settings)
    return { limits: { ...stated.limits, rates: { createOutboundOrder: { perSecond: 0.5, burst: 1 } } } }
  }
  inWorld("bounds creates that wait in the database, while reads go on (M6)", { peers: { warehouse: slow, erp: Peers.erp() }, plugin: { ...slow.plugin, facts } as never }, (w) =>
    Effect.gen(function*() {
      const dispatch = yield* Dispatch
      const callers = yield* Effect.forEach(["SO-1", "SO-2", "SO-3"], (number) =>
        Effect.forkChild(Effect.exit(dispatch.call(w.link, WarehouseV1.CreateOutboundOrder, order(number), ""))))
      yield* until(Effect.sync(() => slow.orders.length === 1))
      const connections = yield* Connections
      yield* Effect.all(Array.from({ length: 20 }, () => connections.invoke("wh", WarehouseV1.ListWarehouses, {})), { concurrency: 20 })
      assert.strictEqual(slow.orders.length, 1)
      yield* pass(2100)
      yield* until(Effect.sync(() => slow.orders.length === 2), 500)
      yield* until(Effect.sync(() => slow.orders.length === 3), 5000)
      yield* Effect.forEach(callers, Fiber.interrupt, { discard: true })
    }))
})

onBothDatabases("a limit that the answers of a peer tell", (fresh) => {
  const inWorld = inWorldOn(fresh)

  const one = overHttp(points)
  inWorld("is kept in points: a turn is there once the dearest call can be paid (M6)", one.options, () =>
    Effect.gen(function*() {
      yield* one.listening
      one.answer.body = costing(50, 950)
      yield* ask
      const connections = yield* Connections
      assert.deepStrictEqual(connections.ratesOf("shop"), [{ perSecond: 100, burst: 1000, cost: 50 }])
      assert.strictEqual(yield* turnsNow("shop", "getOrders"), 19)
      yield* pass(500)
      assert.strictEqual(yield* turnsNow("shop", "listProducts"), 1)
    }))

  const two = overHttp(points)
  inWorld("counts what other programs have used of it, and never more than is left (M6)", two.options, () =>
    Effect.gen(function*() {
      yield* two.listening
      two.answer.body = costing(50, 120)
      yield* ask
      assert.strictEqual(yield* turnsNow("shop", "getOrders"), 2)
    }))

  const cheap = overHttp(points)
  inWorld("gives back what a call has not used (M6)", cheap.options, () =>
    Effect.gen(function*() {
      yield* cheap.listening
      cheap.answer.body = costing(100, 900)
      yield* ask
      cheap.answer.body = costing(10, 890)
      yield* listProducts
      assert.strictEqual(yield* turnsNow("shop", "getOrders"), 8)
    }))

  const several = overHttp(points, 3)
  inWorld("adds up the costs of the requests of one call (M6)", several.options, () =>
    Effect.gen(function*() {
      yield* several.listening
      several.answer.body = costing(50, 850)
      yield* ask
      const connections = yield* Connections
      assert.strictEqual(connections.ratesOf("shop").at(-1)?.cost, 150)
      assert.strictEqual(yield* turnsNow("shop", "getOrders"), 5)
    }))

  const plan = overHttp({ callsPerSecond: 5, rates: { getOrders: { perSecond: 1 / 60, burst: 20 } }, rateInAnswers: { perSecond: { header: "x-amzn-RateLimit-Limit" } } })
  inWorld("is that of the operation which was called, as a header tells it (M6)", plan.options, () =>
    Effect.gen(function*() {
      yield* plan.listening
      plan.answer.headers = { "x-amzn-ratelimit-limit": "0.5" }
      yield* ask
      const connections = yield* Connections
      assert.deepStrictEqual(connections.ratesOf("shop"), [{ operation: "getOrders", perSecond: 0.5, burst: 20, cost: 1 }, { perSecond: 5, burst: 5, cost: 1 }])
      assert.strictEqual(yield* turnsNow("shop", "getOrders"), 19)
      yield* pass(2000)
      assert.strictEqual(yield* turnsNow("shop", "getOrders"), 1)
    }))

  const capped = overHttp({ rateInAnswers: { perSecond: { header: "x-rate" } } })
  const written = { ...capped.options, connections: capped.options.connections.map((each) => ({ ...each, callsPerSecond: 2 })) }
  inWorld("never exceeds what the operator has written (M6)", written, () =>
    Effect.gen(function*() {
      yield* capped.listening
      capped.answer.headers = { "x-rate": "40" }
      yield* ask
      const connections = yield* Connections
      assert.deepStrictEqual(connections.ratesOf("shop"), [{ perSecond: 2, burst: 2, cost: 1 }])
    }))

  const silent = overHttp(points)
  inWorld("stays as the plugin states it where an answer tells nothing that can be read (M6)", silent.options, () =>
    Effect.gen(function*() {
      yield* silent.listening
      silent.answer.body = costing(-1, Number.NaN, "fast" as never)
      yield* ask
      const connections = yield* Connections
      assert.deepStrictEqual(connections.ratesOf("shop"), [{ perSecond: 50, burst: 1000, cost: 1 }])
    }))
})
