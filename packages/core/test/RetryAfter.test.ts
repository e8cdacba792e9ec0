import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Duration from "effect/Duration"
import * as Schema from "effect/Schema"
import * as RetryAfter from "../src/RetryAfter.ts"
import { holds } from "./property.ts"

describe("Retry-After", () => {
  const now = Date.UTC(2026, 10, 21, 7, 28, 0)
  const millis = (value: string | undefined) => {
    const duration = RetryAfter.parse(value, now)
    return duration && Duration.toMillis(duration)
  }

  it.each([
    ["0", 0],
    [" 120 ", 120_000],
    ["1.5", 1500],
    ["Sat, 21 Nov 2026 07:28:30 GMT", 30_000],
    ["Saturday, 21-Nov-26 07:28:30 GMT", 30_000],
    ["Sat Nov 21 07:28:30 2026", 30_000],
    ["2026-11-21T07:28:30Z", 30_000],
    ["2026-11-21T07:28:30", 30_000],
    ["2026-11-21T08:28:30+01:00", 30_000],
    ["Sat, 21 Nov 2026 07:00:00 GMT", 0]
  ])("reads %s in seconds or as a date", (value, expected) => {
    assert.strictEqual(millis(value), expected)
  })

  it.each([[undefined], [""], ["soon"], ["-5"], ["1e3"], ["1234567890"], ["Sat, 41 Nov 2026 07:28:30 GMT"], ["2026-11-21"]])(
    "reads nothing out of %s",
    (value) => {
      assert.isUndefined(millis(value))
    }
  )

  const Wait = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 999_999_999 }))

  it.effect("gives back every number of seconds, and every date to the second", () =>
    holds(Arbitrary.schema(Wait), (wait) =>
      millis(String(wait)) === wait * 1000 && millis(new Date(now + wait * 1000).toUTCString()) === wait * 1000))

  it.effect("never fails and never asks for a time below zero, whatever is sent", () =>
    holds(Arbitrary.schema(Schema.String), (value) => (millis(value) ?? 0) >= 0))
})
