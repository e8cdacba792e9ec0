/**
 * A page of the orders at the desk: those that have been the longest in their state come first.
 */
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import type { OrderState, PartState } from "../desk/DeskRows.ts"
import { remedyOf } from "../desk/Holds.ts"
import type { Database, Row, Value } from "../store/Database.ts"
import { scopeIn } from "./CallerLinks.ts"
import * as CauseGroups from "./CauseGroups.ts"
import type { DeskCause, DeskEntry } from "@crossdock/admin-api"
import { instant, likePart, member, where } from "./Responses.ts"

/** The states of orders about which something is still to happen. */
const unfinished: ReadonlyArray<OrderState> = ["due", "waiting", "held", "placed"]

/** Which orders a page shows. */
export interface Asked {
  readonly state: OrderState | undefined
  readonly cause: string | undefined
  /** Leaves out orders that wait for this cause. */
  readonly exceptCause?: string | undefined
  /** Only orders in one of these states. Default: in one in which something is still to happen. */
  readonly states?: ReadonlyArray<OrderState>
  /** A part of the reason; upper and lower case are equal. */
  readonly text?: string | undefined
  /** The scopes of the links to shops. Undefined: all. */
  readonly scopes: ReadonlyArray<string> | undefined
  /** Leaves out what came into its state later, in milliseconds since 1970. */
  readonly until?: number
  /** The page begins after the order with this `since` and `entity`. */
  readonly after: readonly [since: number, entity: number]
  readonly rows: number
}

/**
 * The statement of a page and its values. Of each state it reads as many as the page has, by the index of the states, so that it does not sort all that
 * are unfinished. An expression instead of the scope alone keeps both databases from walking through all orders of a shop.
 */
export const statement = ({ after, cause, exceptCause, rows, scopes, state, states = unfinished, text: part, until }: Asked): readonly [text: string, params: ReadonlyArray<Value>] => {
  const asked = state === undefined ? states : [state]
  const { params, text } = where([
    ["(o.since, o.entity) > (?, ?)", ...after],
    until === undefined ? undefined : ["o.since <= ?", until],
    cause === undefined ? undefined : ["o.cause = ?", cause],
    exceptCause === undefined ? undefined : ["(o.cause is null or o.cause <> ?)", exceptCause],
    part === undefined ? undefined : ["lower(o.because) like ? escape '\\'", likePart(part)],
    scopeIn("o.scope || ''", scopes)
  ])
  // Not one template, because the tests would take most other statements for it.
  const parts = asked.map((_, at) => ["select", "* from (select o.* from desk_order o where", `o.state = $${params.length + 1 + at} and`, text, `order by o.since, o.entity limit ${rows}) s${at}`].join(" "))
  return [
    `select o.entity, e.scope, e.number, o.state, o.cause, o.because, o.rule, o.since, o.due_at
     from (${parts.join(" union all ")}) o join entity e on e.id = o.entity order by o.since, o.entity limit ${rows}`,
    [...params, ...asked]
  ]
}

/** Counts the orders with a reason by their cause and its text. */
export const causes = Effect.fnUntraced(function*(db: Database["Service"], scopes: ReadonlyArray<string> | undefined) {
  // The states are written out: PostgreSQL counts rows, and would take unknown states for most orders.
  const { params, text } = where([[`o.state in (${unfinished.map((one) => `'${one}'`).join(", ")}) and o.cause is not null`], scopeIn("o.scope || ''", scopes)])
  const { others, rows } = yield* CauseGroups.read(db, {
    columns: "o.state, o.cause, o.because, min(o.since) as oldest, max(o.since) as newest, max(o.entity) as entity",
    from: `desk_order o where ${text}`,
    by: "o.state, o.cause, o.because",
    orderBy: "count(*) desc, o.cause"
  }, params)
  const items = yield* Effect.forEach(rows, Effect.fnUntraced(function*(row) {
    const newest = yield* db.one("select scope, number from entity where id = $1", [row.entity])
    const one: DeskCause = {
      state: row.state,
      cause: row.cause,
      ...member("because", row.because as string | null),
      count: Number(row.n),
      oldestAt: instant(row.oldest),
      newestAt: instant(row.newest),
      newest: { scope: newest?.scope ?? "", number: newest?.number ?? "" }
    }
    return one
  }))
  return { items, ...member("others", others) }
})

/** The parts of some orders, by the row of the order. */
export const partsOf = (db: Database["Service"], orders: ReadonlyArray<Row>) =>
  Effect.map(
    orders.length === 0
      ? Effect.succeed<ReadonlyArray<Row>>([])
      : db.query(
        `select entity, number, warehouse, state from desk_part where entity in (${orders.map((_, at) => `$${at + 1}`).join(", ")})
         order by entity, created_at, number`,
        orders.map(({ entity }) => Number(entity))
      ),
    Arr.groupBy((row: Row) => String(row.entity))
  )

/** Returns an order as the list shows it. A part that no warehouse ships is left out. */
export const toEntry = (parts: Readonly<Record<string, ReadonlyArray<Row>>>) => (row: Row): DeskEntry => {
  const cause: string | undefined = row.cause ?? undefined
  const state: OrderState = row.state
  return {
    scope: row.scope,
    number: row.number,
    state,
    ...member("cause", cause),
    ...member("because", row.because as string | null),
    ...member("remedy", state === "held" ? remedyOf(cause, row.number) : undefined),
    ...member("rule", row.rule as string | null),
    parts: (parts[String(row.entity)] ?? []).flatMap((part): DeskEntry["parts"] => {
      const at: PartState = part.state
      return at === "void" || at === "unsent" ? [] : [{ number: part.number, warehouse: part.warehouse, state: at }]
    }),
    since: instant(row.since),
    ...member("dueAt", row.due_at as number | null, instant)
  }
}
