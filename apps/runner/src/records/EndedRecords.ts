/**
 * Stores that a record has reached its last phase, with the entry of its history.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { Database, DatabaseFailed, Row } from "../store/Database.ts"
import * as History from "../store/History.ts"
import type { Vault } from "../store/Vault.ts"
import { entityOf, type Kind } from "./Kinds.ts"

/** Why the record has ended, and who said so. */
export interface End extends Pick<History.Entry, "detail" | "what" | "who"> {
  readonly kind: Kind
  readonly phase: string
}

/** The row of a record, of which a query needs `id`, `scope` and `number`. It is changed in the transaction of the caller. */
export const make = (db: Database["Service"], vault: Vault["Service"]) =>
  Effect.fnUntraced(function*({ id, number, scope }: Row, { kind, phase, ...told }: End): Effect.fn.Return<void, DatabaseFailed> {
    yield* db.query("update entity set phase = $2, is_open = 0, updated_at = $3 where id = $1", [id, phase, yield* Clock.currentTimeMillis])
    yield* History.record(db, vault, { scope, entity: entityOf(kind, number), ...told })
  })
