/**
 * Runs jobs at intervals, each on one node at a time. Requests of a job leave only while its node holds the job, and a node that
 * lost it stops the run.
 */
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as FiberMap from "effect/FiberMap"
import * as Latch from "effect/Latch"
import * as SendGuard from "../connection/SendGuard.ts"
import * as DueTimes from "../store/DueTimes.ts"
import { NodeLeases } from "../connection/NodeLeases.ts"
import { Database, type DatabaseFailed } from "../store/Database.ts"
import * as Spans from "../tracing/Spans.ts"
import * as JobStore from "./JobStore.ts"

export interface Job<E, R> extends JobStore.JobKey {
  /** Milliseconds from the end of a run to the next one. */
  readonly every: number
  /** Milliseconds until the first run ever. Default: none. */
  readonly firstAfter?: number
  /** Milliseconds after which a run is stopped, so that one that hangs does not keep the job for ever. Default: an hour. */
  readonly limit?: number
  /** Returns "again" while work is left: then the next run begins without the interval, on whichever node takes it. */
  readonly work: Effect.Effect<void | "again", E, R>
}

const anHour = 3_600_000

/** The time between two reads for jobs that are due or that a lost node has left, in milliseconds. */
const lookEvery = 1000

/** Runs the jobs of the list, which is read anew at every look, until interrupted. */
export const run = <E, R, R2>(list: Effect.Effect<ReadonlyArray<Job<E, R>>, DatabaseFailed, R2>): Effect.Effect<never, DatabaseFailed, R | R2 | Database | NodeLeases> =>
  Effect.scoped(Effect.gen(function*() {
    const ownership = yield* NodeLeases
    const book = JobStore.make(yield* Database, ownership)
    // After all runs have ended, because it was added before them.
    yield* Effect.addFinalizer(() => Effect.ignore(book.releaseAll))
    const running = yield* FiberMap.make<string>()
    const latch = yield* Latch.make(true)

    const isHeld = (epoch: number) => Effect.orElseSucceed(ownership.stillHolds(epoch), () => ownership.surelyHolds(epoch))

    /** Returns once this node does not hold claims of the epoch any more. */
    const lost = Effect.fnUntraced(function*(epoch: number) {
      do yield* Effect.sleep(lookEvery)
      while (yield* isHeld(epoch))
    })

    /** The work, which fails once its time is over. */
    const inTime = ({ limit = anHour, work }: Job<E, R>) =>
      Effect.timeoutOrElse(work, {
        duration: limit,
        orElse: () => Effect.fail(`it was stopped because it took longer than ${limit / 60_000} minutes`)
      })

    /** Returns `undefined` if the run was stopped because the job may be another node's by now. */
    const fenced = (job: Job<E, R>, epoch: number) =>
      // If the last heartbeat is old, this makes one; otherwise every run would be stopped at its first request.
      Effect.flatMap(isHeld(epoch), (is) =>
        is ? Effect.raceFirst(SendGuard.within(() => ownership.surelyHolds(epoch), inTime(job)), Effect.as(lost(epoch), undefined)) : Effect.undefined)

    const once = (job: Job<E, R>, epoch: number) =>
      Spans.job(fenced(job, epoch), job).pipe(
        Effect.flatMap(Effect.fnUntraced(function*(exit) {
          if (exit === undefined) return
          if (Exit.isFailure(exit)) yield* Effect.logWarning("a job failed; it runs again after its interval", exit.cause)
          yield* book.end(job, epoch, (yield* Clock.currentTimeMillis) + (Exit.isSuccess(exit) && exit.value === "again" ? 0 : job.every))
        })),
        Effect.catchCause((cause) =>
          Cause.hasInterrupts(cause) ? Effect.interrupt : Effect.logWarning("the result of a job could not be stored; the job runs again", cause)),
        Effect.ensuring(Latch.open(latch)),
        Effect.annotateLogs({ job: job.name, ...(job.connection !== "" && { connection: job.connection }) })
      )

    while (true) {
      yield* Latch.close(latch)
      // Read before the claims, which are those of this epoch or of an earlier one.
      const { epoch } = ownership
      // What is read of a job that runs meanwhile may be from before the end of that run.
      const ranMeanwhile = new Set(Array.from(running, ([key]) => key))
      const stored = yield* book.all
      const now = yield* Clock.currentTimeMillis
      let next = now + lookEvery
      const jobs = yield* list
      const listed = new Set(jobs.map(JobStore.keyOf))
      for (const [key, mine] of stored) {
        if (mine.claimedBy === ownership.node && !listed.has(key) && !(yield* FiberMap.has(running, key))) yield* book.release(mine)
      }
      for (const job of jobs) {
        const key = JobStore.keyOf(job)
        const seen = stored.get(key)
        if (seen === undefined) {
          yield* book.add(job, now + (job.firstAfter ?? 0))
          next = now
          continue
        }
        if ((seen.claimedBy ?? ownership.node) !== ownership.node || ranMeanwhile.has(key)) continue
        if (!DueTimes.isDue(seen.dueAt, now, job.every)) {
          next = Math.min(next, seen.dueAt)
          continue
        }
        if (seen.claimedBy === ownership.node || (yield* book.claim(job, seen))) yield* FiberMap.run(running, key, once(job, epoch))
      }
      yield* next <= now ? Effect.yieldNow : Effect.timeoutOption(latch.await, next - now)
    }
  }))
