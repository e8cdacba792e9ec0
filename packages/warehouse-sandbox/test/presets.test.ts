import { assert, describe, it } from "@effect/vitest"
import { Capabilities } from "@crossdock/core"
import { sandboxCore, sandboxFull, sandboxLean } from "../src/Adapter.ts"

type Column = Capabilities.ColumnName

/** Requirement ids by column of document 2, 2.13; what a preset lacks. */
const lacking = (plugin: Capabilities.Described): ReadonlyArray<Column> =>
  Object.entries(Capabilities.cellsOf(plugin)).filter(([, can]) => !can).map(([name]) => name as Column)

describe("presets of the sandbox", () => {
  it("G-222 type 1 supports all twelve", () => assert.deepStrictEqual(lacking(sandboxFull), []))

  it("G-223 G-224 G-225 G-226 G-227 G-228 types 2 and 3 lack inbound orders and products", () =>
    assert.deepStrictEqual(lacking(sandboxCore), ["issueAsn", "cancelAsn", "queryAsn", "createProduct"]))

  it("G-229 G-230 G-231 G-232 G-233 G-234 G-235 G-236 G-237 type 4 has outbound orders alone", () =>
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
