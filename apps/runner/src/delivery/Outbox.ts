/**
 * The queue of messages to ERPs. A message is stored in the transaction of the work that it reports, sent in order for each
 * entity, and repeated by a schedule until it is delivered or becomes a dead letter. Each endpoint has its own limit of
 * concurrent deliveries.
 */
import { ErpV1 } from "@crossdock/core"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as FiberMap from "effect/FiberMap"
import * as Latch from "effect/Latch"
import * as Layer from "effect/Layer"
import { randomUUID } from "node:crypto"
import * as Contracts from "../Contracts.ts"
import type { Composed } from "../Composition.ts"
import { Connections } from "../connection/Connections.ts"
import { heartbeat, Ownership } from "../connection/Ownership.ts"
import { Mapping } from "../mapping/Mapping.ts"
import { Database, type DatabaseFailed, type Row } from "../store/Database.ts"
import { Vault } from "../store/Vault.ts"
import { Versions } from "../store/Versions.ts"
import * as Claims from "./Claims.ts"
import * as DeliveryBook from "./DeliveryBook.ts"
import * as DeliveryContents from "./DeliveryContents.ts"
import { contentPlace, preparedBy, toldOf } from "./DeliveryContents.ts"
import * as Endpoint from "./Endpoint.ts"
import { Restored } from "./Restored.ts"
import * as Push from "./Push.ts"
import { gapAfter } from "./Schedule.ts"
import * as Unprepared from "./Unprepared.ts"

export interface Owed<O extends ErpV1.AnyOperation> {
  /** The ERP connection. */
  readonly connection: string
  /** The link to which the message belongs. */
  readonly scope: string
  /** The entity whose messages are sent in order. */
  readonly entity: string
  readonly operation: O
  readonly payload: O["payload"]["Type"]
  /** If true, a later message of the same entity replaces this one. */
  readonly isState: boolean
}

/** The time between two reads for deliveries that other nodes stored, in milliseconds. */
const sweepEvery = 1000
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

export class Outbox extends Context.Service<Outbox, {
  /** Adds a message in the caller's transaction. It is sent after the commit. */
  readonly put: <O extends ErpV1.AnyOperation>(owed: Owed<O>) => Effect.Effect<string, DatabaseFailed>
  /** Checks every endpoint now, including those that get only rare probes. */
  readonly wake: Effect.Effect<void>
  /** Sends due deliveries until interrupted. */
  readonly run: Effect.Effect<never, DatabaseFailed>
  /** Waits until all deliveries in flight have ended, after `run` was interrupted. */
  readonly drained: Effect.Effect<void>
  /** Schedules deliveries that an earlier process left in flight again, except after their last attempt. Call it after a start. */
  readonly recover: Effect.Effect<number, DatabaseFailed>
  /**
   * Puts dead letters back into the queue under their own ids. If the plugin could not write a letter's content before, it is
   * asked again; the letter stays dead if that fails. Returns the ids of those that it put back.
   */
  readonly replay: (ids: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<string>, DatabaseFailed>
  /** Cancels deliveries. Returns the ids of those that it cancelled. */
  readonly cancel: (ids: ReadonlyArray<string>, because: string) => Effect.Effect<ReadonlyArray<string>, DatabaseFailed>
  /** Removes a dead letter in the caller's transaction and releases what it held. Returns false if it is no dead letter any more. */
  readonly removeDead: (dead: Row) => Effect.Effect<boolean, DatabaseFailed>
  readonly endpoints: Effect.Effect<ReadonlyArray<EndpointState>>
}>()("@crossdock/runner/delivery/Outbox") {
  static readonly layer = (composed: Composed) => Layer.effect(Outbox, make(composed))
}

const make = Effect.fnUntraced(function*(composed: Composed) {
  const db = yield* Database
  const vault = yield* Vault
  const connections = yield* Connections
  const ownership = yield* Ownership
  const restored = yield* Restored
  const versions = yield* Versions
  const { prepareAgain, prepareNow } = DeliveryContents.make({ db, vault, connections, mapping: yield* Mapping })
  const sending = yield* FiberMap.make<string>()
  const latch = yield* Latch.make(true)
  const wakeUnsafe = () => void latch.openUnsafe()
  const book = DeliveryBook.make({ db, ownership, passesDead: (id) => connections.get(id)?.onDead === "continue" })
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

  const put = Effect.fnUntraced(function*<O extends ErpV1.AnyOperation>(owed: Owed<O>) {
    const id = randomUUID()
    const adapter = connections.openErp(owed.connection)
    const prepared = adapter && preparedBy(adapter, owed.operation, owed.payload)
    const content = prepared !== undefined && Exit.isSuccess(prepared) ? prepared.value.content : undefined
    yield* book.put({
      id,
      connection: owed.connection,
      scope: owed.scope,
      entity: owed.entity,
      operation: owed.operation.name,
      contentSealed: vault.seal(contentPlace(id), content ?? ""),
      isState: owed.isState,
      failure: prepared !== undefined && Exit.isFailure(prepared) ? toldOf(prepared.cause) : null,
      payloadSealed: content === undefined ? Unprepared.seal(vault, id, owed.operation, owed.payload) : null
    })
    yield* db.afterCommit(() => touch(owed.connection))
    return id
  })

  const isServed = (id: string): boolean =>
    Contracts.isErp(connections.get(id)?.plugin) && connections.pausedOf(id) === undefined && restored.since() === undefined

  /** Claims at most `most` deliveries of an endpoint in the caller's transaction, and returns when to check the endpoint again. */
  const claim = Effect.fnUntraced(function*(to: Endpoint.Endpoint, most: number) {
    const now = yield* Clock.currentTimeMillis
    const version = ++to.version
    const rows = yield* book.claim(to.id, most)
    const nextDue = rows.length === most ? now : (yield* book.nextDue(to.id)) ?? Number.POSITIVE_INFINITY
    // A delivery is due but was not claimed: another node has it, or it may not be sent yet.
    const isStuck = rows.length < most && nextDue <= now && !(yield* book.holdBack(to.id, most))
    const lookAt = isStuck ? now + sweepEvery : nextDue
    yield* db.afterCommit(() => {
      if (to.version === version) to.lookAt = lookAt
    })
    return rows
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
  /** A finished delivery claims the next ones in the transaction that stores its own result. */
  const claimNext = Effect.fnUntraced(function*(to: Endpoint.Endpoint, done: Row) {
    const now = yield* Clock.currentTimeMillis
    // Drops the reservation of an earlier try whose transaction failed.
    take(to, done.id, 0)
    if (!isRunning || !isServed(to.id) || to.closedUntil > now) return []
    const places = Math.min(Endpoint.room(to), yield* free)
    take(to, done.id, places)
    const rows = yield* claim(to, places + 1)
    take(to, done.id, Math.max(0, rows.length - 1))
    return rows
  })

  const push = Push.make({ prepareNow, db, vault, connections, ownership, book, gapsOf, contentPlace, toldOf, claimNext })

  const start = (row: Row, to: Endpoint.Endpoint): Effect.Effect<unknown> => {
    to.underWay++
    return FiberMap.run(
      sending,
      row.id,
      Effect.uninterruptibleMask((restore) =>
        restore(push(row, to)).pipe(
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
          })
        )
      )
    )
  }

  /** Claims deliveries for the endpoints with free slots, in one transaction. Each gets at most an equal part of what is free. */
  const serve = Effect.fnUntraced(function*(serving: ReadonlyArray<Endpoint.Endpoint>) {
    const part = Math.max(1, Math.floor((yield* free) / serving.length))
    const places = serving.map((to) => ({ to, most: Math.min(Endpoint.room(to), part) }))
    const claimed = yield* Effect.acquireUseRelease(
      Effect.sync(() => places.forEach(({ most, to }) => void (to.underWay += most))),
      () => db.transaction(Effect.forEach(places, ({ most, to }) => Effect.map(claim(to, most), (rows) => ({ to, rows })))),
      () => Effect.sync(() => places.forEach(({ most, to }) => void (to.underWay -= most)))
    )
    for (const { rows, to } of claimed) yield* Effect.forEach(rows, (row) => start(row, to), { discard: true })
  })

  let sweptAt = Number.NEGATIVE_INFINITY
  const watch = Claims.clockWatch()
  /** When the first endpoint that is not ready becomes due. */
  let nextAt = Number.NEGATIVE_INFINITY
  /** Connections with waiting deliveries that this node does not have. Each is logged once. */
  const strangers = new Set<string>()
  /** Finds deliveries that another node or an earlier process stored. */
  const sweep = Effect.gen(function*() {
    const now = yield* Clock.currentTimeMillis
    if (watch.isUnsettled(now)) yield* book.planAnew
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

  /** Opens all connections before the first report, so that contents can be written at once. A failed one is tried again with each attempt. */
  const openAll = Effect.suspend(() =>
    Effect.forEach(
      connections.all.filter(({ id }) => isServed(id)),
      ({ id }) => Effect.ignore(connections.erp(id)),
      { concurrency: "unbounded", discard: true }
    ))

  const adopt = Effect.gen(function*() {
    const lost = yield* book.orphans((row) => FiberMap.has(sending, row.id))
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

  const replay = Effect.fnUntraced(function*(ids: ReadonlyArray<string>) {
    const again = yield* Effect.forEach(yield* book.unprepared(ids), prepareAgain)
    const known = new Map(again.map((letter) => [letter.id, letter]))
    return yield* tryNow(yield* book.replay(ids.map((id) => known.get(id) ?? { id })))
  })

  return Outbox.of({
    put,
    wake: Effect.sync(() => {
      for (const id of endpoints.keys()) tryEndpoint(id)
      sweptAt = Number.NEGATIVE_INFINITY
      wakeUnsafe()
    }),
    run: Effect.andThen(setRunning(true), Effect.ensuring(run, setRunning(false))),
    drained: Effect.ignore(FiberMap.awaitEmpty(sending)),
    recover: Effect.andThen(Effect.forkDetach(openAll, { startImmediately: true }), adopt),
    replay,
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
