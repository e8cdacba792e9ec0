/**
 * Writes lines of history about what a peer reports of an order.
 */
import * as Effect from "effect/Effect"
import { parse } from "../../records/Kinds.ts"
import type { Source } from "../../records/ReportSource.ts"
import type { Database, DatabaseFailed } from "../../store/Database.ts"
import * as History from "../../store/History.ts"
import type { Vault } from "../../store/Vault.ts"

export interface ReportNotes {
  readonly note: (source: Source, entity: string, now: number, what: History.What, detail?: string) => Effect.Effect<void, DatabaseFailed>
  /** Writes a line once, even if polls find or peers report the same again. Returns true if it is new. */
  readonly noteOnce: (source: Source, entity: string, now: number, what: History.What, detail: string) => Effect.Effect<boolean, DatabaseFailed>
}

export const make = (db: Database["Service"], vault: Vault["Service"]): ReportNotes => {
  const note: ReportNotes["note"] = (source, entity, now, what, detail) =>
    History.record(db, vault, { scope: source.scope, entity, who: source.who, what, detail, raw: source.raw }, now)
  return {
    note,
    noteOnce: Effect.fnUntraced(function*(source, entity, now, what, detail) {
      const { kind, number } = parse(entity)
      const noted = yield* db.one(
        `select id from history where first_id = ${History.firstId} and what = $4 and detail = $5 limit 1`,
        [source.scope, kind, number, what, detail]
      )
      if (noted === undefined) yield* note(source, entity, now, what, detail)
      return noted === undefined
    })
  }
}
