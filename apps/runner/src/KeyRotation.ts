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
import { hasCode } from "./store/DatabaseErrorDiagnosis.ts"
import * as History from "./store/History.ts"
import * as KeyFence from "./store/KeyFence.ts"
import * as SealedColumns from "./store/SealedColumns.ts"
import { opens, Vault, type VaultRefused } from "./store/Vault.ts"
import { Versions } from "./store/Versions.ts"

/** The change of the key is refused; nothing was changed. */
export class KeyRotationRefused extends Schema.TaggedError<KeyRotationRefused>("@crossdock/runner/KeyRotationRefused")("KeyRotationRefused", {
  code: Schema.Literals(["KEY_WEAK", "KEY_SAME", "KEY_ROTATION_UNDER_WAY", "NO_KEY_ROTATION", "KEY_ROTATION_UNFINISHED", "STARTED_WITH_OLD_KEY", "OLD_KEY_IN_USE"]),
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
/** Milliseconds that a caller who ends a change waits for the last walk. */
const waitsForEnd = 20_000

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
  /** A person has ended the change. No process uses the database any more that was started with the old key, and after one more walk the old key is forgotten. */
  readonly ending?: { readonly who: string; readonly isShutOut: boolean }
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
  /** The change was ended, and a last walk is under way before the old key is forgotten. */
  readonly isEnding: boolean
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

/**
 * Keeps this process out of the database once a change of the key is ended and it was started with the old one: it may have been suspended
 * with texts in its memory that only the old key opens.
 */
export const fenceOf = (key: Redacted.Redacted): KeyFence.KeyFence => {
  let wasThere = false
  return {
    lock: KeyFence.lockOf(key),
    names: [setting, knownName],
    admits: (settings) => {
      const stored = storedOf(settings.get(setting))
      const known = settings.get(knownName)
      if (known === undefined) return true
      const isStartedWithNew = stored !== undefined && opens(key, oldPlace, stored.oldByNew)
      const isStartedWithOld = stored !== undefined && stored.ending === undefined && opens(key, newPlace, stored.newByOld)
      const mayBeThere = isStartedWithNew || isStartedWithOld || (stored === undefined && opens(key, knownPlace, known))
      wasThere ||= mayBeThere
      return mayBeThere || !wasThere
    }
  }
}

const learnFrom = ({ ending, newByOld, oldByNew }: Stored, { add, opened, started }: Vault["Service"]["keys"]): void => {
  // Nobody begins to use the database with the old key any more.
  if (ending !== undefined && !opens(started, oldPlace, oldByNew)) return
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
  /**
   * Forgets the old key, after a last walk over all texts. Refused until all texts are sealed with the new one and every node was started
   * with it. Returns the state if the walk takes longer than a caller waits; it goes on by itself.
   */
  readonly finish: (who: string) => Effect.Effect<State | undefined, DatabaseFailed | VaultRefused | KeyRotationRefused>
  readonly job: Job<DatabaseFailed, never>
}>()("@crossdock/runner/KeyRotation") {
  static readonly layer = Layer.effect(KeyRotation, Effect.suspend(() => make))
}

const make = Effect.gen(function*() {
  const db = yield* Database
  const vault = yield* Vault
  const versions = yield* Versions
  const { plugins } = yield* Connections

  const retire = Effect.suspend(() => {
    vault.keys.retire()
    return Effect.logError("the change of CROSSDOCK_SECRET_KEY has ended without this process; it stores nothing more: restart it with the new key")
  })

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
    yield* retire
    return stored
  }).pipe(Effect.tapError((error) => error._tag === "DatabaseFailed" && hasCode(error.cause, KeyFence.code) ? retire : Effect.void))
  yield* versions.onChange(part, Effect.asVoid(follow))
  // Without an answer of the database nobody knows whether the text is damaged.
  vault.keys.onUnknown(Effect.orDie(Effect.asVoid(follow)))

  // While the key is being changed, the new one seals.
  const isStartedWithNew = () => Redacted.value(vault.keys.present()) === Redacted.value(vault.keys.started)
  const stateOf = ({ doneAt, ending, sealed, startedAt }: Stored): State => ({ startedAt, sealed, doneAt, isStartedWithNew: isStartedWithNew(), isEnding: ending !== undefined })

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

  /** Shuts out who was started with the old key, once, before the last walk begins. Undefined: another run goes on, or somebody could not be shut out yet. */
  const shutOut = Effect.fnUntraced(function*(stored: Stored) {
    if (stored.ending === undefined || stored.ending.isShutOut) return stored
    if (!isStartedWithNew() || !(yield* KeyFence.shutOut(db, vault.keys.started))) return undefined
    const next: Stored = { ...stored, ...beginning, walkAt: yield* Clock.currentTimeMillis, ending: { ...stored.ending, isShutOut: true } }
    return (yield* moved(stored, next)) ? next : undefined
  })

  const forget = Effect.fnUntraced(function*(who: string) {
    const derivation = vault.keys.derivation()
    yield* db.transaction(Effect.gen(function*() {
      yield* versions.raise(part)
      yield* db.query("insert into setting (name, content) values ($1, $2) on conflict (name) do nothing", [derivationName, vault.seal(derivationPlace, derivation)])
      const [row] = yield* db.query("delete from setting where name = $1 returning name", [setting])
      if (row !== undefined) yield* History.record(db, vault, { ...audit, isApart: true, who, what: "decided", detail: "the old CROSSDOCK_SECRET_KEY was forgotten" })
    }))
    vault.keys.deriveWith(derivation)
    vault.keys.forgetOthers()
  })

  /** What follows a walk that has come to its end. */
  const afterWalk = Effect.fnUntraced(function*(before: Stored) {
    const now = yield* Clock.currentTimeMillis
    if (before.ending !== undefined) return yield* Effect.as(forget(before.ending.who), undefined)
    const wasEmpty = before.inWalk === 0
    if (!wasEmpty || before.walkAt - before.startedAt < learnedWithin) {
      const again: Stored = { ...before, ...beginning, walkAt: now }
      return (yield* moved(before, again)) && !wasEmpty ? again : undefined
    }
    if (yield* moved(before, { ...before, doneAt: now })) {
      yield* Effect.logInfo("all stored texts are sealed with the new CROSSDOCK_SECRET_KEY").pipe(Effect.annotateLogs({ sealed: before.sealed }))
    }
    return undefined
  })

  const work = Effect.gen(function*() {
    const found = yield* follow
    if (found === undefined || (found.doneAt !== undefined && found.ending === undefined)) return
    let stored: Stored | undefined = yield* shutOut(found)
    if (stored === undefined) return
    const sources = [...SealedColumns.sources, ...yield* SealedColumns.ofPlugins(db, plugins.keys(), (place, text) => vault.keys.opened(place, text) !== undefined)]
    for (let slices = 0; slices < mostSlices; slices++) {
      const before: Stored = stored
      const source = sources[before.table]
      if (source === undefined) {
        stored = yield* afterWalk(before)
        if (stored === undefined) return
        continue
      }
      const { count, last } = yield* sealSlice(source, before.after)
      const counted: Stored = { ...before, sealed: before.sealed + count, inWalk: before.inWalk + count }
      stored = last === undefined
        ? { ...counted, table: before.table + 1, after: sources[before.table + 1]?.first ?? "" }
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
      if (stored.ending === undefined) {
        const silentAfter = yield* KeyFence.SilentAfter
        const working = (yield* KeyFence.others(db, vault.keys.started)).filter(({ silentFor }) => silentFor <= silentAfter)
        if (working.length > 0) {
          return yield* refused("OLD_KEY_IN_USE", `${working.length === 1 ? "a process uses" : `${working.length} processes use`} the database that ${working.length === 1 ? "was" : "were"} started with the old key (${working.map(({ address }) => address).join(", ")}); set CROSSDOCK_SECRET_KEY (or the file secret-key) to the new key there, restart, and repeat`)
        }
        yield* moved(stored, { ...stored, ending: { who, isShutOut: false } })
      }
      const until = (yield* Clock.currentTimeMillis) + waitsForEnd
      for (;;) {
        yield* work
        const state = yield* follow
        if (state === undefined || (yield* Clock.currentTimeMillis) > until) return state && stateOf(state)
        yield* Effect.sleep("100 millis")
      }
    }),
    job: { name: "secret key", connection: "", every: 2000, work }
  })
})
