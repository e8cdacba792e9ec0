/**
 * Schemas that orders, intents and deliveries share: kind, attempts and history.
 */
import * as Schema from "effect/Schema"
import { described, Instant } from "./CommonSchemas.ts"

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

/** A sentence for people, with what it is made of, so that a program can say it in another language. */
export const Sentence = Schema.Struct({
  code: Schema.String.annotate(described("Stable, such as SHIPPED or HELD")),
  params: Schema.Record(Schema.String, Schema.String).annotate(described("Times in ISO 8601, names, numbers, and in `because` the words of another system or of a person")),
  text: Schema.String
})
export type Sentence = typeof Sentence.Type
