/**
 * Shops in the admin API: the test of a connection, its plugin, and the names that the platform lists.
 */
import { platformSandbox, platformSandboxOpen } from "@crossdock/platform-sandbox"
import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { onBothDatabases } from "../support/Databases.ts"
import * as Shop from "../support/Shop.ts"
import { inWorldOn, type Options } from "../support/World.ts"
import * as AdminWorld from "./AdminWorld.ts"

onBothDatabases("a shop in the admin API", (fresh) => {
  const inWorld = inWorldOn(fresh)
  const served: Options = { plugin: platformSandboxOpen, plugins: [platformSandbox], isIdle: true, links: [{ protocol: "platform", shop: { ...Shop.shop, code: "c0de-of-the-shop" } }] }

  inWorld("has its connection tested without a write, step by step", served, (w) =>
    Effect.gen(function*() {
      const client = yield* AdminWorld.client(w)
      const { ok, steps } = yield* client.connections.test({ params: { id: "wh" } })
      assert.isTrue(ok)
      assert.deepStrictEqual(steps.map(({ outcome, step }) => `${step} ${outcome}`), ["address skipped", "credentials ok", "locations ok", "carriers ok", "orders ok"])
      assert.include(steps.map(({ message }) => message).join(" "), "2 locations: SBX-1, SBX-2")
    }))

  inWorld("is told to need an authorization by a person", served, (w) =>
    Effect.gen(function*() {
      const client = yield* AdminWorld.client(w)
      yield* client.connections.add({ payload: { id: "second", plugin: "platform-sandbox", settings: Redacted.make({}, { label: "settings" }) } })
      const { ok, steps } = yield* client.connections.test({ params: { id: "second" } })
      assert.isFalse(ok)
      assert.include(steps.at(-1)!.message, "nobody has authorized this connection yet")
    }))

  inWorld("has its plugin, its link without the code, and what the platform lists", served, (w) =>
    Effect.gen(function*() {
      const client = yield* AdminWorld.client(w)
      const plugin = yield* client.plugins.show({ params: { id: platformSandboxOpen.id } })
      assert.deepInclude(plugin, { contract: "platform/v1", requires: ["getOrders"], isTestedAgainstPeer: true, takesCallbacks: false, connections: ["wh"] })
      const added = yield* client.links.add({
        payload: { erp: "books", peer: "wh", protocol: "platform", id: "acc-2", secretKey: Redacted.make("secret-key-2", { label: "secretKey" }), prefix: "b", shop: { ...Shop.shop, shopId: "2", code: Redacted.make("c0de-of-the-shop", { label: "code" }), webHookHosts: ["erp.example"] } }
      }).pipe(Effect.flip)
      assert.strictEqual(added._tag, "NotTaken", "another shop without the id that the platform writes into its orders")
      const { items } = yield* client.links.list({})
      assert.deepStrictEqual(items.map(({ protocols, scope }) => [scope, protocols]), [["platform:acc-1:sandbox:1", ["platform"]]])
      assert.notInclude(JSON.stringify(items), "c0de")
      for (const [kind, first] of [["warehouse", "SBX-1"], ["channel", "SBX-POST"], ["sku", "SKU-1001"]] as const) {
        yield* client.maps.fillFromPeer({ payload: { link: w.link.scope, kind } })
        const rows = yield* client.maps.list({ query: { link: w.link.scope, kind } })
        assert.isTrue(rows.items.some(({ theirs }) => theirs === first), `${kind}: ${JSON.stringify(rows)}`)
      }
    }))
})
