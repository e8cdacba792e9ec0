/**
 * What the flow counts in the database. Each statement reads what is not over, or a span of time that is bounded.
 */
import * as Effect from "effect/Effect"
import type { Database } from "../store/Database.ts"
import * as CallPoints from "../store/migrations/CallPoints.ts"
import { scopeIn } from "./CallerLinks.ts"
import { where } from "./Responses.ts"

const minute = 60_000

/** The most orders of a span that are counted, the newest first. */
export const mostOrders = 10_000

/** A span of time in points of equal length, which end with the minute that runs. */
export interface Span {
  /** In minutes since 1970. */
  readonly first: number
  readonly pointMinutes: number
  readonly points: number
}

/** Minutes of the whole, and of a point. */
const spans = { "15m": [15, 1], "1h": [60, 1], "24h": [1440, CallPoints.lengths[0]], "7d": [10_080, CallPoints.lengths[1]] } as const

/** The points begin at whole multiples of their length, so that a figure does not change while nothing happens. */
export const spanOf = (name: keyof typeof spans, now: number): Span => {
  const [all, pointMinutes] = spans[name]
  const points = all / pointMinutes
  const current = Math.floor(now / minute / pointMinutes)
  return { first: (current - points + 1) * pointMinutes, pointMinutes, points }
}

/** The links that an account sees; undefined: all. */
export type Scopes = ReadonlyArray<string> | undefined

/** An expression instead of the column alone keeps both databases from an index of all rows of a link. */
const among = (column: string, scopes: Scopes) => scopeIn(`${column} || ''`, scopes)

/** Calls by point, link or connection, and direction. The points of the longer spans are stored, the minutes of the shorter ones are few. */
export const calls = (db: Database["Service"], { first, pointMinutes }: Span) =>
  CallPoints.lengths.some((length) => length === pointMinutes) ? db.query(
    "select point - $2 as point, scope, direction, calls as n, failed, millis from call_point where minutes = $1 and point >= $2",
    [pointMinutes, first / pointMinutes]
  ) : db.query(
    `select cast(minute - $1 as integer) / ${pointMinutes} as point, scope, direction, sum(calls) as n, sum(case when code = 'OK' then 0 else calls end) as failed, sum(millis) as millis
     from call_count where minute >= $1 group by 1, 2, 3`,
    [first]
  )

/** Orders that arrived, by point, kind and link, of the newest `mostOrders` of the span. What an account does not see is left out afterwards. */
export const orders = Effect.fnUntraced(function*(db: Database["Service"], { first, pointMinutes }: Span, scopes: Scopes) {
  const from = first * minute
  const rows = yield* db.query(
    `select cast(o.created_at - $1 as integer) / ${pointMinutes * minute} as point, o.kind, o.scope, count(*) as n, min(o.created_at) as oldest
     from (select kind, scope, created_at from entity where created_at >= $1 order by created_at desc limit ${mostOrders}) o group by 1, 2, 3`,
    [from]
  )
  return {
    rows: rows.filter(({ scope }) => scopes === undefined || scopes.includes(scope)),
    isMore: rows.reduce((sum, row) => sum + Number(row.n), 0) >= mostOrders,
    oldest: rows.reduce((least, row) => Math.min(least, Number(row.oldest)), Infinity)
  }
})

/** Orders at the desk by state, cause and shop. There may be many that are placed, so of these the index alone is read if it can be. */
export const desk = Effect.fnUntraced(function*(db: Database["Service"], scopes: Scopes) {
  const scope = "coalesce(o.scope, (select e.scope from entity e where e.id = o.entity))"
  const of = (states: string) => {
    const { params, text } = where([[`o.state in (${states})`], among(scope, scopes)])
    return db.query(`select o.state, o.cause, ${scope} as scope, count(*) as n, min(o.since) as oldest from desk_order o where ${text} group by 1, 2, 3`, params)
  }
  if (scopes !== undefined) return yield* of("'due', 'waiting', 'held', 'placed'")
  const placed = yield* db.query("select state, count(*) as n, min(since) as oldest from desk_order where state = 'placed' group by state")
  return [...yield* of("'due', 'waiting', 'held'"), ...placed]
})

/** Creates whose outcome is open, by connection. */
export const creates = (db: Database["Service"], scopes: Scopes) => {
  const { params, text } = where([["state in ('Pending', 'InFlight', 'Doubtful')"], among("scope", scopes)])
  return db.query(
    `select connection, state, case when held_because is null then 0 else 1 end as is_held, count(*) as n, min(updated_at) as oldest
     from intent where ${text} group by 1, 2, 3`,
    params
  )
}

/** Deliveries that are due, that wait behind another, and that are dead, by connection. */
export const deliveries = (db: Database["Service"], now: number, scopes: Scopes) => {
  const of = (columns: string, ...conditions: Parameters<typeof where>[0]) => {
    const { params, text } = where([...conditions, among("scope", scopes)])
    return db.query(`select connection, count(*) as n, min(${columns}) as oldest from delivery where ${text} group by connection`, params)
  }
  return Effect.all({
    due: of("due_at", ["state = 'Pending' and is_held = 0"], ["due_at <= ?", now]),
    held: of("created_at", ["state = 'Pending' and is_held = 1"]),
    dead: of("updated_at", ["state = 'Dead'"])
  })
}
