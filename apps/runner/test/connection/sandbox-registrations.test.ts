/**
 * The runner registers at a shop of the sandbox, takes its signed callbacks over loopback, renews the registration, and ends it when the
 * connection is removed.
 */
import { SqlStorage } from "@crossdock/core"
import { platformSandboxCalling, placeOrder, sendCallbacks, Settings, storedRecords } from "@crossdock/platform-sandbox"
import { layer as transport } from "@crossdock/transport-undici"
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { Connections } from "../../src/connection/Connections.ts"
import { StoredConnections } from "../../src/connection/StoredConnections.ts"
import * as Subscriptions from "../../src/connection/Subscriptions.ts"
import { Database } from "../../src/store/Database.ts"
import * as PluginStorage from "../../src/store/PluginStorage.ts"
import { onBothDatabases } from "../support/Databases.ts"
import { callAt, live } from "../support/Live.ts"
import * as Shop from "../support/Shop.ts"

const written = { orders: 0, account: "calling" }
const settings = Schema.decodeSync(Settings)(written)

const atShop = <A, E, R>(work: (storage: SqlStorage.SqlStorage["Service"]) => Effect.Effect<A, E, R>) =>
  Effect.provide(Effect.flatMap(SqlStorage.SqlStorage, work), PluginStorage.layer(platformSandboxCalling.id, () => {}))

const registrations = atShop((storage) => Effect.map(storedRecords(storage, settings.account), (all) => all.registrations))

/** The shop sends its callbacks about an order; returns the status of each answer. */
const tells = (onlineOrderId: string) => Effect.provide(atShop((storage) => sendCallbacks(storage, settings, onlineOrderId)), transport({}))

onBothDatabases("a registration at the shop of the sandbox", (fresh) => {
  it.live("is made once, brings signed orders, is renewed, and ends with its connection (M8)", () =>
    Effect.flatMap(Effect.promise(fresh), (at) =>
      live(at, Shop.composition({ plugin: platformSandboxCalling as never, settings: written }), ({ port }) =>
        Effect.gen(function*() {
          const connections = yield* Connections
          const db = yield* Database
          const stored = yield* StoredConnections
          const publicUrl = new URL(`http://127.0.0.1:${port}`)
          yield* stored.add({ id: "more", plugin: platformSandboxCalling.id, settings: written } as never)
          for (const _ of [1, 2]) yield* Subscriptions.keep("more", publicUrl)
          const [made, ...others] = yield* registrations
          assert.deepStrictEqual([made?.callbackUrl, others], [`http://127.0.0.1:${port}/callbacks/more`, []])

          yield* atShop((storage) => placeOrder(storage, settings, { onlineOrderId: "S-1" }))
          assert.deepStrictEqual(yield* tells("S-1"), [200])
          const forged = yield* callAt(port)({ path: "/callbacks/more", body: JSON.stringify({ topic: "orders", onlineOrderId: "S-1" }), headers: { "x-sandbox-signature": "0".repeat(64) } })
          assert.strictEqual(forged.status, 401)

          yield* db.query("update subscription set expires_at = 1 where connection = $1", ["more"])
          yield* Subscriptions.keep("more", publicUrl)
          const [renewed] = yield* registrations
          assert.deepStrictEqual([renewed?.id, Number(renewed?.expiresAt) >= Number(made?.expiresAt)], [made?.id, true])
          assert.deepStrictEqual(yield* tells("S-1"), [200])

          yield* stored.remove("more")
          assert.isUndefined(connections.get("more"))
          assert.deepStrictEqual(yield* registrations, [])
          assert.deepStrictEqual(yield* tells("S-1"), [])
        }))))
})
