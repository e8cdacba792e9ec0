/**
 * The SQL of a page of orders: the newest generation of each number, newest first, whether or not its create has reached the peer.
 */
import * as Effect from "effect/Effect"
import type { Database, Row, Value } from "../store/Database.ts"
import { scopeIn } from "./CallerLinks.ts"
import { where } from "./Responses.ts"

/** Which orders a page shows. */
export interface Asked {
  readonly kind?: string | undefined
  /** Orders of these links. Undefined: of all. */
  readonly scopes?: ReadonlyArray<string> | undefined
  /** True: orders that are open at the peer, and those whose create is not settled. False: all others. */
  readonly open?: boolean | undefined
  readonly phase?: string | undefined
  /** Created at that moment or later, in milliseconds since 1970. */
  readonly from?: number | undefined
  /** Created before that moment. */
  readonly until?: number | undefined
  /** The links have at most `fewOrders` together, or of the kind, so all of them are read and sorted. */
  readonly hasFew?: boolean
  /** Few orders are open, so all of these are read and sorted. Otherwise they stand among the newest, or at least among those that are walked through. */
  readonly hasFewOpen?: boolean
  /** The condition of `OpenOrders.condition`. Only orders that are open at the peer can meet it. */
  readonly lookAt?: readonly [text: string, ...values: ReadonlyArray<Value>] | undefined
  /** The page begins after the order with this `created_at`, `kind`, `scope` and `number`. */
  readonly after: readonly [createdAt: number, kind: string, scope: string, number: string]
  readonly rows: number
}

const shared = "e.id, e.number, e.connection, e.generation, e.phase, e.peer_status, e.tracking_number, e.is_known, e.absent_since, i.state as intent"

const isUnsettled = "i.state in ('Pending', 'InFlight', 'Doubtful')"

const isNewest = `not exists (
    select 1 from entity n where n.scope = e.scope and n.kind = e.kind and n.number = e.number and n.generation > e.generation
      and (n.is_known = 1 or exists (select 1 from intent j where j.entity = n.id)))`

/** All orders. The index of `created_at` gives them in the order of the list. */
const all = `select cast(e.kind as text) as kind, e.scope, ${shared},
    case when e.is_known = 1 then e.is_open when ${isUnsettled} then 1 else 0 end as is_open,
    e.created_at, case when e.is_known = 1 then e.updated_at else i.updated_at end as updated_at
  from entity e left join intent i on i.entity = e.id
  where (e.is_known = 1 or i.entity is not null) and ${isNewest}`

/** Expressions where columns would do keep both databases from an index of all orders. Few orders are open, so these are read and sorted. */
const apart = "e.kind || '' as kind, e.scope || '' as scope, +e.created_at as created_at"

const openAtPeer = `select ${apart}, ${shared}, e.is_open, e.updated_at
  from entity e left join intent i on i.entity = e.id
  where e.is_known = 1 and e.is_open = 1 and ${isNewest}`

const unsettled = `select ${apart}, ${shared}, 1 as is_open, i.updated_at
  from intent i cross join entity e where e.id = i.entity and ${isUnsettled} and e.is_known = 0 and ${isNewest}`

/** Phases that few orders of a large database have; an index leads to them. Orders in the others are found soon among the newest. */
const rarePhases = "('failed', 'cancelled', 'closed', 'closedShort', 'unpaid', 'onHold')"
export const isRare = (phase: string): boolean => rarePhases.includes(`'${phase}'`)

/** Orders in a rare phase. Both databases need the list in the words of the index. */
const inRarePhase = `${all} and e.phase in ${rarePhases}`

/** The most orders of a link that are read and sorted for a page. */
const fewOrders = 5000

/** A kind that so many of the newest orders have is found by walking through them. */
const [walked, common] = [2000, 200]

/** Whether a link has few orders. Walking through those of all links to the few of one would take long. */
export const isFew = `select count(*) as n from (select 1 as is_one from entity where scope = $1 limit ${fewOrders + 1}) s`

/** Whether few orders are open. */
export const openIsFew = (db: Database["Service"]) =>
  Effect.map(db.one(`select count(*) as n from (select 1 as is_one from entity where is_open = 1 limit ${fewOrders + 1}) s`), (row) => Number(row?.n ?? 0) <= fewOrders)

/** How many of the newest orders have a kind. */
export const newestOfKind = `select count(*) as n from (select kind from entity order by created_at desc, kind desc, scope desc, number desc limit ${walked}) w where kind = $1`

/** The links, also those that were removed, and how many orders of a kind each has. From one link the index leads to the next. */
export const linksOfKind = `with recursive s (scope) as (
    select min(scope) from entity union all select (select min(n.scope) from entity n where n.scope > s.scope) from s where s.scope is not null)
  select s.scope, (select count(*) from (select 1 as is_one from entity where scope = s.scope and kind = $1 order by number limit ${fewOrders + 1}) c) as n
  from s where s.scope is not null`

/**
 * The links whose orders are all read for a page, because they are few, and so found sooner than by a walk through those of all others.
 * Undefined: there are many. Of a kind, those of the kind count.
 */
export const few = Effect.fnUntraced(function*(db: Database["Service"], { kind, scopes }: Pick<Asked, "kind" | "scopes">) {
  const sum = (rows: ReadonlyArray<Row | undefined>) => rows.reduce((total, row) => total + Number(row?.n ?? 0), 0)
  if (scopes !== undefined && sum(yield* Effect.forEach(scopes, (scope) => db.one(isFew, [scope]))) <= fewOrders) return scopes
  if (kind === undefined || Number((yield* db.one(newestOfKind, [kind]))?.n ?? 0) >= common) return undefined
  const rows = (yield* db.query(linksOfKind, [kind])).filter(({ n, scope }) => Number(n) > 0 && (scopes === undefined || scopes.includes(scope)))
  return sum(rows) <= fewOrders ? rows.map(({ scope }): string => scope) : undefined
})

/** Orders of links that have few; their index by number leads to them. */
const ofScopes = (condition: string): string => `select ${apart}, ${shared},
    case when e.is_known = 1 then e.is_open when ${isUnsettled} then 1 else 0 end as is_open,
    case when e.is_known = 1 then e.updated_at else i.updated_at end as updated_at
  from entity e left join intent i on i.entity = e.id
  where ${condition} and (e.is_known = 1 or i.entity is not null) and ${isNewest}`

const sourceOf = ({ hasFew, hasFewOpen, lookAt, open, phase }: Asked): string | typeof ofScopes => {
  if (lookAt !== undefined) return openAtPeer
  if (open === true && (hasFewOpen !== false || hasFew !== true)) return `${openAtPeer} union all ${unsettled}`
  if (hasFew === true) return ofScopes
  return phase !== undefined && isRare(phase) ? inRarePhase : all
}

/** Whether what is asked for stands in an index, or first among the newest orders. For everything else these are walked through, a bounded number at a time. */
export const leads = ({ hasFew, hasFewOpen, kind, open, phase, scopes }: Omit<Asked, "after" | "rows">): boolean =>
  (open === true && hasFewOpen !== false) || hasFew === true || (phase !== undefined ? isRare(phase) && open !== true : open === undefined && kind === undefined && scopes === undefined)

/** The statement of a page and its values. */
export const statement = (asked: Asked): readonly [text: string, params: ReadonlyArray<Value>] => {
  const { after, from: since, kind, lookAt, open, phase, rows, scopes, until } = asked
  const source = sourceOf(asked)
  const { params, text } = where([
    ["created_at <= ? and (created_at < ? or (kind, scope, number) < (?, ?, ?))", until === undefined ? after[0] : Math.min(after[0], until - 1), ...after],
    scopeIn("scope", scopes),
    kind === undefined ? undefined : ["kind = ?", kind],
    phase === undefined ? undefined : ["phase = ?", phase],
    since === undefined ? undefined : ["created_at >= ?", since],
    open === undefined ? undefined : ["is_open = ?", open ? 1 : 0],
    lookAt
  ])
  const page = (from: string) => `select * from (${from}) o where ${text} order by created_at desc, kind desc, scope desc, number desc limit ${rows}`
  if (typeof source === "string") return [page(source), params]
  const these = where([scopeIn("e.scope", scopes), kind === undefined ? undefined : ["e.kind = ?", kind]])
  return [page(source(these.text.replaceAll(/\$(\d+)/g, (_, at) => `$${Number(at) + params.length}`))), [...params, ...these.params]]
}
