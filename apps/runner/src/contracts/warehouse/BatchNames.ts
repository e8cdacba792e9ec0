/**
 * Chooses the batch numbers that the runner sends to an ERP. The ERP counts each batch number once, so the runner never uses
 * one number for two sets of goods. This holds both for numbers of the warehouse and for numbers that the runner makes up for
 * goods that a poll found (U-144).
 */
import * as Effect from "effect/Effect"
import { type Database, parameters, type Row } from "../../store/Database.ts"
import { firstIdOf } from "../../records/Entities.ts"

/** The key under which it is stored that an ERP was told a batch. */
export const toldKey = (batchNo: string): string => `told:${batchNo}`

/** SQL for the `id` of each inbound order of which the ERP was told one of the batches, and the number of the batch. The numbers are the parameters `places`. */
export const recordsWith = (places: ReadonlyArray<string>): string =>
  `select b.first_id as id, substr(b.dedup_key, 6) as asked from inbox b
   where substr(b.dedup_key, 1, 5) = 'told:' and b.dedup_key in (${places.map((place) => `'told:' || cast(${place} as text)`).join(", ")})`

export const make = (db: Database["Service"]) => {
  /** Returns true if one of the keys is stored for the inbound order. */
  const isKnown = (row: Row, keys: ReadonlyArray<string>) =>
    Effect.map(
      db.one(`select times from inbox where first_id = $1 and dedup_key in (${parameters(keys.length, 2)}) limit 1`, [firstIdOf(row), ...keys]),
      (found) => found !== undefined
    )

  const firstFree = Effect.fnUntraced(function*(row: Row, nameAt: (n: number) => string, keysOf: (name: string) => ReadonlyArray<string>) {
    for (let n = 1;; n++) {
      const name = nameAt(n)
      if (!(yield* isKnown(row, keysOf(name)))) return name
    }
  })

  return {
    /** Makes a number for goods that the warehouse reported without a batch: the next `<asnNumber>-<n>` that the warehouse has not used. */
    madeUp: (row: Row) =>
      firstFree(
        row,
        (n) => `${row.number}-${row.batches + n}`,
        (name) => [toldKey(name), `batch:${name}`, `${row.generation} batch:${name}`]
      ),
    /** Returns the warehouse's batch number, or another one if the runner has already used that number for other goods. */
    of: (row: Row, batchNo: string) => firstFree(row, (n) => n === 1 ? batchNo : `${batchNo}-${n}`, (name) => [toldKey(name)]),
    /** Stores that a batch number is in use. */
    told: (row: Row, batchNo: string, now: number) =>
      Effect.asVoid(db.query(
        `insert into inbox (first_id, dedup_key, digest, times, first_at, last_at) values ($1, $2, '', 1, $3, $3)
         on conflict (first_id, dedup_key) do update set last_at = $3`,
        [firstIdOf(row), toldKey(batchNo), now]
      ))
  }
}
