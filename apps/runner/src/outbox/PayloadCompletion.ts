/**
 * Completes a delivery right before it is sent, with what was not known when it was stored: its payload before it is prepared, and
 * the address that its receiver has announced. Each contract knows what its messages may lack.
 */
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { DatabaseFailed, Row } from "../store/Database.ts"

/** A message that must not be sent yet. It is completed again after a while, and no attempt is counted. */
export class NotReady extends Data.TaggedError("NotReady")<{
  /** What is missing, for the operator who looks at the delivery. */
  readonly because: string
}> {}

/** What completes the payloads of some operations. */
export interface Completion {
  /** The names of the operations. */
  readonly operations: ReadonlyArray<string>
  readonly complete?: (delivery: Row, payload: unknown) => Effect.Effect<unknown, DatabaseFailed | NotReady>
  /** The address that the receiver has announced for a delivery. Undefined: none, so the settings of the connection have it. */
  readonly addressOf?: (delivery: Row) => Effect.Effect<URL | undefined, DatabaseFailed | NotReady>
}

export class PayloadCompletion extends Context.Service<PayloadCompletion, {
  /** Returns the payload of a delivery with what is known now. */
  readonly complete: (delivery: Row, payload: unknown) => Effect.Effect<unknown, DatabaseFailed | NotReady>
  /** Returns the address that the receiver of a delivery has announced for it. */
  readonly addressOf: (delivery: Row) => Effect.Effect<URL | undefined, DatabaseFailed | NotReady>
}>()("@crossdock/runner/outbox/PayloadCompletion") {
  static readonly layer = <R>(all: ReadonlyArray<Effect.Effect<Completion, never, R>>) =>
    Layer.effect(
      PayloadCompletion,
      Effect.map(Effect.all(all), (completions) => {
        // Two modules of a contract may complete the same operation, each in its own way.
        const byName = new Map<string, Omit<Completion, "operations">>()
        for (const { operations, ...completion } of completions) {
          for (const name of operations) byName.set(name, { ...byName.get(name), ...completion })
        }
        return PayloadCompletion.of({
          complete: (delivery, payload) => byName.get(delivery.operation)?.complete?.(delivery, payload) ?? Effect.succeed(payload),
          addressOf: (delivery) => byName.get(delivery.operation)?.addressOf?.(delivery) ?? Effect.undefined
        })
      })
    )
}
