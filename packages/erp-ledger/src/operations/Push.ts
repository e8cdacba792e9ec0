/**
 * A push that is booked here: `prepare` writes the payload as JSON, and `deliver` books it.
 */
import { AdapterError, type Operation } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type { BooksSession, Transaction } from "../BooksSession.ts"
import * as Idempotency from "../books/Idempotency.ts"
import * as Texts from "../Texts.ts"

export const push = <O extends Operation.Any>(
  operation: O,
  options: {
    /** What is wrong with a payload that can never be booked. */
    readonly check?: (payload: O["payload"]["Type"]) => AdapterError.Reason | undefined
    /** Books the payload, unless one of the keys of its delivery is stored, and stores them in the transaction of the booking. */
    readonly book: (payload: O["payload"]["Type"], keys: ReadonlyArray<string>) => Effect.Effect<void, AdapterError.Reason>
  }
): Operation.PreparedHandler<O> => {
  const codec = Schema.fromJsonString(Schema.toCodecJson(operation.payload))
  const encode = Schema.encodeResult(codec)
  const decode = Schema.decodeEffect(codec)
  return {
    prepare: (payload) => {
      const wrong = options.check?.(payload)
      return wrong === undefined
        ? Result.mapBoth(encode(payload), { onSuccess: (content) => ({ content }), onFailure: (cause) => new AdapterError.RequestInvalid({ path: "", message: String(cause) }) })
        : Result.fail(wrong)
    },
    deliver: Effect.fnUntraced(function*({ content }, { deliveryId }) {
      // What has happened is booked, whatever characters a report has.
      const payload = Texts.storable(yield* Effect.mapError(decode(content), (cause) => new AdapterError.RequestInvalid({ path: "", message: String(cause) })))
      yield* options.book(payload, Idempotency.ofDelivery(deliveryId))
      return {}
    })
  }
}

/** Books a payload in one transaction, once for each delivery. */
export const once = <Payload>(
  session: BooksSession,
  book: (payload: Payload, transaction: Transaction) => Effect.Effect<void, AdapterError.Reason>
) =>
(payload: Payload, keys: ReadonlyArray<string>) =>
  session.inTransaction(Effect.fnUntraced(function*(transaction) {
    if ((yield* Idempotency.known(session, keys)).size > 0) return
    yield* book(payload, transaction)
    yield* Idempotency.store(session, transaction, keys)
  }))
