import { describe, expect, it } from "vitest"
import { beginOf, courseOf, quantile, spans } from "../src/screens/connections/course.ts"

const now = Date.parse("2026-11-27T10:30:15Z")

const count = (at: string, code: string, calls: number, millis: number) => ({ at, scope: "wh", direction: "out" as const, operation: "push", code, calls, millis })

describe("the course of a connection's calls (issue 27)", () => {
  it("has points of equal width, the last of which is of now", () => {
    for (const span of ["1h", "24h", "7d"] as const) {
      const begin = beginOf(span, now)
      const { times } = courseOf([], span, begin)
      expect(times.length).toBe(spans[span].minutes / spans[span].step)
      const last = times.at(-1) ?? 0
      expect(last <= now && now < last + spans[span].step * 60_000, span).toBe(true)
    }
  })
  it("adds what was counted to its point, tells failures apart, and means nothing where there was no call", () => {
    const begin = beginOf("1h", now)
    const course = courseOf([count("2026-11-27T10:30:00Z", "OK", 3, 300), count("2026-11-27T10:30:00Z", "TIMED_OUT", 1, 1300), count("2026-11-27T09:00:00Z", "OK", 9, 9)], "1h", begin)
    expect([course.calls, course.failed]).toEqual([4, 1])
    expect([course.perMinute.at(-1), course.failedPerMinute.at(-1), course.meanMillis.at(-1)]).toEqual([4, 1, 400])
    expect([course.perMinute.at(-2), course.meanMillis.at(-2)]).toEqual([0, undefined])
  })
  it("takes quantiles of what there is", () => {
    const values = Array.from({ length: 100 }, (_, at) => 100 - at)
    expect([quantile(values, 0.5), quantile(values, 0.95), quantile([7], 0.95), quantile([], 0.5)]).toEqual([50, 95, 7, undefined])
  })
})
