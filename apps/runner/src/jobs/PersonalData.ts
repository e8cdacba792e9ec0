/**
 * Erases personal data without a person's request: that of finished orders after a time that the composition may set, and whatever is
 * stored of an erased order afterwards, such as a repeated report of its warehouse, or a restored backup.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Composed } from "../Composition.ts"
import { audit, Erasure, type RecordKey } from "./Erasure.ts"
import { Database, type DatabaseFailed, type Row } from "../store/Database.ts"
import * as ErasureList from "../store/ErasureList.ts"
import * as History from "../store/History.ts"
import { Vault } from "../store/Vault.ts"
import type { Job } from "./Jobs.ts"

/** The number of rows that are read at once. */
const atOnce = 100
/** The most pages of one run, so that other jobs of the database have their turn. */
const pagesAtOnce = 50
const every = 3_600_000
const linesAtOnce = 1000
const pause = "20 millis"

/** The name of the setting with the newest line of history that was looked at. */
const setting = "erasure history"
/** The name of the setting with the erased orders that were not finished when a later line about them was found, as a JSON array of ids. */
const settingOfLeft = "erasure left"
/** Lines below the newest one that are looked at again, because a transaction may commit after one with a higher id. */
const overlap = 1000

const isNotErased = "not exists (select 1 from erased_record r where r.entity = coalesce(e.first_id, e.id) and r.erased_at >= e.updated_at)"

/** SQL for the next rows that ended long enough ago, oldest first: orders that a peer has, and creates, of which those are due that no peer has. */
export const pages = [
  `select e.id, e.updated_at, e.scope, e.kind, e.number, case when ${isNotErased} then 1 else 0 end as is_due from entity e
   where e.is_open = 0 and e.is_known = 1 and e.updated_at < $1 and (e.updated_at, e.id) > ($2, $3)
   order by e.updated_at, e.id limit ${atOnce}`,
  `select p.id, p.updated_at, e.scope, e.kind, e.number, case when e.is_known = 0 and ${isNotErased} then 1 else 0 end as is_due
   from (select i.entity as id, i.updated_at from intent i where i.state in ('Delivered', 'Dead', 'Cancelled') and i.updated_at < $1 and (i.updated_at, i.entity) > ($2, $3)
     order by i.updated_at, i.entity limit ${atOnce}) p
   join entity e on e.id = p.id order by p.updated_at, p.id`
] as const

/** SQL for the next lines of history, and when the order of each was erased. */
const laterLines = `select h.id, h.at, h.first_id, r.erased_at from history h left join erased_record r on r.entity = h.first_id
  where h.id > $1 order by h.id limit ${linesAtOnce}`

export class PersonalData extends Context.Service<PersonalData, {
  /** Erases what is due. Returns the number of orders. */
  readonly erase: Effect.Effect<number, DatabaseFailed>
  readonly job: Job<DatabaseFailed, never>
}>()("@crossdock/runner/jobs/PersonalData") {
  static readonly layer = (composed: Composed) => Layer.effect(PersonalData, make(composed))
}

const make = Effect.fnUntraced(function*({ retention: { personalData } }: Composed) {
  const db = yield* Database
  const vault = yield* Vault
  const erasure = yield* Erasure

  const lastChange = ({ kind, number, scope }: RecordKey) =>
    Effect.map(db.one("select max(updated_at) as at from entity where scope = $1 and kind = $2 and number = $3", [scope, kind, number]), (row) => Number(row?.at ?? 0))

  /**
   * Erases a record with what belongs to it, because one may quote what another tells. Returns false if something of it is not finished,
   * or has changed since then; a later run erases it.
   */
  const eraseOne = Effect.fnUntraced(function*(record: RecordKey, before: number) {
    const records = yield* erasure.together([record])
    for (const one of records) if ((yield* lastChange(one)) >= before) return false
    return "creates" in (yield* erasure.erase(records))
  })

  const isErased = (id: number) =>
    Effect.map(db.one(`select 1 as one from entity e where e.id = $1 and not ${isNotErased}`, [id]), (row) => row !== undefined)

  /** The ids of the erased orders about which a line of history was written afterwards, and the newest line. */
  const told = Effect.fnUntraced(function*(after: number) {
    const found = new Set<number>()
    let last = after
    while (true) {
      const rows = yield* db.query(laterLines, [last])
      for (const row of rows) if (row.erased_at !== null && row.at > row.erased_at) found.add(Number(row.first_id))
      last = Math.max(last, ...rows.map(({ id }) => Number(id)))
      if (rows.length < linesAtOnce) return { found, last }
      yield* Effect.sleep(pause)
    }
  })

  const afterErasure = Effect.gen(function*() {
    const contentOf = (name: string) => Effect.map(db.one("select content from setting where name = $1", [name]), (row) => row?.content as string | undefined)
    const store = (name: string, content: string) => db.query("insert into setting (name, content) values ($1, $2) on conflict (name) do update set content = $2", [name, content])
    const stored = yield* contentOf(setting)
    // Before the first run nothing was erased.
    const newest = stored === undefined ? yield* db.one("select id from history order by id desc limit 1") : undefined
    const { found, last } = yield* told(Number(stored ?? newest?.id ?? 0) - overlap)
    const before = (yield* contentOf(settingOfLeft)) ?? "[]"
    const left: Array<number> = []
    let count = 0
    for (const id of new Set<number>([...JSON.parse(before), ...found])) {
      const record = yield* db.one("select scope, kind, number from entity where id = $1", [id])
      if (record === undefined) continue
      if (yield* eraseOne({ scope: record.scope, kind: record.kind, number: record.number }, Number.POSITIVE_INFINITY)) count++
      else left.push(id)
    }
    if (JSON.stringify(left) !== before) yield* store(settingOfLeft, JSON.stringify(left))
    yield* store(setting, String(last))
    return count
  })

  /** Erases what a restored backup has brought back. What is not finished yet, or not there yet, stays on the list. Returns the number of orders. */
  const afterRestore = Effect.gen(function*() {
    const carried = ErasureList.carriedOf(yield* db.one(ErasureList.carriedStatement))
    if (carried.length === 0) return 0
    const left: Array<ErasureList.Entry> = []
    let count = 0
    for (const entry of carried) {
      const { at, kind, number, reason, scope, who } = entry
      const known = yield* db.one("select at from erasure where scope = $1 and kind = $2 and number = $3", [scope, kind, number])
      if (known !== undefined && Number(known.at) >= at) continue
      const row = yield* db.one("select kind from entity where scope = $1 and kind = $2 and number = $3 limit 1", [scope, kind, number])
      const records = row === undefined ? [] : yield* erasure.together([{ scope, kind: row.kind, number }])
      if (records.length > 0 && "creates" in (yield* erasure.erase(records, { who, reason: `${reason} (again after a restore)` }))) count++
      else left.push(entry)
    }
    yield* left.length === 0 ? db.query("delete from setting where name = $1", [ErasureList.carriedSetting]) : db.query(ErasureList.carry, [ErasureList.encode(left)])
    return count
  })

  /** The last row of each query that was looked at. A pass that left rows behind begins anew. */
  const places = new Map<string, Row>()

  const ended = Effect.fnUntraced(function*(text: string, before: number) {
    let count = 0
    let left = 0
    for (let taken = 0; taken < pagesAtOnce; taken++) {
      const place = places.get(text)
      const rows: ReadonlyArray<Row> = yield* db.query(text, [before, place?.updated_at ?? Number.MIN_SAFE_INTEGER, place?.id ?? -1])
      for (const row of rows) {
        // The turn of an earlier row of this page may have erased it too.
        if (row.is_due !== 1 || (yield* isErased(row.id))) continue
        if (yield* eraseOne({ scope: row.scope, kind: row.kind, number: row.number }, before)) count++
        else left++
      }
      const last = rows[rows.length - 1]
      if (last !== undefined) places.set(text, last)
      if (rows.length < atOnce) {
        if (left > 0) places.delete(text)
        return { count, isMore: false }
      }
      yield* Effect.sleep(pause)
    }
    return { count, isMore: true }
  })

  const run = Effect.gen(function*() {
    const again = (yield* afterRestore) + (yield* afterErasure)
    if (personalData === undefined) return { count: again, isMore: false }
    const before = (yield* Clock.currentTimeMillis) - personalData
    const done = yield* Effect.forEach(pages, (text) => ended(text, before))
    const count = done.reduce((sum, one) => sum + one.count, 0)
    if (count > 0) {
      const detail = `personal data erased of ${count} ${count === 1 ? "order that" : "orders that"} had ended before ${DateTime.formatIso(DateTime.makeUnsafe(before))}`
      yield* History.record(db, vault, { ...audit, isApart: true, who: "runner", what: "decided", detail })
    }
    return { count: count + again, isMore: done.some(({ isMore }) => isMore) }
  })

  return PersonalData.of({
    erase: Effect.map(run, ({ count }) => count),
    job: {
      name: "erasure",
      connection: "",
      every,
      firstAfter: every,
      work: Effect.map(run, ({ isMore }) => isMore ? "again" as const : undefined)
    }
  })
})
