/**
 * Places: an adapter tells of its payload, and each caller is told in the names of the document that he speaks (M1).
 */
import { AdapterError, Money, type OutboundOrder } from "@crossdock/core"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { createOrder as atEnvelope } from "../src/warehouse-envelope/Messages/CreateOrder.ts"
import { createAsnOrder as asnAtEnvelope } from "../src/warehouse-envelope/Messages/CreateAsnOrder.ts"
import { getOrder as getAtEnvelope } from "../src/warehouse-envelope/Messages/GetOrder.ts"
import { createAsnOrder as asnAtGateway } from "../src/gateway/Messages/CreateAsnOrder.ts"
import { createOrder as atGateway } from "../src/gateway/Messages/CreateOrder.ts"
import { Mapping } from "../src/wire/index.ts"
import * as gateway from "./gateway/support.ts"
import * as envelope from "./warehouse-envelope/support.ts"

describe("a place in the payload of an order", () => {
  it.each([
    ["/lines/3/quantity", "/skuList/3/quantity", "/skuList/3/quantity"],
    ["/lines", "/skuList", "/skuList"],
    ["/linesman", "/linesman", "/linesman"],
    ["/channelCode", "/logisticsCode", "/logisticsCode"],
    ["/documents/0/format", "/labelData", "/labelData"],
    ["/cashOnDelivery", "/codEnabled", "/codEnabled"],
    ["/cashOnDelivery/amount", "/codPayAmount", "/codPayAmount"],
    ["/cashOnDelivery/currency", "/codCurrency", "/codCurrency"],
    ["/orderedAt", "/orderCreate", "/orderCreate"],
    ["/promisedAt", "/deliveryTime", "/deliveryTime"],
    ["/lines/0/englishCustomsName", "/skuList/0/englishCustomsDeclarationName", "/skuList/0/englishCustomsDeclarationName"],
    ["/receiver/address1", "/receiver/address1", "/receiver/address1"],
    ["/trackingNumber", "/trackingNumber", "/trackingNumber"],
    ["/lines/0/platformProductId", "/skuList/0/platformProductId", "/skuList/0/skuId"],
    ["/houseNumbers", "/houseNumbers", "/ext"],
    ["/houseNumbers/0", "/houseNumbers/0", "/ext/0/houseNumber"],
    ["/paidAt", "/paidAt", "/payTimeLocal"],
    ["/isInsured", "/isInsured", "/isInsurance"],
    ["/sellerId", "/sellerId", "/userNick"],
    ["and 3 more", "and 3 more", "and 3 more"]
  ])("%s is %s to a caller of document 1 and %s to one of the gateway (D1-055)", (model, inEnvelope, inGateway) => {
    assert.deepStrictEqual([Mapping.wirePath(atEnvelope.request, model), Mapping.wirePath(atGateway.request, model)], [inEnvelope, inGateway])
  })
})

describe("a place in the payload of an inbound order", () => {
  it.each([
    ["/packing/1/sku", "/asnMarkSku/1/sku", "/asnMarkSku/1/sku"],
    ["/estimatedArrivalAt", "/estimatedArrivalDate", "/estimatedArrivalDate"],
    ["/returnReason", "/saleReturnReason", "/saleReturnReason"],
    ["/trackingNumber", "/trackNumber", "/trackNumber"],
    ["/goodsType", "/goodsType", "/incomingOrderGoodsType"],
    ["/bulkByPallet", "/bulkByPallet", "/bulkCargoType"],
    ["/bulkByPiece", "/bulkByPiece", "/bulkCargoTypePiece"],
    ["/palletCount", "/palletCount", "/palletCnt"]
  ])("%s is %s to a caller of document 1 and %s to one of the gateway (D1-137)", (model, inEnvelope, inGateway) => {
    assert.deepStrictEqual([Mapping.wirePath(asnAtEnvelope.request, model), Mapping.wirePath(asnAtGateway.request, model)], [inEnvelope, inGateway])
  })
})

it("a place of a message has its way back into the payload", () => {
  for (const [wire, model] of [
    ["/payTimeLocal", "/paidAt"],
    ["/userNick", "/sellerId"],
    ["/isInsurance", "/isInsured"],
    ["/ext/0/houseNumber", "/houseNumbers/0"],
    ["/skuList/0/skuId", "/lines/0/platformProductId"],
    ["/codPayAmount", "/cashOnDelivery/amount"],
    ["/warehouseKey", ""],
    ["", ""]
  ] as const) assert.strictEqual(Mapping.modelPath(atGateway.request, wire), model)
  assert.strictEqual(Mapping.modelPath(getAtEnvelope.request, "/orderNumber"), "/orders/0/orderNumber")
})

const clients = { envelope: () => envelope.joined().client, gateway: () => gateway.joined().client }

describe.each(["envelope", "gateway"] as const)("the client of the %s", (name) => {
  const pathOf = (order: OutboundOrder.OutboundOrder): string => {
    const reason = Effect.runSync(Effect.flip(clients[name]().createOutboundOrder(order)))
    assert.instanceOf(reason, AdapterError.RequestInvalid)
    return reason.path
  }

  it("tells of an order that it cannot write by a place in the payload", () => {
    const { documents: [label] = [], ...unlabelled } = gateway.selfShipped
    assert.isDefined(label)
    assert.strictEqual(pathOf(unlabelled), "/documents")
    assert.strictEqual(pathOf({ ...unlabelled, documents: [{ ...label!, format: "ZPL" }] }), "/documents/0/format")
    assert.strictEqual(pathOf({ ...unlabelled, documents: [label!, { ...label!, kind: "invoice" }] }), "/documents/1/kind")
    assert.strictEqual(pathOf({ ...unlabelled, documents: [{ ...label!, source: { _tag: "Reference", id: "L-1" } }] }), "/documents/0/source")
    assert.strictEqual(pathOf({ ...unlabelled, documents: [label!, label!] }), "/documents/1")
    assert.strictEqual(pathOf({ ...gateway.order, channelCode: "" }), "/channelCode")
    const [line] = gateway.order.lines
    assert.strictEqual(pathOf({ ...gateway.order, lines: [{ ...line, chineseCustomsName: "x".repeat(70_000) }] }), "/lines/0/chineseCustomsName")
    const cashOnDelivery = { ...gateway.fullOrder.cashOnDelivery!, currency: "x".repeat(70_000) }
    assert.strictEqual(pathOf({ ...gateway.order, cashOnDelivery }), "/cashOnDelivery/currency")
  })
})

it("the client of the gateway tells of members that document 2 alone has by places in the payload", () => {
  const long = "x".repeat(70_000)
  const pathOf = (more: Partial<OutboundOrder.OutboundOrder>): string => {
    const reason = Effect.runSync(Effect.flip(clients.gateway().createOutboundOrder({ ...gateway.order, ...more })))
    return reason._tag === "RequestInvalid" ? reason.path : reason._tag
  }
  assert.strictEqual(pathOf({ sellerId: long }), "/sellerId")
  assert.strictEqual(pathOf({ houseNumbers: [Redacted.make(long, { label: "houseNumbers" })] }), "/houseNumbers/0")
  assert.strictEqual(pathOf({ insuranceValue: Money.of("0.5") }), "/insuranceValue/amount")
})

describe("a caller is told in the names of the document that he speaks", () => {
  const places = ["/paidAt", "/sellerId", "/isInsured", "/houseNumbers", "/lines/0/platformProductId", "/channelCode"]
  const refusal = (path: string) => ({ code: "DIFFERENT_CONTENT", message: `differs at ${places.join(", ")}; use a new number`, path, places })
  const told = (name: "envelope" | "gateway", path: string): string => {
    const { client } = name === "envelope"
      ? envelope.joined({ server: { dispatch: () => Effect.fail(refusal(path)) } })
      : gateway.joined({ server: { dispatch: () => Effect.fail(refusal(path)) } })
    const reason = Effect.runSync(Effect.flip(client.createOutboundOrder(gateway.order)))
    assert.instanceOf(reason, AdapterError.Rejected)
    return reason.fault.message
  }

  it("of the gateway (G-357)", () => {
    assert.strictEqual(
      told("gateway", "/paidAt"),
      "/payTimeLocal: differs at /payTimeLocal, /userNick, /isInsurance, /ext, /skuList/0/skuId, /logisticsCode; use a new number"
    )
  })

  it("of the envelope (D1-387)", () => {
    assert.strictEqual(
      told("envelope", "/channelCode"),
      "/logisticsCode: differs at /paidAt, /sellerId, /isInsured, /houseNumbers, /skuList/0/platformProductId, /logisticsCode; use a new number"
    )
  })
})
