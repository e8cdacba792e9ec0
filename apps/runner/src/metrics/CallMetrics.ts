/**
 * Counters and times of calls, by who calls or is called, operation and outcome. All of these are closed lists.
 */
import type * as Context from "effect/Context"
import * as Metric from "effect/Metric"

/** Seconds of calls, which may wait for a peer. */
const callBoundaries = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 30]

/** The most series of a family. Codes of peers could be many; beyond it they are counted as `other`. */
const mostSeries = 2000

/** A counter with all its labels, and a histogram without the one that is `unmeasured`, made once for each value of the labels. */
const callSeries = (options: { readonly counter: string; readonly counts: string; readonly histogram: string; readonly measures: string }) => {
  const made = new Map<string, { readonly calls: Metric.Counter<number>; readonly seconds: Metric.Histogram<number> }>()
  return (given: Record<string, string>, unmeasured: string) => {
    const keyOf = (labels: Record<string, string>) => Object.values(labels).join("\n")
    let labels = given
    let known = made.get(keyOf(labels))
    if (known === undefined && made.size >= mostSeries) {
      labels = { ...given, [unmeasured]: "other" }
      known = made.get(keyOf(labels))
    }
    if (known === undefined) {
      const { [unmeasured]: _, ...measured } = labels
      made.set(keyOf(labels), known = {
        calls: Metric.counter(options.counter, { description: options.counts, incremental: true, attributes: labels }),
        seconds: Metric.histogram(options.histogram, { description: options.measures, boundaries: callBoundaries, attributes: measured })
      })
    }
    return known
  }
}

/** Counts a call with its seconds. */
export type Count<Labels> = (context: Context.Context<never>, labels: Labels, seconds: number) => void

const countOf = <Labels extends Record<string, string>>(options: Parameters<typeof callSeries>[0], unmeasured: string & keyof Labels): Count<Labels> => {
  const series = callSeries(options)
  return (context, labels, seconds) => {
    const { calls, seconds: measured } = series(labels, unmeasured)
    calls.updateUnsafe(1, context)
    measured.updateUnsafe(seconds, context)
  }
}

/** Counts calls to peers. Each runner has one of its own, which bounds its series. */
export const called = () =>
  countOf<{ readonly connection: string; readonly operation: string; readonly outcome: string }>({
    counter: "crossdock_peer_calls_total",
    counts: "Calls to peers, by connection, operation and outcome: ok, or the reason of the failure",
    histogram: "crossdock_peer_call_duration_seconds",
    measures: "Seconds of calls to peers, by connection and operation, without the time that they wait for their turn"
  }, "outcome")

/** Counts calls of links. Each runner has one of its own, which bounds its series. */
export const served = () =>
  countOf<{ readonly link: string; readonly operation: string; readonly code: string }>({
    counter: "crossdock_served_calls_total",
    counts: "Authenticated calls that were served, by link, operation and code: OK, or the stable code of the refusal",
    histogram: "crossdock_served_call_duration_seconds",
    measures: "Seconds of authenticated calls that were served, by link and operation, with what they waited for a peer"
  }, "code")
