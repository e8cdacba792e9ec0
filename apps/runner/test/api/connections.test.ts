import { WarehouseV1 } from "@crossdock/core"
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"
import { Connections } from "../../src/connection/Connections.ts"
import * as Jobs from "../../src/jobs/Jobs.ts"
import * as SubscriptionJobs from "../../src/jobs/SubscriptionJobs.ts"
import { Dispatch } from "../../src/contracts/warehouse/Dispatch.ts"
import { Database } from "../../src/store/Database.ts"
import { onBothDatabases } from "../support/Databases.ts"
import * as FakeBooks from "../support/FakeBooks.ts"
import { order } from "../support/Orders.ts"
import { vendor } from "../support/Vendor.ts"
import { during, nothingOwed, type RunnerServices, until, type World, world } from "../support/World.ts"
import * as AdminWorld from "./AdminWorld.ts"

type Client = Effect.Success<ReturnType<typeof AdminWorld.client>>

const publicUrl = new URL("https://runner.example")
const secret = "hunter2-of-the-vendor"

const asked = (id: string, settings: Readonly<Record<string, string | number | object>> = { endpoint: "https://vendor.example", secretKey: secret }) => ({
  id,
  plugin: "warehouse-vendor",
  settings: Redacted.make(settings as never, { label: "settings" })
})

const link = { erp: "books", protocol: "warehouse", id: "acc-2", secretKey: Redacted.make("a-key-nobody-sees", { label: "secretKey" }) } as const

const isClean = (...answers: ReadonlyArray<unknown>) => {
  for (const answer of answers) for (const value of [secret, "hunter2", "a-key-nobody-sees"]) assert.notInclude(JSON.stringify(answer), value)
}

const pathsOf = (refused: unknown) => (refused as { readonly problems?: ReadonlyArray<{ readonly path: string }> }).problems?.map(({ path }) => path)

onBothDatabases("connections of the admin api", (fresh) => {
  const inWorld = (
    title: string,
    test: (w: World, client: Client, v: ReturnType<typeof vendor>) => Effect.Effect<unknown, unknown, RunnerServices | Scope.Scope>,
    options: Parameters<typeof world>[1] = {}
  ) =>
    it.effect(title, () =>
      Effect.flatMap(Effect.promise(fresh), (database) => {
        const v = vendor(secret)
        return world(database, { ...options, plugins: [v.plugin, FakeBooks.books().plugin] }, (w) =>
          Effect.flatMap(AdminWorld.client(w, undefined, publicUrl), (client) => test(w, client, v)))
      }))

  inWorld("shows and keeps the addresses that its caller may name, and refuses those of the other environment (G-019 U-126)", (w, client) =>
    Effect.gen(function*() {
      const addresses = ["https://vendor.example/", "https://vendor.example/eu"]
      const made = yield* client.connections.add({ payload: { ...asked("v"), apiUrlAllow: addresses } })
      assert.deepStrictEqual(made.apiUrlAllow, ["https://vendor.example", "https://vendor.example/eu"])
      assert.isUndefined((yield* client.connections.show({ params: { id: w.link.peer } })).apiUrlAllow)
      const refused = yield* Effect.flip(client.connections.add({ payload: { ...asked("t"), environment: "test", apiUrlAllow: addresses } }))
      assert.deepStrictEqual(pathsOf(refused), ["/payload/apiUrlAllow"])
      const wrong = yield* Effect.flip(client.connections.add({ payload: { ...asked("w"), apiUrlAllow: ["http://vendor.example"] } }))
      assert.deepStrictEqual(pathsOf(wrong), ["/payload/apiUrlAllow/0"])
    }))

  inWorld("an added connection works at once, and shows its origin and its callback address", (_, client) =>
    Effect.gen(function*() {
      const made = yield* client.connections.add({
        payload: { ...asked("v"), timeZone: "Europe/Amsterdam", environment: "test", pollInterval: "5 minutes", callsPerSecond: 2 }
      })
      assert.deepInclude(made, {
        id: "v",
        plugin: "warehouse-vendor",
        origin: "stored",
        environment: "test",
        timeZone: "Europe/Amsterdam",
        pollSeconds: 300,
        callsPerSecond: 2,
        callback: { path: "/callbacks/v", url: "https://runner.example/callbacks/v", addresses: ["https://runner.example/callbacks/v"] }
      })
      const tested = yield* client.connections.test({ params: { id: "v" } })
      assert.isTrue(tested.ok)
      const declared = yield* client.connections.show({ params: { id: "wh" } })
      assert.strictEqual(declared.origin, "declared")
      assert.isUndefined(declared.callback)
      isClean(made, tested, yield* client.connections.list({}))
      const rows = yield* (yield* Database).query("select * from connection")
      assert.lengthOf(rows, 1)
      isClean(rows)
    }))

  inWorld("lists every problem with its remedy, and changes nothing", (_, client) =>
    Effect.gen(function*() {
      const refused = yield* Effect.flip(client.connections.add({
        payload: { ...asked("wh", { endpoint: "hunter2", batches: 99, secretkey: secret, callbacks: { segment: "s", kex: secret } }), timeZone: "Mars" }
      }))
      assert.deepInclude(refused, { _tag: "NotTaken", code: "NOT_TAKEN" })
      assert.sameMembers([...pathsOf(refused)!], [
        "/payload/id",
        "/payload/timeZone",
        "/payload/settings/endpoint",
        "/payload/settings/secretKey",
        "/payload/settings/batches",
        "/payload/settings/callbacks/key",
        "/payload/settings/secretkey",
        "/payload/settings/callbacks/kex"
      ])
      const { problems } = refused as { readonly problems: ReadonlyArray<{ readonly path: string; readonly message: string }> }
      const message = Object.fromEntries(problems.map((one) => [one.path, one.message]))
      assert.strictEqual(message["/payload/settings/endpoint"], "Expected a valid URL string (Endpoint: Where it answers)")
      assert.strictEqual(message["/payload/settings/secretKey"], "this member is missing; add it (Secret key)")
      assert.include(message["/payload/settings/secretkey"], "has no setting secretkey; did you mean secretKey?")
      assert.include(message["/payload/id"], "exists already; choose another id")
      isClean(refused)
      const zone = yield* Effect.flip(client.connections.add({ payload: { ...asked("v"), timeZone: "Mars" } }))
      assert.deepStrictEqual(pathsOf(zone), ["/payload/timeZone"])
      const nobody = yield* Effect.flip(client.connections.add({ payload: { ...asked("v"), plugin: "nobody", timeZone: "Mars" } }))
      assert.deepStrictEqual(pathsOf(nobody), ["/payload/timeZone", "/payload/plugin"])
      assert.include(JSON.stringify(nobody), "existing plugins: warehouse-fake, erp-fake, warehouse-vendor, books-fake")
      assert.lengthOf((yield* client.connections.list({})).items, 2)
    }))

  inWorld("a rotation replaces what it names, and the connection opens anew with it", (_, client, v) =>
    Effect.gen(function*() {
      yield* client.connections.add({ payload: asked("v") })
      v.vendorKnows.secret = "hunter2-the-next"
      const refused = yield* client.connections.test({ params: { id: "v" } })
      assert.include(JSON.stringify(refused.steps), "correct the credential in the settings")
      const rotate = (settings: object) => client.connections.rotate({ params: { id: "v" }, payload: { settings: Redacted.make(settings as never, { label: "settings" }) } })
      const made = yield* rotate({ secretKey: "hunter2-the-next" })
      assert.isTrue((yield* client.connections.test({ params: { id: "v" } })).ok)
      const slip = yield* Effect.flip(rotate({ secretkey: "hunter2" }))
      assert.deepStrictEqual(pathsOf(slip), ["/payload/settings/secretkey"])
      const wrong = yield* Effect.flip(rotate({ secretKey: "", batches: 0 }))
      assert.deepStrictEqual(pathsOf(wrong), ["/payload/settings/secretKey", "/payload/settings/batches"])
      const nothing = yield* Effect.flip(rotate({}))
      assert.deepStrictEqual(pathsOf(nothing), ["/payload/settings"])
      isClean(made, slip, wrong, nothing)
      assert.isTrue((yield* client.connections.test({ params: { id: "v" } })).ok)
      const declared = yield* Effect.flip(client.connections.rotate({ params: { id: "wh" }, payload: { settings: Redacted.make({ a: 1 }, { label: "settings" }) } }))
      assert.deepInclude(declared, { _tag: "Conflict", code: "DECLARED" })
      const missing = yield* Effect.flip(client.connections.rotate({ params: { id: "x" }, payload: { settings: Redacted.make({ a: 1 }, { label: "settings" }) } }))
      assert.strictEqual(missing._tag, "NotFound")
    }))

  inWorld("a registration at the vendor is shown, and ended with the connection", (_, client, v) =>
    Effect.gen(function*() {
      yield* client.connections.add({ payload: asked("v") })
      yield* Effect.forkScoped(Jobs.run(SubscriptionJobs.jobs(publicUrl)))
      const show = client.connections.show({ params: { id: "v" } })
      yield* until(Effect.map(show, ({ subscription }) => subscription !== undefined))
      const shown = yield* show
      assert.deepInclude(shown.subscription, { id: "sub-1", callbackUrl: "https://runner.example/callbacks/v" })
      const removed = yield* client.connections.remove({ params: { id: "v" }, query: {} })
      assert.deepStrictEqual(removed, { id: "v", links: [], openOrders: 0 })
      assert.deepStrictEqual(v.said, ["subscribe https://runner.example/callbacks/v", "unsubscribe sub-1"])
      assert.strictEqual((yield* Effect.flip(client.connections.show({ params: { id: "v" } })))._tag, "NotFound")
      assert.strictEqual((yield* Effect.flip(client.connections.remove({ params: { id: "v" }, query: {} })))._tag, "NotFound")
      assert.deepInclude(yield* Effect.flip(client.connections.remove({ params: { id: "wh" }, query: {} })), { _tag: "Conflict", code: "DECLARED" })
    }))

  inWorld("a link is made over what was added, listed beside the declared one, and goes with its connection", (_, client) =>
    Effect.gen(function*() {
      yield* client.connections.add({ payload: { id: "wh-2", plugin: "warehouse-fake", settings: Redacted.make({}, { label: "settings" }) } })
      const made = yield* client.links.add({ payload: { ...link, peer: "wh-2" } })
      assert.deepInclude(made, { scope: "warehouse:acc-2", origin: "stored", peer: "wh-2" })
      const { items } = yield* client.links.list({})
      assert.deepStrictEqual(items.map(({ origin, scope }) => [scope, origin]), [["warehouse:acc-1", "declared"], ["warehouse:acc-2", "stored"]])
      const connections = yield* Connections
      yield* during((yield* Dispatch).call(connections.linkOf("warehouse:acc-2")!, WarehouseV1.CreateOutboundOrder, order("SO-1"), ""))
      yield* nothingOwed
      const needed = yield* Effect.flip(client.connections.remove({ params: { id: "wh-2" }, query: {} }))
      assert.deepInclude(needed, { _tag: "Conflict", code: "STILL_NEEDED" })
      assert.include(JSON.stringify(needed), "1 order open")
      const removed = yield* client.connections.remove({ params: { id: "wh-2" }, query: { abandonOpen: true } })
      assert.deepStrictEqual(removed, { id: "wh-2", links: ["warehouse:acc-2"], openOrders: 1 })
      assert.lengthOf((yield* client.links.list({})).items, 1)
      assert.strictEqual((yield* client.orders.show({ params: { number: "SO-1" }, query: { link: "warehouse:acc-2" } })).items[0]?.connection, "wh-2")
      isClean(made, items, removed)
    }))

  inWorld("removes a link and keeps its connections; open orders prevent that unless they are abandoned", (_, client) =>
    Effect.gen(function*() {
      yield* client.connections.add({ payload: { id: "wh-2", plugin: "warehouse-fake", settings: Redacted.make({}, { label: "settings" }) } })
      yield* client.links.add({ payload: { ...link, peer: "wh-2" } })
      const connections = yield* Connections
      yield* during((yield* Dispatch).call(connections.linkOf("warehouse:acc-2")!, WarehouseV1.CreateOutboundOrder, order("SO-1"), ""))
      yield* nothingOwed
      const remove = (scope: string, query: { readonly abandonOpen?: boolean } = {}) => client.links.remove({ params: { scope }, query })
      const needed = yield* Effect.flip(remove("warehouse:acc-2"))
      assert.deepInclude(needed, { _tag: "Conflict", code: "STILL_NEEDED" })
      assert.include(JSON.stringify(needed), "1 order open")
      assert.deepStrictEqual(yield* remove("warehouse:acc-2", { abandonOpen: true }), { scope: "warehouse:acc-2", openOrders: 1 })
      assert.isDefined(connections.get("wh-2"))
      assert.lengthOf((yield* client.links.list({})).items, 1)
      assert.strictEqual((yield* client.orders.show({ params: { number: "SO-1" }, query: { link: "warehouse:acc-2" } })).items[0]?.connection, "wh-2")
      assert.deepInclude(yield* Effect.flip(remove("warehouse:acc-1")), { _tag: "Conflict", code: "DECLARED" })
      assert.strictEqual((yield* Effect.flip(remove("warehouse:acc-2")))._tag, "NotFound")
      assert.deepInclude(yield* client.links.add({ payload: { ...link, peer: "wh-2" } }), { scope: "warehouse:acc-2", origin: "stored" })
    }))

  inWorld("never removes a connection with an unsettled create", (w, client) =>
    Effect.gen(function*() {
      yield* client.connections.add({ payload: { id: "wh-2", plugin: "warehouse-fake", settings: Redacted.make({}, { label: "settings" }) } })
      yield* client.links.add({ payload: { ...link, peer: "wh-2" } })
      w.warehouse.hide(true)
      w.warehouse.plan("createOutboundOrder", "lose-answer")
      const connections = yield* Connections
      const made = connections.linkOf("warehouse:acc-2")!
      yield* during(Effect.exit((yield* Dispatch).call(made, WarehouseV1.CreateOutboundOrder, order("SO-1"), "")))
      const needed = yield* Effect.flip(client.connections.remove({ params: { id: "wh-2" }, query: { abandonOpen: true } }))
      assert.include(JSON.stringify(needed), "1 create not settled: list them with `crossdock intents ls")
      assert.isDefined(connections.get("wh-2"))
      const ofLink = yield* Effect.flip(client.links.remove({ params: { scope: made.scope }, query: { abandonOpen: true } }))
      assert.include(JSON.stringify(ofLink), "1 create not settled: list them with `crossdock intents ls")
      assert.isDefined(connections.linkOf(made.scope))
    }))

  inWorld("a link with copies keeps the connections that get them, and a caller of document 3 needs no peer", (w, client) =>
    Effect.gen(function*() {
      for (const [id, plugin] of [["wh-2", "warehouse-fake"], ["more", "books-fake"]] as const) {
        yield* client.connections.add({ payload: { id, plugin, settings: Redacted.make({}, { label: "settings" }) } })
      }
      const made = yield* client.links.add({ payload: { ...link, peer: "wh-2", copyTo: ["more"], warehouseNames: { North: "N-1" } } })
      assert.deepInclude(made, { copyTo: ["more"], warehouseNames: { North: "N-1" } })
      const refused = yield* Effect.flip(client.connections.remove({ params: { id: "more" }, query: {} }))
      assert.include(JSON.stringify(refused), "the link warehouse:acc-2 has more in its copyTo; remove the link first")
      assert.deepStrictEqual((yield* client.connections.show({ params: { id: "more" } })).links.map(({ scope }) => scope), ["warehouse:acc-2"])
      const { peer: _, ...caller } = { ...link, peer: "", erp: "more", protocol: "open-api" as const, id: "app-1" }
      const added = yield* client.links.add({ payload: { ...caller, scope: { warehouses: ["North"] } } })
      assert.deepInclude(added, { scope: "open-api:app-1", peer: "more", visible: { warehouses: ["North"], shops: [] } })
      const again = yield* Effect.flip(client.links.add({ payload: { ...caller, id: "app-2", peer: "wh-2" } }))
      assert.sameMembers([...pathsOf(again)!], ["/payload/peer"])
      yield* client.links.remove({ params: { scope: "warehouse:acc-2" }, query: {} })
      yield* client.connections.remove({ params: { id: "more" }, query: {} })
      assert.lengthOf((yield* client.links.list({})).items, 1)
      isClean(made, refused, added, again)
    }))

  inWorld("a link that does not fit is refused with all reasons", (_, client) =>
    Effect.gen(function*() {
      const refused = yield* Effect.flip(client.links.add({
        payload: { ...link, erp: "wh", peer: "nobody", id: "acc-1", prefix: "a b", profile: { contentType: "smoke" } }
      }))
      assert.sameMembers([...pathsOf(refused)!], ["/payload/erp", "/payload/peer", "/payload/id", "/payload/prefix", "/payload/profile"])
      const alone = yield* Effect.flip(client.links.add({ payload: { ...link, peer: "wh", prefix: "B-" } }))
      assert.include(JSON.stringify(alone), "wh already has the link warehouse:acc-1 without a prefix")
      isClean(refused, alone)
    }))

  inWorld("plugins tell what they can do and draw their form; a secret is only written", (_, client) =>
    Effect.gen(function*() {
      const { items } = yield* client.plugins.list({})
      assert.deepStrictEqual(items.map(({ connections, contract, id, takesCallbacks }) => [id, contract, takesCallbacks, connections]), [
        ["warehouse-fake", "warehouse/v1", false, ["wh"]],
        ["erp-fake", "erp/v1", false, ["books"]],
        ["warehouse-vendor", "warehouse/v1", true, []],
        ["books-fake", "books/v1", false, []]
      ])
      const shown = yield* client.plugins.show({ params: { id: "warehouse-vendor" } })
      assert.deepInclude(shown, { isTestedAgainstPeer: false, requires: ["createOutboundOrder", "cancelOutboundOrder", "getOutboundOrders"] })
      const form = shown.settings as { readonly properties: Readonly<Record<string, object>>; readonly required: ReadonlyArray<string> }
      assert.deepStrictEqual([...form.required], ["endpoint", "secretKey"])
      assert.deepStrictEqual(form.properties.endpoint, { type: "string", title: "Endpoint", description: "Where it answers", format: "uri" })
      assert.deepInclude(form.properties.secretKey, { title: "Secret key", writeOnly: true })
      assert.deepInclude(form.properties.batches, { title: "Batches", default: 2, minimum: 1, maximum: 20 })
      assert.deepInclude((form.properties.callbacks as typeof form).properties.key, { writeOnly: true })
      assert.strictEqual((yield* Effect.flip(client.plugins.show({ params: { id: "x" } })))._tag, "NotFound")
    }))

  inWorld("the matrix has the twelve columns of every warehouse plugin", (_, client) =>
    Effect.gen(function*() {
      const { columns, rows } = yield* client.plugins.matrix({})
      assert.lengthOf(columns, 12)
      assert.deepStrictEqual(rows.map(({ plugin }) => plugin), ["warehouse-fake", "warehouse-vendor"])
      const cells = Object.fromEntries(rows[1]!.cells.map(({ column, from, isDeclared }) => [column, `${from} ${isDeclared}`]))
      assert.deepInclude(cells, {
        debug: "isTestedAgainstPeer false",
        issueOutbound: "contract true",
        warehouseList: "offers true",
        issueAsn: "offers false"
      })
    }))
})
