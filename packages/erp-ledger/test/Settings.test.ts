import { assert, describe, it } from "@effect/vitest"
import * as Exit from "effect/Exit"
import * as Schema from "effect/Schema"
import { Settings } from "../src/Settings.ts"

const decode = Schema.decodeUnknownExit(Settings)
const one = { id: "1", name: "One", code: "W-1" }

describe("Settings", () => {
  it("need only warehouses, and cost in CNY by default (U-110)", () => {
    const found = decode({ warehouses: [one] })
    assert.isTrue(Exit.isSuccess(found))
    if (Exit.isSuccess(found)) {
      assert.strictEqual(found.value.baseCurrency, "CNY")
      assert.strictEqual(found.value.warehouses[0].goodLocation, "SYS LOC")
      assert.deepStrictEqual(found.value.destWarehouseTypes, { marketplace: "MARKETPLACE", other: "OTHER" })
    }
  })

  it.each([
    {},
    { warehouses: [] },
    { warehouses: [{ ...one, id: "one" }] },
    { warehouses: [{ ...one, id: "01" }] },
    { warehouses: [{ ...one, name: "x".repeat(51) }] },
    { warehouses: [one, { ...one, id: "2", name: "Two" }] },
    { warehouses: [one, { id: "2", name: "One", code: "W-2" }] },
    { warehouses: [one], openingStock: [{ warehouse: "Two", sku: "A", quantity: 1 }] },
    { warehouses: [one], openingStock: [{ warehouse: "One", sku: "A", quantity: 0 }] },
    { warehouses: [{ ...one, damagedLocation: "SYS LOC" }] },
    { warehouses: [one], keepDuplicateLines: ["Two"] },
    { warehouses: [one], holdingCostPerPieceDay: 0.1 }
  ])("refuses %o", (written) => {
    assert.isTrue(Exit.isFailure(decode(written)))
  })
})
