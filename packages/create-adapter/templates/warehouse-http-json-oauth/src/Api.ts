/**
 * Acme's API: JSON over HTTP, with a token of OAuth 2 (client credentials). A refusal is a 4xx with `code` and `message`.
 */
import { JsonApi, StoredTokens } from "@crossdock/http-kit"
import * as Effect from "effect/Effect"
import { faults } from "./Faults.ts"
import type { Settings } from "./Settings.ts"

/** Opens the API for one account. The runner keeps the token for all its nodes; it is renewed once, before it lapses. */
export const make = Effect.fnUntraced(function*({ baseUrl, clientId, clientSecret, tokenUrl }: Settings) {
  const authentication = yield* StoredTokens.authentication({ tokenUrl, clientId, clientSecret }, { clientCredentials: {} })
  return yield* JsonApi.make({ baseUrl, authentication, faults })
})
