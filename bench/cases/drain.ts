/** Sends deliveries: a backlog as fast as possible, and reports at a fixed rate, measured from acceptance to the ERP. */
import { ordersOf } from "../load/Sources.ts"
import { type Case, observed } from "../run/Case.ts"
import type { Plan } from "../run/Plan.ts"
import type { Sample } from "../run/Results.ts"
import { failed, instructionsPer } from "../run/Samples.ts"
import type { SubjectName } from "../run/Subjects.ts"
import { arrived, atRate, wrongAt } from "./at-rate.ts"
import { secondsAt } from "./rates.ts"
import { copied, type Database, forms, inOrderOf, ofForms, onPostgres, seeded } from "./seeded.ts"

/** A drain that is slower than this is aborted. Deliveries per second. */
const slowest = 50
const extraWork = "content sealed at rest, claim by owner and epoch, attempt log, metrics"

const backlog = (variant: string, options: {
  readonly on?: Database
  readonly description: string
  readonly sink: Readonly<Record<string, string>>
  /** The number of orders that the deliveries are about. */
  readonly entities: (deliveries: number) => number
  readonly isExtra: boolean
  /** The rates of the measurement from acceptance to the ERP, after the backlog. */
  readonly rates: ReadonlyArray<number>
}): Case => ({
  name: "drain",
  variant,
  description: options.description,
  subject: "crossdock",
  figure: "cpu",
  extraWork,
  isExtra: options.isExtra,
  order: (plan) => options.on === "postgres" ? ["fastify", "crossdock", "fastify"] : ofForms(plan),
  prepare: (bench) => {
    const { plan } = bench
    const isPostgres = options.on === "postgres"
    const owed = isPostgres ? plan.backlogOnPostgres : plan.backlog
    return seeded(bench, isPostgres ? ["fastify", "crossdock"] : inOrderOf(forms, ofForms(plan)), options.entities(owed), owed, options.on ?? "sqlite")
  },
  run: async (bench, name, prepared) => {
    const sink = await bench.peer("sink", options.sink)
    const subject = await bench.subject("callback", name as SubjectName, { ...await copied(bench, prepared, name), erpUrl: sink.url, isHeld: true })
    const { pending } = await subject.owed()
    const from = performance.timeOrigin + performance.now()
    const [report, figures] = await observed(subject, async () => {
      await subject.resume()
      return arrived(sink, pending, 5000 + (pending / slowest) * 1000)
    })
    const perSecond = (report.distinct / Math.max(1, report.lastAt - from)) * 1000
    const sample: Sample = {
      subject: name,
      round: bench.round,
      load: "drain",
      achieved: Math.round(perSecond),
      rssMiB: figures.rssMiB,
      heapMiB: figures.heapMiB,
      cpuMsPer1000: Math.round((figures.cpuMs / Math.max(1, report.distinct)) * 1e6) / 1000,
      ...instructionsPer(figures, report.distinct),
      loopDelayP99Ms: figures.loopDelayP99Ms,
      gcMs: figures.gcMs,
      contextSwitches: figures.contextSwitches,
      rssMiBEvery250Ms: figures.samples.map(({ rssMiB }) => rssMiB),
      errors: 0,
      oracle: "clean"
    }
    const drained = failed([sample], [
      ...wrongAt(report),
      ...(report.distinct !== pending ? [`${pending} were owed and ${report.distinct} came in time`] : [])
    ])
    if (options.rates.length === 0 || drained.some(({ oracle }) => oracle === "failed")) return drained
    const timed = await atRate(bench, name, { subject, sink, rates: options.rates, endpoints: 1, secondsAt: (rate) => secondsAt(bench.plan, rate) })
    return [...drained, ...timed]
  }
})

const hot = () => 100
const extra = { isExtra: true, rates: [400] } as const

export const drainBacklog = backlog("sqlite", {
  description: "a backlog of deliveries about orders in one or two parcels and ASNs in three batches, sent as fast as possible",
  sink: {},
  entities: ordersOf,
  isExtra: false,
  // The end-to-end variant measures the same at fixed rates.
  rates: []
})
export const drainOnPostgres = backlog("postgres", {
  on: "postgres",
  description: `the same backlog${onPostgres("postgres")}`,
  sink: {},
  entities: ordersOf,
  isExtra: false,
  rates: []
})
export const drainHot = backlog("sqlite-100-hot-keys", { ...extra, description: "a backlog about 100 orders and 50 ASNs", sink: {}, entities: hot })
export const drainSlow = backlog("sqlite-sink-20ms", { ...extra, description: "a backlog sent to an ERP that answers after 20 ms", sink: { DELAY_MS: "20" }, entities: ordersOf })
export const drainFailing = backlog("sqlite-5-percent-fail", {
  ...extra,
  description: "a backlog sent to an ERP that fails 5 % of the first attempts",
  sink: { REFUSED: "0.05" },
  entities: ordersOf
})

/** The lower rate is measured twice as long as elsewhere, because its p99 alone decides whether the job is valid. */
const endToEndSeconds = (plan: Plan) => (rate: number) => secondsAt({ ...plan, leastRequests: 2 * plan.leastRequests }, rate)
const endToEndRates = { full: [800, 2000], goals: [800], quick: [800, 2000], smoke: [500] } as const

export const endToEnd: Case = {
  name: "drain",
  variant: "sqlite-end-to-end",
  description: "reports at a fixed rate, measured from acceptance to the ERP",
  subject: "crossdock",
  figure: "cpuAt",
  isOnceForGoals: true,
  extraWork,
  order: ({ isOfGoals }) => isOfGoals ? ["fastify", "crossdock", "fastify"] : ["raw", "fastify", "fastify-durable", "crossdock", "fastify", "raw"],
  run: async (bench, name) => {
    const sink = await bench.peer("sink")
    const subject = await bench.subject("callback", name as SubjectName, { erpUrl: sink.url })
    return atRate(bench, name, { subject, sink, rates: endToEndRates[bench.plan.name], endpoints: 1, secondsAt: endToEndSeconds(bench.plan) })
  }
}
