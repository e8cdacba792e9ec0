/**
 * The batch numbers that an ERP is told. It counts each of them once, so none is ever told for other pieces: neither one
 * that a poll made up for those of a warehouse, nor the other way round (U-144).
 */
import * as Effect from "effect/Effect"
import type { Database, DatabaseFailed, Row } from "../store/Database.ts"
import * as History from "../store/History.ts"

export interface BatchNames {
  /** For pieces that no batch of the warehouse told of: `<asnNumber>-<n>`, where the warehouse has not used it. */
  readonly madeUp: (row: Row) => Effect.Effect<string, DatabaseFailed>
  /** As the warehouse calls its batch, unless other pieces were told under that name. */
  readonly of: (row: Row, batchNo: string) => Effect.Effect<string, DatabaseFailed>
  /** Pieces are told under it from now on. */
  readonly told: (row: Row, batchNo: string, now: number) => Effect.Effect<void, DatabaseFailed>
}

const toldKey = (batchNo: string): string => `told:${batchNo}`

export const make = (db: Database["Service"]): BatchNames => {
  /** Whether one of these keys is known of the inbound order. */
  const isKnown = (row: Row, keys: readonly [string, string, string]) =>
    Effect.map(
      db.one("select times from inbox where scope = $1 and entity = $2 and dedup_key in ($3, $4, $5) limit 1", [
        row.scope,
        History.inbound(row.asn_number),
        ...keys
      ]),
      (found) => found !== undefined
    )

  const firstFree = Effect.fnUntraced(function*(
    row: Row,
    nameAt: (n: number) => string,
    keysOf: (name: string) => readonly [string, string, string]
  ) {
    for (let n = 1;; n++) {
      const name = nameAt(n)
      if (!(yield* isKnown(row, keysOf(name)))) return name
    }
  })

  return {
    madeUp: (row) =>
      firstFree(
        row,
        (n) => `${row.asn_number}-${row.batches + n}`,
        (name) => [toldKey(name), `batch:${name}`, `${row.generation} batch:${name}`]
      ),
    of: (row, batchNo) =>
      firstFree(row, (n) => n === 1 ? batchNo : `${batchNo}-${n}`, (name) => [toldKey(name), toldKey(name), toldKey(name)]),
    told: (row, batchNo, now) =>
      Effect.asVoid(db.query(
        `insert into inbox (scope, entity, dedup_key, digest, times, first_at, last_at) values ($1, $2, $3, '', 1, $4, $4)
         on conflict (scope, entity, dedup_key) do update set last_at = $4`,
        [row.scope, History.inbound(row.asn_number), toldKey(batchNo), now]
      ))
  }
}
