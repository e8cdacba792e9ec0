import { assert, describe, it } from "@effect/vitest"
import { AdapterError, Credentials } from "@crossdock/core"
import * as DateTime from "effect/DateTime"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Redacted from "effect/Redacted"
import * as Semaphore from "effect/Semaphore"
import { TestClock } from "effect/testing"
import { Client, Tokens } from "../../src/platform-envelope/index.ts"
import { answeredWith, granted, joined, lastAnswer, lastSent, profile } from "./support.ts"

const answer = (more: object = {}) => ({ success: true, accessToken: "at-1", accessExpiresIn: 3600, refreshToken: "rt-1", refreshExpiresIn: 14400, ...more })

describe("getToken", () => {
  it.effect("exchanges a code for two tokens with lifetimes in seconds (P-372 P-173 P-175)", () =>
    Effect.gen(function*() {
      const { client, kept } = joined()
      const found = yield* client.getToken({ code: Redacted.make("c-1"), redirectUri: "https://erp.example/back" })
      assert.deepStrictEqual(lastSent(kept).content, { platform: "SHOPEE", code: "c-1", onlineShopId: "S-1", redirectUri: "https://erp.example/back" })
      assert.deepStrictEqual([Redacted.value(found.accessToken), found.accessExpiresIn, Redacted.value(found.refreshToken), found.refreshExpiresIn], ["at-1", 3600, "rt-1", 14400])
      assert.notInclude(JSON.stringify(found), "at-1")
      const asked = kept.dispatched[0]!.payload as Tokens.CodeExchange
      assert.strictEqual(Redacted.value(asked.code), "c-1")
    }))

  it.effect.each([["sg", "SG", "P-178"], ["my", "MY", "P-179"], ["ph", "PH", "P-180"], ["th", "TH", "P-181"], ["ID", "ID", "P-182"], ["vn", "VN", "P-183"]] as const)(
    "reads the country %s in any letter case as %s and writes it as listed (%s P-184 X-133 X-233)",
    ([written, country]) =>
      Effect.gen(function*() {
        for (const given of [written, written.toUpperCase(), written.toLowerCase()]) {
          const { client } = answeredWith(answer({ country: given }))
          assert.strictEqual((yield* client.getToken({ code: Redacted.make("c") })).country, country)
        }
        const { client, kept } = joined({ server: { tokens: { getToken: () => Effect.succeed({ ...granted, country }), refreshToken: () => Effect.succeed(granted) } } })
        yield* client.getToken({ code: Redacted.make("c") })
        assert.strictEqual(lastAnswer(kept).country, written)
      })
  )

  it.effect("hands on no code and no token as plain text (P-380)", () =>
    Effect.gen(function*() {
      const { client, kept } = joined()
      yield* client.getToken({ code: Redacted.make("code-secret") })
      yield* client.refreshToken(Redacted.make("refresh-secret"))
      assert.lengthOf(kept.dispatched, 2)
      for (const { info } of kept.dispatched) assert.notMatch(JSON.stringify(info), /secret/)
    }))

  it.effect("fails with the reason of the platform", () =>
    Effect.gen(function*() {
      const { client } = answeredWith({ success: false, message: "SIGNATURE_INVALID: no" })
      assert.strictEqual((yield* Effect.flip(client.getToken({ code: Redacted.make("c") })))._tag, "CredentialRejected")
    }))
})

describe("refreshToken", () => {
  it.effect("sends the refresh token in snake case, or as the profile says, and both are read (X-123 X-223 X-323)", () =>
    Effect.gen(function*() {
      for (const refreshTokenMember of ["refresh_token", "refreshToken"]) {
        const { client, kept } = joined({ client: { profile: profile({ refreshTokenMember }) } })
        assert.deepStrictEqual(yield* client.refreshToken(Redacted.make("rt-0")), granted)
        assert.strictEqual(lastSent(kept).content[refreshTokenMember], "rt-0")
        assert.strictEqual(Redacted.value((kept.dispatched[0]!.payload as Tokens.TokenRefresh).refreshToken), "rt-0")
        assert.containsAllKeys(lastAnswer(kept), ["accessToken", "refreshToken"])
      }
    }))
})

/** The port of credentials in memory: one exchange at a time, and later callers get its result. */
const port = (first?: Credentials.Obtained): (typeof Credentials.Credentials)["Service"] => {
  let stored = first && { ...first, version: 1 }
  const turn = Semaphore.makeUnsafe(1)
  return {
    get: Effect.suspend(() => (stored === undefined ? Effect.fail(new Credentials.NotAuthorized()) : Effect.succeed(stored))),
    refresh: (held, exchange) =>
      turn.withPermits(1)(Effect.suspend(() => {
        if (stored !== undefined && stored.version !== held?.version) return Effect.succeed(stored)
        return Effect.map(
          Effect.mapError(exchange, (reason) =>
            reason._tag === "CredentialRejected"
              ? new Credentials.RenewalRefused({ message: reason.fault.message })
              : new Credentials.CredentialsUnavailable({ message: reason._tag })),
          (found) => (stored = { ...found, version: (held?.version ?? 0) + 1 })
        )
      }))
  }
}

const withStored = Effect.fnUntraced(function*(lifetimes: Pick<Tokens.Granted, "accessExpiresIn" | "refreshExpiresIn">) {
  const { client, kept } = joined({ server: { tokens: { getToken: () => Effect.succeed(granted), refreshToken: () => Effect.succeed({ ...granted, ...lifetimes, accessToken: Redacted.make("at-2") }) } } })
  const credentials = port(yield* Tokens.obtained({ ...granted, ...lifetimes }))
  const call = yield* Effect.provideService(Client.withCredentials(client), Credentials.Credentials, credentials)
  const methods = () => kept.requests.map(({ url }) => url.pathname.split("/").at(-1))
  return { call, kept, methods, credentials }
})

describe("tokens of a connection", () => {
  it.effect("expire by the answer and the time of its receipt, never by the listed lifetimes (P-185)", () =>
    Effect.gen(function*() {
      yield* TestClock.setTime(1_000_000)
      const obtained = yield* Tokens.obtained({ ...granted, accessExpiresIn: 60, refreshExpiresIn: 90 })
      assert.strictEqual(DateTime.toEpochMillis(obtained.expiresAt!), 1_060_000)
      assert.strictEqual(Redacted.value(obtained.values["refreshExpiresAt"]!), "1090000")
    }))

  it.effect.each([[0, 60], [59, 60], [60, 60], [2_592_000, 2_592_000], [1e18, 2_592_000]] as const)(
    "are kept for a minute at least and 30 days at most: an answer that says %d seconds means %d (A105)",
    ([accessExpiresIn, seconds]) =>
      Effect.gen(function*() {
        yield* TestClock.setTime(1_000_000)
        const { expiresAt } = yield* Tokens.obtained({ ...granted, accessExpiresIn })
        assert.strictEqual(DateTime.toEpochMillis(expiresAt!), 1_000_000 + seconds * 1000)
      })
  )

  it.effect.each([["-1", -1], ["nothing", undefined], ["a word", "soon"], ["half a second", 0.5]] as const)(
    "are used until they expire if the answer to a renewal says %s of the lifetime (A105)",
    ([, accessExpiresIn]) =>
      Effect.gen(function*() {
        const { client, kept } = answeredWith(answer({ accessExpiresIn, accessToken: "at-2" }))
        const use = Credentials.makeCredentialedCall(port(yield* Tokens.obtained(granted)), Tokens.renewal(client.refreshToken))
        const token = use(({ values }) => Effect.succeed(Redacted.value(values["accessToken"]!)))
        yield* TestClock.adjust("3599 seconds")
        assert.strictEqual(yield* token, "at-1")
        assert.lengthOf(kept.requests, 1)
        yield* TestClock.adjust("1 second")
        assert.strictEqual((yield* Effect.flip(token))._tag, "TransportFailed")
      })
  )

  it.effect("have a lifetime that may be written as a text (A105)", () =>
    Effect.gen(function*() {
      const { client } = answeredWith(answer({ accessExpiresIn: "3600" }))
      assert.strictEqual((yield* client.refreshToken(Redacted.make("rt-1"))).accessExpiresIn, 3600)
    }))

  it.effect("are renewed at 80 % of their lifetime, while the refresh token is valid (P-398 P-373 P-191)", () =>
    Effect.gen(function*() {
      const { call, kept, methods } = yield* withStored({ accessExpiresIn: 3600, refreshExpiresIn: 14400 })
      yield* call.listLocations({})
      yield* TestClock.adjust("2879 seconds")
      yield* call.listLocations({})
      assert.deepStrictEqual(methods(), ["getPlatformWarehouse", "getPlatformWarehouse"])
      yield* TestClock.adjust("2 seconds")
      yield* call.listLocations({})
      assert.deepStrictEqual(methods().slice(2), ["refreshToken", "getPlatformWarehouse"])
      assert.strictEqual(lastSent(kept).headers["accessToken"], "at-2")
    }))

  it.effect("keep what the answer to a renewal lacks, such as the shop and the country (P-373 P-176)", () =>
    Effect.gen(function*() {
      const first = yield* Tokens.obtained(granted)
      const { country: _, onlineShopId: __, ...bare } = granted
      const { renew } = Tokens.renewal(() => Effect.succeed({ ...bare, accessToken: Redacted.make("at-2") }))
      const { values } = yield* renew({ ...first, version: 1 })
      assert.deepStrictEqual(["accessToken", "onlineShopId", "country"].map((name) => Redacted.value(values[name]!)), ["at-2", "S-1", "SG"])
    }))

  it.effect("lose no call at expiry: a call after the lifetime renews first (P-391)", () =>
    Effect.gen(function*() {
      const { call, methods } = yield* withStored({ accessExpiresIn: 3600, refreshExpiresIn: 14400 })
      for (let hour = 0; hour < 6; hour++) {
        yield* TestClock.adjust("1 hour")
        assert.lengthOf((yield* call.listLocations({})).items, 1)
      }
      assert.lengthOf(methods().filter((method) => method === "refreshToken"), 6)
    }))

  it.effect("whose refresh token has expired are not sent: the connection needs a new authorization (P-192)", () =>
    Effect.gen(function*() {
      const { call, methods } = yield* withStored({ accessExpiresIn: 60, refreshExpiresIn: 90 })
      yield* TestClock.adjust("90 seconds")
      const reason = yield* Effect.flip(call.listLocations({}))
      assert.deepStrictEqual(reason, new AdapterError.CredentialRejected({
        fault: { code: "AUTHORIZATION_REFUSED", message: "the refresh token has expired; authorize the connection again" }
      }))
      assert.deepStrictEqual(methods(), [])
    }))

  it.effect("that many calls need at once are refreshed by one call (P-193)", () =>
    Effect.gen(function*() {
      const { call, methods } = yield* withStored({ accessExpiresIn: 60, refreshExpiresIn: 9000 })
      yield* TestClock.adjust("61 seconds")
      const start = yield* Deferred.make<void>()
      const callers = yield* Effect.forEach(Array.from({ length: 100 }), () => Effect.forkChild(Effect.andThen(Deferred.await(start), call.listLocations({}))))
      yield* Deferred.succeed(start, undefined)
      for (const caller of callers) yield* Fiber.join(caller)
      assert.lengthOf(methods().filter((method) => method === "refreshToken"), 1)
      assert.lengthOf(methods(), 101)
    }))

  it.effect("are asked for where nobody has authorized the connection", () =>
    Effect.gen(function*() {
      const { client } = joined()
      const call = yield* Effect.provideService(Client.withCredentials(client), Credentials.Credentials, port())
      assert.strictEqual((yield* Effect.flip(call.listLocations({})))._tag, "CredentialRejected")
    }))
})
