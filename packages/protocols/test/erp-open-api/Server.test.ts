/**
 * What the server of document 3 accepts, what it refuses, and in which layer of the answer.
 */
import { BooksV1 } from "@crossdock/books"
import { Transport } from "@crossdock/core"
import { assert, describe, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"
import { atNow, batch, calls, fieldsOf, joined, type More, now, order, profile, read, requestOf, type Server } from "./support.ts"

const json = (value: unknown) => JSON.stringify(value)

/** Sends signed fields, and returns the layers of the answer and the names of the operations that were called. */
const sent = Effect.fnUntraced(function*(change: Parameters<typeof fieldsOf>[0], more: More = {}, path?: string) {
  const { kept, serve } = joined(more)
  const response = yield* serve(requestOf(fieldsOf(change), "multipart", path))
  return { ...read(response), status: response.status, headers: response.headers, called: kept.dispatched.map(({ operation }) => operation) }
})

describe("authentication", () => {
  it.effect("refuses every wrong credential with AUTH_001 and one text (E-025 E-770 E-771)", () =>
    atNow(Effect.gen(function*() {
      const { kept, serve } = joined()
      const right = fieldsOf()
      const { sign: _, ...unsigned } = right
      const wrong = [
        { ...right, sign: "0".repeat(32) },
        { ...right, sign: "" },
        unsigned,
        { ...right, appId: "nobody" },
        { ...right, appId: "" },
        fieldsOf({}, Redacted.make("another")),
        { ...right, bizParam: `${right.bizParam} ` },
        { ...right, timestamp: String(now + 1) },
        { ...right, serviceType: "QUERY_ASN_LIST" }
      ]
      const answers = yield* Effect.forEach(wrong, (fields) => serve(requestOf(fields as Readonly<Record<string, string>>)))
      const told = new Set(answers.map((answer) => json({ ...read(answer).envelope, requestId: "", status: answer.status })))
      assert.strictEqual(told.size, 1)
      assert.deepInclude(read(answers[0]!).envelope, { state: "fail", errorCode: "AUTH_001", bizContent: "" })
      assert.deepStrictEqual(kept.dispatched, [])
    })))

  it.effect("refuses a member that appears twice in one object of bizParam (U-128)", () =>
    atNow(Effect.gen(function*() {
      const lines = "[{\"sku\":\"W-1\",\"purchasePrice\":1,\"expectQuantity\":10}]"
      const right = `{"warehouseName":"Main","purchasePriceCurrency":"CNY","asnSkuVOList":${lines}}`
      for (const bizParam of [right.replace("{", "{\"warehouseName\":\"Other\","), right.replace("[{", "[{\"expectQuantity\":1,")]) {
        const { called, envelope } = yield* sent({ serviceType: "CREATE_ASN_ORDER", bizParam })
        assert.deepStrictEqual([envelope.errorCode, called], ["DATA_INPUT_ERROR", []])
        assert.match(envelope.errorMsg, /^\/bizParam: the member "\w+" appears twice/)
      }
    })))

  it.effect("takes the digits of a sign in upper case", () =>
    atNow(Effect.gen(function*() {
      const { envelope } = yield* sent({ sign: fieldsOf().sign.toUpperCase() })
      assert.strictEqual(envelope.state, "success")
    })))

  it.effect("tells a request with the digits of its sign in upper case as the same one, so that no second order is made", () =>
    atNow(Effect.gen(function*() {
      const { kept, serve } = joined()
      const { sign, ...others } = fieldsOf()
      for (const written of [sign, sign.toUpperCase(), sign]) yield* serve(requestOf({ ...others, sign: written }))
      assert.deepStrictEqual(kept.dispatched.map(({ info }) => info.digest), [sign, sign, sign])
    })))

  it.effect.each([
    [0, true], [599, true], [-599, true], [600, true], [-600, true], [601, false], [-601, false]
  ] as const)("judges a timestamp %i s from its clock in both units: accepted %s (E-022 E-023 E-774 E-786)", ([seconds, isAccepted]) =>
    atNow(Effect.gen(function*() {
      const at = now + seconds * 1000
      for (const timestamp of [String(at), String(at / 1000)]) {
        const { called, envelope } = yield* sent({ timestamp })
        assert.deepStrictEqual([envelope.errorCode, called.length], isAccepted ? ["", 1] : ["TIMESTAMP_EXPIRED", 0])
        const off = yield* sent({ timestamp }, { caller: { profile: profile({ timestampTolerance: "off" }) } })
        assert.strictEqual(off.called.length, 1)
      }
    })))

  it.effect.each(["", "now", "17672256000000", "176722560", "1767225600.0", "-1767225600", "１７６７２２５６００"])("refuses the timestamp %j (E-021 E-024)", (timestamp) =>
    atNow(Effect.gen(function*() {
      const { called, envelope } = yield* sent({ timestamp }, { caller: { profile: profile({ timestampTolerance: "off" }) } })
      assert.deepStrictEqual([envelope.errorCode, called.length], ["DATA_INPUT_ERROR", 0])
      assert.include(envelope.errorMsg, "/timestamp")
    })))
})

describe("the layers of an answer", () => {
  it.effect("state success in the envelope and in the content, which is a text (E-027 E-028 E-030 E-031 E-035 E-037 E-039)", () =>
    atNow(Effect.gen(function*() {
      const { serve } = joined()
      const answers = yield* Effect.forEach([1, 2], () => serve(requestOf(fieldsOf({ serviceType: "QUERY_ASN_LIST", bizParam: "{}" }))))
      const [first, second] = answers.map(read)
      const { requestId, bizContent, ...rest } = first!.envelope
      assert.deepStrictEqual(rest, { state: "success", errorCode: "", errorMsg: "" })
      assert.isString(bizContent)
      assert.deepInclude(first!.content, { notSuccess: false, state: "success", total: 1 })
      assert.match(requestId, /^[\w-]{20,}$/)
      assert.notStrictEqual(second!.envelope.requestId, requestId)
    })))

  it.effect("of a cancel carry state, errorCode and errorMsg in the content (E-540 E-541 E-542)", () =>
    atNow(Effect.gen(function*() {
      const { content } = yield* sent({})
      assert.deepStrictEqual(content, { notSuccess: false, state: "success", errorCode: "", errorMsg: "" })
    })))

  const refusing = (code: string): More => ({ answers: { cancelInboundOrder: () => Effect.fail({ code, message: "no such order", path: "/asnNumber" }) } })

  it.effect("state a refusal of the business in the content, or in the envelope if the profile says so (U-66 U-138)", () =>
    atNow(Effect.gen(function*() {
      const inner = yield* sent({}, refusing("ASN_NOT_EXIST"))
      const told = { errorCode: "ASN_NOT_EXIST", errorMsg: "/asnNumber: no such order" }
      assert.deepStrictEqual([inner.envelope.state, inner.content], ["success", { notSuccess: true, state: "fail", ...told }])
      const outer = yield* sent({}, { ...refusing("ASN_NOT_EXIST"), caller: { profile: profile({ businessFailureLayer: "outer" }) } })
      assert.deepInclude(outer.envelope, { state: "fail", ...told, bizContent: "" })
    })))

  it.effect.each([
    ["DOUBTFUL", "SYSTEM_ERROR", "DOUBTFUL: no such order"],
    ["OVERLOADED", "SYSTEM_ERROR", "OVERLOADED: no such order"],
    ["NO_ANSWER", "SYSTEM_ERROR", "NO_ANSWER: no such order"],
    ["CONNECTION_PAUSED", "SYSTEM_ERROR", "CONNECTION_PAUSED: no such order"],
    // Told as a refusal of the business, these would make a caller create the order again.
    ["NOT_SHOWN", "SYSTEM_ERROR", "NOT_SHOWN: no such order"],
    ["NOT_STORED", "SYSTEM_ERROR", "NOT_STORED: no such order"],
    ["NOT_READ", "SYSTEM_ERROR", "NOT_READ: no such order"],
    ["NOT_SENT", "SYSTEM_ERROR", "NOT_SENT: no such order"],
    ["NOT_READY", "SYSTEM_ERROR", "NOT_READY: no such order"],
    ["READ_UNFINISHED", "SYSTEM_ERROR", "READ_UNFINISHED: no such order"],
    ["TIMED_OUT", "SYSTEM_ERROR", "TIMED_OUT: no such order"],
    ["ERP_UNAVAILABLE", "SYSTEM_ERROR", "ERP_UNAVAILABLE: no such order"],
    ["TOO_MANY_HOPS", "SYSTEM_ERROR", "TOO_MANY_HOPS: no such order"],
    ["INTERNAL", "SYSTEM_ERROR", "no such order"],
    ["LIMIT_EXCEEDED", "DATA_INPUT_ERROR", "no such order"],
    ["REQUEST_INVALID", "DATA_INPUT_ERROR", "no such order"],
    ["NOT_SUPPORTED", "SERVICE_TYPE_NOT_EXIST", "no such order"]
  ] as const)("state %s of the application as %s in the envelope (U-67 U-141)", ([code, errorCode, errorMsg]) =>
    atNow(Effect.gen(function*() {
      const { envelope } = yield* sent({}, { answers: { cancelInboundOrder: () => Effect.fail({ code, message: "no such order" }) } })
      assert.deepInclude(envelope, { state: "fail", errorCode, errorMsg })
    })))

  it.effect.each([["DIFFERENT_CONTENT", "CUSTOM_NUMBER_EXIST"], ["ORDER_NOT_FOUND", "ASN_NOT_EXIST"], ["ODD", "ODD"]] as const)("state %s of the application as %s in the content (U-10 U-67)", ([code, errorCode]) =>
    atNow(Effect.gen(function*() {
      const { content } = yield* sent({}, { answers: { cancelInboundOrder: () => Effect.fail({ code, message: "no" }) } })
      assert.deepInclude(content, { notSuccess: true, errorCode, errorMsg: "no" })
    })))

  it.effect("state wrong input in the envelope, or in the content if the profile says so (E-780 U-139)", () =>
    atNow(Effect.gen(function*() {
      const outer = yield* sent({ bizParam: "{}" })
      assert.deepInclude(outer.envelope, { state: "fail", errorCode: "DATA_INPUT_ERROR", bizContent: "" })
      assert.match(outer.envelope.errorMsg, /^\/asnNumber: .*missing/)
      const inner = yield* sent({ bizParam: "{}" }, { caller: { profile: profile({ inputFailureLayer: "inner" }) } })
      assert.deepInclude(inner.content, { notSuccess: true, errorCode: "DATA_INPUT_ERROR" })
    })))

  it.effect.each([["empty", { bizContent: "" }], ["null", { bizContent: null }], ["absent", {}]] as const)("have the bizContent of a failure that the profile asks for: %s (U-53)", ([failureBizContent, expected]) =>
    atNow(Effect.gen(function*() {
      const { envelope } = yield* sent({ bizParam: "{}" }, { caller: { profile: profile({ failureBizContent }) } })
      const { bizContent } = envelope
      assert.deepStrictEqual("bizContent" in envelope ? { bizContent } : {}, expected)
    })))

  it.effect("state a defect as SYSTEM_ERROR", () =>
    atNow(Effect.gen(function*() {
      const { envelope } = yield* sent({}, { answers: { cancelInboundOrder: () => Effect.die(new Error("secret")) }, server: { onDefect: () => Effect.void } })
      assert.deepInclude(envelope, { state: "fail", errorCode: "SYSTEM_ERROR" })
      assert.notInclude(json(envelope), "secret")
    })))
})

describe("service types", () => {
  it.effect.each([
    ["CANCEL_ASN_ORDER", "/api/v1/inventory", /send it to \/api\/v1\/asn/, "E-007"],
    ["CREATE_TRANSFER_ORDER", "/api/v1/inventory", /not a service type/, "E-008"],
    ["NOTHING", "/api/v1/asn", /not a service type/, "E-009"],
    ["constructor", "/api/v1/asn", /not a service type/, "E-009"],
    ["CANCEL_ASN_ORDER", "/api/v1/other", /\/api\/v1\/asn/, "E-007"]
  ] as const)("are served at their path and by their name alone: %s at %s (E-005 E-007 E-008 E-009)", ([serviceType, path, expected]) =>
    atNow(Effect.gen(function*() {
      const { called, envelope } = yield* sent({ serviceType }, {}, path)
      assert.deepStrictEqual([envelope.errorCode, called], ["SERVICE_TYPE_NOT_EXIST", []])
      assert.match(envelope.errorMsg, expected)
    })))

  it.effect("can have other names (U-131)", () =>
    atNow(Effect.gen(function*() {
      const { called } = yield* sent({ serviceType: "CANCEL_ASN" }, { server: { aliases: { CANCEL_ASN: "CANCEL_ASN_ORDER" } } })
      assert.deepStrictEqual(called, ["cancelInboundOrder"])
    })))

  it.effect("can be added, and are called raw (E-009 E-761 U-50 U-69)", () =>
    atNow(Effect.gen(function*() {
      const echo: Server.Handler<never> = (caller, bizParam) =>
        json(bizParam) === "[]" ? Effect.fail({ code: "EMPTY", message: "nothing" }) : Effect.succeed({ caller: caller.id, bizParam })
      const { client } = joined({ server: { serviceTypes: { inventory: { ECHO: echo } } } })
      assert.deepStrictEqual(yield* client.raw("inventory", "ECHO", { a: [1] }), { caller: "app-1", bizParam: { a: [1] } })
      const refused = yield* Effect.flip(client.raw("inventory", "ECHO", []))
      assert.strictEqual(refused._tag, "FaultUnlisted")
      const elsewhere = yield* Effect.flip(client.raw("asn", "ECHO", {}))
      assert.strictEqual(elsewhere._tag, "Rejected")
    })))
})

describe("bizParam", () => {
  it.effect.each(["", "{", "nonsense", "{\"asnNumber\":\"ASN-1\"}x", "[]", "\"text\"", "null", "[".repeat(100)])("is refused with DATA_INPUT_ERROR: %j (E-020)", (bizParam) =>
    atNow(Effect.gen(function*() {
      const { called, envelope } = yield* sent({ bizParam })
      assert.deepStrictEqual([envelope.errorCode, called], ["DATA_INPUT_ERROR", []])
    })))

  it.effect.each<readonly [string, string, object, string]>([
    ["201 records on a page (E-408)", "QUERY_ASN_LIST", { pageSize: 201 }, "/pageSize"],
    ["a part of the three-way condition (E-426)", "QUERY_ASN_LIST", { timeType: "UPDATE_TIME", timeFrom: "2026-01-01" }, "/timeEnd"],
    ["five decimals (E-518)", "CREATE_ASN_ORDER", { warehouseName: "Main", purchasePriceCurrency: "CNY", asnSkuVOList: [{ sku: "W-1", purchasePrice: "1.00001", expectQuantity: 1 }] }, "/asnSkuVOList/0/purchasePrice"],
    ["a text that is too long (E-531)", "CREATE_ASN_ORDER", { warehouseName: "Main", purchasePriceCurrency: "CNY", asnSkuVOList: [{ sku: "W-1", purchasePrice: 1, expectQuantity: 1, batchNo: "x".repeat(256) }] }, "/asnSkuVOList/0/batchNo"]
  ])("with %s is refused, and nothing is called", ([, serviceType, value, path]) =>
    atNow(Effect.gen(function*() {
      const { called, envelope } = yield* sent({ serviceType, bizParam: json(value) })
      assert.deepStrictEqual([envelope.errorCode, called], ["DATA_INPUT_ERROR", []])
      assert.isTrue(envelope.errorMsg.startsWith(`${path}: `), envelope.errorMsg)
    })))

  const boxed = (...numbers: ReadonlyArray<number>) => ({
    warehouseName: "Main",
    purchasePriceCurrency: "CNY",
    asnSkuVOList: [{ sku: "W-1", purchasePrice: 1, expectQuantity: 1 }],
    asnMarkVOList: numbers.map((boxNumber) => ({ boxNumber, asnMarkSkuVOList: [{ sku: "W-1", quantity: 1 }], length: 1, width: 1, height: 1, weight: 1 }))
  })

  it.effect.each([
    [[1], true], [[1, 2, 3], true], [[3, 1, 2], true], [[2], false], [[1, 3], false], [[1, 1], false], [[1, 2, 2], false], [[0, 1], false], [[-1], false]
  ] as const)("with boxes numbered %j is accepted: %s (E-105 E-106 E-107 E-108 E-109)", ([numbers, isAccepted]) =>
    atNow(Effect.gen(function*() {
      const { called } = yield* sent({ serviceType: "CREATE_ASN_ORDER", bizParam: json(boxed(...numbers)) })
      assert.strictEqual(called.length, isAccepted ? 1 : 0)
    })))

  it.effect("of an order may name a SKU twice (E-536)", () =>
    atNow(Effect.gen(function*() {
      const line = { sku: "W-1", purchasePrice: 1, expectQuantity: 1 }
      const { called } = yield* sent({ serviceType: "CREATE_ASN_ORDER", bizParam: json({ warehouseName: "Main", purchasePriceCurrency: "CNY", asnSkuVOList: [line, line] }) })
      assert.deepStrictEqual(called, ["submitInboundOrder"])
    })))

  it.effect("with days selects from the first moment of the first to the last of the last, in the zone of the link (E-432 U-104)", () =>
    atNow(Effect.gen(function*() {
      const { kept, serve } = joined()
      const bizParam = json({ timeType: "CREATE_TIME", timeFrom: "2026-01-01", timeEnd: "2026-01-31" })
      yield* serve(requestOf(fieldsOf({ serviceType: "QUERY_ASN_LIST", bizParam })))
      const { time } = kept.dispatched[0]!.payload as typeof BooksV1.ListInboundOrders.payload.Type
      assert.deepStrictEqual(time, { ...calls.listInboundOrders.payload.time, of: "created" })
    })))

  it.effect("without a page or its size gets the first hundred (E-405 E-406 E-410)", () =>
    atNow(Effect.gen(function*() {
      const { kept, serve } = joined()
      yield* serve(requestOf(fieldsOf({ serviceType: "QUERY_ASN_LIST", bizParam: "{}" })))
      assert.deepStrictEqual(kept.dispatched[0]!.payload, { limit: 100 })
    })))
})

describe("a deep page", () => {
  const balances = (numbersPages: boolean) =>
    atNow(Effect.gen(function*() {
      const { kept, serve } = joined({ caller: { numbersPages }, answers: { listStockBalances: () => ({ items: [], nextCursor: "next" }) } })
      const bizParam = json({ warehouses: ["Main"], page: 500, pageSize: 200 })
      yield* serve(requestOf(fieldsOf({ serviceType: "QUERY_SIMPLE_LIST_INVENTORY_V2", bizParam }), "multipart", "/api/v1/inventory"))
      return kept.dispatched.map(({ payload }) => (payload as typeof BooksV1.ListStockBalances.payload.Type).cursor)
    }))

  it.effect("of an ERP that numbers its pages is read by one call (U-117)", () =>
    Effect.map(balances(true), (cursors) => assert.deepStrictEqual(cursors, ["500"])))

  it.effect("of another ERP is reached through the pages before it", () =>
    Effect.map(balances(false), (cursors) => assert.deepStrictEqual(cursors, [undefined, ...Array.from({ length: 499 }, () => "next")])))
})

describe("the total of a list", () => {
  it.effect.each([[1, "next", 1, 2], [1, undefined, 5, 5], [2, undefined, 1, 2]] as const)(
    "is never less than what was read, because a client stops where it is reached: page %i with the next cursor %s and a total of %i (F9)",
    ([page, nextCursor, total, expected]) =>
      atNow(Effect.gen(function*() {
        const [element] = calls.listStockBalances.success.items
        const { content } = yield* sent(
          { serviceType: "QUERY_SIMPLE_LIST_INVENTORY_V2", bizParam: json({ warehouses: ["Main"], page, pageSize: 1 }) },
          { caller: { numbersPages: true }, answers: { listStockBalances: () => ({ items: [element!], total, ...(nextCursor !== undefined && { nextCursor }) }) } },
          "/api/v1/inventory"
        )
        assert.strictEqual(content.total, expected)
      }))
  )
})

describe("the scope of a caller", () => {
  it.effect.each([[[], true], [["Main"], true], [["Main", "Other"], true], [["Other"], false]] as const)("of the warehouses %j allows Main: %s (E-775)", ([warehouses, isAllowed]) =>
    atNow(Effect.gen(function*() {
      const { called, content } = yield* sent({ serviceType: "QUERY_ASN_LIST", bizParam: "{\"warehouseName\":\"Main\"}" }, { caller: { scope: { warehouses } } })
      assert.deepStrictEqual([called.length, content.errorCode], isAllowed ? [1, undefined] : [0, "WAREHOUSE_NOT_EXIST"])
    })))
})

describe("the limit of calls", () => {
  it.effect("is 200 in 10 seconds for each appId and path, and told with HTTP 429 (E-789)", () =>
    atNow(Effect.gen(function*() {
      const { kept, serve } = joined()
      let calls = 0
      // Each with a signature of its own.
      const call = (path?: string) => Effect.flatMap(Clock.currentTimeMillis, (at) => serve(requestOf(fieldsOf({ timestamp: String(at - (calls += 1)) }), "urlencoded", path)))
      for (let at = 0; at < 200; at++) {
        assert.strictEqual((yield* call()).status, 200)
        if (at === 99) yield* TestClock.adjust(4000)
      }
      const refused = yield* call()
      assert.deepStrictEqual([refused.status, Transport.header(refused.headers, "retry-after"), read(refused).envelope.errorCode], [429, "6", "RATE_LIMITED"])
      assert.strictEqual((yield* call("/api/v1/inventory")).status, 200)
      assert.strictEqual(kept.dispatched.length, 200)
      yield* TestClock.adjust(5999)
      assert.strictEqual((yield* call()).status, 429)
      yield* TestClock.adjust(1)
      for (let at = 0; at < 100; at++) assert.strictEqual((yield* call()).status, 200)
      assert.strictEqual((yield* call()).status, 429)
    })))

  it.effect("does not count calls that fail authentication", () =>
    atNow(Effect.gen(function*() {
      const { serve } = joined({ server: { rate: { calls: 1, millis: 10_000 } } })
      const at = yield* Clock.currentTimeMillis
      for (let tries = 0; tries < 3; tries++) yield* serve(requestOf(fieldsOf({ sign: "0" })))
      assert.strictEqual((yield* serve(requestOf(fieldsOf()))).status, 200)
      assert.strictEqual((yield* serve(requestOf(fieldsOf({ timestamp: String(at - 1) })))).status, 429)
    })))

  it.effect("counts repeats of a call apart, so that a recorded call takes nothing from its owner", () =>
    atNow(Effect.gen(function*() {
      const { serve } = joined({ server: { rate: { calls: 5, millis: 10_000 } } })
      const at = yield* Clock.currentTimeMillis
      const recorded = requestOf(fieldsOf({ timestamp: String(at) }))
      assert.strictEqual((yield* serve(recorded)).status, 200)
      const repeats = yield* Effect.forEach(Array.from({ length: 20 }), () => serve(recorded))
      assert.deepStrictEqual(repeats.map(({ status }) => status), Array.from({ length: 20 }, (_, index) => index < 5 ? 200 : 429))
      for (let more = 1; more < 5; more++) assert.strictEqual((yield* serve(requestOf(fieldsOf({ timestamp: String(at - more) })))).status, 200)
      assert.strictEqual((yield* serve(requestOf(fieldsOf({ timestamp: String(at - 5) })))).status, 429)
      // The recorded call is still valid, and still a repeat, in the next window.
      yield* TestClock.adjust(20_000)
      for (let index = 0; index < 5; index++) yield* serve(recorded)
      assert.strictEqual((yield* serve(requestOf(fieldsOf({ timestamp: String(at + 1) })))).status, 200)
    })))
})

describe("a request that cannot be opened", () => {
  it.effect.each([
    ["by another method", { method: "GET" as const }, 405],
    ["of another content type", { headers: [["content-type", "application/json"]] as const }, 415],
    ["without a boundary", { headers: [["content-type", "multipart/form-data"]] as const }, 400],
    ["with two million fields", { headers: [["content-type", "application/x-www-form-urlencoded"]] as const, body: "a=1&".repeat(2_000_000) }, 400]
  ] as const)("is refused %s", ([, change, status]) =>
    atNow(Effect.gen(function*() {
      const { kept, serve } = joined()
      const response = yield* serve({ ...requestOf(fieldsOf()), ...change })
      assert.deepStrictEqual([response.status, read(response).envelope.errorCode, kept.dispatched.length], [status, "DATA_INPUT_ERROR", 0])
    })))
})

describe("an answer about what an ERP does not tell", () => {
  const [line] = order.lines
  const { firstLegPrice: _, lots: __, name: ___, note: ____, purchasePrice: _____, transferPrice: ______, ...bare } = line!
  const { boxes: _1, businessNumber: _2, customFields: _3, firstLegCurrency: _4, purchaseCurrency: _5, transferCurrency: _6, type: _7, ...untold } = order
  const prices = { purchasePrice: 0, firstLegPrice: 0, transferPrice: 0 }

  it.effect("has a price of 0, the currency of the purchase or of costs, and the number of the order, which are required (E-066 E-067 E-068 E-074 E-076 E-078 U-110)", () =>
    atNow(Effect.gen(function*() {
      const { content } = yield* sent({ serviceType: "QUERY_ASN_LIST", bizParam: "{}" }, { answers: { listInboundOrders: () => ({ items: [{ ...untold, lines: [bare] }], total: 1 }) } })
      const [found] = content.result
      assert.deepInclude(found, { businessNumber: "ASN-1", type: "MANUAL", purchasePriceCurrency: "CNY", firstLegPriceCurrency: "CNY", transferPriceCurrency: "CNY" })
      assert.deepInclude(found.asnSkuVOList[0], { title: "W-1", ...prices })
    })))

  it.effect("created has them too", () =>
    atNow(Effect.gen(function*() {
      const bizParam = json({ warehouseName: "Main", purchasePriceCurrency: "CNY", asnSkuVOList: [{ sku: "W-1", purchasePrice: 1, expectQuantity: 10 }] })
      const { content } = yield* sent({ serviceType: "CREATE_ASN_ORDER", bizParam }, { answers: { submitInboundOrder: () => ({ ...untold, lines: [bare] }) } })
      assert.deepInclude(content.result.asnSkuVOList[0], prices)
      assert.strictEqual(content.result.businessNumber, "ASN-1")
      assert.notProperty(content.result, "tag")
    })))

  it.effect("created is the record that a list of orders tells, with its tag (E-538 U-152)", () =>
    atNow(Effect.gen(function*() {
      const bizParam = json({ warehouseName: "Main", purchasePriceCurrency: "CNY", asnSkuVOList: [{ sku: "W-1", purchasePrice: 1, expectQuantity: 10 }] })
      const marks = { isSent: false, isSendFailed: false, isReceivingFailed: true }
      const { content } = yield* sent({ serviceType: "CREATE_ASN_ORDER", bizParam }, { answers: { submitInboundOrder: () => ({ ...order, ...marks }) } })
      const listed = yield* sent({ serviceType: "QUERY_ASN_LIST", bizParam: "{}" }, { answers: { listInboundOrders: () => ({ items: [order], total: 1 }) } })
      const { asnCustomFieldValueVOList: _f, asnMarkVOList: _m, finishTime: _t, stockInTime: _s, updateTime: _u, ...record } = listed.content.result[0]
      assert.deepStrictEqual(content.result, { ...record, tag: { sendWms: 0, sendFailed: 0, receiveException: 1 } })
    })))

  it.effect("of a batch has a price of 0 and the name of the SKU", () =>
    atNow(Effect.gen(function*() {
      const { name: _n, purchasePrice: _p, ...rest } = batch.lines[0]!
      const found = { ...batch, businessNumber: undefined, lines: [rest] }
      const { content } = yield* sent(
        { serviceType: "QUERY_ASN_BATCH_LIST", bizParam: json({ receiveTimeFrom: "2026-01-01", receiveTimeTo: "2026-01-31" }) },
        { answers: { listReceivedBatches: () => ({ items: [found], total: 1 }) } }
      )
      assert.deepInclude(content.result[0], { businessNumber: "ASN-1" })
      assert.deepInclude(content.result[0].asnSkuVOList[0], { title: "W-1", purchasePrice: 0 })
    })))
})
