/**
 * One process of the runner in a simulated world: its fibers run in turns that the kernel gives, on its own clock. Killed,
 * none of them runs a further step and no finalizer either; stopped, they wait, while the time of all others goes on.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Random from "effect/Random"
import * as References from "effect/References"
import * as Scheduler from "effect/Scheduler"
import { Failpoint, type Name } from "../../../apps/runner/src/engine/Failpoint.ts"
import type * as Seeded from "../Random.ts"
import type { Kernel } from "./Kernel.ts"
import type { Store } from "./Store.ts"

/** Thrown through a fiber whose process is dead; nobody hears of it. */
const killed = new Error("the process was killed")

/** Batches of tasks until a transaction is over; more means that it waits for something. */
const longestTransaction = 10_000

/** Steps that a fiber takes on average before others have their turn. */
const meanSteps = 300

export interface Process {
  readonly id: string
  readonly isUp: () => boolean
  readonly isDead: () => boolean
  /** Begins a fiber, or hands over what came from outside, at the next turn. */
  readonly enqueue: (task: () => void) => void
  readonly run: <A, E>(effect: Effect.Effect<A, E>) => void
  /** Runs something at the end of the turn. */
  readonly soon: (then: () => void) => void
  readonly kill: () => void
  readonly stop: () => void
  readonly goOn: () => void
  /** When it last went on after a stop that was longer than the others wait for it; milliseconds since 1970. */
  readonly sleptUntil: () => number
  /** Moves its clock against that of all others, in milliseconds. */
  readonly skew: (by: number) => void
}

/** In which process a fiber runs. */
export const Current = Context.Reference<Process>("@crossdock/simulation/Process", {
  defaultValue: () => {
    throw new Error("outside of any process")
  }
})

/** What becomes of a process at a place that one of its fibers passes. */
export type Passing = (name: Name, process: Process) => void

/** After so many milliseconds of silence the others take over. */
const longSleep = 14_000

export const make = (options: {
  readonly id: string
  readonly kernel: Kernel
  readonly store: Store
  readonly random: Seeded.Random
  readonly skew: number
  readonly passing: Passing
}): Process => {
  const { id, kernel, passing, random, store } = options
  let state: "up" | "stopped" | "dead" = "up"
  let tasks: Array<() => void> = []
  let soons: Array<() => void> = []
  let skewed = options.skew
  let stoppedAt = 0
  let sleptUntil = Number.NEGATIVE_INFINITY
  let isStopWanted = false
  let isInTurn = false
  const yields = random.fork("yields")

  const commit = () => {
    const due = soons
    soons = []
    for (const then of due) if (state === "up") then()
  }

  const batch = () => {
    const due = tasks
    tasks = []
    for (const [at, task] of due.entries()) {
      if (state !== "up") {
        if (state === "stopped") tasks.unshift(...due.slice(at))
        return
      }
      task()
    }
  }

  const stopNow = () => {
    isStopWanted = false
    state = "stopped"
    stoppedAt = kernel.now()
  }

  const process: Process = {
    id,
    isUp: () => state === "up",
    isDead: () => state === "dead",
    enqueue: (task) => {
      if (state !== "dead") tasks.push(task)
    },
    run: (effect) => process.enqueue(() => void Effect.runForkWith(context)(effect)),
    soon: (then) => void soons.push(then),
    kill: () => {
      if (state === "dead") return
      state = "dead"
      tasks = []
      soons = []
      kernel.leave(turned)
      if (isInTurn) store.rollBack()
    },
    stop: () => {
      if (state !== "up") return
      // What is written is as good as durable: the stop comes after the commit, or after the turn that is in it.
      if (isInTurn && store.isInTransaction()) commit()
      if (isInTurn && store.isInTransaction()) isStopWanted = true
      else stopNow()
    },
    goOn: () => {
      if (state !== "stopped") return
      state = "up"
      if (kernel.now() - stoppedAt > longSleep) sleptUntil = kernel.now()
    },
    sleptUntil: () => sleptUntil,
    skew: (by) => {
      skewed = by
    }
  }

  const turned = {
    isReady: () => state === "up" && (tasks.length > 0 || soons.length > 0),
    turn: () => {
      isInTurn = true
      for (let batches = 0; process.isUp(); batches++) {
        batch()
        commit()
        if (!store.isInTransaction()) break
        if (batches > longestTransaction) throw new Error(`a transaction of ${id} waits for something outside`)
      }
      if (isStopWanted && state === "up") stopNow()
      isInTurn = false
    }
  }
  kernel.join(turned)

  const dispatcher: Scheduler.SchedulerDispatcher = { scheduleTask: (task) => process.enqueue(task), flush: () => {} }
  const scheduler: Scheduler.Scheduler = {
    executionMode: "async",
    // Now and then anywhere, so that fibers of one process meet in every order.
    shouldYield: () => state !== "up" || yields.below(meanSteps) === 0,
    makeDispatcher: () => dispatcher
  }

  const millis = () => kernel.now() + skewed
  const nanos = () => BigInt(kernel.now()) * 1_000_000n
  const clock: Clock.Clock = {
    currentTimeMillisUnsafe: millis,
    currentTimeMillis: Effect.sync(millis),
    currentTimeNanosUnsafe: () => BigInt(millis()) * 1_000_000n,
    currentTimeNanos: Effect.sync(() => BigInt(millis()) * 1_000_000n),
    monotonicTimeNanosUnsafe: nanos,
    monotonicTimeNanos: Effect.sync(nanos),
    sleep: (duration) =>
      Duration.isFinite(duration)
        ? Effect.callback((resume) => {
          const cancel = kernel.after(Duration.toMillis(duration), () => process.enqueue(() => resume(Effect.void)))
          return Effect.sync(cancel)
        })
        : Effect.never
  }

  const context = Context.empty().pipe(
    Context.add(Scheduler.Scheduler, scheduler),
    Context.add(Clock.Clock, clock),
    Context.add(Random.Random, { nextIntUnsafe: () => random.below(2 ** 31), nextDoubleUnsafe: () => random.below(2 ** 31) / 2 ** 31 }),
    Context.add(References.MinimumLogLevel, "None"),
    Context.add(Current, process),
    Context.add(Failpoint, (name) => {
      passing(name, process)
      if (state === "dead") throw killed
    })
  )

  return process
}
