/**
 * What the service behind a connection is told of its shops: when a shop is connected, locked, unlocked or removed, until it takes it.
 */
import type { AnyPlugin } from "@crossdock/config"
import { AdapterError, PlatformV1 } from "@crossdock/core"
import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { TestClock } from "effect/testing"
import { Connections } from "../../../src/connection/Connections.ts"
import { StoredConnections } from "../../../src/connection/StoredConnections.ts"
import * as ShopAccess from "../../../src/contracts/platform/ShopAccess.ts"
import { ShopStates } from "../../../src/contracts/platform/ShopStates.ts"
import { Database } from "../../../src/store/Database.ts"
import { onBothDatabases } from "../../support/Databases.ts"
import { during, inWorldOn } from "../../support/World.ts"

type Told = typeof PlatformV1.ReportShopAccess.payload.Type

/** A service that writes down what it is told, and fails as a test says. */
const service = () => {
  const told: Array<string> = []
  const failures: Array<AdapterError.Reason> = []
  const plugin = PlatformV1.plugin({
    id: "service",
    settings: Schema.Struct({}),
    limits: { ordersPerQuery: 1, shops: "several" },
    receives: true,
    offers: ["setShopAccess"],
    make: () =>
      Effect.succeed({
        handlers: {
          getOrders: () => Effect.succeed({ items: [] }),
          setShopAccess: ({ callbackUrl, customerId, isLocked, onlineShopId }: Told) =>
            Effect.suspend(() => {
              told.push([isLocked ? "LOCK" : "UNLOCK", onlineShopId, customerId, callbackUrl.href].filter((part) => part !== undefined).join(" "))
              const failure = failures.shift()
              return failure === undefined ? Effect.succeed({}) : Effect.fail(failure)
            })
        },
        incoming: () => Effect.succeed({ status: 200, headers: [], body: "" })
      })
  })
  return { plugin: plugin as unknown as AnyPlugin, told, failures }
}

const publicUrl = new URL("https://runner.example")
const keep = during(ShopAccess.keep("shop", publicUrl))
const rows = Effect.flatMap(Database, (db) => db.query("select shop, is_locked, message from shop_access order by shop"))

/** The ERP of a link tells of its shop. */
const announce = (scope: string, isLocked: boolean, customerId?: string) =>
  Effect.gen(function*() {
    const link = (yield* Connections).linkOf(scope)!
    yield* during((yield* ShopStates).announce(link, { isLocked, callbackUrl: new URL("https://erp.example/push"), ...(customerId !== undefined && { customerId }) }))
  })

const shopOf = (shopId: string, onlineShopId?: string) => ({
  protocol: "platform" as const,
  peer: "shop",
  id: `acc-${shopId}`,
  shop: { platform: "fake", shopId, webHookHosts: ["erp.example"], ...(onlineShopId !== undefined && { onlineShopId }) }
})

const one = "platform:acc-1:fake:1"
const address = "https://runner.example/callbacks/shop"

onBothDatabases("what a service is told of its shops", (fresh) => {
  const inWorld = (title: string, links: ReadonlyArray<ReturnType<typeof shopOf>>, test: (of: ReturnType<typeof service>) => Effect.Effect<unknown, unknown, any>) => {
    const of = service()
    inWorldOn(fresh)(title, { isIdle: true, plugins: [of.plugin], connections: [{ id: "shop", plugin: "service" }], links: [{}, ...links] as never }, () => test(of))
  }

  inWorld("is sent when a shop is connected, locked and unlocked, each once (P-003 P-381 P-382)", [shopOf("1")], ({ told }) =>
    Effect.gen(function*() {
      yield* keep
      yield* keep
      assert.deepStrictEqual(told, [`UNLOCK ${address}`])
      yield* announce(one, true, "5")
      yield* keep
      yield* keep
      yield* announce(one, false, "5")
      yield* keep
      assert.deepStrictEqual(told.slice(1), [`LOCK 5 ${address}`, `UNLOCK 5 ${address}`])
    }))

  inWorld("is repeated until it is taken, with growing pauses, and shown meanwhile (P-386)", [shopOf("1")], ({ failures, told }) =>
    Effect.gen(function*() {
      failures.push(new AdapterError.PeerUnavailable({ status: 503 }), new AdapterError.Rejected({ fault: { code: "X", message: "no such shop" } }))
      yield* keep
      yield* keep
      assert.lengthOf(told, 1)
      yield* TestClock.adjust("30 seconds")
      yield* keep
      assert.include(String((yield* rows)[0]!.message), "no such shop")
      yield* TestClock.adjust("30 seconds")
      yield* keep
      assert.lengthOf(told, 2)
      yield* TestClock.adjust("30 seconds")
      yield* keep
      assert.deepStrictEqual(told, Array.from({ length: 3 }, () => `UNLOCK ${address}`))
      assert.deepStrictEqual((yield* rows).map((row) => [Number(row.is_locked), row.message]), [[0, null]])
    }))

  inWorld("is sent for each shop of an account, and with another address anew", [shopOf("1", "OA"), shopOf("2", "OB")], ({ told }) =>
    Effect.gen(function*() {
      yield* announce("platform:acc-2:fake:2:OB", true)
      yield* keep
      assert.sameMembers(told, [`UNLOCK OA ${address}`, `LOCK OB ${address}`])
      yield* during(ShopAccess.keep("shop", new URL("https://moved.example")))
      assert.sameMembers(told.slice(2), ["UNLOCK OA https://moved.example/callbacks/shop", "LOCK OB https://moved.example/callbacks/shop"])
    }))

  const stored = service()
  inWorldOn(fresh)("is sent when a link or a connection is removed", { isIdle: true, plugins: [stored.plugin], connections: [], links: [{}] }, () =>
    Effect.gen(function*() {
      const store = yield* StoredConnections
      const added = (shopId: string, onlineShopId: string) => store.addLink({ ...shopOf(shopId, onlineShopId), erp: "books", secretKey: "a-long-secret-key-1" } as never)
      yield* store.add({ id: "shop", plugin: "service", settings: {} } as never)
      yield* added("1", "OA")
      const second = yield* added("2", "OB")
      yield* keep
      assert.sameMembers(stored.told, [`UNLOCK OA ${address}`, `UNLOCK OB ${address}`])
      yield* store.removeLink(second.scope)
      yield* keep
      yield* keep
      assert.lengthOf(stored.told, 3)
      assert.match(stored.told[2]!, /^LOCK OB/)
      yield* store.remove("shop")
      assert.lengthOf(stored.told, 4)
      assert.match(stored.told[3]!, /^LOCK/)
      assert.deepStrictEqual(yield* rows, [])
    }))
})
