/**
 * Deletes finished rows after their retention time, so that no table grows for ever. The deletion of a dead letter or an order
 * adds a line to the audit log.
 *
 * It reads rows from the oldest on by an index, one page for each transaction, and deletes the rows of a page together by their keys.
 * One statement over many rows would block other work for as long as it takes. The rules take turns of a bounded number of pages, so
 * that one with much work does not keep the others from theirs, and the job rests only when no rule has work left.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Metric from "effect/Metric"
import type { Composed } from "../Composition.ts"
import { Database, type DatabaseFailed, parameters, type Row, type Value } from "../store/Database.ts"
import * as History from "../store/History.ts"
import { Vault } from "../store/Vault.ts"
import { Kinds } from "../records/Kinds.ts"
import { lineOf } from "../outbox/DeliveryInsertion.ts"
import { Outbox } from "../outbox/Outbox.ts"
import type { Job } from "./Jobs.ts"

/** The number of rows in one transaction. */
const atOnce = 100
/** The most pages of one rule before the next rule has its turn. */
const pagesAtOnce = 10
const every = 3_600_000
const pause = "20 millis"

const lag = Metric.gauge("crossdock_retention_lag_seconds", {
  description: "How long retention, on this node, has had more to delete than it got done; 0 if it has reached the end of every table"
})

/** The key of the history that lists the deleted rows. */
export const audit = { scope: "runner", entity: "retention" } as const

/** A statement that deletes what belongs to deleted rows. Its parameters are the values of one of their columns. */
interface Along {
  readonly text: string
  /** The query for the rows to lock before, with the same parameters. */
  readonly locks?: string
  readonly column: string
}

/** SQL for the values of one column of the rows of a page. */
const these = `(${parameters(atOnce, 1)})`
/** Values for all parameters of a page, whose rows may be fewer. The text stays the same, so it is prepared once. */
const padded = <A>(values: ReadonlyArray<A>): ReadonlyArray<A> => Array.from({ length: atOnce }, (_, at) => values[Math.min(at, values.length - 1)]!)

interface Rule {
  readonly name: string
  readonly kept: Exclude<keyof Composed["retention"], "personalData">
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
  /** The SQL that removes rows, if that is not their deletion. The parameters are their keys. */
  readonly removal?: string
  /** True for deliveries, which are in a queue: deleting a row may release the ones behind it. */
  readonly isInLine?: boolean
  /** Keeps a row as long as its order exists, or as long as its order is open. */
  readonly staysWith?: "order" | "open order"
  /** Returns true for rows that stay as long as their order exists, whatever the others of the rule do. */
  readonly isOfOrder?: (row: Row) => boolean
  readonly along?: ReadonlyArray<Along>
  /** The rule with rows that may go once this rule has come to its end. It goes through its rows once more then. */
  readonly frees?: string
  readonly isAudited?: boolean
  /** True for records, whose contract names the tables that hang from them. */
  readonly isRecord?: boolean
}

const attemptsOf = (column: string): Along => ({ text: `delete from attempt where subject in ${these}`, column })
/** SQL for whether the newest known generation of an order is open; null if none is known. */
const newestOf = (reference: string): string =>
  `(select n.is_open from entity e join entity n on n.scope = e.scope and n.kind = e.kind and n.number = e.number
    where e.id = ${reference} and n.is_known = 1 order by n.generation desc limit 1) as newest_is_open`
/** The history of a number goes with the last of its known generations. */
const historyOfLast: Along = {
  text: `delete from history where first_id in ${these} and not exists (
    select 1 from entity f join entity e on e.scope = f.scope and e.kind = f.kind and e.number = f.number where f.id = history.first_id and e.is_known = 1)`,
  column: "first_id"
}
/** SQL for rows of orders of which nothing is known any more, once nothing refers to them. */
const areEmpty = `id in ${these} and is_known = 0 and not exists (select 1 from intent i where i.entity = entity.id)
    and not exists (select 1 from inbox b where b.first_id = entity.id)
    and (first_id is not null or not exists (
      select 1 from entity n where n.scope = entity.scope and n.kind = entity.kind and n.number = entity.number and n.id <> entity.id))`
const emptyRows = (column: "id" | "entity" | "first_id"): Along => ({
  text: `delete from entity where ${areEmpty}`,
  // A delete that waits for a create to take a row would not see the intent that the create has stored meanwhile. All transactions
  // lock several rows in the same order, to avoid deadlocks.
  locks: `select id from entity where ${areEmpty} order by id`,
  column
})
/** The history of a number of which nothing else is left. */
const historyOfNone: Along = {
  text: `delete from history where first_id in ${these} and not exists (select 1 from entity e where e.id = history.first_id)`,
  column: "first_id"
}

const deliveries = {
  table: "delivery",
  clock: "updated_at",
  key: ["seq"],
  first: [-1],
  isOver: "state in ('Delivered', 'Cancelled', 'Dead')",
  columns: "id, state, connection, entity",
  along: [attemptsOf("id"), { text: `delete from delivery_content where seq in ${these}`, column: "seq" }]
} as const

/** A rule for every table that grows, in the order in which the tables are cleaned. */
export const rules: ReadonlyArray<Rule> = [
  { name: "deliveries", kept: "delivered", ...deliveries, isMeant: (row) => row.state !== "Dead" },
  { name: "dead letters", kept: "dead", ...deliveries, isMeant: (row) => row.state === "Dead", isInLine: true, isAudited: true },
  // While an order is open, the peer may repeat its reports at any time. A refund is in every later state of its order, and a return may be told
  // again long after the order has ended.
  {
    name: "received reports",
    kept: "inbox",
    table: "inbox",
    clock: "last_at",
    key: ["first_id", "dedup_key"],
    first: [-1, ""],
    columns: newestOf("inbox.first_id"),
    staysWith: "open order",
    isOfOrder: ({ dedup_key: key }) => /^(?:refund|return):/.test(String(key)),
    along: [emptyRows("first_id"), historyOfNone]
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
      finished_at = null, reported_at = null, absent_since = null where id in ${these}`,
    along: [{ text: `delete from erased_record where entity in ${these}`, column: "first_id" }, historyOfLast, emptyRows("id"), emptyRows("first_id"), historyOfNone],
    isRecord: true,
    frees: "intents",
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
    columns: `id, ${newestOf("intent.entity")}, (select coalesce(e.first_id, e.id) from entity e where e.id = intent.entity) as first_id`,
    staysWith: "order",
    along: [
      attemptsOf("id"),
      { text: `delete from intent_content where entity in ${these}`, column: "entity" },
      { text: `delete from blind_decision where entity in ${these}`, column: "entity" },
      emptyRows("entity"),
      emptyRows("first_id"),
      historyOfNone
    ]
  },
  { name: "lines of history", kept: "orders", table: "history", clock: "at", key: ["id"], first: [-1], isOver: "first_id is null" },
  {
    name: "orders of ERPs",
    kept: "orders",
    table: "ready_order",
    clock: "updated_at",
    key: ["connection", "number"],
    columns: newestOf("ready_order.entity"),
    staysWith: "order"
  },
  { name: "findings", kept: "findings", table: "drift", clock: "last_at", key: ["scope", "place", "path", "message"] },
  { name: "orders that were not taken", kept: "findings", table: "untaken_order", clock: "last_at", key: ["scope", "kind", "number"] },
  { name: "names without a row", kept: "findings", table: "unmatched", clock: "last_at", key: ["scope", "kind", "name"] },
  { name: "sessions", kept: "findings", table: "session", clock: "expires_at", key: ["hash"] },
  { name: "lines of the audit", kept: "audit", table: "audit", clock: "at", key: ["id"], first: [-1] }
]

/** The SQL for the next page of finished rows that are old enough. */
export const pageOf = ({ clock, columns, isOver, key, table }: Rule): string => {
  const order = [clock, ...key].join(", ")
  return `select ${order}${columns === undefined ? "" : `, ${columns}`} from ${table}
    where ${isOver === undefined ? "" : `${isOver} and `}${clock} < $1 and (${order}) > (${parameters(key.length + 1, 2)})
    order by ${order} limit ${atOnce}`
}

/** The SQL that removes the rows of a page. */
export const removalOf = ({ key, removal, table }: Rule): string => {
  if (removal !== undefined) return removal
  const [only, ...more] = key
  if (more.length === 0) return `delete from ${table} where ${only} in ${these}`
  const one = (at: number) => `(${key.map((column, index) => `${column} = $${at * key.length + index + 1}`).join(" and ")})`
  return `delete from ${table} where ${Array.from({ length: atOnce }, (_, at) => one(at)).join(" or ")}`
}

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

  const stays = ({ isOfOrder, staysWith }: Rule, row: Row): boolean =>
    staysWith === "order" || isOfOrder?.(row) === true ? row.newest_is_open !== null : staysWith === "open order" && row.newest_is_open === 1

  const page = (rule: Rule, before: number, last: Row | undefined) => {
    const { clock, first, key } = rule
    return db.query(
      // Rows in a queue are not locked here, because every transaction locks their queue first.
      `${pageOf(rule)}${rule.isInLine === true ? "" : db.forUpdateSkipLocked}`,
      last === undefined ? [before, Number.MIN_SAFE_INTEGER, ...(first ?? key.map(() => ""))] : [before, last[clock], ...key.map((column) => last[column])]
    )
  }

  /** Removes rows with what belongs to them. */
  const remove = Effect.fnUntraced(function*(rule: Rule, rows: ReadonlyArray<Row>) {
    if (rows.length === 0) return
    yield* db.query(removalOf(rule), padded(rows).flatMap((row) => rule.key.map((column) => row[column])))
    if (rule.isRecord === true) {
      for (const kind of new Set(rows.map((row) => row.kind))) {
        const ids = padded(rows.flatMap((row) => row.kind === kind ? [row.id] : []))
        for (const table of kinds.of(kind)?.tables ?? []) yield* db.query(`delete from ${table} where entity in ${these}`, ids)
      }
    }
    for (const { column, locks, text } of rule.along ?? []) {
      const values = padded(rows.map((row) => row[column]))
      if (locks !== undefined && db.forUpdate !== "") yield* db.query(locks + db.forUpdate, values)
      yield* db.query(text, values)
    }
  })

  /** Removes dead letters one by one, because each may release what waits behind it. Returns how many were removed. */
  const removeInLine = Effect.fnUntraced(function*(rule: Rule, rows: ReadonlyArray<Row>) {
    const removed: Array<Row> = []
    // All transactions lock several queues in the same order, to avoid deadlocks.
    for (const row of rows.toSorted((a, b) => lineOf(a) < lineOf(b) ? -1 : 1)) {
      if (yield* outbox.removeDead(row)) removed.push(row)
    }
    yield* remove(rule, removed)
    return removed.length
  })

  const some = (rule: Rule, before: number, last: Row | undefined) =>
    db.transaction(Effect.gen(function*() {
      const rows = yield* page(rule, before, last)
      const meant = rows.filter((row) => (rule.isMeant?.(row) ?? true) && !stays(rule, row))
      const count = rule.isInLine === true ? yield* removeInLine(rule, meant) : yield* Effect.as(remove(rule, meant), meant.length)
      return { count, last: rows.length < atOnce ? undefined : rows[rows.length - 1] }
    }))

  /** The last row that each rule has looked at, for the rules that are not at their end. */
  const places = new Map<string, Row>()
  /** The rules that this pass has not finished. A finished one waits for the others, so that every pass comes to its end. */
  const unfinished = new Set<string>()
  /** The rule whose turn is next. */
  let next = 0
  /** When the pass under way began, in milliseconds since 1970. */
  let begunAt = 0

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
          if (rule.frees !== undefined) {
            places.delete(rule.frees)
            unfinished.add(rule.frees)
          }
          return
        }
      }
    })
    yield* Effect.onExit(pages, (exit) => exit._tag === "Success" ? Effect.void : Effect.ignore(recorded(rule, before, count)))
    yield* recorded(rule, before, count)
    return count
  })

  /**
   * Gives a turn to each rule that the pass over all rules has not finished, beginning with the one after that at which the last round
   * was stopped. A rule that fails goes on in the next pass, and the round fails once the others have had their turn.
   */
  const round = Effect.gen(function*() {
    const counts: Record<string, number> = {}
    let failure: DatabaseFailed | undefined
    if (unfinished.size === 0) {
      begunAt = yield* Clock.currentTimeMillis
      for (const { name } of rules) unfinished.add(name)
    }
    for (let taken = 0; taken < rules.length; taken++) {
      const rule = rules[next]!
      next = (next + 1) % rules.length
      if (!unfinished.has(rule.name)) continue
      const count = yield* Effect.catch(turn(rule), (error) => {
        unfinished.delete(rule.name)
        failure ??= error
        return Effect.succeed(0)
      })
      if (count > 0) counts[rule.name] = count
    }
    yield* Metric.update(lag, unfinished.size === 0 ? 0 : ((yield* Clock.currentTimeMillis) - begunAt) / 1000)
    if (failure !== undefined) return yield* failure
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
