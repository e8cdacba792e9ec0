import { AdapterError, Transport } from "@crossdock/core"
import { assert, describe, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Redacted from "effect/Redacted"
import { TestClock } from "effect/testing"
import { TokenHolder } from "../src/index.ts"
import { answer, wire } from "./wire.ts"

const token = (name: string, expiresAt?: number): TokenHolder.ExpiringToken => ({ accessToken: Redacted.make(name), ...(expiresAt !== undefined && { expiresAt }) })
const valueOf = ({ accessToken }: TokenHolder.ExpiringToken) => Redacted.value(accessToken)

/** Logs in with `t1`, `t2` and so on, each good for 300 s; `fail` makes the logins after it fail. */
const logins = (options: { readonly life?: number } = {}) => {
  const seen: Array<string | undefined> = []
  let failure: AdapterError.Reason | undefined
  const login = (previous: TokenHolder.ExpiringToken | undefined) =>
    Effect.gen(function*() {
      seen.push(previous && valueOf(previous))
      if (failure !== undefined) return yield* Effect.fail(failure)
      const now = yield* Effect.clockWith((clock) => clock.currentTimeMillis)
      return token(`t${seen.length}`, now + (options.life ?? 300_000))
    })
  return { seen, login, fail: (reason: AdapterError.Reason) => void (failure = reason) }
}

describe("get", () => {
  it.effect("logs in once for many callers, and again shortly before the token lapses", () =>
    Effect.gen(function*() {
      const { login, seen } = logins()
      const { get } = yield* TokenHolder.make({ login })
      const all = yield* Effect.all(Array.from({ length: 50 }, () => get), { concurrency: "unbounded" })
      assert.deepStrictEqual([...new Set(all.map(valueOf))], ["t1"])
      yield* TestClock.adjust("239 seconds")
      assert.strictEqual(valueOf(yield* get), "t1")
      yield* TestClock.adjust("1 second")
      assert.strictEqual(valueOf(yield* get), "t2")
      assert.deepStrictEqual(seen, [undefined, "t1"])
    }))

  it.effect("uses a token that lives shorter than the margin for half of its life", () =>
    Effect.gen(function*() {
      const { login, seen } = logins({ life: 10_000 })
      const { get } = yield* TokenHolder.make({ login })
      yield* get
      yield* TestClock.adjust("4 seconds")
      yield* get
      assert.strictEqual(seen.length, 1)
      yield* TestClock.adjust("1 second")
      yield* get
      assert.strictEqual(seen.length, 2)
    }))

  it.effect("goes on with the token while it is good when the login fails for now, and not afterwards", () =>
    Effect.gen(function*() {
      const { fail, login } = logins()
      const { get } = yield* TokenHolder.make({ login })
      yield* get
      fail(new AdapterError.PeerUnavailable({ status: 503 }))
      yield* TestClock.adjust("299 seconds")
      assert.strictEqual(valueOf(yield* get), "t1")
      yield* TestClock.adjust("1 second")
      assert.strictEqual((yield* Effect.flip(get))._tag, "PeerUnavailable")
    }))

  it.effect("keeps the new token of a login whose caller has gone", () =>
    Effect.gen(function*() {
      const [begun, go] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      let count = 0
      const login = () =>
        Effect.gen(function*() {
          count++
          yield* Deferred.succeed(begun, undefined)
          yield* Deferred.await(go)
          return token("t1")
        })
      const { get } = yield* TokenHolder.make({ login })
      const caller = yield* Effect.forkChild(get)
      yield* Deferred.await(begun)
      const leaving = yield* Effect.forkChild(Fiber.interrupt(caller))
      yield* Deferred.succeed(go, undefined)
      yield* Fiber.join(leaving)
      assert.deepStrictEqual([valueOf(yield* get), count], ["t1", 1])
    }))
})

describe("authentication", () => {
  const request: Transport.Request = { method: "POST", url: new URL("https://acme.test/"), headers: [["a", "b"]], body: "{}" }
  const bearer = ({ headers }: Transport.Request) => Transport.header(headers, "authorization")

  it.effect("logs in once for many calls that are refused with 401, and sends each once more", () =>
    Effect.gen(function*() {
      const { login, seen } = logins()
      const tokens = yield* TokenHolder.make({ login })
      const allSent = yield* Deferred.make<void>()
      const { send, sent } = wire((each, at) => {
        if (bearer(each) !== "Bearer t1") return answer(200)
        return Effect.as(at === 20 ? Deferred.succeed(allSent, undefined) : Deferred.await(allSent), answer(401))
      })
      const call = TokenHolder.authentication(tokens)(send)(request)
      const statuses = yield* Effect.all(Array.from({ length: 20 }, () => call), { concurrency: "unbounded" })
      assert.deepStrictEqual([[...new Set(statuses.map(({ status }) => status))], seen.length, sent.length], [[200], 2, 40])
    }))

  it.effect("gives the 401 back when the new token is refused too", () =>
    Effect.gen(function*() {
      const tokens = yield* TokenHolder.make({ login: logins().login })
      const { send, sent } = wire(() => answer(401))
      assert.strictEqual((yield* TokenHolder.authentication(tokens)(send)(request)).status, 401)
      assert.deepStrictEqual(sent.map(bearer), ["Bearer t1", "Bearer t2"])
    }))

  it.effect.each([
    [new AdapterError.PeerUnavailable({ status: 502 }), "TransportFailed"],
    [new AdapterError.TransportFailed({ phase: "receive", cause: "reset" }), "TransportFailed"],
    [new AdapterError.ResponseInvalid({ cause: "x" }), "TransportFailed"],
    [new AdapterError.CredentialRejected({ fault: { code: "c", message: "m" } }), "CredentialRejected"],
    [new AdapterError.RateLimited({}), "RateLimited"]
  ] as const)("says that nothing was sent when the login fails", ([failure, tag]) =>
    Effect.gen(function*() {
      const tokens = yield* TokenHolder.make({ login: () => Effect.fail(failure) })
      const { send, sent } = wire(() => answer(200))
      const reason = yield* Effect.flip(TokenHolder.authentication(tokens)(send)(request))
      assert.deepStrictEqual([reason._tag, reason.mayHaveApplied, sent.length], [tag, false, 0])
    }))
})

describe("OAuth 2", () => {
  const client = { tokenUrl: new URL("https://acme.test/token"), clientId: "me", clientSecret: Redacted.make("s") }
  const grantOf = ({ body }: Transport.Request) => new URLSearchParams(body).get("grant_type")

  it.effect("logs in by client credentials and sends the token", () =>
    Effect.gen(function*() {
      const { provide, send, sent } = wire(({ url }) => url.pathname === "/token" ? answer(200, { access_token: "t", expires_in: 300 }) : answer(200))
      const authentication = yield* provide(TokenHolder.clientCredentials(client, { scope: "orders" }))
      yield* authentication(send)({ method: "GET", url: new URL("https://acme.test/orders"), headers: [], body: "" })
      assert.deepStrictEqual(sent.map(({ url }) => url.pathname), ["/token", "/orders"])
      assert.strictEqual(Transport.header(sent[1]!.headers, "authorization"), "Bearer t")
    }))

  it.effect("goes on by the refresh token that the last answer gave", () =>
    Effect.gen(function*() {
      const { provide, sent } = wire((_, at) => answer(200, { access_token: `t${at}`, expires_in: 300, refresh_token: `r${at}` }))
      const grant = { type: "authorization_code", code: Redacted.make("c"), redirectUri: "https://us.test/" } as const
      const { get } = yield* TokenHolder.make({ login: yield* provide(TokenHolder.oauth2(client, grant)) })
      yield* get
      yield* TestClock.adjust("5 minutes")
      yield* get
      yield* TestClock.adjust("5 minutes")
      yield* get
      assert.deepStrictEqual(sent.map(grantOf), ["authorization_code", "refresh_token", "refresh_token"])
      assert.include(sent[2]!.body, "refresh_token=r2")
    }))
})
