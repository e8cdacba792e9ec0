/**
 * The SQL of a page of orders: the newest generation of each number, newest first, whether or not its create has reached the peer.
 */
import type { Value } from "../store/Database.ts"
import { where } from "./Responses.ts"

/** Which orders a page shows. */
export interface Asked {
  readonly kind?: string | undefined
  readonly scope?: string | undefined
  /** True: orders that are open at the peer, and those whose create is not settled. False: all others. */
  readonly open?: boolean | undefined
  /** The condition of `OpenOrders.condition`. Only orders that are open at the peer can meet it. */
  readonly lookAt?: readonly [text: string, ...values: ReadonlyArray<Value>] | undefined
  /** The page begins after the order with this `created_at`, `kind`, `scope` and `number`. */
  readonly after: readonly [createdAt: number, kind: string, scope: string, number: string]
  readonly rows: number
}

const shared = "e.number, e.connection, e.generation, e.phase, e.peer_status, e.tracking_number, e.is_known, e.absent_since, i.state as intent"

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

/** The statement of a page and its values. */
export const statement = ({ after, kind, lookAt, open, rows, scope }: Asked): readonly [text: string, params: ReadonlyArray<Value>] => {
  const from = lookAt !== undefined ? openAtPeer : open === true ? `${openAtPeer} union all ${unsettled}` : all
  const { params, text } = where([
    ["created_at <= ? and (created_at < ? or (kind, scope, number) < (?, ?, ?))", after[0], ...after],
    scope === undefined ? undefined : ["scope = ?", scope],
    kind === undefined ? undefined : ["kind = ?", kind],
    open === undefined ? undefined : ["is_open = ?", open ? 1 : 0],
    lookAt
  ])
  return [`select * from (${from}) o where ${text} order by created_at desc, kind desc, scope desc, number desc limit ${rows}`, params]
}
