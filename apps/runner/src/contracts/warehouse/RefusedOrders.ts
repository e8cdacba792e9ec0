/**
 * Orders that a warehouse has refused and reports nevertheless. The first report lets the runner look at the refused create at once, as it
 * does after the visibility delay.
 */
import * as Effect from "effect/Effect"
import type { Database, DatabaseFailed, Row } from "../../store/Database.ts"

/** Notes a report about an order in the transaction that stores it. `row` is the order as it was before, and is locked. */
export const reported = (db: Database["Service"], row: Row, now: number): Effect.Effect<void, DatabaseFailed> =>
  row["phase"] === null
    ? Effect.asVoid(db.query("update intent set look_at = $2 where entity = $1 and state = 'Dead' and refused_until is not null", [row["id"], now]))
    : Effect.void
