/**
 * Changes the key that encrypts the database while runners use it. The new key is stored sealed with the old one, and the old one
 * sealed with the new one, until the change is finished. So each node learns the new key from the database, and starts with either key.
 * From then on nodes seal with the new key and open with both, and one of them seals all stored texts again, in slices.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { audit } from "./connection/SecretRotation.ts"
import { Connections } from "./connection/Connections.ts"
import type { Job } from "./jobs/Jobs.ts"
import { keyWeakness } from "./SecretStrength.ts"
import { Database, type DatabaseFailed, type Row, type Value } from "./store/Database.ts"
import * as History from "./store/History.ts"
import * as SealedColumns from "./store/SealedColumns.ts"
import { Vault, type VaultRefused } from "./store/Vault.ts"
import { Versions } from "./store/Versions.ts"

/** The change of the key is refused; nothing was changed. */
export class KeyRotationRefused extends Schema.TaggedError<KeyRotationRefused>("@crossdock/runner/KeyRotationRefused")("KeyRotationRefused", {
  code: Schema.Literals(["KEY_WEAK", "KEY_SAME", "KEY_ROTATION_UNDER_WAY", "NO_KEY_ROTATION", "KEY_ROTATION_UNFINISHED", "STARTED_WITH_OLD_KEY"]),
  message: Schema.String
}) {}

const refused = (code: KeyRotationRefused["code"], message: string) => Effect.fail(new KeyRotationRefused({ code, message }))

const underWay = refused("KEY_ROTATION_UNDER_WAY", "the key is being changed already; see `crossdock secret-key show`")

/** The name of the setting with the state of a change. It is absent if there is none. */
export const setting = "secret-key change"
const newPlace = "secret key, new"
const oldPlace = "secret key, old"
const part = "secret key"

/** Rows of a table in one slice. */
const slice = 100
/** Slices in one run of the job. */
const mostSlices = 200
const pause = "5 millis"
/** Milliseconds within which every node has learned the new key, with time to spare. A walk that shows the end begins after that. */
const learnedWithin = 15_000

interface Stored {
  readonly newByOld: string
  readonly oldByNew: string
  readonly startedAt: number
  /** Where the walk over all texts goes on. */
  readonly table: number
  readonly after: Value
  /** Texts that were sealed again, in all walks and in this one. The change is done after a walk that finds none. */
  readonly sealed: number
  readonly inWalk: number
  /** When this walk began. */
  readonly walkAt: number
  readonly doneAt?: number
}

/** The state of a change of the key. Times are milliseconds since 1970. */
export interface State {
  readonly startedAt: number
  /** Texts that were sealed with the new key so far, not counting those that were written with it. */
  readonly sealed: number
  /** Undefined: there may be texts that the old key alone opens. */
  readonly doneAt: number | undefined
  /** Whether this node was started with the new key. */
  readonly isStartedWithNew: boolean
}

const beginning = { table: 0, after: SealedColumns.sources[0]!.first, inWalk: 0 } as const

const storedOf = (content: unknown): Stored | undefined => content === undefined ? undefined : JSON.parse(String(content)) as Stored

export const statement = `select content from setting where name = '${setting}'`

/** The name of the setting whose sealed text every start opens, and where it is sealed. */
export const knownName = "secret-key"
export const knownPlace = `setting ${knownName}`

/** What `Vault.derive` derives with since before the first change of the key, so that the same is derived after it. */
const derivationName = "derivation"
const derivationPlace = `setting ${derivationName}`

/** When a change that is not finished began, and since when the new key opens everything; undefined if there is none. */
export const unfinished = (query: Database["Service"]["query"]) =>
  Effect.map(query(statement), ([row]) => {
    const stored = storedOf(row?.["content"])
    return stored && { startedAt: stored.startedAt, doneAt: stored.doneAt }
  })

const learnFrom = ({ newByOld, oldByNew }: Stored, { add, opened }: Vault["Service"]["keys"]): void => {
  const next = opened(newPlace, newByOld)
  if (next !== undefined) return add(Redacted.make(next), true)
  const old = opened(oldPlace, oldByNew)
  if (old !== undefined) add(Redacted.make(old), false)
}

/** Adds the other key of a change that is under way. A key that is neither of the two is left alone: the check of the key refuses it. */
export const learn = <E>(query: (text: string) => Effect.Effect<ReadonlyArray<Row>, E>, { keys }: Vault["Service"]) =>
  Effect.map(query(statement), ([row]) => {
    const stored = storedOf(row?.["content"])
    if (stored !== undefined) learnFrom(stored, keys)
  })

const deriveWith = (content: string | undefined, { deriveWith: use, opened }: Vault["Service"]["keys"]): void => {
  const derivation = content === undefined ? undefined : opened(derivationPlace, content)
  if (derivation !== undefined) use(derivation)
}

/** Reads what the vault derives with after an earlier change of the key. */
export const learnDerivation = (query: Database["Service"]["query"], { keys }: Vault["Service"]) =>
  Effect.map(query("select content from setting where name = $1", [derivationName]), ([row]) => deriveWith(row?.["content"] as string | undefined, keys))

export class KeyRotation extends Context.Service<KeyRotation, {
  readonly begin: (key: Redacted.Redacted, who: string) => Effect.Effect<State, DatabaseFailed | VaultRefused | KeyRotationRefused>
  readonly state: Effect.Effect<State | undefined, DatabaseFailed | VaultRefused>
  /** Forgets the old key. Refused until all texts are sealed with the new one and this node was started with it. */
  readonly finish: (who: string) => Effect.Effect<void, DatabaseFailed | VaultRefused | KeyRotationRefused>
  readonly job: Job<DatabaseFailed, never>
}>()("@crossdock/runner/KeyRotation") {
  static readonly layer = Layer.effect(KeyRotation, Effect.suspend(() => make))
}

const make = Effect.gen(function*() {
  const db = yield* Database
  const vault = yield* Vault
  const versions = yield* Versions
  const { plugins } = yield* Connections

  /**
   * Learns a change that another node has begun or finished. One statement reads both, because the other node goes on meanwhile. A node
   * that was suspended during a whole change knows no key of the database any more.
   */
  const follow = Effect.gen(function*() {
    const contents = new Map((yield* db.query("select name, content from setting where name in ($1, $2, $3)", [setting, knownName, derivationName])).map(({ content, name }) => [String(name), String(content)]))
    const stored = storedOf(contents.get(setting))
    if (stored !== undefined) learnFrom(stored, vault.keys)
    deriveWith(contents.get(derivationName), vault.keys)
    if (stored === undefined) vault.keys.forgetOthers()
    const known = contents.get(knownName)
    if (known === undefined || vault.keys.opened(knownPlace, known) !== undefined) return stored
    vault.keys.retire()
    yield* Effect.logError("the change of CROSSDOCK_SECRET_KEY has ended without this process; it stores nothing more: restart it with the new key")
    return stored
  })
  yield* versions.onChange(part, Effect.asVoid(follow))
  // Without an answer of the database nobody knows whether the text is damaged.
  vault.keys.onUnknown(Effect.orDie(Effect.asVoid(follow)))

  // While the key is being changed, the new one seals.
  const isStartedWithNew = () => Redacted.value(vault.keys.present()) === Redacted.value(vault.keys.started)
  const stateOf = ({ doneAt, sealed, startedAt }: Stored): State => ({ startedAt, sealed, doneAt, isStartedWithNew: isStartedWithNew() })

  /** Seals one text again. Another change of the row in the meantime wins, and seals with the new key. */
  const sealAgain = Effect.fnUntraced(function*(source: SealedColumns.Source, key: Value, column: string, place: string, text: string) {
    if (vault.keys.isPresent(place, text)) return 0
    const opened = yield* Effect.option(vault.open(place, text))
    // What no key opens stays as it is; the doctor reports it.
    if (opened._tag === "None") return 0
    yield* db.query(`update ${source.table} set ${column} = $1 where ${source.key} = $2 and ${column} = $3`, [vault.seal(place, opened.value), key, text])
    return 1
  })

  const sealSlice = Effect.fnUntraced(function*(source: SealedColumns.Source, after: Value) {
    const rows = yield* db.query(source.statement, [after, slice])
    const work = Effect.gen(function*() {
      let count = 0
      for (const row of rows) {
        for (const [column, placeOf] of source.columns) {
          const text = row[column]
          if (typeof text === "string" && text.startsWith("v1.")) count += yield* sealAgain(source, row["key"] as Value, source.key === `"${column}"` ? source.key : column, placeOf(row), text)
        }
      }
      return count
    })
    // With PostgreSQL each row is a transaction of its own, so that no other one waits for two of them in another order.
    const count = yield* db.dialect === "sqlite" ? db.transaction(work) : work
    return { count, last: rows.at(-1)?.["key"] as Value | undefined }
  })

  /** Stores how far the walk is. False: another run goes on with it, or the change has ended. */
  const moved = (before: Stored, after: Stored) =>
    Effect.map(
      db.query("update setting set content = $2 where name = $1 and content = $3 returning name", [setting, JSON.stringify(after), JSON.stringify(before)]),
      ([row]) => row !== undefined
    )

  const work = Effect.gen(function*() {
    let stored: Stored | undefined = yield* follow
    if (stored === undefined || stored.doneAt !== undefined) return
    const sources = [...SealedColumns.sources, ...yield* SealedColumns.ofPlugins(db, plugins.keys())]
    for (let slices = 0; slices < mostSlices; slices++) {
      const source: SealedColumns.Source | undefined = sources[stored.table]
      if (source === undefined) {
        const now = yield* Clock.currentTimeMillis
        const isDone: boolean = stored.inWalk === 0 && stored.walkAt - stored.startedAt >= learnedWithin
        const wasEmpty = stored.inWalk === 0
        const before: Stored = stored
        stored = isDone ? { ...stored, doneAt: now } : { ...stored, ...beginning, walkAt: now }
        if (!(yield* moved(before, stored)) || (!isDone && wasEmpty)) return
        if (!isDone) continue
        yield* Effect.logInfo("all stored texts are sealed with the new CROSSDOCK_SECRET_KEY").pipe(Effect.annotateLogs({ sealed: stored.sealed }))
        return
      }
      const { count, last }: { readonly count: number; readonly last: Value | undefined } = yield* sealSlice(source, stored.after)
      const counted: Stored = { ...stored, sealed: stored.sealed + count, inWalk: stored.inWalk + count }
      const before: Stored = stored
      stored = last === undefined
        ? { ...counted, table: stored.table + 1, after: sources[stored.table + 1]?.first ?? "" }
        : { ...counted, after: last }
      if (!(yield* moved(before, stored))) return
      yield* Effect.sleep(pause)
    }
    return "again" as const
  })

  return KeyRotation.of({
    state: Effect.map(follow, (stored) => stored && stateOf(stored)),
    begin: Effect.fnUntraced(function*(key, who) {
      const weakness = keyWeakness(Redacted.value(key))
      if (weakness !== undefined) return yield* refused("KEY_WEAK", `the new key ${weakness}`)
      if (Redacted.value(key) === Redacted.value(vault.keys.started)) return yield* refused("KEY_SAME", "the runner was started with this key; make a new one with: openssl rand -base64 32")
      if ((yield* follow) !== undefined) return yield* underWay
      const now = yield* Clock.currentTimeMillis
      const old = Redacted.value(vault.keys.present())
      const stored: Stored = {
        newByOld: vault.seal(newPlace, Redacted.value(key)),
        oldByNew: vault.keys.sealWith(key, oldPlace, old),
        startedAt: now, walkAt: now, sealed: 0, ...beginning
      }
      yield* db.transaction(Effect.gen(function*() {
        yield* versions.raise(part)
        // Two may begin at the same time, on two nodes.
        const [row] = yield* db.query("insert into setting (name, content) values ($1, $2) on conflict (name) do nothing returning name", [setting, JSON.stringify(stored)])
        if (row === undefined) return yield* underWay
        yield* History.record(db, vault, { ...audit, isApart: true, who, what: "decided", detail: "the change of CROSSDOCK_SECRET_KEY began" })
      }))
      vault.keys.add(key, true)
      yield* Effect.logInfo("the change of CROSSDOCK_SECRET_KEY began").pipe(Effect.annotateLogs({ who }))
      return stateOf(stored)
    }),
    finish: Effect.fnUntraced(function*(who) {
      const stored = yield* follow
      if (stored === undefined) return yield* refused("NO_KEY_ROTATION", "the key is not being changed")
      if (stored.doneAt === undefined) return yield* refused("KEY_ROTATION_UNFINISHED", "there may be texts that the old key alone opens; wait until `crossdock secret-key show` says that all are sealed with the new one")
      if (!isStartedWithNew()) {
        return yield* refused("STARTED_WITH_OLD_KEY", "this node was started with the old key, and could not start again without it; set CROSSDOCK_SECRET_KEY (or the file secret-key) to the new key on every node, restart them one after the other, and repeat")
      }
      const derivation = vault.keys.derivation()
      yield* db.transaction(Effect.gen(function*() {
        yield* versions.raise(part)
        yield* db.query("insert into setting (name, content) values ($1, $2) on conflict (name) do nothing", [derivationName, vault.seal(derivationPlace, derivation)])
        yield* db.query("delete from setting where name = $1", [setting])
        yield* History.record(db, vault, { ...audit, isApart: true, who, what: "decided", detail: "the old CROSSDOCK_SECRET_KEY was forgotten" })
      }))
      vault.keys.deriveWith(derivation)
      vault.keys.forgetOthers()
    }),
    job: { name: "secret key", connection: "", every: 2000, work }
  })
})
