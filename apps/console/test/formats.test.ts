/**
 * Numbers, times and ages as people read them (issue 27).
 */
import { assert, describe, it } from "vitest"
import * as Formats from "../src/formats.ts"

const now = Date.parse("2026-11-25T14:32:00Z")
const ago = (milliseconds: number): string => new Date(now - milliseconds).toISOString()
const minute = 60_000

describe("formats (issue 27)", () => {
  it("says ages in the largest unit that still tells something", () => {
    assert.deepStrictEqual([8000, 18 * minute, 60 * minute, 134 * minute, 122 * minute, 3 * 1440 * minute].map(Formats.duration), ["8 s", "18 min", "1 h", "2 h 14 min", "2 h 02 min", "3 d"])
    assert.strictEqual(Formats.age(ago(41 * minute), now), "41 min")
    assert.strictEqual(Formats.age(undefined, now), "–")
  })

  it("has no negative age if the clock of the runner is ahead", () => assert.strictEqual(Formats.age(ago(-5000), now), "0 s"))

  it("leaves out of a moment what is the same as now", () => {
    assert.match(Formats.moment(ago(minute), now), /^\d\d:\d\d:\d\d$/)
    assert.match(Formats.moment(ago(10 * 1440 * minute), now), /^15 Nov \d\d:\d\d$/)
    assert.match(Formats.moment(ago(700 * 1440 * minute), now), /^2\d Dec 2024$/)
    assert.strictEqual(Formats.moment("not a time", now), "–")
  })

  it("says calls that take long in seconds, and rates with one decimal", () => {
    assert.deepStrictEqual([0, 340, 1900, 95_000].map(Formats.millis), ["0 ms", "340 ms", "1.9 s", "1 min"])
    assert.deepStrictEqual([0, 0.01, 6.2, 44, 120, undefined].map(Formats.rate), ["0", "<0.1", "6.2", "44.0", "120", "–"])
  })

  it("never rounds some failures to none, nor some successes to all failed", () => {
    assert.deepStrictEqual([0, 0.0001, 0.098, 0.9991, 1].map(Formats.share), ["0", "<0.1 %", "9.8 %", "99.9 %", "100 %"])
  })
})
