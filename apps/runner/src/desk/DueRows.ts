/**
 * Which orders at the desk are due. Orders that nobody has decided yet and orders with news have their turn before those that are only
 * tried again, so that thousands of orders that wait for stock keep no new one waiting.
 */
import * as Effect from "effect/Effect"
import type { Database, DatabaseFailed } from "../store/Database.ts"
import * as DueTimes from "../store/DueTimes.ts"
import * as DeskRows from "./DeskRows.ts"
import * as RestoredOrders from "./RestoredOrders.ts"

/** `news`: the order is new, or something was reported or decided of it. `repeat`: it is tried again, because time has passed or stock arrived. */
export type Turn = "news" | "repeat"

export interface Due {
  readonly order: DeskRows.DeskOrder
  readonly turn: Turn
}

/** How many orders get their shop in one statement. */
const atOnce = 1000

/** SQL for the first or the last time of a shop's orders of a turn. One that asks whether there is such an order would read all of the shop's in vain. */
const timeOf = (turn: number, order: "asc" | "desc"): string =>
  `(select o.due_at from desk_order o where o.due_at is not null and o.scope = s.scope and o.is_repeat = ${turn} order by o.due_at ${order} limit 1)`

/** SQL for whether the shop `s` has an order that is due at `$1`, or is postponed until after `$2`, which only a wrong clock does. */
const hasDue = [0, 1].flatMap((turn) => [`${timeOf(turn, "asc")} <= $1`, `${timeOf(turn, "desc")} > $2`]).join(" or ")

/** SQL that goes from one shop to the next in the index of due orders, however many orders each has. */
export const shopsWithDue = `with recursive s (scope) as (
    select (select o.scope from desk_order o where o.due_at is not null and o.scope > '' order by o.scope limit 1)
    union all
    select (select o.scope from desk_order o where o.due_at is not null and o.scope > s.scope order by o.scope limit 1) from s where s.scope is not null)
  select s.scope, 0 as is_unnamed from s where s.scope is not null and (${hasDue})
  union all select null, 1 where exists (select 1 from desk_order where due_at is not null and scope is null)`

export const dueOf = (turn: number, limit: number) =>
  `select * from (select ${DeskRows.columns}, o.is_repeat from desk_order o join entity e on e.id = o.entity
    where o.due_at is not null and o.scope = $1 and o.is_repeat = ${turn} and o.due_at <= $2 order by o.due_at, o.entity limit ${limit}) due_${turn}`

export const make = (db: Database["Service"]) => {
  /** Names the shop of orders that an earlier release has stored. Those that were held wait behind others. */
  const nameShops: Effect.Effect<void, DatabaseFailed> = Effect.flatMap(
    db.query(
      `update desk_order set scope = (select e.scope from entity e where e.id = desk_order.entity), is_repeat = case when state = 'held' then 1 else is_repeat end
       where entity in (select o.entity from desk_order o where o.due_at is not null and o.scope is null limit ${atOnce}) returning entity`
    ),
    (named) => named.length < atOnce ? Effect.void : nameShops
  )

  const shops = (now: number): Effect.Effect<ReadonlyArray<string>, DatabaseFailed> =>
    Effect.flatMap(
      db.query(shopsWithDue, [now, DueTimes.latest(now, DueTimes.longest.desk)]),
      (rows) => rows.some((row) => row.is_unnamed === 1) ? Effect.andThen(nameShops, shops(now)) : Effect.succeed(rows.map((row) => String(row.scope)))
    )

  return {
    /** The scopes of the shops that have due orders at a time, in milliseconds since 1970. */
    shops,

    /** The due orders of a shop, those with news before those that are tried again, the oldest first; at most `limit` of each. */
    of: (scope: string, now: number, limit: number): Effect.Effect<ReadonlyArray<Due>, DatabaseFailed> =>
      Effect.map(
        db.query(`${dueOf(0, limit)} union all ${dueOf(1, limit)}`, [scope, now]),
        (rows) => rows.map((row) => ({ order: DeskRows.toOrder(row), turn: row.is_repeat === 1 ? "repeat" : "news" }))
      ),

    /** Makes the orders of a shop due that a clock that was ahead has postponed. */
    bringBack: (scope: string, now: number): Effect.Effect<unknown, DatabaseFailed> =>
      db.query(
        "update desk_order set due_at = $2, version = version + 1 where due_at is not null and scope = $1 and is_repeat in (0, 1) and due_at > $3",
        [scope, now, DueTimes.latest(now, DueTimes.longest.desk)]
      ),

    /** Holds what would be placed from a restored backup, because it may have been placed after the backup was made. */
    holdRestored: (scope: string, now: number): Effect.Effect<unknown, DatabaseFailed> =>
      db.query(
        `update desk_order set state = 'held', cause = 'restored', because = $2, is_released = 0, since = $1, due_at = null, updated_at = $1, version = version + 1
         where scope = $3 and due_at <= $1 and state in ('due', 'waiting', 'held') and person is null`,
        [now, RestoredOrders.because, scope]
      )
  }
}
