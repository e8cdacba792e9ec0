/**
 * OAuth 2 with tokens that the runner stores (core's `Credentials`): encrypted, shared by all nodes, and exchanged by one
 * caller at a time. Use this instead of `TokenHolder` if a refresh token works only once.
 */
import { AdapterError, type Contract, Credentials, type DurationWithUnit, Transport } from "@crossdock/core"
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type { Authentication } from "./Authentication.ts"
import * as OAuth2 from "./OAuth2.ts"

const toObtained = ({ accessToken, expiresAt, refreshToken }: OAuth2.Token): Credentials.Obtained => ({
  values: { accessToken, ...(refreshToken && { refreshToken }) },
  ...(expiresAt !== undefined && { expiresAt: DateTime.makeUnsafe(expiresAt) })
})

/** Exchanges a grant for a token. If the answer has no refresh token, the old one is kept. */
const obtain = Effect.fnUntraced(function*(client: OAuth2.Client, grant: OAuth2.Grant): Effect.fn.Return<Credentials.Obtained, AdapterError.Reason, Transport.Transport> {
  const { send } = yield* Transport.Transport
  const response = yield* send(OAuth2.request(client, grant))
  const token = yield* Effect.fromResult(OAuth2.read(response, yield* Clock.currentTimeMillis))
  return toObtained({ ...(grant.type === "refresh_token" && { refreshToken: grant.refreshToken }), ...token })
})

const refused = (code: string, message: string) => new AdapterError.CredentialRejected({ fault: { code, message } })

export interface CodeFlow<Settings> {
  readonly client: (settings: Settings) => OAuth2.Client
  /** The URL at which a person grants access. */
  readonly authorizeUrl: (settings: Settings) => URL
  readonly scope?: string
  /** Whether to send the parameters of PKCE (RFC 7636). Set it to false only for a peer that refuses them. Default: true. */
  readonly hasPkce?: boolean
}

/** Makes the `authorization` of a plugin for the authorization code flow. */
export const authorization = <Settings>({ authorizeUrl, client, hasPkce = true, scope }: CodeFlow<Settings>): Contract.Authorization<Settings> => ({
  url: (settings, { codeChallenge, redirectUrl, state }) =>
    OAuth2.authorizationUrl({
      authorizeUrl: authorizeUrl(settings),
      clientId: client(settings).clientId,
      redirectUri: redirectUrl.href,
      state,
      ...(hasPkce && { codeChallenge }),
      ...(scope !== undefined && { scope })
    }),
  exchange: (settings, { codeVerifier, params: { code, error }, redirectUrl }) =>
    code === undefined
      ? Effect.fail(refused(error === undefined ? "NO_CODE" : Redacted.value(error), "the peer redirected the person back without a code, so no access was granted"))
      : obtain(client(settings), { type: "authorization_code", code, redirectUri: redirectUrl.href, ...(hasPkce && { codeVerifier }) })
})

export interface Options {
  /** Obtains tokens by client credentials, without a person or a refresh token. If absent, a person must authorize the connection. */
  readonly clientCredentials?: { readonly scope?: string }
  /** How long before it expires a token is renewed. Default: one minute. */
  readonly margin?: DurationWithUnit
}

/** Sends the stored token as `authorization: Bearer …`. After a 401 it renews the token and sends the request once more. */
export const authentication = Effect.fnUntraced(function*(
  client: OAuth2.Client,
  { clientCredentials, margin }: Options = {}
): Effect.fn.Return<Authentication, never, Credentials.Credentials | Transport.Transport> {
  const credentials = yield* Credentials.Credentials
  const transport = yield* Transport.Transport
  const exchange = (grant: OAuth2.Grant) => Effect.provideService(obtain(client, grant), Transport.Transport, transport)
  const begin = clientCredentials && exchange({ type: "client_credentials", ...clientCredentials })
  const run = Credentials.makeCredentialedCall(credentials, {
    renew: ({ values: { refreshToken } }) => {
      if (begin !== undefined) return begin
      return refreshToken === undefined
        ? Effect.fail(refused("NO_REFRESH_TOKEN", "the token cannot be renewed; a person must authorize the connection again"))
        : exchange({ type: "refresh_token", refreshToken })
    },
    ...(begin && { begin }),
    ...(margin !== undefined && { margin })
  })
  return (send) => (request) =>
    run(Effect.fnUntraced(function*({ values: { accessToken } }) {
      const token = accessToken === undefined ? "" : Redacted.value(accessToken)
      const response = yield* send({ ...request, headers: [...request.headers, ["authorization", `Bearer ${token}`]] })
      if (response.status === 401) return yield* refused("HTTP_401", "the peer answered 401 to the access token")
      return response
    }))
})
