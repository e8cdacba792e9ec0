import { describe, expect, it } from "vitest"
import { type Caller, secretOf } from "../src/screens/callers/secrets.ts"
import { mostShown, shownOf } from "../src/screens/links/names.ts"

const row = (ours: string, theirs: string, kind: "sku" | "warehouse" = "sku") => ({ link: "warehouse:a", kind, ours, theirs, source: "file" })

describe("the names of a link (issue 27)", () => {
  it("are found by a part of either name, and by their kind", () => {
    const rows = [row("MUG-BLUE", "4711"), row("CUP", "MUG"), row("North", "WH-1", "warehouse")]
    expect(shownOf(rows, { q: "mug" }).rows).toEqual([rows[0], rows[1]])
    expect(shownOf(rows, { kind: "warehouse" }).rows).toEqual([rows[2]])
    expect(shownOf(rows, {})).toEqual({ rows, further: 0 })
  })
  it("are shown up to a number, and the others counted", () => {
    const { further, rows } = shownOf(Array.from({ length: mostShown + 7 }, (_, at) => row(`S-${at}`, "x")), {})
    expect([rows.length, further]).toEqual([mostShown, 7])
  })
})

describe("the secrets of a caller (issue 27)", () => {
  const now = Date.parse("2026-11-27T12:00:00Z")
  const caller: Caller = { protocol: "warehouse", id: "acc", links: ["warehouse:a"], isDeclared: false, calls: 0, refused: 0, signatures: 0 }
  it("are two until the earlier one ends, and one after that", () => {
    expect(secretOf({ ...caller, earlierUntil: "2026-11-28T12:00:00Z" }, now)).toMatchObject({ shape: "move", hasTwo: true })
    expect(secretOf({ ...caller, earlierUntil: "2026-11-26T12:00:00Z" }, now)).toMatchObject({ shape: "ok", hasTwo: false })
  })
  it("fail for whoever still signs with one that has ended", () => {
    const found = secretOf({ ...caller, earlierUntil: "2026-11-26T12:00:00Z", endedUsed: { at: "2026-11-27T11:00:00Z", by: "192.0.2.7" } }, now)
    expect([found.shape, found.why?.includes("192.0.2.7")]).toEqual(["fail", true])
  })
})
