/**
 * The mode for a restored backup. Work that is unfinished in the backup may have been done after it was taken. So the runner
 * sends nothing by itself and asks the warehouse before each create, until an operator ends the mode. The mode is stored in the
 * database, so that every start and every node knows it.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { Database, type DatabaseFailed, type Row } from "../store/Database.ts"
import * as History from "../store/History.ts"
import { Vault } from "../store/Vault.ts"

export interface Waiting {
  /** The number of creates of which it is unknown whether the warehouse has the order. */
  readonly doubtful: number
  /** The number of deliveries that wait for the end of the mode. */
  readonly deliveries: number
}

/** What a restored mode is about: from the newest row of the backup, with a margin, until its end. Milliseconds since 1970. */
export interface RestoredSpan {
  readonly from: number
  readonly until: number
}

export class Restored extends Context.Service<Restored, {
  /** When the mode began, in milliseconds since 1970, as far as this node knows. `undefined` if it is off. */
  readonly since: () => number | undefined
  /** The restored modes that have ended, the latest last, as far as this node knows. */
  readonly spans: () => ReadonlyArray<RestoredSpan>
  /** Whether `crossdock restore put` has put a backup in place, and no runner has started on it since. */
  readonly isDue: Effect.Effect<boolean, DatabaseFailed>
  /** Begins the mode. Call it before anything is sent. With a `name`, it begins only once under that name. */
  readonly begin: (name?: string) => Effect.Effect<void, DatabaseFailed>
  readonly end: Effect.Effect<void, DatabaseFailed>
  /** Stores that a person ends the mode although these links were not read past its start. */
  readonly noteUnread: (who: string, scopes: ReadonlyArray<string>) => Effect.Effect<void, DatabaseFailed>
  /** Reads whether another node has begun or ended the mode. */
  readonly learn: Effect.Effect<void, DatabaseFailed>
  readonly waiting: Effect.Effect<Waiting, DatabaseFailed>
}>()("@crossdock/runner/engine/Restored") {
  static readonly layer = Layer.effect(Restored, Effect.suspend(() => make))
}

const setting = "restored"
/** From when on the mode is about what may be missing in the backup. */
const fromSetting = "restored-from"
const spansSetting = "restored-spans"
/** How long before the newest row of a backup an order may have been created at a shop without being read, in milliseconds. */
const margin = 86_400_000
/** How many ended modes are kept. */
const mostSpans = 10
/** The key of the history of restored modes. */
export const audit = { scope: "runner", entity: "restore" } as const

const Spans = Schema.fromJsonString(Schema.Array(Schema.Struct({ from: Schema.Finite, until: Schema.Finite })))
const decodeSpans = Schema.decodeUnknownSync(Spans)
const encodeSpans = Schema.encodeSync(Spans)
const endedSetting = "restored-ended"
/** Set where a backup was put in place (`store/DatabaseCopy.ts`), until the mode begins. */
const dueSetting = "restore-due"

/** Reads the begin of the mode from a row of `setting`. */
export const sinceOf = (row: Row | undefined): number | undefined => row === undefined ? undefined : Number(row.content)

/** The SQL that reads the mode, for code without this service. */
export const statement = `select content from setting where name = '${setting}'`

const make = Effect.gen(function*() {
  const db = yield* Database
  const vault = yield* Vault
  let since: number | undefined
  let spans: ReadonlyArray<RestoredSpan> = []

  const learn = Effect.map(db.query("select name, content from setting where name in ($1, $2)", [setting, spansSetting]), (rows) => {
    since = sinceOf(rows.find(({ name }) => name === setting))
    const stored = rows.find(({ name }) => name === spansSetting)
    spans = stored === undefined ? [] : decodeSpans(stored.content)
  })
  const put = (name: string, content: string) =>
    db.query("insert into setting (name, content) values ($1, $2) on conflict (name) do update set content = $2", [name, content])

  /** SQL for the key of the history of an intent that is updated. */
  const placeOf = "scope, (select e.kind || ':' || e.number from entity e where e.id = intent.entity) as entity"

  const note = (row: Row, what: History.What, detail: string) =>
    History.record(db, vault, { scope: row.scope, entity: row.entity, who: "runner", what, detail })

  const begin = (name?: string) =>
    Effect.gen(function*() {
      const now = yield* Clock.currentTimeMillis
      if (name !== undefined) {
        const known = yield* db.one("select content from setting where name = $1", [endedSetting])
        if (known?.content === name) return
      }
      yield* db.transaction(Effect.gen(function*() {
        const [newest] = yield* db.query("select at from history order by id desc limit 1")
        yield* put(setting, String(now))
        yield* db.query("delete from setting where name = $1", [dueSetting])
        yield* put(fromSetting, String(Math.min(Number(newest?.at ?? now), now) - margin))
        if (name !== undefined) yield* put(endedSetting, name)
        // A session that was ended after the backup would live again.
        yield* db.query("update session set ended_at = $1 where ended_at is null", [now])
        const cancels = yield* Effect.forEach(["state in ('Pending', 'InFlight', 'Doubtful') and is_cancel_wanted = 1", "cancel_at is not null"], (which) =>
          db.query(`update intent set is_cancel_wanted = 0, cancel_at = null, cancel_tries = 0 where ${which} returning ${placeOf}`))
        yield* Effect.forEach(cancels.flat(), (row) =>
          note(row, "alarm", "a cancel waited when the backup was made; cancel again where it is still wanted"), { discard: true })
        // A create that waits for a mapping row is checked at the warehouse once it has the row.
        yield* db.query("update intent set is_asked = 0, must_ask = 1 where state = 'Pending' and held_because is not null and held_because <> 'paused'")
        const doubtful = yield* db.query(
          `update intent set state = 'Doubtful', held_because = null, is_asked = 0, queries = 0, absences = 0, last_absent_at = null,
             due_at = $1, updated_at = $1 where state in ('Pending', 'InFlight', 'Doubtful') and state = 'Pending' and (held_because is null or held_because = 'paused') returning ${placeOf}`,
          [now]
        )
        yield* Effect.forEach(doubtful, (row) =>
          note(row, "doubtful", "it was not sent when the backup was made, but may have been sent since"), { discard: true })
        yield* db.query("update intent set is_asked = 0 where state in ('Pending', 'InFlight', 'Doubtful') and state <> 'Pending' and is_asked = 1")
      }))
      yield* learn
      yield* Effect.logWarning("this runner works on a restored backup: it sends deliveries only when asked, until `crossdock restore end`")
    })

  yield* learn
  return Restored.of({
    since: () => since,
    isDue: Effect.map(db.one("select content from setting where name = $1", [dueSetting]), (row) => row !== undefined),
    begin,
    spans: () => spans,
    end: Effect.andThen(
      db.transaction(Effect.gen(function*() {
        const [mode] = yield* db.query(`select content from setting where name = $1${db.forUpdate}`, [setting])
        if (mode === undefined) return
        const now = yield* Clock.currentTimeMillis
        const from = yield* db.one("select content from setting where name = $1", [fromSetting])
        const stored = yield* db.one("select content from setting where name = $1", [spansSetting])
        const before = stored === undefined ? [] : decodeSpans(stored.content)
        yield* put(spansSetting, encodeSpans([...before, { from: Number(from?.content ?? Number(mode.content) - margin), until: now }].slice(-mostSpans)))
        yield* db.query("delete from setting where name = $1", [setting])
      })),
      learn
    ),
    noteUnread: (who, scopes) =>
      History.record(db, vault, { ...audit, isApart: true, who, what: "decided", detail: `the restored mode ends although these shops were not read past its start: ${scopes.join(", ")}` }),
    learn,
    waiting: Effect.gen(function*() {
      const doubtful = yield* db.one("select count(*) as n from intent where state in ('Pending', 'InFlight', 'Doubtful') and state = 'Doubtful'")
      const deliveries = yield* db.one("select count(*) as n from delivery where state = 'Pending' and is_held = 0")
      return { doubtful: Number(doubtful?.n ?? 0), deliveries: Number(deliveries?.n ?? 0) }
    })
  })
})
