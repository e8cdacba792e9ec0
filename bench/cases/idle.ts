/** A process with nothing to do, and then one with many connections that send nothing while others do. */
import { type Bench, type Case, connections, isHeld, observed } from "../run/Case.ts"
import { pause } from "../run/Processes.ts"
import { failed } from "../run/Samples.ts"
import type { SubjectName } from "../run/Subjects.ts"
import { secondsAt, warmUpOf } from "./rates.ts"
import { erpNowhere } from "./seeded.ts"

const idle = { full: 10_000, goals: 10_000, quick: 2000, smoke: 200 } as const
/** The rate of the other connections. */
const rate = { full: 1000, goals: 1000, quick: 1000, smoke: 200 } as const

const rounded = (value: number): number => Math.round(value * 100) / 100

const quiet = (bench: Bench) => pause(Math.max(1000, bench.plan.atRate * 1000))

export const idleProcess: Case = {
  name: "idle",
  variant: "sqlite",
  description: "memory and CPU of a process without work, memory per idle connection, and p99 of 1,000 callbacks/s beside 10,000 idle connections, 2,000 without --full and --goals",
  subject: "crossdock",
  figure: "rss",
  extraWork: "loops that look for due work, polls and retention; metrics",
  isOnceForGoals: true,
  order: ({ isOfGoals }) => isOfGoals ? ["raw", "crossdock", "raw"] : ["raw", "fastify", "fastify-durable", "crossdock", "fastify", "raw"],
  run: async (bench, name) => {
    const { plan, round } = bench
    const load = await bench.load()
    const subject = await bench.subject("callback", name as SubjectName, { erpUrl: erpNowhere, isHeld: true })
    const common = { url: subject.url, connections, source: { name: "callbacks", prefix: "IDLE", entities: plan.entities } as const }
    const traffic = { ...common, rate: rate[plan.name], seconds: secondsAt(plan, rate[plan.name]) }
    await quiet(bench)
    const from = performance.now()
    const [, alone] = await observed(subject, () => quiet(bench))
    const seconds = (performance.now() - from) / 1000
    const count = idle[plan.name]
    const opened = await load.idle(subject.url, count)
    const [, holding] = await observed(subject, () => quiet(bench))
    await load.closed({ ...common, bound: warmUpOf(plan, 500) })
    const [beside, figures] = await observed(subject, () => load.open(traffic))
    const left = await load.release()
    const without = await load.open(traffic)
    const lowest = (of: typeof alone) => Math.min(...of.samples.map(({ rssMiB }) => rssMiB))
    return failed([{
      subject: name,
      round,
      load: "idle",
      achieved: 0,
      rate: rate[plan.name],
      held: isHeld(beside) && isHeld(without),
      p50Ms: beside.p50Ms,
      p99Ms: beside.p99Ms,
      p99AloneMs: without.p99Ms,
      connections: opened,
      kiBPerConnection: rounded(Math.max(0, lowest(holding) - lowest(alone)) * 1024 / count),
      idleRssMiB: lowest(alone),
      idleCpuMsPerS: rounded(alone.cpuMs / seconds),
      rssMiB: figures.rssMiB,
      errors: beside.errors + without.errors,
      oracle: "clean"
    }], [
      ...(left < count ? [`${count - left} of ${count} idle connections were closed`] : []),
      ...[beside, without].flatMap(({ told }) => told)
    ])
  }
}
