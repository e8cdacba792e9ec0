import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { TestClock } from "effect/testing"
import { Transport } from "@crossdock/core"
import { layer as transport } from "@crossdock/transport-undici"
import * as HostAllowlist from "../../src/connection/HostAllowlist.ts"
import { word } from "../../src/ShellWord.ts"
import { Accounts } from "../../src/accounts/Accounts.ts"
import * as OidcSettings from "../../src/oidc/OidcSettings.ts"
import { pathOf } from "../../src/oidc/OidcSignIn.ts"
import { providerOf, RunnerConfig } from "../../src/EnvironmentVariables.ts"
import { Database } from "../../src/store/Database.ts"
import { onBothDatabases } from "../support/Databases.ts"
import * as Oidc from "../support/OidcProvider.ts"
import { freePort } from "../support/Ports.ts"
import { inWorldOn, type World } from "../support/World.ts"
import { listening, token } from "./AdminWorld.ts"
import { send, signIn } from "./SignedIn.ts"

const returnPath = "/admin/session/oidc/return"
const asAdmin = { authorization: `Bearer ${Redacted.value(token)}` }

interface Given {
  readonly rules?: OidcSettings.OidcSettings["rules"]
  readonly claims?: (subject: string) => Record<string, unknown>
}

/** A provider, and a runner that lets people sign in by it. */
const arranged = (w: World, { claims, rules = [] }: Given = {}) =>
  Effect.gen(function*() {
    const port = yield* freePort
    const provider = yield* Effect.acquireRelease(
      Effect.promise(() => Oidc.running({ redirectUris: [`http://127.0.0.1:${port}${returnPath}`], ...(claims && { claims }) })),
      ({ stop }) => Effect.promise(stop)
    )
    const settings: OidcSettings.OidcSettings = {
      issuer: new URL(provider.issuer),
      clientId: Oidc.clientId,
      clientSecret: Redacted.make(Oidc.clientSecret),
      name: "Staff directory",
      scopes: "openid",
      rules
    }
    yield* listening(w, port, undefined, settings)
    const home = `http://127.0.0.1:${port}`
    const begin = (browser: Oidc.Browser, returnTo?: string) =>
      Effect.promise(async () => {
        const answer = await browser.get(`${home}/admin/session/oidc`, { method: "POST", headers: { "content-type": "application/json", origin: home }, body: JSON.stringify({ ...(returnTo !== undefined && { returnTo }) }) })
        const body: { readonly location: string; readonly code: string; readonly message: string } = JSON.parse(await answer.text())
        return { ...body, status: answer.status, setCookie: answer.headers.getSetCookie().join() }
      })
    const atProvider = (browser: Oidc.Browser, location: string, subject: string) => Effect.promise(() => browser.signInThere(location, subject))
    const open = (browser: Oidc.Browser, address: string) =>
      Effect.promise(async () => {
        const answer = await browser.get(address)
        const text = await answer.text()
        return { status: answer.status, location: answer.headers.get("location"), headers: answer.headers, text, code: /<small>([A-Z_]+)<\/small>/.exec(text)?.[1], setCookie: answer.headers.getSetCookie().join("\n") }
      })
    /** The whole way of a person with a new browser. */
    const signedIn = (subject: string, { browser = Oidc.browser(), returnTo }: { readonly browser?: Oidc.Browser; readonly returnTo?: string } = {}) =>
      Effect.gen(function*() {
        const { location } = yield* begin(browser, returnTo)
        return { browser, ...(yield* open(browser, yield* atProvider(browser, location, subject))) }
      })
    const state = (browser: Oidc.Browser) => Effect.promise(async () => (await browser.get(`${home}/admin/session`)).json() as Promise<Record<string, unknown>>)
    const admin = (method: string, path: string, body?: object) => send(port, { method, path, headers: asAdmin, ...(body && { body }) })
    return { port, home, provider, begin, atProvider, open, signedIn, state, admin }
  })

/** The first value, with one changed; the tests of attacks change one member of a valid token. */
const claims = (change: Record<string, unknown>) => (given: Oidc.Token): Oidc.Token => ({ ...given, claims: { ...given.claims, ...change } })
const header = (change: Record<string, unknown>) => (given: Oidc.Token): Oidc.Token => ({ ...given, header: { ...given.header, ...change } })

onBothDatabases("signing in by a provider of OpenID Connect (issue 27)", (fresh) => {
  const inWorld = inWorldOn(fresh)

  inWorld("lets in whom an administrator linked, until the account changes or ends, and nobody else", { isIdle: true }, (w) =>
    Effect.gen(function*() {
      const { admin, open, signedIn, state, port, provider } = yield* arranged(w)
      assert.deepStrictEqual(JSON.parse((yield* send(port, { path: "/admin/session/ways" })).text), { oidc: { name: "Staff directory" } })
      const stranger = yield* signedIn("anna-1")
      assert.deepInclude(stranger, { status: 403, code: "OIDC_NOT_LINKED" })
      assert.include(stranger.text, "crossdock people change &lt;your name&gt; --oidc-subject anna-1")
      assert.include(stranger.headers.get("content-security-policy"), "default-src 'none'")
      assert.deepStrictEqual([yield* state(stranger.browser)].map(({ code }) => code), ["TOKEN_REFUSED"])

      const added = yield* admin("POST", "/admin/people", { name: "Anna", role: "operator", links: ["warehouse:acc-1"], oidcSubject: "anna-1" })
      assert.deepInclude(JSON.parse(added.text), { hasPassword: false, oidc: { issuer: `${provider.issuer}/`, subject: "anna-1", isByRule: false } })
      assert.deepInclude(JSON.parse((yield* admin("POST", "/admin/people", { name: "Anna again", role: "viewer", oidcSubject: "anna-1" })).text), { code: "SUBJECT_TAKEN" })
      const anna = yield* signedIn("anna-1", { returnTo: "/orders?kind=outbound#top" })
      assert.deepInclude(anna, { status: 303, location: "/orders?kind=outbound#top" })
      assert.match(anna.setCookie, new RegExp(`crossdock-${port}=[\\w-]{43}; Max-Age=43200; Path=/; HttpOnly; SameSite=Strict`))
      assert.deepInclude(yield* state(anna.browser), { name: "Anna", via: "session", role: "operator", links: ["warehouse:acc-1"] })
      assert.strictEqual((yield* signIn(port, "Anna", "")).code, "SIGN_IN_REFUSED", "she has no password")
      const entries = yield* (yield* Database).query("select who, detail, outcome from audit where operation = 'session.oidc' order by id")
      assert.deepStrictEqual(entries.map((entry) => ({ ...entry })), [
        { who: "unknown name", detail: null, outcome: "OIDC_NOT_LINKED" },
        { who: "Anna", detail: `by ${provider.issuer}/ as anna-1`, outcome: "done" }
      ])
      // Nothing of the sign-in is left, and no token of the provider was kept.
      assert.deepStrictEqual(yield* (yield* Database).query("select * from oidc_sign_in"), [])

      yield* admin("PATCH", "/admin/people/Anna", { role: "viewer" })
      assert.deepInclude(yield* state(anna.browser), { code: "SESSION_ENDED" })
      const again = yield* signedIn("anna-1")
      assert.deepInclude(yield* state(again.browser), { name: "Anna", role: "viewer" })
      const csrf = String((yield* state(again.browser))["csrf"])
      yield* Effect.promise(() => again.browser.get(`http://127.0.0.1:${port}/admin/session`, { method: "DELETE", headers: { "x-crossdock-csrf": csrf } }))
      assert.deepInclude(yield* state(again.browser), { code: "TOKEN_REFUSED" })

      assert.include((yield* admin("PATCH", "/admin/people/Anna", { withoutOidc: true })).text, "NO_WAY_IN")
      assert.strictEqual((yield* admin("PATCH", "/admin/people/Anna", { withoutOidc: true, password: "a password of the tests" })).status, 200)
      assert.strictEqual((yield* signedIn("anna-1")).code, "OIDC_NOT_LINKED")
      assert.strictEqual((yield* signIn(port, "Anna", "a password of the tests")).status, 200)
      yield* admin("PATCH", "/admin/people/Anna", { oidcSubject: "anna-1" })
      const last = yield* signedIn("anna-1")
      assert.strictEqual(last.status, 303)
      yield* admin("DELETE", "/admin/people/Anna")
      assert.deepInclude(yield* state(last.browser), { code: "SESSION_ENDED" })
      assert.strictEqual((yield* signedIn("anna-1")).code, "OIDC_NOT_LINKED")
      assert.strictEqual((yield* open(Oidc.browser(), `http://127.0.0.1:${port}${returnPath}`)).code, "OIDC_SIGN_IN_UNKNOWN")
    }))

  inWorld("makes accounts by the rules of the operator, which go on deciding until a person changes the account", { isIdle: true }, (w) =>
    Effect.gen(function*() {
      const groups = new Map<string, unknown>([["1", ["staff", "crossdock-admins"]], ["2", "shop"], ["3", ["staff"]], ["4", undefined]])
      const names = new Map<string, unknown>([["1", "Rosa"], ["2", "Sam"], ["3", "  "]])
      const { admin, signedIn, state } = yield* arranged(w, {
        rules: [{ claim: "groups", has: "crossdock-admins", role: "administrator" }, { claim: "groups", has: "shop", role: "merchant", links: ["warehouse:acc-1"] }],
        claims: (subject) => ({ groups: groups.get(subject), preferred_username: names.get(subject), email: `${subject}@example.org` })
      })
      const rosa = yield* signedIn("1")
      assert.deepInclude(yield* state(rosa.browser), { name: "Rosa", role: "administrator" })
      const sam = yield* signedIn("2")
      assert.deepInclude(yield* state(sam.browser), { name: "Sam", role: "merchant", links: ["warehouse:acc-1"] })
      for (const other of ["3", "4"]) assert.strictEqual((yield* signedIn(other)).code, "OIDC_NOT_LINKED", other)
      const [made] = yield* (yield* Database).query("select detail from audit where who = 'Sam'")
      assert.match(String(made?.detail), /^made as merchant for warehouse:acc-1, because groups has shop; by http\S+ as 2$/)

      // Who leaves a group loses with it what it gave, and the earlier session ends.
      groups.set("1", ["shop"])
      assert.deepInclude(yield* state((yield* signedIn("1")).browser), { name: "Rosa", role: "merchant" })
      assert.deepInclude(yield* state(rosa.browser), { code: "SESSION_ENDED" })
      groups.set("1", [])
      assert.strictEqual((yield* signedIn("1")).code, "OIDC_RULE_ENDED")
      // What a person decided stands.
      yield* admin("PATCH", "/admin/people/Rosa", { role: "viewer", allLinks: true })
      assert.deepInclude(yield* state((yield* signedIn("1")).browser), { name: "Rosa", role: "viewer" })
      yield* admin("DELETE", "/admin/people/Sam")
      const ended = yield* signedIn("2")
      assert.deepInclude(ended, { status: 403, code: "OIDC_ACCOUNT_ENDED" })
      assert.include(yield* state(ended.browser), { code: "TOKEN_REFUSED" })
      assert.deepStrictEqual((yield* (yield* Accounts).all).map(({ name }) => name), ["Rosa"])
      // A person lets him in again.
      assert.strictEqual((yield* admin("POST", "/admin/people", { name: "Sam", role: "viewer", oidcSubject: "2" })).status, 200)
      assert.deepInclude(yield* state((yield* signedIn("2")).browser), { name: "Sam", role: "viewer" })
    }))

  inWorld("gives nobody the account of another by a name that the provider says", { isIdle: true }, (w) =>
    Effect.gen(function*() {
      const names = new Map<string, unknown>()
      const { admin, signedIn, state } = yield* arranged(w, {
        rules: [{ claim: "groups", has: "staff", role: "viewer" }],
        claims: (subject) => ({ groups: ["staff"], preferred_username: names.get(subject) })
      })
      yield* admin("POST", "/admin/people", { name: "Anna", role: "administrator", password: "a password of the tests" })
      for (const name of ["Anna", " ANNA ", "ａｎｎａ", "admin token", "first sign-in", "Eve (admin token)", "A\u202Enna", "x".repeat(101), { name: "Anna" }, ["Anna"], 7, true, "\u0000"]) {
        names.set("eve", name)
        const refused = yield* signedIn("eve")
        assert.deepInclude(refused, { status: 403, code: "OIDC_NAME_REFUSED" }, JSON.stringify(name))
        assert.include(yield* state(refused.browser), { code: "TOKEN_REFUSED" })
        yield* TestClock.adjust("2 minutes")
      }
      names.set("eve", "<script>Eve</script>")
      assert.deepInclude(yield* state((yield* signedIn("eve")).browser), { name: "<script>Eve</script>", role: "viewer" })
      const all = yield* (yield* Accounts).all
      assert.deepStrictEqual(all.map(({ name, role }) => [name, role]), [["<script>Eve</script>", "viewer"], ["Anna", "administrator"]])
    }))

  inWorld("believes no ID token that is forged, old, of another or for another", { isIdle: true }, (w) =>
    Effect.gen(function*() {
      const { admin, provider, signedIn, state } = yield* arranged(w)
      yield* admin("POST", "/admin/people", { name: "Anna", role: "administrator", oidcSubject: "anna" })
      const now = Math.floor(Date.now() / 1000)
      const attacks: Record<string, NonNullable<Oidc.Running["bend"]>> = {
        "the nonce of another sign-in": { change: claims({ nonce: "another" }), key: "own" },
        "no nonce": { change: claims({ nonce: undefined }), key: "own" },
        "another audience": { change: claims({ aud: "another-client" }), key: "own" },
        "several audiences, meant for another": { change: claims({ aud: [Oidc.clientId, "another"], azp: "another" }), key: "own" },
        "another issuer": { change: claims({ iss: "https://elsewhere.example" }), key: "own" },
        "an end that is over": { change: claims({ iat: now - 7200, exp: now - 3600 }), key: "own" },
        "no end": { change: claims({ exp: undefined }), key: "own" },
        "a key that the provider does not publish": { change: claims({ sub: "anna" }), key: "other" },
        "no signature": { change: header({ alg: "none" }), key: "none" },
        "the secret of the client as a key": { change: header({ alg: "HS256" }), key: "own" },
        "no subject": { change: claims({ sub: "" }), key: "own" },
        "a subject that is no text": { change: claims({ sub: { $ne: "" } }), key: "own" },
        "a subject that is too long": { change: claims({ sub: "a".repeat(256) }), key: "own" },
        "a subject that is not of ASCII": { change: claims({ sub: "änna" }), key: "own" }
      }
      for (const [attack, bend] of Object.entries(attacks)) {
        provider.bend = bend
        // Whoever attacks is known to the provider as somebody else.
        const refused = yield* signedIn("anna")
        assert.deepInclude(refused, { status: 502, code: "OIDC_ANSWER_REFUSED" }, attack)
        assert.notMatch(refused.text, /at \w+ \(|node_modules|eyJ/, attack)
        assert.deepInclude(yield* state(refused.browser), { code: "TOKEN_REFUSED" }, attack)
        yield* TestClock.adjust("2 minutes")
      }
      provider.bend = { change: (given) => given, key: "own" }
      assert.strictEqual((yield* signedIn("anna")).status, 303, "the way of bending itself is taken")
    }))

  inWorld("takes an answer once, in the browser that began, with what it was begun with", { isIdle: true }, (w) =>
    Effect.gen(function*() {
      const { admin, atProvider, begin, home, open, provider, state } = yield* arranged(w)
      yield* admin("POST", "/admin/people", { name: "Anna", role: "administrator", oidcSubject: "anna" })
      yield* admin("POST", "/admin/people", { name: "Mallory", role: "viewer", oidcSubject: "mallory" })
      const [anna, mallory] = [Oidc.browser(), Oidc.browser()]
      const begun = yield* begin(anna)
      assert.match(begun.setCookie, /^crossdock-\d+-oidc=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/)
      const asked = new URL(begun.location).searchParams
      assert.deepStrictEqual([asked.get("response_type"), asked.get("code_challenge_method"), asked.get("scope"), asked.get("redirect_uri")], ["code", "S256", "openid", `${home}${returnPath}`])
      for (const proof of ["state", "nonce", "code_challenge"]) assert.match(asked.get(proof) ?? "", /^[\w-]{43}$/)
      // What the browser keeps is in no address and not in the database.
      const secret = /=([\w-]{43})/.exec(begun.setCookie)![1]!
      assert.notInclude(begun.location, secret)
      assert.notInclude(JSON.stringify(yield* (yield* Database).query("select * from oidc_sign_in")), secret)

      // Somebody else's answer does not sign Anna in as him, and does not end what she began.
      const foreign = yield* atProvider(mallory, (yield* begin(mallory)).location, "mallory")
      assert.deepInclude(yield* open(anna, foreign), { status: 400, code: "OIDC_SIGN_IN_UNKNOWN" })
      const back = yield* atProvider(anna, begun.location, "anna")
      const changed = (name: string, value: string | undefined) => {
        const address = new URL(back)
        if (value === undefined) address.searchParams.delete(name)
        else address.searchParams.set(name, value)
        return address.href
      }
      for (const forged of [changed("state", "forged"), changed("state", undefined), changed("state", "")]) assert.strictEqual((yield* open(anna, forged)).code, "OIDC_SIGN_IN_UNKNOWN", forged)
      assert.deepInclude(yield* open(Oidc.browser(), back), { status: 400, code: "OIDC_SIGN_IN_UNKNOWN" }, "a browser that did not begin")
      const taken = yield* open(anna, back)
      assert.strictEqual(taken.status, 303)
      assert.deepInclude(yield* state(anna), { name: "Anna" })
      assert.strictEqual((yield* open(anna, back)).code, "OIDC_SIGN_IN_UNKNOWN", "it is good once")
      const kept = yield* send(Number(new URL(home).port), { path: back.slice(home.length), headers: { cookie: begun.setCookie.replace(/;.*$/s, "") } })
      assert.include(kept.text, "OIDC_SIGN_IN_UNKNOWN", "also with a cookie that was kept")
      yield* TestClock.adjust("2 minutes")

      for (const [attack, wrong] of Object.entries({
        "the code of another sign-in": (address: URL) => address.searchParams.set("code", new URL(foreign).searchParams.get("code")!),
        "another issuer (mix-up)": (address: URL) => address.searchParams.set("iss", "https://elsewhere.example"),
        "two states": (address: URL) => address.searchParams.append("state", "another"),
        "two codes": (address: URL) => address.searchParams.append("code", "another"),
        "no code": (address: URL) => address.searchParams.delete("code")
      })) {
        const browser = Oidc.browser()
        const address = new URL(yield* atProvider(browser, (yield* begin(browser)).location, "anna"))
        wrong(address)
        assert.deepInclude(yield* open(browser, address.href), { status: 502, code: "OIDC_ANSWER_REFUSED" }, attack)
        assert.deepInclude(yield* state(browser), { code: "TOKEN_REFUSED" }, attack)
      }
      const refusing = Oidc.browser()
      const { location } = yield* begin(refusing)
      const denied = new URL(`${home}${returnPath}`)
      for (const [name, value] of [["state", new URL(location).searchParams.get("state")!], ["error", "access_denied"], ["error_description", "<b>no</b>"], ["iss", provider.issuer]]) denied.searchParams.set(name!, value!)
      const shown = yield* open(refusing, denied.href)
      assert.deepInclude(shown, { status: 403, code: "OIDC_DENIED" })
      assert.notInclude(shown.text, "<b>")
      const slow = Oidc.browser()
      const late = yield* atProvider(slow, (yield* begin(slow)).location, "anna")
      yield* TestClock.adjust("10 minutes")
      assert.strictEqual((yield* open(slow, late)).code, "OIDC_SIGN_IN_UNKNOWN", "ten minutes are over")
    }))

  inWorld("does not hinder passwords while the provider is down, and says so", { isIdle: true }, (w) =>
    Effect.gen(function*() {
      const { admin, atProvider, begin, open, port, provider, signedIn } = yield* arranged(w)
      yield* admin("POST", "/admin/people", { name: "Anna", role: "administrator", oidcSubject: "anna", password: "a password of the tests" })
      yield* Effect.promise(provider.stop)
      const refused = yield* begin(Oidc.browser())
      assert.deepInclude(refused, { status: 502, code: "OIDC_UNREACHABLE", message: "Staff directory does not answer, so nobody can sign in with it now; try again later, or sign in with name and password" })
      assert.strictEqual((yield* signIn(port, "anna", "a password of the tests")).status, 200)
      yield* Effect.promise(provider.start)
      assert.strictEqual((yield* signedIn("anna")).status, 303, "it is asked again as soon as it is back")
      const browser = Oidc.browser()
      const back = yield* atProvider(browser, (yield* begin(browser)).location, "anna")
      yield* Effect.promise(provider.stop)
      assert.deepInclude(yield* open(browser, back), { status: 502, code: "OIDC_UNREACHABLE" })
      yield* Effect.promise(provider.start)
      for (const broken of [{ status: 500, type: "text/html", body: "<h1>down</h1>" }, { status: 200, type: "text/html", body: "<h1>hello</h1>" }, { status: 200, type: "application/json", body: "[" }, { status: 302, type: "text/plain", body: "" }, { status: 200, type: "application/json", body: JSON.stringify({ issuer: provider.issuer, more: "x".repeat(2_000_000) }) }]) {
        yield* TestClock.adjust("11 minutes")
        provider.broken = () => broken
        const answer = yield* begin(Oidc.browser())
        assert.deepInclude([answer.status, answer.code], 502, broken.body.slice(0, 20))
      }
      provider.broken = undefined
      for (const [what, described] of Object.entries({
        "another issuer": { issuer: "https://elsewhere.example" },
        "an authorization endpoint that is no safe address": { authorization_endpoint: "javascript:alert(1)" },
        "an authorization endpoint without TLS": { authorization_endpoint: "http://elsewhere.example/auth" }
      })) {
        yield* TestClock.adjust("11 minutes")
        provider.described = described
        assert.deepInclude(yield* begin(Oidc.browser()), { status: 502, code: "OIDC_ANSWER_REFUSED" }, what)
      }
      // No description of a provider makes the runner call a machine of its network.
      const inside = yield* Effect.acquireRelease(Effect.promise(() => Oidc.running({ redirectUris: [] })), ({ stop }) => Effect.promise(stop))
      for (const described of [{ token_endpoint: `${inside.issuer}/token` }, { jwks_uri: `${inside.issuer}/jwks` }, { token_endpoint: `http://localhost:${new URL(inside.issuer).port}/token` }, { jwks_uri: "https://169.254.169.254/keys" }]) {
        yield* TestClock.adjust("11 minutes")
        provider.described = described
        assert.deepInclude(yield* signedIn("anna"), { status: 502 }, JSON.stringify(described))
        assert.deepStrictEqual(inside.asked, [], JSON.stringify(described))
      }
    }))

  inWorld("is begun by the pages of this runner alone, and not again and again from one address", { isIdle: true }, (w) =>
    Effect.gen(function*() {
      const { begin, port } = yield* arranged(w)
      const post = (headers: Readonly<Record<string, string>>) => send(port, { method: "POST", path: "/admin/session/oidc", headers, body: {} })
      for (const foreign of [{ origin: "https://evil.example" }, { origin: "null" }, { "sec-fetch-site": "cross-site" }]) assert.strictEqual((yield* post(foreign)).code, "ORIGIN_REFUSED")
      assert.strictEqual((yield* post({ host: `10.1.2.3:${port}` })).code, "TLS_REQUIRED")
      assert.strictEqual((yield* post({ host: "evil.example" })).code, "HOST_REFUSED")
      for (let count = 0; count < 20; count++) assert.strictEqual((yield* begin(Oidc.browser())).status, 200)
      assert.deepInclude(yield* begin(Oidc.browser()), { status: 429, code: "TOO_MANY_GUESSES" })
      yield* TestClock.adjust("1 minute")
      assert.strictEqual((yield* begin(Oidc.browser())).status, 200)
      yield* TestClock.adjust("10 minutes")
      yield* begin(Oidc.browser())
      assert.strictEqual((yield* (yield* Database).query("select * from oidc_sign_in")).length, 1, "those that nobody finished are deleted")
    }))

  inWorld("asks other hosts that the provider names, if they are public and by https", { isIdle: true }, (w) =>
    Effect.gen(function*() {
      const sent: Array<string> = []
      let home = ""
      const received = (host: string) =>
        Layer.effect(Transport.Transport, Effect.map(Transport.Transport, ({ send }) =>
          Transport.Transport.of({
            send: (request) => {
              sent.push(`${host}${request.url.pathname}`)
              return send({ ...request, url: new URL(request.url.pathname, home) })
            }
          }))).pipe(Layer.provide(transport({})))
      const { admin, provider, signedIn } = yield* Effect.provideService(arranged(w), HostAllowlist.ReceivedTransport, received)
      home = provider.issuer
      provider.described = { token_endpoint: "https://tokens.example.org/token", jwks_uri: "https://keys.example.org/jwks" }
      yield* admin("POST", "/admin/people", { name: "Anna", role: "viewer", oidcSubject: "anna" })
      const anna = yield* signedIn("anna")
      assert.strictEqual(anna.status, 303, anna.text)
      assert.deepStrictEqual(sent, ["tokens.example.org/token", "keys.example.org/jwks"])
    }))

  inWorld("comes back over TLS where a trusted proxy ends it, with cookies that are only sent over TLS", { isIdle: true, server: { trustedProxies: ["127.0.0.1"] } }, (w) =>
    Effect.gen(function*() {
      const { port } = yield* arranged(w)
      const tls = { host: "10.1.2.3", origin: "https://10.1.2.3", "x-forwarded-proto": "https", "x-forwarded-for": "203.0.113.7" }
      const begun = yield* send(port, { method: "POST", path: "/admin/session/oidc", headers: tls, body: {} })
      assert.match(begun.setCookie[0] ?? "", /^__Host-crossdock-oidc=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
      assert.strictEqual(new URL(JSON.parse(begun.text).location).searchParams.get("redirect_uri"), `https://10.1.2.3${returnPath}`)
      assert.include((yield* send(port, { path: `${returnPath}?state=x`, headers: { host: `10.1.2.3:${port}` } })).text, "TLS_REQUIRED")
    }))

  inWorld("is offered and taken by nobody without a configured provider", { isIdle: true }, (w) =>
    Effect.gen(function*() {
      const port = yield* listening(w)
      assert.deepStrictEqual(JSON.parse((yield* send(port, { path: "/admin/session/ways" })).text), {})
      assert.deepInclude(yield* send(port, { method: "POST", path: "/admin/session/oidc", body: {} }), { status: 404, code: "OIDC_NOT_CONFIGURED" })
      assert.deepInclude(yield* send(port, { path: `${returnPath}?state=x&code=y` }), { status: 404 })
      const refused = yield* send(port, { method: "POST", path: "/admin/people", headers: asAdmin, body: { name: "Anna", role: "viewer", oidcSubject: "anna" } })
      assert.deepInclude(refused, { status: 409, code: "OIDC_NOT_CONFIGURED" })
      assert.strictEqual((yield* send(port, { method: "POST", path: "/admin/people", headers: asAdmin, body: { name: "Anna", role: "viewer" } })).code, "NO_WAY_IN")
    }))
})

onBothDatabases("first sign-ins by a rule, at the same time (issue 27)", (fresh) => {
  const inWorld = inWorldOn(fresh)

  inWorld("lead to the one account that the first of them makes, whatever name the provider says then", { isIdle: true }, (w) =>
    Effect.gen(function*() {
      let asked = 0
      const { atProvider, begin, open, state } = yield* arranged(w, {
        rules: [{ claim: "groups", has: "staff", role: "operator" }],
        claims: (subject) => ({ groups: ["staff"], preferred_username: subject === "1" ? "Rosa" : `Sam ${asked++}` })
      })
      for (const [subject, name] of [["1", /^Rosa$/], ["2", /^Sam \d+$/]] as const) {
        const browsers = Array.from({ length: 6 }, () => Oidc.browser())
        const returns = yield* Effect.forEach(browsers, (browser) => Effect.flatMap(begin(browser), ({ location }) => Effect.map(atProvider(browser, location, subject), (address) => ({ browser, address }))))
        const answers = yield* Effect.forEach(returns, ({ address, browser }) => open(browser, address), { concurrency: "unbounded" })
        assert.deepStrictEqual(answers.map(({ code, status }) => [status, code]), browsers.map(() => [303, undefined]))
        for (const browser of browsers) assert.match(String((yield* state(browser))["name"]), name)
      }
      const accounts = yield* Accounts
      assert.lengthOf(yield* accounts.all, 2)
      // The same holds for an administrator who links one subject to several accounts.
      const identity = { issuer: "https://login.example.org/", subject: "3" }
      const names = ["Anna", "Ben", "Eve"]
      yield* Effect.forEach(names, (name) => accounts.addPerson({ name, role: "viewer", identity: { ...identity, subject: name } }))
      const changes = yield* Effect.forEach(names, (name) => accounts.change(name, { identity }).pipe(Effect.as("linked"), Effect.catchTag("AccountRefused", ({ code }) => Effect.succeed(code))), { concurrency: "unbounded" })
      assert.deepStrictEqual(changes.toSorted(), ["SUBJECT_TAKEN", "SUBJECT_TAKEN", "linked"])
    }))
})

describe("after a sign-in by a provider (issue 27)", () => {
  it("a browser goes to pages of this runner alone", () => {
    const kept = ["/", "/orders", "/orders?kind=outbound&q=a%2Fb#x", "/orders/a%2F%2Fb", "/a//b"]
    for (const path of kept) assert.strictEqual(pathOf(path), path)
    for (const path of [undefined, "", "orders", "//evil.example", "///evil.example", "/\\evil.example", "/\t/evil.example", "/\n//evil.example", "/.//evil.example", "/..//evil.example", "/x/..//evil.example", "/%2e//evil.example", "https://evil.example", "javascript:alert(1)", "\\\\evil.example", "/admin/session", "/ADMIN", `/${"x".repeat(2000)}`]) {
      assert.strictEqual(pathOf(path), "/", JSON.stringify(path))
    }
    assert.strictEqual(pathOf("/orders\r\nset-cookie: a=b"), "/ordersset-cookie:%20a=b")
  })
})

describe("a subject in a command (issue 27)", () => {
  it("is one argument, whatever the provider says", () => {
    assert.deepStrictEqual(["248289761001", "a@b.example", "a b", "$(reboot)"].map(word), ["248289761001", "a@b.example", "'a b'", "'$(reboot)'"])
    assert.strictEqual(word("';reboot;'"), "''\\'';reboot;'\\'''")
  })
})

describe("the settings of the provider (issue 27)", () => {
  const read = (environment: Readonly<Record<string, string>>) =>
    Effect.map(RunnerConfig.parse(providerOf(environment)), ({ oidc }) => OidcSettings.read(oidc))
  const [issuer, id] = ["CROSSDOCK_OIDC_ISSUER", "CROSSDOCK_OIDC_CLIENT_ID"]
  const https = { [issuer]: "https://login.example.org/realm", [id]: "crossdock" }

  it.effect("are read with their defaults, and a secret shows nowhere", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* read({}), { settings: undefined })
      const found = yield* read({ ...https, CROSSDOCK_OIDC_CLIENT_SECRET: "never shown", CROSSDOCK_OIDC_RULES: "[{\"claim\":\"groups\",\"has\":\"a\",\"role\":\"viewer\"}]" })
      if ("problem" in found || found.settings === undefined) throw new Error("not read")
      assert.deepInclude(found.settings, { clientId: "crossdock", name: "login.example.org", scopes: "openid", rules: [{ claim: "groups", has: "a", role: "viewer" }] })
      assert.notInclude(JSON.stringify(found), "never shown")
      assert.strictEqual(Option.getOrUndefined(Option.fromNullishOr(found.settings.clientSecret)) === undefined, false)
      assert.property(yield* read({ ...https, [issuer]: "http://127.0.0.1:3000" }), "settings")
    }))

  it.effect("are refused with what to do, without a value of them", () =>
    Effect.gen(function*() {
      for (const [says, environment] of [
        ["set together", { [issuer]: "https://login.example.org" }],
        ["set together", { [id]: "crossdock" }],
        ["are missing", { CROSSDOCK_OIDC_CLIENT_SECRET: "s" }],
        ["begins with https://", { ...https, [issuer]: "http://login.example.org" }],
        ["begins with https://", { ...https, [issuer]: "http://10.0.0.1" }],
        ["begins with https://", { ...https, [issuer]: "file:///etc" }],
        ["no user name", { ...https, [issuer]: "https://a:b@login.example.org" }],
        ["names openid", { ...https, CROSSDOCK_OIDC_SCOPES: "email" }],
        ["CROSSDOCK_OIDC_RULES", { ...https, CROSSDOCK_OIDC_RULES: "admins" }],
        ["CROSSDOCK_OIDC_RULES", { ...https, CROSSDOCK_OIDC_RULES: "[{\"role\":\"viewer\"}]" }],
        ["CROSSDOCK_OIDC_RULES", { ...https, CROSSDOCK_OIDC_RULES: "[{\"claim\":\"groups\",\"has\":\"a\",\"role\":\"viewer\",\"links\":[]}]" }],
        ["CROSSDOCK_OIDC_RULES", { ...https, CROSSDOCK_OIDC_RULES: "[{\"claim\":\"groups\",\"has\":\"a\",\"role\":\"viewer\",\"link\":\"x\"}]" }]
      ] as const) {
        const found = yield* read(environment)
        assert.include("problem" in found ? found.problem : "", says, JSON.stringify(environment))
      }
    }))
})
