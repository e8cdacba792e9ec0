/**
 * Completes the payload of a delivery right before it is prepared, with what was not known when it was stored. Each contract
 * knows what its messages may lack.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { DatabaseFailed, Row } from "../store/Database.ts"

/** What completes the payloads of some operations. */
export interface Completion {
  /** The names of the operations. */
  readonly operations: ReadonlyArray<string>
  readonly complete: (delivery: Row, payload: unknown) => Effect.Effect<unknown, DatabaseFailed>
}

export class PayloadCompletion extends Context.Service<PayloadCompletion, {
  /** Returns the payload of a delivery with what is known now. */
  readonly complete: (delivery: Row, payload: unknown) => Effect.Effect<unknown, DatabaseFailed>
}>()("@crossdock/runner/outbox/PayloadCompletion") {
  static readonly layer = <R>(all: ReadonlyArray<Effect.Effect<Completion, never, R>>) =>
    Layer.effect(
      PayloadCompletion,
      Effect.map(Effect.all(all), (completions) => {
        const byName = new Map(completions.flatMap(({ complete, operations }) => operations.map((name) => [name, complete] as const)))
        return PayloadCompletion.of({
          complete: (delivery, payload) => byName.get(delivery.operation)?.(delivery, payload) ?? Effect.succeed(payload)
        })
      })
    )
}
