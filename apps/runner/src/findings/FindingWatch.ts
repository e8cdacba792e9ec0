/**
 * Looks again and again for what is wrong and stores it. One node examines what all share; while the database does not answer, each
 * node knows so by itself, and what it knows is stored once the database is back.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { NodeLeases } from "../connection/NodeLeases.ts"
import { idOf } from "../doctor/Findings.ts"
import * as Health from "../http/Health.ts"
import type { Job } from "../jobs/Jobs.ts"
import { Database, DatabaseFailed } from "../store/Database.ts"
import { Notifier } from "./Notifier.ts"
import { Vault } from "../store/Vault.ts"
import * as FindingStore from "./FindingStore.ts"
import { isAtLeast } from "../doctor/SeverityScale.ts"
import * as LiveExamination from "./LiveExamination.ts"

/** Milliseconds from the end of an examination to the next one. */
export const every = 15_000
/** An examination lasts at most one part in so many of the time, so that one of a large database does not slow the runner down. */
const restFactor = 20
/** Milliseconds between two looks whether the database answers. */
export const lookEvery = 5000
/** Milliseconds that the database takes at most to answer. */
const patience = 5000
/** A database that has not answered for so many milliseconds is a finding. */
export const longAway = 15_000

export type Needs = Database | NodeLeases | Notifier | Vault | Health.Needs

export class FindingWatch extends Context.Service<FindingWatch, {
  /** The findings that cannot be stored, because the database does not answer. */
  readonly unstored: () => ReadonlyArray<FindingStore.StoredFinding>
  /** Looks once for everything that is wrong, and stores it. */
  readonly examine: Effect.Effect<void, DatabaseFailed>
  /** Looks once whether the database answers. */
  readonly look: Effect.Effect<void>
  readonly jobs: ReadonlyArray<Job<DatabaseFailed, never>>
  /** Looks whether the database answers, until interrupted. */
  readonly run: Effect.Effect<never>
}>()("@crossdock/runner/findings/FindingWatch") {
  static readonly layer = (place: LiveExamination.Place) => Layer.effect(FindingWatch, make(place))
}

/** The node whose work it was last to examine tells a person of the database, because the others would tell the same. It was so in the last minutes. */
const lately = 5 * 60_000

interface Away {
  readonly since: number
  found: ReadonlyArray<FindingStore.Found>
  /** The channels that have not taken the message yet. Undefined: nobody is told. */
  untold: ReadonlyArray<string> | undefined
  toldAt: number | undefined
}

const hangs = new DatabaseFailed({ isUniqueViolation: false, cause: { code: "ETIMEDOUT" } })

const unstoredOf = ({ found, toldAt }: Away): ReadonlyArray<FindingStore.StoredFinding> =>
  found.map((one) => ({ id: idOf(one), code: one.code, severity: one.severity, where: one.where, message: one.message, next: one.next, since: one.since ?? 0, endedAt: undefined, toldAt }))

const make = Effect.fnUntraced(function*(place: LiveExamination.Place) {
  const db = yield* Database
  const { node } = yield* NodeLeases
  const services = yield* Effect.context<Needs>()
  const notifier = yield* Notifier
  const { channels, settings } = notifier
  const policy: FindingStore.Policy = { tellsFrom: channels.length === 0 ? undefined : settings.tellsFrom, quiet: settings.quiet, kept: FindingStore.usual.kept }
  let away: Away | undefined
  let turnAt = Number.NEGATIVE_INFINITY
  let restUntil = 0

  const elapsed = Effect.map(Clock.clockWith((clock) => clock.monotonicTimeNanos), (nanos) => Number(nanos) / 1e6)

  const examine = Effect.gen(function*() {
    turnAt = yield* Clock.currentTimeMillis
    const found = yield* LiveExamination.examined(place, node)
    const now = yield* Clock.currentTimeMillis
    yield* db.transaction(Effect.gen(function*() {
      const mayTell = policy.tellsFrom !== undefined && (yield* notifier.mayTell(now))
      yield* notifier.enqueue(yield* FindingStore.record(db, found, { node, now, policy, mayTell }), now)
    }))
    turnAt = now
  }).pipe(Effect.provide(services))

  const unhurried = Effect.gen(function*() {
    const began = yield* elapsed
    turnAt = yield* Clock.currentTimeMillis
    if (began < restUntil) return
    yield* examine
    const over = yield* elapsed
    restUntil = over + restFactor * (over - began)
  })

  const isAway = Effect.fnUntraced(function*(error: DatabaseFailed) {
    const now = yield* Clock.currentTimeMillis
    away ??= { since: now, found: [], untold: now - turnAt < lately ? channels : undefined, toldAt: undefined }
    if (now - away.since < longAway) return
    const found = yield* LiveExamination.withoutDatabase(place, node, db.dialect, error)
    if (away.found.length === 0) yield* Effect.logError("the database does not answer; nothing is accepted or sent until it does")
    away.found = found.map((one) => ({ ...one, since: away?.since ?? now }))
    yield* tell(away, now)
  })

  /** Tells a person what cannot be stored. The id of the message is the same for every attempt. */
  const tell = Effect.fnUntraced(function*(state: Away, now: number) {
    const { untold = [] } = state
    const grave = unstoredOf(state).filter(({ severity }) => isAtLeast(severity, settings.tellsFrom))
    if (untold.length === 0 || grave.length === 0) return
    state.untold = yield* notifier.sendNow(`database-${node}-${state.since.toString(36)}`, grave.map((finding) => ({ is: "began", finding })), untold)
    if (state.untold.length < channels.length) state.toldAt = now
  })

  const isBack = Effect.gen(function*() {
    // Every node has seen it; the one that told of it says so.
    if (away !== undefined && away.found.length > 0) {
      const { found, toldAt, untold } = away
      const now = yield* Clock.currentTimeMillis
      // No channel took the message, so a person hears of the beginning now, and not of the end alone.
      const late = toldAt === undefined && untold !== undefined ? unstoredOf(away).filter(({ severity }) => isAtLeast(severity, settings.tellsFrom)) : []
      const told = late.length > 0 ? now : toldAt
      yield* db.transaction(Effect.andThen(
        FindingStore.add(db, found.map((one) => ({ ...one, since: one.since ?? 0, toldAt: isAtLeast(one.severity, settings.tellsFrom) ? told : undefined }))),
        notifier.enqueue(late.map((finding) => ({ is: "began", finding })), now)
      ))
    }
    away = undefined
  })

  const look = Health.checked.pipe(
    Effect.timeoutOrElse({ duration: patience, orElse: () => Effect.fail(hangs) }),
    Effect.andThen(isBack),
    Effect.catch((error) => isAway(error)),
    Effect.provide(services)
  )

  return FindingWatch.of({
    unstored: () => away === undefined ? [] : unstoredOf(away),
    examine,
    look,
    jobs: [{ name: "findings", connection: "", every, limit: 60_000, work: unhurried }, ...(channels.length === 0 ? [] : [notifier.job])],
    run: Effect.forever(Effect.andThen(look, Effect.sleep(lookEvery)))
  })
})
