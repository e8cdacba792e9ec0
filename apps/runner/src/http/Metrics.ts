/**
 * The series of the runner. Labels have bounded values: never a number of an order, an address or a text.
 */
import type * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"

export const signatureFailures = Metric.counter("crossdock_signature_failures_total", {
  description: "Failed authentications, by door",
  incremental: true
})
export const methodReplays = Metric.counter("crossdock_method_replays_total", {
  description: "The same sign and content under another method",
  incremental: true
})

/** The two series of one door and outcome, made once: a request would else make their names anew. */
const seriesOf = (door: string, status: number) => ({
  requests: Metric.counter("crossdock_protocol_requests_total", {
    description: "Requests at the doors, by door and outcome",
    incremental: true,
    attributes: { door, status: String(status) }
  }),
  seconds: Metric.histogram("http_server_request_duration_seconds", {
    description: "From the last byte of a request to the first of its answer, by door",
    boundaries: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 30],
    attributes: { door }
  })
})

const series = new Map<string, Map<number, ReturnType<typeof seriesOf>>>()

const seriesFor = (door: string, status: number): ReturnType<typeof seriesOf> => {
  let ofDoor = series.get(door)
  if (ofDoor === undefined) series.set(door, ofDoor = new Map())
  let known = ofDoor.get(status)
  if (known === undefined) ofDoor.set(status, known = seriesOf(door, status))
  return known
}

/** A request at a door was answered, so many seconds after its last byte. */
export const answered = (context: Context.Context<never>, door: string, status: number, seconds: number): void => {
  const known = seriesFor(door, status)
  known.requests.updateUnsafe(1, context)
  known.seconds.updateUnsafe(seconds, context)
}

export const count = (metric: Metric.Counter<number>, attributes: Record<string, string>): Effect.Effect<void> =>
  Metric.update(Metric.withAttributes(metric, attributes), 1)
