/**
 * Reads and writes the rows of intents: finds them, decrypts their payloads, and changes their state.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { type Database, DatabaseFailed, type Row } from "../store/Database.ts"
import * as History from "../store/History.ts"
import type { Vault, VaultRefused } from "../store/Vault.ts"
import * as AbandonedClaims from "../engine/AbandonedClaims.ts"
import * as PayloadCache from "../engine/PayloadCache.ts"
import * as StoredJson from "../engine/StoredJson.ts"
import type { AnyEntry } from "./CreateEntry.ts"
import type * as IntentRules from "./IntentRules.ts"
import { entityOf, type Kind } from "../records/Kinds.ts"

/** The context that is authenticated with an encrypted payload. */
export const payloadPlace = (id: string, which: Which) => `intent ${id} ${which}`

/** What the caller asked for, or what is sent to the peer. */
export type Which = "asked" | "sent"

/** SQL for the columns of an intent after `update intent … returning`, with what its order says. Contents are in another table. */
export const returned = `*, ${
  ["kind", "number", "generation", "number_sent", "trace"].map((column) => `(select e.${column} from entity e where e.id = intent.entity) as ${column}`).join(", ")
}`

/** SQL for the encrypted payloads of an intent after `update intent … returning`. */
export const returnedContents = ["asked_sealed", "sent_sealed"].map((column) => `(select c.${column} from intent_content c where c.entity = intent.entity) as ${column}`).join(", ")

/** SQL for the columns of intents that are read as `i`, with what their orders say as `e`. */
export const columns = "i.*, e.kind, e.number, e.generation, e.number_sent, e.trace"

/** A payload with its JSON. */
export interface Written {
  readonly text: string
  readonly payload: unknown
}

/** The JSON of a stored response. Earlier releases stored one without content as null. */
const withContent = (text: string): string => text === "null" ? "{}" : text

const makeTexts = ({ operation, upgrade = (json) => json }: AnyEntry) => {
  const write = StoredJson.writer(operation.payload)
  const encode = Schema.encodeSync(Schema.fromJsonString(operation.payload))
  const success = Schema.fromJsonString(operation.success)
  const decoded = StoredJson.decoder(operation.payload)
  const decodedSuccess = Schema.decodeEffect(success)
  const successOf = Schema.decodeUnknownOption(success)
  return {
    encodePayload: (payload: unknown) => write(payload) ?? encode(payload),
    decodePayload: (text: string) => Effect.flatMap(StoredJson.parsed(text), (json) => decoded(upgrade(json))),
    encodeSuccess: Schema.encodeSync(success),
    decodeSuccess: (text: string) => decodedSuccess(withContent(text)),
    successOf: (text: unknown) => successOf(typeof text === "string" ? withContent(text) : text)
  }
}

const madeTexts = new WeakMap<AnyEntry["operation"], ReturnType<typeof makeTexts>>()

/** The codecs for the stored payload and response of an operation. Each is compiled once. */
export const textsOf = (entry: AnyEntry): ReturnType<typeof makeTexts> => {
  const known = madeTexts.get(entry.operation) ?? makeTexts(entry)
  madeTexts.set(entry.operation, known)
  return known
}

/** The encrypted payloads of an intent; `sentSealed` is null if the same is sent as was asked. */
export interface SealedContents {
  readonly askedSealed: string
  readonly sentSealed: string | null
  readonly keep: () => void
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
  readonly waiting: Effect.Effect<ReadonlyArray<AbandonedClaims.Waiting>, DatabaseFailed>
  readonly byId: (id: string) => Effect.Effect<Row, DatabaseFailed>
  /** Returns true if the intent is settled or held. It does not read the payloads. */
  readonly isOver: (id: string) => Effect.Effect<boolean, DatabaseFailed>
  /** Returns those of the intents that are settled or held. */
  readonly over: (ids: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<string>, DatabaseFailed>
  /** Encrypts the payloads of a new intent. `keep` caches them, because they will be read again soon. */
  readonly sealContents: (id: string, asked: Written, sent: Written) => SealedContents
  /** Stores the payloads of a new intent, encrypted, and caches them. */
  readonly addContents: (intent: Row, asked: Written, sent: Written) => Effect.Effect<void, DatabaseFailed>
  /** Stores that an intent that was held is sent with another payload. */
  readonly replaceSent: (intent: Row, asked: Written, sent: Written) => Effect.Effect<void, DatabaseFailed>
  /** Decrypts the JSON of what was asked. */
  readonly askedText: (intent: Row) => Effect.Effect<string, DatabaseFailed | VaultRefused>
  /** Reads the newest intent of an order and locks it in the current transaction. */
  readonly newest: (scope: string, kind: Kind, number: string) => Effect.Effect<Row | undefined, DatabaseFailed>
  /** Changes an intent if it is unchanged since it was read. Returns `undefined` and changes nothing if another node has taken it over. */
  readonly move: (row: Row, state: IntentRules.IntentState, more?: Move) => Effect.Effect<Moved | undefined, DatabaseFailed>
  /** Decrypts a payload. It dies if that fails. */
  readonly payloadOf: (row: Row, entry: AnyEntry, which: Which) => Effect.Effect<unknown, DatabaseFailed>
  /** Decrypts a payload. Returns `None` if the row is damaged or was encrypted with another key. */
  readonly openable: (row: Row, entry: AnyEntry, which: Which) => Effect.Effect<Option.Option<unknown>, DatabaseFailed>
  /** Encrypts the message of a caller for the history. */
  readonly sealRaw: (at: { readonly scope: string; readonly entity: string }, raw: string) => string
  readonly note: (
    at: { readonly scope: string; readonly entity: string },
    who: string,
    what: History.What,
    detail?: string,
    raw?: string
  ) => Effect.Effect<void, DatabaseFailed>
}

/** The key of an intent's history, which is the one of its entity. */
export const placeOf = (row: Row) => ({ scope: String(row.scope), entity: entityOf(row.kind, row.number) })

/** SQL for the encrypted payloads of intents as `c`. What is sent is stored only where it differs from what was asked. */
export const contentColumns = "c.asked_sealed, c.sent_sealed"

/** The same without the text of what was sent, for a reader of what was asked for. */
export const askedColumns = "c.asked_sealed, case when c.sent_sealed is null then null else '' end as sent_sealed"

/** Decrypts the JSON of a payload of a row with the `contentColumns`. */
export const openText = (vault: Vault["Service"], row: Row, which: Which): Effect.Effect<string, VaultRefused> =>
  vault.open(payloadPlace(row.id, row.sent_sealed === null ? "asked" : which), sealedOf(row, which))

const sealedOf = (row: Row, which: Which): string => which === "asked" ? row.asked_sealed : row.sent_sealed ?? row.asked_sealed

/** A payload and the encrypted text of which it is the content. */
interface Cached {
  readonly sealed: string
  readonly payload: unknown
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

/** Returns true if a payload cannot be decrypted or decoded. */
const isOfContent = <E>(error: E): error is Exclude<E, DatabaseFailed> => !(error instanceof DatabaseFailed)

export const make = (db: Database["Service"], vault: Vault["Service"], cache = PayloadCache.make()): IntentStore => {
  /** The contents are read, unless the row was read with them. */
  const contentsOf = (intent: Row): Effect.Effect<Row, DatabaseFailed> =>
    "asked_sealed" in intent
      ? Effect.succeed(intent)
      : Effect.map(db.one(`select ${contentColumns} from intent_content c where c.entity = $1`, [intent.entity]), (row): Row => ({ ...row, id: intent.id }))

  const seal = (id: string, which: Which, { text }: Written): string => vault.seal(payloadPlace(id, which), text)
  const keep = (id: string, which: Which, payload: unknown, sealed: string) =>
    cache.keep(payloadPlace(id, which), { sealed, payload } satisfies Cached, sealed.length)

  const sealContents = (id: string, asked: Written, sent: Written): SealedContents => {
    const askedSealed = seal(id, "asked", asked)
    const sentSealed = asked.text === sent.text ? null : seal(id, "sent", sent)
    return {
      askedSealed,
      sentSealed,
      keep: () => {
        keep(id, "asked", asked.payload, askedSealed)
        keep(id, "sent", sentSealed === null ? asked.payload : sent.payload, sentSealed ?? askedSealed)
      }
    }
  }

  /**
   * Another node may have replaced what is sent, so the cached payload is used only if the stored text is the one it was encrypted to.
   * Where no other process can write to the database, that need not be read.
   */
  const opened = (row: Row, entry: AnyEntry, which: Which) => {
    const cached = cache.get(payloadPlace(row.id, which)) as Cached | undefined
    if (cached !== undefined && (which === "asked" || db.dialect === "sqlite")) return Effect.succeed(cached.payload)
    return Effect.flatMap(contentsOf(row), (contents) =>
      cached !== undefined && cached.sealed === sealedOf(contents, which)
        ? Effect.succeed(cached.payload)
        : Effect.flatMap(openText(vault, contents, which), textsOf(entry).decodePayload))
  }

  return {
    waiting: AbandonedClaims.waiting(db, "intent", "state in ('Pending', 'Doubtful') and held_because is null"),
    byId: (id) => Effect.map(db.one(`select ${columns} from intent i join entity e on e.id = i.entity where i.id = $1`, [id]), (row) => row!),
    isOver: (id) => Effect.map(overOf(db, [id]), (found) => found.length > 0),
    over: (ids) => Effect.map(Effect.forEach(chunksOf(ids), (some) => overOf(db, some)), (found) => found.flat()),
    sealContents,
    addContents: ({ entity, id }, asked, sent) => {
      const { askedSealed, sentSealed, ...sealed } = sealContents(id, asked, sent)
      sealed.keep()
      return Effect.asVoid(db.query(
        "insert into intent_content (entity, asked_sealed, sent_sealed) values ($1, $2, $3)",
        [entity, askedSealed, sentSealed]
      ))
    },
    replaceSent: ({ entity, id }, asked, sent) => {
      // Not cached, because the transaction may still fail.
      cache.take(payloadPlace(id, "sent"))
      return Effect.asVoid(db.query(
        "update intent_content set sent_sealed = $2 where entity = $1",
        [entity, asked.text === sent.text ? null : seal(id, "sent", sent)]
      ))
    },
    askedText: (row) => Effect.flatMap(contentsOf(row), (contents) => openText(vault, contents, "asked")),
    newest: (scope, kind, number) =>
      db.one(
        `select ${columns} from intent i join entity e on e.id = i.entity where e.scope = $1 and e.kind = $2 and e.number = $3
         order by e.generation desc limit 1${db.forUpdate === "" ? "" : `${db.forUpdate} of i`}`,
        [scope, kind, number]
      ),
    move: (row, state, more = {}) =>
      Effect.flatMap(Clock.currentTimeMillis, (now) =>
        Effect.map(
          db.query(
            `update intent set state = $2, due_at = $3, result = $4, error = $5, held_because = $6, attempt = attempt + $7,
               updated_at = $8, owner = null, cancel_at = case when $2 = 'Delivered' and is_cancel_wanted = 1 then $3 else cancel_at end
             where entity = $1 and state = $9 and epoch = $10 and attempt = $11 returning is_cancel_wanted`,
            [
              row.entity,
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
    payloadOf: (row, entry, which) => Effect.catchIf(opened(row, entry, which), isOfContent, Effect.die),
    openable: (row, entry, which) =>
      Effect.catchIf(Effect.map(opened(row, entry, which), Option.some), isOfContent, () => Effect.succeed(Option.none())),
    sealRaw: ({ entity, scope }, raw) => vault.seal(History.rawPlace(scope, entity), raw),
    note: ({ entity, scope }, who, what, detail, raw) => History.record(db, vault, { scope, entity, who, what, detail, raw })
  }
}
