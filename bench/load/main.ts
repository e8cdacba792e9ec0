/**
 * The load generator, a separate process. It receives jobs over IPC as `{ job }` and answers `{ done }`. It collects what
 * must be stored after all answers so far, and returns it for `{ job: { do: "holds" } }`.
 */
import { closedLoop } from "./closed-loop.ts"
import { idleConnections } from "./idle.ts"
import type { Job, JobResult } from "./Job.ts"
import { openLoop } from "./open-loop.ts"
import { fixedCount, isFixed, sourceOf } from "./Sources.ts"

const idle = idleConnections()
const held = new Set<string>()
/** The next number of each source, so that no request is sent twice by mistake. */
const counts = new Map<string, number>()

const carryOut = async (job: Job): Promise<JobResult> => {
  if (job.do === "holds") return { held: [...held] }
  if (job.do === "idle") return { open: await idle.open(job.url, job.count) }
  if (job.do === "release") return { open: idle.close() }
  const { source: options } = job
  const key = `${options.name} ${options.prefix}`
  const first = counts.get(key) ?? 0
  const source = sourceOf(options)
  const { holds, next, ...result } = job.do === "open"
    ? await openLoop({ ...job, first, source })
    : await closedLoop({ ...job, first, source, ...(isFixed(options) && { repeats: fixedCount }) })
  counts.set(key, next)
  for (const one of holds) held.add(one)
  return result
}

process.on("message", (message: { readonly job?: Job }) => {
  if (message.job === undefined) return
  carryOut(message.job).then(
    (done) => process.send?.({ done }),
    (error: unknown) => process.send?.({ done: { failed: String(error instanceof Error ? error.stack : error) } })
  )
})
process.send?.({ ready: true })
setInterval(() => {}, 1 << 30)
