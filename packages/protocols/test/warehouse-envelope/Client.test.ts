import { assert, describe, it } from "@effect/vitest"
import { AdapterError as Errors, Decimal, type StockLevel, StockPages } from "@crossdock/core"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"
import { type Client, Profile } from "../../src/warehouse-envelope/index.ts"
import { signOf } from "./raw.ts"
import {
  answeredWith,
  asn,
  asnNo,
  books,
  clientOf,
  figure,
  joined,
  lastAnswer,
  lastSent,
  level,
  order,
  orderNo,
  product,
  profile,
  refusing,
  skuOf,
  shipped
} from "./support.ts"

const one = { orders: [{ orderNumber: orderNo("SO-1001") }] } as const
const two = { orders: [{ orderNumber: orderNo("A") }, { orderNumber: orderNo("B") }], warehouseCode: "WH-1" } as const
const stock = { warehouseCode: "WH-1", limit: 100 }

const figuresOf = (level: StockLevel.StockLevel | undefined) =>
  [level?.sellable, level?.total, level?.occupied].map((each) => each && Decimal.toText(each))

type Read = { readonly orderNumber: string; readonly wmsStatus: string; readonly status: string }

const record = (orderNumber: string, more: object = {}): Read & object => ({ orderNumber, wmsStatus: "w", status: "SENDING", ...more })

describe("what a call looks like", () => {
  it.effect("is a POST with the envelope as a form (D1-002 D1-263 X-236)", () =>
    Effect.gen(function*() {
      const { client, kept } = joined()
      yield* client.createOutboundOrder(order)
      const { body, headers, method } = kept.requests[0]!
      assert.deepStrictEqual([method, headers[0]], ["POST", ["content-type", "application/x-www-form-urlencoded"]])
      const { envelope } = lastSent(kept)
      assert.deepStrictEqual(Object.keys(envelope), ["accessId", "method", "content", "sign"])
      assert.strictEqual(envelope["sign"], signOf("acc-1", envelope["content"]!))
      assert.match(body, /^accessId=acc-1&method=createOrder&content=%7B/)
    }))

  it.effect("is JSON where the profile says so, and either is read back (D1-262 D1-266 X-336)", () =>
    Effect.gen(function*() {
      for (const contentType of ["json", "form"] as const) {
        const { client, kept } = joined({ client: { profile: profile({ contentType }) } })
        yield* client.createOutboundOrder(order)
        assert.deepStrictEqual(kept.dispatched[0]?.payload, order)
        const type = contentType === "json" ? "application/json" : "application/x-www-form-urlencoded"
        assert.deepStrictEqual(kept.requests[0]?.headers[0], ["content-type", type])
        assert.strictEqual(kept.requests[0]?.body.startsWith("{"), contentType === "json")
      }
    }))

  it.effect("warehouses carries content \"\" and a sign of accessId alone (D1-267 D1-013 X-237)", () =>
    Effect.gen(function*() {
      const { client, kept } = joined()
      yield* client.listWarehouses({})
      assert.deepStrictEqual(lastSent(kept).envelope, {
        accessId: "acc-1",
        method: "warehouses",
        content: "",
        sign: signOf("acc-1", "")
      })
    }))

  it.effect("warehouses carries {} where the profile says object, and both are read (X-337)", () =>
    Effect.gen(function*() {
      for (const emptyContent of ["empty", "object"] as const) {
        const { client, kept } = joined({ client: { profile: profile({ emptyContent }) } })
        assert.strictEqual((yield* client.listWarehouses({})).items.length, 2)
        const content = emptyContent === "empty" ? "" : "{}"
        assert.deepStrictEqual([lastSent(kept).envelope["content"], lastSent(kept).envelope["sign"]], [content, signOf("acc-1", content)])
      }
    }))

  it.effect("sends the headers warehouseType and secret when they are configured (D1-022 D1-023 D1-360 D1-361)", () =>
    Effect.gen(function*() {
      const names = (more: Partial<Client.Settings>) => {
        const { client, kept } = joined({ client: more })
        return Effect.as(client.listWarehouses({}), kept).pipe(
          Effect.map(({ requests }) => requests[0]!.headers.filter(([name]) => name !== "content-type" && name !== "accept"))
        )
      }
      assert.deepStrictEqual(yield* names({}), [])
      assert.deepStrictEqual(yield* names({ warehouseType: "WT", secret: Redacted.make("tok") }), [
        ["warehouseType", "WT"],
        ["secret", "tok"]
      ])
    }))

  it.effect("signs with what is configured and shows the key nowhere (D1-342 D1-359)", () =>
    Effect.gen(function*() {
      const { kept, client } = answeredWith({ success: true, warehouseList: [] }, {
        accessId: "other",
        secretKey: Redacted.make("another key")
      })
      yield* client.listWarehouses({})
      assert.strictEqual(lastSent(kept).envelope["sign"], signOf("other", "", "another key"))
      assert.notInclude(JSON.stringify(kept.requests), "another key")
      const { client: refused } = joined({ client: { secretKey: Redacted.make("another key") } })
      const reason = yield* Effect.flip(refused.listWarehouses({}))
      assert.notInclude(JSON.stringify(reason) + Errors.describe(reason), "another key")
    }))

  it.effect("names the SKU operation insert_sku_info, or insertSkuInfo where the profile says so (D1-326 X-222 X-322)", () =>
    Effect.gen(function*() {
      for (const skuMethod of Profile.options.skuMethod) {
        const { client, kept } = joined({ client: { profile: profile({ skuMethod }) } })
        yield* client.upsertProduct(product)
        assert.strictEqual(lastSent(kept).envelope["method"], skuMethod)
        assert.deepStrictEqual(kept.dispatched[0]?.operation, "upsertProduct")
      }
      assert.strictEqual(Profile.defaults.skuMethod, "insert_sku_info")
      const { client, kept } = joined()
      yield* client.createOutboundOrder(order)
      yield* client.cancelOutboundOrder({ orderNumber: order.orderNumber })
      yield* client.getOutboundOrders(one)
      yield* client.getOutboundOrders(two)
      yield* client.listWarehouses({})
      yield* client.listChannels({})
      yield* client.listStock(stock)
      yield* client.createInboundOrder(asn)
      yield* client.getInboundOrders({ inboundOrders: [{ asnNumber: asn.asnNumber }] })
      yield* client.cancelInboundOrders({ asnNumbers: [asn.asnNumber] })
      for (const { info } of kept.dispatched) assert.match(info.method, /^[a-z]+([A-Z][a-z]+)*$/)
    }))

  it.effect("writes warehouses and channels (X-246 X-247)", () =>
    Effect.gen(function*() {
      const { client, kept } = joined()
      yield* client.listWarehouses({})
      yield* client.listChannels({})
      assert.deepStrictEqual(kept.dispatched.map(({ info }) => info.method), ["warehouses", "channels"])
    }))

  it.effect("sends warehouseOrderNumber in getOrder when it is known (D1-281 X-250)", () =>
    Effect.gen(function*() {
      const { client, kept } = joined()
      yield* client.getOutboundOrders(one)
      assert.deepStrictEqual(lastSent(kept).content, { orderNumber: "SO-1001" })
      const known = { orders: [{ orderNumber: orderNo("SO-1001"), warehouseOrderNumber: "WO-1" }] } as const
      yield* client.getOutboundOrders(known)
      assert.deepStrictEqual(lastSent(kept).content, { orderNumber: "SO-1001", warehouseOrderNumber: "WO-1" })
      assert.deepStrictEqual(kept.dispatched[1]?.payload, known)
    }))

  it.effect("asks for one order by getOrder, for several of a warehouse by getOrderList (X-142 X-143 X-242 X-243)", () =>
    Effect.gen(function*() {
      const { client, kept } = joined()
      yield* client.cancelOutboundOrder({ orderNumber: orderNo("A"), warehouseCode: "WH-1", warehouseOrderNumber: "WO-1" })
      assert.deepStrictEqual(lastSent(kept).content, { orderNumber: "A", warehouseCode: "WH-1", warehouseOrderNumber: "WO-1" })
      yield* client.getOutboundOrders(two)
      assert.deepStrictEqual(lastSent(kept).content, { orderNumberList: ["A", "B"], warehouseCode: "WH-1" })
      const { warehouseCode: _, ...unplaced } = two
      const found = yield* client.getOutboundOrders(unplaced)
      assert.deepStrictEqual(found.items.map(({ orderNumber }) => orderNumber), ["A", "B"])
      assert.deepStrictEqual(kept.dispatched.map(({ info }) => info.method), ["cancelOrder", "getOrderList", "getOrder", "getOrder"])
    }))

  it.effect("sends no query for an empty list (D1-289)", () =>
    Effect.gen(function*() {
      const { client, kept } = joined()
      assert.deepStrictEqual(yield* client.getOutboundOrders({ orders: [] as never }), { items: [] })
      assert.deepStrictEqual(yield* client.getInboundOrders({ inboundOrders: [] as never }), { items: [] })
      assert.deepStrictEqual(yield* client.cancelInboundOrders({ asnNumbers: [] as never }), { items: [] })
      assert.strictEqual(kept.requests.length, 0)
    }))

  it.effect("refuses a product with a member of 256 characters before it is sent, and sends 255 of any script (D1-192 D1-193)", () =>
    Effect.gen(function*() {
      const { client, kept } = joined()
      for (const name of ["sku", "erpSku", "title", "barcode"]) {
        for (const letter of ["a", "陈", "🙂"]) {
          yield* client.upsertProduct({ ...product, [name]: letter.repeat(255) })
          const reason = yield* Effect.flip(client.upsertProduct({ ...product, [name]: letter.repeat(256) }))
          assert.strictEqual(reason._tag, "RequestInvalid")
          assert.strictEqual((reason as Errors.RequestInvalid).path, `/${name}`)
        }
      }
      assert.strictEqual(kept.requests.length, 12)
    }))

  it.effect("writes the number that the warehouse gave the outbound order (D1-153)", () =>
    Effect.gen(function*() {
      const { client, kept } = joined()
      yield* client.createInboundOrder({ ...asn, warehouseOrderNumber: "WO-1" })
      assert.strictEqual(lastSent(kept).content.warehouseOrderNumber, "WO-1")
      yield* client.createInboundOrder(asn)
      assert.notProperty(lastSent(kept).content, "warehouseOrderNumber")
    }))
})

describe("what a client is made of", () => {
  it("dies at once of a time zone that does not exist", () => {
    assert.throws(() => joined({ client: { timeZone: "Nowhere/City" } }), /is not a time zone/)
  })
})

describe("what an answer means", () => {
  const reasonOf = (body: unknown, status = 200, headers: ReadonlyArray<readonly [string, string]> = [], more: Partial<Client.Settings> = {}) =>
    Effect.flip(answeredWith(body, more, status, headers).client.createOutboundOrder(order))

  it.effect("an answer without success, or with another word for it, is a contract violation (D1-030)", () =>
    Effect.gen(function*() {
      const bodies = [{}, { data: { warehouseOrderNumber: "W" } }, { success: "yes", data: {} }, { success: null }, "[]", "5", "no json", ""]
      for (const body of bodies) {
        const reason = yield* reasonOf(body)
        assert.deepStrictEqual([reason._tag, reason.mayHaveApplied], ["ResponseInvalid", true], JSON.stringify(body))
      }
    }))

  it.effect("createOrder with success and no number is a contract violation that may have had its effect (D1-274)", () =>
    Effect.gen(function*() {
      for (const data of [undefined, null, "", {}, { warehouseOrderNumber: "" }, { warehouseOrderNumber: null }, { warehouseOrderNumber: 5.5 }, { warehouseOrderNumber: -5 }]) {
        const reason = yield* reasonOf({ success: true, data })
        assert.deepStrictEqual([reason._tag, reason.mayHaveApplied], ["ResponseInvalid", true])
      }
    }))

  it.effect("reads the digits of the warehouse's number where it is a JSON number, and reports it (D1-274 U-97)", () =>
    Effect.gen(function*() {
      for (const digits of ["12345", "9007199254740993001"]) {
        const { client, kept } = answeredWith(`{"success":true,"data":{"warehouseOrderNumber":${digits}}}`)
        assert.deepStrictEqual(yield* client.createOutboundOrder(order), { warehouseOrderNumber: digits })
        assert.deepStrictEqual(kept.findings.map(({ path }) => path), ["/data/warehouseOrderNumber"])
      }
      const shown = answeredWith({ success: true, data: { orderNumber: "SO-1001", status: "SENDING", wmsStatus: "w", warehouseOrderNumber: 12_345 } })
      assert.deepStrictEqual((yield* shown.client.getOutboundOrders(one)).items.map(({ warehouseOrderNumber }) => warehouseOrderNumber), ["12345"])
    }))

  it.effect("a failure is success false with its text in message, else in errorMsg (D1-376 X-103)", () =>
    Effect.gen(function*() {
      const texts: ReadonlyArray<readonly [object, string]> = [
        [{ message: "out of stock" }, "out of stock"],
        [{ errorMsg: "out of stock" }, "out of stock"],
        [{ message: "one", errorMsg: "two" }, "one"],
        [{ message: "", errorMsg: "two" }, "two"],
        [{}, "refused without a text"]
      ]
      for (const success of [false, "false", "FALSE"]) {
        for (const [member, text] of texts) {
          const reason = yield* reasonOf({ success, ...member })
          assert.deepStrictEqual([reason._tag, (reason as Errors.FaultUnlisted).fault], ["FaultUnlisted", { code: "", message: text }])
        }
      }
    }))

  it.effect("reads a JSON body with success whatever the HTTP status, and takes a refusal from 500 on for a failure with unknown outcome (D1-380 D1-381 U-09)", () =>
    Effect.gen(function*() {
      for (const status of [200, 201, 400, 401, 404, 500, 503]) {
        const { client } = answeredWith({ success: true, data: { warehouseOrderNumber: "W" } }, {}, status)
        assert.deepStrictEqual(yield* client.createOutboundOrder(order), { warehouseOrderNumber: "W" })
        const reason = yield* reasonOf({ success: false, message: "no" }, status)
        assert.deepStrictEqual([reason._tag, Errors.describe(reason)], [status < 500 ? "FaultUnlisted" : "PeerUnavailable", "no"])
      }
      const marked = answeredWith("\uFEFF{\"success\":true,\"data\":{\"warehouseOrderNumber\":\"W\"}}").client
      assert.deepStrictEqual(yield* marked.createOutboundOrder(order), { warehouseOrderNumber: "W" })
    }))

  it.effect("a broken connection or an unreadable answer may have had its effect, a refused connection has not (D1-381)", () =>
    Effect.gen(function*() {
      for (const [phase, mayHaveApplied] of [["connect", false], ["send", true], ["receive", true]] as const) {
        const client = clientOf(books(), () => Effect.fail(new Errors.TransportFailed({ phase, cause: "broken" })))
        const reason = yield* Effect.flip(client.createOutboundOrder(order))
        assert.deepStrictEqual([reason._tag, reason.mayHaveApplied], ["TransportFailed", mayHaveApplied])
      }
      const html = [["content-type", "text/html"]] as const
      const unreadable: ReadonlyArray<readonly [string, number, ReadonlyArray<readonly [string, string]>, string]> = [
        ["", 500, [], "PeerUnavailable"],
        ["<html>down</html>", 502, html, "PeerUnavailable"],
        ["{\"error\":1}", 503, [], "PeerUnavailable"],
        ["<!doctype html>", 200, [], "PeerUnavailable"],
        ["maintenance", 200, html, "PeerUnavailable"],
        ["", 408, [], "PeerUnavailable"],
        ["{\"success\":tr", 200, [], "ResponseInvalid"],
        ["moved", 302, [], "PeerUnavailable"],
        ["<html>nothing here</html>", 404, html, "PeerUnavailable"],
        ["{\"error\":1}", 403, [], "PeerUnavailable"],
        ["{\"error\":1}", 200, [], "ResponseInvalid"]
      ]
      for (const [body, status, headers, tag] of unreadable) {
        const reason = yield* reasonOf(body, status, headers)
        assert.deepStrictEqual([reason._tag, reason.mayHaveApplied], [tag, true], `${status} ${body}`)
      }
    }))

  it.effect("429 asks to slow down, by seconds, by a moment, or by nothing (U-21)", () =>
    Effect.gen(function*() {
      yield* TestClock.setTime(Date.UTC(2026, 0, 1))
      const after = (header?: string) =>
        Effect.map(reasonOf("", 429, header === undefined ? [] : [["Retry-After", header]]), (reason) => {
          assert.strictEqual(reason._tag, "RateLimited")
          const { retryAfter } = reason as Errors.RateLimited
          return retryAfter && Duration.toMillis(retryAfter)
        })
      assert.deepStrictEqual(
        [yield* after("7"), yield* after("Thu, 01 Jan 2026 00:01:00 GMT"), yield* after(), yield* after("soon")],
        [7000, 60_000, undefined, undefined]
      )
      const reason = yield* reasonOf({ success: false, message: "RATE_LIMITED: slow down" }, 429)
      assert.deepStrictEqual((reason as Errors.RateLimited).fault, { code: "RATE_LIMITED", message: "slow down" })
    }))

  it.effect("tells a refusal for who we are, for what we sent, a Doubtful one and one that nobody lists", () =>
    Effect.gen(function*() {
      const wrong = joined({ client: { secretKey: Redacted.make("wrong") } }).client
      assert.strictEqual((yield* Effect.flip(wrong.createOutboundOrder(order)))._tag, "CredentialRejected")
      const { client, kept } = joined({ client: { serviceUrl: new URL("https://x.example/") } })
      const invalid = yield* Effect.flip(client.createOutboundOrder({ ...order, lines: [] as never }))
      assert.deepStrictEqual([invalid._tag, kept.requests.length], ["RequestInvalid", 0])
      const texts: ReadonlyArray<readonly [string, string]> = [
        ["MEMBER_INVALID: /skuList: is an empty list", "Rejected"],
        ["METHOD_UNKNOWN: /method: none", "Rejected"],
        ["REQUEST_INVALID: /lines: too many", "Rejected"],
        ["NOT_SUPPORTED: no", "Rejected"],
        ["DIFFERENT_CONTENT: freight", "Rejected"],
        ["DUPLICATE: there is one", "Duplicate"],
        ["OUT_OF_STOCK: /lines/0/sku: 2 ordered, 1 available", "Rejected"],
        ["NOT_SENT: down", "PeerUnavailable"],
        ["DOUBTFUL: outcome not known yet; ask again with the same number", "PeerUnavailable"],
        ["INTERNAL: died", "PeerUnavailable"],
        ["WAREHOUSE_FAULT: no such street", "FaultUnlisted"],
        ["constructor: x", "FaultUnlisted"],
        ["something else", "FaultUnlisted"]
      ]
      for (const [message, tag] of texts) assert.strictEqual((yield* reasonOf({ success: false, message }))._tag, tag, message)
    }))

  it.effect("asks the plugin's table for a text, and never for a Doubtful one (U-10)", () =>
    Effect.gen(function*() {
      const asked: Array<string> = []
      const toReason = (text: string) => {
        asked.push(text)
        return text.includes("stock") ? new Errors.Rejected({ fault: { code: "", message: text } }) : undefined
      }
      const said = (message: string) => Effect.map(reasonOf({ success: false, message }, 200, [], { toReason }), ({ _tag }) => _tag)
      assert.deepStrictEqual([yield* said("no stock"), yield* said("hm"), yield* said("DOUBTFUL: no stock")], [
        "Rejected",
        "FaultUnlisted",
        "PeerUnavailable"
      ])
      assert.deepStrictEqual(asked, ["no stock", "hm"])
    }))
})

describe("queries of orders", () => {
  it.effect("data null, absent or empty is not found (D1-283 D1-282)", () =>
    Effect.gen(function*() {
      for (const more of [{}, { data: null }, { data: "" }, { data: {} }, { data: [] }]) {
        assert.deepStrictEqual(yield* answeredWith({ success: true, ...more }).client.getOutboundOrders(one), { items: [] })
      }
      const found = yield* answeredWith({ success: true, data: record("SO-1001") }).client.getOutboundOrders(one)
      assert.deepStrictEqual(found, { items: [{ orderNumber: orderNo("SO-1001"), phase: "open", status: "w" }] })
    }))

  it.effect("success false is not found only when its text says so (D1-284)", () =>
    Effect.gen(function*() {
      const asked = (message: string, notFoundTexts?: ReadonlyArray<string>) =>
        answeredWith({ success: false, message }, notFoundTexts === undefined ? {} : { notFoundTexts }).client.getOutboundOrders(one)
      for (const text of ["Order not found", "the order does NOT EXIST"]) assert.deepStrictEqual(yield* asked(text), { items: [] })
      for (const [text, tag] of [["system error", "FaultUnlisted"], ["", "FaultUnlisted"], ["DOUBTFUL: x", "PeerUnavailable"]] as const) {
        assert.strictEqual((yield* Effect.flip(asked(text)))._tag, tag)
      }
      assert.deepStrictEqual(yield* asked("keine Bestellung", ["Keine"]), { items: [] })
      assert.strictEqual((yield* Effect.flip(asked("not found", ["keine"])))._tag, "FaultUnlisted")
      const { client } = joined({ answers: { getOutboundOrders: () => ({ items: [] }) } })
      assert.deepStrictEqual(yield* client.getOutboundOrders(one), { items: [] })
    }))

  it.effect("an answer about another order is a contract violation, not an absent order", () =>
    Effect.gen(function*() {
      const { client } = answeredWith({ success: true, data: record("SO-9") })
      assert.strictEqual((yield* Effect.flip(client.getOutboundOrders(one)))._tag, "ResponseInvalid")
    }))

  it.effect("a number that getOrderList leaves out is not found, the others stay (D1-288 D1-287)", () =>
    Effect.gen(function*() {
      const { client, kept } = answeredWith({ success: true, data: [record("B"), record("C")] })
      const found = yield* client.getOutboundOrders(two)
      assert.deepStrictEqual(found.items.map(({ orderNumber }) => orderNumber), ["B"])
      assert.include(kept.findings[0]?.message, "not asked for")
      assert.deepStrictEqual(yield* answeredWith({ success: true, data: null }).client.getOutboundOrders(two), { items: [] })
    }))

  it.effect("inbound orders that were not asked for are left out, and prove nothing when they are all there is", () =>
    Effect.gen(function*() {
      const asn = (asnNumber: string) => ({ asnNumber, wmsStatus: "NEW", referenceNumber: "R", finishTime: null, skuList: [] })
      const { client, kept } = answeredWith({ success: true, asnList: [asn("A"), asn("B")] })
      const found = yield* client.getInboundOrders({ inboundOrders: [{ asnNumber: asnNo("A") }] })
      assert.deepStrictEqual(found.items.map(({ asnNumber }) => asnNumber), ["A"])
      assert.include(kept.findings[0]?.message, "not asked for")
      assert.strictEqual((yield* Effect.flip(client.getInboundOrders({ inboundOrders: [{ asnNumber: asnNo("C") }] })))._tag, "ResponseInvalid")
    }))

  it.effect("a list that is not found is asked for order by order", () =>
    Effect.gen(function*() {
      const { client, kept } = answeredWith({ success: false, message: "order not found" })
      assert.deepStrictEqual(yield* client.getOutboundOrders(two), { items: [] })
      assert.strictEqual(kept.requests.length, 3)
    }))

  it.effect("one bad record is reported; the order is in progress, never absent, and the others stay", () =>
    Effect.gen(function*() {
      const { client, kept } = answeredWith({ success: true, data: [record("A", { status: 5 }), record("B"), 7] })
      const found = yield* client.getOutboundOrders(two)
      assert.deepStrictEqual(found.items.map((each) => [each.orderNumber, each.phase]), [["B", "open"], ["A", "open"]])
      assert.deepStrictEqual(kept.findings.map(({ path }) => path), ["/data/0/status", "/data/2"])
    }))

  it.effect("reads the four states (D1-252 D1-253 D1-254 D1-255)", () =>
    Effect.gen(function*() {
      for (const phase of ["open", "shipped", "cancelled", "failed"] as const) {
        const told = { ...shipped, phase, failedReason: "why" }
        const { client } = joined({ answers: { getOutboundOrders: () => ({ items: [told] }) } })
        const { items: [found] } = yield* client.getOutboundOrders(one)
        assert.deepStrictEqual([found?.phase, found?.status, found?.trackingNumber], [phase, "shipped", "TN-1"])
      }
    }))

  it.effect("an unknown state is reported and read as the one that moves nothing (D1-111 D1-167)", () =>
    Effect.gen(function*() {
      const { client, kept } = answeredWith({ success: true, data: record("SO-1001", { status: "DONE", wmsStatus: "done" }) })
      const { items: [found] } = yield* client.getOutboundOrders(one)
      assert.deepStrictEqual([found?.phase, found?.status, kept.findings[0]?.path], ["open", "done", "/data/status"])
      const unknown = { asnNumber: "A", wmsStatus: "LOST", referenceNumber: "R", finishTime: "", skuList: [] }
      const inbound = answeredWith({ success: true, asnList: [unknown] })
      const { items: [asnFound] } = yield* inbound.client.getInboundOrders({ inboundOrders: [{ asnNumber: asnNo("A") }] })
      assert.deepStrictEqual([asnFound?.phase, asnFound?.status, inbound.kept.findings.length], ["announced", "LOST", 1])
    }))

  it.effect("SUCCESS without a tracking number and FAILED without a reason are reported and kept (D1-257 D1-259)", () =>
    Effect.gen(function*() {
      for (const [status, phase, place] of [["SUCCESS", "shipped", "/data/trackingNumber"], ["FAILED", "failed", "/data/failedReason"]] as const) {
        const { client, kept } = answeredWith({ success: true, data: record("SO-1001", { status }) })
        const { items: [found] } = yield* client.getOutboundOrders(one)
        assert.deepStrictEqual([found?.phase, kept.findings.map(({ path }) => path)], [phase, [place]])
      }
    }))

  it.effect("writes a reason for every FAILED, the warehouse's own word where there is none (D1-258)", () =>
    Effect.gen(function*() {
      const { client } = joined({ answers: { getOutboundOrders: () => ({ items: [{ orderNumber: "SO-1001", phase: "failed", status: "lost" }] }) } })
      const { items: [found] } = yield* client.getOutboundOrders(one)
      assert.strictEqual(found?.failedReason, "lost")
    }))
})

describe("lists", () => {
  it.effect("reports what appears twice in a list, and keeps it (D1-033 D1-034 D1-037)", () =>
    Effect.gen(function*() {
      const warehouses = [["A", "One"], ["A", "Two"], ["B", "One"]].map(([warehouseCode, warehouseName]) => ({ warehouseCode, warehouseName }))
      const listed = answeredWith({ success: true, warehouseList: warehouses })
      assert.strictEqual((yield* listed.client.listWarehouses({})).items.length, 3)
      assert.deepStrictEqual(listed.kept.findings.map(({ message }) => message), [
        "has two elements with the same warehouseCode",
        "has two elements with the same warehouseName"
      ])
      const channelList = [{ channelCode: "C", channelName: "1" }, { channelCode: "C", channelName: "2" }]
      const channels = answeredWith({ success: true, channelList })
      assert.strictEqual((yield* channels.client.listChannels({})).items.length, 2)
      assert.deepStrictEqual(channels.kept.findings.map(({ path }) => path), ["/channelList"])
    }))

  it.effect("reads which warehouse a channel and a stock level belong to (D1-008 D1-009 D1-268 D1-271)", () =>
    Effect.gen(function*() {
      const { client } = joined()
      assert.deepStrictEqual((yield* client.listWarehouses({})).items.map(({ code }) => code), ["WH-1", "WH-2"])
      assert.deepStrictEqual((yield* client.listChannels({})).items.map(({ warehouseCode }) => warehouseCode), ["WH-1"])
      assert.deepStrictEqual((yield* client.listStock(stock)).items.map(({ warehouseCode }) => warehouseCode), ["WH-1"])
    }))

  it.effect("one bad record of a page is reported and left out", () =>
    Effect.gen(function*() {
      const good = { warehouseCode: "WH-1", warehouseSku: "S", sellableQuantity: "1", totalQuantity: "1" }
      const { client, kept } = answeredWith({ success: true, isLastPage: true, data: [good, { ...good, totalQuantity: "x" }, good] })
      assert.strictEqual((yield* client.listStock(stock)).items.length, 2)
      assert.deepStrictEqual(kept.findings.map(({ path }) => path), ["/data/1/totalQuantity"])
    }))

  it.effect("writes stock as text, reads numbers too, and reports what is below 0 or a fraction (D1-130 D1-131 D1-132 X-125)", () =>
    Effect.gen(function*() {
      const { client, kept } = joined({ answers: { listStock: () => ({ items: [{ ...level, sellable: figure(-3), total: figure("1.5") }] }) } })
      const { items } = yield* client.listStock(stock)
      assert.deepStrictEqual(lastAnswer(kept).data[0], {
        warehouseCode: "WH-1",
        warehouseSku: "SKU-1",
        onwayQuantity: "1",
        pendingQuantity: "2",
        sellableQuantity: "-3",
        unsellableQuantity: "4",
        reservedQuantity: "5",
        useQuantity: "6",
        totalQuantity: "1.5"
      })
      assert.deepStrictEqual(figuresOf(items[0]), ["-3", "1.5", "6"])
      assert.deepStrictEqual(kept.findings.map(({ path }) => path), ["/data/0/sellableQuantity", "/data/0/totalQuantity"])
      const numbers = { warehouseCode: "WH-1", warehouseSku: "S", sellableQuantity: 1, totalQuantity: 2, useQuantity: 3 }
      const read = yield* answeredWith({ success: true, isLastPage: 1, data: [numbers] }).client.listStock(stock)
      assert.deepStrictEqual([figuresOf(read.items[0]), read.nextCursor], [["1", "2", "3"], undefined])
    }))

  it.effect("filters by one SKU on the wire and by several here (X-144 X-244)", () =>
    Effect.gen(function*() {
      const items = ["A", "B", "C"].map((code) => ({ ...level, sku: code }))
      const { client, kept } = joined({ answers: { listStock: () => ({ items }) } })
      yield* client.listStock({ ...stock, skus: [skuOf("A")] })
      assert.strictEqual(lastSent(kept).content.warehouseSku, "A")
      const found = yield* client.listStock({ ...stock, skus: [skuOf("A"), skuOf("C")] })
      assert.notProperty(lastSent(kept).content, "warehouseSku")
      assert.deepStrictEqual(found.items.map(({ sku }) => sku), ["A", "C"])
    }))
})

describe("walking stock", () => {
  const pages = (answer: (page: number) => object) => {
    const asked: Array<unknown> = []
    const { client } = joined({
      answers: {
        listStock: ({ cursor = "1", limit }: { readonly cursor?: string; readonly limit: number }) => {
          asked.push([cursor, limit])
          const page = Number(cursor)
          return { items: [{ ...level, sku: `SKU-${page}` }], nextCursor: String(page + 1), ...answer(page) }
        }
      }
    })
    return { asked, client }
  }

  it.effect("begins with page 1, takes 100 at a time, and goes on until isLastPage, whatever pageCount says (D1-298 D1-299 D1-386)", () =>
    Effect.gen(function*() {
      const { asked, client } = pages((page) => ({ ...(page === 3 && { nextCursor: undefined }), pageCount: 1 }))
      const seen: Array<string> = []
      yield* StockPages.forEachPage(client.listStock, { warehouseCode: "WH-1" }, (items) =>
        Effect.sync(() => void seen.push(...items.map(({ sku }) => sku))))
      assert.deepStrictEqual([asked, seen], [[["1", 100], ["2", 100], ["3", 100]], ["SKU-1", "SKU-2", "SKU-3"]])
      const other = pages((page) => (page === 2 ? { nextCursor: undefined } : {}))
      yield* StockPages.forEachPage(other.client.listStock, { warehouseCode: "WH-1", limit: 7, cursor: "2" }, () => Effect.void)
      assert.deepStrictEqual(other.asked, [["1", 7], ["2", 7]])
    }))

  it.effect("ends with an error when pages repeat, when another page comes, or when there are too many (D1-300)", () =>
    Effect.gen(function*() {
      const walk = (client: Client.Handlers, maxPages?: number) =>
        Effect.flip(StockPages.forEachPage(client.listStock, { warehouseCode: "WH-1", ...(maxPages && { maxPages }) }, () => Effect.void))
      const same = pages(() => ({ items: [level] }))
      assert.strictEqual((yield* walk(same.client))._tag, "ResponseInvalid")
      assert.strictEqual(same.asked.length, 2)
      const turning = pages((page) => ({ items: [{ ...level, sku: `SKU-${page % 3}` }] }))
      assert.strictEqual((yield* walk(turning.client))._tag, "ResponseInvalid")
      assert.strictEqual(turning.asked.length, 4)
      const endless = pages(() => ({}))
      assert.strictEqual((yield* walk(endless.client, 5))._tag, "ResponseInvalid")
      assert.deepStrictEqual([endless.asked.length, StockPages.defaultMaxPages], [5, 10_000])
      const other = answeredWith({ success: true, isLastPage: true, currentPage: 2, data: [] })
      assert.strictEqual((yield* Effect.flip(other.client.listStock(stock)))._tag, "ResponseInvalid")
    }))
})

describe("inbound orders and products", () => {
  const asked = { asnNumbers: [asnNo("A"), asnNo("B")] } as const

  it.effect("takes a created ASN for created whatever operation and info say, and reports an info (D1-303 D1-304 U-16)", () =>
    Effect.gen(function*() {
      const created = Effect.fnUntraced(function*(results: unknown, member = "results") {
        const { client, kept } = answeredWith({ success: true, [member]: results })
        assert.deepStrictEqual(yield* client.createInboundOrder(asn), {})
        return kept.findings.filter(({ message }) => message.includes("read as success")).map(({ path }) => path)
      })
      assert.deepStrictEqual(yield* created([{ asnNumber: "ASN-1", operation: "CANCEL", info: "" }]), [])
      assert.deepStrictEqual(yield* created(undefined), [])
      for (const info of ["success", "ok", "创建成功"]) {
        assert.deepStrictEqual(yield* created([{ asnNumber: "ASN-1", operation: "CREATE", info }]), ["/results/*/info"])
        assert.deepStrictEqual(yield* created({ asnNumber: "ASN-1", info }, "result"), ["/results/*/info"])
      }
      const whole = answeredWith({ success: false, results: [{ asnNumber: "ASN-1", info: "no such SKU" }] })
      const failed = yield* Effect.flip(whole.client.createInboundOrder(asn))
      assert.strictEqual((failed as Errors.FaultUnlisted).fault.message, "no such SKU")
    }))

  it.effect("reads the results of createAsnOrder as a list and as one object in result, and writes the list (X-141 X-241)", () =>
    Effect.gen(function*() {
      for (const member of ["results", "result"]) {
        for (const value of [[{ asnNumber: "ASN-1", info: "no" }], { asnNumber: "ASN-1", info: "no" }]) {
          const { client } = answeredWith({ success: false, [member]: value })
          assert.strictEqual(Errors.describe(yield* Effect.flip(client.createInboundOrder(asn))), "no")
        }
      }
      const { client, kept } = joined()
      yield* client.createInboundOrder(asn)
      assert.isArray(lastAnswer(kept).results)
    }))

  it.effect("passes on the text of the call and those of its items when a product is refused (D1-379)", () =>
    Effect.gen(function*() {
      const said = (body: object) => Effect.map(Effect.flip(answeredWith(body).client.upsertProduct(product)), (reason) => [reason._tag, Errors.describe(reason)])
      const item = { sku: product.sku, operation: "CREATE", info: "bad barcode" }
      assert.deepStrictEqual(yield* said({ success: "false", message: "partly", results: [item] }), ["FaultUnlisted", "partly: bad barcode"])
      assert.deepStrictEqual(yield* said({ success: "false", message: "", results: [item] }), ["FaultUnlisted", "bad barcode"])
      assert.deepStrictEqual(yield* said({ success: "true", message: "", results: [item] }), ["FaultUnlisted", "bad barcode"])
      assert.deepStrictEqual(yield* said({ success: "true", message: "partly", results: [{ ...item, info: "" }] }), ["FaultUnlisted", "partly"])
    }))

  it.effect("a cancel fails for the item that is named with info, and only for it (D1-316 D1-378 X-172)", () =>
    Effect.gen(function*() {
      const cancelled = (body: object) => answeredWith(body).client.cancelInboundOrders(asked)
      const info = { asnNumber: "A", operation: "CANCEL", info: "received" }
      assert.deepStrictEqual(yield* cancelled({ success: "true", message: "", results: [info] }), { items: [
        { asnNumber: asnNo("A"), failure: "received" },
        { asnNumber: asnNo("B") }
      ] })
      assert.deepStrictEqual(yield* cancelled({ success: true, message: "" }), { items: [
        { asnNumber: asnNo("A") },
        { asnNumber: asnNo("B") }
      ] })
      assert.deepStrictEqual(yield* cancelled({ success: "true", results: [{ ...info, info: "", success: "false" }] }), { items: [
        { asnNumber: asnNo("A"), failure: "refused without a reason" },
        { asnNumber: asnNo("B") }
      ] })
    }))

  it.effect("an item that is not named follows the whole (U-85)", () =>
    Effect.gen(function*() {
      const info = { asnNumber: "A", operation: "CANCEL", info: "received" }
      const { client } = answeredWith({ success: "false", message: "some failed", results: [info] })
      assert.deepStrictEqual(yield* client.cancelInboundOrders(asked), { items: [
        { asnNumber: asnNo("A"), failure: "received" },
        { asnNumber: asnNo("B"), failure: "some failed" }
      ] })
      const whole = answeredWith({ success: "false", message: "closed" })
      assert.strictEqual((yield* Effect.flip(whole.client.cancelInboundOrders(asked)))._tag, "FaultUnlisted")
    }))

  it.effect("a result without its operation is a contract violation, not a cancelled item (D1-312)", () =>
    Effect.gen(function*() {
      const { client } = answeredWith({ success: "true", message: "", results: [{ asnNumber: "A", info: "no" }] })
      assert.strictEqual((yield* Effect.flip(client.cancelInboundOrders(asked)))._tag, "ResponseInvalid")
    }))

  it.effect("a product that is named in the results has failed, with its info (D1-379 D1-319)", () =>
    Effect.gen(function*() {
      const upserted = (results: unknown) => answeredWith({ success: "true", message: "", results }).client.upsertProduct(product)
      yield* upserted(undefined)
      yield* upserted([])
      const reason = yield* Effect.flip(upserted([{ sku: "SKU-1", operation: "CREATE", info: "no barcode" }]))
      assert.strictEqual((reason as Errors.FaultUnlisted).fault.message, "no barcode")
      const refused = joined({ answers: { upsertProduct: () => refusing({ code: "SKU_LOCKED", message: "locked" }) } })
      const told = yield* Effect.flip(refused.client.upsertProduct(product))
      assert.deepStrictEqual((told as Errors.FaultUnlisted).fault, { code: "SKU_LOCKED", message: "locked" })
    }))

  it.effect("a cancel of an order answers success and message alone (D1-278)", () =>
    Effect.gen(function*() {
      const { client, kept } = joined()
      assert.deepStrictEqual(yield* client.cancelOutboundOrder({ orderNumber: orderNo("A") }), {})
      assert.deepStrictEqual(lastAnswer(kept), { success: true })
      const { kept: other, client: refused } = joined({
        answers: { cancelOutboundOrder: () => refusing({ code: "ORDER_SHIPPED", message: "it has left" }) }
      })
      yield* Effect.flip(refused.cancelOutboundOrder({ orderNumber: orderNo("A") }))
      assert.deepStrictEqual(lastAnswer(other), { success: false, message: "ORDER_SHIPPED: it has left" })
    }))

  it.effect("a cancel that the warehouse decides later is not told as done (U-143)", () =>
    Effect.gen(function*() {
      const { kept, client } = joined({ answers: { cancelOutboundOrder: () => ({ outcome: "requested" }) } })
      assert.isTrue((yield* Effect.flip(client.cancelOutboundOrder({ orderNumber: orderNo("A") }))).mayHaveApplied)
      assert.deepStrictEqual(lastAnswer(kept), {
        success: false,
        message: "CANCEL_REQUESTED: the warehouse was asked to cancel the order and has not decided yet; ask for the status of the order"
      })
    }))

  it.effect("the answer to a create has the number of the ERP where the warehouse has none of its own (D1-273)", () =>
    Effect.gen(function*() {
      const { kept, client } = joined({ answers: { createOutboundOrder: () => ({}) } })
      yield* client.createOutboundOrder(order)
      assert.deepStrictEqual(lastAnswer(kept), { success: true, data: { warehouseOrderNumber: order.orderNumber } })
    }))
})
