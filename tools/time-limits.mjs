// Limits of time in tests, on a machine that others use at the same time. A worker measures how long a fixed computation takes and how late
// its timer is, every quarter of a second. Where both are as on a machine of its own, a limit is what it says; elsewhere it is longer by what
// was measured meanwhile. The worker is a thread of the test, so it competes with what is tested for the same processors.
//
//   const limits = TimeLimits.measure()
//   ...
//   assert.isAtMost(took, limits.allowed(2000, sentAt, endedAt))
//   limits.stop()
import { setTimeout as pause } from "node:timers/promises"
import { fileURLToPath } from "node:url"
import { isMainThread, Worker, workerData } from "node:worker_threads"

/** Milliseconds between two samples. */
const every = 250
/** Milliseconds that the computation takes on a machine of its own. */
const usual = 6
/** So many samples are kept, which is more than a day. */
const most = 500_000

const compute = () => {
  let sum = 0
  for (let at = 0; at < 2_000_000; at++) sum += at % 7
  return sum
}

/** How much longer than `limit` something may take, if these samples `{ took, late }` were measured meanwhile. */
export const extended = (limit, samples) => {
  if (samples.length === 0) return limit
  const slowness = samples.reduce((sum, { took }) => sum + took / usual, 0) / samples.length
  return limit * Math.max(1, slowness) + Math.max(0, ...samples.map(({ late }) => late))
}

/** Begins to measure. */
export const measure = () => {
  const shared = new SharedArrayBuffer(8 * (1 + 3 * most))
  const numbers = new Float64Array(shared)
  const worker = new Worker(fileURLToPath(import.meta.url), { workerData: shared, execArgv: [] })
  worker.unref()
  const samples = (from, to) => {
    const found = []
    for (let at = 0; at < numbers[0]; at++) {
      const [when, took, late] = numbers.subarray(1 + 3 * at, 4 + 3 * at)
      if (when >= from - 4 * every && when <= to + 4 * every) found.push({ took, late })
    }
    return found
  }
  return {
    /** Milliseconds in which something had to be done that `millis` are enough for on a machine of its own. `from` and `to` are times of the clock. */
    allowed: (millis, from, to = Date.now()) => Math.round(extended(millis, samples(from, to))),
    stop: () => worker.terminate()
  }
}

if (!isMainThread && workerData instanceof SharedArrayBuffer) {
  const numbers = new Float64Array(workerData)
  // What is computed first is not compiled yet.
  for (let at = 0; at < 20; at++) compute()
  while (numbers[0] < most) {
    const asked = performance.now()
    await pause(every)
    const late = Math.max(0, performance.now() - asked - every)
    const began = performance.now()
    compute()
    const took = performance.now() - began
    numbers.set([Date.now(), took, late], 1 + 3 * numbers[0])
    numbers[0] += 1
  }
}
