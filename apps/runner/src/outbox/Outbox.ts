/**
 * The queue of messages to peers, such as the ERP. A message is stored in the transaction of the work that it reports, sent in order for each
 * entity, and repeated by a schedule until it is delivered or becomes a dead letter. Each endpoint has its own limit of
 * concurrent deliveries.
 */
import type { Operation } from "@crossdock/core"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as FiberMap from "effect/FiberMap"
import * as Latch from "effect/Latch"
import * as Layer from "effect/Layer"
import type { Composed } from "../Composition.ts"
import { Connections } from "../connection/Connections.ts"
import { heartbeat, NodeLeases } from "../connection/NodeLeases.ts"
import { Database, type DatabaseFailed, type Row } from "../store/Database.ts"
import { Vault, type VaultRefused } from "../store/Vault.ts"
import { Versions } from "../store/Versions.ts"
import * as Spans from "../tracing/Spans.ts"
import * as AbandonedClaims from "../engine/AbandonedClaims.ts"
import * as DeliveryStore from "./DeliveryStore.ts"
import * as DeliveryContents from "./DeliveryContents.ts"
import * as TimeOrderedId from "../engine/TimeOrderedId.ts"
import type * as DeliveryInsertion from "./DeliveryInsertion.ts"
import type * as DeliveryUnits from "./DeliveryUnits.ts"
import * as Endpoint from "./Endpoint.ts"
import { Restored } from "../engine/RestoreMode.ts"
import { OrderContents } from "../intents/OrderContents.ts"
import { PayloadCompletion } from "./PayloadCompletion.ts"
import * as Push from "./Push.ts"
import { gapAfter } from "../engine/RetrySchedule.ts"

/** An operation whose message the runner prepares, stores and sends. */
type Prepared = Operation.Any & { readonly isPrepared: true }

export interface Owed<O extends Prepared> {
  /** The connection of the receiver. */
  readonly connection: string
  /** The link to which the message belongs. */
  readonly scope: string
  /** The entity whose messages are sent in order. */
  readonly entity: string
  readonly operation: O
  readonly payload: O["payload"]["Type"]
  /** If true, a later message of the same entity replaces this one. Default: false. */
  readonly isState?: boolean
}

/** A message of any operation. */
export type AnyOwed = Owed<Prepared>

/** Checks that a payload is one of its operation, whose type is then forgotten. */
export const owed = <O extends Prepared>(message: Owed<O>): AnyOwed => message

/** The time between two reads for deliveries that other nodes stored, in milliseconds. */
export const sweepEvery = 1000
/** The maximum number of concurrent deliveries to all endpoints together. */
const atOnce = 2000

/** The state of one endpoint, for operators. */
export interface EndpointState {
  readonly connection: string
  readonly underWay: number
  readonly share: number
  /** The number of consecutive failures. */
  readonly failures: number
  /** Nothing is sent before this time, in milliseconds since 1970. If absent, there is no pause. */
  readonly closedUntil: number | undefined
}

/** Makes an attempt in the trace of what the delivery reports. */
const traced = <A, E>({ attempt, connection, operation, scope, trace }: Row, work: Effect.Effect<A, E>): Effect.Effect<A, E> =>
  Spans.resumed(trace, `deliver ${operation}`, work, () => ({
    kind: "consumer",
    attributes: { "crossdock.attempt": Number(attempt), "crossdock.connection": connection, "crossdock.link": scope, "crossdock.operation": operation }
  }))

export class Outbox extends Context.Service<Outbox, {
  /** Adds a message in the caller's transaction. It is sent after the commit. */
  readonly put: <O extends Prepared>(message: Owed<O>) => Effect.Effect<string, DatabaseFailed>
  /** Encrypts a message for a unit of work that adds it by `insertion` at a time in a trace, and calls `added` after the commit. */
  readonly sealed: (message: AnyOwed, now: number, trace: string | null) => DeliveryInsertion.Put
  readonly insertion: DeliveryInsertion.DeliveryInsertion
  readonly added: (deliveries: ReadonlyArray<DeliveryInsertion.NewDelivery>) => Effect.Effect<void>
  /** Checks every endpoint now, including those that get only rare probes. */
  readonly wake: Effect.Effect<void>
  /** Sends due deliveries until interrupted. */
  readonly run: Effect.Effect<never, DatabaseFailed>
  /** Waits until all deliveries in flight have ended, after `run` was interrupted. */
  readonly drained: Effect.Effect<void>
  /** Schedules deliveries that an earlier process left in flight again, except after their last attempt. Call it after a start. */
  readonly recover: Effect.Effect<number, DatabaseFailed>
  /** Puts dead letters back into the queue under their own ids. Returns the ids of those that it put back. */
  readonly replay: (ids: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<string>, DatabaseFailed>
  /**
   * Puts delivered messages back into the queue under their own ids, if they still have a message and nobody has had them sent again
   * since `before`, in milliseconds since 1970. Returns the ids of those that it put back.
   */
  readonly resend: (ids: ReadonlyArray<string>, before: number) => Effect.Effect<ReadonlyArray<string>, DatabaseFailed>
  /** Cancels deliveries. Returns the ids of those that it cancelled. */
  readonly cancel: (ids: ReadonlyArray<string>, because: string) => Effect.Effect<ReadonlyArray<string>, DatabaseFailed>
  /** Removes a dead letter in the caller's transaction and releases what it held. Returns false if it is no dead letter any more. */
  readonly removeDead: (dead: Row) => Effect.Effect<boolean, DatabaseFailed>
  /** Decrypts the message of a row. */
  readonly reveal: (row: Row) => Effect.Effect<DeliveryContents.Revealed, VaultRefused>
  readonly endpoints: Effect.Effect<ReadonlyArray<EndpointState>>
}>()("@crossdock/runner/outbox/Outbox") {
  static readonly layer = (composed: Composed) => Layer.effect(Outbox, make(composed))
}

const make = Effect.fnUntraced(function*(composed: Composed) {
  const db = yield* Database
  const vault = yield* Vault
  const connections = yield* Connections
  const ownership = yield* NodeLeases
  const restored = yield* Restored
  const versions = yield* Versions
  const contents = DeliveryContents.make({ vault, connections, completion: yield* PayloadCompletion })
  const sending = yield* FiberMap.make<string>()
  const latch = yield* Latch.make(true)
  const wakeUnsafe = () => void latch.openUnsafe()
  const book = DeliveryStore.make({ db, ownership, passesDead: (id) => connections.get(id)?.onDead === "continue" })
  const gapsOf = (id: string) => connections.get(id)?.gaps ?? composed.delivery.gaps

  const endpoints = new Map<string, Endpoint.Endpoint>()
  const endpoint = (id: string): Endpoint.Endpoint => {
    const known = endpoints.get(id) ?? Endpoint.make(id)
    known.most = connections.get(id)?.deliveriesAtOnce ?? 1
    endpoints.set(id, known)
    return known
  }
  /** The endpoints to check in the next round. The others wait for their time. */
  const ready = new Set<Endpoint.Endpoint>()
  const touch = (id: string): void => {
    const to = endpoint(id)
    Endpoint.touched(to)
    ready.add(to)
    wakeUnsafe()
  }
  /** Allows a delivery to an endpoint at once, because an operator asked for it. */
  const tryEndpoint = (id: string): void => {
    Endpoint.tryNow(endpoint(id))
    touch(id)
  }

  const sealed = ({ connection, entity, isState = false, operation, payload, scope }: AnyOwed, now: number, trace: string | null): DeliveryInsertion.Put => {
    const id = TimeOrderedId.at(now)
    const text = contents.seal(id, operation, payload)
    return {
      id,
      connection,
      scope,
      entity,
      operation: operation.name,
      isState,
      trace,
      payload: text === undefined ? { failure: `the message is not valid for the operation ${operation.name}` } : { sealed: text },
      now
    }
  }

  const added = (deliveries: ReadonlyArray<DeliveryInsertion.NewDelivery>) =>
    db.afterCommit(() => {
      for (const { connection } of deliveries) touch(connection)
    })

  const put = Effect.fnUntraced(function*<O extends Prepared>(message: Owed<O>) {
    const delivery = sealed(message, yield* Clock.currentTimeMillis, yield* Spans.stored)
    yield* book.put(delivery)
    yield* added([delivery])
    return delivery.id
  })

  const isServed = (id: string): boolean =>
    connections.contracts.takesDeliveries(connections.get(id)?.plugin) && connections.pausedOf(id) === undefined && restored.since() === undefined

  /** Notes when to check an endpoint again, if nothing has changed since deliveries were claimed for it. */
  const look = Effect.fnUntraced(function*(to: Endpoint.Endpoint, version: number, { most, now }: DeliveryUnits.Claim, { nextDue, rows }: DeliveryUnits.Claimed) {
    // A delivery is due but was not claimed: another node has it, or it may not be sent yet.
    const isStuck = rows.length < most && nextDue !== undefined && nextDue <= now && !(yield* db.transaction(book.holdBack(to.id, most)))
    if (to.version === version) to.lookAt = isStuck ? now + sweepEvery : nextDue ?? Number.POSITIVE_INFINITY
  })

  /** A look that fails leaves what it was about to the next sweep, because the claims are stored and have to be started. */
  const lookSafely = (...given: Parameters<typeof look>) => Effect.catchTag(look(...given), "DatabaseFailed", () => Effect.void)

  /** Claims at most `most` deliveries of an endpoint. */
  const claim = Effect.fnUntraced(function*(to: Endpoint.Endpoint, most: number) {
    const asked = { connection: to.id, most, now: yield* Clock.currentTimeMillis }
    const version = ++to.version
    const claimed = yield* book.claim(asked)
    yield* lookSafely(to, version, asked, claimed)
    return claimed.rows
  })

  /** How many more deliveries may be in flight. */
  const free = Effect.map(FiberMap.size(sending), (size) => Math.max(0, atOnce - size))

  let isRunning = false
  /** Slots of an endpoint that a finishing delivery has reserved for its successors, so that no other delivery uses the same slots. */
  const taken = new Map<string, number>()
  const take = (to: Endpoint.Endpoint, id: string, places: number): void => {
    to.underWay += places - (taken.get(id) ?? 0)
    if (places === 0) taken.delete(id)
    else taken.set(id, places)
  }
  const claiming = AbandonedClaims.claimsUnderWay()
  /**
   * Stores the outcome of a delivery, which claims the next ones in the same transaction. One that failed because of its
   * endpoint, or that had no turn, claims none: the next round decides whether the endpoint gets any.
   */
  const settle = Effect.fnUntraced(function*(to: Endpoint.Endpoint, settlement: Omit<DeliveryUnits.Settlement, "most" | "claimedAt">) {
    const { health, row, tried } = settlement
    const now = yield* Clock.currentTimeMillis
    // Drops the reservation of an earlier try whose transaction failed.
    take(to, row.id, 0)
    const goesOn = isRunning && health !== "failing" && tried !== undefined && isServed(to.id) && to.closedUntil <= now
    const places = goesOn ? Math.min(Endpoint.room(to), yield* free) : 0
    const most = goesOn ? places + 1 : 0
    take(to, row.id, places)
    if (goesOn) claiming.begin(row.id, now)
    const version = goesOn ? ++to.version : to.version
    const settled = yield* book.settle({ ...settlement, most, claimedAt: now })
    take(to, row.id, Math.max(0, settled.rows.length - 1))
    if (goesOn) yield* lookSafely(to, version, { connection: to.id, most, now }, settled)
    return settled
  })

  const push = Push.make({ orderContents: yield* OrderContents, connections, ownership, contents, gapsOf, settle })

  const start = (row: Row, to: Endpoint.Endpoint): Effect.Effect<unknown> => {
    to.underWay++
    return FiberMap.run(
      sending,
      row.id,
      Effect.uninterruptibleMask((restore) =>
        restore(traced(row, push(row, to))).pipe(
          Effect.catchCause((cause) =>
            Effect.as(
              Effect.logError("a push could not be processed; it is tried again", cause).pipe(Effect.annotateLogs({ delivery: row.id })),
              []
            )),
          Effect.flatMap((next) => {
            to.underWay--
            take(to, row.id, 0)
            if (next.length === 0) touch(to.id)
            return Effect.forEach(next, (another) => start(another, to), { discard: true })
          }),
          Effect.ensuring(Effect.sync(() => claiming.end(row.id)))
        )
      )
    )
  }

  /** Claims and starts deliveries for the endpoints with free slots. Each gets at most an equal part of what is free. */
  const serve = Effect.fnUntraced(function*(serving: ReadonlyArray<Endpoint.Endpoint>) {
    const part = Math.max(1, Math.floor((yield* free) / serving.length))
    yield* Effect.forEach(serving, Effect.fnUntraced(function*(to) {
      const most = Math.min(Endpoint.room(to), part)
      const rows = yield* Effect.acquireUseRelease(
        Effect.sync(() => void (to.underWay += most)),
        () => claim(to, most),
        () => Effect.sync(() => void (to.underWay -= most))
      )
      yield* Effect.forEach(rows, (row) => start(row, to), { discard: true })
    }), { concurrency: "unbounded", discard: true })
  })

  let sweptAt = Number.NEGATIVE_INFINITY
  let isFirstLook = true
  const watch = AbandonedClaims.clockWatch()
  /** When the first endpoint that is not ready becomes due. */
  let nextAt = Number.NEGATIVE_INFINITY
  /** Connections with waiting deliveries that this node does not have. Each is logged once. */
  const strangers = new Set<string>()
  /** Finds deliveries that another node or an earlier process stored. */
  const sweep = Effect.gen(function*() {
    const now = yield* Clock.currentTimeMillis
    // Nobody watched the clock before the first look.
    if (isFirstLook || watch.isUnsettled(now)) yield* book.planAnew
    isFirstLook = false
    for (const connection of yield* book.freeStranded) touch(connection)
    for (const { connection, dueAt } of yield* book.waiting) {
      if (connections.get(connection) === undefined) {
        if (!strangers.has(connection)) {
          strangers.add(connection)
          yield* Effect.logWarning("deliveries wait for a connection that this node does not have; another node may have it, otherwise `crossdock doctor` shows it").pipe(
            Effect.annotateLogs({ connection })
          )
        }
        continue
      }
      const to = endpoint(connection)
      to.lookAt = Math.min(to.lookAt, dueAt)
      nextAt = Math.min(nextAt, Endpoint.readyAt(to))
    }
  })

  const adopt = Effect.gen(function*() {
    const lost = yield* book.orphans((row) => FiberMap.has(sending, row.id), claiming)
    for (const row of lost) {
      yield* book.reclaim(row, gapAfter(row.attempt, 0, gapsOf(row.connection)) === undefined)
      touch(row.connection)
    }
    return lost.length
  })

  /** Reacts to a clock that was set back: due times planned before would be too late. */
  const notice = Effect.fnUntraced(function*(now: number) {
    const by = watch.putBackBy(now)
    if (by === 0) return
    yield* Effect.logWarning("the clock was set back; due times of scheduled work are moved back by the difference").pipe(Effect.annotateLogs({ millis: by }))
    sweptAt = Number.NEGATIVE_INFINITY
    for (const to of endpoints.values()) {
      to.closedUntil -= by
      touch(to.id)
    }
  })

  let beatAt = Number.NEGATIVE_INFINITY
  const round = Effect.gen(function*() {
    const now = yield* Clock.currentTimeMillis
    yield* notice(now)
    if (now - beatAt >= heartbeat || now < beatAt) {
      beatAt = now
      yield* ownership.beat
      yield* connections.learnPauses
      yield* restored.learn
      yield* adopt
    }
    if (now - sweptAt >= sweepEvery || now < sweptAt) {
      sweptAt = now
      yield* versions.learn
      yield* sweep
    }
    const isTime = now >= nextAt
    const looked = isTime ? [...endpoints.values()] : [...ready]
    ready.clear()
    const serving = looked.filter((each) => Endpoint.readyAt(each) <= now && isServed(each.id))
    // Uninterruptible, so that every claimed delivery is started even during a shutdown.
    if (serving.length > 0) yield* Effect.uninterruptible(serve(serving))
    nextAt = looked.reduce(
      (soonest, each) => isServed(each.id) ? Math.min(soonest, Endpoint.readyAt(each)) : soonest,
      isTime ? Number.POSITIVE_INFINITY : nextAt
    )
    return Math.max(0, Math.min(nextAt, now + sweepEvery) - now)
  })

  const run = Effect.gen(function*() {
    yield* Latch.close(latch)
    const wait = yield* round
    yield* wait === 0 ? Effect.yieldNow : Effect.timeoutOption(latch.await, wait)
  }).pipe(Effect.forever)

  const setRunning = (is: boolean) =>
    Effect.sync(() => {
      isRunning = is
    })

  /** Allows deliveries to the endpoints of the rows at once, and returns the ids of the rows. */
  const tryNow = (rows: ReadonlyArray<Row>) =>
    Effect.as(
      db.afterCommit(() => {
        for (const connection of new Set(rows.map((row) => String(row.connection)))) tryEndpoint(connection)
      }),
      rows.map((row) => String(row.id))
    )

  return Outbox.of({
    put,
    sealed,
    insertion: book.insertion,
    added,
    wake: Effect.sync(() => {
      for (const id of endpoints.keys()) tryEndpoint(id)
      sweptAt = Number.NEGATIVE_INFINITY
      wakeUnsafe()
    }),
    run: Effect.andThen(setRunning(true), Effect.ensuring(run, setRunning(false))),
    drained: Effect.ignore(FiberMap.awaitEmpty(sending)),
    recover: adopt,
    replay: (ids) => Effect.flatMap(book.replay(ids), tryNow),
    resend: (ids, before) => Effect.flatMap(book.resend(ids, before), tryNow),
    reveal: contents.reveal,
    cancel: (ids, because) => Effect.flatMap(book.cancel(ids, because), tryNow),
    removeDead: (dead) => Effect.tap(book.removeDead(dead), () => db.afterCommit(() => touch(String(dead.connection)))),
    endpoints: Effect.map(Clock.currentTimeMillis, (now) =>
      [...endpoints.values()].map(({ closedUntil, failures, id, share, underWay }) => ({
        connection: id,
        underWay,
        share,
        failures,
        closedUntil: closedUntil > now ? closedUntil : undefined
      })))
  })
})
