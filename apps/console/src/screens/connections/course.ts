/**
 * How the calls of a connection went over time, from the counts of each minute.
 */
import type { Answer } from "../../api/Answer.ts"

type Count = Answer<"/admin/calls/counts">["items"][number]

/** How long a span is, and how long each of its points, in minutes. */
export const spans = { "1h": { minutes: 60, step: 1 }, "24h": { minutes: 1440, step: 20 }, "7d": { minutes: 10_080, step: 120 } } as const
export type Span = keyof typeof spans
export const spanNames = ["1h", "24h", "7d"] as const satisfies ReadonlyArray<Span>

const minute = 60_000

export interface Course {
  /** When each point begins, in milliseconds since 1970. */
  readonly times: ReadonlyArray<number>
  readonly perMinute: ReadonlyArray<number>
  readonly failedPerMinute: ReadonlyArray<number>
  /** Undefined where there was no call. */
  readonly meanMillis: ReadonlyArray<number | undefined>
  readonly calls: number
  readonly failed: number
}

/** The beginning of a span that ends now: of whole points, so that a point keeps its place while time goes on. */
export const beginOf = (span: Span, now: number): number => {
  const { minutes, step } = spans[span]
  const width = step * minute
  return (Math.floor(now / width) + 1) * width - minutes * minute
}

export const courseOf = (counts: ReadonlyArray<Count>, span: Span, begin: number): Course => {
  const { minutes, step } = spans[span]
  const points = Array.from({ length: minutes / step }, () => ({ calls: 0, failed: 0, millis: 0 }))
  for (const { at, calls, code, millis } of counts) {
    const point = points[Math.floor((Date.parse(at) - begin) / (step * minute))]
    if (point === undefined) continue
    point.calls += calls
    point.millis += millis
    if (code !== "OK") point.failed += calls
  }
  return {
    times: points.map((_, place) => begin + place * step * minute),
    perMinute: points.map(({ calls }) => calls / step),
    failedPerMinute: points.map(({ failed }) => failed / step),
    meanMillis: points.map(({ calls, millis }) => calls === 0 ? undefined : millis / calls),
    calls: points.reduce((total, { calls }) => total + calls, 0),
    failed: points.reduce((total, { failed }) => total + failed, 0)
  }
}

/** The value below which this share of them is; undefined if there are none. */
export const quantile = (values: ReadonlyArray<number>, share: number): number | undefined => values.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(values.length * share) - 1)]
