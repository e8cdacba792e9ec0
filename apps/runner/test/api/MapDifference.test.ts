import { assert, describe, it } from "@effect/vitest"
import * as MapDifference from "../../src/api/MapDifference.ts"

const row = (kind: "sku" | "warehouse", ours: string, theirs: string) => ({ kind, ours, theirs, source: "file" })

describe("the difference that an import of names would make (issue 27)", () => {
  it("counts what is new, what is changed and what is there already, by kind and name", () => {
    const before = [row("sku", "A", "1"), row("sku", "B", "2"), row("warehouse", "A", "9")]
    const found = MapDifference.of(before, [row("sku", "A", "1"), row("sku", "B", "3"), row("sku", "C", "4"), row("warehouse", "B", "2")])
    assert.deepStrictEqual(found, {
      added: 2,
      changed: 1,
      same: 1,
      rows: [{ kind: "sku", ours: "B", theirs: "3", before: "2" }, { kind: "sku", ours: "C", theirs: "4" }, { kind: "warehouse", ours: "B", theirs: "2" }]
    })
  })
  it("shows so many rows at most, and counts all", () => {
    const many = Array.from({ length: MapDifference.mostShown + 5 }, (_, at) => row("sku", `S-${at}`, "x"))
    const { added, rows } = MapDifference.of([], many)
    assert.deepStrictEqual([added, rows.length], [many.length, MapDifference.mostShown])
  })
})
