/**
 * Plays two operations of the engine on two nodes of one PostgreSQL: the first is stopped in front of one of its
 * statements, the second runs to its end or until it waits, and then the first goes on.
 */
import * as Effect from "effect/Effect"
import type * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import { TestClock } from "effect/testing"
import type { Cluster, Node } from "../../apps/runner/test/support/Nodes.ts"
import * as StatementGate from "./StatementGate.ts"
import type { RunnerServices } from "../../apps/runner/test/support/World.ts"

export type Work = Effect.Effect<unknown, unknown, RunnerServices>

export interface Meeting {
  /** The statement in front of which the first was stopped; undefined: it had no more statements. */
  readonly before: string | undefined
  /** How far the second came meanwhile; `waited`: for the clock or for the first, but not for a lock. */
  readonly second: "ended" | "blocked" | "waited" | "came after"
  readonly answers: { readonly first: Exit.Exit<unknown, unknown>; readonly second: Exit.Exit<unknown, unknown> }
  readonly deadlocks: ReadonlyArray<string>
}

/** Turns of the event loop in which nothing may happen before a node counts as idle. */
const turns = 12
const step = 100
/** Milliseconds of the test clock. */
const patience = 300_000

const turn = Effect.promise(() => new Promise<void>((done) => void setImmediate(done)))

const isOver = (fiber: Fiber.Fiber<unknown, unknown>): boolean => fiber.pollUnsafe() !== undefined

/** Until a condition holds for so long that nothing is on its way that would change it. */
const lasting = (holds: () => boolean) =>
  Effect.gen(function*() {
    for (let seen = 0; seen < turns; seen = holds() ? seen + 1 : 0) yield* turn
  })

/** Until all are over. The clock moves only while nothing else does. */
const over = (fibers: ReadonlyArray<Fiber.Fiber<unknown, unknown>>) =>
  Effect.gen(function*() {
    let passed = 0
    for (let quiet = 0; !fibers.every(isOver);) {
      yield* turn
      quiet = StatementGate.isQuiet() ? quiet + 1 : 0
      if (quiet < turns) continue
      quiet = 0
      passed += step
      if (passed > patience) return yield* Effect.die(new Error(`an operation did not end within ${patience} ms of the test clock`))
      yield* TestClock.adjust(step)
    }
  })

/** Until a node is stopped, or its work is over without that. */
const stopped = (hold: ReturnType<typeof StatementGate.hold>, fiber: Fiber.Fiber<unknown, unknown>) =>
  Effect.gen(function*() {
    for (let quiet = 0; hold.text() === undefined && !isOver(fiber);) {
      yield* turn
      quiet = StatementGate.isQuiet() ? quiet + 1 : 0
      if (quiet < turns) continue
      quiet = 0
      yield* TestClock.adjust(step)
    }
  })

const waitsForLock = ({ db }: Cluster, node: Node) =>
  Effect.map(
    Effect.orDie(db.query(
      "select 1 as one from pg_stat_activity where datname = current_database() and application_name = $1 and wait_event_type = 'Lock' limit 1",
      [node.name]
    )),
    (rows) => rows.length > 0
  )

/** How often it is asked whether a node waits for a lock, in turns: most end before. */
const looksEvery = 40

const overOrWaiting = (cluster: Cluster, node: Node, fiber: Fiber.Fiber<unknown, unknown>): Effect.Effect<Meeting["second"]> =>
  Effect.gen(function*() {
    let quiet = 0
    for (let n = 1;; n++) {
      yield* turn
      if (isOver(fiber)) return "ended"
      quiet = StatementGate.isIdle(node.name) ? quiet + 1 : 0
      if (quiet > 3 * turns) return "waited"
      if (n % looksEvery === 0 && quiet === 0 && (yield* waitsForLock(cluster, node))) return "blocked"
    }
  })

/** Runs both once. */
export const play = (
  cluster: Cluster,
  first: { readonly node: Node; readonly work: Work; readonly stopAt: number },
  second: { readonly node: Node; readonly work: Work }
): Effect.Effect<Meeting> =>
  Effect.gen(function*() {
    StatementGate.deadlocks()
    const hold = StatementGate.hold(first.node.name, first.stopAt)
    const one = yield* Effect.forkChild(Effect.exit(first.node.on(first.work)))
    yield* stopped(hold, one)
    const before = hold.text()
    const two = yield* Effect.forkChild(Effect.exit(second.node.on(second.work)))
    const met = before === undefined ? "came after" : yield* overOrWaiting(cluster, second.node, two)
    hold.release()
    yield* over([one, two])
    return {
      before,
      second: met,
      answers: { first: yield* Fiber.join(one), second: yield* Fiber.join(two) },
      deadlocks: StatementGate.deadlocks()
    }
  })

/** Runs something on one node to its end, with the clock. */
export const alone = <A>(node: Node, work: Effect.Effect<A, unknown, RunnerServices>): Effect.Effect<A> =>
  Effect.gen(function*() {
    const fiber = yield* Effect.forkChild(Effect.orDie(node.on(work)))
    yield* over([fiber])
    return yield* Fiber.join(fiber)
  })

/** Runs a loop of a node until it has nothing to do at this time of the clock, and lets what it began end. */
export const round = (node: string, loop: Work, drained: Work): Work =>
  Effect.gen(function*() {
    const fiber = yield* Effect.forkChild(loop)
    yield* lasting(() => StatementGate.isIdle(node))
    yield* Fiber.interrupt(fiber)
    yield* drained
  })
