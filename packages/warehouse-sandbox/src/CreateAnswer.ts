/**
 * Answers a create as a magic SKU demands, such as with a failure before or after the transaction.
 */
import type { AdapterError } from "@crossdock/core"
import * as Effect from "effect/Effect"
import type { AccountSession, Transaction } from "./AccountSession.ts"
import type { Answer } from "./MagicSkus.ts"

/** Runs `book` in a transaction and answers as the magic SKU demands, or with the result. */
export const answerCreate = Effect.fnUntraced(function*<A>(
  session: AccountSession,
  { answer, book, entity, operation }: {
    readonly operation: string
    /** The number for which a failure `once` is counted. */
    readonly entity: string
    readonly answer: Answer | undefined
    readonly book: (transaction: Transaction) => Effect.Effect<A, AdapterError.Reason>
  }
): Effect.fn.Return<A, AdapterError.Reason> {
  if (answer?._tag === "Fails" && answer.effect === "none") {
    const fails = answer.times === "always" || (yield* session.inTransaction(() => isFirstCall(session, operation, entity)))
    if (fails) return yield* Effect.fail(answer.reason())
  }
  const booked = yield* session.inTransaction(book)
  if (answer?._tag === "Fails" && answer.effect === "done") return yield* Effect.fail(answer.reason())
  if (answer?._tag === "Waits") yield* Effect.sleep(answer.time)
  return booked
})

const isFirstCall = (session: AccountSession, operation: string, entity: string) =>
  Effect.map(
    session.query(
      `INSERT INTO ${session.tables.failed_once} (account, operation, entity) VALUES ($1, $2, $3)
        ON CONFLICT (account, operation, entity) DO NOTHING RETURNING entity`,
      [session.account, operation, entity]
    ),
    (rows) => rows.length > 0
  )
