/** Finds a rate that every subject can hold, in a pilot before the rounds. */
import type { SourceOptions } from "../load/Sources.ts"
import { type Bench, connections } from "../run/Case.ts"
import type { Started, SubjectName } from "../run/Subjects.ts"

/** The duration of the pilot that finds the slowest subject, in seconds. */
const pilot = { warmUp: 1, measuring: 2 }

/** The rates, as shares of the maximum of the slowest subject; none for a comparison of two builds. */
export const sharesOfSlowest = async (
  bench: Bench,
  names: ReadonlyArray<SubjectName>,
  shares: ReadonlyArray<number>,
  source: SourceOptions,
  start: (name: SubjectName) => Promise<Started>
): Promise<ReadonlyArray<number>> => {
  if (bench.isComparison) return []
  const most: Array<number> = []
  for (const name of names) {
    // Each subject has its own generator, so that all get the same requests.
    const load = await bench.load()
    const subject = await start(name)
    const common = { url: subject.url, connections, source }
    await load.closed({ ...common, bound: { seconds: pilot.warmUp } })
    const { perSecond, told } = await load.closed({ ...common, bound: { seconds: pilot.measuring } })
    if (perSecond === 0) throw new Error(`${name} answered nothing: ${told.join("; ").slice(0, 300)}`)
    most.push(perSecond)
    await subject.stop()
  }
  return shares.map((share) => Math.max(10, Math.floor((Math.min(...most) * share) / 10) * 10))
}

/**
 * The warm-up of the plan in messages, for a service of this throughput: every subject takes the same number, so that none is measured
 * after fewer of them.
 */
export const warmUpOf = ({ warmUp }: Bench["plan"], perSecond: number) => ({ amount: Math.max(connections, Math.round(warmUp * perSecond)) })

/** Sorted without duplicates; a rate that is not held ends the run. */
export const ascending = (rates: ReadonlyArray<number>): ReadonlyArray<number> => [...new Set(rates)].toSorted((a, b) => a - b)

/** Long enough for a meaningful p99 at this rate. */
export const secondsAt = ({ atRate, leastRequests }: Bench["plan"], rate: number): number => Math.max(atRate, leastRequests / rate)
