import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Quantity from "../src/model/Quantity.ts"
import * as WholePieces from "../src/WholePieces.ts"

describe("lines in whole pieces", () => {
  const line = (quantity: number | string, more: object = {}) => ({ sku: "SKU-1", quantity: Quantity.of(quantity), ...more })

  it("have numbers for quantities", () => {
    assert.deepStrictEqual<ReadonlyArray<object>>(Effect.runSync(WholePieces.fromLines([line(2), line("3.0", { lot: "L-1" })])), [
      { sku: "SKU-1", quantity: 2 },
      { sku: "SKU-1", lot: "L-1", quantity: 3 }
    ])
  })

  it.each([
    [[line(1), line("1.5")], "/lines/1/quantity", "1.5"],
    [[line(1, { unit: "kg" })], "/lines/0/unit", "\"kg\""]
  ])("fail at the place in the payload of the one that is not (U-80)", (lines, path, found) => {
    const reason = Effect.runSync(Effect.flip(WholePieces.fromLines(lines)))
    assert.strictEqual(reason.path, path)
    assert.include(JSON.stringify(reason), JSON.stringify(found).slice(1, -1))
  })
})
