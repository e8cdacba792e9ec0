/** Sends reports at a fixed rate, and measures from the time when each was due to its arrival at the ERP. */
import { type Bench, connections, isHeld, observed, type Peer } from "../run/Case.ts"
import { pause } from "../run/Processes.ts"
import type { Sample } from "../run/Results.ts"
import { failed, ofOpen } from "../run/Samples.ts"
import type { Started } from "../run/Subjects.ts"

/** The errors that the sink saw. */
export const wrongAt = ({ disordered, doubled, unverified }: any): ReadonlyArray<string> => [
  ...(disordered > 0 ? [`${disordered} deliveries came out of their order`] : []),
  ...(doubled > 0 ? [`${doubled} deliveries came twice`] : []),
  ...(unverified > 0 ? [`${unverified} deliveries were not signed right`] : [])
]

/** Waits until the sink has received this many, or nothing for a while. */
export const arrived = async (sink: Peer, wanted: number, limitMs: number) => {
  const end = Date.now() + limitMs
  for (;;) {
    const report = await sink.ask("_report")
    if (report.distinct >= wanted || Date.now() > end) return report
    await pause(25)
  }
}

/** The share that must have reached the ERP when the last report is acknowledged, for the rate to count as held. */
const leastArrived = 0.97

export const atRate = async (bench: Bench, name: string, options: {
  readonly subject: Started
  readonly sink: Peer
  readonly rates: ReadonlyArray<number>
  readonly endpoints: number
  readonly secondsAt: (rate: number) => number
  /** Whether the ERP of a report works. Default: all do. */
  readonly arrives?: (number: string) => boolean
}): Promise<ReadonlyArray<Sample>> => {
  const { arrives = () => true, endpoints, rates, secondsAt, sink, subject } = options
  const load = await bench.load()
  const common = { url: subject.url, connections, source: { name: "reports", prefix: "R", endpoints } as const }
  const { distinct: before } = await sink.ask("_report")
  const wantedNow = async (): Promise<number> => before + (await load.held()).filter(arrives).length
  const [first = 1] = rates
  // Calls every endpoint once before, so that no measurement includes opening a connection.
  await load.open({ ...common, rate: first, seconds: Math.max(1, bench.plan.warmUp, (1.1 * endpoints) / first) })
  let known = await wantedNow()
  await arrived(sink, known, 20_000)
  const samples: Array<Sample> = []
  for (const rate of rates) {
    await sink.ask("_reset", {})
    const [{ inTime, report, sent, wanted }, figures] = await observed(subject, async () => {
      const answered = await load.open({ ...common, rate, seconds: secondsAt(rate) })
      const { distinct } = await sink.ask("_report")
      const all = await wantedNow()
      return { sent: answered, inTime: (distinct - known) / Math.max(1, all - known), wanted: all, report: await arrived(sink, all, 10_000) }
    })
    known = wanted
    const isAll = report.distinct >= wanted
    const held = isHeld(sent) && isAll && inTime >= leastArrived
    samples.push(...failed([{
      ...ofOpen(name, bench.round, sent, figures),
      held,
      achieved: Math.round((report.count / Math.max(1, report.lastAt - report.firstAt)) * 1000),
      p50Ms: report.p50Ms,
      p99Ms: report.p99Ms,
      p999Ms: report.p999Ms,
      maxMs: report.maxMs
    }], [...wrongAt(report), ...(isAll ? [] : [`${wanted - before} were acknowledged and ${report.distinct - before} came to the ERP in time`])]))
    if (!held) break
  }
  return samples
}
