/**
 * The counters and times of the runner; `MetricsAnswer.ts` adds what it reads from the database. Label values are
 * bounded: never an order number, an address or a free text.
 */
import type * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"

export const signatureFailures = Metric.counter("crossdock_signature_failures_total", {
  description: "Failed authentications, by protocol",
  incremental: true
})
export const methodReplays = Metric.counter("crossdock_method_replays_total", {
  description: "Requests that repeat a signature and content with another method, by protocol",
  incremental: true
})

/** The two metrics of one route and status, created once, because building their names for every request is slow. */
const seriesOf = (protocol: string, status: number) => ({
  requests: Metric.counter("crossdock_protocol_requests_total", {
    description: "Requests on the public listener, by protocol and status",
    incremental: true,
    attributes: { protocol, status: String(status) }
  }),
  seconds: Metric.histogram("http_server_request_duration_seconds", {
    description: "Seconds from the last byte of a request to the first of its response, by protocol",
    boundaries: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 30],
    attributes: { protocol }
  })
})

const series = new Map<string, Map<number, ReturnType<typeof seriesOf>>>()

const seriesFor = (protocol: string, status: number): ReturnType<typeof seriesOf> => {
  let ofProtocol = series.get(protocol)
  if (ofProtocol === undefined) series.set(protocol, ofProtocol = new Map())
  let known = ofProtocol.get(status)
  if (known === undefined) ofProtocol.set(status, known = seriesOf(protocol, status))
  return known
}

/** Counts a response and records its seconds since the last byte of the request. */
export const answered = (context: Context.Context<never>, protocol: string, status: number, seconds: number): void => {
  const known = seriesFor(protocol, status)
  known.requests.updateUnsafe(1, context)
  known.seconds.updateUnsafe(seconds, context)
}

export const count = (metric: Metric.Counter<number>, attributes: Record<string, string>): Effect.Effect<void> =>
  Metric.update(Metric.withAttributes(metric, attributes), 1)
