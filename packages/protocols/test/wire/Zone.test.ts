import { assert, describe, it } from "@effect/vitest"
import { Zone } from "../../src/wire/index.ts"
import { forMany } from "../generate.ts"

const utc = Zone.parse("UTC")!
const berlin = Zone.parse("Europe/Berlin")!

describe("zones", () => {
  it("knows offsets and IANA names, and nothing else (U-32)", () => {
    const hour = 3_600_000
    const offsets = { "UTC+8": 8, "UTC+08:00": 8, "GMT+8": 8, "+0800": 8, "-03:30": -3.5, Z: 0, GMT: 0, "Asia/Singapore": 8 }
    for (const [name, hours] of Object.entries(offsets)) assert.strictEqual(Zone.parse(name)?.(0), (name === "Asia/Singapore" ? 7.5 : hours) * hour, name)
    assert.strictEqual(Zone.parse("Asia/Singapore")?.(1.7e12), 8 * hour)
    for (const name of ["", "Nowhere/City", "UTC+", "8"]) assert.isUndefined(Zone.parse(name), name)
  })

  it("reads the wall clock on both sides of a change", () => {
    assert.strictEqual(Zone.fromText("2026-03-29 01:59:59", berlin), Date.UTC(2026, 2, 29, 0, 59, 59))
    assert.strictEqual(Zone.fromText("2026-03-29 03:00:00", berlin), Date.UTC(2026, 2, 29, 1, 0, 0))
    assert.strictEqual(Zone.fromText("2026-10-25 03:00:00", berlin), Date.UTC(2026, 9, 25, 2, 0, 0))
    assert.strictEqual(Zone.toText(Date.UTC(2026, 6, 1), berlin), "2026-07-01 02:00:00")
  })

  it("reads every form of a zone suffix (U-118)", () => {
    for (const suffix of ["+0800", "+08:00", " +08:00", "GMT+8", " GMT+8", "+8"]) {
      assert.strictEqual(Zone.fromText(`2026-01-01 08:00:00${suffix}`, utc), Date.UTC(2026, 0, 1), suffix)
      assert.strictEqual(Zone.fromText(`2026-01-01T08:00:00${suffix}`, utc), Date.UTC(2026, 0, 1), suffix)
    }
    assert.strictEqual(Zone.fromText("2026-01-01T00:00:00.250Z", berlin), Date.UTC(2026, 0, 1) + 250)
    assert.strictEqual(Zone.fromText("2026-01-01T00:00", utc), Date.UTC(2026, 0, 1))
  })

  it("writes the minutes of a zone's offset, so that a time in India is not half an hour wrong (U-32 U-118)", () => {
    const at = Date.UTC(2026, 0, 1)
    const texts = { "Asia/Kolkata": "+05:30", "Asia/Kathmandu": "+05:45", "America/St_Johns": "-03:30", "-00:30": "-00:30", "Asia/Shanghai": "+08:00", UTC: "+00:00" }
    for (const [name, expected] of Object.entries(texts)) {
      const zone = Zone.parse(name)!
      assert.strictEqual(Zone.offsetText(at, zone), expected, name)
      assert.strictEqual(Zone.fromText(Zone.toText(at, zone) + Zone.offsetText(at, zone), utc), at, name)
    }
  })

  it("refuses days and hours that do not exist", () => {
    for (const text of ["2026-02-29", "2026-13-01", "2026-00-10", "2026-01-32", "2026-01-01 24:00:00", "2026-01-01 00:60:00", "2026-01-01 00:00:60", "2026-01/01", "01.02.2026", "20260101"]) {
      assert.isUndefined(Zone.fromText(text, utc), text)
    }
    assert.isDefined(Zone.fromText("2024-02-29", utc))
  })

  it("agrees with the calendar of the platform for every moment", () => {
    forMany(2000, ({ whole }) => {
      const seconds = whole(-2_208_988_800, 7_258_118_400)
      const text = new Date(seconds * 1000).toISOString().slice(0, 19).replace("T", " ")
      assert.strictEqual(Zone.toText(seconds * 1000, utc), text)
      assert.strictEqual(Zone.fromText(text, utc), seconds * 1000)
    })
  })
})
