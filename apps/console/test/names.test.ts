import { describe, expect, it } from "vitest"
import { type Caller, secretOf } from "../src/screens/callers/secrets.ts"

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
