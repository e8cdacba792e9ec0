/** The rows of variants.md that touch document 2, part B, across a wire: what is read, what is written, what an option changes. */
import { assert, describe, it } from "@effect/vitest"
import { Json } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import { createHash } from "node:crypto"
import { Profile } from "../../src/platform-envelope/index.ts"
import * as Wire from "../../src/wire/index.ts"
import * as samples from "./samples.ts"
import { answeredWith, figure, joined, labels, lastAnswer, lastSent, order, personal, profile, pushesJoined, secretKey, window } from "./support.ts"

const read = (message: string, changes: Record<string, Json.Json | undefined>) => {
  const { sample, table } = samples.subjects[message]!
  const json = Object.fromEntries(Object.entries({ ...sample, ...changes }).filter(([, value]) => value !== undefined))
  const { findings, problems, value } = Wire.read(table, json as Json.JsonObject)
  return { value: value as any, problems, findings }
}

const written = (message: string, options: Parameters<typeof profile>[0] = {}) => {
  const { sample, table } = samples.subjects[message]!
  const { json } = Wire.write(table, Wire.read(table, sample).value as never, { ...Wire.Context.standard, profile: profile(options) })
  return JSON.parse(Json.stringify(json!))
}

const page = { limit: 100 }

describe("rows 03 to 15", () => {
  it.effect("an error text is message, and errorMsg is read too (X-103 X-203)", () =>
    Effect.gen(function*() {
      for (const name of ["message", "errorMsg"]) {
        const reason = yield* Effect.flip(answeredWith({ success: false, [name]: "closed" }).call.listLocations({}))
        assert.strictEqual(reason._tag === "FaultUnlisted" && reason.fault.message, "closed")
      }
      const { call, kept } = joined({ answers: { listLocations: () => Effect.fail({ code: "REJECTED", message: "closed" }) } })
      yield* Effect.flip(call.listLocations({}))
      assert.deepStrictEqual(lastAnswer(kept), { success: false, message: "REJECTED: closed" })
    }))

  it.effect("success is a boolean, and its text is read in any letter case (X-104 X-204)", () =>
    Effect.gen(function*() {
      for (const success of [true, "true", "TRUE"]) {
        assert.deepStrictEqual(yield* answeredWith({ success, shopId: 1, platformWarehouseList: [] }).call.listLocations({}), { items: [] })
      }
      assert.strictEqual((yield* Effect.flip(answeredWith({ success: "yes", shopId: 1 }).call.listLocations({})))._tag, "ResponseInvalid")
      const { call, kept } = joined()
      yield* call.listLocations({})
      assert.isTrue(lastAnswer(kept).success)
    }))

  it.effect("isLastPage is read in every form; getOrder writes 1 and 0, or a boolean where the profile says so, and getProduct a boolean (X-105 X-205 X-305)", () =>
    Effect.gen(function*() {
      for (const [given, isLast] of [[true, true], [1, true], ["true", true], ["1", true], [false, false], [0, false], ["false", false], ["0", false]] as const) {
        const { call } = answeredWith({ success: true, isLastPage: given, platform: "SHOPEE", shopId: 1, orderInfoList: [], itemInfoList: [] })
        assert.strictEqual((yield* call.getOrders({ ...page, ...window })).nextCursor === undefined, isLast)
        assert.strictEqual((yield* call.listProducts({ ...page, ...window })).nextCursor === undefined, isLast)
      }
      for (const [isLastPageType, expected] of [["declared", 1], ["boolean", true]] as const) {
        const { call, kept } = joined({ shop: { profile: profile({ isLastPageType }) } })
        assert.isUndefined((yield* call.getOrders({ ...page, ...window })).nextCursor)
        assert.strictEqual(lastAnswer(kept).isLastPage, expected)
        yield* call.listProducts({ ...page, ...window })
        assert.isTrue(lastAnswer(kept).isLastPage)
      }
    }))

  it.effect("the type and the tracking number of a label are read under all their names, and written as the profile says (X-106 X-107 X-206 X-207 X-306 X-307)", () =>
    Effect.gen(function*() {
      for (const labelTypeMember of Profile.options.labelTypeMember) {
        for (const labelTrackMember of Profile.options.labelTrackMember) {
          const { call, kept } = joined({ shop: { profile: profile({ labelTypeMember, labelTrackMember }) } })
          assert.deepStrictEqual(yield* call.getLabels({ onlineOrderId: "P-1" }), { items: labels })
          assert.containsAllKeys(lastAnswer(kept).labelDataList[0], [labelTypeMember, labelTrackMember, "labelData"])
        }
      }
      assert.containsAllKeys(written("LabelData"), ["labelDataType", "trackiNumber"])
      for (const [message, declared] of [["LabelData", "trackiNumber"], ["order", "trackingNumber"], ["readyToShip", "trackingNumber"], ["getTrackNumber answer", "trackNumber"], ["cancelLogisticsOrder", "trackNumber"]] as const) {
        for (const name of ["trackingNumber", "trackNumber", "trackiNumber"]) {
          assert.strictEqual(read(message, { [declared]: undefined, [name]: "T-9" }).value[declared], "T-9")
        }
        assert.containsAllKeys(written(message), [declared])
      }
    }))

  it.effect("the page size is PageSize in getOrder and pageSize in getProduct, and both are read in both (X-108 X-208 X-308)", () =>
    Effect.gen(function*() {
      for (const [message, name] of [["getOrder", "PageSize"], ["getProduct", "pageSize"]] as const) {
        for (const other of ["PageSize", "pageSize"]) assert.strictEqual(read(message, { [name]: undefined, [other]: 7 }).value[name], 7)
      }
      for (const orderPageSizeMember of Profile.options.orderPageSizeMember) {
        const { call, kept } = joined({ client: { profile: profile({ orderPageSizeMember }) } })
        yield* call.getOrders({ limit: 7, ...window })
        assert.strictEqual(lastSent(kept).content[orderPageSizeMember], 7)
        assert.deepStrictEqual((kept.dispatched[0]!.payload as { limit: number }).limit, 7)
        yield* call.listProducts({ limit: 8, ...window })
        assert.strictEqual(lastSent(kept).content.pageSize, 8)
      }
      assert.strictEqual(Profile.defaults.orderPageSizeMember, "PageSize")
    }))

  it.effect("the page number is pageNo and currentPageNo, and page and currentPage are read too (X-109 X-110 X-209 X-210)", () =>
    Effect.gen(function*() {
      assert.strictEqual(read("getOrder", { pageNo: undefined, page: 3 }).value.pageNo, 3)
      assert.strictEqual(read("getProduct answer", { currentPageNo: undefined, currentPage: 3 }).value.currentPageNo, 3)
      const { call, kept } = joined()
      yield* call.getOrders({ ...page, ...window })
      assert.strictEqual(lastSent(kept).content.pageNo, 1)
      assert.strictEqual(lastAnswer(kept).currentPageNo, 1)
    }))

  it.effect("the list of initLogistics is read under both names and written as the profile says (X-112 X-212 X-312)", () =>
    Effect.gen(function*() {
      for (const logisticsListMember of Profile.options.logisticsListMember) {
        const { call, kept } = joined({ shop: { profile: profile({ logisticsListMember }) } })
        assert.deepStrictEqual(yield* call.listShippingProviders({}), { items: [{ code: "NV", name: "Ninja" }] })
        assert.containsAllKeys(lastAnswer(kept), [logisticsListMember])
      }
      assert.strictEqual(Profile.defaults.logisticsListMember, "logisticsList")
    }))

  it.effect("the order push address is read in any letter case and written as webHookUrl, or as the profile says (X-115 X-215 X-315)", () =>
    Effect.gen(function*() {
      for (const webHookMember of ["webHookUrl", "webhookUrl", "WEBHOOKURL"]) {
        const { call, kept } = joined({ client: { profile: Result.getOrThrow(Profile.profileFrom({ webHookMember })) } })
        yield* call.setShopAccess({ isLocked: false, callbackUrl: new URL("https://erp.example/push") })
        assert.strictEqual(lastSent(kept).content[webHookMember], "https://erp.example/push")
        assert.deepStrictEqual((kept.dispatched[0]!.payload as { callbackUrl: URL }).callbackUrl.href, "https://erp.example/push")
      }
      assert.isTrue(Result.isFailure(Profile.profileFrom({ webHookMember: "address" })))
      const both = read("pushAuthorizationInfo", { webHookURL: "https://other.example/" })
      assert.deepStrictEqual([both.value.webHookUrl, both.findings.map(({ path }) => path)], ["https://erp.example/push", ["/webHookURL"]])
    }))
})

describe("rows 18 to 77", () => {
  it.effect("the data of an answer is read from and written to the top level alone (X-118 X-218)", () =>
    Effect.gen(function*() {
      const body = { success: true, result: { shopId: 1, platformWarehouseList: [] } }
      assert.strictEqual((yield* Effect.flip(answeredWith(body).call.listLocations({})))._tag, "ResponseInvalid")
      const { call, kept } = joined()
      yield* call.listLocations({})
      assert.hasAllKeys(lastAnswer(kept), ["success", "shopId", "onlineShopId", "platformWarehouseList"])
    }))

  it("carrier and carrierName of an order are members of their own, and shippingCarrier is that of a label (X-119 X-219)", () => {
    const { value } = read("order", { carrierName: undefined })
    assert.deepStrictEqual([value.carrier, value.carrierName], ["NV", undefined])
    assert.containsAllKeys(written("order"), ["carrier", "carrierName"])
    assert.containsAllKeys(written("LabelData"), ["shippingCarrier"])
  })

  it("amounts are read from numbers and texts, exactly, and written as texts, those typed Number as numbers (X-126 X-226)", () => {
    for (const given of ["4.50", new Json.Numeral("4.50")]) assert.strictEqual(Json.stringify(Wire.write(samples.subjects["order"]!.table, read("order", { freight: given }).value).json!["freight"]!), "\"4.50\"")
    assert.strictEqual(written("order item").itemPrice, "9.95")
    assert.strictEqual(written("product").price, 9.95)
  })

  it("timestamps of 13 and of 10 digits, and every date text, are read, and 13 digits are written (X-128 X-228 X-129 X-229)", () => {
    const at = (given: Json.Json) => read("order", { createTime: given }).value.createTime.epochMilliseconds
    assert.deepStrictEqual([at(1767225600000), at(1767225600), at("1767225600000")], [1767225600000, 1767225600000, 1767225600000])
    for (const text of ["2026-01-01", "2026-01-01 00:00:00", "2026/01/01", "2026-01-01T00:00:00+08:00"]) assert.strictEqual(at(text), Date.parse("2026-01-01T00:00:00+08:00"))
    assert.strictEqual(written("order").createTime, 1767225600000)
  })

  it("members that the document does not have are ignored and reported, and none is written (X-131 X-231)", () => {
    const { findings, value } = read("order", { code: null, tag: "x" })
    assert.deepStrictEqual(findings.map(({ path }) => path), ["/code", "/tag"])
    assert.doesNotHaveAnyKeys(value, ["code", "tag"])
    assert.doesNotHaveAnyKeys(written("getOrder answer"), ["code"])
  })

  it("the warehouse of the platform is an id or a code, each with the other as second name (X-132 X-232)", () => {
    for (const [message, declared, other] of [["order", "platformWarehouseId", "platformWarehouseCode"], ["warehouseStock", "platformWarehouseId", "platformWarehouseCode"], ["failure", "platformWarehouseId", "platformWarehouseCode"], ["platformWarehouse", "platformWarehouseCode", "platformWarehouseId"]] as const) {
      assert.strictEqual(read(message, { [declared]: undefined, [other]: "W" }).value[declared], "W")
      assert.containsAllKeys(written(message), [declared])
    }
  })

  it.effect("a buyer without an email is written with \"\", or with the text of the profile, and \"\" is read (X-145 X-245 X-345)", () =>
    Effect.gen(function*() {
      const { email: _, ...receiver } = order.receiver
      for (const emailFallback of ["", "none@example.org"]) {
        const { kept, send } = pushesJoined({ client: { profile: profile({ emailFallback }) } })
        yield* send({ ...order, receiver })
        assert.strictEqual(lastSent(kept).content.buyerInfo.email, emailFallback)
        const [event] = kept.events
        assert.strictEqual(event?._tag === "OrderPushed" && event.order.receiver.email !== undefined, emailFallback !== "")
      }
    }))

  it.effect("address1 and address2 are joined by one blank for address (X-169 X-269)", () =>
    Effect.gen(function*() {
      const { kept, send } = pushesJoined()
      yield* send({ ...order, receiver: { ...order.receiver, address1: personal("a", "1 Road"), address2: personal("a", "#02-03") } })
      const { buyerInfo } = lastSent(kept).content
      assert.deepStrictEqual([buyerInfo.address, buyerInfo.receiverName, buyerInfo.province, buyerInfo.postCode], ["1 Road #02-03", "Tan Ah \"Kow\" 陈", "SG", "000001"])
      const [event] = kept.events
      assert.strictEqual(event?._tag === "OrderPushed" && Redacted.value(event.order.receiver.address1!), "1 Road #02-03")
    }))

  it("item ids and failure texts have a name of their own in each message (X-170 X-172 X-270 X-272)", () => {
    for (const [message, name] of [["order item", "onlineTransactionId"], ["order item", "onlineItemId"], ["onlineOrderItem", "onlineOrderItemId"], ["OnlineItemInfo", "onlineItemId"], ["failure", "failedReason"]] as const) {
      assert.containsAllKeys(written(message), [name])
      assert.strictEqual(read(message, { [name]: "X-9" }).value[name], "X-9")
    }
  })

  it.effect("ids of getProduct are lists, and a text is a list of one; updateInventory takes a text (X-171 X-271)", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(read("getProduct", { onlineItemId: "I-9", onlineSkuId: "V-9" }).value.onlineItemId, ["I-9"])
      const { call, kept } = joined()
      yield* call.listProducts({ ...page, productIds: ["I-1"] })
      assert.deepStrictEqual(lastSent(kept).content.onlineItemId, ["I-1"])
      yield* call.updateStock({ items: [{ productId: "I-1", stock: figure(1) }] })
      assert.strictEqual(lastSent(kept).content.onlineItemId, "I-1")
      assert.isNotEmpty(read("updateInventory", { onlineItemId: ["I-1"] }).problems)
    }))

  it.effect("the signature is the form field sign, over accessId and content (X-265 X-266)", () =>
    Effect.gen(function*() {
      const { call, kept } = joined()
      yield* call.listLocations({})
      const { accessId, content, method, sign, ...others } = Object.fromEntries(new URLSearchParams(kept.requests[0]!.body))
      assert.deepStrictEqual([accessId, method, others], ["acc-1", "getPlatformWarehouse", {}])
      assert.strictEqual(sign, createHash("sha1").update(`${JSON.stringify({ accessId, content })}${Redacted.value(secretKey)}`).digest("hex"))
      assert.deepStrictEqual(kept.requests[0]!.headers.filter(([name]) => /sign|access/i.test(name)), [])
    }))

  it.effect("an optional member without a value is left out, or null where the profile says so, and neither is a value (X-177 X-277 X-377)", () =>
    Effect.gen(function*() {
      for (const writeNull of Profile.options.writeNull) {
        const { call, kept } = joined({ client: { profile: profile({ writeNull }) } })
        yield* call.cancelShipment({ onlineOrderId: "P-1", trackingNumber: "T" })
        assert.strictEqual("cancelReason" in lastSent(kept).content, writeNull)
        assert.deepStrictEqual(kept.dispatched[0]?.payload, { onlineOrderId: "P-1", trackingNumber: "T" })
      }
      for (const nothing of [undefined, null, ""]) assert.notProperty(read("order", { payTime: nothing }).value, "payTime")
    }))
})
