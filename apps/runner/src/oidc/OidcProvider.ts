/**
 * Talks to the provider by which people sign in: OpenID Connect with authorization code, PKCE, state and nonce. Nothing that it says is
 * believed before the signature, issuer, audience, time and nonce of the ID token are right, and nothing of it is kept.
 */
import { Transport } from "@crossdock/core"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import type * as OpenIdClient from "openid-client"
import * as HostAllowlist from "../connection/HostAllowlist.ts"
import { badAnswer, denied, type OidcRefused, unreachable } from "./OidcRefused.ts"
import { isSafe, type OidcSettings } from "./OidcSettings.ts"
import type { Proofs } from "./OidcTransactions.ts"

export type Claims = Readonly<Record<string, unknown>>

export interface Provider {
  /** Where the browser goes to sign in. */
  readonly address: (proofs: Proofs, redirectUri: string) => Effect.Effect<URL, OidcRefused>
  /** The claims about whoever signed in there; `answer` is the address with which the browser came back. */
  readonly identify: (proofs: Proofs, answer: URL) => Effect.Effect<{ readonly subject: string; readonly claims: Claims }, OidcRefused>
}

/** How long the addresses and capabilities of the provider are believed. */
const fresh = 600_000
const timeout = "10 seconds"
/** No answer of a provider is nearly as long. */
const longestAnswer = 1_048_576
/** The specification allows no longer subjects. */
const longestSubject = 255

/** The provider did not answer. It passes through the library, which wraps it. */
class Unreachable extends Error {}

/** The error and what caused it, the outermost first. */
const chainOf = (error: unknown): ReadonlyArray<Error> => {
  const chain: Array<Error> = []
  for (let each = error; each instanceof Error && chain.length < 5; each = each.cause) chain.push(each)
  return chain
}

/** For the log: short, on one line, and without the tokens and bodies that errors of the library carry. */
const causeOf = (chain: ReadonlyArray<Error>): string =>
  [...new Set(chain.map((each) => ("code" in each && typeof each.code === "string" ? `${each.code}: ` : "") + each.message))].join("; ").replaceAll(/[\p{Cc}\p{Cf}]/gu, " ").slice(0, 300)

const isPrintable = (text: string): boolean => /^[\x20-\x7e]+$/.test(text)

/** A subject as it may be stored and shown; undefined if the provider broke the specification. */
export const subjectOf = (subject: unknown): string | undefined =>
  typeof subject === "string" && subject.length <= longestSubject && isPrintable(subject) ? subject : undefined

/** Sends what the library wants to send through the runner's own transport, to hosts of the provider alone. */
const fetching = Effect.fnUntraced(function*(issuer: URL, announced: () => ReadonlyArray<string>) {
  const { send } = Context.get(yield* Layer.build(HostAllowlist.limited("the sign-in provider", { own: [issuer.host], announced })), Transport.Transport)
  const context = yield* Effect.context()
  const fetch: OpenIdClient.CustomFetch = async (url, { body, headers, method }) => {
    const sent = send({
      method: method === "POST" ? "POST" : "GET",
      url: new URL(url),
      headers: Object.entries(headers),
      body: typeof body === "string" ? body : body instanceof URLSearchParams ? body.toString() : "",
      timeout
    })
    const answer = await Effect.runPromiseWith(context)(Effect.result(sent))
    if (Result.isFailure(answer)) throw new Unreachable(`no answer (${answer.failure.phase})`, { cause: answer.failure.cause })
    const { body: text, headers: received, status } = answer.success
    if (text.length > longestAnswer) throw new Error("the answer is too long")
    if (status >= 500) throw new Unreachable(`HTTP ${status}`)
    return new Response(text === "" ? null : text, { status, headers: received.map(([name, value]) => [name, value]) })
  }
  return fetch
})

/** A client whose secret is sent in the way that the provider announces; without an announcement, in the usual one. */
const authentication = ({ ClientSecretBasic, ClientSecretPost, None }: typeof OpenIdClient, secret: Redacted.Redacted | undefined): OpenIdClient.ClientAuth => {
  if (secret === undefined) return None()
  const [basic, post] = [ClientSecretBasic(Redacted.value(secret)), ClientSecretPost(Redacted.value(secret))]
  return (server, client, body, headers) => {
    const taken = server.token_endpoint_auth_methods_supported
    const way = taken === undefined || taken.includes("client_secret_basic") ? basic : post
    way(server, client, body, headers)
  }
}

const hostsOf = ({ jwks_uri, token_endpoint }: OpenIdClient.ServerMetadata): ReadonlyArray<string> =>
  [token_endpoint, jwks_uri].flatMap((address) => {
    const host = address === undefined ? undefined : URL.parse(address)?.host
    // A name that begins with an asterisk would stand for others.
    return host === undefined || host.includes("*") ? [] : [host]
  })

export const make = Effect.fnUntraced(function*({ clientId, clientSecret, issuer, name, scopes }: OidcSettings) {
  let announced: ReadonlyArray<string> = []
  let known: { readonly client: typeof OpenIdClient; readonly config: OpenIdClient.Configuration; readonly at: number } | undefined
  const fetch = yield* fetching(issuer, () => announced)

  /** The refusal for a failure of the library. */
  const refusalOf = (error: unknown, client: typeof OpenIdClient | undefined): OidcRefused => {
    const chain = chainOf(error)
    const cause = causeOf(chain)
    if (chain.some((each) => each instanceof Unreachable)) return unreachable(name, cause)
    if (client !== undefined && error instanceof client.AuthorizationResponseError) return denied(name, /^[\w-]{1,60}$/.exec(error.error)?.[0] ?? "without a valid reason")
    return badAnswer(name, client !== undefined && error instanceof client.ResponseBodyError ? `${cause}: ${String(error.error).slice(0, 60)}` : cause)
  }

  /** What the provider says of itself. A failure is not kept, so the next sign-in asks again. */
  const configured = Effect.gen(function*() {
    const now = yield* Clock.currentTimeMillis
    if (known !== undefined && Math.abs(now - known.at) < fresh) return known
    // Loaded only where it is used, because a start need not wait for it.
    const client = yield* Effect.promise(() => import("openid-client"))
    const config = yield* Effect.tryPromise({
      try: () =>
        client.discovery(issuer, clientId, { client_id: clientId }, authentication(client, clientSecret), {
          [client.customFetch]: fetch,
          execute: [client.enableNonRepudiationChecks, ...(issuer.protocol === "http:" ? [client.allowInsecureRequests] : [])],
          timeout: 15
        }),
      catch: (error) => refusalOf(error, client)
    })
    announced = hostsOf(config.serverMetadata())
    known = { client, config, at: now }
    return known
  })

  const provider: Provider = {
    address: Effect.fnUntraced(function*({ nonce, state, verifier }, redirectUri) {
      const { client, config } = yield* configured
      const address = yield* Effect.tryPromise({
        try: async () =>
          client.buildAuthorizationUrl(config, {
            redirect_uri: redirectUri,
            scope: scopes,
            state,
            nonce,
            code_challenge: await client.calculatePKCECodeChallenge(verifier),
            code_challenge_method: "S256"
          }),
        catch: (error) => refusalOf(error, client)
      })
      return isSafe(address) ? address : yield* Effect.fail(badAnswer(name, "the authorization endpoint does not begin with https://"))
    }),
    identify: Effect.fnUntraced(function*({ nonce, state, verifier }, answer) {
      const { client, config } = yield* configured
      const claims = yield* Effect.tryPromise({
        try: async () => (await client.authorizationCodeGrant(config, answer, { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true })).claims(),
        catch: (error) => refusalOf(error, client)
      })
      // The library lets one vendor's tokens name another issuer than the configured one.
      if (claims === undefined || URL.parse(claims.iss)?.href !== issuer.href) return yield* Effect.fail(badAnswer(name, "the ID token is of another issuer"))
      const subject = subjectOf(claims.sub)
      return subject === undefined ? yield* Effect.fail(badAnswer(name, "the subject of the ID token is not valid")) : { subject, claims }
    })
  }
  return provider
})
