import { assert, describe, it } from "@effect/vitest"
import { AdapterError, type PlatformOrder } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import { TestClock } from "effect/testing"
import { PushClient } from "../../src/platform-envelope/index.ts"
import { request } from "./raw.ts"
import * as samples from "./samples.ts"
import { at, books, lastAnswer, lastSent, order, profile, pushesJoined, pushSettings, raw, wireTo } from "./support.ts"

const message = JSON.parse(JSON.stringify({ ...samples.order, platform: "SHOPEE", shopId: 1 }))

/** Pushes a message as another program would write it. */
const push = (changes: object, more: Parameters<typeof pushesJoined>[0] = {}, path?: string) => {
  const { kept, serve } = pushesJoined(more)
  const content = Object.fromEntries(Object.entries({ ...message, ...changes }).filter(([, value]) => value !== undefined))
  const { body } = Effect.runSync(serve(request({ method: "pushOrder", content, ...(path !== undefined && { path }) })))
  return { json: JSON.parse(body), events: kept.events, findings: kept.findings, order: kept.events[0]?._tag === "OrderPushed" ? kept.events[0].order : undefined }
}

const amounts = {
  itemPrice: ["price", "P-105"],
  totalTax: ["tax", "P-106"],
  shippingPrice: ["shippingPrice", "P-107"],
  originalPrice: ["originalPrice", "P-108"],
  paymentPrice: ["paidPrice", "P-109"],
  payAmount: ["paidAmount", "P-110"],
  itemTax: ["goodsTax", "P-111"],
  shippingTax: ["shippingTax", "P-112"],
  discountPrice: ["discount", "P-113"],
  totalDiscountedPrice: ["discountedTotal", "P-114"],
  discountFromPlatform: ["platformDiscount", "P-115"],
  discountFromSeller: ["sellerDiscount", "P-116"]
} as const satisfies Readonly<Record<string, readonly [keyof PlatformOrder.PlatformLine, string]>>

const ofOrder = {
  sellerDiscount: ["sellerDiscount", "P-058"],
  platformRebate: ["platformDiscount", "P-059"],
  totalDiscount: ["discount", "P-060"],
  buyerPaidShippingFee: ["buyerPaidFreight", "P-061"]
} as const satisfies Readonly<Record<string, readonly [keyof PlatformOrder.PlatformOrder, string]>>

describe("empty amounts of pushOrder", () => {
  it.each(Object.entries(ofOrder).map(([name, [is, id]]) => ({ name, is, id })))("$name is read as 0 ($id P-238)", ({ is, name }) => {
    for (const nothing of ["", null, undefined]) assert.strictEqual(String(push({ [name]: nothing }).order?.[is]), "BigDecimal(0)")
    assert.strictEqual(String(push({ [name]: "1.50" }).order?.[is]), "BigDecimal(1.5)")
  })

  it.each(Object.entries(amounts).map(([name, [is, id]]) => ({ name, is, id })))("$name of an item is read as 0 ($id P-238)", ({ is, name }) => {
    for (const nothing of ["", null, undefined]) {
      const { [name as keyof typeof samples.item]: _, ...item } = samples.item
      const orderSkuList = [nothing === undefined ? item : { ...item, [name]: nothing }]
      assert.strictEqual(String(push({ orderSkuList }).order?.lines[0]?.[is]), "BigDecimal(0)")
    }
  })

  it("others are not: freight and the total are required, and no amount may be another text", () => {
    for (const name of ["freight", "totalAmount"]) assert.include(push({ [name]: "" }).json.message, `MEMBER_MISSING: /${name}`)
    assert.include(push({ totalDiscount: "1e2" }).json.message, "MEMBER_INVALID: /totalDiscount")
  })
})

describe("pushOrder", () => {
  it.effect("comes from the external service, which tells the ERP of an order that was created and that has changed (P-002 P-363 P-383 P-384)", () =>
    Effect.gen(function*() {
      const { kept, send } = pushesJoined()
      yield* send(order, "d-1")
      yield* send({ ...order, status: "SHIPPED", phase: "closed", modifiedAt: at("2026-03-03T00:00:00Z") }, "d-2")
      assert.deepStrictEqual(kept.events.map((event) => (event._tag === "OrderPushed" ? [event.order.status, event.order.phase] : [])), [["READY_TO_SHIP", "open"], ["SHIPPED", "closed"]])
      assert.deepStrictEqual(kept.requests.map(({ headers }) => Object.fromEntries(headers)["x-crossdock-delivery-id"]), ["d-1", "d-2"])
    }))

  it.effect("carries orderJson byte for byte through JSON inside JSON inside a form (P-085)", () =>
    Effect.gen(function*() {
      const nasty = ["{}", raw, "{\"a\":\"\\\\\\\"\"}", JSON.stringify({ "%26&+= ": "\u0000\u001f\u2028😀" }), ` ${"[".repeat(20)}${"]".repeat(20)} `, JSON.stringify({ long: "é\"\\".repeat(60_000) })]
      for (const text of nasty) {
        const { kept, send } = pushesJoined()
        yield* send({ ...order, raw: Redacted.make(text) })
        const [event] = kept.events
        assert.isTrue(event?._tag === "OrderPushed" && Redacted.value(event.order.raw) === text)
        assert.strictEqual(lastSent(kept).content.onlineOrderInfo.orderJson, text)
      }
    }))

  it.effect("goes to the announced address if it is allowed, and otherwise to its path at the ERP (P-385 U-86)", () =>
    Effect.gen(function*() {
      const webHookUrl = new URL("https://hooks.example/orders?shop=1")
      const home = "https://erp.example/api/extApi/platform/pushOrder"
      assert.strictEqual(PushClient.addressOf(pushSettings).href, home)
      assert.strictEqual(PushClient.addressOf({ ...pushSettings, webHookUrl }).href, home)
      assert.strictEqual(PushClient.addressOf({ ...pushSettings, webHookUrl, allowsUrl: ({ host }) => host === "other.example" }).href, home)
      for (const unsafe of ["http://hooks.example/", "https://user@hooks.example/", "https://:word@hooks.example/"]) {
        assert.strictEqual(PushClient.addressOf({ ...pushSettings, webHookUrl: new URL(unsafe), allowsUrl: () => true }).href, home)
      }
      const { kept, send } = pushesJoined({ client: { webHookUrl, allowsUrl: ({ host }) => host === "hooks.example" } })
      yield* send(order)
      assert.strictEqual(kept.requests[0]?.url.href, webHookUrl.href)
      assert.lengthOf(kept.events, 1)
    }))

  it("is taken at any announced address, and at no path of another operation (P-023)", () => {
    assert.isTrue(push({}, {}, "/orders/of/shop").json.success)
    const { events, json } = push({}, {}, "/extApi/platform/getOrder")
    assert.include(json.message, "METHOD_UNKNOWN")
    assert.deepStrictEqual(events, [])
  })

  it.effect("needs no time of the last change, and a client writes the current one, which every attempt repeats (P-083 P-384 X-173 X-273 U-96)", () =>
    Effect.gen(function*() {
      assert.isUndefined(push({ onlineOrderInfo: { orderJson: "{}" } }).order?.modifiedAt)
      const { modifiedAt: _, ...untold } = order
      const kept = books()
      const { serve } = pushesJoined()
      const client = yield* Effect.provide(PushClient.make(pushSettings), wireTo(kept, serve))
      yield* TestClock.setTime(1_780_000_000_000)
      const prepared = Result.getOrThrow(client.prepare(untold))
      assert.strictEqual(JSON.parse(prepared.content).onlineOrderInfo.lastModifyTime, 1_780_000_000_000)
      yield* TestClock.adjust("1 hour")
      for (const deliveryId of ["d", "d"]) {
        yield* client.deliver(prepared, { deliveryId })
        assert.strictEqual(lastSent(kept).content.onlineOrderInfo.lastModifyTime, 1_780_000_000_000)
      }
    }))

  it("takes the number beside the message, whatever onlineOrderInfo repeats", () => {
    const { order: pushed } = push({ onlineOrderInfo: { ...samples.onlineOrderInfo, onlineOrderId: "P-9" } })
    assert.strictEqual(pushed?.onlineOrderId, "P-1")
  })

  it("with cash on delivery and no amount is taken and reported; the total is not taken instead (P-048)", () => {
    const { findings, order: pushed } = push({ paymentMethod: "COD", codPayAmount: undefined })
    assert.deepStrictEqual([pushed?.paymentMethod, pushed?.cashOnDelivery], ["cashOnDelivery", undefined])
    assert.deepStrictEqual(findings.map(({ path }) => path), ["/codPayAmount"])
  })

  it("with a masked buyer is marked, or refused where the profile says so (P-078)", () => {
    const buyerInfo = { ...samples.buyerInfo, address: "1 R*** S***" }
    assert.isTrue(push({ buyerInfo }).order?.receiver.isMasked)
    const { events, json } = push({ buyerInfo }, { shop: { profile: profile({ maskedBuyer: "refuse" }) } })
    assert.include(json.message, "MEMBER_INVALID: /buyerInfo: is masked")
    assert.deepStrictEqual(events, [])
  })

  it("is marked as masked by one hiding sign in any member of the receiver, and not by the name of the buyer (P-078 U-61)", () => {
    const isMasked = (changes: object) => push({ buyerInfo: { ...samples.buyerInfo, ...changes } }).order?.receiver.isMasked
    for (const receiverName of ["张*", "J* D*", "王＊", "J•••"]) assert.isTrue(isMasked({ receiverName }), receiverName)
    for (const member of ["receiverName", "postCode", "address", "phone", "email", "city"]) assert.isTrue(isMasked({ [member]: "1*" }), member)
    assert.isUndefined(isMasked({ buyerName: "a***r" }))
    assert.isUndefined(isMasked({}))
  })

  it("takes an order of 1,000 items, and refuses one of more than 60,000 members (U-122)", () => {
    const orderSkuList = Array.from({ length: 1000 }, () => samples.item)
    assert.lengthOf(push({ orderSkuList }).order!.lines, 1000)
    assert.include(push({ orderSkuList: Array.from({ length: 10_000 }, () => samples.item) }).json.message, "more than 60000 members and list elements")
  })

  it("refuses wrong members by name (P-033 P-117)", () => {
    assert.include(push({ erpOrderStatus: "SHIPPED" }).json.message, "/erpOrderStatus")
    assert.include(push({ totalAmount: "many" }).json.message, "/totalAmount")
    assert.include(push({ shopId: 2 }).json.message, "SHOP_UNKNOWN: /shopId")
    assert.include(push({ orderSkuList: [{ ...samples.item, onlineSkuQuantity: 1.5 }] }).json.message, "/orderSkuList/0/onlineSkuQuantity")
  })

  it.effect("answers success after the event is stored, and a refusal of the ERP as one", () =>
    Effect.gen(function*() {
      const { kept, send } = pushesJoined({ receive: () => Effect.fail({ code: "REQUEST_INVALID", path: "/lines/0/sku", message: "is not known" }) })
      const reason = yield* Effect.flip(send(order))
      assert.strictEqual(lastAnswer(kept).message, "REQUEST_INVALID: /orderSkuList/0/onlineSkuCode: is not known")
      assert.strictEqual(reason._tag, "Rejected")
    }))

  it.effect("that is not answered is sent again, and one that is refused unless its refusal is listed (P-386 P-387)", () =>
    Effect.gen(function*() {
      const attempt = (serve: Parameters<typeof wireTo>[1], more: Partial<PushClient.Settings> = {}) => {
        const client = Effect.runSync(Effect.provide(PushClient.make({ ...pushSettings, ...more }), wireTo(books(), serve)))
        return Effect.flip(Effect.flatMap(Effect.fromResult(client.prepare(order)), (prepared) => client.deliver(prepared, { deliveryId: "d" })))
      }
      const lost = yield* attempt(() => Effect.fail(new AdapterError.TransportFailed({ phase: "receive", cause: "reset" })))
      assert.isTrue(lost.isRetryable && lost.mayHaveApplied)
      const refused = () => Effect.succeed({ status: 200, headers: [], body: "{\"success\":false,\"message\":\"shop is closed\"}" })
      assert.strictEqual((yield* attempt(refused))._tag, "FaultUnlisted")
      const toReason = () => new AdapterError.Rejected({ fault: { code: "", message: "closed for good" } })
      assert.strictEqual((yield* attempt(refused, { toReason }))._tag, "Rejected")
    }))

  it("prepares the same content for every attempt", () => {
    const { push: client } = pushesJoined()
    assert.strictEqual(Result.getOrThrow(client.prepare(order)).content, Result.getOrThrow(client.prepare(order)).content)
    const wrong = client.prepare({ ...order, shopId: "abc" })
    assert.isTrue(Result.isFailure(wrong) && wrong.failure._tag === "RequestInvalid" && wrong.failure.path === "/shopId")
  })

  it.effect("is answered beside success, or wrapped in result where the profile says so, and both are read (P-234 P-235 P-236 X-167 X-267 X-367)", () =>
    Effect.gen(function*() {
      const told = { onlineShopId: "S-1", onlineOrderId: "P-1", shopId: 1 }
      const plain = pushesJoined()
      yield* plain.send(order)
      assert.deepStrictEqual(lastAnswer(plain.kept), { success: true, ...told })
      const wrapped = pushesJoined({ shop: { profile: profile({ pushOrderAnswer: "wrapped" }) } })
      yield* wrapped.send(order)
      assert.deepStrictEqual(lastAnswer(wrapped.kept), { success: true, state: "success", result: told })
      for (const body of [{ result: told, state: "success" }, { state: "SUCCESS", ...told }, { success: true, result: told }]) {
        const client = yield* Effect.provide(PushClient.make(pushSettings), wireTo(books(), () => Effect.succeed({ status: 200, headers: [], body: JSON.stringify(body) })))
        yield* client.deliver(Result.getOrThrow(client.prepare(order)), { deliveryId: "d" })
      }
      const failed = yield* Effect.provide(PushClient.make(pushSettings), wireTo(books(), () => Effect.succeed({ status: 200, headers: [], body: "{\"state\":\"error\",\"result\":{}}" })))
      assert.strictEqual((yield* Effect.flip(failed.deliver({ content: "{}" }, { deliveryId: "d" })))._tag, "FaultUnlisted")
    }))
})
