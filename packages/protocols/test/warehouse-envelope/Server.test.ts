import { assert, describe, it } from "@effect/vitest"
import { Json, type Transport } from "@crossdock/core"
import * as Effect from "effect/Effect"
import { CallbackServer, Server } from "../../src/warehouse-envelope/index.ts"
import { forMany } from "../generate.ts"
import { bodyOf, type Raw, request, signOf } from "./raw.ts"
import * as samples from "./samples.ts"
import { books, caller, refusing, serverOf } from "./support.ts"

/** Serves one request with a fresh warehouse; what it says and what reached the work behind. */
const ask = (raw: Transport.Request | Raw, more: Parameters<typeof serverOf>[1] = {}) => {
  const kept = books()
  const response = Effect.runSync(serverOf(kept, more)("body" in raw ? raw : request(raw)))
  return { ...response, json: JSON.parse(response.body), dispatched: kept.dispatched, findings: kept.findings }
}

const createOrder = Json.stringify(samples.createOrder)

const changed = (changes: Json.JsonObject) => Json.stringify({ ...samples.createOrder, ...changes })

describe("what the service address takes", () => {
  it("selects the operation by the method in the envelope, whatever the path (D1-001)", () => {
    for (const url of ["https://here.example/warehouse", "https://here.example/any/other?query=1"]) {
      assert.strictEqual(ask({ method: "warehouses", url }).json.warehouseList.length, 2)
      assert.strictEqual(ask({ method: "channels", content: "{}", url }).json.channelList.length, 1)
    }
  })

  it("takes lists of 10,000 elements and refuses longer ones before anything of them is done (A041)", () => {
    const numbers = (count: number) => Array.from({ length: count }, (_, at) => `SO-${at}`)
    const askedFor = (count: number) =>
      ask({ method: "getOrderList", content: JSON.stringify({ orderNumberList: numbers(count), warehouseCode: "WH-1" }) })
    assert.strictEqual(askedFor(10_000).json.success, true)
    const { dispatched, json } = askedFor(10_001)
    assert.strictEqual(json.success, false)
    assert.match(json.message, /^MEMBER_TOO_LONG: \/orderNumberList: .*10000/)
    assert.lengthOf(dispatched, 0)
  })

  it("refuses another HTTP method with 405 (D1-003)", () => {
    for (const httpMethod of ["GET", "PUT", "DELETE", "HEAD", "PATCH", "OPTIONS"] as const) {
      const { dispatched, headers, json, status } = ask({ httpMethod })
      assert.deepStrictEqual([status, json.success, dispatched.length], [405, false, 0])
      assert.deepInclude(headers as unknown as Array<unknown>, ["allow", "POST"])
    }
  })

  it("takes JSON and forms, with any parameters, and answers 415 for anything else (D1-264)", () => {
    const json = request()
    const form = request({ form: "form" })
    const typed = (from: Transport.Request, type: string) => ({ ...from, headers: [["content-type", type]] as const })
    for (const type of ["application/json", "application/json; charset=UTF-8", "APPLICATION/JSON"]) {
      assert.strictEqual(ask(typed(json, type)).json.success, true)
    }
    for (const type of ["application/x-www-form-urlencoded", "application/x-www-form-urlencoded;charset=utf-8"]) {
      assert.strictEqual(ask(typed(form, type)).json.success, true)
    }
    for (const type of ["text/plain", "multipart/form-data; boundary=x", "application/xml", "application/jsonx"]) {
      const { dispatched, json: answer, status } = ask(typed(json, type))
      assert.deepStrictEqual([status, answer.success, dispatched.length], [415, false, 0])
    }
  })

  it("without a content type the first character tells a form from JSON (X-136)", () => {
    assert.strictEqual(ask({ ...request(), headers: [] }).json.success, true)
    assert.strictEqual(ask({ ...request(), headers: [], body: ` \n${request().body}` }).json.success, true)
    assert.strictEqual(ask({ ...request({ form: "form" }), headers: [] }).json.success, true)
  })

  it("content survives the form unchanged (D1-265)", () => {
    const content = JSON.stringify({ warehouseCode: "a+b %41&=ü陈🙂 \\ / \" \t" })
    const { dispatched } = ask({ method: "channels", content, form: "form" })
    assert.strictEqual(dispatched[0]?.info.content, content)
  })

  it("ignores other members of the envelope, also for the signature (D1-016)", () => {
    for (const form of ["json", "form"] as const) {
      assert.strictEqual(ask({ form, more: { timestamp: "1", version: "2" } }).json.success, true)
    }
  })

  it("names an envelope member of another type with 400 (D1-333 D1-010 D1-011 D1-015)", () => {
    for (const name of ["accessId", "method", "sign"]) {
      const { json, status } = ask(bodyOf(JSON.stringify({ accessId: "a", method: "m", content: "", sign: "s", [name]: 5 })))
      assert.strictEqual(status, 400)
      assert.include(json.message, `/${name}`)
    }
    assert.strictEqual(ask(bodyOf(JSON.stringify({ accessId: "acc-1", method: "m", content: 5, sign: "s" }))).status, 400)
  })

  it("refuses a form field that appears twice with 400 (D1-368)", () => {
    const { body } = request({ form: "form" })
    for (const name of ["accessId", "method", "content", "sign"]) {
      const { dispatched, json, status } = ask({ ...request({ form: "form" }), body: `${body}&${name}=x` })
      assert.deepStrictEqual([status, json.success, dispatched.length], [400, false, 0])
      assert.include(json.message, name)
    }
    for (const field of body.split("&")) {
      const { dispatched, status } = ask({ ...request({ form: "form" }), body: `${body}&${field}` })
      assert.deepStrictEqual([status, dispatched.length], [400, 0], "the same value again")
    }
  })

  it("refuses an outer member that appears twice, and a header with two values, with 400 (U-128)", () => {
    const { body } = request()
    assert.strictEqual(ask(bodyOf(body.replace("{", "{\"method\":\"createOrder\","))).status, 400)
    assert.strictEqual(ask(request({ headers: [["secret", "a"], ["Secret", "b"]] })).status, 400)
    assert.strictEqual(ask(request({ headers: [["secret", "a"], ["Secret", "a"]] })).status, 200)
  })

  it("refuses a member that appears twice in one object of the content, which two readers could read differently (U-128)", () => {
    const content = changed({})
    for (const twice of [content.replace("{", "{\"orderNumber\":\"SO-9\","), content.replace("\"skuList\":[{", "\"skuList\":[{\"quantity\":\"9\",")]) {
      const { dispatched, json, status } = ask({ method: "createOrder", content: twice })
      assert.deepStrictEqual([status, json.success, dispatched.length], [200, false, 0], twice)
      assert.match(json.message, /^CONTENT_INVALID: \/content: the member "\w+" appears twice/)
    }
  })

  it("answers 400 for framing alone, and 200 for whatever is wrong inside content (D1-404)", () => {
    for (const body of ["", "{", "[]", "5", "null", "{\"accessId\":", "\"text\""]) {
      assert.deepStrictEqual([ask(bodyOf(body)).status, ask(bodyOf(body)).json.success], [400, false], body)
    }
    assert.strictEqual(ask({ ...request({ form: "form" }), body: "accessId=%ff&method=x" }).status, 400)
    for (const content of ["no json", "[]", "5", "{}", "{\"orderNumber\":5}", changed({ skuList: [] })]) {
      const { dispatched, json, status } = ask({ method: "createOrder", content })
      assert.deepStrictEqual([status, json.success, dispatched.length], [200, false, 0], content)
    }
  })

  it("refuses content that is not JSON text with 200 and a message (D1-020)", () => {
    const { json, status } = ask({ method: "createOrder", content: "not json" })
    assert.deepStrictEqual([status, json.success], [200, false])
    assert.match(json.message, /^CONTENT_INVALID: \/content: /)
  })

  it("refuses a form whose percent-encoding is not UTF-8 with 400 (D1-384)", () => {
    const { dispatched, status } = ask({ ...request({ form: "form" }), body: "accessId=acc-1&method=warehouses&content=%e9&sign=x" })
    assert.deepStrictEqual([status, dispatched.length], [400, 0])
  })

  it("refuses content with more than 60,000 members and list elements, or as many as the server allows (U-122)", () => {
    const listed = (count: number) => ask(request({ content: `{"more":[${"1,".repeat(count - 1)}1]}` }))
    assert.deepStrictEqual([listed(59_999).dispatched.length, listed(60_001).dispatched.length], [1, 0])
    assert.match(listed(60_001).json.message, /^CONTENT_INVALID: .*more than 60000 members and list elements; send fewer in one message$/)
    assert.lengthOf(ask(request({ content: "{\"more\":[1,2,3]}" }), { limits: { maxMembers: 2 } }).dispatched, 0)
  })

  it("answers 413 above the size and does not parse (D1-383)", () => {
    const size = Buffer.byteLength(request().body)
    assert.strictEqual(ask(request(), { limits: { maxBody: size } }).status, 200)
    assert.deepStrictEqual([ask(request(), { limits: { maxBody: size - 1 } }).status], [413])
    const big = bodyOf("{".repeat(8 * 1024 * 1024 + 1))
    assert.deepStrictEqual([ask(big).status, ask(big).json.success], [413, false])
    assert.strictEqual(ask(bodyOf("ü".repeat(11 * 1024 * 1024))).status, 413)
  })

  it("takes JSON nested 32 deep and refuses 33, in the body and inside content (D1-400)", () => {
    const nested = (levels: number) => `${"[".repeat(levels)}${"]".repeat(levels)}`
    const outer = (levels: number) => request().body.replace("{", `{"more":${nested(levels)},`)
    assert.strictEqual(ask(bodyOf(outer(31))).json.success, true)
    assert.strictEqual(ask(bodyOf(outer(32))).status, 400)
    const inner = (levels: number) => `{"more":${nested(levels)}}`
    assert.strictEqual(ask({ method: "channels", content: inner(31) }).json.success, true)
    const { json, status } = ask({ method: "channels", content: inner(32) })
    assert.deepStrictEqual([status, json.success], [200, false])
  })

  it("refuses a text above 64 kB, but no content and no label (D1-399)", () => {
    const kB = (count: number) => "a".repeat(count * 1024)
    assert.strictEqual(ask({ method: "createOrder", content: changed({ shopName: kB(64) }) }).json.success, true)
    const { json } = ask({ method: "createOrder", content: changed({ shopName: `${kB(64)}a` }) })
    assert.match(json.message, /^MEMBER_TOO_LONG: \/shopName: /)
    assert.strictEqual(ask({ method: "createOrder", content: changed({ shopName: "ü".repeat(33 * 1024) }) }).json.success, false)
    const label = Buffer.from(`%PDF-${kB(300)}`).toString("base64")
    assert.strictEqual(ask({ method: "createOrder", content: changed({ labelData: label }) }).json.success, true)
  })
})

describe("what an operation answers", () => {
  it("offers exactly eleven methods (D1-006)", () => {
    const { json } = ask({ method: "none" })
    const listed = /send one of (.*)$/.exec(json.message)?.[1]?.split(", ")
    assert.deepStrictEqual(listed?.toSorted(), [
      "cancelAsnOrder",
      "cancelOrder",
      "channels",
      "createAsnOrder",
      "createOrder",
      "getAsnList",
      "getOrder",
      "getOrderList",
      "insert_sku_info",
      "syncInventory",
      "warehouses"
    ])
  })

  it("names an unknown method and does nothing else (D1-021)", () => {
    for (const method of ["createorder", "pushOrderInfo", "__proto__", "constructor"]) {
      const { dispatched, json, status } = ask({ method })
      assert.deepStrictEqual([status, json.success, dispatched.length], [200, false, 0])
      assert.include(json.message, method)
    }
    assert.include(ask({ method: null }).json.message, "/method")
    assert.notInclude(ask({ method: "<script>" }).json.message, "<script>")
  })

  it("takes the other spellings of three methods (X-122 X-146 X-147)", () => {
    const asked = (method: string, content: string) => ask({ method, content }).dispatched[0]?.operation
    const record = Json.stringify(samples.skuRecord)
    assert.deepStrictEqual([asked("insertSkuInfo", record), asked("insert_sku_info", record)], ["upsertProduct", "upsertProduct"])
    assert.deepStrictEqual([asked("initWarehouses", ""), asked("warehouses", "")], ["listWarehouses", "listWarehouses"])
    assert.deepStrictEqual([asked("initChannels", "{}"), asked("channels", "{}")], ["listChannels", "listChannels"])
  })

  it("answers the channels of all warehouses when none is named (D1-270)", () => {
    assert.deepStrictEqual(ask({ method: "channels", content: "{}" }).dispatched[0]?.payload, {})
    assert.deepStrictEqual(ask({ method: "channels", content: "" }).dispatched[0]?.payload, {})
    const named = ask({ method: "channels", content: "{\"warehouseCode\":\"WH-2\"}" })
    assert.deepStrictEqual(named.dispatched[0]?.payload, { warehouseCode: "WH-2" })
  })

  it("writes warehouseCode and carrierName of a channel also when they are not known (D1-039 D1-041)", () => {
    const { json } = ask({ method: "channels", content: "{}" }, { answers: { listChannels: () => ({ items: [{ code: "C", name: "N" }] }) } })
    assert.deepStrictEqual(json.channelList, [{ channelCode: "C", channelName: "N", warehouseCode: "", carrierName: "" }])
  })

  it("leaves warehouseOrderNumber out of getOrder and writes it in getOrderList (D1-107)", () => {
    const one = ask({ method: "getOrder", content: "{\"orderNumber\":\"A\"}" }).json.data
    assert.notProperty(one, "warehouseOrderNumber")
    const many = ask({ method: "getOrderList", content: "{\"orderNumberList\":[\"A\"],\"warehouseCode\":\"WH-1\"}" }).json.data
    assert.strictEqual(many[0].warehouseOrderNumber, "WO-1")
  })

  it("answers an unknown order with a text that says not found, or with success and no data (U-18)", () => {
    const content = "{\"orderNumber\":\"A\"}"
    const nobody = { answers: { getOutboundOrders: () => ({ items: [] }) } }
    const { json } = ask({ method: "getOrder", content }, nobody)
    assert.strictEqual(json.success, false)
    assert.include(json.message, "not found")
    const silent = { ...caller, profile: { ...caller.profile, notFoundAnswer: "null" as const } }
    assert.deepStrictEqual(ask({ method: "getOrder", content }, { ...nobody, callers: [silent] }).json, { success: true })
  })

  it("writes the state that was derived beside the word of the warehouse (D1-112 D1-166)", () => {
    const shipped = ask({ method: "getOrder", content: "{\"orderNumber\":\"A\"}" }).json.data
    assert.deepStrictEqual([shipped.wmsStatus, shipped.status], ["shipped", "SUCCESS"])
    const answers = {
      getInboundOrders: () => ({ items: [{ asnNumber: "A", phase: "receiving", status: "unloading", referenceNumber: "R", lines: [] }] })
    }
    const asn = ask({ method: "getAsnList", content: "{\"asnNumbers\":[\"A\"]}" }, { answers }).json.asnList[0]
    assert.strictEqual(asn.wmsStatus, "RECEIVING")
  })

  it("tells an order that left without a tracking number as in progress, and reports it (D1-256)", () => {
    const answers = { getOutboundOrders: () => ({ items: [{ orderNumber: "A", phase: "shipped", status: "shipped" }] }) }
    const { findings, json } = ask({ method: "getOrder", content: "{\"orderNumber\":\"A\"}" }, { answers })
    assert.deepStrictEqual([json.data.status, json.data.wmsStatus, findings.length], ["SENDING", "shipped", 1])
  })

  it("refuses a page size outside 1 to 1000 and never clamps (D1-386)", () => {
    const sized = (pageSize: number) =>
      ask({ method: "syncInventory", content: JSON.stringify({ pageSize, page: 1, warehouseCode: "WH-1" }) })
    assert.deepStrictEqual([sized(1), sized(1000)].map(({ json }) => json.success), [true, true])
    for (const size of [0, -1, 1001, 1e9]) {
      assert.deepStrictEqual([sized(size).json.success, sized(size).dispatched.length], [false, 0])
      assert.include(sized(size).json.message, "/pageSize")
    }
    const few = ask(
      { method: "syncInventory", content: JSON.stringify({ pageSize: 51, page: 1, warehouseCode: "WH-1" }) },
      { limits: { maxPageSize: 50 } }
    )
    assert.strictEqual(few.json.success, false)
  })

  it("tells a Doubtful create in the words of the document, also under 503 (D1-387)", () => {
    const message = "outcome not known yet; ask again with the same number"
    const refused = (httpStatus?: 503) =>
      ask({ method: "createOrder", content: createOrder }, {
        answers: { createOutboundOrder: () => refusing({ code: "DOUBTFUL", message, ...(httpStatus && { httpStatus }) }) }
      })
    assert.deepStrictEqual(refused().json, { success: false, message: `DOUBTFUL: ${message}` })
    assert.deepStrictEqual([refused().status, refused(503).status], [200, 503])
  })

  it("writes success as text, and a message, in cancelAsnOrder and insert_sku_info (D1-314 D1-315 D1-317 D1-318)", () => {
    const asns = "{\"asnNumbers\":[\"ASN-1\"]}"
    assert.deepStrictEqual(ask({ method: "cancelAsnOrder", content: asns }).json, {
      success: "true",
      message: "",
      results: [{ asnNumber: "ASN-1", operation: "CANCEL" }]
    })
    const record = Json.stringify(samples.skuRecord)
    assert.deepStrictEqual(ask({ method: "insert_sku_info", content: record }).json, { success: "true", message: "" })
    const refuse = () => refusing({ code: "NO", message: "no" })
    const failed = ask({ method: "insert_sku_info", content: record }, { answers: { upsertProduct: refuse } }).json
    assert.deepStrictEqual(failed, { success: "false", message: "NO: no" })
    const bad = ask({ method: "cancelAsnOrder", content: "{}" }).json
    assert.strictEqual(bad.success, "false")
  })

  it("writes the failure of one item into its info (D1-316 D1-378)", () => {
    const answers = { cancelInboundOrders: () => ({ items: [{ asnNumber: "A" }, { asnNumber: "B", failure: "received" }] }) }
    const { json } = ask({ method: "cancelAsnOrder", content: "{\"asnNumbers\":[\"A\",\"B\"]}" }, { answers })
    assert.deepStrictEqual(json, {
      success: "true",
      message: "received",
      results: [{ asnNumber: "A", operation: "CANCEL" }, { asnNumber: "B", operation: "CANCEL", info: "received" }]
    })
  })

  it("writes CREATE on creation and CANCEL on cancellation (X-268)", () => {
    const created = ask({ method: "createAsnOrder", content: Json.stringify(samples.createAsnOrder) }).json
    assert.deepStrictEqual(created.results, [{ asnNumber: "ASN-1", operation: "CREATE" }])
    const cancelled = ask({ method: "cancelAsnOrder", content: "{\"asnNumbers\":[\"A\"]}" }).json
    assert.strictEqual(cancelled.results[0].operation, "CANCEL")
  })

  it("tells what is wrong, where, and how to mend it, and quotes nothing", () => {
    const { json } = ask({
      method: "createOrder",
      content: changed({ receiver: { ...samples.receiver, country: "Secretland", city: 5 }, orderNumber: null })
    })
    assert.match(json.message, /^MEMBER_MISSING: \/orderNumber: is null; send a text; see also \/receiver\/country, \/receiver\/city$/)
    assert.notInclude(json.message, "Secretland")
  })

  it("answers INTERNAL when the work behind dies, and lives", () => {
    const kept = books()
    const defects: Array<unknown> = []
    const serve = serverOf(kept, {
      answers: {
        createOutboundOrder: () => {
          throw new Error("private")
        }
      },
      onDefect: (defect) => Effect.sync(() => void defects.push(defect))
    })
    const { body, status } = Effect.runSync(serve(request({ method: "createOrder", content: createOrder })))
    assert.deepStrictEqual([status, JSON.parse(body).success, defects.length], [200, false, 1])
    assert.match(JSON.parse(body).message, /^INTERNAL: /)
    assert.notInclude(body, "private")
    assert.strictEqual(Effect.runSync(serve(request())).status, 200)
  })

  it("answers whatever arrives, and never with INTERNAL", () => {
    const methods = ["createOrder", "createAsnOrder", "insert_sku_info", "syncInventory", "getOrderList", "cancelAsnOrder", "channels"]
    const messages: Readonly<Record<string, Json.JsonObject>> = {
      createOrder: samples.createOrder,
      createAsnOrder: samples.createAsnOrder,
      insert_sku_info: samples.skuRecord
    }
    const serve = serverOf(books())
    forMany(1000, ({ isTrue, json, text, whole }) => {
      const method = methods[whole(0, methods.length - 1)]!
      const changes = Object.entries(messages[method] ?? {}).map(([name, value]) => [name, whole(0, 4) === 0 ? json() : value])
      const content = isTrue() ? Json.stringify(Object.fromEntries(changes)) : isTrue() ? text(200) : Json.stringify(json(5))
      const { body, status } = Effect.runSync(serve(request({ method, content, form: isTrue() ? "form" : "json" })))
      assert.strictEqual(status, 200)
      assert.property(JSON.parse(body), "success")
      assert.notInclude(body, "INTERNAL")
      const broken = request({ method, content })
      const cut = { ...broken, body: broken.body.slice(0, whole(0, broken.body.length)) }
      assert.include([200, 400], Effect.runSync(serve(cut)).status)
    })
  })

  it("answers INTERNAL for a link whose time zone does not exist", () => {
    const { json } = ask({}, { callers: [{ ...caller, timeZone: "Nowhere/City" }], onDefect: () => Effect.void })
    assert.match(json.message, /^INTERNAL: /)
  })

  it("seals a refusal for whoever stands before the door", () => {
    const refusal = { code: "STOPPING", message: "this instance stops; send it again" }
    const { body, status } = Server.seal(refusal, undefined, 503)
    assert.deepStrictEqual([status, JSON.parse(body)], [503, { success: false, message: "STOPPING: this instance stops; send it again" }])
    assert.deepStrictEqual(JSON.parse(CallbackServer.seal(refusal).body), {
      success: "false",
      errorMsg: "STOPPING: this instance stops; send it again"
    })
  })

  it("refuses rather than writes an answer that the document forbids", () => {
    const answers = { createOutboundOrder: () => ({ warehouseOrderNumber: "" }) }
    const { json } = ask({ method: "createOrder", content: createOrder }, { answers })
    assert.match(json.message, /^ANSWER_INVALID: .*\/data\/warehouseOrderNumber/)
  })

  it("answers as JSON in UTF-8 (U-127)", () => {
    assert.deepStrictEqual(ask({}).headers, [["content-type", "application/json; charset=utf-8"]])
  })

  it("hands on the exact text of content, blanks and order kept (D1-351)", () => {
    const content = "{ \"warehouseCode\" :\t\"WH-1\" , \"more\": 1.0 }"
    const { dispatched } = ask({ method: "channels", content, sign: signOf("acc-1", content) })
    assert.strictEqual(dispatched[0]?.info.content, content)
  })
})
