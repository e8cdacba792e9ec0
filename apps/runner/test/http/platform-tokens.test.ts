/**
 * The tokens that a served shop issues: from a code, and from a refresh token.
 */
import { assert, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import { TestClock } from "effect/testing"
import { compose, type ConnectedLink } from "../../src/Composition.ts"
import { grantRate, guessRate, IssuedTokens, lifetimes } from "../../src/contracts/platform/IssuedTokens.ts"
import * as LogLineLimit from "../../src/engine/LogLineLimit.ts"
import { Connections } from "../../src/connection/Connections.ts"
import { Database } from "../../src/store/Database.ts"
import { onBothDatabases } from "../support/Databases.ts"
import { type Live, live } from "../support/Live.ts"
import * as Shop from "../support/Shop.ts"

const shop = { ...Shop.shop, code: "sandbox-code" }
const links = [{ shop, prefix: "a" }, { id: "acc-2", secretKey: "secret-key-2", prefix: "b", shop: { ...Shop.shop, code: "other-code" } }, { id: "acc-3", secretKey: "secret-key-3", prefix: "c" }]
const second = { accessId: "acc-2", secretKey: "secret-key-2" }

const allText = Effect.flatMap(Database, (db) => Effect.map(db.query("select * from issued_token"), (rows) => JSON.stringify(rows)))

onBothDatabases("the tokens of a served shop", (fresh) => {
  const served = (title: string, test: (w: Live) => Effect.Effect<unknown, unknown, any>) =>
    it.live(title, () =>
      Effect.gen(function*() {
        yield* live(yield* Effect.promise(fresh), Shop.composition({ links }), test as never)
      }))

  served("are granted for its code, renewed with a refresh token, and accepted in calls (P-372 P-373 P-012)", (w) =>
    Effect.gen(function*() {
      const granted = (yield* Shop.call(w, "getToken", { code: "sandbox-code", redirectUri: "https://erp.example/" })).body
      assert.deepInclude(granted, { success: true, accessExpiresIn: 3600, refreshExpiresIn: 14_400 })
      const renewed = (yield* Shop.call(w, "refreshToken", { refresh_token: granted.refreshToken })).body
      const again = (yield* Shop.call(w, "refreshToken", { refresh_token: granted.refreshToken })).body
      const all = [granted, renewed, again].flatMap(({ accessToken, refreshToken }) => [accessToken, refreshToken])
      assert.strictEqual(new Set(all).size, 6)
      for (const accessToken of [granted.accessToken, renewed.accessToken]) {
        assert.strictEqual(Shop.codeOf(yield* Shop.call(w, "initLogistics", {}, { headers: { accessToken } })), "ok")
      }
      assert.strictEqual(Shop.codeOf(yield* Shop.call(w, "initLogistics")), "ok")
      for (const text of [...all, "sandbox-code"]) assert.notInclude((yield* allText) + w.lines.join("\n"), text)
    }))

  served("are not granted for another code, nor for a token of another shop (P-024 P-380)", (w) =>
    Effect.gen(function*() {
      const refusalOf = (method: string, content: Readonly<Record<string, unknown>>, signed: Shop.Signed = {}) =>
        Effect.map(Shop.call(w, method, content, signed), ({ body }) => body.success === true ? "ok" : String(body.message).split(": ").slice(0, 2).join(" "))
      const { accessToken, refreshToken } = (yield* Shop.call(w, "getToken", { code: "sandbox-code" })).body
      assert.strictEqual(yield* refusalOf("getToken", { code: "other-code" }), "CODE_INVALID /code")
      assert.strictEqual(yield* refusalOf("getToken", { code: "" }), "MEMBER_MISSING /code")
      assert.strictEqual(yield* refusalOf("getToken", { code: "sandbox-code" }, second), "CODE_INVALID /code")
      assert.strictEqual(yield* refusalOf("getToken", { code: "other-code" }, second), "ok")
      assert.strictEqual(yield* refusalOf("getToken", { code: "sandbox-code" }, { accessId: "acc-3", secretKey: "secret-key-3" }), "NOT_SUPPORTED this link issues no tokens, because its shop has no code; sign the calls alone")
      assert.strictEqual(yield* refusalOf("getToken", { code: "sandbox-code" }, { secretKey: "wrong" }), "SIGNATURE_INVALID this call is not authenticated; check the accessId, the secret key and the text that is signed")
      assert.strictEqual(yield* refusalOf("refreshToken", { refresh_token: refreshToken }, second), "REFRESH_TOKEN_EXPIRED /refresh_token")
      assert.strictEqual(yield* refusalOf("refreshToken", { refresh_token: accessToken }), "REFRESH_TOKEN_EXPIRED /refresh_token")
      assert.strictEqual(yield* refusalOf("refreshToken", { refresh_token: "guessed" }), "REFRESH_TOKEN_EXPIRED /refresh_token")
      assert.match(yield* refusalOf("initLogistics", {}, { ...second, headers: { accessToken } }), /^ACCESS_TOKEN_EXPIRED /)
      assert.match(yield* refusalOf("initLogistics", {}, { headers: { accessToken: refreshToken } }), /^ok$/)
      assert.match(yield* refusalOf("initLogistics", {}, { headers: { accessToken: "of-the-platform" } }), /^ok$/)
      yield* (yield* Connections).storeDrift
      const drift = yield* Effect.flatMap(Database, (db) => db.query("select path, times from drift where scope = $1 and place = 'headers'", [Shop.scope]))
      assert.deepStrictEqual(drift.map(({ path, times }) => [path, times]), [["/accessToken", 2]])
    }))

  served("are refused to who guesses codes, with a few lines, and granted for the right code all the same (P-380)", (w) =>
    Effect.gen(function*() {
      const guess = Shop.call(w, "getToken", { code: "guessed" })
      const codes: Array<string> = []
      for (let time = 0; time < guessRate.calls + 5; time++) codes.push(Shop.codeOf(yield* guess))
      assert.deepStrictEqual(codes, [...Array.from({ length: guessRate.calls }, () => "CODE_INVALID"), ...Array.from({ length: 5 }, () => "RATE_LIMITED")])
      const { headers, status } = yield* guess
      assert.deepStrictEqual([status, Number(headers["retry-after"]) > 0], [429, true])
      assert.lengthOf(w.lines.filter((line) => line.includes("that is not of its shop")), LogLineLimit.perMinute)
      assert.strictEqual((yield* Shop.call(w, "getToken", { code: "sandbox-code" })).body.success, true)
    }))

  served("are granted so many times in a minute, so that their rows stay few", (w) =>
    Effect.gen(function*() {
      const codes: Array<string> = []
      for (let time = 0; time < grantRate.calls + 5; time++) codes.push(Shop.codeOf(yield* Shop.call(w, "getToken", { code: "sandbox-code" })))
      assert.deepStrictEqual(codes, [...Array.from({ length: grantRate.calls }, () => "ok"), ...Array.from({ length: 5 }, () => "RATE_LIMITED")])
      const db = yield* Database
      assert.deepStrictEqual((yield* db.query("select count(*) as n from issued_token")).map(({ n }) => Number(n)), [grantRate.calls * 2])
      assert.strictEqual(Shop.codeOf(yield* Shop.call(w, "getToken", { code: "other-code" }, second)), "ok")
    }))

  it.effect("expire after the time that the answer states, and their rows go with the next grant (P-391)", () =>
    Effect.gen(function*() {
      const [link] = Result.getOrThrow(compose(Shop.composition({ links: [{ shop }] }), {})).links as [ConnectedLink]
      const tokens = yield* IssuedTokens
      const codeOf = <A>(work: Effect.Effect<A, { readonly code: string }>) => Effect.match(work, { onFailure: ({ code }) => code, onSuccess: () => "ok" })
      yield* TestClock.setTime(1_772_330_584_000)
      const { accessToken, refreshToken } = yield* tokens.exchange(link, { code: Redacted.make("sandbox-code") })
      yield* TestClock.adjust(lifetimes.access * 1000 - 1)
      assert.strictEqual(yield* codeOf(tokens.check(link, accessToken)), "ok")
      yield* TestClock.adjust(1)
      assert.strictEqual(yield* codeOf(tokens.check(link, accessToken)), "ACCESS_TOKEN_EXPIRED")
      yield* TestClock.adjust((lifetimes.refresh - lifetimes.access) * 1000 - 1)
      assert.strictEqual(yield* codeOf(tokens.refresh(link, { refreshToken })), "ok")
      yield* TestClock.adjust(1)
      assert.strictEqual(yield* codeOf(tokens.refresh(link, { refreshToken })), "REFRESH_TOKEN_EXPIRED")
      yield* tokens.exchange(link, { code: Redacted.make("sandbox-code") })
      const db = yield* Database
      const now = yield* Clock.currentTimeMillis
      assert.deepStrictEqual((yield* db.query("select kind, expires_at - $1 as left_over from issued_token order by expires_at", [now])).map(({ kind, left_over }) => [kind, Number(left_over)]), [
        ["access", 3_599_999],
        ["access", 3_600_000],
        ["refresh", 14_399_999],
        ["refresh", 14_400_000]
      ])
    }).pipe((test) =>
      Effect.flatMap(Effect.promise(fresh), (database) => Effect.provide(test, Layer.fresh(Layer.provideMerge(IssuedTokens.layer, Database.layer(database)))))))
})
