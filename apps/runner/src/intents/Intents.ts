/**
 * Runs creates through intents. It stores an intent before it sends a create, sends once, and asks the peer if the outcome is
 * unknown. It never repeats a create whose outcome is unknown without asking.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as FiberMap from "effect/FiberMap"
import * as Latch from "effect/Latch"
import * as Layer from "effect/Layer"
import type { Composed, ConnectedLink } from "../Composition.ts"
import { Connections } from "../connection/Connections.ts"
import { NodeLeases } from "../connection/NodeLeases.ts"
import * as OnBehalfOf from "../connection/OnBehalfOf.ts"
import { Mapping } from "../mapping/NameMapping.ts"
import { Database, type DatabaseFailed, type Row } from "../store/Database.ts"
import { Vault } from "../store/Vault.ts"
import * as Spans from "../tracing/Spans.ts"
import * as AbandonedClaims from "../engine/AbandonedClaims.ts"
import * as BlindDecisions from "./BlindDecisions.ts"
import * as ClaimUnit from "./ClaimUnit.ts"
import * as CreateAnswers from "./CreateAnswers.ts"
import * as CreateEnds from "./CreateEnds.ts"
import { type AnyEntry, Creates, type Creating, DecidedCreates } from "./CreateEntry.ts"
import * as Deadline from "../engine/Deadline.ts"
import * as Decisions from "./Decisions.ts"
import { reach } from "../engine/Failpoint.ts"
import * as Entities from "../records/Entities.ts"
import * as GenerationStore from "../records/GenerationStore.ts"
import { type Kind, Kinds } from "../records/Kinds.ts"
import * as HeldIntents from "./HeldIntents.ts"
import * as IntentStore from "./IntentStore.ts"
import * as IntentExecution from "./IntentExecution.ts"
import { doubtful, notStored, Refusal } from "../engine/Refusal.ts"
import { Restored } from "../engine/RestoreMode.ts"
import * as RefusalRechecks from "./RefusalRechecks.ts"
import * as Rescheduling from "./Rescheduling.ts"
import * as OpenIntent from "./OpenIntent.ts"
import * as Waiters from "./Waiters.ts"
import * as WaitingCancels from "./WaitingCancels.ts"

const atOnce = 64
/**
 * After this time, in milliseconds, another node may repeat a query that has no result, or wait for a turn for a create that was not
 * sent, for example because its node ended.
 */
const askedWithin = 5000
/** How often a caller asks the peer about refused creates of its number, of which other callers make new ones meanwhile. */
const mostLooks = 3
/** The time between two looks for creates that a wrong clock has postponed, in milliseconds. */
const bringsBackEvery = 60_000
/** The time between two reads for changes of other nodes, in milliseconds. */
export const lookEvery = 1000

const attributesOf = ({ attempt, connection, operation, scope }: Row) => ({
  attributes: { "crossdock.attempt": Number(attempt), "crossdock.connection": connection, "crossdock.link": scope, "crossdock.operation": operation }
})

/** Sends a create in the trace of the call that asked for it. */
const traced = <A, E>(row: Row, work: Effect.Effect<A, E>): Effect.Effect<A, E> => Spans.resumed(row.trace, `create ${row.operation}`, work, () => attributesOf(row))

/** The refusal of a create without a caller who waits, while the peer is being asked about an earlier one of its number. */
const notAsked = new Refusal({
  code: "NOT_ASKED",
  message: "the peer has refused this number before, and has not answered yet whether it has it nevertheless; try again after its answer"
})

/**
 * A stored create, or why nothing may be created under its number now. `record` is the row of its order. With `isRepeat`, the same order was
 * created under this number before, by whoever that was.
 */
export type Put = { readonly id: string; readonly record: number; readonly isRepeat: boolean } | { readonly refusal: Refusal }

/**
 * `apart` becomes a part of a number that is made of the content, so that two creates of the same content are not taken for one. With
 * `mustAsk`, the peer is asked for the order before it is sent, because it may have it from before.
 */
export type PutOptions = Pick<OpenIntent.Submitted, "apart" | "mustAsk">

export class Intents extends Context.Service<Intents, {
  /** Creates the order once, or returns the result of the create under the same number. Waits until the caller's deadline at most. */
  readonly submit: <O extends Creating>(
    link: ConnectedLink,
    operation: O,
    asked: O["payload"]["Type"],
    raw: string
  ) => Effect.Effect<O["success"]["Type"], Refusal>
  /**
   * Stores a create in the caller's transaction; it is sent after the commit, without a caller that waits. The same number
   * with the same content stores nothing new. `who` is stored with it, as the one on whose behalf it is created. `settled` waits for its end. If the transaction fails by a unique violation,
   * another one has stored a create with this number at the same time, and the caller may repeat its transaction.
   */
  readonly put: <O extends Creating>(link: ConnectedLink, operation: O, asked: O["payload"]["Type"], who: string, more?: PutOptions) => Effect.Effect<Put, DatabaseFailed>
  /** Reads the newest intent of an order and locks it in the current transaction. */
  readonly newest: (scope: string, kind: Kind, number: string) => Effect.Effect<Row | undefined, DatabaseFailed>
  /** Waits until the intent is settled, at most `patience` milliseconds, and returns its row. */
  readonly settled: (id: string, patience: number) => Effect.Effect<Row, DatabaseFailed>
  /** Registers what is done when creates of this operation end. */
  readonly whenEnded: (operation: string, handler: CreateEnds.EndHandler) => Effect.Effect<void>
  /** Does what is to be done at the end of an intent that the caller ends, in the caller's transaction. */
  readonly ended: CreateEnds.CreateEnds["run"]
  /** Sets what carries out cancels that waited for a create of this operation. */
  readonly cancelsBy: (operation: string, cancel: WaitingCancels.Cancel) => Effect.Effect<void>
  /** Checks again the intents that wait for a missing name in the mapping. Returns how many can go on. */
  readonly release: (scope: string) => Effect.Effect<number, DatabaseFailed>
  /** Stores a person's decision about a create that no query can settle. */
  readonly decide: Decisions.Decisions["decide"]
  readonly reopen: Decisions.Decisions["reopen"]
  readonly wake: Effect.Effect<void>
  /** Waits until all work in progress has ended, after `run` was interrupted. */
  readonly drained: Effect.Effect<void>
  /** Marks creates that were in flight at the last shutdown as Doubtful. Call it after a start; it returns their number. */
  readonly recover: Effect.Effect<number, DatabaseFailed>
  readonly run: Effect.Effect<never, DatabaseFailed>
}>()("@crossdock/runner/intents/Intents") {
  static readonly layer = (composed: Composed) => Layer.effect(Intents, make(composed))
}

const make = Effect.fnUntraced(function*(composed: Composed) {
  const db = yield* Database
  const connections = yield* Connections
  const mapping = yield* Mapping
  const creates = yield* Creates
  const kinds = yield* Kinds
  const ownership = yield* NodeLeases
  const restored = yield* Restored
  const working = yield* FiberMap.make<string>()
  const latch = yield* Latch.make(true)
  const wake = Effect.asVoid(Latch.open(latch))
  const watch = AbandonedClaims.clockWatch()
  const answering: Array<string> = []
  yield* connections.whenBack((id) => {
    answering.push(id)
    latch.openUnsafe()
  })
  const claiming = AbandonedClaims.claimsUnderWay()
  let broughtBackAt = Number.NEGATIVE_INFINITY
  let adoptedAt = Number.NEGATIVE_INFINITY
  const ends = CreateEnds.make(connections)
  const cancelling = new Map<string, WaitingCancels.Cancel>()

  const book = IntentStore.make(db, yield* Vault)
  const entities = Entities.make(db)
  const { byId, newest } = book
  const { listen, settled, tell } = yield* Waiters.make(book)
  const cancels = WaitingCancels.make({ db, book, cancel: (row) => cancelling.get(row.operation)?.(row) ?? Effect.die(`nothing cancels what ${row.operation} creates`) })
  const carriedOut = IntentExecution.make({
    db,
    book,
    entities,
    generations: GenerationStore.make(db, kinds, connections),
    connections,
    creates,
    ends,
    ownership,
    restored,
    composed,
    wake,
    tell,
    carryOutCancel: cancels.carryOut
  })
  const { ask, becomeDoubtful, execute } = carriedOut
  const decided = yield* DecidedCreates
  const doubtAgain = Decisions.doubtingAgain(db, decided)
  const blind = BlindDecisions.make({ db, book, connections, work: carriedOut, reopen: doubtAgain })
  const looks = RefusalRechecks.make({ db, book, connections, creates, entities, ends, work: carriedOut })
  const { askAboutRefused, ...reschedule } = Rescheduling.make({ db, connections, blind, looks })
  const { answerOf } = CreateAnswers.make({ entities, doubtfulAnswer: composed.server.doubtfulAnswer })

  const claims = ClaimUnit.make(ownership)
  const claim = Effect.fnUntraced(function*(id: string) {
    const now = yield* Clock.currentTimeMillis
    return yield* db.unit(claims, { id, now })
  })

  const runWorking = yield* FiberMap.runtime(working)()
  /** Starts a fiber for an intent unless one is running. The fiber continues when its caller is gone. */
  const startUnsafe = (id: string, work: Effect.Effect<void, DatabaseFailed>): void =>
    void runWorking(
      id,
      Effect.catchCause(work, (cause) =>
        Effect.logError("an intent could not be processed; it is tried again", cause).pipe(Effect.annotateLogs({ intent: id }))),
      { onlyIfMissing: true }
    )
  const start = (id: string, work: Effect.Effect<void, DatabaseFailed>) => Effect.sync(() => startUnsafe(id, work))
  const { reconsider, release, releaseOne, releaseResumed } = HeldIntents.make({ db, book, connections, creates, mapping, start, wake })
  const { open, openFirst } = OpenIntent.make({
    db,
    book,
    entities,
    connections,
    mapping,
    ownership,
    restored,
    cancels,
    blind,
    reconsider,
    start: (row, contents) => {
      const told = listen(row.id)
      startUnsafe(row.id, traced(row, execute(row, contents)))
      return told
    }
  })

  const postpone = Effect.fnUntraced(function*(id: string, away: number) {
    const now = yield* Clock.currentTimeMillis
    yield* db.query("update intent set due_at = $2 where id = $1 and state = 'Pending'", [id, now + away])
  })

  /** Returns true on the node whose statement comes first, so that not every node waits for a turn for the same intent. */
  const waitsHere = Effect.fnUntraced(function*(id: string) {
    if (connections.nodes === "one") return true
    const now = yield* Clock.currentTimeMillis
    const rows = yield* db.query(
      "update intent set due_at = $2 where id = $1 and state = 'Pending' and due_at <= $3 returning id",
      [id, now + askedWithin, now]
    )
    return rows.length > 0
  })

  /** Waits for the rate limit before it claims the intent, so that a cancel or a shutdown meanwhile finds it unsent. */
  const sendInTurn = Effect.fnUntraced(function*(row: Row) {
    if (!(yield* waitsHere(row.id))) return
    const away = yield* connections.turn(row.connection, row.operation, { scope: row.scope, urgency: "change" })
    if (away > 0) return yield* postpone(row.id, away)
    if (connections.pausedOf(row.connection) !== undefined) {
      yield* connections.givesTurnBack(row.connection, row.operation)
      return yield* postpone(row.id, 0)
    }
    const claimed = yield* claim(row.id)
    if (claimed !== undefined) return yield* traced(claimed, execute(claimed))
    yield* connections.givesTurnBack(row.connection, row.operation)
    const left = yield* byId(row.id)
    if (left.state !== "Pending" || left.held_because !== null || left.must_ask !== 1) return
    yield* becomeDoubtful(left, 0, "the peer may have it from before, so it is asked before this is sent", null)
  })

  /** Queries the peer, from the node whose statement comes first. The others find the intent due again if that node fails. */
  const askInTurn = Effect.fnUntraced(function*(id: string) {
    const now = yield* Clock.currentTimeMillis
    const rows = yield* db.query(
      `update intent set due_at = $2 where id = $1 and state = 'Doubtful' and due_at <= $3 returning ${IntentStore.returned}`,
      [id, now + askedWithin, now]
    )
    if (rows[0] !== undefined) yield* OnBehalfOf.link(rows[0].scope, Spans.resumed(rows[0].trace, `ask about ${rows[0].operation}`, ask(rows[0]), () => attributesOf(rows[0]!)))
  })

  /** Starts the work on an intent. The work reads the row again, because this copy may be outdated. */
  const carryOn = (row: Row) => start(row.id, row.state === "Doubtful" ? askInTurn(row.id) : sendInTurn(row))

  /**
   * Starts due work, separately for each connection, so that a blocked connection does not delay the others. Returns the time
   * until the next round, in milliseconds.
   */
  const round = Effect.gen(function*() {
    const now = yield* Clock.currentTimeMillis
    let next = now + lookEvery
    for (const { connection, dueAt } of yield* book.waiting) {
      if (!connections.contracts.takesCreates(connections.get(connection)?.plugin) || connections.pausedOf(connection) !== undefined) continue
      if (dueAt > now) {
        next = Math.min(next, dueAt)
        continue
      }
      const rows = yield* db.query(
        `select id, scope, connection, state from intent where connection = $1 and state in ('Pending', 'Doubtful') and due_at <= $2 and held_because is null
         order by due_at limit ${atOnce}`,
        [connection, now]
      )
      yield* Effect.forEach(rows, carryOn, { discard: true })
      next = Math.min(next, now + 200)
    }
    for (const { connection, dueAt } of yield* cancels.waiting) {
      if (dueAt > now || connections.pausedOf(connection) !== undefined) continue
      for (const id of yield* cancels.due(connection, atOnce)) yield* start(id, cancels.carryOut(id))
    }
    for (const id of yield* blind.due) yield* start(id, blind.look(id))
    for (const { connection, dueAt } of yield* looks.waiting) {
      if (dueAt > now || connections.pausedOf(connection) !== undefined) continue
      for (const id of yield* looks.due(connection, atOnce)) yield* start(id, looks.carryOut(id))
    }
    return next - now
  })

  /** Takes over abandoned claims. Their intents become Doubtful, because nobody knows whether the request was sent. */
  const adopt = Effect.gen(function*() {
    const lost = yield* AbandonedClaims.orphans({ db, ownership, table: "intent", key: "entity", columns: IntentStore.returned, isWorkedOn: (row) => FiberMap.has(working, row.id), underWay: claiming })
    for (const row of lost) {
      yield* becomeDoubtful(row, 0, "the process that sent this ended, or could not store the outcome in time", null)
    }
    return lost.length
  })

  const carriedOn = Effect.fnUntraced(function*(row: Row, told: Waiters.Told | undefined) {
    if (told === undefined && (row.state === "Pending" || row.state === "Doubtful")) yield* carryOnNow(row)
    return yield* settled(row.id, yield* Deadline.left, told)
  })

  /** The composition checks operations, so an operation without an entry is a defect. */
  const entryOf = (operation: Creating): Effect.Effect<AnyEntry> => {
    const entry = creates.of(operation.name)
    return entry === undefined ? Effect.die(new Error(`there is no entry for the create ${operation.name}`)) : Effect.succeed(entry)
  }

  const put = Effect.fnUntraced(function*(operation: Creating, submitted: OpenIntent.Submitted): Effect.fn.Return<Put, DatabaseFailed> {
    const opened = yield* open(yield* entryOf(operation), submitted, false)
    if ("refusal" in opened) return opened
    if ("toAsk" in opened) return { refusal: notAsked }
    yield* db.afterCommit(() => void latch.openUnsafe())
    return { id: opened.row.id, record: Number(opened.row.entity), isRepeat: opened.isRepeat === true }
  })

  /** Opens a create again after the peer was asked about the refused one of its number. */
  const openedAfterAsking = Effect.fnUntraced(function*(entry: AnyEntry, submitted: OpenIntent.Submitted, hasTurn: boolean, refused: Row): Effect.fn.Return<OpenIntent.ToSettle, DatabaseFailed | Refusal> {
    let toAsk = refused
    for (let tries = 0; tries < mostLooks && connections.pausedOf(submitted.link.peer) === undefined; tries++) {
      const looked = yield* Deadline.orGiveUp(looks.look(toAsk, true), doubtful(composed.server.doubtfulAnswer))
      if (looked === "failed") break
      const opened = yield* db.transaction(open(entry, submitted, hasTurn, looked === "found" ? undefined : String(toAsk.id)))
      if (!("toAsk" in opened)) return opened
      toAsk = opened.toAsk
    }
    return yield* doubtful(composed.server.doubtfulAnswer)
  })

  const submit = Effect.fnUntraced(function*(operation: Creating, submitted: OpenIntent.Submitted) {
    const entry = yield* entryOf(operation)
    const { link } = submitted
    // Taken before the transaction, which must wait for nothing else.
    const mayTake = connections.pausedOf(link.peer) === undefined && restored.since() === undefined
    const hasTurn = mayTake && (yield* connections.takesTurn(link.peer, operation.name, { scope: link.scope, urgency: "change" }))
    if (hasTurn) claiming.begin(submitted, yield* Clock.currentTimeMillis)
    const opened = yield* Effect.flatMap(
      openFirst(entry, submitted, hasTurn),
      (first) => first === undefined ? db.transaction(open(entry, submitted, hasTurn)) : Effect.succeed(first)
    ).pipe(
      Effect.flatMap((first): Effect.Effect<OpenIntent.ToSettle, DatabaseFailed | Refusal> =>
        "toAsk" in first ? openedAfterAsking(entry, submitted, hasTurn, first.toAsk) : Effect.succeed(first)),
      // Of two concurrent callers, one writes the intent; the other retries and finds it.
      Effect.retry({ times: 3, while: (error) => error._tag === "DatabaseFailed" && error.isUniqueViolation }),
      Effect.ensuring(Effect.sync(() => claiming.end(submitted))),
      Effect.catchTag("DatabaseFailed", () => Effect.fail(notStored))
    )
    if (hasTurn && !("told" in opened)) yield* connections.givesTurnBack(link.peer, operation.name)
    yield* reach("intent.committed")
    if ("refusal" in opened) return yield* Effect.fail(opened.refusal)
    // The connection was resumed while this intent was written, so the release of held intents missed it.
    const isResumed = opened.row.held_because === "paused" && connections.pausedOf(link.peer) === undefined
    const isReleased = isResumed && (yield* Effect.orElseSucceed(releaseOne(link, opened.row.id), () => false))
    const written = isReleased ? { ...opened.row, held_because: null } : opened.row
    const row = yield* Effect.catch(carriedOn(written, opened.told), () => Effect.fail(doubtful(composed.server.doubtfulAnswer)))
    yield* reach("answer.before")
    return yield* answerOf(row, entry, opened.told === undefined)
  })

  const carryOnNow = (row: Row) =>
    row.held_because === null && connections.pausedOf(row.connection) === undefined ? carryOn(row) : Effect.void

  return Intents.of({
    submit: (link, operation, asked, raw) => submit(operation, { link, asked, who: "erp", raw }) as never,
    put: (link, operation, asked, who, more) => put(operation, { link, asked, who, putBy: who, ...more }),
    newest,
    settled,
    whenEnded: (operation, handler) => Effect.sync(() => ends.register(operation, handler)),
    ended: ends.run,
    cancelsBy: (operation, cancel) => Effect.sync(() => void cancelling.set(operation, cancel)),
    release,
    ...Decisions.make({ db, book, creates, entities, decided, ends, blind, doubtAgain, work: carriedOut, tell, wake }),
    wake,
    drained: Effect.ignore(FiberMap.awaitEmpty(working)),
    recover: Effect.andThen(askAboutRefused, adopt),
    run: Effect.gen(function*() {
      yield* Latch.close(latch)
      const now = yield* Clock.currentTimeMillis
      // The due time came from a clock that was ahead, so the intent would wait too long.
      const by = watch.putBackBy(now)
      if (by > 0) yield* reschedule.putBack(by, now)
      // Before anything else, so that its first look sees what an earlier process held, and not what this one holds meanwhile.
      yield* releaseResumed
      if (now - broughtBackAt >= bringsBackEvery || now < broughtBackAt) {
        broughtBackAt = now
        yield* reschedule.bringBack(now)
      }
      if (now - adoptedAt >= lookEvery || now < adoptedAt) {
        adoptedAt = now
        yield* adopt
      }
      yield* Effect.forEach(answering.splice(0), reschedule.hurry, { discard: true })
      yield* Effect.timeoutOption(latch.await, yield* round)
    }).pipe(Effect.forever)
  })
})
