import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { OAuth2 } from "../src/index.ts"
import { holds } from "./property.ts"
import { answer } from "./wire.ts"

const client: OAuth2.Client = { tokenUrl: new URL("https://acme.test/token"), clientId: "me", clientSecret: Redacted.make("s&cret") }
const fieldsOf = (body: string) => Object.fromEntries(new URLSearchParams(body))

describe("the request for a token", () => {
  it("carries client credentials in the header", () => {
    const { body, headers, method } = OAuth2.request(client, { type: "client_credentials", scope: "orders" })
    assert.deepStrictEqual([method, fieldsOf(body)], ["POST", { grant_type: "client_credentials", scope: "orders" }])
    assert.deepStrictEqual(headers.at(-1), ["authorization", `Basic ${btoa("me:s%26cret")}`])
  })

  it("carries client credentials in the body where the server wants them there", () => {
    const { body, headers } = OAuth2.request({ ...client, clientAuthentication: "body" }, { type: "client_credentials" })
    assert.deepStrictEqual(fieldsOf(body), { grant_type: "client_credentials", client_id: "me", client_secret: "s&cret" })
    assert.isFalse(headers.some(([name]) => name === "authorization"))
  })

  it("exchanges a code, with the verifier of a public client", () => {
    const { clientSecret: _, ...open } = client
    const grant = { type: "authorization_code", code: Redacted.make("c"), redirectUri: "https://us.test/back", codeVerifier: Redacted.make("v") } as const
    assert.deepStrictEqual(fieldsOf(OAuth2.request(open, grant).body), {
      grant_type: "authorization_code",
      code: "c",
      redirect_uri: "https://us.test/back",
      code_verifier: "v",
      client_id: "me"
    })
  })

  it("exchanges a refresh token", () => {
    const { body } = OAuth2.request(client, { type: "refresh_token", refreshToken: Redacted.make("r") })
    assert.deepStrictEqual(fieldsOf(body), { grant_type: "refresh_token", refresh_token: "r" })
  })

  it.effect("carries any id and secret so that they are read back", () =>
    holds(Arbitrary.schema(Schema.Tuple([Schema.String, Schema.String])), ([clientId, secret]) => {
      if (/\p{Surrogate}/u.test(clientId + secret)) return true // half a character has no form in UTF-8
      const { headers } = OAuth2.request({ ...client, clientId, clientSecret: Redacted.make(secret) }, { type: "client_credentials" })
      const [, value = ""] = headers.at(-1)!
      const [id, ...rest] = Buffer.from(value.slice("Basic ".length), "base64").toString().split(":")
      const plain = (text = "") => new URLSearchParams(`v=${text}`).get("v")
      return rest.length === 1 && plain(id) === clientId && plain(rest[0]) === secret
    }))
})

it("sends a person to the address that names client, state and challenge", () => {
  const url = OAuth2.authorizationUrl({
    authorizeUrl: new URL("https://acme.test/authorize?tenant=7"),
    clientId: "me",
    redirectUri: "https://us.test/back",
    state: "s",
    scope: "a b",
    codeChallenge: "ch"
  })
  assert.deepStrictEqual(fieldsOf(url.search), {
    tenant: "7",
    response_type: "code",
    client_id: "me",
    redirect_uri: "https://us.test/back",
    state: "s",
    scope: "a b",
    code_challenge: "ch",
    code_challenge_method: "S256"
  })
})

describe("the answer", () => {
  const read = (status: number, body: unknown, previous?: OAuth2.Token) => OAuth2.read(answer(status, body), 1000, previous)

  it.each([
    [{ access_token: "a", token_type: "Bearer", expires_in: 60, refresh_token: "r", scope: "x" }, { a: "a", expiresAt: 61_000, r: "r", scope: "x" }],
    [{ access_token: "a", expires_in: "60" }, { a: "a", expiresAt: 61_000, r: "old", scope: undefined }],
    [{ access_token: "a", expires_in: null, refresh_token: null, scope: null }, { a: "a", expiresAt: undefined, r: "old", scope: undefined }]
  ])("holds the token: %j", (body, expected) => {
    const { accessToken, expiresAt, refreshToken, scope } = Result.getOrThrow(
      read(200, body, { accessToken: Redacted.make("b"), refreshToken: Redacted.make("old") })
    )
    assert.deepStrictEqual({ a: Redacted.value(accessToken), expiresAt, r: refreshToken && Redacted.value(refreshToken), scope }, expected)
  })

  it.each([
    [400, { error: "invalid_grant", error_description: "revoked" }, "CredentialRejected"],
    [401, { error: "invalid_client" }, "CredentialRejected"],
    [404, "", "CredentialRejected"],
    [400, { error: "temporarily_unavailable" }, "PeerUnavailable"],
    [429, "", "RateLimited"],
    [502, "<html>", "PeerUnavailable"],
    [200, "<html>", "PeerUnavailable"],
    [200, { token: "a" }, "ResponseInvalid"],
    [200, { access_token: "" }, "ResponseInvalid"],
    [200, "", "ResponseInvalid"]
  ])("HTTP %i %j means %s", (status, body, tag) => {
    assert.strictEqual(Result.getOrThrow(Result.flip(read(status, body)))._tag, tag)
  })

  it("shows no token where it is printed", () => {
    const printed = String(JSON.stringify(Result.getOrThrow(read(200, { access_token: "a-secret", refresh_token: "r-secret" }))))
    assert.notMatch(printed, /[ar]-secret/)
  })
})
