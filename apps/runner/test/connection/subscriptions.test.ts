import { assert, describe, it } from "@effect/vitest"
import { defineRunner } from "@crossdock/config"
import { AdapterError, ErpV1, PlatformV1, Subscriptions as Operations, WarehouseV1 } from "@crossdock/core"
import * as DateTime from "effect/DateTime"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { TestClock } from "effect/testing"
import { compose } from "../../src/Composition.ts"
import * as Subscriptions from "../../src/connection/Subscriptions.ts"
import * as Jobs from "../../src/jobs/Jobs.ts"
import * as SubscriptionJobs from "../../src/jobs/SubscriptionJobs.ts"
import { runnerLayer } from "../../src/Layers.ts"
import * as Peers from "../support/Peers.ts"
import { onBothDatabases } from "../support/Databases.ts"
import { during, inWorldOn, pass, until } from "../support/World.ts"
import { Connections } from "../../src/connection/Connections.ts"
import { Database } from "../../src/store/Database.ts"

describe("the address that a vendor calls", () => {
  it.each([
    ["https://wms.example", "https://wms.example/callbacks/main%201"],
    ["https://wms.example/", "https://wms.example/callbacks/main%201"],
    ["https://wms.example/crossdock", "https://wms.example/crossdock/callbacks/main%201"],
    ["https://wms.example/crossdock/", "https://wms.example/crossdock/callbacks/main%201"]
  ])("stands below %s with its whole path", (publicUrl, expected) =>
    assert.strictEqual(Subscriptions.callbackUrl(new URL(publicUrl), "main 1").href, expected))
})

/** A vendor whose registrations lapse after a day. */
const vendor = () => {
  const said: Array<string> = []
  const registered = Effect.map(Clock.currentTimeMillis, (now) => ({
    subscriptionId: `S-${said.length}`,
    expiresAt: DateTime.makeUnsafe(now + 24 * 3_600_000)
  }))
  const plugin = WarehouseV1.plugin({
    id: "warehouse-vendor",
    settings: Schema.Struct({}),
    limits: { linesPerOrder: 1, ordersPerQuery: 1 },
    receives: true,
    offers: ["subscribe", "renew", "unsubscribe"],
    make: () =>
      Effect.succeed({
        handlers: {
          createOutboundOrder: () => Effect.succeed({ warehouseOrderNumber: "1" }),
          cancelOutboundOrder: () => Effect.succeed({}),
          getOutboundOrders: () => Effect.succeed({ items: [] }),
          subscribe: ({ callbackUrl }: typeof WarehouseV1.Subscribe.payload.Type) => Effect.suspend(() => {
            said.push(`subscribe ${callbackUrl.href}`)
            return registered
          }),
          renew: ({ subscriptionId }: typeof WarehouseV1.RenewSubscription.payload.Type) => Effect.suspend(() => {
            said.push(`renew ${subscriptionId}`)
            return registered
          }),
          unsubscribe: ({ subscriptionId }: typeof WarehouseV1.Unsubscribe.payload.Type) => Effect.sync(() => (said.push(`unsubscribe ${subscriptionId}`), {}))
        },
        incoming: () => Effect.die("not called")
      })
  })
  return { said, plugin }
}

describe("subscriptions", () => {
  it.effect("are made when a connection opens, renewed before they lapse, and ended with it", () => {
    const { plugin, said } = vendor()
    const composed = Result.getOrThrow(compose(
      defineRunner({
        plugins: [plugin, Peers.erp().plugin],
        connections: [{ id: "v", plugin: "warehouse-vendor", settings: {} }, { id: "books", plugin: "erp-fake", settings: {} }],
        links: []
      }),
      {}
    ))
    return Effect.gen(function*() {
      yield* Effect.forkScoped(Jobs.run(SubscriptionJobs.jobs(new URL("https://runner.example"))))
      yield* until(Effect.sync(() => said.length === 1))
      assert.deepStrictEqual(said, ["subscribe https://runner.example/callbacks/v"])
      yield* pass(2000)
      yield* TestClock.adjust("22 hours")
      yield* pass(2000)
      assert.lengthOf(said, 1)
      yield* TestClock.adjust("2 hours")
      yield* until(Effect.sync(() => said.length === 2))
      assert.deepStrictEqual(said, ["subscribe https://runner.example/callbacks/v", "renew S-1"])
      yield* Subscriptions.end("v")
      assert.strictEqual(said.at(-1), "unsubscribe S-2")
    }).pipe(
      Effect.scoped,
      Effect.provide(Layer.fresh(runnerLayer({ composed, database: { filename: ":memory:" }, vaultKey: Redacted.make("k") })))
    )
  })
})

/** A shop or an ERP whose registrations a test drives. */
const peer = () => {
  const held = new Map<string, { readonly url: string; readonly topics: string }>()
  /** How the next calls go; undefined: they work. */
  const failures: Array<AdapterError.Reason | undefined> = []
  let numbers = 0
  const going = <A>(work: () => A): Effect.Effect<A, AdapterError.Reason> =>
    Effect.suspend((): Effect.Effect<A, AdapterError.Reason> => {
      const failure = failures.shift()
      return failure === undefined ? Effect.sync(work) : Effect.fail(failure)
    })
  const handlers = {
    subscribe: ({ callbackUrl, topics }: typeof Operations.Subscribe.payload.Type) =>
      going(() => {
        const subscriptionId = `S-${++numbers}`
        held.set(subscriptionId, { url: callbackUrl.href, topics: (topics ?? []).join(" ") })
        return { subscriptionId, secret: Redacted.make(`secret-of-${subscriptionId}`) }
      }),
    unsubscribe: ({ subscriptionId }: typeof Operations.Unsubscribe.payload.Type) => going(() => (held.delete(subscriptionId), {}))
  }
  const incoming = () => Effect.succeed({ status: 200, headers: [], body: "" })
  const push = { prepare: () => Result.succeed({ content: "{}" }), deliver: () => Effect.succeed({}) }
  const shop = PlatformV1.plugin({
    id: "peer-shop",
    settings: Schema.Struct({}),
    limits: { ordersPerQuery: 1 },
    receives: true,
    offers: ["subscribe", "unsubscribe"],
    make: () => Effect.succeed({ handlers: { ...handlers, getOrders: () => Effect.succeed({ items: [] }) }, incoming })
  })
  const erp = ErpV1.plugin({
    id: "peer-erp",
    settings: Schema.Struct({}),
    receives: true,
    offers: ["subscribe", "unsubscribe"],
    make: () => Effect.succeed({ handlers: { ...handlers, receiveOutboundStatus: push, receiveInboundProgress: push }, incoming })
  })
  return { erp, failures, held, shop }
}

const address = (at = "runner") => new URL(`https://${at}.example`)

onBothDatabases("registrations of callbacks (M8)", (fresh) => {
  const inWorld = (title: string, kind: "shop" | "erp", test: (at: ReturnType<typeof peer>) => Effect.Effect<unknown, unknown, any>, topics?: ReadonlyArray<string>) => {
    const it = peer()
    inWorldOn(fresh)(`${title} (M8)`, {
      isIdle: true,
      plugins: [it[kind] as never],
      connections: [{ id: "peer", plugin: it[kind].id, ...(topics !== undefined && { callbackTopics: topics }) }],
      links: [{}]
    }, () => test(it))
  }
  const urls = ({ held }: ReturnType<typeof peer>) => [...held.values()].map(({ url }) => url)
  const failing = Effect.flatMap(Database, (db) => Effect.map(db.query("select message from subscription_failure"), (rows) => rows.map(({ message }) => String(message))))

  for (const kind of ["shop", "erp"] as const) {
    inWorld(`are made at a peer of the contract of a ${kind}, and end with the connection`, kind, (at) =>
      Effect.gen(function*() {
        yield* during(Subscriptions.keep("peer", address()))
        yield* during(Subscriptions.keep("peer", address()))
        assert.deepStrictEqual(urls(at), ["https://runner.example/callbacks/peer"])
        yield* during(Subscriptions.end("peer"))
        assert.deepStrictEqual(urls(at), [])
      }))
  }

  inWorld("are made anew at another address, and the old ones end, at last", "shop", (at) =>
    Effect.gen(function*() {
      yield* during(Subscriptions.keep("peer", address()))
      const away = new AdapterError.PeerUnavailable({ status: 503 })
      at.failures.push(away, undefined, away)
      yield* during(Subscriptions.keep("peer", address("other")))
      assert.lengthOf(yield* failing, 1)
      yield* TestClock.adjust("1 minute")
      yield* during(Subscriptions.keep("peer", address("other")))
      assert.deepStrictEqual(urls(at), ["https://runner.example/callbacks/peer", "https://other.example/callbacks/peer"])
      yield* TestClock.adjust("1 hour")
      yield* during(Subscriptions.keep("peer", address("other")))
      assert.deepStrictEqual(urls(at), ["https://other.example/callbacks/peer"])
    }))

  inWorld("that fail are shown and tried again with growing pauses", "shop", (at) =>
    Effect.gen(function*() {
      at.failures.push(...[1, 2].map(() => new AdapterError.Rejected({ fault: { code: "X", message: "no such host" } })))
      const tries = () => at.failures.length
      yield* during(Subscriptions.keep("peer", address()))
      assert.strictEqual(tries(), 1)
      assert.include((yield* failing)[0], "no such host")
      yield* during(Subscriptions.keep("peer", address()))
      assert.strictEqual(tries(), 1)
      yield* TestClock.adjust("30 seconds")
      yield* during(Subscriptions.keep("peer", address()))
      assert.strictEqual(tries(), 0)
      yield* TestClock.adjust("30 seconds")
      yield* during(Subscriptions.keep("peer", address()))
      assert.deepStrictEqual(urls(at), [])
      yield* TestClock.adjust("30 seconds")
      yield* during(Subscriptions.keep("peer", address()))
      assert.deepStrictEqual([urls(at).length, yield* failing], [1, []])
    }))

  inWorld("carry the topics of the composition", "shop", (at) =>
    Effect.gen(function*() {
      yield* during(Subscriptions.keep("peer", address()))
      assert.deepStrictEqual([...at.held.values()].map(({ topics }) => topics), ["orders/create orders/cancelled"])
    }), ["orders/create", "orders/cancelled"])

  inWorld("keep their secrets encrypted, and hand the newest first to what verifies callbacks", "shop", () =>
    Effect.gen(function*() {
      const secrets = Effect.map(during(Subscriptions.infoOf("peer")), ({ subscriptions }) => subscriptions.map(({ secret }) => secret && Redacted.value(secret)))
      yield* during(Subscriptions.keep("peer", address()))
      yield* during(Subscriptions.keep("peer", address("other")))
      assert.deepStrictEqual(yield* secrets, ["secret-of-S-2", "secret-of-S-1"])
      const db = yield* Database
      assert.notInclude(JSON.stringify([yield* db.query("select * from subscription"), yield* db.query("select * from ended_subscription")]), "secret-of")
      assert.notInclude((yield* Connections).hides("peer")("it was secret-of-S-2"), "secret-of-S-2")
      yield* TestClock.adjust("2 hours")
      assert.deepStrictEqual(yield* secrets, ["secret-of-S-2"])
    }))
})
