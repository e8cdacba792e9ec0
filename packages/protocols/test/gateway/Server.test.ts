import { assert, describe, it } from "@effect/vitest"
import { type InboundOrder, Json, Quantity, type Transport } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as References from "effect/References"
import { Server } from "../../src/gateway/index.ts"
import { forMany } from "../generate.ts"
import { type Raw, request } from "./raw.ts"
import * as samples from "./samples.ts"
import { account, books, caller, linked, refusing, serverOf, single } from "./support.ts"

/** Serves one request with fresh warehouses; what they say and what reached the work behind. */
const ask = (raw: Raw | Transport.Request, more: Parameters<typeof serverOf>[1] = {}) => {
  const kept = books()
  const response = Effect.runSync(serverOf(kept, more)("remoteAddress" in raw ? raw : request(raw as Raw)))
  return { ...response, json: JSON.parse(response.body), dispatched: kept.dispatched, findings: kept.findings }
}

const createOrder = { method: "createOrder", body: Json.stringify(samples.createOrder) }
const changed = (changes: Json.JsonObject): Raw => ({ method: "createOrder", body: Json.stringify({ ...samples.createOrder, ...changes }) })
const getOrder = { method: "getOrder", body: { warehouseKey: "k1", getOrderInfoList: [{ orderNumber: "A" }] } }

describe("what an address takes", () => {
  it("selects the operation by the last segment of the path, whatever stands before", () => {
    for (const base of ["", "/base", "/a/b"]) {
      const url = `https://here.example${base}/global-api/v1/warehouse/initWarehouses`
      assert.strictEqual(ask({ url }).json.result.warehouseInfoList.length, 1)
      assert.strictEqual(ask({ url: `${url}/?query=1` }).json.success, true)
    }
  })

  it("knows ten names under v1, and names what it does not know (G-003 U-57)", () => {
    const { json } = ask({ method: "none" })
    const listed = /followed by one of (.*)$/.exec(json.errorMsg)?.[1]?.split(", ")
    assert.deepStrictEqual(listed?.toSorted(), [
      "cancelAsnOrder",
      "cancelOrder",
      "createAsnOrder",
      "createOrder",
      "getAsnList",
      "getOrder",
      "initChannels",
      "initWarehouses",
      "insertSkuInfo",
      "syncInventory"
    ])
    assert.match(json.errorMsg, /^METHOD_UNKNOWN: none is not an operation of v1/)
    for (const method of ["__proto__", "constructor", "warehouses", "channels", "insert_sku_info", "getOrderList"]) {
      const { dispatched, json: answer, status } = ask({ method })
      assert.deepStrictEqual([status, answer.success, dispatched.length], [200, false, 0])
    }
    assert.notInclude(ask({ method: "%3Cscript%3E" }).json.errorMsg, "script")
    assert.strictEqual(ask({ url: "https://here.example/other" }).json.success, false)
    const v2 = { url: "https://here.example/global-api/v2/warehouse/initWarehouses" }
    assert.deepStrictEqual([ask(v2).json.success, ask(v2, { pathVersion: "v2" }).json.success], [false, true])
  })

  it("refuses another HTTP method with 405", () => {
    for (const httpMethod of ["GET", "PUT", "DELETE", "HEAD", "PATCH", "OPTIONS"] as const) {
      const { dispatched, headers, json, status } = ask({ httpMethod })
      assert.deepStrictEqual([status, json.success, dispatched.length], [405, false, 0])
      assert.deepInclude(headers as unknown as Array<unknown>, ["allow", "POST"])
    }
  })

  it("takes JSON, with any parameters or unnamed, and answers 415 for anything else", () => {
    const typed = (type: string): Transport.Request => {
      const { headers, ...rest } = request()
      return { ...rest, headers: [["content-type", type], ...headers.slice(1)] }
    }
    for (const type of ["application/json", "application/json; charset=UTF-8", "APPLICATION/JSON", ""]) {
      assert.strictEqual(ask(typed(type)).json.success, true)
    }
    for (const type of ["text/plain", "application/x-www-form-urlencoded", "application/jsonx"]) {
      const { dispatched, json, status } = ask(typed(type))
      assert.deepStrictEqual([status, json.success, dispatched.length], [415, false, 0])
    }
  })

  it("refuses a header of the protocol that appears twice with different values with 400 (G-354)", () => {
    for (const name of ["appKey", "sign", "warehouseType", "secret", "accessToken", "refreshToken", "authInfo", "apiUrl"]) {
      const { dispatched, json, status } = ask({ headers: [[name, "x"], [name.toUpperCase(), "y"]] })
      assert.deepStrictEqual([status, json.success, dispatched.length], [400, false, 0], name)
      assert.include(json.errorMsg, name)
    }
    assert.strictEqual(ask({ headers: [["warehouseType", "a"], ["WarehouseType", "a"]] }).status, 200)
  })

  it("refuses a member of the body that appears twice with 400 (U-128)", () => {
    const { dispatched, status } = ask({ body: "{\"warehouseKey\":[\"k1\"],\"warehouseKey\":[\"k2\"]}" })
    assert.deepStrictEqual([status, dispatched.length], [400, 0])
    const inner = Json.stringify(samples.createOrder).replace("\"skuList\":[{", "\"skuList\":[{\"quantity\":\"9\",")
    const second = ask({ method: "createOrder", body: inner })
    assert.deepStrictEqual([second.status, second.dispatched.length], [400, 0])
    assert.include(second.json.errorMsg, "the member \"quantity\" appears twice")
  })

  it("answers 400 for framing alone, and 200 for whatever is wrong with a member (U-09)", () => {
    for (const body of ["{", "[]", "5", "null", "\"text\""]) {
      assert.deepStrictEqual([ask({ body }).status, ask({ body }).json.success], [400, false], body)
    }
    const wrong = [{ method: "createOrder", body: "{}" }, changed({ skuList: [] }), changed({ orderNumber: 5 }), { body: "" }]
    for (const raw of wrong) {
      const { dispatched, json, status } = ask(raw)
      assert.deepStrictEqual([status, json.success, dispatched.length], [200, false, 0])
    }
  })

  it("answers 413 above the size, 400 above the depth, and refuses a text above 64 kB, but no label (U-122)", () => {
    const size = Buffer.byteLength(request().body)
    assert.strictEqual(ask({}, { limits: { maxBody: size } }).status, 200)
    assert.strictEqual(ask({}, { limits: { maxBody: size - 1 } }).status, 413)
    assert.strictEqual(ask({ body: "ü".repeat(11 * 1024 * 1024) }).status, 413)
    const listed = (count: number) => `{"warehouseKey":["k1"],"more":[${"1,".repeat(count - 1)}1]}`
    assert.deepStrictEqual([ask({ body: listed(59_990) }).status, ask({ body: listed(60_001) }).status], [200, 400])
    const nested = (levels: number) => `{"warehouseKey":["k1"],"more":${"[".repeat(levels)}${"]".repeat(levels)}}`
    assert.deepStrictEqual([ask({ body: nested(31) }).status, ask({ body: nested(32) }).status], [200, 400])
    const kB = (count: number) => "a".repeat(count * 1024)
    assert.strictEqual(ask(changed({ shopName: kB(64) })).json.success, true)
    assert.match(ask(changed({ shopName: `${kB(64)}a` })).json.errorMsg, /^MEMBER_TOO_LONG: \/shopName: /)
    const labelData = Buffer.from(`%PDF-${kB(300)}`).toString("base64")
    assert.strictEqual(ask(changed({ labelData })).json.success, true)
  })
})

describe("what the headers say", () => {
  const info = (headers: Transport.Headers, more: Parameters<typeof serverOf>[1] = {}) => ask({ headers }, more)

  it("hands on the type, the tokens and the exact body, and shows no token", () => {
    const { dispatched } = info([["warehouseType", "WT"], ["accessToken", "tok-a"], ["refreshToken", "tok-r"]])
    const found = dispatched[0]!.info
    assert.deepStrictEqual([found.method, found.content, found.warehouseType], ["initWarehouses", "{\"warehouseKey\":[\"k1\"]}", "WT"])
    assert.deepStrictEqual([found.accessToken, found.refreshToken].map((one) => one && Redacted.value(one)), ["tok-a", "tok-r"])
    assert.notInclude(JSON.stringify(found), "tok-")
    assert.hasAllKeys(ask({}).dispatched[0]!.info, ["method", "content", "digest"])
  })

  it("reads authInfo with any keys, escaped and percent-encoded, and keeps the values to itself (G-016 X-124)", () => {
    const entries = [{ authInfoKey: "任意 key", value: "wärde" }, { authInfoKey: "empty", value: "" }]
    const escaped = JSON.stringify(entries).replaceAll(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
    for (const header of [escaped, encodeURIComponent(JSON.stringify(entries)), JSON.stringify(entries)]) {
      const { authInfo } = info([["authInfo", header]]).dispatched[0]!.info
      assert.deepStrictEqual(authInfo?.map(({ authInfoKey, value }) => ({ authInfoKey, value: Redacted.value(value) })), entries)
      assert.notInclude(JSON.stringify(authInfo), "wärde")
    }
    for (const header of ["", "[]"]) assert.notProperty(info([["authInfo", header]]).dispatched[0]!.info, "authInfo")
  })

  it("names an authInfo that cannot be read", () => {
    for (const header of ["no json", "{}", "[5]", "%ff", "[{\"authInfoKey\":\"a\"}]", "%7B"]) {
      const { dispatched, json, status } = info([["authInfo", header]])
      assert.deepStrictEqual([status, dispatched.length], [200, 0], header)
      assert.match(json.errorMsg, /^HEADER_INVALID: the header authInfo/)
    }
  })

  it("takes an apiUrl only when it is https and on the allow list, and otherwise does nothing (G-019)", () => {
    const allowed = new Set(["wms.example"])
    const seen: Array<unknown> = []
    const allowApiUrl = (url: URL, asking: Server.Account) => {
      seen.push(asking.appKey)
      return allowed.has(url.host)
    }
    const { dispatched, json } = info([["apiUrl", "https://wms.example/api"]], { allowApiUrl })
    assert.deepStrictEqual([json.success, dispatched[0]?.info.apiUrl?.href], [true, "https://wms.example/api"])
    assert.deepStrictEqual(seen, ["app-1"])
    const refused = ["http://wms.example/", "https://other.example/", "https://wms.example:444/", "https://u:p@wms.example/", "ftp://wms.example", "wms.example", "javascript:1"]
    for (const apiUrl of refused) {
      const found = info([["apiUrl", apiUrl]], { allowApiUrl })
      assert.deepStrictEqual([found.status, found.json.success, found.dispatched.length], [200, false, 0], apiUrl)
      assert.match(found.json.errorMsg, /^API_URL_NOT_ALLOWED: /)
    }
    assert.strictEqual(info([["apiUrl", "https://wms.example/api"]]).json.success, false)
    assert.notProperty(info([["apiUrl", ""]]).dispatched[0]!.info, "apiUrl")
  })

  it("takes an apiUrl only for links that have it, and for all of a call or for none (G-019)", () => {
    const at = (host: string, link: Server.Caller): Server.Caller => ({ ...link, allowsApiUrl: (url) => url.host === host })
    const links: Readonly<Record<string, Server.Caller>> = { k1: at("one.example", caller), k2: at("two.example", { ...caller, key: "link-2" }) }
    const asked = (warehouseKey: ReadonlyArray<string>) =>
      ask(
        { method: "initWarehouses", body: { warehouseKey }, headers: [["apiUrl", "https://one.example"]] },
        { accounts: [{ ...account, linkOf: (key) => links[key] }], allowApiUrl: () => true }
      )
    assert.strictEqual(asked(["k1"]).json.success, true)
    for (const keys of [["k2"], ["k1", "k2"]]) {
      const { dispatched, json } = asked(keys)
      assert.deepStrictEqual([json.success, dispatched.length], [false, 0])
      assert.match(json.errorMsg, /^API_URL_NOT_ALLOWED: /)
    }
  })
})

describe("what an operation answers", () => {
  it("writes code as null beside result, and nothing else (G-025 X-231 X-118 X-218)", () => {
    assert.deepStrictEqual(ask({}).json, {
      success: true,
      result: { warehouseInfoList: [{ warehouseCode: "WH-1", warehouseName: "North" }] },
      code: null
    })
    assert.deepStrictEqual(ask(createOrder).json, {
      success: true,
      result: { warehouseOrderNumber: "WO-1", orderNumber: "SO-1", success: true },
      code: null
    })
    assert.deepStrictEqual(Object.keys(ask({ method: "none" }).json), ["success", "errorMsg", "code"])
  })

  it("writes a failure as success false with its text in errorMsg (G-347 X-203)", () => {
    const refused = { createOutboundOrder: () => refusing({ code: "OUT_OF_STOCK", message: "nothing left", path: "/skuList/0" }) }
    assert.deepStrictEqual(ask(createOrder, { answers: refused }).json, {
      success: false,
      errorMsg: "OUT_OF_STOCK: /skuList/0: nothing left",
      code: null
    })
  })

  it("answers an operation that the warehouse cannot do with a text (G-239 U-87)", () => {
    const answers = { createInboundOrder: () => refusing({ code: "NOT_SUPPORTED", message: "this warehouse does not offer the operation" }) }
    const { json, status } = ask({ method: "createAsnOrder", body: Json.stringify(samples.createAsnOrder) }, { answers })
    assert.deepStrictEqual([status, json.success], [200, false])
    assert.match(json.errorMsg, /^NOT_SUPPORTED: /)
  })

  it("tells a Doubtful create in the words of the document, also under 503 (G-357 U-141)", () => {
    const message = "outcome not known yet; ask again with the same number"
    const refused = (httpStatus?: 503) =>
      ask(createOrder, { answers: { createOutboundOrder: () => refusing({ code: "DOUBTFUL", message, ...(httpStatus && { httpStatus }) }) } })
    assert.deepStrictEqual(refused().json, { success: false, errorMsg: `DOUBTFUL: ${message}`, code: null })
    assert.deepStrictEqual([refused().status, refused(503).status], [200, 503])
  })

  it("writes the state that was derived beside the word of the warehouse, with what it demands (G-104 G-108 G-111)", () => {
    const told = (status: object) =>
      ask(getOrder, { answers: { getOutboundOrders: () => ({ items: [{ orderNumber: "A", ...status }] }) } })
    const only = ({ json }: ReturnType<typeof told>) => json.result.warehouseGetOrderList[0]
    assert.deepStrictEqual(only(told({ phase: "shipped", status: "gone", trackingNumber: "T" })), {
      orderNumber: "A",
      wmsStatus: "gone",
      status: "SUCCESS",
      trackingNumber: "T"
    })
    const withheld = told({ phase: "shipped", status: "gone" })
    assert.deepStrictEqual([only(withheld).status, withheld.findings.length], ["SENDING", 1])
    assert.strictEqual(only(told({ phase: "failed", status: "lost" })).failedReason, "lost")
    const asn = { getInboundOrders: () => ({ items: [{ asnNumber: "A", phase: "receiving", status: "unloading", lines: [] }] }) }
    const body = { warehouseKey: "k1", asnNumbers: [{ asnNumber: "A", refCode: "", type: "MANUAL" }] }
    assert.deepStrictEqual(ask({ method: "getAsnList", body }, { answers: asn }).json.result.asnList, [
      { asnNumber: "A", wmsStatus: "RECEIVING", referenceNumber: "A", finishTime: "", skuList: [] }
    ])
  })

  it("leaves an order out that the warehouse does not know", () => {
    const { json } = ask(getOrder, { answers: { getOutboundOrders: () => ({ items: [] }) } })
    assert.deepStrictEqual(json, { success: true, result: { warehouseGetOrderList: [] }, code: null })
  })

  it("takes getOrder without warehouseKey from an account with one link, and asks another which it means (G-283 U-26)", () => {
    const body = { getOrderInfoList: [{ orderNumber: "A" }] }
    for (const warehouseKey of [undefined, null, "", []]) {
      const raw = { method: "getOrder", body: { ...body, warehouseKey } }
      assert.deepStrictEqual(ask(raw, { accounts: [single] }).dispatched.map(({ link }) => link), ["link-1"])
      const { dispatched, json } = ask(raw)
      assert.match(json.errorMsg, /^MEMBER_MISSING: \/warehouseKey: /)
      assert.strictEqual(dispatched.length, 0)
    }
    const create = Json.stringify({ ...samples.createOrder, warehouseKey: null })
    assert.match(ask({ method: "createOrder", body: create }, { accounts: [single] }).json.errorMsg, /^MEMBER_MISSING: \/warehouseKey/)
  })

  it("refuses a page size outside 1 to 1000 and never clamps (G-351)", () => {
    const sized = (pageSize: number, limits = {}) =>
      ask({ method: "syncInventory", body: { warehouseKey: "k1", pageSize, page: 1, warehouseCode: "WH-1" } }, limits)
    assert.deepStrictEqual([sized(1), sized(1000)].map(({ json }) => json.success), [true, true])
    for (const size of [0, -1, 1001]) {
      assert.strictEqual(sized(size).dispatched.length, 0)
      assert.include(sized(size).json.errorMsg, "/pageSize")
    }
    assert.strictEqual(sized(51, { limits: { maxPageSize: 50 } }).json.success, false)
  })

  it("writes the failure of one ASN into its item, and fails as a whole when all fail (G-318 G-332)", () => {
    const cancelled = (...failures: ReadonlyArray<string | undefined>) =>
      ask(
        { method: "cancelAsnOrder", body: { warehouseKey: "k1", asnNumbers: failures.map((_, at) => `A${at}`) } },
        { answers: { cancelInboundOrders: () => ({ items: failures.map((failure, at) => ({ asnNumber: `A${at}`, ...(failure && { failure }) })) }) } }
      ).json
    assert.deepStrictEqual(cancelled(undefined, "received"), {
      success: true,
      result: {
        results: [
          { asnNumber: "A0", operation: "CANCEL", success: true },
          { asnNumber: "A1", operation: "CANCEL", info: "received", success: false }
        ]
      },
      code: null
    })
    const all = cancelled("received", "closed")
    assert.deepStrictEqual([all.success, all.errorMsg, all.result.results.length], [false, "received", 2])
  })

  it("answers cancelOrder with one result for each order, and fails as a whole when all fail (U-25)", () => {
    const gone = { code: "ORDER_SHIPPED", message: "it has left" }
    const cancelled = (failing: ReadonlyArray<string>, httpStatus?: 503) =>
      ask(
        { method: "cancelOrder", body: { warehouseKey: ["k1"], cancelOrderList: ["A", "B"].map((orderNumber) => ({ orderNumber })) } },
        {
          answers: {
            cancelOutboundOrder: ({ orderNumber }: { readonly orderNumber: string }) =>
              failing.includes(orderNumber) ? refusing({ ...gone, ...(httpStatus && { httpStatus }) }) : {}
          }
        }
      )
    assert.deepStrictEqual(cancelled(["B"]).json, {
      success: true,
      result: {
        results: [
          { orderNumber: "A", success: true },
          { orderNumber: "B", info: "ORDER_SHIPPED: it has left", success: false }
        ]
      },
      code: null
    })
    const all = cancelled(["A", "B"]).json
    assert.deepStrictEqual([all.success, all.errorMsg, all.result.results.length], [false, "ORDER_SHIPPED: it has left", 2])
    assert.deepStrictEqual([cancelled(["A", "B"]).status, cancelled(["A", "B"], 503).status], [200, 503])
  })

  it("writes CREATE on creation and CANCEL on cancellation (X-268)", () => {
    const upserted = ask({ method: "insertSkuInfo", body: Json.stringify(samples.insertSkuInfo) }).json
    assert.deepStrictEqual(upserted.result, { sku: "SKU-1", operation: "CREATE", success: true })
    const cancelled = ask({ method: "cancelAsnOrder", body: { warehouseKey: "k1", asnNumbers: ["A"] } }).json
    assert.strictEqual(cancelled.result.results[0].operation, "CANCEL")
  })

  it("hands every product record on as one upsert (G-327 G-328)", () => {
    const kept = new Map<string, string>()
    const answers = { upsertProduct: ({ sku, title }: { readonly sku: string; readonly title: string }) => (kept.set(sku, title), {}) }
    for (const title of ["Lamp", "Lamp", "Lamp 2"]) {
      const body = Json.stringify({ ...samples.insertSkuInfo, title })
      assert.strictEqual(ask({ method: "insertSkuInfo", body }, { answers }).json.success, true)
    }
    assert.deepStrictEqual([...kept], [["SKU-1", "Lamp 2"]])
  })

  it("hands every announced quantity on, so that the stock of its SKU can rise (G-329)", () => {
    const stock = new Map<string, number>()
    type Lines = Pick<InboundOrder.InboundOrder, "lines">
    const answers = {
      createInboundOrder: ({ lines }: Lines) => {
        for (const { quantity, sku } of lines) stock.set(sku, (stock.get(sku) ?? 0) + Quantity.toNumber(quantity)!)
        return {}
      }
    }
    ask({ method: "createAsnOrder", body: Json.stringify(samples.createAsnOrder) }, { answers })
    assert.deepStrictEqual([...stock], [["SKU-1", 10]])
  })

  it("takes goods of type 0 as those of no type (G-158)", () => {
    const typed = (incomingOrderGoodsType: Json.Json) =>
      ask({ method: "createAsnOrder", body: Json.stringify({ ...samples.createAsnOrder, incomingOrderGoodsType }) }).dispatched[0]!.payload
    for (const none of ["0", "", null]) assert.notProperty(typed(none), "goodsType")
    assert.deepStrictEqual(["1", "2", "3"].map((type) => typed(type).goodsType), ["FULL_CONTAINER", "PART_CONTAINER", "RETURN"])
  })

  it("takes house numbers from ext, and an entry without one as nothing (G-088)", () => {
    const numbers = (ext: Json.Json) => ask(changed({ ext })).dispatched[0]!.payload.houseNumbers?.map(Redacted.value)
    assert.deepStrictEqual(numbers([{ houseNumber: "7a" }, {}, { houseNumber: "" }]), ["7a"])
    for (const ext of [[], [{}], null]) assert.isUndefined(numbers(ext))
  })

  it("ignores the value of an order that is not insured (G-094)", () => {
    const insured = (changes: Json.JsonObject) => {
      const { insuranceValue, isInsured } = ask(changed(changes)).dispatched[0]!.payload
      return [isInsured, insuranceValue && Quantity.toNumber(insuranceValue.amount)]
    }
    assert.deepStrictEqual(insured({ isInsurance: 0 }), [false, undefined])
    assert.deepStrictEqual(insured({ isInsurance: 1 }), [true, 100])
    assert.deepStrictEqual(insured({ isInsurance: null }), [undefined, 100])
  })

  it("takes a declared-value method without its price (G-208 U-89)", () => {
    for (const cdPriceMethod of ["RATE", "CONSTANT"]) {
      const body = { warehouseKey: "k1", sku: "S", erpSku: "E", cdPriceMethod }
      assert.deepStrictEqual(ask({ method: "insertSkuInfo", body }).dispatched[0]!.payload, { sku: "S", erpSku: "E", declaredBy: cdPriceMethod })
    }
  })

  it("tells what is wrong, where, and how to mend it, and quotes nothing", () => {
    const { json } = ask(changed({ receiver: { ...samples.receiver, country: "Secretland", city: 5 }, orderNumber: null }))
    assert.match(json.errorMsg, /^MEMBER_MISSING: \/orderNumber: is null; send a text; see also \/receiver\/country, \/receiver\/city$/)
    assert.notInclude(json.errorMsg, "Secretland")
    assert.match(ask({ body: { warehouseKey: 5 } }).json.errorMsg, /^MEMBER_MISTYPED: \/warehouseKey: /)
  })

  it("answers INTERNAL when the work behind dies, and lives", () => {
    const defects: Array<unknown> = []
    const answers = {
      createOutboundOrder: () => {
        throw new Error("private")
      }
    }
    const onDefect = (defect: unknown) => Effect.sync(() => void defects.push(defect))
    const { body, json, status } = ask(createOrder, { answers, onDefect })
    assert.deepStrictEqual([status, json.success, defects.length], [200, false, 1])
    assert.match(json.errorMsg, /^INTERNAL: /)
    assert.notInclude(body, "private")
    const silent = Effect.provideService(serverOf(books(), { answers })(request(createOrder)), References.MinimumLogLevel, "None")
    assert.match(JSON.parse(Effect.runSync(silent).body).errorMsg, /^INTERNAL: /)
    const nowhere = [{ ...account, ...linked({ timeZone: "Nowhere/City" }) }]
    assert.match(ask(createOrder, { accounts: nowhere, onDefect }).json.errorMsg, /^INTERNAL: /)
  })

  it("refuses rather than writes an answer that the document forbids", () => {
    const answers = { listWarehouses: () => ({ items: [{ code: "", name: "N" }] }) }
    assert.match(ask({}, { answers }).json.errorMsg, /^ANSWER_INVALID: .*\/result\/warehouseInfoList\/0\/warehouseCode/)
  })

  it("seals a refusal for whoever stands before the door", () => {
    const refusal = { code: "STOPPING", message: "this instance stops; send it again" }
    const { body, status } = Server.seal(refusal, caller.profile, 503)
    assert.deepStrictEqual([status, JSON.parse(body)], [503, { success: false, errorMsg: "STOPPING: this instance stops; send it again", code: null }])
  })

  it("answers as JSON in UTF-8 (U-127)", () => {
    assert.deepStrictEqual(ask({}).headers, [["content-type", "application/json; charset=utf-8"]])
  })

  it("answers whatever arrives, and never with INTERNAL", () => {
    const messages: Readonly<Record<string, Json.JsonObject>> = {
      createOrder: samples.createOrder,
      createAsnOrder: samples.createAsnOrder,
      insertSkuInfo: samples.insertSkuInfo,
      syncInventory: samples.subjects["syncInventory"]!.sample,
      cancelOrder: samples.subjects["cancelOrder"]!.sample,
      getOrder: samples.subjects["getOrder"]!.sample,
      getAsnList: samples.subjects["getAsnList"]!.sample,
      initChannels: samples.subjects["initChannels"]!.sample
    }
    const names = Object.keys(messages)
    const serve = serverOf(books(), { accounts: [{ ...single, linkOf: () => caller }] })
    forMany(1000, ({ isTrue, json, text, whole }) => {
      const method = names[whole(0, names.length - 1)]!
      const changes = Object.entries(messages[method]!).map(([name, value]) => [name, whole(0, 4) === 0 ? json() : value])
      const body = isTrue() ? Json.stringify(Object.fromEntries(changes)) : isTrue() ? text(200) : Json.stringify(json(5))
      const headers = [["authInfo", text(20)]] as const
      const answered = Effect.runSync(serve(request({ method, body, ...(isTrue() && { headers }) })))
      assert.include([200, 400], answered.status)
      assert.property(JSON.parse(answered.body), "success")
      assert.notInclude(answered.body, "INTERNAL")
    })
  })
})
