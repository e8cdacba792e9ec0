/**
 * Acme's API: JSON over HTTP, with a key in a header. A refusal is a 4xx with `code` and `message`.
 */
import { Authentication, JsonApi } from "@crossdock/http-kit"
import * as Schema from "effect/Schema"
import { faults } from "./Faults.ts"
import type { Settings } from "./Settings.ts"

/** What each message has beside its own route and body. */
export const message = {
  response: Schema.Struct({ taken: Schema.Literal(true) }),
  /** The same in every attempt, so that Acme may recognise a repeat. */
  idempotencyHeader: "idempotency-key"
} as const

/** Opens the API for one account. */
export const make = ({ apiKey, baseUrl }: Settings) =>
  JsonApi.make({ baseUrl, authentication: Authentication.bearer(apiKey), faults })
