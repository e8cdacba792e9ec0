/**
 * The rows that say how far the orders of each link were read, and which orders are to be read by their numbers.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as DueTimes from "../../store/DueTimes.ts"
import { type Database, type DatabaseFailed, parameters, type Row } from "../../store/Database.ts"
import type { Vault } from "../../store/Vault.ts"
import type { Progress } from "./SyncWindows.ts"

/**
 * `changes`: the polls for changed orders. `backfill`: the orders of a past that an operator asked for. `inbound`: the polls for inbound
 * orders of an ERP, and `outbound`: those for its outbound orders, whose scope is the connection.
 */
export type Track = "changes" | "backfill" | "inbound" | "outbound"

/** Progress as stored. */
export interface Stored {
  readonly progress: Progress
  /** How many orders were stored by this track. */
  readonly orders: number
  /** When it was stored, in milliseconds since 1970. */
  readonly storedAt: number
  readonly version: number
}

export interface SyncStore {
  readonly read: (scope: string, track: Track) => Effect.Effect<Stored | undefined, DatabaseFailed>
  /** Adds a track, or lets one begin anew. */
  readonly begin: (scope: string, track: Track, progress: Progress) => Effect.Effect<void, DatabaseFailed>
  /** Stores progress in the current transaction. Returns false if another node has stored some since it was read. */
  readonly advance: (scope: string, track: Track, before: Stored, after: Progress, orders: number) => Effect.Effect<boolean, DatabaseFailed>
  /** Adds orders to those that are read by their numbers. One that is there is read when it was to be; that the shop told of it again is kept. */
  readonly ask: (scope: string, numbers: ReadonlyArray<string>, dueAt: number) => Effect.Effect<void, DatabaseFailed>
  /** Lets orders be read by their numbers at a time, or later if they were to be read later. */
  readonly askNotBefore: (scope: string, numbers: ReadonlyArray<string>, dueAt: number) => Effect.Effect<void, DatabaseFailed>
  /** Removes orders from them about which the shop was asked at a time. One of which it has told since then stays. */
  readonly answered: (scope: string, numbers: ReadonlyArray<string>, askedAt: number) => Effect.Effect<void, DatabaseFailed>
  /** Postpones orders that could not be read. `every` is the pause after the first try; each later one is twice as long, up to an hour. */
  readonly postpone: (scope: string, numbers: ReadonlyArray<string>, every: number) => Effect.Effect<void, DatabaseFailed>
  /** The orders that are due, the oldest first. `every` is the longest time for which one of them may be postponed, if it is longer than usual. */
  readonly due: (scope: string, limit: number, every: number) => Effect.Effect<ReadonlyArray<Due>, DatabaseFailed>
}

/** An order that is to be read by its number. */
export interface Due {
  readonly number: string
  /** When the shop last told of it, in milliseconds since 1970. */
  readonly since: number
}

const longestPause = DueTimes.longest.rereads

const place = (scope: string, track: Track): string => `order sync ${scope} ${track}`

const numberOf = (value: unknown): number | undefined => value === null || value === undefined ? undefined : Number(value)

export const make = (db: Database["Service"], vault: Vault["Service"]): SyncStore => {
  const progressOf = Effect.fnUntraced(function*(row: Row, scope: string, track: Track) {
    // A cursor that cannot be decrypted is as good as none: its part is read from the start.
    const cursor = row.cursor_sealed === null ? undefined : Option.getOrUndefined(yield* Effect.option(vault.open(place(scope, track), row.cursor_sealed)))
    const [from, to] = [numberOf(row.window_from), numberOf(row.window_to)]
    const window = from === undefined || to === undefined
      ? undefined
      : { from, to, partFrom: numberOf(row.part_from) ?? from, cursor, newest: numberOf(row.newest_at) }
    return {
      beginsAt: Number(row.begins_at),
      endsAt: numberOf(row.ends_at),
      readUntil: Number(row.read_until),
      span: Number(row.span),
      window,
      isEnded: row.ended_at !== null
    } satisfies Progress
  })

  const values = ({ beginsAt, endsAt, isEnded, readUntil, span, window }: Progress, scope: string, track: Track, now: number) => [
    scope,
    track,
    beginsAt,
    readUntil,
    window?.from ?? null,
    window?.to ?? null,
    window?.partFrom ?? null,
    span,
    window?.cursor === undefined ? null : vault.seal(place(scope, track), window.cursor),
    window?.newest ?? null,
    endsAt ?? null,
    isEnded ? now : null,
    now
  ]

  /** `update` is what changes of an order that is there. */
  const add = Effect.fnUntraced(function*(scope: string, numbers: ReadonlyArray<string>, dueAt: number, update: string) {
    const now = yield* Clock.currentTimeMillis
    yield* Effect.forEach(numbers, (number) =>
      db.query(`insert into order_reread (scope, number, due_at, since) values ($1, $2, $3, $4) on conflict (scope, number) do update set ${update}`, [scope, number, dueAt, now]), {
      discard: true
    })
  })

  return {
    read: Effect.fnUntraced(function*(scope, track) {
      const row = yield* db.one("select * from order_sync where scope = $1 and track = $2", [scope, track])
      return row && { progress: yield* progressOf(row, scope, track), orders: Number(row.orders), storedAt: Number(row.updated_at), version: Number(row.version) }
    }),
    begin: Effect.fnUntraced(function*(scope, track, progress) {
      yield* db.query(
        `insert into order_sync (scope, track, begins_at, read_until, window_from, window_to, part_from, span, cursor_sealed, newest_at, ends_at, ended_at, updated_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
         on conflict (scope, track) do update set begins_at = $3, read_until = $4, window_from = $5, window_to = $6, part_from = $7, span = $8,
           cursor_sealed = $9, newest_at = $10, ends_at = $11, ended_at = $12, updated_at = $13, orders = 0, version = order_sync.version + 1`,
        values(progress, scope, track, yield* Clock.currentTimeMillis)
      )
    }),
    advance: Effect.fnUntraced(function*(scope, track, before, after, orders) {
      const changed = yield* db.query(
        `update order_sync set begins_at = $3, read_until = $4, window_from = $5, window_to = $6, part_from = $7, span = $8, cursor_sealed = $9,
           newest_at = $10, ends_at = $11, ended_at = $12, updated_at = $13, orders = orders + $14, version = version + 1
         where scope = $1 and track = $2 and version = $15 returning version`,
        [...values(after, scope, track, yield* Clock.currentTimeMillis), orders, before.version]
      )
      return changed.length > 0
    }),
    ask: (scope, numbers, dueAt) => add(scope, numbers, dueAt, "since = case when order_reread.since < excluded.since then excluded.since else order_reread.since end"),
    askNotBefore: (scope, numbers, dueAt) => add(scope, numbers, dueAt, "due_at = case when order_reread.due_at < excluded.due_at then excluded.due_at else order_reread.due_at end"),
    answered: (scope, numbers, askedAt) =>
      numbers.length === 0
        ? Effect.void
        : Effect.asVoid(db.query(`delete from order_reread where scope = $1 and since <= $2 and number in (${parameters(numbers.length, 3)})`, [scope, askedAt, ...numbers])),
    postpone: Effect.fnUntraced(function*(scope, numbers, every) {
      const now = yield* Clock.currentTimeMillis
      for (const number of numbers) {
        const row = yield* db.one("select tries from order_reread where scope = $1 and number = $2", [scope, number])
        const tries = Number(row?.tries ?? 0)
        yield* db.query("update order_reread set tries = $3, due_at = $4 where scope = $1 and number = $2", [
          scope,
          number,
          tries + 1,
          now + Math.min(longestPause, every * 2 ** Math.min(tries, 20))
        ])
      }
    }),
    due: Effect.fnUntraced(function*(scope, limit, every) {
      const now = yield* Clock.currentTimeMillis
      yield* db.query("update order_reread set due_at = $2 where scope = $1 and due_at > $3", [scope, now, DueTimes.latest(now, Math.max(every, longestPause))])
      const rows = yield* db.query(
        `select number, since from order_reread where scope = $1 and due_at <= $2 order by due_at, number limit ${limit}`,
        [scope, now]
      )
      return rows.map((row) => ({ number: String(row.number), since: Number(row.since) }))
    })
  }
}
