import { assert, describe, it } from "@effect/vitest"
import { WarehouseV1 } from "@crossdock/core"
import * as CapabilityColumns from "../src/CapabilityColumns.ts"

describe("the capability matrix", () => {
  it("has the twelve columns of the document (G-221)", () => {
    assert.deepStrictEqual(CapabilityColumns.columns.map(({ title }) => title.toLowerCase()), [
      "debugging status",
      "warehouse authorization",
      "warehouse list",
      "channel list",
      "issue outbound",
      "cancel outbound",
      "query outbound",
      "issue asn",
      "cancel asn",
      "query asn",
      "create product",
      "sync inventory"
    ])
  })

  it("names operations of the contract", () => {
    for (const column of CapabilityColumns.columns) {
      if ("operation" in column) assert.property(WarehouseV1.contract.operations, column.operation)
    }
  })

  it("derives a cell from what is offered", () => {
    const lean = CapabilityColumns.cellsOf({ id: "lean", offers: [] })
    assert.deepStrictEqual(Object.entries(lean).filter(([, can]) => can).map(([name]) => name), [
      "issueOutbound",
      "cancelOutbound",
      "queryOutbound"
    ])
    assert.isFalse(lean.authorization)
    assert.isTrue(CapabilityColumns.cellsOf({ id: "granted", offers: [], authorization: {} }).authorization)
    const cells = CapabilityColumns.cellsOf({ id: "more", offers: ["listStock"], isTestedAgainstPeer: true })
    assert.isTrue(cells.syncInventory)
    assert.isTrue(cells.debug)
    assert.isFalse(cells.issueAsn)
  })
})
