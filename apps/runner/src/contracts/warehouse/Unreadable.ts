/**
 * Orders that a warehouse has and cannot show. Such an order never counts as absent: an absent order is sent again, and a cancel of it
 * is answered as if there were none.
 */
import { AdapterError } from "@crossdock/core"
import * as Effect from "effect/Effect"

interface Answer {
  readonly unreadable?: ReadonlyArray<string>
}

/** The failure of a query about an order that the warehouse has and cannot show. */
export const failure = (connection: string, operation: string, number: string): AdapterError.AdapterError =>
  new AdapterError.AdapterError({
    adapter: connection,
    operation,
    reason: new AdapterError.ResponseInvalid({ cause: `${number} is at the warehouse and cannot be read` })
  })

/** Fails a query about one order if the answer says that the order could not be read. */
export const refused = (connection: string, operation: string, number: string) =>
  <A extends Answer, R>(query: Effect.Effect<A, AdapterError.AdapterError, R>): Effect.Effect<A, AdapterError.AdapterError, R> =>
    Effect.flatMap(query, (answer) => answer.unreadable?.includes(number) === true ? Effect.fail(failure(connection, operation, number)) : Effect.succeed(answer))
