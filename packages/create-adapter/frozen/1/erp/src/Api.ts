/**
 * The client for Acme's API: JSON over HTTP, with a key in a header. An error is a 4xx with `code` and `message`.
 */
import { Authentication, JsonApi } from "@crossdock/http-kit"
import * as Schema from "effect/Schema"
import { faults } from "./Faults.ts"
import type { Settings } from "./Settings.ts"

/** Settings that all messages share. */
export const message = {
  response: Schema.Struct({ taken: Schema.Literal(true) }),
  /** The header with the delivery id, which is the same in each attempt, so that Acme can recognize a repeat. */
  idempotencyHeader: "idempotency-key"
} as const

/** Makes the client for one account. */
export const make = ({ apiKey, baseUrl }: Settings) =>
  JsonApi.make({ baseUrl, authentication: Authentication.bearer(apiKey), faults })
