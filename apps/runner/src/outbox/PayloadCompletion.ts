/**
 * Completes the payload of a delivery right before it is prepared, with what was not known when it was stored. Each contract
 * knows what its messages may lack.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { DatabaseFailed, Row } from "../store/Database.ts"

export class PayloadCompletion extends Context.Service<PayloadCompletion, {
  /** Returns the payload of a delivery with what is known now. */
  readonly complete: (delivery: Row, payload: unknown) => Effect.Effect<unknown, DatabaseFailed>
}>()("@crossdock/runner/outbox/PayloadCompletion") {}
