import { assert, describe, it } from "@effect/vitest"
import { type Document, Drift, Transport } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { TestClock } from "effect/testing"
import { Envelope, Fault, Server } from "../../src/platform-envelope/index.ts"
import { type Raw, request } from "./raw.ts"
import * as samples from "./samples.ts"
import { account, type Answers, books, joined, order, pdf, personal, serverOf, shop } from "./support.ts"

const ask = (raw: Raw | Transport.Request, more: Parameters<typeof serverOf>[1] = {}) => {
  const kept = books()
  const response = Effect.runSync(serverOf(kept, more)("body" in raw ? raw : request(raw)))
  return { ...response, json: JSON.parse(response.body), dispatched: kept.dispatched, findings: kept.findings }
}

const labelled = (base64: string): Document.Document => ({ kind: "label", format: "PDF", source: { _tag: "Content", base64: personal("label", base64) } })

const shopOf = { platform: "SHOPEE", shopId: 1 }
const times = { updateTimeStart: 1767225600000, updateTimeEnd: 1767312000000 }
const orders = (content: object, more: Parameters<typeof serverOf>[1] = {}) => ask({ method: "getOrder", content: { ...shopOf, ...content } }, more)

describe("the frame", () => {
  it("is a form of the four fields, posted; anything else is refused before anybody is known (P-006)", () => {
    assert.deepStrictEqual(
      [
        ask({ httpMethod: "GET" }).status,
        ask({ contentType: "application/json" }).status,
        ask({ ...request(), body: "accessId=a&accessId=b" }).status,
        ask({ ...request(), body: "accessId=%zz" }).status,
        ask({ ...request(), headers: [["apiUrl", "a"], ["apiUrl", "b"]] }).status,
        ask({ ...request(), headers: [] }).status
      ],
      [405, 415, 400, 400, 400, 200]
    )
    const [long, limits] = ["x".repeat(300_000), { maxBody: 1000 }]
    assert.strictEqual(ask({ content: long }, { limits }).status, 413)
  })

  it("names the same operation as the path, which is one of fifteen (P-023 P-004)", () => {
    assert.include(ask({ path: "/extApi/platform/getOrder" }).json.message, "METHOD_UNKNOWN: /method: getOrderOnlineStatus is not the operation that the path names")
    for (const raw of [{ method: "dropOrders" }, { method: "pushOrder" }, { path: "/elsewhere" }, { path: "/extApi/platform/v1/getOrder" }]) {
      const { dispatched, json } = ask(raw)
      assert.strictEqual(json.success, false)
      assert.include(json.message, "METHOD_UNKNOWN")
      assert.deepStrictEqual(dispatched, [])
    }
    assert.lengthOf(Server.methods, 15)
  })

  it("refuses content that is no JSON object, and a member by its name (P-388)", () => {
    for (const content of ["not json", "[]", "5"]) assert.include(ask({ content }).json.message, "CONTENT_INVALID: /content")
    assert.deepStrictEqual(ask({ method: "initLogistics", content: { platform: "SHOPEE" } }).json, {
      success: false,
      message: "MEMBER_MISSING: /shopId: is missing; send a whole number"
    })
    for (const [platform, problem] of [[undefined, "is missing"], [null, "is null"], ["", "is empty"]] as const) {
      const content = { shopId: 1, ...(platform !== undefined && { platform }) }
      assert.strictEqual(ask({ method: "initLogistics", content }).json.message, `MEMBER_MISSING: /platform: ${problem}; send a text`)
    }
  })

  it("refuses a member that appears twice in one object of the content (U-128)", () => {
    for (const content of ["{\"platform\":\"SHOPEE\",\"shopId\":1,\"shopId\":2}", "{\"platform\":\"SHOPEE\",\"shopId\":1,\"more\":[{\"a\":1,\"a\":2}]}"]) {
      const { dispatched, json } = ask({ method: "initLogistics", content })
      assert.match(json.message, /^CONTENT_INVALID: \/content: the member "\w+" appears twice/)
      assert.deepStrictEqual(dispatched, [])
    }
  })

  it("answers a defect with INTERNAL and tells it", () => {
    const defects: Array<unknown> = []
    const answers: Answers = { getOrders: () => Effect.die("gone") }
    const { json } = orders(times, { answers, onDefect: (defect) => Effect.sync(() => void defects.push(defect)) })
    assert.include(json.message, "INTERNAL")
    assert.deepStrictEqual(defects, ["gone"])
  })
})

describe("the headers", () => {
  const headers: Transport.Headers = [
    ["accessToken", "at-1"],
    ["refreshToken", "rt-1"],
    ["apiUrl", "https://api.example/x"],
    ["authorJson", "[{\"authorKey\":\"region\",\"authorValue\":\"\\u00e9u\"}]"]
  ]

  it("are read, and tokens stay hidden (P-012 P-013 P-014 P-017 P-018 X-124)", () => {
    const [{ info } = assert.fail()] = ask({ headers }, { allowApiUrl: () => true }).dispatched
    assert.strictEqual(Redacted.value(info.accessToken!), "at-1")
    assert.strictEqual(Redacted.value(info.refreshToken!), "rt-1")
    assert.strictEqual(info.apiUrl?.href, "https://api.example/x")
    assert.deepStrictEqual(info.authorJson!.map(({ authorKey, authorValue }) => [authorKey, Redacted.value(authorValue)]), [["region", "éu"]])
    assert.notInclude(JSON.stringify(info), "at-1")
    assert.isUndefined(ask({}).dispatched[0]!.info.accessToken)
  })

  it("name an address only if it is https and allowed, for the link as well (P-015)", () => {
    const naming = (apiUrl: string, more: Parameters<typeof serverOf>[1] = {}) => ask({ headers: [["apiUrl", apiUrl]] }, more).json
    const open = { allowApiUrl: () => true }
    assert.isTrue(naming("https://api.example", open).success)
    for (const json of [
      naming("https://api.example"),
      naming("http://api.example", open),
      naming("https://u:p@api.example", open),
      naming("nowhere", open),
      naming("https://api.example", { ...open, accounts: [{ ...account, shops: [{ ...shop, allowsApiUrl: () => false }] }] })
    ]) {
      assert.include(json.message, "API_URL_NOT_ALLOWED")
    }
  })

  it("hold authorJson as a list of key and value, or the call is refused (P-018 X-224)", () => {
    for (const text of ["{}", "no json", "[{\"authorKey\":\"a\"}]", "%7B"]) {
      assert.include(ask({ headers: [["authorJson", text]] }).json.message, "HEADER_INVALID")
    }
    const written = Envelope.writeAuthorJson([{ authorKey: "clé", authorValue: Redacted.make("é\n") }])
    assert.match(written, /^[\x20-\x7e]+$/)
    assert.strictEqual(Redacted.value(Envelope.readAuthorJson(written)![0]!.authorValue), "é\n")
    assert.strictEqual(Envelope.readAuthorJson(encodeURIComponent(written))![0]!.authorKey, "clé")
  })
})

describe("getOrder", () => {
  it("selects by the list, or by both times, and by the list if it has both (P-214 P-215 P-216)", () => {
    const payload = (content: object) => orders(content).dispatched[0]?.payload as Record<string, unknown>
    assert.deepStrictEqual(Object.keys(payload({ onlineOrderIdList: ["P-1"] })), ["onlineOrderIds", "limit"])
    assert.deepStrictEqual(Object.keys(payload(times)), ["updatedFrom", "updatedTo", "limit"])
    assert.deepStrictEqual(Object.keys(payload({ onlineOrderIdList: ["P-1"], ...times })), ["onlineOrderIds", "limit"])
  })

  it("is refused without a list and without both times, and with one time alone (P-212 P-213)", () => {
    for (const content of [{}, { onlineOrderIdList: [] }, { updateTimeStart: times.updateTimeStart }, { onlineOrderIdList: ["P-1"], updateTimeEnd: times.updateTimeEnd }]) {
      const { dispatched, json } = orders(content)
      assert.match(json.message, /^MEMBER_INVALID: \/updateTime(?:Start|End): is missing/)
      assert.deepStrictEqual(dispatched, [])
    }
    const swapped = { updateTimeStart: times.updateTimeEnd, updateTimeEnd: times.updateTimeStart }
    assert.include(orders(swapped).json.message, "/updateTimeStart: is later than updateTimeEnd")
  })

  it("selects by the list whatever the order of the times beside it (P-216 U-99)", () => {
    const swapped = { updateTimeStart: times.updateTimeEnd, updateTimeEnd: times.updateTimeStart }
    const { dispatched, json } = orders({ onlineOrderIdList: ["P-1"], ...swapped })
    assert.isTrue(json.success)
    assert.deepStrictEqual(dispatched[0]?.payload, { onlineOrderIds: ["P-1"], limit: 100 })
  })

  it("takes page 1 as the first, and 100 records unless it says otherwise (P-218 P-392 X-109 X-110 X-209 X-210)", () => {
    const pageOf = (content: object) => orders({ ...times, ...content })
    assert.strictEqual((pageOf({}).dispatched[0]!.payload as { limit: number }).limit, 100)
    assert.strictEqual(pageOf({ pageNo: 1 }).json.currentPageNo, 1)
    assert.strictEqual((pageOf({ page: 1, pageSize: 7 }).dispatched[0]!.payload as { limit: number }).limit, 7)
    for (const pageNo of [0, 10_001]) assert.include(pageOf({ pageNo }).json.message, "/pageNo")
    assert.include(pageOf({ PageSize: 1001 }).json.message, "/PageSize")
  })

  it("numbers the pages of a list that is read by cursors", () => {
    const answers: Answers = {
      getOrders: ({ cursor = "a" }: { readonly cursor?: string }) => ({ items: [{ ...order, onlineOrderId: cursor }], ...(cursor < "c" && { nextCursor: String.fromCharCode(cursor.charCodeAt(0) + 1) }) })
    }
    const [second, third, fourth] = [2, 3, 4].map((pageNo) => orders({ ...times, pageNo }, { answers }).json)
    assert.deepStrictEqual([second.orderInfoList[0].onlineOrderId, second.isLastPage], ["b", 0])
    assert.deepStrictEqual([third.orderInfoList[0].onlineOrderId, third.isLastPage], ["c", 1])
    assert.deepStrictEqual([fourth.orderInfoList, fourth.isLastPage], [[], 1])
  })

  it.effect("writes the current time where the platform has no time of the last change (P-082 X-173 X-273)", () =>
    Effect.gen(function*() {
      yield* TestClock.setTime(1_780_000_000_000)
      const { modifiedAt: _, ...untold } = order
      const { call, serve } = joined({ answers: { getOrders: () => ({ items: [untold, order] }) } })
      const { body } = yield* serve(request({ method: "getOrder", content: { ...shopOf, ...times } }))
      const found = JSON.parse(body).orderInfoList.map((one: { readonly onlineOrderInfo: { readonly lastModifyTime: number } }) => one.onlineOrderInfo.lastModifyTime)
      assert.deepStrictEqual(found, [1_780_000_000_000, Date.parse("2026-03-02T00:00:00.123Z")])
      assert.lengthOf((yield* call.getOrders({ limit: 10, onlineOrderIds: ["P-1"] })).items, 2)
    }))

  it("writes amounts that the platform does not state as 0, and members of the buyer as empty texts", () => {
    const { price: _, tax: __, ...line } = order.lines[0]!
    const answers: Answers = {
      getOrders: () => ({ items: [{ ...order, receiver: {}, lines: [line] }] })
    }
    const [told] = orders(times, { answers }).json.orderInfoList
    assert.deepStrictEqual([told.orderSkuList[0].itemPrice, told.orderSkuList[0].totalTax, told.buyerInfo.receiverName], ["0", "0", ""])
  })
})

describe("other operations", () => {
  it("getProduct needs ids or both times (P-265 P-266 P-267 P-268)", () => {
    const products = (content: object) => ask({ method: "getProduct", content: { ...shopOf, ...content } }).json
    for (const content of [{ onlineItemId: ["I-1"] }, { onlineSkuId: "V-1" }, times]) assert.isTrue(products(content).success)
    for (const content of [{}, { updateTimeStart: 1767225600000 }, { updateTimeEnd: 1767225600000 }, { onlineItemId: [] }]) {
      assert.match(products(content).message, /MEMBER_INVALID: \/updateTime/)
    }
  })

  it("getProduct with ids takes either time alone, and hands it on (P-261 P-262 P-267 P-268)", () => {
    const products = (content: object) => ask({ method: "getProduct", content: { ...shopOf, ...content } })
    for (const ids of [{ onlineItemId: ["I-1"] }, { onlineSkuId: ["V-1"] }]) {
      for (const [name, is] of [["updateTimeStart", "updatedFrom"], ["updateTimeEnd", "updatedTo"]] as const) {
        const { dispatched, json } = products({ ...ids, [name]: times[name] })
        assert.isTrue(json.success)
        assert.containsAllKeys(dispatched[0]?.payload, [is])
      }
    }
    const swapped = { updateTimeStart: times.updateTimeEnd, updateTimeEnd: times.updateTimeStart }
    assert.include(products({ onlineItemId: ["I-1"], ...swapped }).json.message, "/updateTimeStart: is later than updateTimeEnd")
  })

  it("pushAuthorizationInfo is refused with an address that is not https or has a user or a password (P-199 U-86)", () => {
    const announced = (webHookUrl: string) =>
      ask({ method: "pushAuthorizationInfo", content: { ...shopOf, customerId: 5, webHookUrl, status: "UNLOCK" } })
    assert.isTrue(announced("https://erp.example/push").json.success)
    for (const address of ["http://erp.example/push", "https://user@erp.example/", "https://:word@erp.example/", "nowhere"]) {
      const { dispatched, json } = announced(address)
      assert.include(json.message, "MEMBER_INVALID: /webHookUrl: is not a secure address")
      assert.notInclude(json.message, "erp.example")
      assert.deepStrictEqual(dispatched, [])
    }
  })

  it("pushAuthorizationInfo locks a shop with LOCK, and no shop with UNLOCK (P-154)", () => {
    const lockedBy = (status: string) =>
      ask({ method: "pushAuthorizationInfo", content: { ...shopOf, customerId: 5, webHookUrl: "https://erp.example/push", status } }).dispatched
        .map(({ payload }) => (payload as { readonly isLocked: boolean }).isLocked)
    assert.deepStrictEqual(["LOCK", "UNLOCK", "OPEN"].map(lockedBy), [[true], [false], []])
  })

  it("is about the shop whose id matches before a shop without an id (U-147)", () => {
    const { onlineShopId: _, ...anyShop } = shop
    for (const shops of [[{ ...anyShop, key: "any" }, { ...shop, key: "exact" }], [{ ...shop, key: "exact" }, { ...anyShop, key: "any" }]]) {
      const callerOf = (onlineShopId: string) => orders({ ...times, onlineShopId }, { accounts: [{ ...account, shops }] }).dispatched.map(({ caller }) => caller)
      assert.deepStrictEqual(["S-1", "S-2"].map(callerOf), [["exact"], ["any"]])
    }
  })

  it("getTrackingInfo needs an order or a package (P-347)", () => {
    const asked = (content: object) => ask({ method: "getTrackingInfo", content: { platform: "SHOPEE", ...content } }).json
    assert.include(asked({}).message, "MEMBER_INVALID: /onlineOrderId")
    assert.isTrue(asked({ packageNumber: "K-1" }).success)
  })

  it("getLabelData has no shopId (P-339)", () => {
    const { dispatched, json } = ask({ method: "getLabelData", content: { platform: "SHOPEE", onlineShopId: "S-1", onlineOrderId: "P-1" } })
    assert.isTrue(json.success)
    assert.deepStrictEqual(dispatched[0]?.payload, { onlineOrderId: "P-1" })
  })

  it.each([["readyToShip", "markReadyToShip"], ["getTrackNumber", "createShipment"]] as const)("%s with an unknown outcome is answered as such (P-396)", (method, operation) => {
    const { sample } = samples.subjects[method]!
    const content = JSON.stringify({ ...sample, shopId: 1, onlineOrderItemList: undefined, onlineItemInfoList: undefined })
    const { json } = ask({ method, content }, { answers: { [operation]: () => Effect.fail(Fault.doubtful) } })
    assert.deepStrictEqual(json, { success: false, message: "DOUBTFUL: outcome not known yet; ask again with the same number" })
  })

  it("names a wrong article by the members of the call, which carries one", () => {
    const answers: Answers = { updateStock: () => Effect.fail({ code: "REQUEST_INVALID", path: "/items/0/stock", message: "is too large" }) }
    const { json } = ask({ method: "updateInventory", content: { ...shopOf, onlineItemId: "I-1", onlineStock: 5 } }, { answers })
    assert.include(json.message, "REQUEST_INVALID: /onlineStock")
  })

  it("tells labels as PDFs or as links, and reports every other document of the platform (P-127 P-128)", () => {
    const content = { platform: "SHOPEE", onlineShopId: "S-1", onlineOrderId: "P-1" }
    const items = [{ ...labelled("XlhB"), format: "ZPL" }, { ...labelled(pdf), kind: "invoice" as const }, labelled(pdf)]
    const { findings, json } = ask({ method: "getLabelData", content }, { answers: { getLabels: () => ({ items }) } })
    assert.deepStrictEqual(json.labelDataList.map((each: { labelData: string }) => each.labelData), [pdf])
    assert.deepStrictEqual(findings.map(({ message, path }) => [path, message.slice(0, 27)]), [
      ["/labelDataList/*", "a document is a label as ZP"],
      ["/labelDataList/*", "a document is a invoice as "]
    ])
  })

  it("an answer that lacks what the document requires is a refusal, and what has no member is reported", () => {
    const answers: Answers = { getLabels: () => ({ items: [labelled("no Base64!")] }) }
    const content = { platform: "SHOPEE", onlineShopId: "S-1", onlineOrderId: "P-1" }
    assert.include(ask({ method: "getLabelData", content }, { answers }).json.message, "ANSWER_INVALID")
    const more: Answers = { getOrders: () => ({ items: [{ ...order, fulfillments: [] }], unreadable: ["P-9"] }) }
    assert.sameMembers(orders(times, { answers: more }).findings.map(({ path }) => path), ["/unreadable", "/items/*/fulfillments"])
    assert.strictEqual(ask({ method: "getLabelData", content }, { answers: { getLabels: () => ({ items: [labelled(pdf)] }) } }).json.labelDataList[0].labelData, pdf)
  })

  it("issues tokens only where it has an issuer", () => {
    const kept = books()
    const serve = Server.make<never>({ find: () => account, dispatch: () => Effect.succeed(undefined as never) })
    const { body } = Effect.runSync(Effect.provideService(serve(request({ method: "getToken", content: { platform: "SHOPEE", code: "c" } })), Drift.Drift, { report: () => Effect.void }))
    assert.include(body, "NOT_SUPPORTED")
    assert.deepStrictEqual(kept.dispatched, [])
    assert.include(Server.seal(Fault.unauthenticated).body, "SIGNATURE_INVALID")
  })
})
