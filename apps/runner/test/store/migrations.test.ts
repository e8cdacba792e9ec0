/**
 * The list of migrations. A database takes only those after the last one that it has, so one with a lower number would be left out.
 */
import { assert, describe, it } from "vitest"
import { names } from "../../src/store/Migrations.ts"

/** The migrations that databases of operators have. Each change of the schema comes after the last of them. */
const carriedOut = { last: "0054_told_parcels", count: 43 } as const

describe("the migrations", () => {
  it("that databases have are never added to in between", () => {
    assert.strictEqual(names.indexOf(carriedOut.last), carriedOut.count - 1)
  })

  it("are in the order of their numbers", () => {
    assert.deepStrictEqual(names.toSorted(), [...names])
  })
})
