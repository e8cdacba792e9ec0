/**
 * Finds the create with a number or writes a new one. The first create of a number is a unit of work; a number that is in use
 * is decided in a transaction.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { hash } from "node:crypto"
import type { ConnectedLink } from "../Composition.ts"
import type { Connections } from "../connection/Connections.ts"
import type { NodeLeases } from "../connection/NodeLeases.ts"
import * as AbandonedClaims from "../engine/AbandonedClaims.ts"
import { reach } from "../engine/Failpoint.ts"
import { Refusal, stillRefused } from "../engine/Refusal.ts"
import type { Restored } from "../engine/RestoreMode.ts"
import * as TimeOrderedId from "../engine/TimeOrderedId.ts"
import type { Mapping } from "../mapping/NameMapping.ts"
import type { Entities } from "../records/Entities.ts"
import { type Database, DatabaseFailed, type Row } from "../store/Database.ts"
import * as Spans from "../tracing/Spans.ts"
import type { BlindDecisions } from "./BlindDecisions.ts"
import type { AnyEntry } from "./CreateEntry.ts"
import * as CreateUnits from "./CreateUnits.ts"
import * as Decisions from "./Decisions.ts"
import { refusalOfEnded } from "./EndedCreates.ts"
import type { HeldIntents } from "./HeldIntents.ts"
import type { Contents } from "./IntentExecution.ts"
import * as IntentStore from "./IntentStore.ts"
import { textsOf } from "./IntentStore.ts"
import * as RefusedCreates from "./RefusedCreates.ts"
import * as RepeatedCreates from "./RepeatedCreates.ts"
import type * as Waiters from "./Waiters.ts"
import type { WaitingCancels } from "./WaitingCancels.ts"

/** What a create was submitted with. */
export interface Submitted {
  readonly link: ConnectedLink
  readonly asked: unknown
  readonly who: string
  /** On whose behalf the runner creates it. Absent: for a caller of the link. */
  readonly putBy?: string
  /** Tells creates apart that are not the same one although their content is. It becomes a part of the number. */
  readonly apart?: string
  readonly raw?: string
  /** The peer is asked for the order before it is sent, because it may have it from before. */
  readonly mustAsk?: boolean
}

/** With `told`, the intent is claimed already, and `told` completes when it ends. With `isRepeat`, it was stored before, by whoever that was. */
export type ToSettle = { readonly row: Row; readonly told?: Waiters.Told; readonly isRepeat?: true } | { readonly refusal: Refusal }

export type Opened =
  | ToSettle
  /** The peer has to be asked first whether it has the order of this create, which it has refused. */
  | { readonly toAsk: Row }

/** Another transaction has written the create of this row first. The one that it fails can be repeated, and finds that create. */
const isTaken = new DatabaseFailed({ isUniqueViolation: true, cause: new Error("another transaction has stored a create of this number") })

export const make = (options: {
  readonly db: Database["Service"]
  readonly book: IntentStore.IntentStore
  readonly entities: Entities
  readonly connections: Connections["Service"]
  readonly mapping: Mapping["Service"]
  readonly ownership: NodeLeases["Service"]
  readonly restored: Restored["Service"]
  readonly cancels: Pick<WaitingCancels, "end">
  readonly blind: Pick<BlindDecisions, "isOpen">
  readonly reconsider: HeldIntents["reconsider"]
  /** Starts to send a create that this node has claimed. */
  readonly start: (row: Row, contents: Contents | undefined) => Waiters.Told
}) => {
  const { blind, book, cancels, connections, db, entities, mapping, ownership, reconsider, restored } = options
  const { addContents, byId, newest, note } = book
  const units = CreateUnits.make(options)

  /** Encodes the stored request of an intent again, because an older release may have encoded the same order differently. */
  const textBefore = Effect.fnUntraced(function*(held: Row, entry: AnyEntry) {
    const { decodePayload, encodePayload } = textsOf(entry)
    const stored = yield* book.askedText(held)
    return yield* Effect.match(decodePayload(stored), { onFailure: () => stored, onSuccess: encodePayload })
  })

  /** What is sent for a create, and its texts. Only a changed payload is encoded again. */
  const textsToSend = (entry: AnyEntry, mapped: unknown, { asked, number, numberSent, text }: { readonly asked: unknown; readonly number: string; readonly numberSent: string; readonly text: string }) => {
    if (mapped === asked && numberSent === number) return { text, payload: asked }
    const payload = entry.numbered(mapped, numberSent)
    return { text: textsOf(entry).encodePayload(payload), payload }
  }

  /** Starts to send a create that was stored and claimed. Nothing may come in between, because the claim is committed. */
  const started = (row: Row, contents: Contents | undefined): Opened => {
    if (row.state !== "InFlight") return { row }
    return { row, told: options.start(row, contents) }
  }

  /** Writes the first create under its number, if nothing holds it back. Returns `undefined` and writes nothing if the number is in use. */
  const openFirst = Effect.fnUntraced(function*(entry: AnyEntry, { asked, link, raw, who }: Submitted, isClaimed: boolean) {
    if (restored.since() !== undefined || connections.pausedOf(link.peer) !== undefined) return undefined
    const mapped = yield* entry.map(mapping, link, asked, connections)
    if (mapped.unmatched.length > 0) return undefined
    const now = yield* Clock.currentTimeMillis
    const number = entry.numberOf(asked)
    const numberSent = link.prefix + number
    const text = textsOf(entry).encodePayload(asked)
    const sent = textsToSend(entry, mapped.payload, { asked, number, numberSent, text })
    const id = TimeOrderedId.at(now)
    const { askedSealed, keep, sentSealed } = book.sealContents(id, { text, payload: asked }, sent)
    const place = IntentStore.placeOf({ scope: link.scope, kind: entry.kind, number })
    const trace = yield* Spans.stored
    yield* reach("intent.before-commit")
    return yield* Effect.uninterruptible(Effect.map(
      db.unit(units.open, {
        id,
        scope: link.scope,
        kind: entry.kind,
        number,
        connection: link.peer,
        numberSent,
        buyerNumbers: entry.buyerNumbersOf?.(asked),
        operation: entry.operation.name,
        digest: digestOf(text),
        askedSealed,
        sentSealed,
        who,
        rawSealed: raw === undefined ? null : book.sealRaw(place, raw),
        isClaimed,
        trace,
        now
      }),
      (row) => {
        if (row === undefined) return undefined
        // What is sent at once is handed on below, and read again only if that fails.
        if (row.state !== "InFlight") keep()
        return started(row, { entry, asked, sent: sent.payload })
      }
    ))
  })

  /** What a create meets under whose number the peer has refused one in words that nobody lists. Undefined: the number is free. */
  const afterRefusal = Effect.fnUntraced(function*(held: Row, entry: AnyEntry, about: { readonly isSame: boolean; readonly isReported: boolean; readonly isSettled: boolean; readonly who: string; readonly now: number }) {
    const { isReported, isSame, isSettled, now, who } = about
    const until = Number(held.refused_until)
    const step = RefusedCreates.afterRefusal({ until, isSettled, isReported }, now)
    if (step === "ask") return { toAsk: held } satisfies Opened as Opened
    if (step === "next-generation") {
      yield* db.query("update intent set look_at = null where entity = $1", [held.entity])
      return undefined
    }
    const refusal = stillRefused(refusalOfEnded(held, entry), until, entry.peer ?? "warehouse", isSame)
    yield* note(IntentStore.placeOf(held), who, "repeat", "answered as before, because the peer has refused it; nothing is sent")
    return { refusal } satisfies Opened as Opened
  })

  /**
   * Finds the intent with this number or writes a new one, in one transaction. `settled` is the id of a refused create of which the caller
   * has asked the peer; without a caller who can ask, the background does.
   */
  const open = Effect.fnUntraced(function*(entry: AnyEntry, submitted: Submitted, hasTurn: boolean, settled?: string) {
    const { apart, asked, link, putBy, raw, who } = submitted
    const now = yield* Clock.currentTimeMillis
    const { kind } = entry
    const number = apart === undefined ? entry.numberOf(asked) : `${entry.numberOf(asked)}:${apart}`
    const text = textsOf(entry).encodePayload(asked)
    const digest = digestOf(text)
    const held = yield* newest(link.scope, kind, number)
    const place = IntentStore.placeOf({ scope: link.scope, kind, number })
    if (held !== undefined) {
      const order = yield* entities.reportedOf(link.scope, kind, number, held.generation)
      const phase: string | undefined = order?.phase ?? undefined
      const isVoid = phase !== undefined && entry.isVoid(phase, order)
      const stored = held.digest === digest ? undefined : Option.getOrUndefined(yield* Effect.option(textBefore(held, entry)))
      const isSame = RepeatedCreates.hasSameContent({ digest: held.digest, text: stored }, { digest, text })
      if (held.state === "Dead" && held.refused_until !== null) {
        const isSettled = held.id === settled || (putBy !== undefined && held.look_at === null)
        const opened = yield* afterRefusal(held, entry, { isSame, isReported: phase !== undefined && !isVoid, isSettled, who, now })
        if (opened !== undefined) return opened
      }
      const decision = RepeatedCreates.afterRepeat({ state: held.state, isVoid, isToRefuse: held.is_to_refuse === 1 }, isSame)
      if (decision === "say-given-up") {
        yield* db.query("update intent set is_to_refuse = 0 where entity = $1", [held.entity])
        yield* note(place, who, "repeat", "answered that a person gave it up; the next one creates it anew")
        return { refusal: Decisions.givenUp } as Opened
      }
      if (decision === "meet") {
        if (held.state === "Doubtful") {
          yield* db.query("update intent set is_asked = 1, due_at = $2 where entity = $1", [held.entity, now])
        }
        if (held.state === "Pending" && held.held_because !== null) yield* reconsider(link, held, entry, asked)
        yield* note(place, who, "repeat", `repeats the create of generation ${held.generation}`)
        return { row: yield* byId(held.id), isRepeat: true } as Opened
      }
      if (decision === "refuse") {
        const before = yield* Effect.orDie(textBefore(held, entry))
        const places = RepeatedCreates.changedPlaces(JSON.parse(before), JSON.parse(text))
        yield* note(place, who, "conflict", `sent again with other content at ${places.join(", ")}; nothing is sent`, raw)
        return {
          refusal: new Refusal({
            code: "DIFFERENT_CONTENT",
            message: `this number was used with other content, which differs at ${places.join(", ")}; use a new number, or cancel the first order before`,
            path: places[0] ?? "/",
            places
          })
        } as Opened
      }
    }
    const numberSent = link.prefix + number
    const mapped = yield* entry.map(mapping, link, asked, connections)
    const id = TimeOrderedId.at(now)
    for (const missing of mapped.unmatched) yield* mapping.queue(link.scope, missing.kind, "erp", [missing.name])
    const sent = textsToSend(entry, mapped.payload, { asked, number, numberSent, text })
    const isHeld = mapped.unmatched.length > 0
    const isPaused = connections.pausedOf(link.peer) !== undefined
    // If nothing holds the intent back, it is written as claimed, which saves a commit.
    // A restored backup does not know orders that were created after it was taken, and nobody knows of one that was given up blindly.
    const mustAsk = submitted.mustAsk === true || restored.since() !== undefined || (held !== undefined && (yield* blind.isOpen(held)))
    const mayClaim = !isHeld && !isPaused && !mustAsk && hasTurn
    const generationAfter = held === undefined ? undefined : held.generation + 1
    const { generation, id: entity, trace } = yield* entities.begin({ scope: link.scope, kind, number, generation: generationAfter, connection: link.peer, numberSent, buyerNumbers: entry.buyerNumbersOf?.(asked), now })
    const claims = "case when $9 = 1 and exists (select 1 from node where id = $10 and epoch = $11) then"
    const inserted = yield* db.one(
      `insert into intent (entity, id, scope, connection, operation, digest, held_because, due_at, created_at, updated_at,
         state, attempt, owner, epoch, leased_until, is_asked, must_ask, put_by)
       select $1, $2, $3, $4, $5, $6, $7, $8, $8, $8,
         ${claims} 'InFlight' else 'Pending' end, ${claims} 1 else 0 end, $10, $11, $12, $13, $13, $14
       where not exists (select 1 from intent where entity = $1) returning *`,
      [
        entity,
        id,
        link.scope,
        link.peer,
        entry.operation.name,
        digest,
        isHeld ? unmatchedText(mapped.unmatched) : isPaused ? "paused" : null,
        now,
        mayClaim ? 1 : 0,
        ownership.node,
        ownership.epoch,
        now + AbandonedClaims.workedOn,
        mustAsk ? 1 : 0,
        putBy ?? null
      ]
    )
    if (inserted === undefined) return yield* Effect.fail(isTaken)
    const written: Row = { ...inserted, kind, number, generation, number_sent: numberSent, trace }
    yield* addContents(written, { text, payload: asked }, sent)
    yield* note(place, who, "asked", generation === 1 ? undefined : `generation ${generation}`, raw)
    if (held !== undefined) yield* cancels.end(held)
    if (isHeld) yield* note(place, "runner", "held", unmatchedText(mapped.unmatched))
    yield* reach("intent.before-commit")
    const opened: { readonly row: Row; told?: Waiters.Told } = { row: written }
    yield* db.afterCommit(() => void Object.assign(opened, started(written, undefined)))
    return opened as Opened
  })

  return { open, openFirst }
}

const digestOf = (text: string): string => hash("sha256", text)

const unmatchedText = (unmatched: ReadonlyArray<{ readonly name: string; readonly path: string }>): string =>
  unmatched.map(({ name, path }) => `${path}: ${JSON.stringify(name)} has no row in the mapping table`).join("; ")
