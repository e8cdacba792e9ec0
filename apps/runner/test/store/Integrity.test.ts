import { assert, describe, it } from "@effect/vitest"
import { damages, type Tree } from "../../src/store/Integrity.ts"

const trees: ReadonlyArray<Tree> = [
  { root: 4, of: "table", name: "delivery" },
  { root: 9, of: "index", name: "delivery_entity" }
]

describe("what SQLite's check says", () => {
  it("nothing is damaged where it says ok", () => {
    assert.deepStrictEqual(damages(["ok"], trees), [])
  })

  it.each([
    ["*** in database main ***\nTree 4 page 345: btreeInitPage() returns error code 11", "table", "delivery", 345],
    ["Tree 9 page 12 cell 3: Rowid 7 out of order", "index", "delivery_entity", 12],
    ["On tree page 9 cell 1: invalid page number 77", "index", "delivery_entity", undefined],
    ["Tree 1 page 1 cell 2: Extends off end of page", "table", "sqlite_schema", 1],
    ["row 17 missing from index delivery_entity", "index", "delivery_entity", undefined],
    ["wrong # of entries in index sqlite_autoindex_delivery_1", "index", "sqlite_autoindex_delivery_1", undefined],
    ["non-unique entry in index delivery_entity", "index", "delivery_entity", undefined],
    ["NULL value in delivery.state", "table", "delivery", undefined],
    ["Freelist: size is 7 but should be 9", "file", "the file", undefined],
    ["Page 88: never used", "file", "the file", undefined]
  ] as const)("%s", (line, of, name, page) => {
    const message = line.split("\n").at(-1)!
    assert.deepStrictEqual(damages([line], trees), [{ of, name, ...(page !== undefined && { page }), message }])
  })

  it("the same line of two checks is told once", () => {
    const line = "wrong # of entries in index delivery_entity"
    assert.lengthOf(damages([line, `Tree 4 page 5: x\n${line}`, line], trees), 2)
  })
})
