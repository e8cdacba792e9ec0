/**
 * Orders by what people ask for: a number, a state in one word, what holds them, a warehouse. What few orders have is read by its index and
 * sorted. For everything else the orders are walked through from the newest on, a bounded number at a time, so that a page never takes
 * long: it may have fewer orders than were asked for, and then says where to go on.
 */
import type { OrderState } from "@crossdock/admin-api"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { Database, DatabaseFailed, Row, Value } from "../store/Database.ts"
import { scopeIn } from "./CallerLinks.ts"
import { where } from "./Responses.ts"

/** An order in the order of the list. */
export type Position = readonly [createdAt: number, kind: string, scope: string, number: string]

/** Which orders are searched. */
export interface Asked {
  /** The rows of the orders that have a number. Undefined: any. */
  readonly ids?: ReadonlyArray<number> | undefined
  readonly kind?: string | undefined
  readonly phase?: string | undefined
  readonly open?: boolean | undefined
  /** Orders of these links. Undefined: of all. */
  readonly scopes?: ReadonlyArray<string> | undefined
  /** The links have few orders together, so all of them are read. */
  readonly hasFew?: boolean
  readonly hasFewOpen?: boolean
  readonly state?: OrderState | undefined
  /** Why the desk holds it. */
  readonly cause?: string | undefined
  /** A warehouse, and the links to it. */
  readonly warehouse?: { readonly connection: string; readonly links: ReadonlyArray<string> } | undefined
  /** Created at that moment or later, in milliseconds since 1970. */
  readonly from?: number | undefined
  /** Created before that moment. */
  readonly until?: number | undefined
}

/** How many orders one statement walks through. */
export const walked = 2000

/** After this long, no further statement begins, in milliseconds. */
const mostMillis = 20

/** The most orders that are counted, and that are walked through to count those that match. */
export const mostCounted = 10_000
export const mostWalked = 2000

/** The state of an order in one word. The order desk comes first, for it says more than the shop does. */
const inOneWord = `case when d.state in ('held', 'waiting', 'placed') then d.state when d.state = 'due' then 'deciding'
    when i.state = 'Doubtful' then 'inDoubt' when i.state = 'Pending' and i.held_because is not null then 'held'
    when i.state in ('Pending', 'InFlight') then 'sending' when i.state = 'Dead' then 'refused' when i.state = 'Cancelled' then 'cancelled'
    when e.phase in ('delivered', 'cancelled', 'failed') then e.phase
    when d.state = 'done' or e.phase in ('shipped', 'closedShort') then 'shipped'
    when d.state = 'closed' or e.phase in ('finished', 'closed', 'received') or e.is_open = 0 then 'closed' else 'open' end`

const heldFor = "case when d.state in ('due', 'waiting', 'held', 'placed') then d.cause end"
const isOpen = "case when e.is_known = 1 then e.is_open when i.state in ('Pending', 'InFlight', 'Doubtful') then 1 else 0 end"

const columns = `e.id, e.kind, e.scope, e.created_at, e.number, e.connection, e.generation, e.phase, e.peer_status, e.tracking_number, e.is_known, e.absent_since,
    i.state as intent, ${isOpen} as is_open, case when e.is_known = 1 then e.updated_at else i.updated_at end as updated_at, ${inOneWord} as state, ${heldFor} as cause`

const isListed = `(e.is_known = 1 or i.entity is not null) and not exists (
    select 1 from entity n where n.scope = e.scope and n.kind = e.kind and n.number = e.number and n.generation > e.generation
      and (n.is_known = 1 or exists (select 1 from intent j where j.entity = n.id)))`

const withDesk = "left join desk_order d on d.entity = e.id"
const ofEntity = (from: string): string => `${from} left join intent i on i.entity = e.id ${withDesk}`
/** The list of states in the words of the index. */
const isUnsettled = "state in ('Pending', 'InFlight', 'Doubtful')"
const ofIntents = (condition: string): string => `(select * from intent where ${condition}) i cross join entity e ${withDesk}`
const ofDesk = (which: string): string => `(select * from desk_order where state = ${which}) d cross join entity e left join intent i on i.entity = e.id`

/** What leads to the few orders in a state, and how the orders of a row are found. Undefined: they are among all others. */
const rare: { readonly [S in OrderState]?: ReadonlyArray<readonly [from: string, join: string]> } = {
  held: [[ofDesk("'held'"), "e.id = d.entity"], [ofIntents("state = 'Pending' and held_because is not null"), "e.id = i.entity"]],
  waiting: [[ofDesk("'waiting'"), "e.id = d.entity"]],
  deciding: [[ofDesk("'due'"), "e.id = d.entity"]],
  inDoubt: [[ofIntents(`${isUnsettled} and state = 'Doubtful'`), "e.id = i.entity"]],
  sending: [[ofIntents(`${isUnsettled} and state <> 'Doubtful'`), "e.id = i.entity"]]
}
// A statement for each state: a database that counts its rows takes three of them for most of all.
const withCause = ["'due'", "'waiting'", "'held'"].map((one) => [ofDesk(one), "e.id = d.entity"] as const)

/** The orders from a position on, newest first. Its parameters are the first five. */
const walk = (rows: number): string =>
  `(select * from entity where created_at <= $1 and (created_at < $2 or (kind, scope, number) < ($3, $4, $5))
    order by created_at desc, kind desc, scope desc, number desc limit ${rows}) e`

const sourcesOf = ({ cause: why, hasFew, ids, state: wanted }: Asked, rows: number): { readonly isWalk: boolean; readonly of: ReadonlyArray<readonly [from: string, join: string]> } => {
  const few = wanted === undefined ? why === undefined ? undefined : withCause : rare[wanted]
  if (ids !== undefined || hasFew === true) return { isWalk: false, of: [[ofEntity("entity e"), "1 = 1"]] }
  return few === undefined ? { isWalk: true, of: [[ofEntity(walk(rows)), "1 = 1"]] } : { isWalk: false, of: few }
}

const listOf = (values: ReadonlyArray<unknown>): string => values.map(() => "?").join(", ")

/** The conditions. Expressions where columns would do keep both databases from an index of all orders. The first five parameters are the position. */
const conditionsOf = (asked: Asked, [createdAt, kind, scope, number]: Position) => {
  const { ids, scopes, until, warehouse } = asked
  return where([
    ["e.created_at + 0 <= ? and (e.created_at + 0 < ? or (e.kind, e.scope, e.number) < (?, ?, ?))", until === undefined ? createdAt : Math.min(createdAt, until - 1), createdAt, kind, scope, number],
    ids === undefined ? undefined : [`e.id in (${listOf(ids)})`, ...ids],
    scopeIn(asked.hasFew === true ? "e.scope" : "e.scope || ''", scopes),
    asked.kind === undefined ? undefined : [`${asked.hasFew === true ? "e.kind" : "e.kind || ''"} = ?`, asked.kind],
    asked.phase === undefined ? undefined : ["e.phase || '' = ?", asked.phase],
    asked.from === undefined ? undefined : ["e.created_at + 0 >= ?", asked.from],
    asked.open === undefined ? undefined : [`${isOpen} = ?`, asked.open ? 1 : 0],
    asked.state === undefined ? undefined : [`${inOneWord} = ?`, asked.state],
    asked.cause === undefined ? undefined : [`${heldFor} = ?`, asked.cause],
    warehouse === undefined ? undefined : [
      `(e.connection || '' = ? or exists (select 1 from desk_part p where p.entity = e.id and p.state not in ('unsent', 'void') and p.link in (${listOf(["", ...warehouse.links])})))`,
      warehouse.connection, "", ...warehouse.links
    ],
    [isListed]
  ])
}

// Not one template, because the tests would take most other statements for it.
const selected = (what: string, from: string, join: string, conditions: string): string => ["select", what, "from", from, "where", join, "and", conditions].join(" ")

const order = "order by created_at desc, kind desc, scope desc, number desc"

/** The statement of a page from a position on. */
export const statement = (asked: Asked, after: Position, rows: number): readonly [text: string, params: ReadonlyArray<Value>] => {
  const { params, text } = conditionsOf(asked, after)
  const parts = sourcesOf(asked, walked).of.map(([from, join]) => selected(columns, from, join, text))
  return [`select * from (${parts.join(" union all ")}) o ${order} limit ${rows}`, params]
}

/** The statement that finds where a walk of so many rows ends. It finds nothing if it ends with the oldest order. */
export const end = (after: Position, rows: number, until = Infinity): readonly [text: string, params: ReadonlyArray<Value>] => [
  `select created_at, kind, scope, number from entity where created_at <= $1 and (created_at < $2 or (kind, scope, number) < ($3, $4, $5)) ${order} limit 1 offset ${rows - 1}`,
  [Math.min(after[0], until - 1), ...after]
]

export const positionOf = (row: Row): Position => [Number(row.created_at), row.kind, row.scope, row.number]

/** A position for a cursor without names: a walk ends at an order of any link, and whoever gets a cursor can read it. */
export const withoutNames = (db: Database["Service"], [createdAt, kind, scope, number]: Position) =>
  Effect.map(db.one("select id from entity where scope = $1 and kind = $2 and number = $3 limit 1", [scope, kind, number]), (row): Position => [createdAt, "", "", String(row?.id ?? "")])

/** The position that a cursor means. If its order has been removed meanwhile, the page begins with the moment before. */
export const withNames = Effect.fnUntraced(function*(db: Database["Service"], position: Position): Effect.fn.Return<Position, DatabaseFailed> {
  const [createdAt, kind, scope, id] = position
  if (kind !== "" || scope !== "" || !/^\d{1,15}$/.test(id)) return position
  const row = yield* db.one("select kind, scope, number from entity where id = $1", [Number(id)])
  return row === undefined ? position : [createdAt, row.kind, row.scope, row.number]
})

export interface Found {
  readonly rows: ReadonlyArray<Row>
  /** Where a later page begins that the rows do not tell, because fewer than `rows` were found. Undefined: there is nothing more. */
  readonly next: Position | undefined
}

/** Finds up to `rows` orders. */
export const find = Effect.fnUntraced(function*(db: Database["Service"], asked: Asked, after: Position, rows: number): Effect.fn.Return<Found, DatabaseFailed> {
  if (asked.ids?.length === 0) return { rows: [], next: undefined }
  const begun = yield* Clock.currentTimeMillis
  const { isWalk } = sourcesOf(asked, walked)
  const found: Array<Row> = []
  let from = after
  while (true) {
    found.push(...(yield* db.query(...statement(asked, from, rows - found.length))))
    if (!isWalk || found.length >= rows) return { rows: found, next: undefined }
    const last = yield* db.one(...end(from, walked, asked.until))
    if (last === undefined || (asked.from !== undefined && Number(last.created_at) < asked.from)) return { rows: found, next: undefined }
    from = positionOf(last)
    if ((yield* Clock.currentTimeMillis) - begun > mostMillis) return { rows: found, next: from }
  }
})

/** How many orders there are, of those that are counted. */
export const count = Effect.fnUntraced(function*(db: Database["Service"], asked: Asked, newest: Position): Effect.fn.Return<{ readonly count: number; readonly isMore: boolean }, DatabaseFailed> {
  if (asked.ids?.length === 0) return { count: 0, isMore: false }
  const { hasFew, hasFewOpen: _, ...conditions } = asked
  const isAny = hasFew !== true && Object.values(conditions).every((one) => one === undefined)
  const { isWalk, of } = sourcesOf(asked, mostWalked)
  const { params, text } = conditionsOf(asked, newest)
  const parts = of.map(([from, join]) => selected("e.id", from, join, text))
  const row = isAny
    ? yield* db.one(`select count(*) as n from (select 1 as is_one from entity where created_at <= $1 limit ${mostCounted + 1}) c`, [newest[0]])
    : yield* db.one(`select count(*) as n from (select * from (${parts.join(" union all ")}) o limit ${mostCounted + 1}) c`, params)
  const n = Number(row?.n ?? 0)
  const last = isWalk && !isAny ? yield* db.one(...end(newest, mostWalked, asked.until)) : undefined
  return { count: Math.min(n, mostCounted), isMore: n > mostCounted || (last !== undefined && !(asked.from !== undefined && Number(last.created_at) < asked.from)) }
})

/** The states of orders by their rows, with what holds them. */
export const statesOf = Effect.fnUntraced(function*(db: Database["Service"], ids: ReadonlyArray<number>) {
  if (ids.length === 0) return new Map<number, { readonly state: OrderState; readonly cause: string | null }>()
  const these = `in (${ids.map((_, at) => `$${at + 1}`).join(", ")})`
  // The rows are named for the intents too: PostgreSQL, which counts rows, would else read all intents for a page of many orders.
  const from = `entity e left join intent i on i.entity = e.id and i.entity ${these} ${withDesk} and d.entity ${these}`
  const rows = yield* db.query(`select e.id, ${inOneWord} as state, ${heldFor} as cause from ${from} where e.id ${these}`, ids)
  return new Map(rows.map((row) => [Number(row.id), { state: row.state as OrderState, cause: row.cause as string | null }]))
})
