/**
 * How a create is answered when a magic SKU asks for it, around the turn that books it.
 */
import type { AdapterError } from "@crossdock/core"
import * as Effect from "effect/Effect"
import type { AccountSession, Transaction } from "./AccountSession.ts"
import type { Answer } from "./Magic.ts"

/** Books in a turn of its own and answers as the magic SKU says; without one, as booked. */
export const answering = Effect.fnUntraced(function*<A>(
  session: AccountSession,
  { answer, book, entity, operation }: {
    readonly operation: string
    /** The number under which `once` counts. */
    readonly entity: string
    readonly answer: Answer | undefined
    readonly book: (transaction: Transaction) => Effect.Effect<A, AdapterError.Reason>
  }
): Effect.fn.Return<A, AdapterError.Reason> {
  if (answer?._tag === "Fails" && answer.effect === "none") {
    const fails = answer.times === "always" || (yield* session.inTransaction(() => failsFirst(session, operation, entity)))
    if (fails) return yield* Effect.fail(answer.reason())
  }
  const booked = yield* session.inTransaction(book)
  if (answer?._tag === "Fails" && answer.effect === "done") return yield* Effect.fail(answer.reason())
  if (answer?._tag === "Waits") yield* Effect.sleep(answer.time)
  return booked
})

const failsFirst = (session: AccountSession, operation: string, entity: string) =>
  Effect.map(
    session.query(
      `INSERT INTO ${session.tables.failed_once} (account, operation, entity) VALUES ($1, $2, $3)
        ON CONFLICT (account, operation, entity) DO NOTHING RETURNING entity`,
      [session.account, operation, entity]
    ),
    (rows) => rows.length > 0
  )
