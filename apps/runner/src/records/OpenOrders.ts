/**
 * Finds open orders that a person should check: the warehouse accepted them and no longer shows them, or has not reported a
 * change for a long time.
 */
import * as Effect from "effect/Effect"
import type { DatabaseFailed, Row } from "../store/Database.ts"
import type { DatabaseDriver } from "../store/DatabaseDriver.ts"
import * as RowSlices from "../store/RowSlices.ts"
import type { Kinds } from "./Kinds.ts"

/** The time limits of a connection, in milliseconds. */
export interface Pace {
  readonly id: string
  /** How long a change may stay invisible to reads after the peer has made it. */
  readonly visibilityDelay: number
  readonly standstillAfter: number
}

/** SQL condition: a row is of a kind of which a person should check what does not change. */
const standsStill = (kinds: Kinds["Service"]): string =>
  `kind in (${["", ...kinds.all.filter(({ mayStandStill }) => mayStandStill === true).map(({ kind }) => kind)].map((kind) => `'${kind}'`).join(", ")})`

/** Why to check an order. `absent` means that polls do not find it, `still` that it has not changed. */
export interface Look {
  readonly is: "absent" | "still"
  /** Since when this is so, in milliseconds since 1970. */
  readonly since: number
}

/** Decides whether one order needs a check. */
export const lookAt = (kinds: Kinds["Service"], row: Row, pace: Pace | undefined, now: number): Look | undefined => {
  if (pace === undefined || row.is_open !== 1) return undefined
  const absent = row.absent_since === null || row.absent_since === undefined ? undefined : Number(row.absent_since)
  const news = Number(row.updated_at)
  if (absent !== undefined && absent >= news && absent <= now - pace.visibilityDelay) return { is: "absent", since: absent }
  return kinds.of(row.kind)?.mayStandStill === true && news <= now - pace.standstillAfter ? { is: "still", since: news } : undefined
}

/** Returns the same rule as an SQL condition with its values. Indexes of open orders lead to the rows that meet it. */
export const condition = (kinds: Kinds["Service"], paces: ReadonlyArray<Pace>, now: number): readonly [text: string, ...values: ReadonlyArray<string | number>] => {
  if (paces.length === 0) return ["1 = 0"]
  // Not one text, because the tests would take it for a statement.
  const open = ["select", "n.id from entity n where n.connection = ? and n.is_open = 1 and"].join(" ")
  return [
    `is_open = 1 and id in (${
      paces.map(() => `${open} n.absent_since is not null and n.absent_since >= n.updated_at and n.absent_since <= ? union all ${open} ${standsStill(kinds)} and n.updated_at <= ?`).join(" union all ")
    })`,
    ...paces.flatMap(({ id, standstillAfter, visibilityDelay }) => [id, now - visibilityDelay, id, now - standstillAfter])
  ]
}

export interface Counted {
  readonly connection: string
  readonly is: Look["is"]
  readonly count: number
  readonly oldest: number
}

/** Counts such orders for each connection. Each statement uses an index on open orders. */
export const counted = Effect.fnUntraced(function*(
  query: DatabaseDriver["query"],
  kinds: Kinds["Service"],
  paces: ReadonlyArray<Pace>,
  now: number
): Effect.fn.Return<ReadonlyArray<Counted>, DatabaseFailed> {
  const found: Array<Counted> = []
  for (const { id, standstillAfter, visibilityDelay } of paces) {
    const ours = "scope not like 'receiver:%'"
    const [absent] = yield* query(
      `select count(*) as n, min(absent_since) as oldest from entity where connection = $1 and is_open = 1 and absent_since is not null
         and absent_since <= $2 and absent_since >= updated_at and ${ours}`,
      [id, now - visibilityDelay]
    )
    // A database that the doctor cannot read gives no row.
    const of = (is: Look["is"], rows: ReadonlyArray<Row | undefined>) => {
      const counts = rows.flatMap((row) => row === undefined || Number(row.n) === 0 ? [] : [row])
      if (counts.length > 0) found.push({ connection: id, is, count: counts.reduce((sum, { n }) => sum + Number(n), 0), oldest: Math.min(...counts.map(({ oldest }) => Number(oldest))) })
    }
    of("absent", [absent])
    const still: Array<Row> = []
    for (const { kind } of kinds.all.filter(({ mayStandStill }) => mayStandStill === true)) {
      still.push(...(yield* RowSlices.each(query, "count(*) as n, min(r.updated_at) as oldest", {
        columns: "updated_at, absent_since, scope",
        from: "entity",
        where: "connection = $1 and kind = $2 and is_open = 1 and updated_at <= $3",
        params: [id, kind, now - standstillAfter],
        key: ["updated_at", "id"]
      }, "where (r.absent_since is null or r.absent_since < r.updated_at) and r.scope not like 'receiver:%'")))
    }
    of("still", still)
  }
  return found
})

/** Stores that the peer does not show an order. Returns true if it has now been missing long enough to count as absent, for the first time. */
export const notShown = Effect.fnUntraced(function*(
  query: DatabaseDriver["query"],
  row: Row,
  { now, visibilityDelay }: { readonly now: number; readonly visibilityDelay: number }
): Effect.fn.Return<boolean, DatabaseFailed> {
  const [noted] = yield* query(
    `update entity set checked_at = $2, absent_since = case when absent_since is null or absent_since < updated_at then $2 else absent_since end
     where id = $1 returning absent_since`,
    [row.id, now]
  )
  const since = noted === undefined ? Number.POSITIVE_INFINITY : Number(noted.absent_since)
  return since <= now - visibilityDelay && row.checked_at < since + visibilityDelay
})

/** Stores that the peer shows the order again. */
export const shown = (query: DatabaseDriver["query"], row: Row) =>
  row.absent_since === null || row.absent_since === undefined
    ? Effect.void
    : query("update entity set absent_since = null where id = $1", [row.id])
