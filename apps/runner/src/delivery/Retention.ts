/**
 * What is over is kept for a time and then removed, a little at a time, so that no table grows for ever and no other
 * work waits. A dead letter and an order leave a line in the audit log.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Composed } from "../Composition.ts"
import { Database, type DatabaseFailed } from "../store/Database.ts"
import * as History from "../store/History.ts"
import { Vault } from "../store/Vault.ts"

/** Rows of one transaction. */
const atOnce = 500
const every = "1 hour"
const pause = "20 millis"

/** The place in the history where it stands what was removed. */
export const audit = { scope: "runner", entity: "retention" } as const

interface Rule {
  readonly name: string
  readonly kept: keyof Composed["retention"]
  readonly table: string
  readonly key: string
  /** `$1` is the moment before which a row is over. */
  readonly isOver: string
  /** Statements on the rows that go; `picked` are their keys. */
  readonly along?: ReadonlyArray<string>
  readonly isAudited?: boolean
}

const picked = "(select key from picked)"
const isOpenOrder = (row: string): string =>
  `exists (select 1 from outbound o where o.scope = ${row}.scope and 'outbound:' || o.order_number = ${row}.entity and o.is_open = 1)
   or exists (select 1 from inbound i where i.scope = ${row}.scope and 'inbound:' || i.asn_number = ${row}.entity and i.is_open = 1)`
const isOfOrder = (row: string): string =>
  `exists (select 1 from outbound o where o.scope = ${row}.scope and 'outbound:' || o.order_number = ${row}.entity)
   or exists (select 1 from inbound i where i.scope = ${row}.scope and 'inbound:' || i.asn_number = ${row}.entity)`

/** Every table that grows, in the order in which it is emptied. */
export const rules: ReadonlyArray<Rule> = [
  {
    name: "deliveries",
    kept: "delivered",
    table: "delivery",
    key: "id",
    isOver: "state in ('Delivered', 'Cancelled') and updated_at < $1",
    along: [`delete from attempt where subject in ${picked}`]
  },
  {
    name: "dead letters",
    kept: "dead",
    table: "delivery",
    key: "id",
    isOver: "state = 'Dead' and updated_at < $1",
    along: [`delete from attempt where subject in ${picked}`],
    isAudited: true
  },
  {
    name: "received reports",
    kept: "inbox",
    table: "inbox",
    key: "scope || ' ' || entity || ' ' || dedup_key",
    // While an order is open its reports may come again however late.
    isOver: `last_at < $1 and not (${isOpenOrder("inbox")})`
  },
  {
    name: "outbound orders",
    kept: "orders",
    table: "outbound",
    key: "scope || ' outbound:' || order_number",
    isOver: "is_open = 0 and updated_at < $1",
    along: [
      `delete from parcel where scope || ' outbound:' || order_number in ${picked}`,
      `delete from history where scope || ' ' || entity in ${picked}`
    ],
    isAudited: true
  },
  {
    name: "inbound orders",
    kept: "orders",
    table: "inbound",
    key: "scope || ' inbound:' || asn_number",
    isOver: "is_open = 0 and updated_at < $1",
    along: [
      `delete from inbound_line where scope || ' inbound:' || asn_number in ${picked}`,
      `delete from history where scope || ' ' || entity in ${picked}`
    ],
    isAudited: true
  },
  {
    name: "intents",
    kept: "orders",
    table: "intent",
    key: "id",
    isOver: `state in ('Delivered', 'Dead', 'Cancelled') and updated_at < $1 and not (${isOfOrder("intent")})`,
    along: [`delete from attempt where subject in ${picked}`]
  },
  {
    name: "lines of history",
    kept: "orders",
    table: "history",
    key: "id",
    isOver: `at < $1 and not (${isOfOrder("history")})`
  },
  { name: "findings", kept: "findings", table: "drift", key: "scope || ' ' || place || ' ' || path || ' ' || says", isOver: "last_at < $1" },
  { name: "names without a row", kept: "findings", table: "unmatched", key: "scope || ' ' || kind || ' ' || name", isOver: "last_at < $1" }
]

export class Retention extends Context.Service<Retention, {
  /** Removes what is over; answers how many rows of each kind. */
  readonly prune: Effect.Effect<Readonly<Record<string, number>>, DatabaseFailed>
  readonly run: Effect.Effect<never, DatabaseFailed>
}>()("@crossdock/runner/delivery/Retention") {
  static readonly layer = (composed: Composed) => Layer.effect(Retention, make(composed))
}

const make = Effect.fnUntraced(function*({ retention }: Composed) {
  const db = yield* Database
  const vault = yield* Vault

  const some = (rule: Rule, before: number) =>
    db.transaction(Effect.gen(function*() {
      const keys = yield* db.query(`select ${rule.key} as key from ${rule.table} where ${rule.isOver} limit ${atOnce}`, [before])
      if (keys.length === 0) return 0
      const places = keys.map((_, index) => `($${index + 1})`).join(", ")
      const cast = rule.table === "history" && db.dialect === "postgres" ? places.replaceAll(/\$\d+/g, "$&::bigint") : places
      const values = keys.map((row) => row.key)
      for (const statement of [...(rule.along ?? []), `delete from ${rule.table} where ${rule.key} in ${picked}`]) {
        yield* db.query(`with picked (key) as (values ${cast}) ${statement}`, values)
      }
      return keys.length
    }))

  const follow = Effect.fnUntraced(function*(rule: Rule) {
    const now = yield* Clock.currentTimeMillis
    const before = now - retention[rule.kept]
    let count = 0
    while (true) {
      const removed = yield* some(rule, before)
      count += removed
      if (removed < atOnce) break
      yield* Effect.sleep(pause)
    }
    if (count > 0 && rule.isAudited === true) {
      yield* History.record(db, vault, {
        ...audit,
        who: "runner",
        what: "decided",
        detail: `${count} ${rule.name} of before ${DateTime.formatIso(DateTime.makeUnsafe(before))} removed`
      })
    }
    return [rule.name, count] as const
  })

  const prune = Effect.map(Effect.forEach(rules, follow), (counts) => Object.fromEntries(counts.filter(([, count]) => count > 0)))

  return Retention.of({
    prune,
    run: Effect.gen(function*() {
      yield* Effect.sleep(every)
      const removed = yield* prune
      if (Object.keys(removed).length > 0) yield* Effect.logInfo("what is over was removed").pipe(Effect.annotateLogs({ removed }))
    }).pipe(Effect.forever)
  })
})
