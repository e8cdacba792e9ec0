/** What is owed goes out: a backlog as fast as it goes, and reports from their acceptance to the ERP at a fixed rate. */
import { type Bench, type Case, connections, isHeld, observed, type Peer } from "../run/Case.ts"
import { pause } from "../run/Processes.ts"
import type { Sample } from "../run/Results.ts"
import { failed, ofOpen } from "../run/Samples.ts"
import type { Started, SubjectName } from "../run/Subjects.ts"
import { copied, seeded } from "./seeded.ts"

const names: ReadonlyArray<SubjectName> = ["fastify", "fastify-plain", "crossdock"]
/** Below this pace a drain is given up: it would take longer than anyone waits. Deliveries per second. */
const slowest = 50

const wrongAt = ({ disordered, doubled, unverified }: any): ReadonlyArray<string> => [
  ...(disordered > 0 ? [`${disordered} deliveries came out of their order`] : []),
  ...(doubled > 0 ? [`${doubled} deliveries came twice`] : []),
  ...(unverified > 0 ? [`${unverified} deliveries were not signed right`] : [])
]

/** Waits until the sink has so many, or nothing has come for a while. */
const arrived = async (sink: Peer, wanted: number, limitMs: number) => {
  const end = Date.now() + limitMs
  for (;;) {
    const report = await sink.ask("_report")
    if (report.distinct >= wanted || Date.now() > end) return report
    await pause(25)
  }
}

const backlog = (variant: string, options: {
  readonly says: string
  readonly sink: Readonly<Record<string, string>>
  /** Orders and ASNs among which the deliveries are spread. */
  readonly entities: (deliveries: number) => number
  readonly isExtra: boolean
}): Case => ({
  name: "drain",
  variant,
  says: options.says,
  subject: "crossdock",
  figure: "throughput",
  extraWork: "content sealed at rest, claim by owner and epoch, attempt log, metrics",
  isExtra: options.isExtra,
  order: () => ["fastify", "fastify-plain", "crossdock", "fastify"],
  prepare: async (bench) => ({ folders: await seeded(bench, names, options.entities(bench.plan.backlog), bench.plan.backlog) }),
  run: async (bench, name, { folders }) => {
    const sink = await bench.peer("sink", options.sink)
    const subject = await bench.subject("callback", name as SubjectName, { data: copied(bench, folders, name), erpUrl: sink.url, isHeld: true })
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
      loopDelayP99Ms: figures.loopDelayP99Ms,
      gcMs: figures.gcMs,
      contextSwitches: figures.contextSwitches,
      rssMiBEvery250Ms: figures.samples.map(({ rssMiB }) => rssMiB),
      errors: 0,
      oracle: "clean"
    }
    return failed([sample], [
      ...wrongAt(report),
      ...(report.distinct !== pending ? [`${pending} were owed and ${report.distinct} came in time`] : [])
    ])
  }
})

/** Two reports for each, and a number that seeding can put in order. */
const pairs = (deliveries: number) => Math.ceil(deliveries / 100) * 25
const hot = () => 50

export const drainBacklog = backlog("sqlite", {
  says: "a backlog of two deliveries for each order and ASN, as fast as it goes",
  sink: {},
  entities: pairs,
  isExtra: false
})
export const drainHot = backlog("sqlite-100-hot-keys", { says: "a backlog of 100 orders and ASNs", sink: {}, entities: hot, isExtra: true })
export const drainSlow = backlog("sqlite-sink-20ms", { says: "a backlog to an ERP that takes 20 ms", sink: { DELAY_MS: "20" }, entities: pairs, isExtra: true })
export const drainFailing = backlog("sqlite-5-percent-fail", {
  says: "a backlog to an ERP that fails on 5 % of the first attempts",
  sink: { REFUSED: "0.05" },
  entities: pairs,
  isExtra: true
})

const endToEndRates = { full: [800, 2000], quick: [800, 2000], smoke: [500] } as const

/** Reports at a fixed rate; timed from when each was due at our door to its arrival at the ERP. */
export const atRate = async (bench: Bench, name: string, options: {
  readonly subject: Started
  readonly sink: Peer
  readonly rates: ReadonlyArray<number>
  readonly endpoints: number
  readonly seconds: number
  /** Whether a report comes to an ERP that takes it. */
  readonly arrives: (number: string) => boolean
}): Promise<ReadonlyArray<Sample>> => {
  const { arrives, endpoints, rates, seconds, sink, subject } = options
  const load = await bench.load()
  const common = { url: subject.url, connections, source: { name: "reports", prefix: "R", endpoints } as const }
  const [first = 1] = rates
  // Every endpoint is called once before, so that no figure holds the opening of a connection.
  await load.open({ ...common, rate: first, seconds: Math.max(1, bench.plan.warmUp, (1.1 * endpoints) / first) })
  const arriving = async () => (await load.held()).filter(arrives).length
  await arrived(sink, await arriving(), 20_000)
  const samples: Array<Sample> = []
  for (const rate of rates) {
    await sink.ask("_reset", {})
    const [result, figures] = await observed(subject, async () => {
      const sent = await load.open({ ...common, rate, seconds })
      const wanted = await arriving()
      return { sent, report: await arrived(sink, wanted, 10_000), wanted }
    })
    const { report, sent, wanted } = result
    const taken = ofOpen(name, bench.round, sent, figures)
    const isAll = report.distinct >= wanted
    samples.push(...failed([{
      ...taken,
      // In time means that nothing was left waiting when the last had come to our door.
      held: isHeld(sent) && isAll,
      achieved: Math.round((report.count / Math.max(1, report.lastAt - report.firstAt)) * 1000),
      p50Ms: report.p50Ms,
      p99Ms: report.p99Ms,
      p999Ms: report.p999Ms,
      maxMs: report.maxMs
    }], [...wrongAt(report), ...(isAll ? [] : [`${wanted} were acknowledged and ${report.distinct} came to the ERP in time`])]))
    if (!isHeld(sent) || !isAll) break
  }
  return samples
}

export const endToEnd: Case = {
  name: "drain",
  variant: "sqlite-end-to-end",
  says: "reports at a fixed rate, timed from our door to the ERP",
  subject: "crossdock",
  figure: "p99",
  extraWork: drainBacklog.extraWork,
  order: () => ["fastify", "crossdock", "fastify"],
  run: async (bench, name) => {
    const sink = await bench.peer("sink")
    const subject = await bench.subject("callback", name as SubjectName, { erpUrl: sink.url })
    return atRate(bench, name, { subject, sink, rates: endToEndRates[bench.plan.name], endpoints: 1, seconds: bench.plan.measuring, arrives: () => true })
  }
}
