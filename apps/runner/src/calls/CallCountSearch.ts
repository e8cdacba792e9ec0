/**
 * Reads the counts of calls in spans of equal length, which begin at the time that is asked for.
 */
import * as Effect from "effect/Effect"
import { scopeIn } from "../connection/VisibleLinks.ts"
import { where } from "../store/Conditions.ts"
import type { Database, DatabaseFailed } from "../store/Database.ts"
import type { CountRow } from "./CallStore.ts"

/** The most counts of one answer. */
export const most = 10_000

const minute = 60_000

export interface Wanted {
  /** Milliseconds since 1970. Counts are of whole minutes, and a minute counts if it begins in the time. */
  readonly from: number
  readonly to: number
  /** Minutes of one span. Default: all in one. */
  readonly step?: number
  readonly scope?: string
  /** Only those of these scopes. Undefined: of all. */
  readonly scopes?: ReadonlyArray<string> | undefined
  readonly operation?: string
  readonly code?: string
  readonly direction?: "in" | "out"
}

/** The counts of one span instead of one minute. */
export interface Found extends Omit<CountRow, "minute"> {
  /** When the span begins, in milliseconds since 1970. */
  readonly at: number
}

/** At most one more than `most`, by span. */
export const read = (db: Pick<Database["Service"], "query">, { code, direction, from, operation, scope, scopes, step, to }: Wanted): Effect.Effect<ReadonlyArray<Found>, DatabaseFailed> => {
  const [first, end] = [Math.ceil(from / minute), Math.ceil(to / minute)]
  const length = Math.max(1, Math.trunc(step ?? end - first))
  const { params, text } = where([
    ["minute >= ?", first],
    ["minute < ?", end],
    scope === undefined ? undefined : ["scope = ?", scope],
    scopeIn("scope", scopes),
    direction === undefined ? undefined : ["direction = ?", direction],
    operation === undefined ? undefined : ["operation = ?", operation],
    code === undefined ? undefined : ["code = ?", code]
  ])
  // Texts of statements are kept prepared, so times are no part of them.
  const [start, width, bound] = [1, 2, 3].map((place) => `$${params.length + place}`)
  return Effect.map(
    db.query(
      `select cast(minute - ${start} as integer) / cast(${width} as integer) as span, scope, direction, operation, code, sum(calls) as calls, sum(millis) as millis
       from call_count where ${text} group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5 limit ${bound}`,
      [...params, first, length, most + 1]
    ),
    (rows) =>
      rows.map((row) => ({
        at: (first + Number(row.span) * length) * minute,
        scope: row.scope,
        direction: row.direction,
        operation: row.operation,
        code: row.code,
        calls: Number(row.calls),
        millis: Number(row.millis)
      }))
  )
}
