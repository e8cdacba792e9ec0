/**
 * What deliveries and intents have in common: each waits for its connection, is claimed by a node, and is planned by a
 * clock that somebody may set.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { holds, type Ownership } from "../connection/Ownership.ts"
import type { Database, DatabaseFailed, Row } from "../store/Database.ts"

/** A claim is begun at once: one of this node that nothing works on after this time was lost on its way. Milliseconds. */
export const workedOn = 3000
/** Rows that are read at a time. */
const atATime = 500
/** Less is a clock that is being adjusted. Milliseconds. */
const putBackFrom = 1000
/** What was under way when the clock was put back is stored within this time. Milliseconds. */
const putBackFor = 60_000

export interface Waiting {
  readonly connection: string
  /** Milliseconds since 1970 at which the first of them is due. */
  readonly dueAt: number
}

/** The connections that something waits for; walks from one to the next in the index, however much waits for each. */
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

/**
 * Claims that no node holds any more, and own ones that were left. Those that are worked on may be so many that a part
 * of them is all that is seen, so each is asked for: `isWorkedOn` tells of claims of this process under its own epoch.
 */
export const orphans = (options: {
  readonly db: Database["Service"]
  readonly ownership: Ownership["Service"]
  readonly table: "delivery" | "intent"
  /** What a page ends at; unique. */
  readonly key: "seq" | "id"
  readonly columns: string
  readonly isWorkedOn: (row: Row) => Effect.Effect<boolean>
}): Effect.Effect<ReadonlyArray<Row>, DatabaseFailed> =>
  Effect.gen(function*() {
    const { columns, db, isWorkedOn, key, ownership, table } = options
    const now = yield* Clock.currentTimeMillis
    const lost: Array<Row> = []
    let last: number | string = key === "seq" ? -1 : ""
    while (true) {
      const rows: ReadonlyArray<Row> = yield* db.query(
        `select ${columns} from ${table}
         where state = 'InFlight' and ${key} > $3 and (not ${holds(table)} or (owner = $1 and leased_until <= $2))
         order by ${key} limit ${atATime}`,
        [ownership.node, now, last]
      )
      for (const row of rows) {
        if (row.epoch !== ownership.epoch || !(yield* isWorkedOn(row))) lost.push(row)
      }
      if (rows.length < atATime) return lost
      last = rows[rows.length - 1]![key]
    }
  })

export interface ClockWatch {
  /** By how many milliseconds the clock was put back since it was asked last; 0: it was not. */
  readonly putBackBy: (now: number) => number
  /** What was planned before that may still come to be stored. */
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
