import { assert, describe, it } from "@effect/vitest"
import { WarehouseV1 } from "@crossdock/core"
import * as Effect from "effect/Effect"
import { Dispatch } from "../../../src/contracts/warehouse/Dispatch.ts"
import { asn } from "../../support/Orders.ts"
import { world } from "../../support/World.ts"

describe("a question about an inbound order", () => {
  it.effect("brings the number that the warehouse gave, and the type it was created with (G-304)", () =>
    world({ filename: ":memory:" }, {}, (w) =>
      Effect.gen(function*() {
        const dispatch = yield* Dispatch
        yield* dispatch.call(w.link, WarehouseV1.CreateInboundOrder, asn("ASN-1", { type: "PURCHASE" }), "")
        yield* dispatch.call(w.link, WarehouseV1.GetInboundOrders, { inboundOrders: [{ asnNumber: asn("ASN-1").asnNumber }] }, "")
        assert.deepInclude(w.warehouse.asked.at(-1), { inboundOrders: [{ asnNumber: asn("ASN-1").asnNumber, referenceNumber: "R-1", type: "PURCHASE" }] })
      })))
})
