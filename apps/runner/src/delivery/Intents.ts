/**
 * The engine of intents: writes one before a create leaves, sends it once, settles what nobody knows by asking the
 * peer, and never sends blindly again.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as FiberMap from "effect/FiberMap"
import * as Latch from "effect/Latch"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { createHash, randomUUID } from "node:crypto"
import type { Composed, ConnectedLink } from "../Composition.ts"
import { Connections } from "../connection/Connections.ts"
import { heartbeat, Ownership } from "../connection/Ownership.ts"
import { Mapping } from "../mapping/Mapping.ts"
import { Database, type DatabaseFailed, type Row } from "../store/Database.ts"
import { Vault } from "../store/Vault.ts"
import * as Claims from "./Claims.ts"
import { type AnyEntry, type CreateEntry, type CreateOperation, entryOf, opaque } from "./Creates.ts"
import * as Difference from "./Difference.ts"
import { reach } from "./Failpoint.ts"
import * as Intent from "./Intent.ts"
import * as IntentBook from "./IntentBook.ts"
import { placeOf, textsOf } from "./IntentBook.ts"
import * as IntentWork from "./IntentWork.ts"
import { doubtful, notStored, ofReason, Refusal, wirePath } from "./Refusal.ts"
import * as Waiters from "./Waiters.ts"

const atOnce = 64
/** What another node stored is seen within this time, in milliseconds. */
const lookEvery = 1000

export type Decision = "Delivered" | "Pending" | "Dead"

export class Intents extends Context.Service<Intents, {
  /** Creates once, or meets what was created; waits no longer than the caller's deadline. */
  readonly submit: <O extends CreateOperation>(
    link: ConnectedLink,
    entry: CreateEntry<O>,
    asked: O["payload"]["Type"],
    raw: string
  ) => Effect.Effect<O["success"]["Type"], Refusal>
  /** The newest intent of an entity, locked inside a transaction. */
  readonly newest: (scope: string, operation: string, entity: string) => Effect.Effect<Row | undefined, DatabaseFailed>
  /** Waits until the intent is settled or the time is over; answers its row then. */
  readonly settled: (id: string, patience: number) => Effect.Effect<Row, DatabaseFailed>
  /** A waiting cancel is carried out by whoever settles the create. */
  readonly onDelivered: (hook: (row: Row) => Effect.Effect<void>) => Effect.Effect<void>
  /** Looks again at what was held for a missing name. */
  readonly release: (scope: string) => Effect.Effect<number, DatabaseFailed>
  /** A person settles what no query can. */
  readonly decide: (id: string, decision: Decision, who: string, peerNumber?: string) => Effect.Effect<boolean, DatabaseFailed>
  readonly wake: Effect.Effect<void>
  /** Once it runs no more: waits until what is under way has ended. */
  readonly drained: Effect.Effect<void>
  /** After a start: what was in flight is doubtful, for nobody knows how far it got. */
  readonly recover: Effect.Effect<number, DatabaseFailed>
  readonly run: Effect.Effect<never, DatabaseFailed>
}>()("@crossdock/runner/delivery/Intents") {
  static readonly layer = (composed: Composed) => Layer.effect(Intents, make(composed))
}

const make = Effect.fnUntraced(function*(composed: Composed) {
  const db = yield* Database
  const vault = yield* Vault
  const connections = yield* Connections
  const mapping = yield* Mapping
  const ownership = yield* Ownership
  const working = yield* FiberMap.make<string>()
  const latch = yield* Latch.make(true)
  const wake = Effect.asVoid(Latch.open(latch))
  const watch = Claims.clockWatch()
  let adoptedAt = Number.NEGATIVE_INFINITY
  let afterDelivered: (row: Row) => Effect.Effect<void> = () => Effect.void

  const book = IntentBook.make(db, vault)
  const { byId, move, newest, note, payloadOf, sealed } = book
  const { listen, settled, tell } = Waiters.make(book)
  const { ask, becomeDoubtful, delivered, execute } = IntentWork.make({
    db,
    book,
    connections,
    ownership,
    composed,
    wake,
    tell,
    afterDelivered: (row) => afterDelivered(row)
  })

  const claim = Effect.fnUntraced(function*(id: string) {
    const now = yield* Clock.currentTimeMillis
    const rows = yield* db.query(
      `update intent set state = 'InFlight', attempt = attempt + 1, owner = $2, epoch = $3, leased_until = $4, updated_at = $5
       where id = $1 and state = 'Pending' and held_because is null
         and exists (select 1 from node where id = $2 and epoch = $3) returning *`,
      [id, ownership.node, ownership.epoch, now + Claims.workedOn, now]
    )
    return rows[0]
  })

  const runWorking = yield* FiberMap.runtime(working)()
  /** One fiber per intent, whoever starts it; it outlives the caller who asked. */
  const startUnsafe = (id: string, work: Effect.Effect<void, DatabaseFailed>): void =>
    void runWorking(
      id,
      Effect.catchCause(work, (cause) =>
        Effect.logError("an intent could not be carried on; it is looked at again", cause).pipe(Effect.annotateLogs({ intent: id }))),
      { onlyIfMissing: true }
    )
  const start = (id: string, work: Effect.Effect<void, DatabaseFailed>) => Effect.sync(() => startUnsafe(id, work))

  /** Until its turn has come an intent is not claimed, so that a cancel or the end of the process finds it unsent. */
  const sendInTurn = Effect.fnUntraced(function*(row: Row) {
    const away = yield* connections.turn(row.connection)
    if (away > 0) {
      const now = yield* Clock.currentTimeMillis
      yield* db.query("update intent set due_at = $2 where id = $1 and state = 'Pending'", [row.id, now + away])
      return
    }
    if (connections.pausedOf(row.connection) !== undefined) return
    const claimed = yield* claim(row.id)
    if (claimed !== undefined) yield* execute(claimed)
  })

  /** What is known of the row may be old: it is read when its work begins. */
  const carryOn = (row: Row) =>
    start(row.id, row.state === "Doubtful"
      ? Effect.flatMap(byId(row.id), (now) => now.state === "Doubtful" ? ask(now) : Effect.void)
      : sendInTurn(row))

  /**
   * Each connection for itself, so that one which stands still holds up no other. Answers when to look again, in
   * milliseconds from now.
   */
  const round = Effect.gen(function*() {
    const now = yield* Clock.currentTimeMillis
    let next = now + lookEvery
    for (const { connection, dueAt } of yield* book.waiting) {
      if (connections.get(connection)?.plugin.contract !== "warehouse/v1" || connections.pausedOf(connection) !== undefined) continue
      if (dueAt > now) {
        next = Math.min(next, dueAt)
        continue
      }
      // Without their contents, which may be large, and are not needed of those that are worked on already.
      const rows = yield* db.query(
        `select id, connection, state from intent where connection = $1 and state in ('Pending', 'Doubtful') and due_at <= $2 and held_because is null
         order by due_at limit ${atOnce}`,
        [connection, now]
      )
      yield* Effect.forEach(rows, carryOn, { discard: true })
      next = Math.min(next, now + 200)
    }
    return next - now
  })

  /** A claim that no node holds any more, or one of this node that nothing works on: nobody knows how far it got. */
  const adopt = Effect.gen(function*() {
    const lost = yield* Claims.orphans({ db, ownership, table: "intent", key: "id", columns: "id, scope, entity, connection, state, epoch, attempt", isWorkedOn: (row) => FiberMap.has(working, row.id) })
    for (const row of lost) {
      yield* becomeDoubtful(row, 0, "whoever had this in flight ended, or could not store its outcome in time", null)
    }
    return lost.length
  })

  /** `told`: it is sent already, and its end is told there. */
  type Opened = { readonly row: Row; readonly told?: Waiters.Told } | { readonly refusal: Refusal }

  /** Meets the intent under this number or writes a new one: one transaction. */
  const open = Effect.fnUntraced(function*(link: ConnectedLink, entry: AnyEntry, asked: unknown, raw: string) {
    const now = yield* Clock.currentTimeMillis
    const entity = entry.entityOf(asked)
    const text = textsOf(entry).encodePayload(asked)
    const digest = createHash("sha256").update(text, "utf8").digest("hex")
    const held = yield* newest(link.scope, entry.operation.name, entity)
    const place = { scope: link.scope, entity }
    if (held !== undefined) {
      const status = yield* entry.statusOf(db, link.scope, entry.numberOf(asked), held.generation)
      const decision = Intent.afterRepeat({ state: held.state, status }, held.digest === digest)
      if (decision === "meet") {
        if (held.state === "Doubtful") {
          yield* db.query("update intent set is_asked = 1, due_at = $2 where id = $1", [held.id, now])
        }
        if (held.state === "Pending" && held.held_because !== null) yield* reconsider(link, held, entry, asked)
        yield* note(place, "erp", "repeat", `meets the intent of generation ${held.generation}`)
        return { row: yield* byId(held.id) } as Opened
      }
      if (decision === "refuse") {
        const before = yield* Effect.orDie(vault.open(IntentBook.payloadPlace(held.id, "asked"), held.asked_sealed))
        const places = Difference.between(JSON.parse(before), JSON.parse(text)).map(wirePath)
        yield* note(place, "erp", "conflict", `asked again with other content at ${places.join(", ")}; nothing is sent`, raw)
        return {
          refusal: new Refusal({
            code: "DIFFERENT_CONTENT",
            says: `this number was used with other content, which differs at ${places.join(", ")}; use a new number, or cancel the first order before`,
            path: places[0] ?? "/"
          })
        } as Opened
      }
    }
    const generation = (held?.generation ?? 0) + 1
    const numberSent = link.prefix + entry.numberOf(asked)
    const mapped = yield* entry.map(mapping, link, asked)
    const id = randomUUID()
    for (const { kind, name } of mapped.unmatched) yield* mapping.queue(link.scope, kind, name)
    const numbered = entry.numbered(mapped.payload, numberSent)
    const sent = textsOf(entry).encodePayload(numbered)
    const isHeld = mapped.unmatched.length > 0
    const isPaused = connections.pausedOf(link.peer) !== undefined
    // Claimed as it is written where nothing stands before it, which saves it a commit of its own.
    const mayClaim = !isHeld && !isPaused && (yield* connections.takesTurn(link.peer))
    const claims = "case when $13 = 1 and exists (select 1 from node where id = $14 and epoch = $15) then"
    const written = yield* db.one(
      `insert into intent (id, scope, connection, operation, entity, generation, digest, number_sent, asked_sealed, payload_sealed,
         held_because, due_at, created_at, updated_at, state, attempt, owner, epoch, leased_until)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $12, $12,
         ${claims} 'InFlight' else 'Pending' end, ${claims} 1 else 0 end, $14, $15, $16) returning *`,
      [
        id,
        link.scope,
        link.peer,
        entry.operation.name,
        entity,
        generation,
        digest,
        numberSent,
        sealed(id, "asked", text, asked),
        sealed(id, "sent", sent, numbered),
        isHeld ? unmatchedText(mapped.unmatched) : isPaused ? "paused" : null,
        now,
        mayClaim ? 1 : 0,
        ownership.node,
        ownership.epoch,
        now + Claims.workedOn
      ]
    )
    yield* note(place, "erp", "asked", generation === 1 ? undefined : `generation ${generation}`, raw)
    if (isHeld) yield* note(place, "runner", "held", unmatchedText(mapped.unmatched))
    yield* reach("intent.before-commit")
    const opened: { readonly row: Row; told?: Waiters.Told } = { row: written! }
    if (written?.state === "InFlight") yield* db.afterCommit(() => {
      opened.told = listen(id)
      startUnsafe(id, execute(written))
    })
    return opened as Opened
  })

  /** Maps again what was held; sends it once every name is known and the connection runs. */
  const reconsider = Effect.fnUntraced(function*(link: ConnectedLink, held: Row, entry: AnyEntry, asked: unknown) {
    const mapped = yield* entry.map(mapping, link, asked)
    if (mapped.unmatched.length > 0 || connections.pausedOf(link.peer) !== undefined) return false
    const now = yield* Clock.currentTimeMillis
    const sent = textsOf(entry).encodePayload(entry.numbered(mapped.payload, held.number_sent))
    yield* db.query(
      "update intent set held_because = null, payload_sealed = $2, due_at = $3 where id = $1 and state = 'Pending'",
      [held.id, vault.seal(IntentBook.payloadPlace(held.id, "sent"), sent), now]
    )
    yield* note(placeOf(held), "runner", "released")
    return true
  })

  const answerOf = (row: Row, entry: AnyEntry): Effect.Effect<unknown, Refusal> => {
    if (row.state === "Delivered") {
      return Effect.orDie(textsOf(entry).decodeSuccess(row.result))
    }
    if (row.state === "Cancelled") {
      return Effect.fail(new Refusal({ code: "CANCELLED", says: "it was cancelled before it was sent; ask again to issue it anew" }))
    }
    if (row.state === "Pending" && row.held_because !== null) {
      return Effect.fail(
        row.held_because === "paused"
          ? new Refusal({ code: "CONNECTION_PAUSED", says: "the connection to the warehouse is paused and nothing was sent; it is sent once its operator resumes it" })
          : new Refusal({ code: "HELD", says: `${row.held_because}; it is sent once the mapping table of this link has it` })
      )
    }
    const error = row.state === "Dead" && row.error !== null ? IntentWork.decodeError(row.error) : Option.none()
    return Effect.fail(Option.isSome(error) ? ofReason(error.value.reason) : row.state === "Dead"
      ? new Refusal({ code: "GIVEN_UP", says: "a person decided that this is not sent; ask again to issue it anew" })
      : doubtful(composed.server.doubtfulAnswer))
  }

  const carriedOn = Effect.fnUntraced(function*(row: Row, told: Waiters.Told | undefined) {
    if (told === undefined && (row.state === "Pending" || row.state === "Doubtful")) yield* carryOnNow(row)
    return yield* settled(row.id, composed.server.callerDeadline, told)
  })

  const submit = Effect.fnUntraced(function*(link: ConnectedLink, entry: AnyEntry, asked: unknown, raw: string) {
    const opened = yield* db.transaction(open(link, entry, asked, raw)).pipe(
      // Two callers at once: one wrote the intent, the other meets it.
      Effect.retry({ times: 3, while: (error) => error.isUniqueViolation }),
      Effect.catch(() => Effect.fail(notStored))
    )
    yield* reach("intent.committed")
    if ("refusal" in opened) return yield* Effect.fail(opened.refusal)
    const row = yield* Effect.catch(carriedOn(opened.row, opened.told), () => Effect.fail(doubtful(composed.server.doubtfulAnswer)))
    yield* reach("answer.before")
    return yield* answerOf(row, entry)
  })

  const carryOnNow = (row: Row) =>
    row.held_because === null && connections.pausedOf(row.connection) === undefined ? carryOn(row) : Effect.void

  return Intents.of({
    submit: (link, entry, asked, raw) => submit(link, opaque(entry), asked, raw) as never,
    newest,
    settled,
    onDelivered: (hook) =>
      Effect.sync(() => {
        afterDelivered = hook
      }),
    release: Effect.fnUntraced(function*(scope) {
      const rows = yield* db.query("select * from intent where scope = $1 and state = 'Pending' and held_because is not null", [scope])
      const link = connections.linkOf(scope)
      if (link === undefined) return 0
      const released = yield* Effect.forEach(rows, (row) =>
        Effect.gen(function*() {
          const entry = entryOf(row.operation)
          if (entry === undefined) return false
          const asked = yield* payloadOf(row, entry, "asked")
          return yield* db.transaction(reconsider(link, row, entry, asked))
        }))
      yield* wake
      return released.filter(Boolean).length
    }),
    decide: Effect.fnUntraced(function*(id, decision, who, peerNumber) {
      const row = yield* db.one("select * from intent where id = $1", [id])
      if (row === undefined || row.state !== "Doubtful") return false
      const entry = entryOf(row.operation)
      if (decision === "Delivered" && entry !== undefined) {
        const number = peerNumber ?? row.number_sent
        const success = row.operation === "createOutboundOrder" ? { warehouseOrderNumber: number } : { referenceNumber: number }
        yield* delivered(row, entry, success, `, decided by ${who}`)
        return true
      }
      yield* db.transaction(Effect.andThen(
        move(row, decision),
        note(placeOf(row), who, "decided", decision === "Pending" ? "to be sent again" : "not to be sent")
      ))
      yield* tell(id)
      yield* wake
      return true
    }),
    wake,
    drained: Effect.ignore(FiberMap.awaitEmpty(working)),
    recover: adopt,
    run: Effect.gen(function*() {
      yield* Latch.close(latch)
      const now = yield* Clock.currentTimeMillis
      // Planned by a clock that was ahead, it would wait for it.
      const by = watch.putBackBy(now)
      if (by > 0) {
        yield* db.query("update intent set due_at = due_at - $1 where state in ('Pending', 'Doubtful') and due_at > $2", [by, now])
      }
      if (now - adoptedAt >= heartbeat || now < adoptedAt) {
        adoptedAt = now
        yield* adopt
      }
      yield* Effect.timeoutOption(latch.await, yield* round)
    }).pipe(Effect.forever)
  })
})

const unmatchedText = (unmatched: ReadonlyArray<{ readonly name: string; readonly path: string }>): string =>
  unmatched.map(({ name, path }) => `${path}: ${JSON.stringify(name)} has no row in the mapping table`).join("; ")
