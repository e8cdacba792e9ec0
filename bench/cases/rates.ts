/** A rate that every subject holds, found by a pilot before the rounds. */
import type { SourceOptions } from "../load/Sources.ts"
import { type Bench, connections } from "../run/Case.ts"
import type { Started, SubjectName } from "../run/Subjects.ts"

/** Seconds of the pilot that finds the slowest. */
const [warmUp, measuring] = [1, 2]

/** These shares of what the slowest of them takes at most. */
export const sharesOfSlowest = async (
  bench: Bench,
  names: ReadonlyArray<SubjectName>,
  shares: ReadonlyArray<number>,
  source: SourceOptions,
  start: (name: SubjectName) => Promise<Started>
): Promise<ReadonlyArray<number>> => {
  const most: Array<number> = []
  for (const name of names) {
    // Each has a generator of its own, so that all are sent the same.
    const load = await bench.load()
    const subject = await start(name)
    const common = { url: subject.url, connections, source }
    await load.closed({ ...common, bound: { seconds: warmUp } })
    const { perSecond, told } = await load.closed({ ...common, bound: { seconds: measuring } })
    if (perSecond === 0) throw new Error(`${name} answered nothing: ${told.join("; ").slice(0, 300)}`)
    most.push(perSecond)
    await subject.stop()
  }
  return shares.map((share) => Math.max(10, Math.floor((Math.min(...most) * share) / 10) * 10))
}

/** Each once, the lowest first: what is not held ends a run. */
export const ascending = (rates: ReadonlyArray<number>): ReadonlyArray<number> => [...new Set(rates)].toSorted((a, b) => a - b)

/** Long enough for the p99 at this rate to stand on something. */
export const secondsAt = ({ leastRequests, measuring }: Bench["plan"], rate: number): number => Math.max(measuring, leastRequests / rate)
