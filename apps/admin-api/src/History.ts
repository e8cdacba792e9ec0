/**
 * Schemas that orders, intents and deliveries share: kind, attempts and history.
 */
import * as Schema from "effect/Schema"
import { Instant } from "./CommonSchemas.ts"

/** A kind of one of the contracts of the runner, such as `outbound`. */
export const OrderKind = Schema.NonEmptyString

export const Attempt = Schema.Struct({
  number: Schema.Int,
  kind: Schema.String,
  at: Instant,
  tookMillis: Schema.Int,
  outcome: Schema.String,
  detail: Schema.optionalKey(Schema.String)
})
export type Attempt = typeof Attempt.Type

export const Said = Schema.Struct({
  at: Instant,
  who: Schema.String,
  what: Schema.String,
  detail: Schema.optionalKey(Schema.String)
})
export type Said = typeof Said.Type
