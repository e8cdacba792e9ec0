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
import { Vault } from "../store/Vault.ts"
import * as FindingStore from "./FindingStore.ts"
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

export type Needs = Database | NodeLeases | Vault | Health.Needs

export class FindingWatch extends Context.Service<FindingWatch, {
  /** The findings that cannot be stored, because the database does not answer. */
  readonly unstored: () => ReadonlyArray<FindingStore.StoredFinding>
  /** Looks once for everything that is wrong, and stores it. */
  readonly examine: Effect.Effect<void, DatabaseFailed>
  /** Looks once whether the database answers. */
  readonly look: Effect.Effect<void>
  readonly job: Job<DatabaseFailed, never>
  /** Looks whether the database answers, until interrupted. */
  readonly run: Effect.Effect<never>
}>()("@crossdock/runner/findings/FindingWatch") {
  static readonly layer = (place: LiveExamination.Place, policy: FindingStore.Policy) => Layer.effect(FindingWatch, make(place, policy))
}

interface Away {
  readonly since: number
  found: ReadonlyArray<FindingStore.Found>
}

const hangs = new DatabaseFailed({ isUniqueViolation: false, cause: { code: "ETIMEDOUT" } })

const make = Effect.fnUntraced(function*(place: LiveExamination.Place, policy: FindingStore.Policy) {
  const db = yield* Database
  const { node } = yield* NodeLeases
  const services = yield* Effect.context<Needs>()
  let away: Away | undefined
  let restUntil = 0

  const elapsed = Effect.map(Clock.clockWith((clock) => clock.monotonicTimeNanos), (nanos) => Number(nanos) / 1e6)

  const examine = Effect.gen(function*() {
    const found = yield* LiveExamination.examined(place, node)
    const now = yield* Clock.currentTimeMillis
    yield* db.transaction(FindingStore.record(db, found, { node, now, policy, mayTell: false }))
  }).pipe(Effect.provide(services))

  const unhurried = Effect.gen(function*() {
    const began = yield* elapsed
    if (began < restUntil) return
    yield* examine
    const over = yield* elapsed
    restUntil = over + restFactor * (over - began)
  })

  const isAway = Effect.fnUntraced(function*(error: DatabaseFailed) {
    const now = yield* Clock.currentTimeMillis
    away ??= { since: now, found: [] }
    if (now - away.since < longAway) return
    const found = yield* LiveExamination.withoutDatabase(place, node, db.dialect, error)
    if (away.found.length === 0) yield* Effect.logError("the database does not answer; nothing is accepted or sent until it does")
    away.found = found.map((one) => ({ ...one, since: away?.since ?? now }))
  })

  const isBack = Effect.gen(function*() {
    const { found = [] } = away ?? {}
    // Every node has seen it, and the first one stores it.
    if (found.length > 0) yield* db.transaction(FindingStore.add(db, found.map((one) => ({ ...one, since: one.since ?? 0, toldAt: undefined }))))
    away = undefined
  })

  const look = Health.checked.pipe(
    Effect.timeoutOrElse({ duration: patience, orElse: () => Effect.fail(hangs) }),
    Effect.andThen(isBack),
    Effect.catch((error) => isAway(error)),
    Effect.provide(services)
  )

  return FindingWatch.of({
    unstored: () => (away?.found ?? []).map(({ code, message, next, severity, since = 0, where, ...more }) => ({
      id: idOf({ code, message, next, severity, where, ...more }), code, severity, where, message, next, since, endedAt: undefined, toldAt: undefined
    })),
    examine,
    look,
    job: { name: "findings", connection: "", every, limit: 60_000, work: unhurried },
    run: Effect.forever(Effect.andThen(look, Effect.sleep(lookEvery)))
  })
})
