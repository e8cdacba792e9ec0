/**
 * What the rows of the desk say of a part that a person has withdrawn, and of the hold of its order.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { Database, DatabaseFailed } from "../store/Database.ts"

/** Who asked a warehouse not to ship a part, when (milliseconds since 1970) and why. */
export interface Withdrawal {
  readonly by: string
  readonly at: number
  readonly reason: string
}

export const make = (db: Database["Service"]) => ({
  /**
   * Holds an order for a person, until a person releases it. It is due at a time, because the desk may be reserving pieces for it, or asking a
   * warehouse not to ship a part.
   */
  holdForPerson: Effect.fnUntraced(function*(entity: number, because: string, dueAt: number) {
    const now = yield* Clock.currentTimeMillis
    yield* db.query(
      `update desk_order set since = case when state = 'held' and cause = 'person' then since else $3 end, state = 'held', cause = 'person',
         because = $2, person = $2, is_released = 0, due_at = $4, is_repeat = 0, version = version + 1, updated_at = $3
       where entity = $1`,
      [entity, because, now, dueAt]
    )
  }),

  /** Says what a warehouse has answered about a part, if the order is still held by a person, and when the desk looks at it again. */
  answered: Effect.fnUntraced(function*(entity: number, because: string, dueAt: number) {
    const now = yield* Clock.currentTimeMillis
    yield* db.query(
      `update desk_order set because = $2, due_at = $3, is_repeat = 1, version = version + 1, updated_at = $4
       where entity = $1 and cause = 'person' and person is not null`,
      [entity, because, dueAt, now]
    )
  }),

  /** Notes that a person has withdrawn a part. */
  setWithdrawn: (number: string, withdrawal: Withdrawal): Effect.Effect<unknown, DatabaseFailed> =>
    db.query("update desk_part set withdrawn = $2 where number = $1", [number, JSON.stringify(withdrawal)])
})
