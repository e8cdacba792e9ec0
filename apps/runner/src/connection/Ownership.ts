/**
 * Whose claims hold. Each process is a node under an epoch of its own and extends its lease by the clock of the
 * database; once that is over another node strikes it out, and what it had claimed is anybody's. A node that slept too
 * long finds itself struck out, and registers under a new epoch.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Semaphore from "effect/Semaphore"
import { Database, type DatabaseFailed } from "../store/Database.ts"
import { Shared } from "../store/SharedClock.ts"

/** Milliseconds. */
export const lease = 15_000
export const heartbeat = 5000
/** A sign of life that is younger proves that nobody has struck this node out. */
const sure = 10_000

export class Ownership extends Context.Service<Ownership, {
  readonly node: string
  /** As long as this node is not struck out. */
  readonly epoch: number
  /** Extends the own lease, and strikes out the nodes whose lease is over; answers how many. */
  readonly beat: Effect.Effect<number, DatabaseFailed>
  /**
   * Whether a claim that was made under an epoch of this node holds. Asked before something is sent: a process that was
   * stopped for a while does not know that it was.
   */
  readonly stillHolds: (epoch: number) => Effect.Effect<boolean, DatabaseFailed>
  /** The same without asking anybody: false where the last sign of life is too old to prove it. */
  readonly surelyHolds: (epoch: number) => boolean
}>()("@crossdock/runner/connection/Ownership") {
  /** What an earlier process of the same node had claimed is void at once. */
  static readonly layer = (node: string) => Layer.effect(Ownership, make(node))
}

/** Joins to a row with `owner` and `epoch`: its claim holds. */
export const holds = (row: string): string =>
  `exists (select 1 from node where node.id = ${row}.owner and node.epoch = ${row}.epoch)`

const make = Effect.fnUntraced(function*(node: string) {
  const db = yield* Database
  const ownClock = yield* Clock.Clock
  /** Milliseconds of a clock that nobody sets. */
  const elapsed = () => Number(ownClock.monotonicTimeNanosUnsafe() / 1_000_000n)

  const told = Effect.tap(db.now, (now) => Effect.map(Shared, (clock) => clock?.set(now)))

  const register = Effect.gen(function*() {
    const now = yield* told
    return yield* db.transaction(Effect.gen(function*() {
      const row = yield* db.one(
        `insert into owner (connection, node, epoch) values ('*', $1, 1)
         on conflict (connection) do update set node = $1, epoch = owner.epoch + 1 returning epoch`,
        [node]
      )
      const epoch = Number(row?.epoch ?? 1)
      yield* db.query(
        `insert into node (id, epoch, leased_until, started_at) values ($1, $2, $3, $4)
         on conflict (id) do update set epoch = $2, leased_until = $3, started_at = $4`,
        [node, epoch, now + lease, now]
      )
      return epoch
    }))
  })

  let aliveAt = elapsed()
  let epoch = yield* register
  const turn = Semaphore.makeUnsafe(1)

  const beat = Effect.gen(function*() {
    const started = elapsed()
    const now = yield* told
    const kept = yield* db.query("update node set leased_until = $3 where id = $1 and epoch = $2 returning id", [node, epoch, now + lease])
    if (kept.length === 0) {
      yield* Effect.logWarning("this node was away for longer than its lease; others have taken over what it had claimed").pipe(
        Effect.annotateLogs({ node, epoch })
      )
      epoch = yield* register
    }
    aliveAt = started
    const struck = yield* db.query("delete from node where id <> $1 and leased_until < $2 returning id", [node, now])
    for (const { id } of struck) {
      yield* Effect.logWarning("a node has not been heard of; its claims are taken over").pipe(Effect.annotateLogs({ node: id }))
    }
    return struck.length
  })

  return Ownership.of({
    node,
    get epoch() {
      return epoch
    },
    beat: turn.withPermit(beat),
    stillHolds: (claimed) =>
      Effect.gen(function*() {
        // One of those who wake up asks; the others wait for what it learns.
        if (elapsed() - aliveAt >= sure) {
          yield* turn.withPermit(Effect.gen(function*() {
            if (elapsed() - aliveAt >= sure) yield* beat
          }))
        }
        return claimed === epoch
      }),
    surelyHolds: (claimed) => claimed === epoch && elapsed() - aliveAt < sure
  })
})
