/**
 * Acme's API: JSON over HTTP, with a token of OAuth 2 (client credentials). A refusal is a 4xx with `code` and `message`.
 */
import { JsonApi, TokenHolder } from "@crossdock/http-kit"
import * as Effect from "effect/Effect"
import { faults } from "./Faults.ts"
import type { Settings } from "./Settings.ts"

/** Opens the API for one account. The token is renewed before it lapses, once for all calls that wait for it. */
export const make = Effect.fnUntraced(function*({ baseUrl, clientId, clientSecret, tokenUrl }: Settings) {
  const authentication = yield* TokenHolder.clientCredentials({ tokenUrl, clientId, clientSecret })
  return yield* JsonApi.make({ baseUrl, authentication, faults })
})
