import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { Accounts } from "../../src/accounts/Accounts.ts"
import { Database } from "../../src/store/Database.ts"
import { onBothDatabases } from "../support/Databases.ts"
import { inWorldOn } from "../support/World.ts"
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
      // What the operation does not declare, its handler ignores, so it would be a lie in the audit.
      yield* send(port, { method: "POST", path: "/admin/deliveries/cancel?number=HARMLESS&link=HARMLESS", headers: changing, body: { dead: true, confirm: true, reason: "too old", sku: "HARMLESS", name: "HARMLESS" } })
      assert.deepStrictEqual((yield* rows).slice(1).map(({ detail, operation }) => [operation, detail]), [
        ["maps.set", "link acc-1, kind sku, ours MUG, theirs SKU-1001"],
        ["maps.remove", "kind sku, ours MUG"],
        ["deliveries.cancel", "dead true, since 1970-01-01T00:00:00Z"],
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
      yield* send(port, { path: "/admin/calls;reveal=true&why=ticket%207", headers: changing })
      yield* send(port, { path: "/admin/calls?reveal=true", headers: changing })
      // A page of another site could make a browser ask, and would write into the audit under this name.
      for (const mark of ["?", ";"]) assert.strictEqual((yield* send(port, { path: `/admin/calls${mark}reveal=true&why=x`, headers: reading })).code, "CSRF_MISSING", mark)
      assert.notInclude(JSON.stringify(yield* (yield* Database).query("select * from audit")), "hunter2")
      const list = (headers: Readonly<Record<string, string>>, query = "") => Effect.map(send(port, { path: `/admin/audit${query}`, headers }), ({ text }) => JSON.parse(text).items as ReadonlyArray<Record<string, string>>)
      const all = yield* list(admin)
      assert.deepStrictEqual(all.map(({ operation, outcome, who }) => [who, operation, outcome]), [
        ["Anna", "calls.list", "REASON_MISSING"],
        ["Anna", "calls.list", "done"],
        ["Ada (admin token)", "runner.changeKey", all[2]?.["outcome"]],
        ["admin token", "people.add", "done"],
        ["Anna", "session.create", "done"]
      ])
      assert.notStrictEqual(all[2]?.["outcome"], "done")
      assert.deepStrictEqual((yield* list(admin, "?who=Anna&operation=calls.list&limit=1")).map(({ outcome }) => outcome), ["REASON_MISSING"])
      assert.deepStrictEqual((yield* list(admin, "?subject=Ben")).map(({ operation }) => operation), ["people.add"])
      assert.deepStrictEqual(yield* list(admin, "?since=2000-01-01T00:00:00Z"), [])
      const first = JSON.parse((yield* send(port, { path: "/admin/audit?limit=2", headers: admin })).text)
      assert.deepStrictEqual((yield* list(admin, `?limit=2&after=${first.next}`)).map(({ operation }) => operation), ["runner.changeKey", "people.add"])
      // An operator sees what he did himself.
      assert.deepStrictEqual((yield* list(reading)).map(({ operation }) => operation), ["calls.list", "calls.list", "session.create"])
      const accounts = yield* Accounts
      const { token: limited } = yield* accounts.addToken({ name: "limited", role: "administrator", links: ["warehouse:acc-1"] })
      assert.deepStrictEqual(yield* list({ authorization: `Bearer ${limited}` }), [])
      // Another account of the same name has not done it.
      yield* accounts.end("Anna")
      yield* accounts.addPerson({ name: "Anna", role: "operator", password: Redacted.make(password) })
      const again = headersOf(yield* signIn(port, "anna", password))
      assert.deepStrictEqual((yield* list(again.reading)).map(({ operation }) => operation), ["session.create"])
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
