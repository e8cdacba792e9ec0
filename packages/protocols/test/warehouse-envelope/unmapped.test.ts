/** What of an order, an ASN or a product document 1 has no place for: reported, never lost in silence. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as gateway from "../gateway/support.ts"
import { joined, orderNo } from "./support.ts"

const optional: Readonly<Record<string, ReadonlyArray<string>>> = {
  createOutboundOrder: [
    "/houseNumbers",
    "/totalPrice",
    "/paidAt",
    "/isInsured",
    "/insuranceValue",
    "/sellerId",
    "/remark",
    "/packageId",
    "/shippingProviderName",
    "/shippingProviderId",
    "/freight/currency",
    "/lines/*/platformProductId",
    "/lines/*/price/currency",
    "/lines/*/shippingPrice/currency"
  ],
  createInboundOrder: ["/goodsType", "/containerType", "/containerModel", "/bulkByPallet", "/bulkByPiece", "/palletCount", "/packing/*/lengthUnit"],
  upsertProduct: [
    "/brand",
    "/warehouseBarcode",
    "/hsCode",
    "/chineseCustomsName",
    "/englishCustomsName",
    "/declaredBy",
    "/declaredPrice",
    "/declaredMaximum",
    "/declaredRate",
    "/purchaseCost",
    "/exchangeRates"
  ]
}

/** A payload with every member that a payload can have. */
const full: Readonly<Record<string, object>> = {
  createOutboundOrder: gateway.fullOrder,
  createInboundOrder: gateway.asn,
  upsertProduct: gateway.product
}

describe.each(Object.keys(full))("%s", (name) => {
  const called = (payload: object) => {
    const { client, kept } = joined()
    const call = (client as unknown as Record<string, (payload: object) => Effect.Effect<unknown>>)[name]!
    Effect.runSync(call(payload))
    return { text: kept.requests[0]!.body, reported: kept.findings.map(({ path }) => path) }
  }

  it("reports every member that document 1 does not have, and no other", () => {
    assert.deepStrictEqual(called(full[name]!).reported, [...optional[name]!])
  })

  it("leaves out what it reports, and sends everything else", () => {
    const whole = called(full[name]!).text
    for (const member of Object.keys(full[name]!)) {
      if (!optional[name]!.includes(`/${member}`)) continue
      const { [member as never]: _, ...rest } = full[name]!
      const { reported, text } = called(rest)
      assert.deepStrictEqual([text, reported.includes(`/${member}`)], [whole, false], member)
    }
  })
})

it("a gift without a price has the price that customs are told, because document 1 requires one (0045)", () => {
  const { client, kept } = joined()
  const { price, ...line } = gateway.fullOrder.lines[0]
  Effect.runSync(client.createOutboundOrder({ ...gateway.fullOrder, lines: [{ ...line, declaredValue: price! }] }))
  assert.match(decodeURIComponent(kept.requests[0]!.body), /"amount":"?19\.9/)
})

it("the number of the warehouse's distribution is left out of a cancel, and reported", () => {
  const { client, kept } = joined()
  Effect.runSync(client.cancelOutboundOrder({ orderNumber: orderNo("A"), referenceCode: "D-1" }))
  assert.notInclude(kept.requests[0]!.body, "D-1")
  assert.deepStrictEqual(kept.findings.map(({ path }) => path), ["/referenceCode"])
})
