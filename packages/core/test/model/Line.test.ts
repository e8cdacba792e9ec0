import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import * as Line from "../../src/model/Line.ts"

describe("a day of the calendar", () => {
  it.each(["2026-08-31", "2024-02-29", "0001-01-01", "9999-12-31"])("%s is one", (text) => {
    assert.strictEqual(Schema.decodeSync(Line.CalendarDate)(text), text)
  })

  it.each(["2026-02-29", "2026-04-31", "2026-13-01", "2026-00-10", "2026-8-31", "31.08.2026", "2026-08-31T00:00:00Z", "20260831", ""])("%s is none", (text) => {
    assert.throws(() => Schema.decodeSync(Line.CalendarDate)(text))
  })
})
