/**
 * The client for Acme's API: JSON over HTTP, with OAuth 2 tokens that a person grants in the browser. An error is a 4xx
 * with `code` and `message`.
 *
 * For client credentials, which need no person, use `StoredTokens.authentication(client(settings), { clientCredentials: {} })`
 * and no `authorization`.
 */
import { JsonApi, type OAuth2, StoredTokens } from "@crossdock/http-kit"
import * as Effect from "effect/Effect"
import { faults } from "./Faults.ts"
import type { Settings } from "./Settings.ts"

const client = ({ clientId, clientSecret, tokenUrl }: Settings): OAuth2.Client => ({ tokenUrl, clientId, clientSecret })

/** The authorization code flow: where a person grants access, and how the code is exchanged (RFC 6749, with PKCE). */
export const authorization = StoredTokens.authorization({ client, authorizeUrl: ({ authorizeUrl }: Settings) => authorizeUrl })

/** Makes the client for one account. The runner stores the tokens for all its nodes; one of them renews them before they expire. */
export const make = Effect.fnUntraced(function*(settings: Settings) {
  const authentication = yield* StoredTokens.authentication(client(settings))
  return yield* JsonApi.make({ baseUrl: settings.baseUrl, authentication, faults })
})
