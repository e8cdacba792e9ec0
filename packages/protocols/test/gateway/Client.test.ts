import { AdapterError as Errors, StockPages } from "@crossdock/core"
import { assert, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"
import { Client } from "../../src/gateway/index.ts"
import { request, signOf } from "./raw.ts"
import {
  answeredWith,
  answering,
  asn,
  asnNo,
  at,
  books,
  clientOf,
  figure,
  joined,
  lastAnswer,
  lastSent,
  level,
  linked,
  order,
  orderNo,
  product,
  profile,
  refusing,
  shipped,
  skuOf
} from "./support.ts"

const one = { orders: [{ orderNumber: orderNo("SO-1001") }] } as const
const two = { orders: [{ orderNumber: orderNo("A") }, { orderNumber: orderNo("B") }], warehouseCode: "WH-1" } as const
const stock = { warehouseCode: "WH-1", limit: 100 }
const record = (orderNumber: string, more: object = {}) => ({ orderNumber, wmsStatus: "w", status: "SENDING", ...more })
const inventory = { warehouseCode: "WH-1", warehouseSku: "S", sellableQuantity: "1", totalQuantity: "1" }

describe("what a call looks like", () => {
  it.effect("carries appKey and the sign over the exact body in headers, as JSON (G-004 G-007 G-020 G-333)", () =>
    Effect.gen(function*() {
      const { client, kept } = joined({ client: { warehouseType: "sandbox" } })
      yield* client.createOutboundOrder(order)
      const { body, headers, method, text } = lastSent(kept)
      assert.strictEqual(method, "createOrder")
      assert.deepStrictEqual(headers, {
        "content-type": "application/json",
        accept: "application/json",
        appKey: "app-1",
        sign: signOf("app-1", text),
        warehouseType: "sandbox"
      })
      assert.strictEqual(body.warehouseKey, "k1")
    }))

  it.effect("selects the warehouse by the header warehouseType and the body's warehouseKey together (G-001)", () =>
    Effect.gen(function*() {
      const seen: Array<unknown> = []
      const linkOf = (key: string, type: string | undefined) => {
        seen.push([type, key])
        return linked({}).linkOf!(key, type)
      }
      const { client } = joined({ client: { warehouseType: "WT", warehouseKey: "main" }, account: { linkOf } })
      yield* client.getOutboundOrders(one)
      assert.deepStrictEqual(seen, [["WT", "main"]])
    }))

  it.effect("sends the other headers when they are configured, and none of them in the body (G-009 G-010 G-012 G-013 G-014 G-018 G-021 X-223 X-224)", () =>
    Effect.gen(function*() {
      const sent = Effect.fnUntraced(function*(more: Partial<Client.Settings>) {
        const { client, kept } = answeredWith({ success: true, result: { warehouseInfoList: [] } }, more)
        yield* client.listWarehouses({})
        assert.deepStrictEqual(lastSent(kept).body, { warehouseKey: ["k1"] })
        const { accept: _, appKey: __, "content-type": ___, sign: ____, ...headers } = lastSent(kept).headers
        return headers
      })
      assert.deepStrictEqual(yield* sent({}), {})
      assert.deepStrictEqual(yield* sent({ apiUrl: new URL("https://wms.example") }), { apiUrl: "https://wms.example" })
      assert.deepStrictEqual(
        yield* sent({
          warehouseType: "WT",
          secret: Redacted.make("agreed"),
          accessToken: Redacted.make("tok-a"),
          refreshToken: Redacted.make("tok-r"),
          authInfo: [{ authInfoKey: "client", value: Redacted.make("c-1") }],
          apiUrl: new URL("https://wms.example/api")
        }),
        {
          warehouseType: "WT",
          secret: "agreed",
          accessToken: "tok-a",
          refreshToken: "tok-r",
          authInfo: "[{\"authInfoKey\":\"client\",\"value\":\"c-1\"}]",
          apiUrl: "https://wms.example/api"
        }
      )
    }))

  it.effect("writes authInfo as ASCII JSON, or percent-encoded where the profile says so (G-015 G-017 U-29)", () =>
    Effect.gen(function*() {
      const authInfo = [{ authInfoKey: "名", value: Redacted.make("wärde 🙂 \"q\"") }]
      const sent = Effect.fnUntraced(function*(authInfoEncoding: "escape" | "percent") {
        const { client, kept } = joined({ client: { authInfo, profile: profile({ authInfoEncoding }) } })
        yield* client.listWarehouses({})
        const read = kept.dispatched[0]!.info.authInfo!.map(({ authInfoKey, value }) => [authInfoKey, Redacted.value(value)])
        assert.deepStrictEqual(read, [["名", "wärde 🙂 \"q\""]])
        return lastSent(kept).headers["authInfo"]!
      })
      const escaped = yield* sent("escape")
      assert.match(escaped, /^[\u0020-\u007e]+$/)
      assert.strictEqual(escaped, "[{\"authInfoKey\":\"\\u540d\",\"value\":\"w\\u00e4rde \\ud83d\\ude42 \\\"q\\\"\"}]")
      assert.deepStrictEqual(JSON.parse(escaped), [{ authInfoKey: "名", value: "wärde 🙂 \"q\"" }])
      assert.strictEqual(yield* sent("percent"), encodeURIComponent(JSON.stringify(JSON.parse(escaped))))
    }))

  it.effect("sends every call to the one address of its connection (G-002)", () =>
    Effect.gen(function*() {
      const elsewhere = { success: true, result: { warehouseInfoList: [] }, baseUrl: "https://other.example" }
      for (const base of ["https://test.example", "https://test.example/", "https://test.example?x=1#y"]) {
        const { client, kept } = answeredWith(elsewhere, { baseUrl: new URL(base) }, 302, [["location", "https://other.example/"]])
        yield* client.listWarehouses({})
        yield* client.listWarehouses({})
        assert.deepStrictEqual(new Set(kept.requests.map(({ url }) => url.href)), new Set(["https://test.example/global-api/v1/warehouse/initWarehouses"]))
      }
    }))

  it.effect("takes the version of the path from the connection (U-57)", () =>
    Effect.gen(function*() {
      const { client, kept } = joined({ client: { pathVersion: "v2" }, server: { pathVersion: "v2" } })
      yield* client.listWarehouses({})
      assert.strictEqual(kept.requests[0]!.url.pathname, "/base/global-api/v2/warehouse/initWarehouses")
    }))

  it.effect("shows no secret and no token, in a failure either", () =>
    Effect.gen(function*() {
      const secrets = { secret: Redacted.make("agreed"), accessToken: Redacted.make("tok-a"), appSecret: Redacted.make("another key") }
      const { client, kept } = joined({ client: secrets })
      const reason = yield* Effect.flip(client.listWarehouses({}))
      assert.strictEqual(reason._tag, "CredentialRejected")
      for (const word of ["agreed", "tok-a", "another key"]) assert.notInclude(JSON.stringify(reason) + Errors.describe(reason), word)
      assert.notInclude(JSON.stringify(kept.requests), "another key")
    }))

  it.effect("sends no query for an empty list (U-77)", () =>
    Effect.gen(function*() {
      const { client, kept } = joined()
      assert.deepStrictEqual(yield* client.getOutboundOrders({ orders: [] as never }), { items: [] })
      assert.deepStrictEqual(yield* client.getInboundOrders({ inboundOrders: [] as never }), { items: [] })
      assert.deepStrictEqual(yield* client.cancelInboundOrders({ asnNumbers: [] as never }), { items: [] })
      assert.strictEqual(kept.requests.length, 0)
    }))

  it.effect("refuses what the document forbids before it is sent", () =>
    Effect.gen(function*() {
      const { client, kept } = joined()
      const invalid = yield* Effect.flip(client.createOutboundOrder({ ...order, lines: [] as never }))
      assert.strictEqual(Errors.describe(invalid), "/lines: is an empty list")
      for (const name of ["sku", "erpSku", "title", "barcode"]) {
        yield* client.upsertProduct({ ...product, [name]: "🙂".repeat(255) })
        const reason = yield* Effect.flip(client.upsertProduct({ ...product, [name]: "🙂".repeat(256) }))
        assert.deepStrictEqual([reason._tag, (reason as Errors.RequestInvalid).path], ["RequestInvalid", `/${name}`])
      }
      const { returnReason: _, ...incomplete } = asn
      assert.strictEqual((yield* Effect.flip(client.createInboundOrder(incomplete)))._tag, "RequestInvalid")
      assert.strictEqual(kept.requests.length, 4)
    }))

  it.effect("reports what the protocol has no place for, and leaves it out", () =>
    Effect.gen(function*() {
      const { client, kept } = joined()
      yield* client.createInboundOrder({ ...asn, warehouseOrderNumber: "WO-1" })
      assert.notInclude(lastSent(kept).text, "WO-1")
      assert.deepStrictEqual(kept.findings, [
        { where: "createAsnOrder", path: "/warehouseOrderNumber", message: "has no member in this message; left out" }
      ])
    }))

  it.effect("refuses what the warehouse type cannot do, without a call (G-238 U-87)", () =>
    Effect.gen(function*() {
      const { client, kept } = joined({ client: { offers: ["listWarehouses"] } })
      assert.strictEqual((yield* client.listWarehouses({})).items.length, 1)
      const calls = [
        client.listChannels({}),
        client.listStock(stock),
        client.createInboundOrder(asn),
        client.getInboundOrders({ inboundOrders: [{ asnNumber: asn.asnNumber }] }),
        client.cancelInboundOrders({ asnNumbers: [asn.asnNumber] }),
        client.upsertProduct(product)
      ] as const
      for (const refused of calls) assert.strictEqual((yield* Effect.flip(refused as Effect.Effect<unknown, Errors.Reason>))._tag, "OperationUnsupported")
      assert.strictEqual(kept.requests.length, 1)
      yield* client.createOutboundOrder(order)
      assert.strictEqual(Client.offers.length, 7)
    }))

  it("dies at once of a time zone that does not exist", () => {
    assert.throws(() => joined({ client: { timeZone: "Nowhere/City" } }), /is not a time zone/)
  })
})

describe("what an answer means", () => {
  const reasonOf = (body: unknown, status = 200, headers: ReadonlyArray<readonly [string, string]> = [], more: Partial<Client.Settings> = {}) =>
    Effect.flip(answeredWith(body, more, status, headers).client.createOutboundOrder(order))
  const created = (body: object) => answeredWith(body).client.createOutboundOrder(order)

  it.effect("an answer without success, or with another word for it, is a contract violation", () =>
    Effect.gen(function*() {
      for (const body of [{}, { result: {} }, { success: "yes", result: {} }, { success: null }, "[]", "5", "no json", ""]) {
        const reason = yield* reasonOf(body)
        assert.deepStrictEqual([reason._tag, reason.mayHaveApplied], ["ResponseInvalid", true], JSON.stringify(body))
      }
    }))

  it.effect("a failure is success false with its text in errorMsg, else in message, else in what failed (G-347 X-103)", () =>
    Effect.gen(function*() {
      const texts: ReadonlyArray<readonly [object, string]> = [
        [{ errorMsg: "out of stock" }, "out of stock"],
        [{ message: "out of stock" }, "out of stock"],
        [{ errorMsg: "one", message: "two" }, "one"],
        [{ errorMsg: "", message: "two" }, "two"],
        [{ errorMsg: null, result: { success: false, info: "three" } }, "three"],
        [{ result: [{ info: "four" }] }, "four"],
        [{}, "refused without a text"]
      ]
      for (const success of [false, "false", "FALSE"]) {
        for (const [member, text] of texts) {
          const reason = yield* reasonOf({ success, ...member })
          assert.deepStrictEqual([reason._tag, (reason as Errors.FaultUnlisted).fault], ["FaultUnlisted", { code: "", message: text }])
        }
      }
    }))

  it.effect("reads a JSON body with success whatever the HTTP status, and takes a refusal from 500 on for a failure with unknown outcome (G-349 U-09)", () =>
    Effect.gen(function*() {
      const body = { success: true, result: { warehouseOrderNumber: "W" } }
      for (const status of [200, 201, 400, 401, 404, 500, 503]) {
        assert.deepStrictEqual(yield* answeredWith(body, {}, status).client.createOutboundOrder(order), { warehouseOrderNumber: "W" })
        const reason = yield* reasonOf({ success: false, errorMsg: "no" }, status)
        assert.deepStrictEqual([reason._tag, Errors.describe(reason)], [status < 500 ? "FaultUnlisted" : "PeerUnavailable", "no"])
      }
      const marked = answeredWith(`\uFEFF${JSON.stringify(body)}`).client
      assert.deepStrictEqual(yield* marked.createOutboundOrder(order), { warehouseOrderNumber: "W" })
    }))

  it.effect("takes code null, absent and with a value, which is kept and not interpreted (G-026 G-027 G-028 U-11 X-131)", () =>
    Effect.gen(function*() {
      for (const code of [{}, { code: null }, { code: "" }]) {
        const { client, kept } = answeredWith({ success: true, ...code, result: { warehouseOrderNumber: "W" } })
        yield* client.createOutboundOrder(order)
        assert.deepStrictEqual(kept.findings, [])
      }
      for (const code of ["DUPLICATE", 500, { of: "any kind" }]) {
        const { client, kept } = answeredWith({ success: true, code, result: { warehouseOrderNumber: "W" } })
        assert.deepStrictEqual(yield* client.createOutboundOrder(order), { warehouseOrderNumber: "W" })
        assert.deepStrictEqual(kept.findings.map(({ path }) => path), ["/code"])
      }
      const kept = (code: unknown, errorMsg: string) => Effect.map(reasonOf({ success: false, code, errorMsg }), (reason) => [reason._tag, (reason as Errors.FaultUnlisted).fault.code])
      assert.deepStrictEqual(yield* kept("DUPLICATE", "no"), ["FaultUnlisted", "DUPLICATE"])
      assert.deepStrictEqual(yield* kept(500, "no"), ["FaultUnlisted", "500"])
      assert.deepStrictEqual(yield* kept({}, "no"), ["FaultUnlisted", ""])
      assert.deepStrictEqual(yield* kept("X", "REJECTED: no"), ["Rejected", "REJECTED"])
    }))

  it.effect("members that the document does not know change nothing, and are reported", () =>
    Effect.gen(function*() {
      const { client, kept } = answeredWith({ success: true, traceId: "t", result: { warehouseOrderNumber: "W", extra: 1 } })
      assert.deepStrictEqual(yield* client.createOutboundOrder(order), { warehouseOrderNumber: "W" })
      assert.deepStrictEqual(kept.findings.map(({ path }) => path), ["/result/extra", "/traceId"])
    }))

  it.effect("a broken connection or an unreadable answer may have had its effect, a refused connection has not", () =>
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
        ["<html>nothing here</html>", 404, html, "PeerUnavailable"]
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
          const { retryAfter } = reason as Errors.RateLimited
          return [reason._tag, retryAfter && Duration.toMillis(retryAfter)]
        })
      assert.deepStrictEqual(
        [yield* after("7"), yield* after("Thu, 01 Jan 2026 00:01:00 GMT"), yield* after(), yield* after("soon")],
        [7000, 60_000, undefined, undefined].map((millis) => ["RateLimited", millis])
      )
      const reason = yield* reasonOf({ success: false, errorMsg: "RATE_LIMITED: slow down" }, 429)
      assert.deepStrictEqual((reason as Errors.RateLimited).fault, { code: "RATE_LIMITED", message: "slow down" })
    }))

  it.effect("asks the plugin's table first, but never for a Doubtful text, and knows what our own servers mean (U-10)", () =>
    Effect.gen(function*() {
      const asked: Array<string> = []
      const toReason = (text: string) => {
        asked.push(text)
        return text.includes("stock") ? new Errors.Rejected({ fault: { code: "", message: text } }) : undefined
      }
      const texts: ReadonlyArray<readonly [string, string]> = [
        ["WAREHOUSE_KEY_UNKNOWN: /warehouseKey: no", "Rejected"],
        ["API_URL_NOT_ALLOWED: no", "Rejected"],
        ["HEADER_INVALID: no", "Rejected"],
        ["MEMBER_INVALID: /skuList: is an empty list", "Rejected"],
        ["SIGNATURE_INVALID: no", "CredentialRejected"],
        ["DUPLICATE: there is one", "Duplicate"],
        ["DOUBTFUL: no stock", "PeerUnavailable"],
        ["INTERNAL: died", "PeerUnavailable"],
        ["constructor: x", "FaultUnlisted"],
        ["no stock", "Rejected"],
        ["hm", "FaultUnlisted"]
      ]
      for (const [errorMsg, tag] of texts) {
        assert.strictEqual((yield* reasonOf({ success: false, errorMsg }, 200, [], { toReason }))._tag, tag, errorMsg)
      }
      assert.deepStrictEqual(asked, texts.map(([text]) => text).filter((text) => !text.startsWith("DOUBTFUL")))
    }))

  it.effect("a create whose result says false has failed with its info, though the call went well (G-266 G-348)", () =>
    Effect.gen(function*() {
      for (const success of [false, "false"]) {
        const reason = yield* reasonOf({ success: true, result: { success, info: "no stock", warehouseOrderNumber: "W" } })
        assert.deepStrictEqual((reason as Errors.FaultUnlisted).fault, { code: "", message: "no stock" })
      }
      const both = yield* reasonOf({ success: true, errorMsg: "hm", result: { success: false, info: "no stock" } })
      assert.strictEqual((both as Errors.FaultUnlisted).fault.message, "no stock")
      const silent = yield* reasonOf({ success: true, errorMsg: "hm", result: { success: false } })
      assert.strictEqual((silent as Errors.FaultUnlisted).fault.message, "hm")
      const listed = yield* reasonOf({ success: true, result: { success: false, info: "DUPLICATE: known" } })
      assert.strictEqual(listed._tag, "Duplicate")
    }))

  it.effect("reads the digits of the warehouse's numbers where they are JSON numbers (U-97)", () =>
    Effect.gen(function*() {
      const created = answeredWith("{\"success\":true,\"result\":{\"warehouseOrderNumber\":9007199254740993001}}").client
      assert.deepStrictEqual(yield* created.createOutboundOrder(order), { warehouseOrderNumber: "9007199254740993001" })
    }))

  it.effect("without result.success the call decides; a warehouse may have no number of its own (G-267 G-262 U-90)", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* created({ success: true, result: { warehouseOrderNumber: "W" } }), { warehouseOrderNumber: "W" })
      assert.deepStrictEqual(yield* created({ success: true, result: { warehouseOrderNumber: "W", info: "accepted", success: null } }), { warehouseOrderNumber: "W" })
      for (const result of [undefined, null, "", {}, { warehouseOrderNumber: null }, { success: true }]) {
        assert.deepStrictEqual(yield* created({ success: true, result }), {})
      }
      const { client, kept } = joined()
      yield* client.getOutboundOrders({ orders: [{ orderNumber: orderNo("SO-1001"), warehouseOrderNumber: "SO-1001" }] })
      assert.deepStrictEqual(lastSent(kept).body.getOrderInfoList, [{ orderNumber: "SO-1001" }])
      yield* client.cancelOutboundOrder({ orderNumber: order.orderNumber, warehouseOrderNumber: "SO-1001" })
      assert.deepStrictEqual(lastSent(kept).body.cancelOrderList, [{ orderNumber: "SO-1001" }])
    }))

  it.effect("a result about another order proves nothing", () =>
    Effect.gen(function*() {
      const reason = yield* reasonOf({ success: true, result: { orderNumber: "SO-9", success: true } })
      assert.deepStrictEqual([reason._tag, reason.mayHaveApplied], ["ResponseInvalid", true])
      const inbound = answeredWith({ success: true, result: { asnNumber: "ASN-9", success: true } }).client
      assert.strictEqual((yield* Effect.flip(inbound.createInboundOrder(asn)))._tag, "ResponseInvalid")
    }))
})

describe("queries of orders", () => {
  const found = (result: unknown, payload: typeof one | typeof two = one) => answeredWith({ success: true, result }).client.getOutboundOrders(payload)

  it.effect("asks for many orders at once, the key as a String, the warehouse's numbers beside ours (X-143 X-243)", () =>
    Effect.gen(function*() {
      const { client, kept } = joined()
      const known = { ...two, orders: [{ orderNumber: orderNo("A"), warehouseOrderNumber: "WO-A" }, { orderNumber: orderNo("B"), referenceCode: "D-B" }] } as const
      const statuses = yield* client.getOutboundOrders(known)
      assert.deepStrictEqual(statuses.items.map(({ orderNumber }) => orderNumber), ["A", "B"])
      assert.deepStrictEqual(lastSent(kept).body, {
        warehouseKey: "k1",
        warehouseCode: "WH-1",
        getOrderInfoList: [{ orderNumber: "A", warehouseOrderNumber: "WO-A" }, { orderNumber: "B", referenceCode: "D-B" }]
      })
      assert.deepStrictEqual(kept.dispatched[0]?.payload, known)
    }))

  it.effect("no result, and no record in it, is not found (U-18)", () =>
    Effect.gen(function*() {
      for (const result of [undefined, null, "", {}, [], { warehouseGetOrderList: [] }, { warehouseGetOrderList: null }]) {
        assert.deepStrictEqual(yield* found(result), { items: [] })
      }
      assert.deepStrictEqual(yield* found({ warehouseGetOrderList: [record("SO-1001")] }), { items: [
        { orderNumber: orderNo("SO-1001"), phase: "open", status: "w" }
      ] })
    }))

  it.effect("success false is not found only when its text says so (U-18)", () =>
    Effect.gen(function*() {
      const asked = (errorMsg: string, notFoundTexts?: ReadonlyArray<string>) =>
        answeredWith({ success: false, errorMsg }, notFoundTexts === undefined ? {} : { notFoundTexts }).client.getOutboundOrders(one)
      for (const text of ["Order not found", "the order does NOT EXIST"]) assert.deepStrictEqual(yield* asked(text), { items: [] })
      for (const text of ["system error", "", "DOUBTFUL: x", "WAREHOUSE_KEY_UNKNOWN: /warehouseKey: is not a warehouse key of this appKey"]) {
        yield* Effect.flip(asked(text))
      }
      assert.deepStrictEqual(yield* asked("keine Bestellung", ["Keine"]), { items: [] })
      assert.strictEqual((yield* Effect.flip(asked("not found", ["keine"])))._tag, "FaultUnlisted")
    }))

  it.effect("of several orders each is asked for alone when the text says that one is not there (U-18)", () =>
    Effect.gen(function*() {
      const { client, kept } = answering((_, { getOrderInfoList }) =>
        getOrderInfoList.some(({ orderNumber }: Record<string, string>) => orderNumber === "B")
          ? { success: false, errorMsg: "B not found" }
          : { success: true, result: { warehouseGetOrderList: getOrderInfoList.map((asked: Record<string, string>) => record(asked["orderNumber"]!)) } })
      const statuses = yield* client.getOutboundOrders(two)
      assert.deepStrictEqual(statuses.items.map(({ orderNumber }) => orderNumber), ["A"])
      assert.strictEqual(kept.requests.length, 3)
    }))

  it.effect("records that were not asked for are left out, and prove nothing when they are all there is", () =>
    Effect.gen(function*() {
      const { client, kept } = answeredWith({ success: true, result: { warehouseGetOrderList: [record("B"), record("C")] } })
      assert.deepStrictEqual((yield* client.getOutboundOrders(two)).items.map(({ orderNumber }) => orderNumber), ["B"])
      assert.include(kept.findings[0]?.message, "not asked for")
      assert.strictEqual((yield* Effect.flip(found({ warehouseGetOrderList: [record("C")] }, two)))._tag, "ResponseInvalid")
      const inbound = { asnNumber: "C", wmsStatus: "NEW", referenceNumber: "R", finishTime: "", skuList: [] }
      const asked = answeredWith({ success: true, result: { asnList: [inbound] } }).client.getInboundOrders({ inboundOrders: [{ asnNumber: asnNo("A") }] })
      assert.strictEqual((yield* Effect.flip(asked))._tag, "ResponseInvalid")
    }))

  it.effect("one bad record is reported; the order is in progress, never absent, and the others stay", () =>
    Effect.gen(function*() {
      const { client, kept } = answeredWith({ success: true, result: { warehouseGetOrderList: [record("A", { status: 5 }), record("B"), 7] } })
      const statuses = yield* client.getOutboundOrders(two)
      assert.deepStrictEqual(statuses.items.map((each) => [each.orderNumber, each.phase]), [["B", "open"], ["A", "open"]])
      assert.deepStrictEqual(kept.findings.map(({ path }) => path), [
        "/result/warehouseGetOrderList/0/status",
        "/result/warehouseGetOrderList/2"
      ])
      const inbound = answeredWith({ success: true, result: { asnList: [{ asnNumber: "A", wmsStatus: "NEW" }] } })
      const { items: [asnFound] } = yield* inbound.client.getInboundOrders({ inboundOrders: [{ asnNumber: asnNo("A") }] })
      assert.deepStrictEqual(asnFound, { asnNumber: asnNo("A"), phase: "announced", status: "NEW", lines: [] })
    }))

  it.effect("reads the four states, without a number of the warehouse (G-243 G-244 G-245 G-246 G-112)", () =>
    Effect.gen(function*() {
      for (const phase of ["open", "shipped", "cancelled", "failed"] as const) {
        const told = { ...shipped, phase, failedReason: "why" }
        const { client } = joined({ answers: { getOutboundOrders: () => ({ items: [told] }) } })
        assert.deepStrictEqual(yield* client.getOutboundOrders(one), { items: [told] })
      }
    }))

  it.effect("an unknown state is reported and read as the one that moves nothing (U-14)", () =>
    Effect.gen(function*() {
      const { client, kept } = answeredWith({ success: true, result: { warehouseGetOrderList: [record("SO-1001", { status: "DONE", wmsStatus: "done" })] } })
      const { items: [status] } = yield* client.getOutboundOrders(one)
      assert.deepStrictEqual([status?.phase, status?.status, kept.findings.length], ["open", "done", 1])
      const unknown = { asnNumber: "A", wmsStatus: "LOST", referenceNumber: "R", finishTime: "", skuList: [] }
      const inbound = answeredWith({ success: true, result: { asnList: [unknown] } })
      const { items: [asnFound] } = yield* inbound.client.getInboundOrders({ inboundOrders: [{ asnNumber: asnNo("A") }] })
      assert.deepStrictEqual([asnFound?.phase, asnFound?.status, inbound.kept.findings.length], ["announced", "LOST", 1])
    }))

  it.effect("SUCCESS without a tracking number and FAILED without a reason are reported and kept (G-107 G-110)", () =>
    Effect.gen(function*() {
      for (const [status, phase, place] of [["SUCCESS", "shipped", "trackingNumber"], ["FAILED", "failed", "failedReason"]] as const) {
        const { client, kept } = answeredWith({ success: true, result: { warehouseGetOrderList: [record("SO-1001", { status })] } })
        const { items: [told] } = yield* client.getOutboundOrders(one)
        assert.deepStrictEqual([told?.phase, kept.findings.map(({ path }) => path)], [phase, [`/result/warehouseGetOrderList/0/${place}`]])
      }
    }))
})

describe("lists", () => {
  it.effect("reports what appears twice in a list, and keeps it (G-031 G-032 G-034)", () =>
    Effect.gen(function*() {
      const warehouses = [["A", "One"], ["A", "Two"], ["B", "One"]].map(([warehouseCode, warehouseName]) => ({ warehouseCode, warehouseName }))
      const listed = answeredWith({ success: true, result: { warehouseInfoList: warehouses } })
      assert.strictEqual((yield* listed.client.listWarehouses({})).items.length, 3)
      assert.deepStrictEqual(listed.kept.findings.map(({ message }) => message), [
        "has two elements with the same warehouseCode",
        "has two elements with the same warehouseName"
      ])
      const channelList = [{ channelCode: "C", channelName: "1" }, { channelCode: "C", channelName: "2" }]
      const channels = answeredWith({ success: true, result: { channelList } })
      assert.strictEqual((yield* channels.client.listChannels({})).items.length, 2)
      assert.deepStrictEqual(channels.kept.findings.map(({ path }) => path), ["/result/channelList"])
    }))

  it.effect("reads an empty list, and takes no answer without one for it", () =>
    Effect.gen(function*() {
      for (const list of [[], null, ""]) {
        assert.deepStrictEqual(yield* answeredWith({ success: true, result: { warehouseInfoList: list } }).client.listWarehouses({}), { items: [] })
        assert.deepStrictEqual(yield* answeredWith({ success: true, result: { channelList: list } }).client.listChannels({}), { items: [] })
      }
      for (const result of [undefined, null, {}]) {
        assert.strictEqual((yield* Effect.flip(answeredWith({ success: true, result }).client.listWarehouses({})))._tag, "ResponseInvalid")
        assert.strictEqual((yield* Effect.flip(answeredWith({ success: true, result }).client.listStock(stock)))._tag, "ResponseInvalid")
      }
    }))

  it.effect("reports an errorMsg beside success, because a part may be missing", () =>
    Effect.gen(function*() {
      const answers = { listWarehouses: (_: never, link: string) => link === "link-1" ? { items: [{ code: "A", name: "B" }] } : refusing({ code: "DOWN", message: "ask again" }) }
      const { client, kept } = joined({ answers, client: { warehouseKey: ["k1", "k2"], profile: profile({ keysPerCall: "2" }) } })
      assert.strictEqual((yield* client.listWarehouses({})).items.length, 1)
      assert.deepStrictEqual(kept.findings.map(({ path }) => path), ["/errorMsg"])
    }))
})

describe("stock", () => {
  const asked = (result: unknown, payload = stock) => answeredWith({ success: true, result }).client.listStock(payload)

  it.effect("asks for what changed since a moment (G-292)", () =>
    Effect.gen(function*() {
      const { client, kept } = joined()
      yield* client.listStock({ ...stock, updatedSince: at("2026-03-01T00:00:00Z") })
      assert.strictEqual(lastSent(kept).body.updateTimeFrom, 1772323200000)
      assert.deepStrictEqual(kept.dispatched[0]?.payload, { ...stock, updatedSince: at("2026-03-01T00:00:00Z") })
      yield* client.listStock(stock)
      assert.notProperty(lastSent(kept).body, "updateTimeFrom")
    }))

  it.effect("filters by a list of SKUs, on the wire and here; an empty one is no filter (G-290 G-291 X-144 X-244 U-77)", () =>
    Effect.gen(function*() {
      const items = ["A", "B", "C"].map((code) => ({ ...level, sku: code }))
      const { client, kept, serve } = joined({ answers: { listStock: () => ({ items }) } })
      const page = yield* client.listStock({ ...stock, skus: [skuOf("A"), skuOf("C")] })
      assert.deepStrictEqual(lastSent(kept).body.warehouseSkuList, [{ warehouseSku: "A" }, { warehouseSku: "C" }])
      assert.deepStrictEqual(kept.dispatched[0]?.payload.skus, ["A", "C"])
      assert.deepStrictEqual(page.items.map(({ sku }) => sku), ["A", "C"])
      for (const warehouseSkuList of [[], [{}], null]) {
        yield* serve(request({ method: "syncInventory", body: { warehouseKey: "k1", warehouseCode: "WH-1", page: 1, pageSize: 100, warehouseSkuList } }))
        assert.notProperty(kept.dispatched.at(-1)?.payload, "skus")
      }
    }))

  it.effect("reads a page and its paging, and refuses another page than asked for (G-293 G-294 G-295 G-296)", () =>
    Effect.gen(function*() {
      const page = { isLastPage: false, currentPage: 1, pageCount: 3, data: [inventory] }
      const found = yield* asked(page)
      assert.deepStrictEqual([found.nextCursor?.split(".")[0], found.pageCount, found.items.length], ["2", 3, 1])
      assert.strictEqual((yield* Effect.flip(asked({ ...page, currentPage: 2 })))._tag, "ResponseInvalid")
    }))

  it.effect("reads what is absent as 0, and what is below 0 or a fraction as it is (G-116 G-118 G-121 G-123 G-125)", () =>
    Effect.gen(function*() {
      const { client, kept } = answeredWith({ success: true, result: { data: [{ ...inventory, sellableQuantity: -3, totalQuantity: "1.5" }] } })
      const { items } = yield* client.listStock(stock)
      assert.deepStrictEqual(items, [
        {
          warehouseCode: "WH-1",
          sku: skuOf("S"),
          inTransit: figure(0),
          pending: figure(0),
          sellable: figure(-3),
          unsellable: figure(0),
          reserved: figure(0),
          occupied: figure(0),
          total: figure("1.5")
        }
      ])
      assert.deepStrictEqual(kept.findings.map(({ path }) => path), ["/result/data/0/sellableQuantity", "/result/data/0/totalQuantity"])
    }))

  it.effect("a bare list ends at a page that is empty or shorter than asked for, bad records counted (G-298 U-24)", () =>
    Effect.gen(function*() {
      const isLast = (result: ReadonlyArray<unknown>) => Effect.map(asked(result, { ...stock, limit: 2 }), (page) => page.nextCursor === undefined)
      assert.isTrue(yield* isLast([]))
      assert.isTrue(yield* isLast([inventory]))
      assert.isFalse(yield* isLast([inventory, inventory]))
      assert.isFalse(yield* isLast([inventory, { bad: true }]))
      const filtered = yield* answeredWith({ success: true, result: [inventory, inventory] }).client.listStock({ ...stock, limit: 2, skus: [skuOf("X")] })
      assert.deepStrictEqual([filtered.items, filtered.nextCursor?.split(".")[0]], [[], "2"])
    }))

  it.effect("a bare list ends at a page that is equal to the one before (U-24)", () =>
    Effect.gen(function*() {
      const { client, kept } = answering((_, { page }) => ({ success: true, result: [{ ...inventory, warehouseSku: `S-${Math.min(page, 2)}` }] }))
      const seen: Array<string> = []
      yield* StockPages.forEachPage(client.listStock, { warehouseCode: "WH-1", limit: 1 }, (items) =>
        Effect.sync(() => void seen.push(...items.map(({ sku }) => sku))))
      assert.deepStrictEqual([seen, kept.requests.length], [["S-1", "S-2"], 3])
      // A page that is asked for by its number alone repeats none.
      const again = yield* client.listStock({ warehouseCode: "WH-1", cursor: "2", limit: 1 })
      assert.strictEqual(again.items.length, 1)
      const other = yield* client.listStock({ warehouseCode: "WH-2", cursor: "3", limit: 1 })
      assert.strictEqual(other.items.length, 1)
    }))

  it.effect("an equal page is an error where the peer says that more follow, whoever reads it (U-84)", () =>
    Effect.gen(function*() {
      const { client } = answering(() => ({ success: true, result: { isLastPage: false, data: [inventory] } }))
      const { client: elsewhere } = answering(() => ({ success: true, result: { isLastPage: false, data: [inventory] } }))
      const { nextCursor } = yield* client.listStock({ warehouseCode: "WH-1", limit: 1 })
      const reason = yield* Effect.flip(elsewhere.listStock({ warehouseCode: "WH-1", cursor: nextCursor!, limit: 1 }))
      assert.strictEqual(reason._tag, "ResponseInvalid")
    }))

  it.effect("a cursor that is no page is refused and not sent", () =>
    Effect.gen(function*() {
      const { client, kept } = joined()
      for (const cursor of ["x", "0", "-1", ".digest"]) {
        const reason = yield* Effect.flip(client.listStock({ ...stock, cursor }))
        assert.isTrue(reason._tag === "RequestInvalid" && reason.path === "/cursor", cursor)
      }
      assert.deepStrictEqual(kept.requests, [])
    }))

  it.effect("walks from page 1 by 100 until the last page, whatever pageCount says (G-351 U-22 U-23)", () =>
    Effect.gen(function*() {
      const pages: Array<unknown> = []
      const { client } = joined({
        answers: {
          listStock: ({ cursor = "1", limit }: typeof stock & { readonly cursor?: string }) => {
            pages.push([cursor, limit])
            return { items: [{ ...level, sku: `SKU-${cursor}` }], ...(cursor !== "3" && { nextCursor: String(Number(cursor) + 1) }), pageCount: 1 }
          }
        }
      })
      yield* StockPages.forEachPage(client.listStock, { warehouseCode: "WH-1" }, () => Effect.void)
      yield* StockPages.forEachPage(client.listStock, { warehouseCode: "WH-1", limit: 7, cursor: "3" }, () => Effect.void)
      assert.deepStrictEqual(pages, [["1", 100], ["2", 100], ["3", 100], ["1", 7], ["2", 7], ["3", 7]])
    }))

  it.effect("a walk ends with an error when pages turn in a circle or never end (U-84)", () =>
    Effect.gen(function*() {
      const turning = (count: number) =>
        answering((_, { page }) => ({ success: true, result: { isLastPage: false, data: [{ ...inventory, warehouseSku: `S-${page % count}` }] } }))
      const walk = (client: Client.Handlers, maxPages?: number) =>
        Effect.flip(StockPages.forEachPage(client.listStock, { warehouseCode: "WH-1", ...(maxPages && { maxPages }) }, () => Effect.void))
      const circle = turning(3)
      assert.strictEqual((yield* walk(circle.client))._tag, "ResponseInvalid")
      assert.strictEqual(circle.kept.requests.length, 4)
      const endless = turning(1000)
      assert.strictEqual((yield* walk(endless.client, 5))._tag, "ResponseInvalid")
      assert.deepStrictEqual([endless.kept.requests.length, StockPages.defaultMaxPages], [5, 10_000])
    }))
})

describe("inbound orders and products", () => {
  const asked = { asnNumbers: [asnNo("A"), asnNo("B")] } as const

  it.effect("an ASN whose result says false has failed with its info, else its number is given (G-300 G-301 G-302 G-303 G-330)", () =>
    Effect.gen(function*() {
      const created = (result: unknown) => answeredWith({ success: true, result }).client.createInboundOrder(asn)
      assert.deepStrictEqual(yield* created({ success: true, asnNumber: "ASN-1", wmsAsnNumber: "IN-9", info: "accepted" }), { referenceNumber: "IN-9" })
      for (const result of [undefined, null, {}, { info: "accepted" }]) assert.deepStrictEqual(yield* created(result), {})
      const reason = yield* Effect.flip(created({ success: false, asnNumber: "ASN-1", info: "no such SKU" }))
      assert.deepStrictEqual((reason as Errors.FaultUnlisted).fault, { code: "", message: "no such SKU" })
      const answer = { success: true, errorMsg: "hm", result: { success: false, info: "no such SKU" } }
      const both = yield* Effect.flip(answeredWith(answer).client.createInboundOrder(asn))
      assert.strictEqual((both as Errors.FaultUnlisted).fault.message, "no such SKU")
    }))

  it.effect("reads the result of createAsnOrder as an object and as a list, and writes the object (X-141 X-241)", () =>
    Effect.gen(function*() {
      const failed = { asnNumber: "ASN-1", success: false, info: "no" }
      for (const answer of [{ result: failed }, { result: [failed] }, { results: [failed] }, { result: [{ asnNumber: "OTHER", success: true }, failed] }]) {
        const { client } = answeredWith({ success: true, ...answer })
        assert.strictEqual((yield* Effect.flip(client.createInboundOrder(asn)))._tag, "FaultUnlisted")
      }
      const { client, kept } = joined()
      yield* client.createInboundOrder(asn)
      assert.deepStrictEqual(lastAnswer(kept).result, { asnNumber: "ASN-1", wmsAsnNumber: "IN-9", success: true })
    }))

  it.effect("sends the warehouse's number and the type where they are known, else \"\" and MANUAL (G-309 G-310 U-91)", () =>
    Effect.gen(function*() {
      const { client, kept } = joined()
      yield* client.getInboundOrders({ inboundOrders: [{ asnNumber: asnNo("A"), referenceNumber: "IN-9", type: "PURCHASE" }, { asnNumber: asnNo("B") }] })
      assert.deepStrictEqual(lastSent(kept).body, {
        warehouseKey: "k1",
        asnNumbers: [{ asnNumber: "A", refCode: "IN-9", type: "PURCHASE" }, { asnNumber: "B", refCode: "", type: "MANUAL" }]
      })
      assert.deepStrictEqual(kept.dispatched[0]?.payload, { inboundOrders: [{ asnNumber: "A", referenceNumber: "IN-9", type: "PURCHASE" }, { asnNumber: "B", type: "MANUAL" }] })
      const other = joined({ client: { profile: profile({ defaultAsnType: "PURCHASE" }) } })
      yield* other.client.getInboundOrders({ inboundOrders: [{ asnNumber: asnNo("A") }] })
      assert.deepStrictEqual(lastSent(other.kept).body.asnNumbers, [{ asnNumber: "A", refCode: "", type: "PURCHASE" }])
    }))

  it.effect("a cancel fails for the items that say so, and the others follow the whole (G-332 G-317 U-85 X-172)", () =>
    Effect.gen(function*() {
      const cancelled = (success: boolean, result: unknown, errorMsg?: string) => answeredWith({ success, result, errorMsg }).client.cancelInboundOrders(asked)
      const item = { asnNumber: "A", operation: "CANCEL" }
      const a = { asnNumber: asnNo("A") }
      const b = { asnNumber: asnNo("B") }
      assert.deepStrictEqual(yield* cancelled(true, { results: [{ ...item, success: false, info: "received" }] }), { items: [{ ...a, failure: "received" }, b] })
      assert.deepStrictEqual(yield* cancelled(true, { results: [{ ...item, success: false, info: "received" }] }, "hm"), { items: [{ ...a, failure: "received" }, b] })
      assert.deepStrictEqual(yield* cancelled(true, { results: [{ ...item, info: "received" }] }), { items: [{ ...a, failure: "received" }, b] })
      assert.deepStrictEqual(yield* cancelled(true, { results: [{ ...item, success: true, info: "done" }] }), { items: [a, b] })
      assert.deepStrictEqual(yield* cancelled(true, { results: [{ ...item, success: false }] }), { items: [{ ...a, failure: "refused without a reason" }, b] })
      assert.deepStrictEqual(yield* cancelled(true, { results: { ...item, success: false, info: "no" } }), { items: [{ ...a, failure: "no" }, b] })
      assert.deepStrictEqual(yield* cancelled(true, [{ ...item, success: false, info: "no" }]), { items: [{ ...a, failure: "no" }, b] })
      for (const result of [undefined, null, {}, { results: [] }]) assert.deepStrictEqual(yield* cancelled(true, result), { items: [a, b] })
      const partly = { results: [{ ...item, success: true }] }
      assert.deepStrictEqual(yield* cancelled(false, partly, "some failed"), { items: [a, { ...b, failure: "some failed" }] })
      assert.strictEqual((yield* Effect.flip(cancelled(false, null, "closed")))._tag, "FaultUnlisted")
      assert.strictEqual((yield* Effect.flip(cancelled(true, { results: [{ asnNumber: "A", info: "no" }] })))._tag, "ResponseInvalid")
    }))

  it.effect("a product whose result says false has failed with its info (G-323 G-324 G-325 G-326 G-331)", () =>
    Effect.gen(function*() {
      const upserted = (result: unknown) => answeredWith({ success: true, result }).client.upsertProduct(product)
      for (const result of [undefined, null, {}, { sku: "SKU-1", operation: "UPDATE", info: "updated" }, { success: true }]) {
        assert.deepStrictEqual(yield* upserted(result), {})
      }
      const reason = yield* Effect.flip(upserted({ sku: "SKU-1", operation: "CREATE", success: false, info: "no barcode" }))
      assert.strictEqual((reason as Errors.FaultUnlisted).fault.message, "no barcode")
      const answer = { success: true, errorMsg: "hm", result: { sku: "SKU-1", success: false, info: "no barcode" } }
      const both = yield* Effect.flip(answeredWith(answer).client.upsertProduct(product))
      assert.strictEqual((both as Errors.FaultUnlisted).fault.message, "no barcode")
    }))
})

describe("cancelling orders", () => {
  const cancel = (client: Client.Handlers, number = "A") => client.cancelOutboundOrder({ orderNumber: orderNo(number), warehouseCode: "WH-1" })

  it.effect("sends a list of one, keys as a list, the numbers of the warehouse beside ours (X-142 X-150 X-242 X-250)", () =>
    Effect.gen(function*() {
      const { client, kept } = joined()
      const payload = { orderNumber: orderNo("A"), warehouseCode: "WH-1", warehouseOrderNumber: "WO-1", referenceCode: "D-1" }
      yield* client.cancelOutboundOrder(payload)
      assert.deepStrictEqual(lastSent(kept).body, {
        warehouseKey: ["k1"],
        warehouseCode: "WH-1",
        cancelOrderList: [{ orderNumber: "A", warehouseOrderNumber: "WO-1", referenceCode: "D-1" }]
      })
      assert.deepStrictEqual(kept.dispatched[0]?.payload, payload)
    }))

  it.effect("takes a result of any shape; success false in it fails its order (G-275 U-25)", () =>
    Effect.gen(function*() {
      const outcome = (body: object) => Effect.match(cancel(answeredWith(body).client), { onSuccess: () => "cancelled", onFailure: (reason) => (reason as Errors.FaultUnlisted).fault.message })
      const no = { orderNumber: "A", success: false, info: "it has left" }
      for (const result of [undefined, null, "", "done", 5, true, [], {}, { any: "thing" }, [{ orderNumber: "A", success: true }], [{ ...no, orderNumber: "B" }], { orderNumber: "A", success: "true" }]) {
        assert.strictEqual(yield* outcome({ success: true, result }), "cancelled", JSON.stringify(result))
      }
      for (const result of [no, [no], { results: [no] }, { cancelOrderList: [{ orderNumber: "B", success: true }, no] }, { ...no, success: "false" }, { success: false, info: "it has left" }]) {
        assert.strictEqual(yield* outcome({ success: true, result }), "it has left", JSON.stringify(result))
      }
      assert.strictEqual(yield* outcome({ success: true, errorMsg: "hm", result: { success: false } }), "hm")
      assert.strictEqual(yield* outcome({ success: true, result: { success: false } }), "refused without a text")
      assert.strictEqual(yield* outcome({ success: false, errorMsg: "closed" }), "closed")
      assert.strictEqual(yield* outcome({ success: false, errorMsg: "some", result: { results: [{ orderNumber: "A", success: true }] } }), "cancelled")
      assert.strictEqual(yield* outcome({ success: false, errorMsg: "some", result: { results: [{ orderNumber: "B", success: false, info: "no" }] } }), "some")
    }))

  it.effect("cancels that wait together go together, as many as the profile says, and each has its own outcome (X-342)", () =>
    Effect.gen(function*() {
      const numbers = ["A", "B", "C", "D", "E"]
      const refused = { cancelOutboundOrder: ({ orderNumber }: { readonly orderNumber: string }) => orderNumber === "B" ? refusing({ code: "ORDER_SHIPPED", message: "it has left" }) : {} }
      for (const [cancelBatch, sizes] of [["1", [1, 1, 1, 1, 1]], ["2", [2, 2, 1]], ["10", [5]]] as const) {
        const { client, kept } = joined({ answers: refused, client: { profile: profile({ cancelBatch }) } })
        const outcomes = yield* Effect.forEach(numbers, (number) => Effect.result(cancel(client, number)), { concurrency: "unbounded" })
        assert.deepStrictEqual(outcomes.map(({ _tag }) => _tag), ["Success", "Failure", "Success", "Success", "Success"])
        const sent = kept.requests.map(({ body }) => JSON.parse(body).cancelOrderList.length)
        assert.deepStrictEqual(sent.toSorted().toReversed(), [...sizes])
        assert.sameMembers(kept.dispatched.map(({ payload }) => payload.orderNumber), numbers)
      }
      const { client, kept } = answeredWith({ success: false, errorMsg: "down" }, { profile: profile({ cancelBatch: "10" }) })
      const failed = yield* Effect.forEach(numbers, (number) => Effect.flip(cancel(client, number)), { concurrency: "unbounded" })
      assert.deepStrictEqual([failed.map(({ _tag }) => _tag), kept.requests.length], [numbers.map(() => "FaultUnlisted"), 1])
    }))
})
