/** Rules for several nodes that call one provider: what only one node may do, and the rate that all share. */
import type { Call, Check, Run } from "./Run.ts"

const ofCalls = (check: (calls: NonNullable<Run["calls"]>) => ReadonlyArray<string>): Check => (run) => run.calls === undefined ? [] : check(run.calls)

/** How often another node polled than the one before. */
export const changesOf = (polls: ReadonlyArray<Call>): number => polls.filter(({ node }, at) => at > 0 && node !== polls[at - 1]!.node).length

/** One node polls a connection. Another one goes on only when it was killed, suspended or stopped. */
const onePoller = ofCalls(({ handovers, heard }) => {
  const changes = changesOf(heard.filter(({ isPoll }) => isPoll))
  return changes > handovers ? [`the node that polls changed ${changes} times, and ${handovers} times it was killed, suspended or back`] : []
})

/** Milliseconds. A rate limit lets a burst of one second pass, and a new owner of the limit begins with one. */
const window = 10_000
/** A busy machine delivers calls later than they were sent. */
const tolerance = 1.1

/** All nodes together call a connection no faster than it is given. */
const oneRate = ofCalls(({ callsPerSecond, handovers, heard }) => {
  if (callsPerSecond === undefined) return []
  const most = callsPerSecond * (window / 1000 + 1 + Math.min(handovers, 2)) * tolerance
  let first = 0
  let worst = { count: 0, at: 0 }
  heard.forEach(({ at }, last) => {
    while (at - heard[first]!.at >= window) first += 1
    if (last - first + 1 > worst.count) worst = { count: last - first + 1, at }
  })
  return worst.count > most ? [`${worst.count} calls within ${window / 1000} s until ${worst.at}, at ${callsPerSecond} a second at most ${Math.floor(most)}`] : []
})

export const checks = { J: onePoller, R: oneRate } as const
