/**
 * Reads and writes the rows of intents: finds them, decrypts their payloads, and changes their state.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { type Database, type DatabaseFailed, type Row } from "../store/Database.ts"
import * as History from "../store/History.ts"
import type { Vault } from "../store/Vault.ts"
import * as WorkLeases from "../engine/WorkLeases.ts"
import * as PayloadCache from "../engine/PayloadCache.ts"
import type { AnyEntry } from "./CreateEntry.ts"
import type * as IntentRules from "./IntentRules.ts"

/** The context that is authenticated with an encrypted payload. */
export const payloadPlace = (id: string, which: "asked" | "sent") => `intent ${id} ${which}`

const readJson = Schema.decodeEffect(Schema.fromJsonString(Schema.Unknown))

const makeTexts = ({ operation, upgrade = (json) => json }: AnyEntry) => {
  const payload = Schema.fromJsonString(operation.payload)
  const success = Schema.fromJsonString(operation.success)
  const decoded = Schema.decodeUnknownEffect(operation.payload)
  return {
    encodePayload: Schema.encodeSync(payload),
    decodePayload: (text: string) => Effect.flatMap(readJson(text), (json) => decoded(upgrade(json))),
    encodeSuccess: Schema.encodeSync(success),
    decodeSuccess: Schema.decodeEffect(success),
    successOf: Schema.decodeUnknownOption(success)
  }
}

const madeTexts = new WeakMap<AnyEntry["operation"], ReturnType<typeof makeTexts>>()

/** The codecs for the stored payload and response of an operation. Each is compiled once. */
export const textsOf = (entry: AnyEntry): ReturnType<typeof makeTexts> => {
  const known = madeTexts.get(entry.operation) ?? makeTexts(entry)
  madeTexts.set(entry.operation, known)
  return known
}

export interface Move {
  readonly dueAt?: number
  readonly result?: string | null
  readonly error?: string | null
  readonly heldBecause?: string | null
  readonly attempt?: number
}

export interface Moved {
  /** True if a cancel waits for the outcome of the create. */
  readonly isCancelWanted: boolean
}

export interface IntentStore {
  /** The connections with waiting intents that nothing holds back. */
  readonly waiting: Effect.Effect<ReadonlyArray<WorkLeases.Waiting>, DatabaseFailed>
  readonly byId: (id: string) => Effect.Effect<Row, DatabaseFailed>
  /** Returns true if the intent is settled or held. It does not read the payloads. */
  readonly isOver: (id: string) => Effect.Effect<boolean, DatabaseFailed>
  /** Returns those of the intents that are settled or held. */
  readonly over: (ids: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<string>, DatabaseFailed>
  /** Encrypts a payload and caches it, because it will be read again soon. */
  readonly sealed: (id: string, which: "asked" | "sent", text: string, payload: unknown) => string
  /** Reads the newest intent of an entity and locks it in the current transaction. */
  readonly newest: (scope: string, operation: string, entity: string) => Effect.Effect<Row | undefined, DatabaseFailed>
  /** Changes an intent if it is unchanged since it was read. Returns `undefined` and changes nothing if another node has taken it over. */
  readonly move: (row: Row, state: IntentRules.IntentState, more?: Move) => Effect.Effect<Moved | undefined, DatabaseFailed>
  /** Decrypts a payload. It dies if that fails. */
  readonly payloadOf: (row: Row, entry: AnyEntry, which: "asked" | "sent") => Effect.Effect<unknown>
  /** Decrypts a payload. Returns `None` if the row is damaged or was encrypted with another key. */
  readonly openable: (row: Row, entry: AnyEntry, which: "asked" | "sent") => Effect.Effect<Option.Option<unknown>>
  readonly note: (
    at: { readonly scope: string; readonly entity: string },
    who: string,
    what: History.What,
    detail?: string,
    raw?: string
  ) => Effect.Effect<void, DatabaseFailed>
}

/** The key of an intent's history, which is the one of its entity. */
export const placeOf = (row: Row) => ({ scope: String(row.scope), entity: String(row.entity) })

export const make = (db: Database["Service"], vault: Vault["Service"]): IntentStore => bookOver(db, vault, PayloadCache.make())

const opened = (vault: Vault["Service"], cache: PayloadCache.PayloadCache, row: Row, entry: AnyEntry, which: "asked" | "sent") => {
  const sealed = which === "asked" ? row.asked_sealed : row.payload_sealed
  const kept = cache.get(sealed)
  if (kept !== undefined) return Effect.succeed(kept)
  return Effect.flatMap(vault.open(payloadPlace(row.id, which), sealed), textsOf(entry).decodePayload)
}

/** The maximum number of ids in one statement. */
const atATime = 1024

const chunksOf = (ids: ReadonlyArray<string>): ReadonlyArray<ReadonlyArray<string>> =>
  Array.from({ length: Math.ceil(ids.length / atATime) }, (_, at) => ids.slice(at * atATime, (at + 1) * atATime))

/** Rounds the number of parameters up to a power of two, so that there are few distinct prepared statements. The last id fills the rest. */
const overOf = (db: Database["Service"], ids: ReadonlyArray<string>): Effect.Effect<ReadonlyArray<string>, DatabaseFailed> => {
  const places = Array.from({ length: 2 ** Math.ceil(Math.log2(ids.length)) }, (_, at) => at)
  return Effect.map(
    db.query(
      `select id from intent where id in (${places.map((at) => `$${at + 1}`).join(", ")})
         and (state in ('Delivered', 'Dead', 'Cancelled') or (state = 'Pending' and held_because is not null))`,
      places.map((at) => ids[at] ?? ids[ids.length - 1]!)
    ),
    (rows) => rows.map((row) => String(row.id))
  )
}

const bookOver = (db: Database["Service"], vault: Vault["Service"], cache: PayloadCache.PayloadCache): IntentStore => ({
  waiting: WorkLeases.waiting(db, "intent", "state in ('Pending', 'Doubtful') and held_because is null"),
  byId: (id) => Effect.map(db.one("select * from intent where id = $1", [id]), (row) => row!),
  isOver: (id) => Effect.map(overOf(db, [id]), (found) => found.length > 0),
  over: (ids) => Effect.map(Effect.forEach(chunksOf(ids), (some) => overOf(db, some)), (found) => found.flat()),
  sealed: (id, which, text, payload) => cache.keep(vault.seal(payloadPlace(id, which), text), payload),
  newest: (scope, operation, entity) =>
    db.one(
      `select * from intent where scope = $1 and operation = $2 and entity = $3 order by generation desc limit 1${db.forUpdate}`,
      [scope, operation, entity]
    ),
  move: (row, state, more = {}) =>
    Effect.flatMap(Clock.currentTimeMillis, (now) =>
      Effect.map(
        db.query(
          `update intent set state = $2, due_at = $3, result = $4, error = $5, held_because = $6, attempt = attempt + $7,
             updated_at = $8, owner = null, cancel_at = case when $2 = 'Delivered' and is_cancel_wanted = 1 then $3 else cancel_at end
           where id = $1 and state = $9 and epoch = $10 and attempt = $11 returning is_cancel_wanted`,
          [
            row.id,
            state,
            more.dueAt ?? now,
            more.result ?? null,
            more.error ?? null,
            more.heldBecause ?? null,
            more.attempt ?? 0,
            now,
            row.state,
            row.epoch,
            row.attempt
          ]
        ),
        ([moved]) => moved && { isCancelWanted: moved.is_cancel_wanted === 1 }
      )),
  payloadOf: (row, entry, which) => Effect.orDie(opened(vault, cache, row, entry, which)),
  openable: (row, entry, which) => Effect.option(opened(vault, cache, row, entry, which)),
  note: ({ entity, scope }, who, what, detail, raw) => History.record(db, vault, { scope, entity, who, what, detail, raw })
})
