/**
 * Counters and times of calls, by who calls or is called, operation and outcome. All of these are closed lists.
 */
import type * as Context from "effect/Context"
import * as Metric from "effect/Metric"

/** Seconds of calls, which may wait for a peer. */
const callBoundaries = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 30]

/** A counter with all its labels, and a histogram that lacks the last of them, made once for each value of the labels. */
const callSeries = (options: { readonly counter: string; readonly counts: string; readonly histogram: string; readonly measures: string }) => {
  const made = new Map<string, { readonly calls: Metric.Counter<number>; readonly seconds: Metric.Histogram<number> }>()
  return (labels: Record<string, string>, unmeasured: string) => {
    const key = Object.values(labels).join("\n")
    let known = made.get(key)
    if (known === undefined) {
      const { [unmeasured]: _, ...measured } = labels
      made.set(key, known = {
        calls: Metric.counter(options.counter, { description: options.counts, incremental: true, attributes: labels }),
        seconds: Metric.histogram(options.histogram, { description: options.measures, boundaries: callBoundaries, attributes: measured })
      })
    }
    return known
  }
}

const peerCalls = callSeries({
  counter: "crossdock_peer_calls_total",
  counts: "Calls to peers, by connection, operation and outcome: ok, or the reason of the failure",
  histogram: "crossdock_peer_call_duration_seconds",
  measures: "Seconds of calls to peers, by connection and operation, without the time that they wait for their turn"
})

/** Counts a call to a peer. */
export const called = (context: Context.Context<never>, labels: { readonly connection: string; readonly operation: string; readonly outcome: string }, seconds: number): void => {
  const known = peerCalls(labels, "outcome")
  known.calls.updateUnsafe(1, context)
  known.seconds.updateUnsafe(seconds, context)
}
