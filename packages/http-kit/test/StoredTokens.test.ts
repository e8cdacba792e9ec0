import { Credentials, Transport } from "@crossdock/core"
import { assert, describe, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { TestClock } from "effect/testing"
import { StoredTokens } from "../src/index.ts"
import { answer, wire } from "./wire.ts"

const client = { tokenUrl: new URL("https://acme.test/token"), clientId: "me", clientSecret: Redacted.make("s") }
const request: Transport.Request = { method: "GET", url: new URL("https://acme.test/orders"), headers: [], body: "" }

/** A store of one credential for one caller; the runner's own is proven in the runner. */
const stored = (first?: Credentials.Obtained) => {
  let held = first && { ...first, version: 1 }
  const service: Credentials.Credentials["Service"] = {
    get: Effect.suspend(() => held === undefined ? Effect.fail(new Credentials.NotAuthorized()) : Effect.succeed(held)),
    refresh: (_, exchange) =>
      exchange.pipe(
        Effect.map((obtained) => (held = { ...obtained, version: (held?.version ?? 0) + 1 })),
        Effect.mapError((reason) =>
          reason._tag === "CredentialRejected"
            ? new Credentials.RenewalRefused({ message: reason.fault.code })
            : new Credentials.CredentialsUnavailable({ message: reason._tag }))
      )
  }
  return { provide: Effect.provideService(Credentials.Credentials, service), values: () => held?.values }
}

/** Issues `t1`, `t2` and so on; orders are answered to the newest token only. */
const peer = () => {
  let issued = 0
  return wire(({ headers, url }) => {
    if (url.pathname === "/token") return answer(200, { access_token: `t${++issued}`, expires_in: 300, refresh_token: `r${issued}` })
    return answer(Transport.header(headers, "authorization") === `Bearer t${issued}` ? 200 : 401)
  })
}
const grants = (sent: ReadonlyArray<Transport.Request>) =>
  sent.filter(({ url }) => url.pathname === "/token").map(({ body }) => new URLSearchParams(body).get("grant_type"))

describe("authentication", () => {
  it.effect("obtains and stores each token by client credentials, which no refresh token can end", () =>
    Effect.gen(function*() {
      const { provide: onWire, send, sent } = peer()
      const { provide, values } = stored()
      const authentication = yield* provide(onWire(StoredTokens.authentication(client, { clientCredentials: {} })))
      assert.strictEqual((yield* authentication(send)(request)).status, 200)
      yield* TestClock.adjust("5 minutes")
      assert.strictEqual((yield* authentication(send)(request)).status, 200)
      assert.deepStrictEqual(grants(sent), ["client_credentials", "client_credentials"])
      assert.strictEqual(Redacted.value(values()!["accessToken"]!), "t2")
    }))

  it.effect("renews once when the peer answers 401, and fails as refused when that does not help", () =>
    Effect.gen(function*() {
      const { provide, values } = stored({ values: { accessToken: Redacted.make("old"), refreshToken: Redacted.make("r") } })
      const { provide: onWire, send, sent } = peer()
      const authentication = yield* provide(onWire(StoredTokens.authentication(client)))
      assert.strictEqual((yield* authentication(send)(request)).status, 200)
      assert.deepStrictEqual([grants(sent), Redacted.value(values()!["accessToken"]!)], [["refresh_token"], "t1"])
      const refusing = authentication(() => Effect.succeed(answer(401)))
      assert.strictEqual((yield* Effect.flip(refusing(request)))._tag, "CredentialRejected")
    }))

  it.effect.each([
    [undefined, "NOT_AUTHORIZED"],
    [{ values: { accessToken: Redacted.make("old") }, expiresAt: DateTime.makeUnsafe(0) }, "AUTHORIZATION_REFUSED"]
  ] as const)("waits for a person where no token can be obtained, and sends nothing", ([first, code]) =>
    Effect.gen(function*() {
      const { provide: onWire, send, sent } = peer()
      const authentication = yield* stored(first).provide(onWire(StoredTokens.authentication(client)))
      const reason = yield* Effect.flip(authentication(send)(request))
      assert.deepStrictEqual([reason._tag === "CredentialRejected" && reason.fault.code, sent.length], [code, 0])
    }))
})

describe("authorization", () => {
  const redirectUrl = new URL("https://us.test/oauth/callback/acme")
  const codeVerifier = Redacted.make("the-verifier-of-the-test-with-more-than-43-characters")
  const codeChallenge = Credentials.codeChallenge(codeVerifier)
  const { exchange, url } = StoredTokens.authorization({ client: () => client, authorizeUrl: () => new URL("https://acme.test/authorize"), scope: "orders" })

  it("sends a person to the peer with the state of the runner", () => {
    const { searchParams } = url({}, { state: "s", redirectUrl, codeChallenge })
    assert.deepStrictEqual(
      [searchParams.get("state"), searchParams.get("redirect_uri"), searchParams.get("client_id"), searchParams.get("scope")],
      ["s", redirectUrl.href, "me", "orders"]
    )
  })

  it.effect("exchanges the code for tokens", () =>
    Effect.gen(function*() {
      const { provide, sent } = peer()
      const { expiresAt, values } = yield* provide(exchange({}, { params: { code: Redacted.make("c") }, redirectUrl, codeVerifier }))
      assert.deepStrictEqual([Redacted.value(values["accessToken"]!), expiresAt && DateTime.toEpochMillis(expiresAt)], ["t1", 300_000])
      assert.include(sent[0]!.body, "code=c")
      assert.strictEqual(new URLSearchParams(sent[0]!.body).get("code_verifier"), Redacted.value(codeVerifier))
    }))

  it.effect("proves by PKCE that the code is its own, unless the peer refuses that (RFC 7636)", () =>
    Effect.gen(function*() {
      const asked = url({}, { state: "s", redirectUrl, codeChallenge }).searchParams
      assert.deepStrictEqual([asked.get("code_challenge"), asked.get("code_challenge_method")], [codeChallenge, "S256"])
      const without = StoredTokens.authorization({ client: () => client, authorizeUrl: () => new URL("https://acme.test/authorize"), hasPkce: false })
      assert.isFalse(without.url({}, { state: "s", redirectUrl, codeChallenge }).searchParams.has("code_challenge"))
      const { provide, sent } = peer()
      yield* provide(without.exchange({}, { params: { code: Redacted.make("c") }, redirectUrl, codeVerifier }))
      assert.isFalse(new URLSearchParams(sent[0]!.body).has("code_verifier"))
    }))

  it.effect("is refused where the person comes back without a code", () =>
    Effect.gen(function*() {
      const { provide, sent } = peer()
      const reason = yield* Effect.flip(provide(exchange({}, { params: { error: Redacted.make("access_denied") }, redirectUrl, codeVerifier })))
      assert.deepStrictEqual([reason._tag === "CredentialRejected" && reason.fault.code, sent.length], ["access_denied", 0])
    }))
})
