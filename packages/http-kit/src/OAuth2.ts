/**
 * OAuth 2.0 (RFC 6749) as pure functions: the authorization URL, the request for a token, and its answer. They store
 * nothing; `StoredTokens` and `TokenHolder` do.
 */
import { AdapterError, Json, Transport } from "@crossdock/core"
import * as Base64 from "effect/encoding/Base64"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as Refusal from "./Refusal.ts"

export interface Client {
  readonly tokenUrl: URL
  readonly clientId: string
  /** If absent, the client is public and sends only its id. */
  readonly clientSecret?: Redacted.Redacted
  /** Where the secret is sent: in the header `authorization` or in the body. Default: `header`. */
  readonly clientAuthentication?: "header" | "body"
}

export type Grant =
  | { readonly type: "client_credentials"; readonly scope?: string }
  | { readonly type: "authorization_code"; readonly code: Redacted.Redacted; readonly redirectUri: string; readonly codeVerifier?: Redacted.Redacted }
  | { readonly type: "refresh_token"; readonly refreshToken: Redacted.Redacted; readonly scope?: string }

export interface Token {
  readonly accessToken: Redacted.Redacted
  /** In milliseconds since 1970. Absent if the answer does not say when the token expires. */
  readonly expiresAt?: number
  readonly refreshToken?: Redacted.Redacted
  readonly scope?: string
}

export interface Authorization {
  readonly authorizeUrl: URL
  readonly clientId: string
  readonly redirectUri: string
  /** A random value that is compared when the person comes back, which prevents the use of a foreign code (CSRF). */
  readonly state: string
  readonly scope?: string
  /** The S256 challenge of PKCE (RFC 7636). */
  readonly codeChallenge?: string
}

/** Makes the URL at which a person grants access. */
export const authorizationUrl = ({ authorizeUrl, clientId, codeChallenge, redirectUri, scope, state }: Authorization): URL => {
  const url = new URL(authorizeUrl)
  const parameters = {
    response_type: "code",
    client_id: clientId,
    redirect_uri: redirectUri,
    state,
    ...(scope !== undefined && { scope }),
    ...(codeChallenge !== undefined && { code_challenge: codeChallenge, code_challenge_method: "S256" })
  }
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return url
}

const fieldsOf = (grant: Grant): Readonly<Record<string, string>> => {
  switch (grant.type) {
    case "client_credentials":
      return { ...(grant.scope !== undefined && { scope: grant.scope }) }
    case "authorization_code":
      return {
        code: Redacted.value(grant.code),
        redirect_uri: grant.redirectUri,
        ...(grant.codeVerifier && { code_verifier: Redacted.value(grant.codeVerifier) })
      }
    case "refresh_token":
      return { refresh_token: Redacted.value(grant.refreshToken), ...(grant.scope !== undefined && { scope: grant.scope }) }
  }
}

/** Encodes a value as in a form, which RFC 6749 (2.3.1) requires for id and secret in the header. */
const formEncoded = (text: string): string => new URLSearchParams({ "": text }).toString().slice(1)

/** Makes the request that exchanges a grant for a token. */
export const request = (client: Client, grant: Grant): Transport.Request => {
  const { clientAuthentication = "header", clientId, clientSecret, tokenUrl } = client
  const isInHeader = clientSecret !== undefined && clientAuthentication === "header"
  const fields = {
    grant_type: grant.type,
    ...fieldsOf(grant),
    ...(!isInHeader && { client_id: clientId }),
    ...(clientSecret && !isInHeader && { client_secret: Redacted.value(clientSecret) })
  }
  const login = () => Base64.encode(`${formEncoded(clientId)}:${formEncoded(Redacted.value(clientSecret!))}`)
  return {
    method: "POST",
    url: tokenUrl,
    headers: [
      ["accept", "application/json"],
      ["content-type", "application/x-www-form-urlencoded"],
      ...(isInHeader ? [["authorization", `Basic ${login()}`] as const] : [])
    ],
    body: new URLSearchParams(fields).toString()
  }
}

const Seconds = Schema.Finite.check(Schema.isGreaterThanOrEqualTo(0))
const Answer = Schema.Struct({
  access_token: Schema.NonEmptyString,
  /** Some servers send the seconds as text. */
  expires_in: Schema.optionalKey(Schema.NullOr(Schema.Union([Seconds, Schema.FiniteFromString]))),
  refresh_token: Schema.optionalKey(Schema.NullOr(Schema.String)),
  scope: Schema.optionalKey(Schema.NullOr(Schema.String))
})
const decodeAnswer = Schema.decodeUnknownResult(Answer)

const fault = Refusal.faultIn(
  Schema.Struct({ error: Schema.String, error_description: Schema.optionalKey(Schema.String) }),
  ({ error, error_description }) => ({ code: error, message: error_description ?? "the server refused to issue a token" })
)

const faults: Refusal.FaultTable = { server_error: "PeerUnavailable", temporarily_unavailable: "PeerUnavailable" }

/** Statuses below 500 that say nothing about the grant: a timeout, and a page of a firewall or proxy. */
const passing: ReadonlySet<number> = new Set([403, 408])

const withoutText = (status: number): AdapterError.Fault => ({ code: `HTTP_${status}`, message: "the server refused to issue a token, without a readable error message" })

/**
 * Reads the token from the answer to `request`. `now` is in milliseconds since 1970. If the answer has no refresh token,
 * that of `previous` is kept. Every refusal is `CredentialRejected`.
 */
export const read = (response: Transport.Response, now: number, previous?: Token): Result.Result<Token, AdapterError.Reason> => {
  const json = Result.getOrUndefined(Json.parse(response.body))
  if (response.status < 200 || response.status > 299) {
    const reason = Refusal.fromResponse(response, json, { fault, faults }, now)
    if (reason._tag === "FaultUnlisted") return Result.fail(new AdapterError.CredentialRejected({ fault: reason.fault }))
    const isRefusal = reason._tag === "PeerUnavailable" && reason.fault === undefined && response.status < 500 && !passing.has(response.status)
    return Result.fail(isRefusal ? new AdapterError.CredentialRejected({ fault: withoutText(response.status) }) : reason)
  }
  if (json === undefined && Refusal.isPage(response)) return Result.fail(new AdapterError.PeerUnavailable({ status: response.status }))
  return Result.mapBoth(decodeAnswer(json), {
    onFailure: () => new AdapterError.ResponseInvalid({ cause: "the answer of the token endpoint has no access token" }),
    onSuccess: ({ access_token, expires_in, refresh_token, scope }): Token => {
      const refreshToken = refresh_token ? Redacted.make(refresh_token, { label: "refreshToken" }) : previous?.refreshToken
      return {
        accessToken: Redacted.make(access_token, { label: "accessToken" }),
        ...(typeof expires_in === "number" && { expiresAt: now + expires_in * 1000 }),
        ...(refreshToken && { refreshToken }),
        ...(typeof scope === "string" && { scope })
      }
    }
  })
}
