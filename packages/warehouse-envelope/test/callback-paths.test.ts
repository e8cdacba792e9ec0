import * as Schema from "effect/Schema"
import { assert, describe, it } from "vitest"
import { Settings, warehouseEnvelope } from "../src/index.ts"

const settings = Schema.decodeUnknownSync(Settings)
const common = { serviceUrl: "https://provider.example/service", accessId: "acc", secretKey: "key" }

describe("where a provider of document 1 reports", () => {
  it("is one path for orders and one for inbound orders, which end with its own segment", () => {
    assert.deepStrictEqual(warehouseEnvelope.callbackPaths?.(settings({ ...common, callbacks: { warehouseExtraType: "acme 1" } })), [
      "/sys/automatic/receiveOdo/acme%201",
      "/sys/automatic/receiveAsn/acme%201"
    ])
  })

  it("is nowhere without callbacks in its settings", () => {
    assert.deepStrictEqual(warehouseEnvelope.callbackPaths?.(settings(common)), [])
  })
})
