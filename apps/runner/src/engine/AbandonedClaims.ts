/**
 * Code that deliveries and intents share: lists the connections with waiting work, finds abandoned claims, and detects a
 * system clock that was set back.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { holds, type NodeLeases } from "../connection/NodeLeases.ts"
import type { Database, DatabaseFailed, Row } from "../store/Database.ts"

/** A node begins a claim at once. If nothing works on a claim of this node after this time, in milliseconds, the claim was lost. */
export const workedOn = 3000
/** The number of rows in one read. */
const atATime = 500
/** The smallest step back that counts, in milliseconds. A smaller one is a normal clock adjustment. */
const putBackFrom = 1000
/** The time within which work that was in progress when the clock was set back is stored, in milliseconds. */
const putBackFor = 60_000

export interface Waiting {
  readonly connection: string
  /** When the first of them is due, in milliseconds since 1970. */
  readonly dueAt: number
}

/** Lists the connections with waiting work. It skips from one to the next in the index, so the amount of work does not matter. */
export const waiting = (
  db: Database["Service"],
  table: "delivery" | "intent",
  isWaiting: string
): Effect.Effect<ReadonlyArray<Waiting>, DatabaseFailed> =>
  Effect.map(
    db.query(
      `with recursive c (connection) as (
         select min(connection) from ${table} where ${isWaiting}
         union all
         select (select min(connection) from ${table} where ${isWaiting} and connection > c.connection)
         from c where c.connection is not null)
       select connection, (select min(due_at) from ${table} one where one.connection = c.connection and ${isWaiting}) as due_at
       from c where connection is not null`
    ),
    (rows) => rows.map((row) => ({ connection: String(row.connection), dueAt: Number(row.due_at) }))
  )

/** Transactions that claim rows, until the work on these rows has started. A database that is slow or locked can take long to answer them. */
export interface ClaimsUnderWay {
  /** Notes a transaction that begins to claim rows at a time; it replaces the one that was noted under the same key. */
  readonly begin: (key: unknown, now: number) => void
  /** Notes that the work on what was claimed has started, or that the transaction failed. */
  readonly end: (key: unknown) => void
  /** Returns true if a claim with this lease may come from a transaction that is under way. */
  readonly mayHold: (leasedUntil: number) => boolean
}

export const claimsUnderWay = (): ClaimsUnderWay => {
  const begun = new Map<unknown, number>()
  return {
    begin: (key, now) => void begun.set(key, now),
    end: (key) => void begun.delete(key),
    mayHold: (leasedUntil) => [...begun.values()].some((at) => at <= leasedUntil - workedOn)
  }
}

/**
 * Finds claims that no node holds any more, and claims of this node that nothing works on. It pages through all claims,
 * because one page may contain only claims in progress. `isWorkedOn` returns true for claims on which this process works
 * under its current epoch.
 */
export const orphans = (options: {
  readonly db: Database["Service"]
  readonly ownership: NodeLeases["Service"]
  readonly table: "delivery" | "intent"
  /** The unique column by which pages are ordered. */
  readonly key: "seq" | "entity"
  readonly columns: string
  readonly isWorkedOn: (row: Row) => Effect.Effect<boolean>
  readonly underWay: ClaimsUnderWay
}): Effect.Effect<ReadonlyArray<Row>, DatabaseFailed> =>
  Effect.gen(function*() {
    const { columns, db, isWorkedOn, key, ownership, table, underWay } = options
    const now = yield* Clock.currentTimeMillis
    const lost: Array<Row> = []
    let last = -1
    while (true) {
      const rows: ReadonlyArray<Row> = yield* db.query(
        `select leased_until, ${columns} from ${table}
         where state = 'InFlight' and ${key} > $3 and (not ${holds(table)} or (owner = $1 and leased_until <= $2))
         order by ${key} limit ${atATime}`,
        [ownership.node, now, last]
      )
      for (const row of rows) {
        if (row.epoch !== ownership.epoch || !(underWay.mayHold(Number(row.leased_until)) || (yield* isWorkedOn(row)))) lost.push(row)
      }
      if (rows.length < atATime) return lost
      last = Number(rows[rows.length - 1]![key])
    }
  })

export interface ClockWatch {
  /** Returns by how many milliseconds the clock was set back since the last call; 0 if it was not. */
  readonly putBackBy: (now: number) => number
  /** Returns true while times that were planned before the clock was set back may still be written. */
  readonly isUnsettled: (now: number) => boolean
}

export const clockWatch = (): ClockWatch => {
  let last = Number.NEGATIVE_INFINITY
  let until = Number.NEGATIVE_INFINITY
  return {
    putBackBy: (now) => {
      const by = last - now
      last = now
      if (by < putBackFrom) return 0
      until = now + putBackFor
      return by
    },
    isUnsettled: (now) => now < until && now >= until - putBackFor
  }
}
