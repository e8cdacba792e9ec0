import { assert, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { TestClock } from "effect/testing"
import { Accounts, type Known } from "../../src/accounts/Accounts.ts"
import * as FirstSignIn from "../../src/accounts/FirstSignIn.ts"
import { Sessions } from "../../src/accounts/Sessions.ts"
import { Database } from "../../src/store/Database.ts"
import { onBothDatabases } from "../support/Databases.ts"
import { inWorldOn, world } from "../support/World.ts"
import { listening, token } from "./AdminWorld.ts"
import { headersOf, send, signIn } from "./SignedIn.ts"

const password = Redacted.make("correct horse battery")
const anna = { name: "Anna", role: "operator", password } as const
const addAnna = Effect.flatMap(Accounts, (accounts) => accounts.addPerson(anna))
const signedIn = (port: number, headers: Readonly<Record<string, string>> = {}) => Effect.map(signIn(port, "anna", Redacted.value(password), headers), headersOf)
const state = (port: number, headers: Readonly<Record<string, string>>) => send(port, { path: "/admin/session", headers })

onBothDatabases("sessions of the admin API (issue 27)", (fresh) => {
  const inWorld = inWorldOn(fresh)

  inWorld("are of accounts whose limit names at least one link, so that none is unlimited by mistake", { isIdle: true }, (w) =>
    Effect.gen(function*() {
      const port = yield* listening(w)
      const headers = { authorization: `Bearer ${Redacted.value(token)}` }
      const common = { name: "Ben", role: "merchant", links: [] }
      for (const [path, body] of [["/admin/people", { ...common, password: Redacted.value(password) }], ["/admin/people/tokens", common]] as const) {
        const refused = yield* send(port, { method: "POST", path, headers, body })
        assert.deepStrictEqual([refused.status, JSON.parse(refused.text).path], [400, "/payload/links"], path)
      }
      const accounts = yield* Accounts
      assert.deepStrictEqual(yield* accounts.all, [])
      yield* accounts.addToken({ name: "Ben", role: "merchant", links: ["warehouse:acc-1"] })
      const change = (body: object) => send(port, { method: "PATCH", path: "/admin/people/Ben", headers, body })
      assert.deepStrictEqual([(yield* change({ links: [] })).status, (yield* change({ links: ["warehouse:acc-1"], allLinks: true })).status], [400, 400])
      assert.deepStrictEqual((yield* accounts.all).map(({ links }) => links), [["warehouse:acc-1"]])
      assert.strictEqual((yield* change({ allLinks: true })).status, 200)
      assert.deepStrictEqual((yield* accounts.all).map(({ links }) => links), [undefined])
    }))

  inWorld("are of accounts that may be limited to a receiver too", { isIdle: true, receivers: [{ extraType: "one", accessId: "acc-1", secretKey: "key-of-w-1" }] }, (w) =>
    Effect.gen(function*() {
      const port = yield* listening(w)
      const headers = { authorization: `Bearer ${Redacted.value(token)}` }
      const add = (links: ReadonlyArray<string>) => send(port, { method: "POST", path: "/admin/people/tokens", headers, body: { name: "clerk", role: "viewer", links } })
      assert.strictEqual((yield* add(["receiver:one:nobody"])).status, 400)
      assert.strictEqual((yield* add(["warehouse:acc-1", "receiver:one:acc-1"])).status, 200)
    }))

  inWorld("are read while the database does not store that they are used", { isIdle: true }, (w) =>
    Effect.gen(function*() {
      yield* addAnna
      const port = yield* listening(w)
      const { reading } = yield* signedIn(port)
      yield* TestClock.adjust("2 minutes")
      const db = yield* Database
      yield* db.query("create unique index session_uses on session (used_at)")
      yield* db.query("insert into session (hash, account_version, created_at, used_at, expires_at) values ('another', 0, 0, $1, 0)", [yield* Clock.currentTimeMillis])
      assert.strictEqual((yield* state(port, reading)).status, 200)
    }))

  inWorld("begin with a name and a password, and say who has signed in and what he may do", { isIdle: true }, (w) =>
    Effect.gen(function*() {
      yield* addAnna
      const port = yield* listening(w)
      const answered = yield* signIn(port, " ANNA ", Redacted.value(password))
      assert.strictEqual(answered.status, 200)
      const [cookie = ""] = answered.setCookie
      assert.match(cookie, new RegExp(`^crossdock-${port}=[\\w-]{43}; Max-Age=43200; Path=/; HttpOnly; SameSite=Strict$`))
      const { reading } = headersOf(answered)
      const shown = JSON.parse((yield* state(port, reading)).text)
      assert.deepInclude(shown, { name: "Anna", via: "session", role: "operator", until: "1970-01-01T12:00:00.000Z" })
      for (const path of ["/admin/session", "/admin/calls?bodies=true", "/admin/orders/nothing"]) {
        const { headers } = yield* send(port, { path, headers: reading })
        assert.deepInclude(headers, { "cache-control": "no-store", "x-content-type-options": "nosniff" }, path)
      }
      assert.deepStrictEqual(shown.rights, ["read", "reveal", "tellAgain", "hold", "decide", "names", "operate"])
      assert.strictEqual((yield* send(port, { path: "/admin/orders", headers: reading })).status, 200)
      // Neither the cookie nor the password is in the database.
      const stored = JSON.stringify([yield* (yield* Database).query("select * from session"), yield* (yield* Database).query("select * from account")])
      assert.notInclude(stored, reading.cookie.replace(/^.*=/, ""))
      assert.notInclude(stored, Redacted.value(password))
      assert.include(stored, "scrypt:32768:8:3:")
    }))

  inWorld("begin with a short request, so that nobody fills the memory before he has signed in", { isIdle: true }, (w) =>
    Effect.gen(function*() {
      const port = yield* listening(w)
      const long = "x".repeat(70_000)
      assert.deepInclude(yield* signIn(port, "anna", long), { status: 400, code: "BODY_TOO_LARGE" })
      assert.strictEqual((yield* send(port, { method: "POST", path: "/admin/session/first", body: { code: long } })).code, "BODY_TOO_LARGE")
      assert.strictEqual((yield* signIn(port, "anna", "\u0001".repeat(1024))).code, "SIGN_IN_REFUSED")
    }))

  inWorld("take no forged, foreign or expired cookie", { isIdle: true }, (w) =>
    Effect.gen(function*() {
      yield* addAnna
      const port = yield* listening(w)
      const { cookie, reading } = yield* signedIn(port)
      const secret = cookie.replace(/^.*=/, "")
      const hash = String((yield* (yield* Database).one("select hash from session"))?.hash)
      for (const forged of [`crossdock-${port}=`, `crossdock-${port}=${hash}`, `crossdock-${port}=${secret}x`, `crossdock-${port}=${secret.slice(1)}`]) {
        assert.deepInclude(yield* state(port, { cookie: forged }), { status: 401, code: "SESSION_ENDED" }, forged)
      }
      // The name of the cookie of another way or port, and a cookie in the place of a token.
      for (const name of ["__Host-crossdock", `crossdock-${port + 1}`, "crossdock"]) assert.strictEqual((yield* state(port, { cookie: `${name}=${secret}` })).status, 401, name)
      assert.strictEqual((yield* state(port, { authorization: `Bearer ${secret}` })).code, "TOKEN_REFUSED")
      assert.strictEqual((yield* state(port, { ...reading, authorization: "Bearer wrong" })).code, "TOKEN_REFUSED")
      assert.strictEqual((yield* state(port, reading)).status, 200)
      yield* TestClock.adjust("29 minutes")
      assert.strictEqual((yield* state(port, reading)).status, 200)
      yield* TestClock.adjust("29 minutes")
      assert.strictEqual((yield* state(port, reading)).status, 200)
      yield* TestClock.adjust("30 minutes")
      assert.deepInclude(yield* state(port, reading), { status: 401, code: "SESSION_ENDED" })
      const busy = yield* signedIn(port)
      for (let half = 0; half < 23; half++) {
        yield* TestClock.adjust("29 minutes")
        assert.strictEqual((yield* state(port, busy.reading)).status, 200)
      }
      yield* TestClock.adjust("29 minutes")
      yield* TestClock.adjust("25 minutes")
      assert.strictEqual((yield* state(port, busy.reading)).status, 401, "12 hours are over")
    }))

  inWorld("change nothing without their header, nor from a page of another site", { isIdle: true }, (w) =>
    Effect.gen(function*() {
      yield* addAnna
      const port = yield* listening(w)
      const { changing, reading } = yield* signedIn(port)
      const other = yield* signedIn(port)
      const own = { origin: `http://127.0.0.1:${port}`, "sec-fetch-site": "same-origin" }
      const end = (headers: Readonly<Record<string, string>>) => send(port, { method: "DELETE", path: "/admin/session", headers })
      assert.deepInclude(yield* end({ ...reading, ...own }), { status: 403, code: "CSRF_MISSING" })
      assert.strictEqual((yield* end({ ...changing, "x-crossdock-csrf": other.changing["x-crossdock-csrf"] })).code, "CSRF_MISSING")
      for (const foreign of [
        { origin: "https://evil.example" },
        { origin: "null" },
        { origin: `http://127.0.0.1:${port + 1}` },
        { origin: `https://127.0.0.1:${port}` },
        { origin: `http://localhost:${port}` },
        { "sec-fetch-site": "cross-site" },
        { "sec-fetch-site": "same-site" },
        { ...own, "sec-fetch-site": "none" }
      ]) {
        assert.deepInclude(yield* end({ ...changing, ...foreign }), { status: 403, code: "ORIGIN_REFUSED" }, JSON.stringify(foreign))
        assert.strictEqual((yield* signIn(port, "anna", Redacted.value(password), foreign)).code, "ORIGIN_REFUSED", JSON.stringify(foreign))
      }
      assert.strictEqual((yield* state(port, reading)).status, 200)
      const ended = yield* end({ ...changing, ...own })
      assert.strictEqual(ended.status, 204)
      assert.match(ended.setCookie[0] ?? "", /^crossdock-\d+=; Max-Age=0;/)
      assert.strictEqual((yield* state(port, reading)).status, 401)
      assert.strictEqual((yield* state(port, other.reading)).status, 200)
    }))

  inWorld("end when the role, the links or the password change, and when the account ends", { isIdle: true }, (w) =>
    Effect.gen(function*() {
      const known = yield* addAnna
      const accounts = yield* Accounts
      const sessions = yield* Sessions
      const port = yield* listening(w)
      const begun = (of: Known) => Effect.map(sessions.begin(of, undefined), (secret) => ({ cookie: `crossdock-${port}=${secret}` }))
      let latest = known
      for (const change of [{ role: "viewer" }, { links: ["wh/acc-1"] }, { password: Redacted.make("another long password") }] as const) {
        const reading = yield* begun(latest)
        assert.strictEqual((yield* state(port, reading)).status, 200)
        latest = yield* accounts.change("Anna", change)
        assert.deepInclude(yield* state(port, reading), { status: 401, code: "SESSION_ENDED" }, JSON.stringify(change))
      }
      // Whoever signs in while his account is changed has a session of before the change.
      const reading = yield* begun(latest)
      latest = yield* accounts.change("Anna", { role: "operator" })
      yield* (yield* Database).query("update session set ended_at = null")
      assert.strictEqual((yield* state(port, reading)).status, 401)
      const last = yield* begun(latest)
      assert.strictEqual((yield* state(port, last)).status, 200)
      yield* accounts.end("anna")
      assert.strictEqual((yield* state(port, last)).status, 401)
      assert.strictEqual((yield* signIn(port, "anna", Redacted.value(password))).code, "SIGN_IN_REFUSED")
    }))

  inWorld("need TLS, or the machine of the runner", { isIdle: true, server: { trustedProxies: ["127.0.0.1"] } }, (w) =>
    Effect.gen(function*() {
      yield* addAnna
      const port = yield* listening(w)
      const far = { host: `10.1.2.3:${port}` }
      assert.deepInclude(yield* signIn(port, "anna", Redacted.value(password), far), { status: 403, code: "TLS_REQUIRED" })
      const tls = { host: "10.1.2.3", "x-forwarded-proto": "https", "x-forwarded-for": "203.0.113.7" }
      const answered = yield* signIn(port, "anna", Redacted.value(password), { ...tls, origin: "https://10.1.2.3" })
      assert.match(answered.setCookie[0] ?? "", /^__Host-crossdock=[\w-]{43}; Max-Age=43200; Path=\/; HttpOnly; Secure; SameSite=Strict$/)
      const { reading } = headersOf(answered)
      assert.strictEqual((yield* state(port, { ...tls, ...reading })).status, 200)
      assert.strictEqual((yield* (yield* Database).one("select address from session"))?.address, "203.0.113.7")
    }))

  inWorld("do not believe that a caller came by TLS who is no trusted proxy", { isIdle: true }, (w) =>
    Effect.gen(function*() {
      yield* addAnna
      const port = yield* listening(w)
      const answered = yield* signIn(port, "anna", Redacted.value(password), { host: "10.1.2.3", "x-forwarded-proto": "https" })
      assert.strictEqual(answered.code, "TLS_REQUIRED")
    }))

  inWorld("begin once with the code of the first start, until somebody has an account", { isIdle: true }, (w) =>
    Effect.gen(function*() {
      const first = FirstSignIn.make(0)
      const port = yield* listening(w, undefined, first)
      const present = (code: string, headers: Readonly<Record<string, string>> = {}) => send(port, { method: "POST", path: "/admin/session/first", headers, body: { code } })
      assert.deepInclude(yield* present("a guess"), { status: 401, code: "CODE_REFUSED" })
      assert.strictEqual((yield* present(first.code, { origin: "https://evil.example" })).code, "ORIGIN_REFUSED")
      const { reading } = headersOf(yield* present(first.code))
      assert.deepInclude(JSON.parse((yield* state(port, reading)).text), { name: "first sign-in", role: "administrator" })
      assert.strictEqual((yield* present(first.code)).code, "CODE_REFUSED", "it is good once")
      yield* addAnna
      assert.strictEqual((yield* state(port, reading)).status, 401, "whoever signed in first has an account now")
      // One that began while the first account was added has not been ended by it.
      yield* (yield* Database).query("update session set ended_at = null")
      assert.strictEqual((yield* state(port, reading)).status, 401)
    }))

  it.effect("of a backup do not live again when it is restored", () =>
    Effect.gen(function*() {
      const database = yield* Effect.promise(fresh)
      const secret = yield* world(database, { isIdle: true }, () =>
        Effect.gen(function*() {
          const known = yield* addAnna
          const sessions = yield* Sessions
          const begun = yield* sessions.begin(known, undefined)
          assert.isDefined(yield* sessions.of(begun))
          return begun
        }))
      yield* world(database, { isIdle: true, restored: true }, () =>
        Effect.gen(function*() {
          assert.isUndefined(yield* (yield* Sessions).of(secret))
        }))
    }))

  it.effect("know no code after half an hour, and none once somebody has an account", () =>
    Effect.gen(function*() {
      const late = FirstSignIn.make(0)
      assert.isFalse(late.take(late.code, 1_800_000))
      assert.isTrue(late.take(late.code, 1_799_999))
    }))

  inWorld("take no code once somebody has an account, and a token in place of a session", { isIdle: true }, (w) =>
    Effect.gen(function*() {
      const first = FirstSignIn.make(0)
      yield* addAnna
      const port = yield* listening(w, undefined, first)
      assert.strictEqual((yield* send(port, { method: "POST", path: "/admin/session/first", body: { code: first.code } })).code, "CODE_REFUSED")
      const accounts = yield* Accounts
      const { token } = yield* accounts.addToken({ name: "nightly", role: "viewer", links: ["wh/acc-1"] })
      const authorization = `Bearer ${token}`
      assert.deepInclude(JSON.parse((yield* state(port, { authorization })).text), { name: "nightly", via: "token", role: "viewer", links: ["wh/acc-1"] })
      assert.strictEqual((yield* send(port, { path: "/admin/findings", headers: { authorization } })).code, "LIMITED_TO_LINKS")
      assert.strictEqual((yield* signIn(port, "nightly", token)).code, "SIGN_IN_REFUSED")
      yield* accounts.end("nightly")
      assert.strictEqual((yield* state(port, { authorization })).code, "TOKEN_REFUSED")
      // The session of somebody else is not ended by a token beside it.
      const { reading } = yield* signedIn(port)
      assert.isDefined(yield* (yield* Sessions).of(reading.cookie.replace(/^.*=/, "")))
    }))
})
