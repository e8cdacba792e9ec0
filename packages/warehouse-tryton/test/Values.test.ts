import { assert, describe, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { TestClock } from "effect/testing"
import { dayOf, startOf, today } from "../src/Values.ts"
import { settingsOf } from "./replay.ts"

const late = DateTime.makeUnsafe("2026-12-31T23:30:00Z")

describe("days are those of Tryton's zone", () => {
  it.each([
    ["UTC", { year: 2026, month: 12, day: 31 }, "2026-12-31T00:00:00.000Z"],
    ["Europe/Berlin", { year: 2027, month: 1, day: 1 }, "2026-12-31T23:00:00.000Z"],
    ["America/New_York", { year: 2026, month: 12, day: 31 }, "2026-12-31T05:00:00.000Z"]
  ])("%s", (timeZone, day, start) => {
    const settings = settingsOf({ timeZone })
    const date = dayOf(late, settings)
    assert.deepStrictEqual(date, { __class__: "date", ...day })
    assert.strictEqual(DateTime.formatIso(startOf(date, settings)), start)
  })

  it.effect("today comes from the clock", () =>
    Effect.gen(function*() {
      yield* TestClock.setTime(DateTime.toEpochMillis(late))
      assert.deepInclude(yield* today(settingsOf({ timeZone: "Asia/Shanghai" })), { year: 2027, month: 1, day: 1 })
    }))
})
