import { assert, describe, it } from "@effect/vitest"
import { sandboxCore, sandboxFull, sandboxLean } from "@crossdock/warehouse-sandbox"
import { cellsOf, type ColumnName, type Described } from "../src/CapabilityColumns.ts"

/** Requirement ids by column of document 2, 2.13; what a preset lacks. */
const lacking = (plugin: Described): ReadonlyArray<ColumnName> =>
  Object.entries(cellsOf(plugin)).filter(([, can]) => !can).map(([name]) => name as ColumnName)

describe("presets of the sandbox", () => {
  it("type 1 supports all twelve (G-222)", () => assert.deepStrictEqual(lacking(sandboxFull), []))

  it("types 2 and 3 lack inbound orders and products (G-223 G-224 G-225 G-226 G-227 G-228)", () =>
    assert.deepStrictEqual(lacking(sandboxCore), ["issueAsn", "cancelAsn", "queryAsn", "createProduct"]))

  it("type 4 has outbound orders alone (G-229 G-230 G-231 G-232 G-233 G-234 G-235 G-236 G-237)", () =>
    assert.deepStrictEqual(lacking(sandboxLean), [
      "authorization",
      "warehouseList",
      "channelList",
      "issueAsn",
      "cancelAsn",
      "queryAsn",
      "createProduct",
      "syncInventory"
    ]))
})
