/**
 * Limits the calls per second to one peer (U-21). Further callers wait, and are served in the order of a `TurnQueue`. No turn is
 * promised before it comes, so a caller that arrives late and is more urgent goes first, and one that leaves takes no turn with it.
 */
import * as Clock from "effect/Clock"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Latch from "effect/Latch"
import * as Option from "effect/Option"
import type * as Scope from "effect/Scope"
import type { RateLimits } from "@crossdock/core"
import * as RateEstimate from "./RateEstimate.ts"
import * as TurnQueue from "./TurnQueue.ts"

export interface RateLimit {
  /**
   * Waits for a turn and returns 0 if it comes within `patience`; otherwise takes none and returns how far away it is
   * (milliseconds). A call that would have to wait for too long is refused at once.
   */
  readonly take: (place: TurnQueue.Place, patience: number) => Effect.Effect<number>
  /** Returns a turn that was just taken and is not needed. */
  readonly giveBack: Effect.Effect<void>
  /** Blocks all turns for this time, because the peer asked to slow down. */
  readonly hold: (millis: number) => Effect.Effect<void>
  /** Takes over what the answers to a call told, so that later turns come as the peer has said (0049). */
  readonly learn: (operation: string, told: RateLimits.ReportedLimits) => Effect.Effect<void>
  readonly believed: () => RateEstimate.Believed
}

/** Turns that were taken. */
export interface Taken {
  readonly count: number
  /** How far away the first is (milliseconds). */
  readonly first: number
  /** How far away the next is that was not taken (milliseconds). */
  readonly next: number
}

/** Where the turns of one peer come from. */
export interface Bucket {
  readonly estimate: RateEstimate.RateEstimate
  /** Takes at most so many turns of those that come now. */
  readonly take: (urgency: TurnQueue.Urgency, count: number) => Effect.Effect<Taken>
  /** Takes a turn without an effect, if there is one now; returns how far away it is. Undefined: `take` has to be asked. */
  readonly takeNow: ((now: number) => number) | undefined
  readonly giveBack: (count: number) => Effect.Effect<void>
  readonly hold: (millis: number) => Effect.Effect<void>
  /** Takes turns of so many milliseconds that were used beyond those that were taken; less than 0: gives them back. */
  readonly charge: (millis: number) => Effect.Effect<void>
  /**
   * Makes what is taken as long as turns are now, after their length has changed by this factor; never more than the bucket holds. `most` is
   * what it held before: the time beyond it is what the peer asked for, and stays.
   */
  readonly rescale: (scale: number, most: number) => Effect.Effect<void>
}

/** Most turns in one request to a bucket, so that one node cannot keep the others waiting for long. */
const atOnce = 64
/** Milliseconds after which a caller may ask again if the connection was closed while it waited. */
const afterClosing = 1000

/** Milliseconds of the monotonic clock. */
const elapsed = Clock.clockWith((clock) => Effect.sync(() => Number(clock.monotonicTimeNanosUnsafe()) / 1e6))

interface Caller {
  /** Until when it waits, by the monotonic clock. */
  readonly until: number
  /** How far away its turn is, and whether it was taken. */
  readonly answer: Deferred.Deferred<{ readonly isTaken: boolean; readonly away: number }>
}

/** Serves the callers of a bucket until the scope is closed, in a fiber that `start` begins. */
export const over = (
  bucket: Bucket,
  start: (serving: Effect.Effect<void>) => Effect.Effect<unknown, never, Scope.Scope>
): Effect.Effect<RateLimit, never, Scope.Scope> =>
  Effect.gen(function*() {
    const { believed, gap, learn } = bucket.estimate
    const queue = TurnQueue.make<Caller>()
    const isWaited = Latch.makeUnsafe(false)
    /** Opened when something has changed that the server of the queue should not sleep through. */
    const changed = Latch.makeUnsafe(false)
    /** When the next turn comes, if the bucket was empty when it was asked last. */
    let nextAt: number | undefined
    let isClosed = false
    const closed = Deferred.makeUnsafe<void>()

    const refuse = (place: TurnQueue.Place, caller: Caller, away: number) => {
      queue.remove(place, caller)
      Deferred.doneUnsafe(caller.answer, Effect.succeed({ isTaken: false, away: Math.max(1, Math.ceil(away)) }))
    }

    /** Refuses those whose turn does not come in time, so that they need not wait to learn it. */
    const refuseLate = (now: number, next: number) => {
      for (const [place, caller, behind] of queue.waiting()) {
        const away = next + queue.ahead(place, behind) * gap()
        if (now + away > caller.until) refuse(place, caller, away)
      }
    }

    const served = Effect.fnUntraced(function*({ mostUrgent, urgency }: TurnQueue.Head, count: number) {
      // A less urgent caller that is owed the turn must not make others of this node wait behind those of other nodes.
      const taken = yield* bucket.take(mostUrgent, count)
      const now = yield* elapsed
      let given = 0
      for (; given < taken.count; given++) {
        const caller = queue.shift(urgency)
        if (caller === undefined) break
        Deferred.doneUnsafe(caller.answer, Effect.succeed({ isTaken: true, away: Math.max(0, Math.ceil(taken.first + given * gap())) }))
      }
      if (given < taken.count) yield* bucket.giveBack(taken.count - given)
      if (taken.count === count) {
        nextAt = undefined
        return 0
      }
      const isLate = nextAt === undefined || taken.next > Math.max(gap(), 1000)
      nextAt = now + taken.next
      if (isLate) refuseLate(now, taken.next)
      return taken.next
    })

    const serve = Effect.gen(function*() {
      yield* isWaited.await
      const head = queue.head()
      if (head === undefined) return void isWaited.closeUnsafe()
      changed.closeUnsafe()
      const next = yield* served(head, Math.min(head.count, atOnce))
      if (next > 0 && queue.size() > 0) yield* Effect.timeoutOption(changed.await, next)
    })

    yield* Effect.addFinalizer(() =>
      Effect.suspend(() => {
        isClosed = true
        queue.waiting().forEach(([place, caller]) => refuse(place, caller, afterClosing))
        return Deferred.succeed(closed, undefined)
      }))
    yield* start(Effect.raceFirst(Effect.forever(serve), Deferred.await(closed)))

    /** How far away the turn of a new caller is, as far as is known; 0 if the bucket has to be asked. */
    const estimated = (place: TurnQueue.Place, now: number): number => {
      if (nextAt !== undefined && nextAt <= now && queue.size() === 0) nextAt = undefined
      return nextAt === undefined ? 0 : Math.max(0, nextAt - now) + queue.ahead(place) * gap()
    }

    const waitFor = (place: TurnQueue.Place, patience: number, now: number) =>
      Effect.suspend(() => {
        const caller: Caller = { until: now + patience, answer: Deferred.makeUnsafe() }
        const head = queue.head()
        queue.add(place, caller)
        isWaited.openUnsafe()
        // The bucket learns of it now, and may keep the next turn for it.
        if (head !== undefined && TurnQueue.isMoreUrgent(place.urgency, head.mostUrgent)) changed.openUnsafe()
        const answered = Deferred.await(caller.answer)
        return Effect.flatMap(
          Effect.ensuring(
            // The answer to one that does not wait comes with the next request to the bucket.
            patience === 0 ? Effect.map(answered, Option.some) : Effect.timeoutOption(answered, patience),
            Effect.sync(() => queue.remove(place, caller))
          ),
          Option.match({
            onNone: () => Effect.map(elapsed, (later) => Math.max(1, Math.ceil(estimated(place, later)))),
            onSome: ({ away, isTaken }) => isTaken ? Effect.as(away > 0 ? Effect.sleep(away) : Effect.void, 0) : Effect.succeed(away)
          })
        )
      })

    return {
      take: (place, patience) =>
        Effect.flatMap(elapsed, (now) => {
          if (isClosed) return Effect.succeed(afterClosing)
          if (queue.size() === 0 && bucket.takeNow !== undefined) {
            const away = bucket.takeNow(now)
            if (away === 0) return Effect.succeed(0)
            nextAt = now + away
          }
          const away = estimated(place, now)
          return away > patience ? Effect.succeed(Math.ceil(away)) : waitFor(place, patience, now)
        }),
      giveBack: Effect.andThen(bucket.giveBack(1), Effect.sync(() => changed.openUnsafe())),
      hold: bucket.hold,
      learn: Effect.fnUntraced(function*(operation, told) {
        const { beyond, left, most, scale } = learn(operation, told)
        if (scale !== 1) yield* bucket.rescale(scale, most)
        if (beyond !== 0) yield* bucket.charge(beyond)
        // A bucket that is full in the past has more left than it can hold.
        if (left !== undefined) yield* bucket.hold(-left)
        nextAt = undefined
        changed.openUnsafe()
      }),
      believed
    }
  })

/** A token bucket of this process: a burst of calls at once, then evenly spaced turns. */
const bucketOf = (options: RateEstimate.Options): Bucket => {
  const estimate = RateEstimate.make(options)
  const { gap, most } = estimate
  // When the bucket would be full again; unless the peer asked to slow down, at most one burst in the future.
  let fullAt = 0
  const away = (now: number): number => Math.max(0, Math.ceil(Math.max(fullAt, now) + gap() - now - most()))
  const takeNow = (now: number): number => {
    const next = away(now)
    if (next === 0) fullAt = Math.max(fullAt, now) + gap()
    return next
  }
  return {
    estimate,
    takeNow,
    take: (_, count) =>
      Effect.map(elapsed, (now) => {
        let taken = 0
        while (taken < count && takeNow(now) === 0) taken += 1
        return { count: taken, first: 0, next: away(now) }
      }),
    giveBack: (count) =>
      Effect.sync(() => {
        fullAt -= count * gap()
      }),
    hold: (millis) =>
      Effect.map(elapsed, (now) => {
        fullAt = Math.max(fullAt, now + millis + most())
      }),
    charge: (millis) =>
      Effect.map(elapsed, (now) => {
        fullAt = Math.max(fullAt, now) + millis
      }),
    rescale: (scale, before) =>
      Effect.map(elapsed, (now) => {
        const taken = Math.min(fullAt - now, before)
        if (taken > 0) fullAt += Math.min(taken * scale, most()) - taken
      })
  }
}

export const make = (options: RateEstimate.Options): Effect.Effect<RateLimit, never, Scope.Scope> => over(bucketOf(options), Effect.forkScoped)

/** The peer's Retry-After in milliseconds, limited to 1 s to 24 h; 5 s if it gives none. */
export const whenTold = (retryAfter: number | undefined): number =>
  Math.min(Math.max(retryAfter ?? 5000, 1000), 86_400_000)
