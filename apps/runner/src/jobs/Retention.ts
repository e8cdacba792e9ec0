/**
 * Deletes finished rows after their retention time, so that no table grows for ever. The deletion of a dead letter or an order
 * adds a line to the audit log.
 *
 * It reads rows from the oldest on by an index, one page for each transaction, and deletes them one by one by their keys. One
 * statement over many rows would block other work for as long as it takes. The rules take turns of a bounded number of pages, so
 * that one with much work does not keep the others from theirs, and the job rests only when no rule has work left.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Composed } from "../Composition.ts"
import { Database, type DatabaseFailed, parameters, type Row, type Value } from "../store/Database.ts"
import * as History from "../store/History.ts"
import { Vault } from "../store/Vault.ts"
import { Kinds } from "../records/Kinds.ts"
import { lineOf } from "../outbox/DeliveryInsertion.ts"
import { Outbox } from "../outbox/Outbox.ts"
import type { Job } from "./Jobs.ts"

/** The number of rows in one transaction. */
const atOnce = 50
/** The most pages of one rule before the next rule has its turn. */
const pagesAtOnce = 20
const every = 3_600_000
const pause = "20 millis"

/** The key of the history that lists the deleted rows. */
export const audit = { scope: "runner", entity: "retention" } as const

/** A statement that deletes rows that belong to a deleted row, and its parameters. */
interface Along {
  readonly text: string
  /** The query for the rows to lock before, with the same parameters. */
  readonly locks?: string
  readonly params: (row: Row) => ReadonlyArray<Value>
}

interface Rule {
  readonly name: string
  readonly kept: keyof Composed["retention"]
  readonly table: string
  /** The column with the time from which the retention time counts. */
  readonly clock: string
  /** The columns that identify a row. `first` has values before the first page. */
  readonly key: ReadonlyArray<string>
  readonly first?: ReadonlyArray<Value>
  /** The SQL condition for a finished row, the same as in the index by age. */
  readonly isOver?: string
  /** Returns true for those finished rows to which the rule applies. */
  readonly isMeant?: (row: Row) => boolean
  /** Further columns to read. */
  readonly columns?: string
  /** The SQL that removes a row, if that is not its deletion. The first parameter is its key. */
  readonly removal?: string
  /** True for deliveries, which are in a queue: deleting a row may release the ones behind it. */
  readonly isInLine?: boolean
  /** Keeps a row as long as its order exists, or as long as its order is open. */
  readonly staysWith?: "order" | "open order"
  readonly along?: ReadonlyArray<Along>
  readonly isAudited?: boolean
  /** True for records, whose contract names the tables that hang from them. */
  readonly isRecord?: boolean
}

const attemptsOf = (key: string): Along => ({ text: "delete from attempt where subject = $1", params: (row) => [row[key]] })
/** SQL for what tells orders apart, of the row of an order to which a column refers. */
const orderOf = (reference: string, columns: ReadonlyArray<string>): string =>
  columns.map((column) => `(select e.${column} from entity e where e.id = ${reference}) as ${column}`).join(", ")
/** The history of a number goes with the last of its known generations. */
const historyOfLast: Along = {
  text: `delete from history where first_id = $1
    and not exists (select 1 from entity e where e.scope = $2 and e.kind = $3 and e.number = $4 and e.is_known = 1)`,
  params: (row) => [row.first_id, row.scope, row.kind, row.number]
}
/** SQL for the row of an order of which nothing is known any more, once nothing refers to it. */
const isEmpty = `id = $1 and is_known = 0 and not exists (select 1 from intent i where i.entity = entity.id)
    and not exists (select 1 from inbox b where b.first_id = entity.id)
    and (first_id is not null or not exists (
      select 1 from entity n where n.scope = entity.scope and n.kind = entity.kind and n.number = entity.number and n.id <> entity.id))`
const emptyRow = (key: "id" | "entity" | "first_id"): Along => ({
  text: `delete from entity where ${isEmpty}`,
  // A delete that waits for a create to take the row would not see the intent that the create has stored meanwhile.
  locks: `select id from entity where ${isEmpty}`,
  params: (row) => [row[key]]
})
/** The history of a number of which nothing else is left. */
const historyOfNone: Along = {
  text: "delete from history where first_id = $1 and not exists (select 1 from entity e where e.id = $1)",
  params: (row) => [row.first_id]
}

const deliveries = {
  table: "delivery",
  clock: "updated_at",
  key: ["seq"],
  first: [-1],
  isOver: "state in ('Delivered', 'Cancelled', 'Dead')",
  columns: "id, state, connection, entity",
  along: [attemptsOf("id"), { text: "delete from delivery_content where seq = $1", params: (row: Row) => [row["seq"]] }]
} as const

/** A rule for every table that grows, in the order in which the tables are cleaned. */
export const rules: ReadonlyArray<Rule> = [
  { name: "deliveries", kept: "delivered", ...deliveries, isMeant: (row) => row.state !== "Dead" },
  { name: "dead letters", kept: "dead", ...deliveries, isMeant: (row) => row.state === "Dead", isInLine: true, isAudited: true },
  // While an order is open, the peer may repeat its reports at any time.
  {
    name: "received reports",
    kept: "inbox",
    table: "inbox",
    clock: "last_at",
    key: ["first_id", "dedup_key"],
    first: [-1, ""],
    columns: orderOf("inbox.first_id", ["scope", "kind", "number"]),
    staysWith: "open order",
    along: [emptyRow("first_id"), historyOfNone]
  },
  {
    name: "orders",
    kept: "orders",
    table: "entity",
    clock: "updated_at",
    key: ["id"],
    first: [-1],
    isOver: "is_open = 0 and is_known = 1",
    columns: "scope, kind, number, coalesce(first_id, id) as first_id",
    // The row stays as long as its create does, but nothing that was known of the order.
    removal: `update entity set is_known = 0, warehouse_code = null, peer_warehouse_code = null, peer_number = null, phase = null, peer_status = null,
      carrier_name = null, tracking_number = null, tracking_url = null, failed_reason = null, shipped_at = null, delivered_at = null, type = null,
      finished_at = null, reported_at = null, absent_since = null where id = $1`,
    along: [historyOfLast, emptyRow("id"), emptyRow("first_id"), historyOfNone],
    isRecord: true,
    isAudited: true
  },
  {
    name: "intents",
    kept: "orders",
    table: "intent",
    clock: "updated_at",
    key: ["entity"],
    first: [-1],
    isOver: "state in ('Delivered', 'Dead', 'Cancelled')",
    columns: `id, scope, ${orderOf("intent.entity", ["kind", "number"])}, (select coalesce(e.first_id, e.id) from entity e where e.id = intent.entity) as first_id`,
    staysWith: "order",
    along: [
      attemptsOf("id"),
      { text: "delete from intent_content where entity = $1", params: (row) => [row.entity] },
      { text: "delete from blind_decision where entity = $1", params: (row) => [row.entity] },
      emptyRow("entity"),
      emptyRow("first_id"),
      historyOfNone
    ]
  },
  { name: "lines of history", kept: "orders", table: "history", clock: "at", key: ["id"], first: [-1], isOver: "first_id is null" },
  { name: "findings", kept: "findings", table: "drift", clock: "last_at", key: ["scope", "place", "path", "message"] },
  { name: "orders that were not taken", kept: "findings", table: "untaken_order", clock: "last_at", key: ["scope", "kind", "number"] },
  { name: "names without a row", kept: "findings", table: "unmatched", clock: "last_at", key: ["scope", "kind", "name"] }
]

/** The SQL for the next page of finished rows that are old enough. */
export const pageOf = ({ clock, columns, isOver, key, table }: Rule): string => {
  const order = [clock, ...key].join(", ")
  return `select ${order}${columns === undefined ? "" : `, ${columns}`} from ${table}
    where ${isOver === undefined ? "" : `${isOver} and `}${clock} < $1 and (${order}) > (${parameters(key.length + 1, 2)})
    order by ${order} limit ${atOnce}`
}

/** The SQL that removes one row. */
export const removalOf = ({ key, removal, table }: Rule): string =>
  removal ?? `delete from ${table} where ${key.map((column, index) => `${column} = $${index + 1}`).join(" and ")}`

export class Retention extends Context.Service<Retention, {
  /** Deletes old finished rows. Returns the number of deleted rows for each rule. */
  readonly prune: Effect.Effect<Readonly<Record<string, number>>, DatabaseFailed>
  readonly job: Job<DatabaseFailed, never>
}>()("@crossdock/runner/jobs/Retention") {
  static readonly layer = (composed: Composed) => Layer.effect(Retention, make(composed))
}

const make = Effect.fnUntraced(function*({ retention }: Composed) {
  const db = yield* Database
  const vault = yield* Vault
  const outbox = yield* Outbox
  const kinds = yield* Kinds

  /** Reads whether the order of an entity exists, and whether it is open. */
  const newestOf = ({ kind, number, scope }: Row) =>
    db.one(
      "select is_open from entity where scope = $1 and kind = $2 and number = $3 and is_known = 1 order by generation desc limit 1",
      [scope, kind, number]
    )

  const stays = ({ staysWith }: Rule, row: Row) =>
    staysWith === undefined
      ? Effect.succeed(false)
      : Effect.map(newestOf(row), (order) => order !== undefined && (staysWith === "order" || order.is_open === 1))

  const page = (rule: Rule, before: number, last: Row | undefined) => {
    const { clock, first, key } = rule
    return db.query(
      // Rows in a queue are not locked here, because every transaction locks their queue first.
      `${pageOf(rule)}${rule.isInLine === true ? "" : db.forUpdateSkipLocked}`,
      last === undefined ? [before, Number.MIN_SAFE_INTEGER, ...(first ?? key.map(() => ""))] : [before, last[clock], ...key.map((column) => last[column])]
    )
  }

  const remove = Effect.fnUntraced(function*(rule: Rule, row: Row) {
    if (yield* stays(rule, row)) return false
    if (rule.isInLine === true) {
      if (!(yield* outbox.removeDead(row))) return false
    } else yield* db.query(removalOf(rule), rule.key.map((column) => row[column]))
    const tables = rule.isRecord === true ? kinds.of(row.kind)?.tables ?? [] : []
    for (const table of tables) yield* db.query(`delete from ${table} where entity = $1`, [row.id])
    for (const { locks, params, text } of rule.along ?? []) {
      if (locks !== undefined && db.forUpdate !== "") yield* db.query(locks + db.forUpdate, params(row))
      yield* db.query(text, params(row))
    }
    return true
  })

  const some = (rule: Rule, before: number, last: Row | undefined) =>
    db.transaction(Effect.gen(function*() {
      const rows = yield* page(rule, before, last)
      const meant = rows.filter(rule.isMeant ?? (() => true))
      // All transactions lock several queues in the same order, to avoid deadlocks.
      if (rule.isInLine === true) meant.sort((a, b) => lineOf(a) < lineOf(b) ? -1 : 1)
      const removed = yield* Effect.forEach(meant, (row) => remove(rule, row))
      return { count: removed.filter(Boolean).length, last: rows.length < atOnce ? undefined : rows[rows.length - 1] }
    }))

  /** The last row that each rule has looked at, for the rules that are not at their end. */
  const places = new Map<string, Row>()
  /** The rules that this pass has not finished. A finished one waits for the others, so that every pass comes to its end. */
  const unfinished = new Set<string>()
  /** The rule whose turn is next. */
  let next = 0

  /** Records what a turn has removed, also when it fails or is stopped after some pages. */
  const recorded = (rule: Rule, before: number, count: number) =>
    count === 0 || rule.isAudited !== true
      ? Effect.void
      : History.record(db, vault, {
        ...audit,
        isApart: true,
        who: "runner",
        what: "decided",
        detail: `${count} ${rule.name} of before ${DateTime.formatIso(DateTime.makeUnsafe(before))} removed`
      })

  /** Goes on with a rule where its last turn ended, for a bounded number of pages. Returns the number of removed rows. */
  const turn = Effect.fnUntraced(function*(rule: Rule) {
    const before = (yield* Clock.currentTimeMillis) - retention[rule.kept]
    let count = 0
    const pages = Effect.gen(function*() {
      for (let taken = 0; taken < pagesAtOnce; taken++) {
        if (taken > 0) yield* Effect.sleep(pause)
        const done = yield* some(rule, before, places.get(rule.name))
        count += done.count
        if (done.last !== undefined) places.set(rule.name, done.last)
        else {
          places.delete(rule.name)
          unfinished.delete(rule.name)
          return
        }
      }
    })
    yield* Effect.onExit(pages, (exit) => exit._tag === "Success" ? Effect.void : Effect.ignore(recorded(rule, before, count)))
    yield* recorded(rule, before, count)
    return count
  })

  /** Gives a turn to each rule that the pass over all rules has not finished, beginning with the one after that at which the last round was stopped. */
  const round = Effect.gen(function*() {
    const counts: Record<string, number> = {}
    if (unfinished.size === 0) for (const { name } of rules) unfinished.add(name)
    for (let taken = 0; taken < rules.length; taken++) {
      const rule = rules[next]!
      // Before the turn, because a rule that fails every time would otherwise keep all others from theirs.
      next = (next + 1) % rules.length
      if (!unfinished.has(rule.name)) continue
      const count = yield* turn(rule)
      if (count > 0) counts[rule.name] = count
    }
    return counts
  })

  const prune = Effect.gen(function*() {
    const total: Record<string, number> = {}
    do {
      for (const [name, count] of Object.entries(yield* round)) total[name] = (total[name] ?? 0) + count
      if (unfinished.size > 0) yield* Effect.sleep(pause)
    } while (unfinished.size > 0)
    return total
  })

  const work = Effect.gen(function*() {
    const removed = yield* round
    if (Object.keys(removed).length > 0) yield* Effect.annotateLogs(Effect.logInfo("finished work was removed"), { removed })
    return unfinished.size > 0 ? "again" as const : undefined
  })

  return Retention.of({
    prune,
    job: {
      name: "retention",
      connection: "",
      every,
      firstAfter: every,
      work
    }
  })
})
