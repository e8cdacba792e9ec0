/**
 * Acme's API: JSON over HTTP, with tokens of OAuth 2 that a person grants in the browser. A refusal is a 4xx with `code`
 * and `message`.
 *
 * Client credentials need no person: `StoredTokens.authentication(client(settings), { clientCredentials: {} })`, and no
 * `authorization`.
 */
import { JsonApi, type OAuth2, StoredTokens } from "@crossdock/http-kit"
import * as Effect from "effect/Effect"
import { faults } from "./Faults.ts"
import type { Settings } from "./Settings.ts"

const client = ({ clientId, clientSecret, tokenUrl }: Settings): OAuth2.Client => ({ tokenUrl, clientId, clientSecret })

/** Where a person grants access, and what becomes of the code that comes back (RFC 6749, with PKCE). */
export const authorization = StoredTokens.authorization({ client, authorizeUrl: ({ authorizeUrl }: Settings) => authorizeUrl })

/** Opens the API for one account. The runner keeps the tokens for all its nodes; one of them renews before they expire. */
export const make = Effect.fnUntraced(function*(settings: Settings) {
  const authentication = yield* StoredTokens.authentication(client(settings))
  return yield* JsonApi.make({ baseUrl: settings.baseUrl, authentication, faults })
})
