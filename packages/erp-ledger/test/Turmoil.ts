/**
 * Storage that fails: transactions end between two statements or after their commit, as when a process is killed. It writes down what
 * was committed, in that order.
 */
import { SqlStorage } from "@crossdock/core"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

/** The booking that the current fiber makes, and the number of its transaction. */
interface Attempt<Booking> {
  readonly booking: Booking
  sequence: number
}

/** Random numbers from 0 to 1 that are the same for the same seed. */
export const randomFrom = (seed: number) => {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

export const make = <Booking>(storage: (typeof SqlStorage.SqlStorage)["Service"], random: () => number) => {
  const Current = Context.Reference<Attempt<Booking> | undefined>("ledger/test/Turmoil/Current", { defaultValue: () => undefined })
  const committed: Array<Attempt<Booking>> = []
  const kills = { between: 0, interrupted: 0, afterCommit: 0 }
  const lost = new SqlStorage.StorageFailed({ cause: "killed" })

  const service: (typeof SqlStorage.SqlStorage)["Service"] = {
    ...storage,
    query: Effect.fnUntraced(function*(text, params) {
      const attempt = yield* Current
      if (attempt !== undefined) {
        const fate = random()
        if (fate < 0.005) {
          kills.between++
          return yield* lost
        }
        if (fate < 0.01) {
          kills.interrupted++
          return yield* Effect.interrupt
        }
      }
      const rows = yield* storage.query(text, params)
      if (attempt !== undefined && text.includes("SET next = next + 1")) attempt.sequence = Number(rows[0]?.next)
      return rows
    }),
    groupedTransaction: Effect.fnUntraced(function*(group, work) {
      const value = yield* storage.groupedTransaction(group, work)
      const attempt = yield* Current
      if (attempt === undefined) return value
      committed.push({ ...attempt })
      if (random() > 0.02) return value
      kills.afterCommit++
      return yield* lost
    })
  }

  return {
    storage: service,
    kills,
    /** The committed bookings, in the order of their transactions. */
    committed: () => committed.toSorted((one, other) => one.sequence - other.sequence).map(({ booking }) => booking),
    attempt: <A, E>(booking: Booking, work: Effect.Effect<A, E>) => Effect.exit(Effect.provideService(work, Current, { booking, sequence: 0 }))
  }
}
