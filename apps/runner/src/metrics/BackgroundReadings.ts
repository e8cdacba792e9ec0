/**
 * Values that are read in the background, so that who asks for metrics never waits for a database that is slow, large or gone. Each has
 * at most one reading at a time. After one it rests for twenty times its duration, at most 15 seconds.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import { monitorEventLoopDelay } from "node:perf_hooks"
import type { Severity } from "../doctor/SeverityScale.ts"
import type { Waiting } from "../findings/Notifier.ts"
import type { Readiness } from "../http/Health.ts"
import type { Family } from "./Exposition.ts"

/** How long a scrape waits for a new reading before it shows the last one, in milliseconds. */
export const patience = 25
/** How long a reading that takes longer than that waits before it begins, so that the answer has left when a database in this process works. */
const afterAnswer = "50 millis"
/** How long the first scrape of a process waits, because there is no last reading yet. */
const firstPatience = "5 seconds"
/** A reading may begin this many times its duration after the one before. */
const restFactor = 20
/** The longest time between two readings, in milliseconds. After one that failed there is none, so that the end of a fault shows at once. */
const longestRest = 15_000
/** A reading that takes longer counts as failed until it ends, in milliseconds. */
const hangsAfter = 5000

/** The interval of the timer whose lateness is measured, in milliseconds. */
export const loopResolution = 50

export interface Slot<A> {
  /** What the last successful reading gave. */
  value: A | undefined
  /** Milliseconds of the monotonic clock. */
  readAt: number
  /** Whether the last reading failed, or the current one hangs. */
  isFailing: boolean
  underWay: { readonly since: number; readonly fiber: Fiber.Fiber<unknown> } | undefined
  /** No reading begins before this time. */
  nextAt: number
  /** Whether the last reading took longer than a scrape waits. Then scrapes show the last reading at once, and begin the next one. */
  isSlow: boolean
}

const slot = <A>(): Slot<A> => ({ value: undefined, readAt: 0, isFailing: false, underWay: undefined, nextAt: 0, isSlow: false })

/** What the disk of the data folder has, in bytes. */
export interface Disk {
  readonly free: number
  readonly size: number
  readonly database: number | undefined
  readonly log: number | undefined
}

export interface Places {
  /** The data folder, whose disk is watched. Absent: none is. */
  readonly dataFolder?: string | undefined
  /** The file of SQLite. */
  readonly databaseFile?: string | undefined
  readonly version?: string | undefined
}

export class Background extends Context.Service<Background, {
  readonly figures: Slot<ReadonlyArray<Family>>
  readonly readiness: Slot<Readiness>
  readonly disk: Slot<Disk>
  /** How many findings last, by severity, and the messages about them that wait. */
  readonly findings: Slot<{ readonly counts: Readonly<Record<Severity, number>>; readonly waiting: ReadonlyArray<Waiting> }>
  readonly places: Places
  /** The delays of the event loop, and since when they are collected by `elapsed`. */
  readonly loopDelay: { readonly histogram: ReturnType<typeof monitorEventLoopDelay>; since: number }
  /** Begins a reading if none is under way and the last one is not too recent, and waits for it for a moment. */
  readonly read: <A, E, R>(into: Slot<A>, reading: Effect.Effect<A, E, R>) => Effect.Effect<void, never, R>
  /** Milliseconds of the clock that `readAt` uses. */
  readonly elapsed: () => number
}>()("@crossdock/runner/metrics/BackgroundReadings") {
  static readonly layer = (places: Places = {}) => Layer.effect(Background, make(places))
}

const make = Effect.fnUntraced(function*(places: Places) {
  const scope: Scope.Scope = yield* Effect.scope
  const clock = yield* Clock.Clock
  const elapsed = () => Number(clock.monotonicTimeNanosUnsafe()) / 1e6
  const histogram = yield* Effect.acquireRelease(
    Effect.sync(() => {
      const made = monitorEventLoopDelay({ resolution: loopResolution })
      made.enable()
      return made
    }),
    (made) => Effect.sync(() => made.disable())
  )
  const read = <A, E, R>(into: Slot<A>, reading: Effect.Effect<A, E, R>): Effect.Effect<void, never, R> =>
    Effect.gen(function*() {
      const now = elapsed()
      if (into.underWay === undefined && now >= into.nextAt) {
        let began = now
        const begin = Effect.andThen(into.isSlow ? Effect.sleep(afterAnswer) : Effect.yieldNow, Effect.sync(() => {
          began = elapsed()
        }))
        const ended = (exit: Exit.Exit<A, E>) =>
          Effect.sync(() => {
            const over = elapsed()
            into.underWay = undefined
            into.nextAt = Exit.isFailure(exit) ? over : over + Math.min(longestRest, restFactor * (over - began))
            into.isSlow = over - began > patience
            into.isFailing = Exit.isFailure(exit)
            if (Exit.isSuccess(exit)) {
              into.value = exit.value
              into.readAt = over
            }
          })
        // The fiber begins after the field is set, which its end clears.
        const fiber = yield* Effect.forkIn(Effect.andThen(begin, Effect.flatMap(Effect.exit(reading), ended)), scope)
        into.underWay = { since: now, fiber }
      }
      const { underWay } = into
      if (underWay === undefined) return
      if (into.isSlow && !into.isFailing && elapsed() - underWay.since < hangsAfter) return
      const isFirst = into.value === undefined && !into.isFailing
      yield* Effect.timeoutOption(Fiber.await(underWay.fiber), isFirst ? firstPatience : patience)
      if (into.underWay === underWay && elapsed() - underWay.since >= hangsAfter) into.isFailing = true
    })
  return Background.of({ figures: slot(), readiness: slot(), disk: slot(), findings: slot(), places, loopDelay: { histogram, since: elapsed() }, read, elapsed })
})
