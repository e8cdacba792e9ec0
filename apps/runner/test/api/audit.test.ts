import { NotFound } from "@crossdock/admin-api"
import { WarehouseV1 } from "@crossdock/core"
import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Redacted from "effect/Redacted"
import { TestClock } from "effect/testing"
import { Accounts } from "../../src/accounts/Accounts.ts"
import { outcomeOf } from "../../src/api/Authorization.ts"
import { Dispatch } from "../../src/contracts/warehouse/Dispatch.ts"
import { Database } from "../../src/store/Database.ts"
import { commands } from "../cli/CommandWorld.ts"
import { onBothDatabases } from "../support/Databases.ts"
import * as FakeBooks from "../support/FakeBooks.ts"
import { order } from "../support/Orders.ts"
import { isIn, owe } from "../support/Owed.ts"
import { vendor } from "../support/Vendor.ts"
import { during, inWorldOn, until } from "../support/World.ts"
import * as AdminWorld from "./AdminWorld.ts"
import { listening, token } from "./AdminWorld.ts"
import { headersOf, send, signIn } from "./SignedIn.ts"

const password = "correct horse battery"
const admin = { authorization: `Bearer ${Redacted.value(token)}` }
const rows = Effect.flatMap(Database, (db) => db.query("select who, via, operation, subject, detail, reason, outcome from audit order by id"))

const anna = (port: number) =>
  Effect.gen(function*() {
    yield* (yield* Accounts).addPerson({ name: "Anna", role: "operator", password: Redacted.make(password) })
    return headersOf(yield* signIn(port, "anna", password))
  })

onBothDatabases("the audit (issue 27)", (fresh) => {
  const inWorld = inWorldOn(fresh)

  inWorld("has a row for each act with its outcome, and none for what is read", { isIdle: true }, (w) =>
    Effect.gen(function*() {
      const port = yield* listening(w)
      const { changing, reading } = yield* anna(port)
      const pause = (reason: string | undefined, headers = changing) =>
        send(port, { method: "POST", path: "/admin/connections/wh/pause", headers: { ...headers, ...(reason !== undefined && { "x-crossdock-reason": encodeURIComponent(reason) }) }, body: {} })
      const refused = yield* pause(undefined)
      assert.deepInclude(refused, { status: 400, code: "REASON_MISSING" })
      assert.strictEqual((yield* pause(" ")).code, "REASON_MISSING")
      assert.strictEqual((yield* pause("müde Leitung")).status, 200)
      assert.strictEqual((yield* send(port, { method: "POST", path: "/admin/connections/nothing/resume", headers: { ...changing, "x-crossdock-reason": "a%20try" } })).status, 404)
      assert.strictEqual((yield* send(port, { method: "POST", path: "/admin/people/tokens", headers: { ...changing, "x-crossdock-reason": "more" }, body: { name: "x", role: "administrator" } })).code, "RIGHT_MISSING")
      yield* send(port, { path: "/admin/orders", headers: reading })
      yield* send(port, { path: "/admin/people", headers: reading })
      // What only counts is no act, and neither is a request that nobody made.
      yield* send(port, { method: "POST", path: "/admin/deliveries/replay", headers: changing, body: { dead: true } })
      yield* send(port, { method: "POST", path: "/admin/connections/wh/pause", headers: reading })
      yield* send(port, { method: "POST", path: "/admin/connections/wh/pause", headers: { authorization: "Bearer wrong" } })
      yield* signIn(port, "anna", "a wrong password")
      yield* send(port, { method: "DELETE", path: "/admin/session", headers: changing })
      const common = { who: "Anna", via: "session", detail: null, reason: null }
      assert.deepStrictEqual((yield* rows).map((row) => ({ ...row })), [
        { ...common, operation: "session.create", subject: "Anna", outcome: "done" },
        { ...common, operation: "connections.pause", subject: "wh", outcome: "REASON_MISSING" },
        { ...common, operation: "connections.pause", subject: "wh", outcome: "REASON_MISSING" },
        { ...common, operation: "connections.pause", subject: "wh", reason: "müde Leitung", outcome: "done" },
        { ...common, operation: "connections.resume", subject: "nothing", reason: "a try", outcome: "NOT_FOUND" },
        { ...common, operation: "people.addToken", subject: "x", detail: "role administrator", reason: "more", outcome: "RIGHT_MISSING" },
        { ...common, operation: "session.create", subject: "Anna", outcome: "SIGN_IN_REFUSED" },
        { ...common, operation: "session.end", subject: "", outcome: "done" }
      ])
    }))

  inWorld("says which names were given, and what a bulk selected", { isIdle: true }, (w) =>
    Effect.gen(function*() {
      const port = yield* listening(w)
      const { changing } = yield* anna(port)
      const headers = { ...changing, "x-crossdock-reason": "a%20new%20label" }
      yield* send(port, { method: "PUT", path: "/admin/maps", headers, body: { link: "acc-1", kind: "sku", ours: "MUG", theirs: "SKU-1001" } })
      yield* send(port, { method: "DELETE", path: "/admin/maps?kind=sku&ours=MUG", headers })
      yield* send(port, { method: "POST", path: "/admin/deliveries/cancel", headers: changing, body: { dead: true, since: "1970-01-01T00:00:00Z", confirm: true, reason: "too old" } })
      // What the operation does not declare, its handler ignores, so it would be a lie in the audit. In a query it is refused.
      const lie = { method: "POST", path: "/admin/deliveries/cancel?number=HARMLESS&link=HARMLESS", headers: changing, body: { dead: true, confirm: true, reason: "too old" } }
      assert.deepInclude(yield* send(port, lie), { status: 400, code: "REQUEST_INVALID" })
      yield* send(port, { method: "POST", path: "/admin/deliveries/cancel", headers: changing, body: { dead: true, confirm: true, reason: "too old", sku: "HARMLESS", name: "HARMLESS" } })
      assert.deepStrictEqual((yield* rows).slice(1).map(({ detail, operation }) => [operation, detail]), [
        ["maps.set", "link acc-1, kind sku, ours MUG, theirs SKU-1001"],
        ["maps.remove", "kind sku, ours MUG"],
        ["deliveries.cancel", "dead true, since 1970-01-01T00:00:00Z"],
        ["deliveries.cancel", "dead true"],
        ["deliveries.cancel", "dead true"]
      ])
    }))

  inWorld("takes who it was from the session or the token, whatever the payload says", { isIdle: true }, (w) =>
    Effect.gen(function*() {
      const port = yield* listening(w)
      const { changing } = yield* anna(port)
      const { token: nightly } = yield* (yield* Accounts).addToken({ name: "nightly", role: "operator" })
      const hold = (headers: Readonly<Record<string, string>>, more: object = {}) =>
        send(port, { method: "POST", path: "/admin/desk/S-1/hold", headers, body: { reason: "ask the buyer", ...more } })
      yield* hold(changing, { who: "Ben" })
      yield* hold({ authorization: `Bearer ${nightly}` }, { who: "Ben" })
      yield* hold(admin, { who: "Ben" })
      yield* hold(admin)
      yield* hold(admin, { who: "Anna" })
      const found = (yield* rows).filter(({ operation }) => operation === "desk.hold")
      assert.deepStrictEqual(found.map(({ reason, subject, via, who }) => [who, via, subject, reason]), [
        ["Anna", "session", "S-1", "ask the buyer"],
        ["nightly", "token", "S-1", "ask the buyer"],
        ["Ben (admin token)", "token", "S-1", "ask the buyer"],
        ["admin token", "token", "S-1", "ask the buyer"],
        ["Anna (admin token)", "token", "S-1", "ask the buyer"]
      ])
    }))

  inWorld("keeps no secret, and answers who did what to whoever may see it", { isIdle: true }, (w) =>
    Effect.gen(function*() {
      const port = yield* listening(w)
      const { changing, reading } = yield* anna(port)
      yield* send(port, { method: "POST", path: "/admin/people", headers: admin, body: { name: "Ben", role: "viewer", password: "hunter2 hunter2" } })
      yield* send(port, { method: "POST", path: "/admin/secret-key/change", headers: admin, body: { key: "hunter2", who: "Ada" } })
      const reveal = (headers: Readonly<Record<string, string>>, body: object) => send(port, { method: "POST", path: "/admin/calls/reveal", headers, body })
      assert.strictEqual((yield* reveal(changing, { reason: "ticket 7" })).status, 200)
      assert.strictEqual((yield* reveal(changing, {})).code, "REASON_MISSING")
      // A page of another site could make a browser ask, and would write into the audit under this name.
      assert.strictEqual((yield* reveal(reading, { reason: "x" })).code, "CSRF_MISSING")
      for (const mark of ["?", ";"]) assert.strictEqual((yield* send(port, { path: `/admin/calls${mark}reveal=true&why=x`, headers: changing })).code, "REVEAL_IS_POST", mark)
      assert.notInclude(JSON.stringify(yield* (yield* Database).query("select * from audit")), "hunter2")
      const list = (headers: Readonly<Record<string, string>>, query = "") => Effect.map(send(port, { path: `/admin/audit${query}`, headers }), ({ text }) => JSON.parse(text).items as ReadonlyArray<Record<string, string>>)
      const all = yield* list(admin)
      assert.deepStrictEqual(all.map(({ operation, outcome, who }) => [who, operation, outcome]), [
        ["Anna", "calls.revealList", "REASON_MISSING"],
        ["Anna", "calls.revealList", "done"],
        ["Ada (admin token)", "runner.changeKey", all[2]?.["outcome"]],
        ["admin token", "people.add", "done"],
        ["Anna", "session.create", "done"]
      ])
      assert.notStrictEqual(all[2]?.["outcome"], "done")
      assert.deepStrictEqual((yield* list(admin, "?who=Anna&operation=calls.revealList&limit=1")).map(({ outcome }) => outcome), ["REASON_MISSING"])
      assert.deepStrictEqual((yield* list(admin, "?subject=Ben")).map(({ operation }) => operation), ["people.add"])
      assert.deepStrictEqual(yield* list(admin, "?since=2000-01-01T00:00:00Z"), [])
      const first = JSON.parse((yield* send(port, { path: "/admin/audit?limit=2", headers: admin })).text)
      assert.deepStrictEqual((yield* list(admin, `?limit=2&after=${first.next}`)).map(({ operation }) => operation), ["runner.changeKey", "people.add"])
      // An operator sees what he did himself.
      assert.deepStrictEqual((yield* list(reading)).map(({ operation }) => operation), ["calls.revealList", "calls.revealList", "session.create"])
      const accounts = yield* Accounts
      const { token: limited } = yield* accounts.addToken({ name: "limited", role: "administrator", links: ["warehouse:acc-1"] })
      assert.deepStrictEqual(yield* list({ authorization: `Bearer ${limited}` }), [])
      // Another account of the same name has not done it.
      yield* accounts.end("Anna")
      yield* accounts.addPerson({ name: "Anna", role: "operator", password: Redacted.make(password) })
      const again = headersOf(yield* signIn(port, "anna", password))
      assert.deepStrictEqual((yield* list(again.reading)).map(({ operation }) => operation), ["session.create"])
    }))

  inWorld("names the order of a message and of a create, and says of many how many were done (issue 27)", {}, (w) =>
    Effect.gen(function*() {
      const client = yield* AdminWorld.client(w)
      const link = "warehouse:acc-1"
      const [first = "", second = "", third = ""] = [yield* owe("SO-1", "T-1"), yield* owe("SO-1", "T-2"), yield* owe("SO-2", "T-3")]
      const why = { confirm: true, who: "Ada", reason: "the ERP was restored" } as const
      yield* until(Effect.map(Effect.forEach([first, second, third], (id) => isIn(id, "Delivered")), (all) => all.every((is) => is)))
      yield* client.deliveries.resend({ payload: { ids: [first, second], ...why } })
      yield* client.deliveries.resend({ payload: { connection: "books", overtaken: true, ...why } })
      yield* client.deliveries.reveal({ params: { id: third }, payload: { who: "Ada", reason: "ticket 7" } })
      w.warehouse.hide(true)
      w.warehouse.plan("createOutboundOrder", "lose-answer")
      yield* Effect.flatMap(Dispatch, (dispatch) => during(Effect.exit(dispatch.call(w.link, WarehouseV1.CreateOutboundOrder, order("SO-3"), "the exact text"))))
      yield* until(Effect.map(client.intents.list({ query: { state: "Doubtful" } }), ({ items }) => items.length === 1))
      const { items: [doubtful] } = yield* client.intents.list({ query: { state: "Doubtful" } })
      const { id } = doubtful!
      yield* client.intents.reveal({ params: { id }, payload: { who: "Ada", reason: "ticket 8" } })
      const { refused: [refused] } = yield* client.intents.decideAll({ payload: { decision: "Delivered", isAll: true, ...why } })
      const { code } = refused!
      yield* Effect.flip(client.intents.decide({ params: { id }, payload: { decision: "Delivered", who: "Ada", reason: "they have it" } }))
      const found = (yield* client.audit.list({ query: {} })).items.toReversed()
      assert.deepStrictEqual(found.map(({ effect, link: at, number, operation, outcome, reason }) => [operation, number, at, outcome, reason, effect]), [
        ["deliveries.resend", "SO-1", link, "done", "the ERP was restored", "2 of 2 messages"],
        ["deliveries.resend", "SO-2", link, "done", "the ERP was restored", "1 of 1 messages"],
        ["deliveries.reveal", "SO-2", link, "done", "ticket 7", "the message about outbound SO-2 to books revealed"],
        ["intents.reveal", "SO-3", link, "done", "ticket 8", "createOutboundOrder of outbound SO-3 revealed"],
        ["intents.decideAll", "SO-3", link, "nothing", "the ERP was restored", `0 of 1 creates decided, refused: 1 ${code}`],
        ["intents.decide", "SO-3", link, code, "they have it", undefined]
      ])
      assert.deepStrictEqual((yield* client.audit.list({ query: { number: "SO-2" } })).items.map(({ operation }) => operation), ["deliveries.reveal", "deliveries.resend"])
      const { run } = yield* commands(w)
      assert.match((yield* run("audit", "ls", "--order", "SO-3")).out, /intents.decideAll +decision Delivered, isAll true +SO-3 \(warehouse:acc-1\) +0 of 1 creates decided, refused: 1 [A-Z_]+ +nothing +the ERP was restored/)
    }))

  inWorld("says what a setting was before and after (issue 27)", { isIdle: true }, (w) =>
    Effect.gen(function*() {
      const client = yield* AdminWorld.client(w)
      yield* (yield* Accounts).addPerson({ name: "Ben", role: "viewer", password: Redacted.make(password) })
      yield* client.people.change({ params: { name: "Ben" }, payload: { role: "operator", links: ["warehouse:acc-1"] } })
      const name = { link: "acc-1", kind: "sku", ours: "MUG" } as const
      for (const theirs of ["SKU-1", "SKU-2"]) yield* client.maps.set({ payload: { ...name, theirs } })
      yield* client.maps.remove({ query: name })
      yield* client.connections.pause({ params: { id: "wh" }, payload: { because: "stocktaking" } })
      yield* client.connections.resume({ params: { id: "wh" } })
      const found = (yield* client.audit.list({ query: {} })).items.toReversed()
      assert.deepStrictEqual(found.map(({ from, operation, to }) => [operation, from, to]), [
        ["people.change", "viewer, all links", "operator, warehouse:acc-1"],
        ["maps.set", undefined, "SKU-1"],
        ["maps.set", "SKU-1", "SKU-2"],
        ["maps.remove", "SKU-2", undefined],
        ["connections.pause", "running", "paused: stocktaking"],
        ["connections.resume", "paused: stocktaking", "running"]
      ])
    }))

  const v = vendor("hunter2")
  inWorld("says what changed of a connection and of a link, and no value that may be a secret (issue 27)", { isIdle: true, plugins: [v.plugin, FakeBooks.books().plugin] }, (w) =>
    Effect.gen(function*() {
      const client = yield* AdminWorld.client(w)
      const settings = (values: object) => Redacted.make(values as never, { label: "settings" })
      const rotate = (values: object) => client.connections.rotate({ params: { id: "v" }, payload: { settings: settings(values) } })
      yield* client.connections.add({ payload: { id: "v", plugin: "warehouse-vendor", settings: settings({ endpoint: "https://user:hunter2@old.example/hunter2", secretKey: "hunter2" }) } })
      yield* rotate({ endpoint: "https://new.example:8443/?key=hunter2", batches: 5 })
      yield* rotate({ secretKey: "hunter2-new", batches: 7, callbacks: { segment: "hunter2", key: "hunter2" } })
      yield* rotate({ batches: 7 })
      yield* Effect.flip(rotate({ batches: 99 }))
      yield* client.links.add({ payload: { erp: "books", peer: "v", protocol: "warehouse", id: "acc-2", secretKey: Redacted.make("hunter2-of-a-caller", { label: "secretKey" }), prefix: "V-", mapping: "required", warehouseNames: { North: "N-1" } } })
      const scope = "warehouse:acc-2"
      const newSecret = (text: string, overlapSeconds: number) => client.links.rotate({ params: { scope }, payload: { secretKey: Redacted.make(text, { label: "secretKey" }), overlapSeconds } })
      yield* newSecret("hunter2-of-a-caller-2", 60)
      yield* client.links.endSecret({ params: { scope }, payload: {} })
      yield* newSecret("hunter2-of-a-caller-3", 0)
      yield* client.links.remove({ params: { scope }, query: {} })
      yield* client.connections.remove({ params: { id: "v" }, query: {} })
      const found = (yield* client.audit.list({ query: {} })).items.toReversed()
      assert.deepStrictEqual(found.map(({ effect, from, operation, to }) => [operation, from, to ?? effect]), [
        ["connections.add", undefined, "plugin warehouse-vendor, production, endpoint https://old.example, secretKey (set)"],
        ["connections.rotate", "endpoint https://old.example, batches not set", "endpoint https://new.example:8443, batches 5"],
        ["connections.rotate", "secretKey (not shown), batches 5, callbacks not set", "secretKey (changed), batches 7, callbacks (set)"],
        ["connections.rotate", undefined, "the settings were as they are"],
        ["connections.rotate", undefined, undefined],
        ["links.add", undefined, "erp books, peer v, protocols warehouse, prefix V-, mapping sku required, warehouseNames North N-1"],
        ["links.rotate", "one secret of warehouse acc-2", "a new secret, and the earlier one until 1970-01-01T00:01:00.000Z"],
        ["links.endSecret", "two secrets of warehouse acc-2, the earlier one until 1970-01-01T00:01:00.000Z", "the new secret alone"],
        ["links.rotate", "one secret of warehouse acc-2", "a new secret alone"],
        ["links.remove", "erp books, peer v, protocols warehouse, prefix V-, mapping sku required, warehouseNames North N-1", "removed"],
        ["connections.remove", "plugin warehouse-vendor", "removed"]
      ])
      assert.notInclude(JSON.stringify(yield* (yield* Database).query("select * from audit")), "hunter2")
    }))

  inWorld("cannot be filled by acts that are refused, before they begin or by their handler, nor by guesses (issue 27)", { isIdle: true }, (w) =>
    Effect.gen(function*() {
      const port = yield* listening(w)
      const accounts = yield* Accounts
      const { token: viewer } = yield* accounts.addToken({ name: "viewer", role: "viewer" })
      const { token: operator } = yield* accounts.addToken({ name: "clerk", role: "operator" })
      const act = (bearer: string) => send(port, { method: "POST", path: "/admin/desk/S-1/hold", headers: { authorization: `Bearer ${bearer}` }, body: { reason: "x" } })
      for (let times = 0; times < 30; times++) {
        assert.strictEqual((yield* act(viewer)).code, "RIGHT_MISSING")
        assert.strictEqual((yield* act(operator)).code, "NOT_FOUND")
      }
      const pause = () => send(port, { method: "POST", path: "/admin/connections/wh/pause", headers: { authorization: `Bearer ${operator}` }, body: { because: "x" } })
      assert.strictEqual((yield* pause()).status, 200)
      const db = yield* Database
      const counted = yield* db.query("select who, outcome, count(*) as n, sum(times) as acts from audit group by who, outcome order by who, outcome")
      assert.deepStrictEqual(counted.map(({ acts, n, outcome, who }) => [who, outcome, Number(n), Number(acts)]), [["clerk", "NOT_FOUND", 20, 30], ["clerk", "done", 1, 1], ["viewer", "RIGHT_MISSING", 20, 30]])
      const last = (yield* db.query("select times from audit where who = 'viewer' order by id desc limit 1"))[0]
      assert.strictEqual(Number(last?.times), 11)
      yield* TestClock.adjust(60_000)
      yield* act(viewer)
      assert.lengthOf(yield* db.query("select id from audit where who = 'viewer'"), 21)
      // The name of a guess may be somebody's password, so it is kept only if it is the name of an account.
      yield* accounts.addPerson({ name: "Anna", role: "operator", password: Redacted.make(password) })
      for (const name of ["anna", "my secret passphrase"]) assert.strictEqual((yield* signIn(port, name, "a wrong password")).code, "SIGN_IN_REFUSED")
      const guesses = (yield* rows).filter(({ operation }) => operation === "session.create").map(({ outcome, subject, who }) => [who, subject, outcome])
      assert.deepStrictEqual(guesses, [["Anna", "Anna", "SIGN_IN_REFUSED"], ["unknown name", "unknown name", "SIGN_IN_REFUSED"]])
    }))

  inWorld("keeps each act that may have done something, however many were refused before it (issue 27)", { isIdle: true }, (w) =>
    Effect.gen(function*() {
      const client = yield* AdminWorld.client(w)
      for (let times = 0; times < 20; times++) yield* Effect.flip(client.desk.hold({ params: { number: "S-1" }, query: {}, payload: { reason: "x" } }))
      w.warehouse.plan("listChannels", "credential")
      yield* Effect.flip(client.maps.fillFromPeer({ payload: { kind: "channel" } }))
      yield* Effect.flip(client.desk.hold({ params: { number: "S-1" }, query: {}, payload: { reason: "x" } }))
      const found = yield* (yield* Database).query("select operation, outcome, times from audit order by id desc limit 2")
      assert.deepStrictEqual(found.map(({ operation, outcome, times }) => [operation, outcome, Number(times)]), [["maps.fillFromPeer", "CredentialRejected", 1], ["desk.hold", "NOT_FOUND", 2]])
      // Whoever leaves in the middle of a bulk, and a defect, leave behind what was done before.
      assert.deepStrictEqual(outcomeOf(Exit.interrupt(), {}), { outcome: "INTERRUPTED", isRefused: false })
      assert.deepStrictEqual(outcomeOf(Exit.die("x"), {}), { outcome: "INTERNAL", isRefused: false })
      const failure = Exit.fail(new NotFound({ code: "NOT_FOUND", message: "" }))
      assert.isTrue(outcomeOf(failure, {}).isRefused)
      assert.isFalse(outcomeOf(failure, { effect: "the call 7 revealed" }).isRefused)
    }))

  inWorld("does nothing whose beginning could not be written", { isIdle: true }, (w) =>
    Effect.gen(function*() {
      const port = yield* listening(w)
      yield* (yield* Database).query("drop table audit")
      const { status } = yield* send(port, { method: "POST", path: "/admin/people", headers: admin, body: { name: "Ben", role: "viewer", password: "a long password" } })
      assert.strictEqual(status, 503)
      assert.deepStrictEqual(yield* (yield* Accounts).all, [])
    }))
})
