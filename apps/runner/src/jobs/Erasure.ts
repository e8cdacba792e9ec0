/**
 * Erases what the runner has stored about the people of an order: the receiver, the buyer, and every message that may quote them. What
 * was ordered, shipped and received stays, and so do numbers, times and phases.
 *
 * Only what is finished is erased, because an open order still needs its address. Messages to an ERP go as a whole; the contents of a
 * create and of an order of a shop keep everything but the members that their schemas mark as personal. Texts of peers are searched for
 * these values.
 */
import { Json } from "@crossdock/core"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as CallStore from "../calls/CallStore.ts"
import { Connections } from "../connection/Connections.ts"
import * as PersonalDataMasking from "../connection/PersonalDataMasking.ts"
import type * as Redaction from "../connection/Redaction.ts"
import { Creates } from "../intents/CreateEntry.ts"
import { payloadPlace } from "../intents/IntentStore.ts"
import { sealedColumns, sealedPlace } from "../outbox/DeliveryContents.ts"
import { Database, type DatabaseFailed, type Row, type Value } from "../store/Database.ts"
import * as History from "../store/History.ts"
import { Vault } from "../store/Vault.ts"
import * as Entities from "../records/Entities.ts"
import { entityOf, type Kind, Kinds } from "../records/Kinds.ts"
import * as ErasedTexts from "./ErasedTexts.ts"

/** A number of one kind in one scope, with all its generations. */
export interface RecordKey {
  readonly scope: string
  readonly kind: Kind
  readonly number: string
}

/** Why the personal data of a record cannot be erased yet. */
export interface Obstacle {
  readonly record: RecordKey
  readonly is: "open" | "create" | "delivery" | "desk"
}

/** How many rows were changed. */
export interface Erased {
  /** Creates whose contents are masked. */
  readonly creates: number
  /** Orders of shops whose contents are masked. */
  readonly contents: number
  /** Messages to ERPs that were removed, and original messages of peers. */
  readonly messages: number
  /** Other rows of whose texts a part was replaced. */
  readonly texts: number
}

/** The key of the history that lists the erasures. */
export const audit = { scope: "runner", entity: "erasure" } as const

/** Who has decided to erase, and why. */
interface Decision {
  readonly who: string
  readonly reason: string
}

/** A decrypted text, and what says which of its members are personal. Undefined: it cannot be decrypted. */
interface Said {
  readonly operation: PersonalDataMasking.Described | undefined
  readonly text: string | undefined
}

/** A text that is written again without what is personal. */
interface Content extends Said {
  readonly is: "create" | "content"
  readonly place: string
  readonly write: string
  readonly id: number
}

const unreadable = "<redacted: what was stored could not be read>"

/** The same order for two nodes, so that neither waits for the other. */
const inLockOrder = (records: ReadonlyArray<RecordKey>): ReadonlyArray<RecordKey> => {
  const keyOf = ({ kind, number, scope }: RecordKey) => JSON.stringify([scope, kind, number])
  return records.toSorted((a, b) => keyOf(a) < keyOf(b) ? -1 : 1)
}

/** Every connection that has deliveries, also one that was removed. Each step is one look at an index. */
const connectionsOfDeliveries = `with recursive found (connection) as (
  select min(connection) from delivery
  union all select (select min(d.connection) from delivery d where d.connection > found.connection) from found where found.connection is not null)
  select connection from found where connection is not null`

/** The members of stored JSON in which a peer may have written anything. Others have numbers and codes. */
const isFreeText = /^(?:message|reason|failedReason|because|detail)$/
const isUrl = /url$/i

/** Nothing but the host of an address, because carriers write names and postal codes into the rest. */
const hostOf = (text: string): string => URL.canParse(text) ? new URL("/", text).href : text

/** Hides what two functions hide: in texts, and in the strings of JSON by the name of their member. */
const hidingIn = ({ hide, hideInData = (text) => text }: Redaction.Secrets) => {
  const inJson = (json: Json.Json, name: string): Json.Json =>
    typeof json === "string" ? (isUrl.test(name) ? hostOf : isFreeText.test(name) ? hide : hideInData)(json) : Array.isArray(json) ? json.map((item) => inJson(item, name)) : Json.isObject(json)
      ? Object.fromEntries(Object.entries(json).map(([member, value]) => [member, inJson(value, member)]))
      : json
  return (text: string): string =>
    /^\s*[[{]/.test(text) ? Result.match(Json.parse(text), { onFailure: () => hide(text), onSuccess: (json) => Json.stringify(inJson(json, "")) }) : hide(text)
}

export class Erasure extends Context.Service<Erasure, {
  /** Adds to some records what was made for them, and the order of the shop for which one of them was made. */
  readonly together: (records: ReadonlyArray<RecordKey>) => Effect.Effect<ReadonlyArray<RecordKey>, DatabaseFailed>
  /** What stands in the way of erasing these records. */
  readonly obstacles: (records: ReadonlyArray<RecordKey>) => Effect.Effect<ReadonlyArray<Obstacle>, DatabaseFailed>
  /** Erases the personal data of finished records in one transaction. Changes nothing and returns the obstacles if there are any. */
  readonly erase: (records: ReadonlyArray<RecordKey>, by?: Decision) => Effect.Effect<Erased | ReadonlyArray<Obstacle>, DatabaseFailed>
}>()("@crossdock/runner/jobs/Erasure") {
  static readonly layer = Layer.effect(Erasure, Effect.suspend(() => make))
}

const make = Effect.gen(function*() {
  const db = yield* Database
  const vault = yield* Vault
  const kinds = yield* Kinds
  const creates = yield* Creates
  const connections = yield* Connections

  const rowsOf = ({ kind, number, scope }: RecordKey, lock = "") =>
    db.query(`select * from entity where scope = $1 and kind = $2 and number = $3 order by generation${lock}`, [scope, kind, number])

  const deliveriesOf = Effect.fnUntraced(function*({ kind, number, scope }: RecordKey) {
    const found: Array<Row> = []
    const queues = [kind, ...kinds.of(kind)?.queues ?? []]
    for (const { connection } of yield* db.query(connectionsOfDeliveries)) {
      for (const queue of queues) {
        found.push(...(yield* db.query(
          `select d.seq, d.id, d.state, d.operation, d.connection, ${sealedColumns} from delivery d join delivery_content c on c.seq = d.seq
           where d.connection = $1 and d.entity = $2`,
          [connection, `${scope} ${entityOf(queue, number)}`]
        )))
      }
    }
    return found
  })

  const obstacleOf = Effect.fnUntraced(function*(record: RecordKey) {
    const rows = yield* rowsOf(record)
    const of = (is: Obstacle["is"]): ReadonlyArray<Obstacle> => [{ record, is }]
    if (rows.some((row) => row.is_open === 1)) return of("open")
    for (const { id } of rows) {
      if ((yield* db.one("select 1 as one from intent where entity = $1 and state in ('Pending', 'InFlight', 'Doubtful')", [id])) !== undefined) return of("create")
      if ((yield* db.one("select 1 as one from desk_order where entity = $1 and state not in ('done', 'closed')", [id])) !== undefined) return of("desk")
    }
    return (yield* deliveriesOf(record)).some(({ state }) => state === "Pending" || state === "InFlight") ? of("delivery") : []
  })

  const obstacles = (records: ReadonlyArray<RecordKey>) => Effect.map(Effect.forEach(records, obstacleOf), (found) => found.flat())

  /** Adds the orders of any kind that have a number in a scope. */
  const addAll = Effect.fnUntraced(function*(scope: string, number: string, add: (record: RecordKey) => void) {
    for (const { kind, orderIn } of kinds.all) if (orderIn === undefined && (yield* rowsOf({ scope, kind, number })).length > 0) add({ scope, kind, number })
  })

  const together = Effect.fnUntraced(function*(records: ReadonlyArray<RecordKey>) {
    const found = new Map<string, RecordKey>()
    const add = ({ kind, number, scope }: RecordKey) => void found.set(JSON.stringify([scope, kind, number]), { scope, kind, number })
    records.forEach(add)
    for (const { kind, number, scope } of records) {
      const order = kinds.of(kind)?.orderIn?.(number)
      if (order === undefined) continue
      yield* addAll(scope, order, add)
    }
    // Goes on with what it adds.
    for (const record of found.values()) {
      const orders = yield* db.query(
        `select o.id, o.scope, o.kind, o.number from entity o where o.id in (
           select p.entity from desk_part p join entity r on r.id = p.record where r.scope = $1 and r.kind = $2 and r.number = $3
           union select e.id from entity e where e.scope = $1 and e.kind = $2 and e.number = $3)`,
        [record.scope, record.kind, record.number]
      )
      for (const order of orders) {
        add({ scope: order.scope, kind: order.kind, number: order.number })
        const parts = yield* db.query("select p.number, p.link, p.tracking_number, r.scope, r.kind, r.number as record_number from desk_part p left join entity r on r.id = p.record where p.entity = $1", [order.id])
        for (const part of parts) {
          if (part.scope !== null) add({ scope: part.scope, kind: part.kind, number: part.record_number })
          // An earlier release did not store which record a part is.
          else yield* addAll(part.link, part.number, add)
        }
        const parcels = yield* db.query("select tracking_number from desk_parcel where entity = $1", [order.id])
        const tracking = [...parts, ...parcels].flatMap(({ tracking_number }) => typeof tracking_number === "string" ? [tracking_number] : [])
        for (const { kind, numbersAbout } of kinds.all) {
          for (const number of numbersAbout?.([order.number, ...parts.map((part) => String(part.number))], tracking) ?? []) {
            if ((yield* rowsOf({ scope: order.scope, kind, number })).length > 0) add({ scope: order.scope, kind, number })
          }
        }
      }
    }
    return [...found.values()]
  })

  const open = (place: string, sealed: unknown) =>
    typeof sealed === "string" && sealed !== "" ? Effect.map(Effect.option(vault.open(place, sealed)), Option.getOrUndefined) : Effect.undefined

  const createsOf = (ids: ReadonlyArray<number>) =>
    Effect.map(Effect.forEach(ids, (id) =>
      db.query("select i.id, i.entity, i.operation, c.asked_sealed, c.sent_sealed from intent i join intent_content c on c.entity = i.entity where i.entity = $1", [id])), (rows) => rows.flat())

  /** Everything of a record that is encrypted, decrypted. */
  const readAll = Effect.fnUntraced(function*(record: RecordKey) {
    const { kind, number, scope } = record
    const rows = yield* rowsOf(record)
    const ids = rows.map((row) => Number(row.id))
    const contents: Array<Content> = []
    for (const row of yield* createsOf(ids)) {
      const operation = creates.of(row.operation)?.operation
      for (const which of ["asked", "sent"] as const) {
        if (row[`${which}_sealed`] === null) continue
        const place = payloadPlace(row.id, which)
        contents.push({ operation, place, text: yield* open(place, row[`${which}_sealed`]), write: `update intent_content set ${which}_sealed = $2 where entity = $1`, id: row.entity, is: "create" })
      }
    }
    const { content } = kinds.of(kind) ?? {}
    for (const id of content === undefined ? [] : ids) {
      const row = yield* db.one(`select content_sealed from ${content!.table} where entity = $1`, [id])
      if (row === undefined) continue
      const place = content!.place(scope, number)
      contents.push({ operation: { payload: content!.schema }, place, text: yield* open(place, row.content_sealed), write: `update ${content!.table} set content_sealed = $2 where entity = $1`, id, is: "content" })
    }
    const deliveries = yield* deliveriesOf(record)
    const messages: Array<Said> = []
    for (const row of deliveries) {
      if (row.is_payload !== 1) continue
      messages.push({ operation: connections.contracts.operationOf(connections.get(row.connection)?.plugin, row.operation), text: yield* open(sealedPlace(row), row.sealed) })
    }
    return { record, rows, ids, contents, deliveries, messages }
  })

  type Read = Effect.Success<ReturnType<typeof readAll>>

  /** Writes the contents of a record without what is personal. What cannot be read is replaced as a whole. */
  const mask = Effect.fnUntraced(function*({ contents }: Read, hide: (text: string) => string) {
    for (const { id, operation, place, text, write } of contents) {
      const masked = text === undefined ? Result.fail("unreadable") : Result.try(() => JSON.stringify(PersonalDataMasking.masked(operation, text)))
      yield* db.query(write, [id, vault.seal(place, hide(Result.getOrElse(masked, () => JSON.stringify(unreadable))))])
    }
  })

  /** Replaces what the function hides in the texts of some rows. Returns how many rows were changed. */
  const rewrite = Effect.fnUntraced(function*({ columns, key, read, write }: ErasedTexts.ErasedText, values: ReadonlyArray<Value>, hide: (text: string) => string) {
    let changed = 0
    for (const value of values) {
      for (const row of yield* db.query(read, [value])) {
        const after = columns.map((column) => typeof row[column] !== "string" ? row[column] : column === "tracking_url" ? hostOf(row[column]) : hide(row[column]))
        if (columns.every((column, at) => after[at] === row[column])) continue
        changed++
        yield* db.query(write, [...key.map((column) => row[column]), ...after])
      }
    }
    return changed
  })

  const eraseOne = Effect.fnUntraced(function*(one: Read, secrets: Redaction.Secrets, now: number): Effect.fn.Return<Erased, DatabaseFailed> {
    const { contents, deliveries, ids, rows } = one
    const hide = hidingIn(secrets)
    yield* mask(one, hide)
    for (const { seq } of deliveries) yield* db.query("update delivery_content set content_sealed = '', payload_sealed = null where seq = $1", [seq])
    let messages = deliveries.filter(({ sealed }) => sealed !== "").length
    const firsts = [...new Set(rows.map(Entities.firstIdOf))]
    for (const first of firsts) {
      messages += (yield* db.query("update history set raw_sealed = null where first_id = $1 and raw_sealed is not null returning id", [first])).length
      yield* db.query("insert into erased_record (entity, erased_at) values ($1, $2) on conflict (entity) do update set erased_at = $2", [first, now])
    }
    const numbers = new Set(rows.flatMap((row) => [row.number, row.number_sent, row.peer_number]).filter((number) => typeof number === "string"))
    messages += yield* CallStore.eraseMessages(db, [...numbers])
    const subjects = [...yield* createsOf(ids), ...deliveries].map(({ id }) => String(id))
    const values: Readonly<Record<ErasedTexts.By, ReadonlyArray<Value>>> = { entities: ids, firsts, subjects, deliveries: deliveries.map(({ seq }) => seq) }
    let changed = 0
    for (const table of ErasedTexts.texts) changed += yield* rewrite(table, values[table.by], hide)
    const masked = new Set(contents.flatMap(({ id, is }) => is === "create" ? [id] : []))
    return { creates: masked.size, contents: contents.filter(({ is }) => is === "content").length, messages, texts: changed }
  })

  const note = Effect.fnUntraced(function*(erased: ReadonlyArray<Read>, { reason, who }: Decision, now: number) {
    for (const { record, rows } of erased) {
      const entry = { scope: record.scope, entity: entityOf(record.kind, record.number), who, what: "decided" as const, detail: `personal data erased: ${reason}` }
      yield* db.query(
        `insert into erasure (scope, kind, number, at, who, reason) values ($1, $2, $3, $4, $5, $6)
         on conflict (scope, kind, number) do update set at = $4, who = $5, reason = $6`,
        [record.scope, record.kind, record.number, now, who, reason]
      )
      yield* History.record(db, vault, { ...entry, first: rows[0] && Entities.firstIdOf(rows[0]) }, now)
    }
    // A finding that lasts gets its text again from the next examination.
    yield* db.query("update finding set message = '', next = '' where is_over = 0")
    const names = erased.map(({ record }) => `${record.scope} ${entityOf(record.kind, record.number)}`).join(", ")
    yield* History.record(db, vault, { ...audit, isApart: true, who, what: "decided", detail: `personal data erased of ${names}: ${reason}` }, now)
  })

  const erase = Effect.fnUntraced(function*(records: ReadonlyArray<RecordKey>, by?: Decision) {
    const now = yield* Clock.currentTimeMillis
    return yield* db.transaction(Effect.gen(function*() {
      // Whoever writes a message about a record changes its row, so nobody does between this look and the end.
      for (const record of inLockOrder(records)) yield* rowsOf(record, db.forUpdate)
      const found = yield* obstacles(records)
      if (found.length > 0) return found
      const all = yield* Effect.forEach(records, readAll)
      // What one record says of a person, another may quote.
      const said = all.flatMap(({ contents, messages }) => [...contents, ...messages]).flatMap(({ operation, text }) => text === undefined ? [] : [{ operation, text }])
      const secrets = PersonalDataMasking.hidingEverywhere(said)
      const done = yield* Effect.forEach(all, (one) => eraseOne(one, secrets, now))
      if (by !== undefined) yield* note(all, by, now)
      const sum = (name: keyof Erased) => done.reduce((total, one) => total + one[name], 0)
      return { creates: sum("creates"), contents: sum("contents"), messages: sum("messages"), texts: sum("texts") }
    }))
  })

  return Erasure.of({ together, obstacles, erase })
})
