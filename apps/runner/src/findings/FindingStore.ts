/**
 * The rows of findings: since when each lasts, when it ended, and how grave it was when a person was told.
 */
import * as Effect from "effect/Effect"
import { type Finding, idOf } from "../doctor/Findings.ts"
import { isAtLeast, severities, type Severity } from "../doctor/SeverityScale.ts"
import type { Database, DatabaseFailed, Row } from "../store/Database.ts"

export interface StoredFinding extends Pick<Finding, "severity" | "where" | "message" | "next"> {
  /** A database may have findings of another release. */
  readonly code: string
  /** The same for as long as the same thing is wrong at the same place. */
  readonly id: string
  /** Milliseconds since 1970. */
  readonly since: number
  readonly endedAt: number | undefined
  /** When a person was last told. */
  readonly toldAt: number | undefined
}

/** A finding, and the node whose machine it is about; empty: it is about what all nodes share. */
export type Found = Finding & { readonly node: string }

/** What a person is to be told. */
export interface Event {
  readonly is: "began" | "ended"
  readonly finding: Omit<StoredFinding, "message" | "next">
}

export interface Policy {
  /** The least grave findings that are told; undefined: none are. */
  readonly tellsFrom: Severity | undefined
  /** A finding that begins again within so many milliseconds after its end goes on, and its end is told only afterwards. */
  readonly quiet: number
  /** Ended findings are kept for so many milliseconds. */
  readonly kept: number
}

/** What a composition that says nothing of it has. */
export const usual = { quiet: 300_000, kept: 90 * 86_400_000 } as const

const optional = (at: unknown): number | undefined => at === null || at === undefined ? undefined : Number(at)

const finding = (row: Row): StoredFinding => ({
  id: String(row.id),
  code: String(row.code),
  severity: row.severity as Severity,
  where: String(row.place),
  message: String(row.message),
  next: String(row.next),
  since: Number(row.since),
  endedAt: optional(row.ended_at),
  toldAt: optional(row.told_at)
})

const eventOf = (is: Event["is"], { code, endedAt, id, severity, since, toldAt, where }: StoredFinding): Event =>
  ({ is, finding: { code, endedAt, id, severity, since, toldAt, where } })

/** Returns false if there is a row of this finding from the same time on, which is over. */
const insert = (db: Database["Service"], { node, ...one }: Found, since: number): Effect.Effect<boolean, DatabaseFailed> =>
  Effect.map(
    db.query(
      `insert into finding (id, since, node, code, severity, place, message, next) values ($1, $2, $3, $4, $5, $6, $7, $8)
       on conflict (id, since) do nothing returning id`,
      [idOf(one), since, node, one.code, one.severity, one.where, one.message, one.next]
    ),
    (rows) => rows.length > 0
  )

/** Stores findings that were found while the database did not answer. They go on, or end, with the next examination. */
export const add = (db: Database["Service"], found: ReadonlyArray<Found & { readonly since: number; readonly toldAt: number | undefined }>) =>
  Effect.forEach(found, ({ toldAt, ...one }) =>
    Effect.andThen(
      insert(db, one, one.since),
      // Several nodes may store it, of which one has told.
      toldAt === undefined ? Effect.void : db.query("update finding set told_severity = severity, told_at = $3 where id = $1 and since = $2", [idOf(one), one.since, toldAt])
    ), { discard: true })

/** Compares what was found with the rows. Findings about the machines of other nodes that live are left as they are. */
const compare = Effect.fnUntraced(function*(db: Database["Service"], found: ReadonlyArray<Found>, node: string, now: number, { quiet }: Policy) {
  const rows = yield* db.query("select * from finding where is_over = 0 order by id, since")
  const others = new Set((yield* db.query("select id from node where id <> $1", [node])).map(({ id }) => String(id)))
  const missing = new Map(found.map((one) => [idOf(one), one]))
  for (const row of rows) {
    const { id, since } = finding(row)
    const key = [id, since] as const
    const again = missing.get(id)
    const endedAt = optional(row.ended_at)
    if (again !== undefined && (endedAt === undefined || now - endedAt < quiet)) {
      missing.delete(id)
      yield* db.query("update finding set severity = $3, message = $4, next = $5, ended_at = null where id = $1 and since = $2", [...key, again.severity, again.message, again.next])
    } else if (endedAt === undefined && !others.has(String(row.node))) {
      yield* db.query("update finding set message = '', next = '', ended_at = $3 where id = $1 and since = $2", [...key, now])
    }
  }
  for (const one of missing.values()) {
    const isNew = yield* insert(db, one, Math.min(one.since ?? now, now))
    // The cause is as old as before, and it has done no harm meanwhile: such as a paused connection for which nothing waited.
    if (!isNew) yield* insert(db, one, now)
  }
})

/** What is to be told now, which counts as told with this transaction. */
const untold = Effect.fnUntraced(function*(db: Database["Service"], now: number, { quiet, tellsFrom }: Policy, mayTell: boolean) {
  const events: Array<Event> = []
  for (const row of yield* db.query("select * from finding where is_over = 0 order by since, id")) {
    const one = finding(row)
    const key = [one.id, one.since] as const
    const told = row.told_severity as Severity | null
    if (one.endedAt !== undefined) {
      if (now - one.endedAt < quiet || (told !== null && tellsFrom !== undefined && !mayTell)) continue
      yield* db.query("update finding set is_over = 1 where id = $1 and since = $2", key)
      if (told !== null && tellsFrom !== undefined) events.push(eventOf("ended", one))
    } else if (mayTell && tellsFrom !== undefined && isAtLeast(one.severity, tellsFrom) && (told === null || (told !== one.severity && isAtLeast(one.severity, told)))) {
      yield* db.query("update finding set told_severity = severity, told_at = $3 where id = $1 and since = $2", [...key, now])
      events.push(eventOf("began", one))
    }
  }
  return events
})

/** Stores what one examination found, in a transaction of the caller, and returns what a person is to be told now. */
export const record = Effect.fnUntraced(function*(db: Database["Service"], found: ReadonlyArray<Found>, options: {
  readonly node: string
  readonly now: number
  readonly policy: Policy
  /** Whether a message may be written now. If not, what is to be told waits for a later examination. */
  readonly mayTell: boolean
}) {
  const { mayTell, node, now, policy } = options
  yield* compare(db, found, node, now, policy)
  const events = yield* untold(db, now, policy, mayTell)
  yield* db.query("delete from finding where is_over = 1 and since < $1 and ended_at < $1", [now - policy.kept])
  return events
})

/** The findings that last, the gravest first. */
export const open = (db: Database["Service"]): Effect.Effect<ReadonlyArray<StoredFinding>, DatabaseFailed> =>
  Effect.map(db.query("select * from finding where is_over = 0 and ended_at is null order by since, id"), (rows) =>
    rows.map(finding).toSorted((one, other) => severities.indexOf(one.severity) - severities.indexOf(other.severity)))

/** The newest findings that ended. */
export const ended = (db: Database["Service"], limit: number): Effect.Effect<ReadonlyArray<StoredFinding>, DatabaseFailed> =>
  Effect.gen(function*() {
    const recent = yield* db.query("select * from finding where is_over = 0 and ended_at is not null order by ended_at desc limit $1", [limit])
    const over = yield* db.query("select * from finding where is_over = 1 order by since desc limit $1", [limit])
    return [...recent, ...over].map(finding).toSorted((one, other) => (other.endedAt ?? 0) - (one.endedAt ?? 0)).slice(0, limit)
  })

/** How many findings last, by severity. */
export const counts = (db: Database["Service"]): Effect.Effect<Readonly<Record<Severity, number>>, DatabaseFailed> =>
  Effect.map(db.query("select severity, count(*) as n from finding where is_over = 0 and ended_at is null group by severity"), (rows) => {
    const count = (severity: Severity) => Number(rows.find((row) => row.severity === severity)?.n ?? 0)
    return { critical: count("critical"), error: count("error"), warning: count("warning") }
  })
