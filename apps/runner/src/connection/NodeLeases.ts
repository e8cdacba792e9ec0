/**
 * Decides which claims of nodes are valid. Each process is a node with its own epoch and extends its lease by the
 * database's clock. When a lease has expired, another node removes the lost node, and its claims become free. A node
 * that was suspended too long finds itself removed and registers with a new epoch.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Semaphore from "effect/Semaphore"
import { Database, type DatabaseFailed } from "../store/Database.ts"
import { Shared } from "../store/SharedClock.ts"

/** Duration of a lease in milliseconds. */
export const lease = 7000
export const heartbeat = 2000
/** A heartbeat younger than this proves that the lease has not expired (milliseconds). */
export const sure = 5000
/** The time between two checks whether a heartbeat is missing, in milliseconds. */
const checkEvery = 1000

export class NodeLeases extends Context.Service<NodeLeases, {
  readonly node: string
  /** The current epoch; a new one begins after the node was removed. */
  readonly epoch: number
  /** Makes a heartbeat whenever nothing else made one for a while, until interrupted. */
  readonly keepAlive: Effect.Effect<never>
  /** Extends this node's lease and removes nodes whose lease has expired; returns their number. */
  readonly beat: Effect.Effect<number, DatabaseFailed>
  /**
   * Whether a claim made in this epoch is still valid. Checked before something is sent, because a suspended process
   * does not notice the pause.
   */
  readonly stillHolds: (epoch: number) => Effect.Effect<boolean, DatabaseFailed>
  /** Like `stillHolds`, but without a query: false if the last heartbeat is too old to be sure. */
  readonly surelyHolds: (epoch: number) => boolean
}>()("@crossdock/runner/connection/NodeLeases") {
  /** Claims of an earlier process of the same node become invalid at once. */
  static readonly layer = (node: string) => Layer.effect(NodeLeases, make(node))
}

/** SQL condition for a row with `owner` and `epoch`: its claim is valid. */
export const holds = (row: string): string =>
  `exists (select 1 from node where node.id = ${row}.owner and node.epoch = ${row}.epoch)`

const make = Effect.fnUntraced(function*(node: string) {
  const db = yield* Database
  const ownClock = yield* Clock.Clock
  /** Milliseconds of the monotonic clock. */
  const elapsed = () => Number(ownClock.monotonicTimeNanosUnsafe()) / 1e6

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
    const kept = yield* db.urgentQuery("update node set leased_until = $3 where id = $1 and epoch = $2 returning id", [node, epoch, now + lease])
    if (kept.length === 0) {
      yield* Effect.logWarning("this node was suspended for longer than its lease; other nodes have taken over its work").pipe(
        Effect.annotateLogs({ node, epoch })
      )
      epoch = yield* register
    }
    aliveAt = started
    const struck = yield* db.urgentQuery("delete from node where id <> $1 and leased_until < $2 returning id", [node, now])
    for (const { id } of struck) {
      yield* Effect.logWarning("the lease of a node has expired; its work is taken over").pipe(Effect.annotateLogs({ node: id }))
    }
    return struck.length
  })

  return NodeLeases.of({
    node,
    get epoch() {
      return epoch
    },
    keepAlive: Effect.gen(function*() {
      yield* Effect.sleep(checkEvery)
      if (elapsed() - aliveAt < heartbeat + checkEvery) return
      yield* turn.withPermit(beat)
    }).pipe(
      Effect.catch((error) => Effect.logWarning("a heartbeat could not be stored; it is tried again", error)),
      Effect.forever
    ),
    beat: turn.withPermit(beat),
    stillHolds: (claimed) =>
      Effect.suspend(() => {
        if (elapsed() - aliveAt < sure) return Effect.succeed(claimed === epoch)
        // After a suspension only the first fiber queries the database; the others wait for its result.
        const late = Effect.suspend(() => elapsed() - aliveAt >= sure ? beat : Effect.void)
        return Effect.map(turn.withPermit(late), () => claimed === epoch)
      }),
    surelyHolds: (claimed) => claimed === epoch && elapsed() - aliveAt < sure
  })
})
