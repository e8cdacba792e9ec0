/**
 * How many orders are worked on at a time: a number of slots for each kind of work. Work that waits for a peer gives its slot back until
 * the peer has answered, so a slow shop or warehouse keeps no other order waiting.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Semaphore from "effect/Semaphore"

/** The slots that the work has, in the order in which they are taken. */
const Taken = Context.Reference<ReadonlyArray<Semaphore.Semaphore>>("@crossdock/runner/desk/Slots", { defaultValue: () => [] })

const all = (slots: ReadonlyArray<Semaphore.Semaphore>, act: (slot: Semaphore.Semaphore) => Effect.Effect<unknown>) => Effect.forEach(slots, act, { discard: true })

/** Does the work while it has a slot of each kind. */
export const within = <A, E, R>(slots: ReadonlyArray<Semaphore.Semaphore>, work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  slots.reduceRight((inner, slot) => Semaphore.withPermit(slot, inner), Effect.provideService(work, Taken, slots))

/** Asks a peer, without the slots that the caller has meanwhile. */
export const aside = <A, E, R>(ask: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.flatMap(Taken, (slots) =>
    Effect.acquireUseRelease(
      all(slots.toReversed(), (slot) => Semaphore.release(slot, 1)),
      () => Effect.provideService(ask, Taken, []),
      () => all(slots, (slot) => Semaphore.take(slot, 1))
    ))
