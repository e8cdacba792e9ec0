/**
 * Acme's OAuth 2 server in memory. A person grants access, a code works once and only with its PKCE verifier, access tokens
 * expire after five minutes, and a refresh token works once.
 */
import { Credentials, type Transport } from "@crossdock/core"
import type { AccountFixture } from "@crossdock/testkit/peers"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"

/** The settings of the tests. */
export interface Account {
  readonly clientId: string
  readonly clientSecret: string
}

const json = (status: number, body: object): Transport.Response => ({
  status,
  headers: [["content-type", "application/json"]],
  body: JSON.stringify(body)
})

export const make = ({ clientId, clientSecret }: Account) => {
  const accepted = new Set<string>()
  const refreshTokens = new Set<string>()
  /** The PKCE challenge of each code that was not used yet. */
  const codes = new Map<string, string>()
  let issued = 0

  const give = () => {
    const tokens = { access_token: `access-${++issued}`, refresh_token: `refresh-${issued}` }
    accepted.add(tokens.access_token)
    refreshTokens.add(tokens.refresh_token)
    return tokens
  }
  const isCode = (code: string, verifier: string): boolean => {
    const isOwn = codes.get(code) === Credentials.codeChallenge(Redacted.make(verifier))
    return isOwn && codes.delete(code)
  }

  /** Grants access and redirects the person back with a code. */
  const grant = ({ searchParams }: URL): URL => {
    const back = new URL(searchParams.get("redirect_uri") ?? "")
    const code = `code-${codes.size + issued + 1}`
    codes.set(code, searchParams.get("code_challenge") ?? "")
    back.searchParams.set("code", code)
    back.searchParams.set("state", searchParams.get("state") ?? "")
    return back
  }
  /** Grants access as a person does at this URL, and returns the parameters with which the person comes back. */
  const authorization: NonNullable<AccountFixture["authorization"]> = {
    grant: (url) => Effect.sync(() => Object.fromEntries([...grant(url).searchParams].map(([name, value]) => [name, Redacted.make(value)]))),
    wrong: { code: Redacted.make("code-of-nobody") },
    accepts: ({ accessToken }) => Effect.sync(() => accessToken !== undefined && accepted.has(Redacted.value(accessToken)))
  }

  return {
    grant,
    authorization,
    /** Answers requests to the token URL. */
    issue: (header: string | undefined, body: string): Transport.Response => {
      if (header !== `Basic ${btoa(`${clientId}:${clientSecret}`)}`) return json(401, { error: "invalid_client" })
      const { code = "", code_verifier = "", grant_type, refresh_token = "" } = Object.fromEntries(new URLSearchParams(body))
      const isGood = grant_type === "refresh_token" ? refreshTokens.delete(refresh_token) : isCode(code, code_verifier)
      return isGood ? json(200, { ...give(), token_type: "Bearer", expires_in: 300 }) : json(400, { error: "invalid_grant" })
    },
    accepts: (token: string): boolean => accepted.has(token),
    /** The credential that a person's authorization obtained before the test. */
    first: (): Credentials.Obtained => {
      const { access_token, refresh_token } = give()
      return { values: { accessToken: Redacted.make(access_token), refreshToken: Redacted.make(refresh_token) } }
    },
    expiry: { expire: Effect.sync(() => accepted.clear()), issued: Effect.sync(() => issued) },
    count: () => issued
  }
}

export type Issuer = ReturnType<typeof make>
