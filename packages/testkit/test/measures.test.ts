import { AdapterError } from "@crossdock/core"
import * as BigDecimal from "effect/BigDecimal"
import * as Effect from "effect/Effect"
import { assert, describe, it } from "vitest"
import { inUnitsOf } from "../src/UnitConversion.ts"
import * as Conformance from "../src/warehouse/Conformance.ts"
import * as Right from "./correct-plugin.ts"

const sent = { sku: "S", erpSku: "E", weight: "0.10", weightUnit: "kg", length: "20.5", width: "0.001", height: "7", dimensionUnit: "cm" }

describe("what a peer was told of a product's measures", () => {
  it.each([
    ["in the same units", { weight: "0.1", weightUnit: "kg" }, { weight: "0.1", weightUnit: "kg" }],
    ["in grams", { weight: "100", weightUnit: "g" }, { weight: "0.100", weightUnit: "kg" }],
    ["in capital letters", { weight: "0.1", weightUnit: "KG" }, { weight: "0.1", weightUnit: "kg" }],
    ["in metres", { width: "0.00001", dimensionUnit: "M" }, { width: "0.001", dimensionUnit: "cm" }],
    ["in a unit that is not metric", { weight: "0.22", weightUnit: "lb" }, { weight: "0.22", weightUnit: "lb" }],
    ["without a unit", { weight: "100" }, { weight: "100" }]
  ])("is compared as a quantity: %s (D1-196 D1-198)", (_, told, expected) => {
    assert.deepStrictEqual(inUnitsOf(sent, { sku: "S", ...told }), { sku: "S", ...expected })
  })

  it("need not be of many digits: a plugin may refuse what its peer cannot take (U-149)", async () => {
    const { fixture, layer } = Right.peer()
    const plugin = Right.plugin({
      handlers: ({ upsertProduct }) => ({
        upsertProduct: (product) =>
          product.width !== undefined && BigDecimal.normalize(product.width).scale > 1
            ? Effect.fail(new AdapterError.RequestInvalid({ path: "/width", message: "the peer takes whole millimetres" }))
            : upsertProduct(product)
      })
    })
    const { laws } = await Effect.runPromise(Conformance.check({ plugin, settings: Right.settings, fixture, layer }, (law) => law.startsWith("upsertProduct/")))
    assert.deepStrictEqual(laws.filter(({ outcome }) => outcome === "broken"), [])
    assert.isTrue(laws.some(({ law, outcome }) => law === "upsertProduct/measures" && outcome === "held"))
  })
})
