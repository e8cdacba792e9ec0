/**
 * The refusals of a store. Each peer writes them in the error format of its protocol.
 */
import * as Effect from "effect/Effect"

export type Code =
  | "DUPLICATE"
  | "NOT_FOUND"
  | "NOT_CANCELLABLE"
  | "UNKNOWN_SKU"
  | "UNKNOWN_WAREHOUSE"
  | "UNKNOWN_CHANNEL"
  | "INVALID"
  | "CODE_UNKNOWN"

export interface Refusal {
  readonly code: Code
  readonly message: string
}

export const refuse = (code: Code, message: string): Effect.Effect<never, Refusal> => Effect.fail({ code, message })
