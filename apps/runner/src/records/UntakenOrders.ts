/**
 * Orders of which a peer told and that the runner did not take, for a person to look at. They have no record, because nobody knows to whom
 * they belong, or because no call can name them.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Order from "effect/Order"
import { type Database, type DatabaseFailed, parameters } from "../store/Database.ts"
import type { DatabaseDriver } from "../store/DatabaseDriver.ts"

/**
 * - `no-shop`: links of several shops lead to the connection, and the order names none
 * - `unwritable`: no message can carry its number
 * - `refused`: the peer, or its plugin, does not take a question for this number alone
 */
export const reasons = ["no-shop", "unwritable", "refused"] as const
export type Reason = (typeof reasons)[number]

export interface Untaken {
  /** A link, or the connection of an order of which nobody knows the link. */
  readonly scope: string
  readonly is: Reason
  readonly number: string
}

export interface Seen extends Untaken {
  readonly times: number
  readonly firstAt: number
  readonly lastAt: number
}

/** The most orders that are kept for a scope, so that a peer cannot fill the table with invented numbers. */
const mostKept = 1000

/** The longest number that is kept. */
const mostCharacters = 255

const inOrder = Order.mapInput(Order.String, ({ is, number, scope }: Untaken) => `${scope} ${is} ${number}`)

/** The number as a person can read it and each database can store it. */
export const shown = (number: string): string =>
  number.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]/gu, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`).slice(0, mostCharacters)

export const make = (db: Database["Service"]) => ({
  /** Notes orders that were not taken. */
  note: Effect.fnUntraced(function*(orders: ReadonlyArray<Untaken>): Effect.fn.Return<void, DatabaseFailed> {
    const now = yield* Clock.currentTimeMillis
    // All transactions write several rows in the same order, to avoid deadlocks.
    for (const { is, number, scope } of orders.toSorted(inOrder)) {
      yield* db.query(
        `insert into untaken_order (scope, kind, number, times, first_at, last_at)
         select $1, $2, $3, 1, $4, $4 where (select count(*) from untaken_order where scope = $1) < $5
           or exists (select 1 from untaken_order where scope = $1 and kind = $2 and number = $3)
         on conflict (scope, kind, number) do update set times = untaken_order.times + 1, last_at = excluded.last_at`,
        [scope, is, shown(number), now, mostKept]
      )
    }
  }),
  /** Forgets orders that were taken after all. */
  taken: (scope: string, numbers: ReadonlyArray<string>): Effect.Effect<void, DatabaseFailed> =>
    numbers.length === 0 ? Effect.void : Effect.asVoid(db.query(`delete from untaken_order where scope = $1 and number in (${parameters(numbers.length, 2)})`, [scope, ...numbers]))
})

/** Lists such orders of some scopes, or of all, the newest first. */
export const listed = (query: DatabaseDriver["query"], limit: number, scopes?: ReadonlyArray<string>): Effect.Effect<ReadonlyArray<Seen>, DatabaseFailed> =>
  Effect.map(query(`select * from untaken_order${scopes === undefined ? "" : ` where scope in (${parameters(scopes.length, 1)})`} order by last_at desc, scope, kind, number limit ${limit}`, scopes ?? []), (rows) =>
    rows.map((row) => ({ scope: String(row.scope), is: row.kind as Reason, number: String(row.number), times: Number(row.times), firstAt: Number(row.first_at), lastAt: Number(row.last_at) })))

export interface Counted {
  readonly scope: string
  readonly is: Reason
  readonly count: number
  readonly oldest: number
}

/** Counts such orders by scope and reason. */
export const counted = (query: DatabaseDriver["query"]): Effect.Effect<ReadonlyArray<Counted>, DatabaseFailed> =>
  Effect.map(query("select scope, kind, count(*) as n, min(first_at) as oldest from untaken_order group by scope, kind order by scope, kind"), (rows) =>
    rows.map((row) => ({ scope: String(row.scope), is: row.kind as Reason, count: Number(row.n), oldest: Number(row.oldest) })))
