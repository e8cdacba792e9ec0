/**
 * The plugin against the protocol's own server, and against gateways that answer otherwise.
 */
import { AdapterError, WarehouseV1 } from "@crossdock/core"
import { assert, describe, it } from "@effect/vitest"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { createHash } from "node:crypto"
import { warehouseGateway } from "../src/Adapter.ts"
import { answering, asn, asnNumber, connect, decoded, inboundOf, level, order, orderNumber, product, type Serve, statusOf, warehouse, type Written, written } from "./fixtures.ts"

const create = WarehouseV1.CreateOutboundOrder
const many = <A>(count: number, make: (number: string) => A): readonly [A, ...Array<A>] =>
  Array.from({ length: count }, (_, index) => make(String(index + 1))) as never

/** The digest as a gateway computes it that shares nothing with us. */
const signature = (appKey: string, content: string, secret: string) =>
  createHash("sha1").update(JSON.stringify({ appKey, content }) + secret, "utf8").digest("hex")

describe("what is offered", () => {
  it("is every operation that document 2 part A has a path for", () => {
    assert.deepStrictEqual([...warehouseGateway.offers].toSorted(), [
      "cancelInboundOrders",
      "createInboundOrder",
      "getInboundOrders",
      "listChannels",
      "listStock",
      "listWarehouses",
      "upsertProduct"
    ])
  })

  it("takes no calls of a gateway: the status of orders is polled (G-346)", () => {
    assert.isFalse(warehouseGateway.receives)
    assert.strictEqual(warehouseGateway.facts(decoded()).limits.pollInterval, "60 seconds")
  })

  it.effect("each operation is one signed POST to its own path (G-249 G-333)", () =>
    Effect.gen(function*() {
      const { calls, serve } = warehouse()
      const { call, requests, sent } = yield* connect(serve)
      assert.deepStrictEqual(yield* call(create, order), { warehouseOrderNumber: "WO-1" })
      yield* call(WarehouseV1.CancelOutboundOrder, { orderNumber: order.orderNumber, warehouseOrderNumber: "WO-1" })
      assert.deepStrictEqual(yield* call(WarehouseV1.GetOutboundOrders, { orders: [{ orderNumber: order.orderNumber }] }), { items: [statusOf("SO-1")] })
      assert.deepStrictEqual(yield* call(WarehouseV1.ListWarehouses, {}), { items: [{ code: "WH-1", name: "North" }] })
      assert.deepStrictEqual(yield* call(WarehouseV1.ListChannels, { warehouseCode: "WH-1" }), { items: [
        { code: "STD", name: "Standard", warehouseCode: "WH-1", carrierName: "Ninja" }
      ] })
      const page = yield* call(WarehouseV1.ListStock, { warehouseCode: "WH-1", limit: 100 })
      assert.deepStrictEqual(page, { items: [level], pageCount: 1 })
      assert.deepStrictEqual(yield* call(WarehouseV1.CreateInboundOrder, asn), { referenceNumber: "IN-ASN-1" })
      const asked = { inboundOrders: [{ asnNumber: asn.asnNumber, referenceNumber: "IN-ASN-1", type: "PURCHASE" }] as const }
      assert.deepStrictEqual(yield* call(WarehouseV1.GetInboundOrders, asked), { items: [inboundOf("ASN-1")] })
      assert.deepStrictEqual(yield* call(WarehouseV1.CancelInboundOrders, { asnNumbers: [asn.asnNumber] }), { items: [{ asnNumber: asn.asnNumber }] })
      yield* call(WarehouseV1.UpsertProduct, product)
      assert.deepStrictEqual(sent().map(({ method }) => method), [
        "createOrder",
        "cancelOrder",
        "getOrder",
        "initWarehouses",
        "initChannels",
        "syncInventory",
        "createAsnOrder",
        "getAsnList",
        "cancelAsnOrder",
        "insertSkuInfo"
      ])
      for (const { body, headers, method, url } of requests) {
        assert.deepStrictEqual([method, url.href.startsWith(`${written.baseUrl}/global-api/v1/warehouse/`)], ["POST", true])
        assert.deepStrictEqual(headers.filter(([name]) => name === "appKey" || name === "sign"), [
          ["appKey", "app-1"],
          ["sign", signature("app-1", body, "s3cret")]
        ])
      }
      assert.deepStrictEqual([calls[0]?.payload, calls[6]?.payload, calls[7]?.payload, calls[9]?.payload], [order, asn, asked, product])
    }))

  it.effect("the credential, the type, the tokens and the address to be used are those of the connection (G-342)", () =>
    Effect.gen(function*() {
      const { calls, serve } = warehouse()
      const { call, requests } = yield* connect(serve, {
        warehouseType: "WT",
        secret: "agreed",
        accessToken: "tok-a",
        refreshToken: "tok-r",
        authInfo: [{ authInfoKey: "客户", value: "值" }],
        apiUrl: "https://wms.example/api"
      })
      yield* call(WarehouseV1.ListWarehouses, {})
      const { accessToken, apiUrl, authInfo, refreshToken, warehouseType } = calls[0]!.info
      assert.deepStrictEqual([warehouseType, apiUrl?.href], ["WT", "https://wms.example/api"])
      assert.deepStrictEqual([accessToken, refreshToken].map((one) => one && Redacted.value(one)), ["tok-a", "tok-r"])
      assert.deepStrictEqual(authInfo?.map(({ authInfoKey, value }) => [authInfoKey, Redacted.value(value)]), [["客户", "值"]])
      for (const [, value] of requests[0]!.headers) assert.match(value, /^[\x20-\x7e]+$/)
    }))

  it.effect("texts without a zone are of the zone of the connection", () =>
    Effect.gen(function*() {
      const record = { asnNumber: "A", wmsStatus: "FINISHED", referenceNumber: "R", finishTime: "2026-01-01 08:00:00", skuList: [] }
      const { call } = yield* connect(answering({ success: true, result: { asnList: [record] } }), {}, "UTC")
      const { items: [found] } = yield* call(WarehouseV1.GetInboundOrders, { inboundOrders: [{ asnNumber: asnNumber("A") }] })
      assert.strictEqual(JSON.stringify(found?.finishedAt), "\"2026-01-01T08:00:00.000Z\"")
    }))
})

describe("what a warehouse type can", () => {
  it.effect("what it cannot do is refused without a call (G-238 U-87)", () =>
    Effect.gen(function*() {
      const { serve } = warehouse()
      const { call, requests } = yield* connect(serve, { offers: [] })
      const refused = [
        call(WarehouseV1.ListWarehouses, {}),
        call(WarehouseV1.ListChannels, {}),
        call(WarehouseV1.ListStock, { warehouseCode: "WH-1", limit: 1 }),
        call(WarehouseV1.CreateInboundOrder, asn),
        call(WarehouseV1.UpsertProduct, product)
      ]
      for (const one of refused) {
        const { reason } = yield* Effect.flip(one as Effect.Effect<unknown, AdapterError.AdapterError>)
        assert.strictEqual(reason._tag, "OperationUnsupported")
      }
      assert.strictEqual(requests.length, 0)
      yield* call(create, order)
    }))

  it.effect("a type without lists has those of its settings (G-240 U-140)", () =>
    Effect.gen(function*() {
      const { serve } = warehouse()
      const lists = {
        warehouses: [{ code: "WH-1", name: "North" }],
        channels: [{ code: "STD", name: "Standard" }, { code: "X", name: "Express", warehouseCode: "WH-1" }, { code: "Y", name: "Other", warehouseCode: "WH-2" }]
      }
      const { call, requests } = yield* connect(serve, { offers: [], ...lists })
      assert.deepStrictEqual(yield* call(WarehouseV1.ListWarehouses, {}), { items: lists.warehouses })
      assert.deepStrictEqual(yield* call(WarehouseV1.ListChannels, {}), { items: lists.channels })
      const codes = (warehouseCode: string) => Effect.map(call(WarehouseV1.ListChannels, { warehouseCode }), (found) => found.items.map(({ code }) => code))
      assert.deepStrictEqual([yield* codes("WH-1"), yield* codes("WH-2"), yield* codes("WH-9")], [["STD", "X"], ["STD", "Y"], ["STD"]])
      assert.strictEqual(requests.length, 0)
      const listing = yield* connect(serve, lists)
      assert.strictEqual((yield* listing.call(WarehouseV1.ListChannels, {})).items.length, 1)
      assert.strictEqual(listing.requests.length, 1)
    }))
})

describe("limits of the account", () => {
  it.effect("an order with more lines than the account takes is refused and not sent", () =>
    Effect.gen(function*() {
      const { serve } = warehouse()
      const { call, requests } = yield* connect(serve, { linesPerOrder: 1 })
      const { reason } = yield* Effect.flip(call(create, order))
      assert.strictEqual(AdapterError.describe(reason), "/lines: this warehouse takes 1 lines per order, not 2")
      assert.strictEqual(requests.length, 0)
      const [line] = order.lines
      yield* call(create, { ...order, lines: [line] })
      assert.strictEqual(requests.length, 1)
    }))

  it.effect("refuses to ask for more orders, or inbound orders, than one query of the account takes", () =>
    Effect.gen(function*() {
      const { call, requests } = yield* connect(warehouse().serve, { ordersPerQuery: 2 })
      const orders = yield* Effect.flip(call(WarehouseV1.GetOutboundOrders, { orders: Arr.map(many(3, orderNumber), (each) => ({ orderNumber: each })) }))
      assert.strictEqual(AdapterError.describe(orders.reason), "/orders: this warehouse takes 2 orders per query, not 3")
      const asns = yield* Effect.flip(call(WarehouseV1.GetInboundOrders, { inboundOrders: Arr.map(many(3, asnNumber), (each) => ({ asnNumber: each })) }))
      assert.strictEqual(AdapterError.describe(asns.reason), "/inboundOrders: this warehouse takes 2 inbound orders per query, not 3")
      assert.strictEqual(requests.length, 0)
    }))
})

describe("what an answer means", () => {
  const reasonOf = (serve: Serve, more: Written = {}) =>
    Effect.gen(function*() {
      const { call } = yield* connect(serve, more)
      const { reason } = yield* Effect.flip(call(create, order))
      return reason
    })

  it.effect("a refusal means what its text is listed as, of the call and of the order, else it is told in the provider's words (U-10)", () =>
    Effect.gen(function*() {
      const listedFaults = {
        "no stock": "rejected",
        "already exists": "duplicate",
        "too many": "rate-limited",
        "token expired": "credential-rejected"
      } as const
      const rows = [
        ["No stock of SKU-1", "Rejected", false],
        ["SO-1 already exists", "Duplicate", true],
        ["too many calls", "RateLimited", false],
        ["Token expired", "CredentialRejected", false],
        ["no such street", "FaultUnlisted", true],
        ["", "FaultUnlisted", true],
        // Codes of our own servers need no list, and DOUBTFUL cannot be listed away.
        ["MEMBER_MISSING: /skuList: is missing", "Rejected", false],
        ["WAREHOUSE_KEY_UNKNOWN: /warehouseKey: is no key", "Rejected", false],
        ["DOUBTFUL: too many, ask again", "PeerUnavailable", true]
      ] as const
      for (const [text, tag, mayHaveApplied] of rows) {
        for (const body of [{ success: false, errorMsg: text }, { success: true, result: { success: false, info: text } }]) {
          const reason = yield* reasonOf(answering(body), { listedFaults })
          assert.deepStrictEqual([reason._tag, reason.mayHaveApplied], [tag, mayHaveApplied], text)
        }
      }
      assert.strictEqual((yield* reasonOf(answering({ success: false, errorMsg: "no stock" })))._tag, "FaultUnlisted")
    }))

  it.effect("a refused credential is one by the usual texts of the whole call, unless listed otherwise (U-10)", () =>
    Effect.gen(function*() {
      const rows = [
        [{ success: false, errorMsg: "sign error" }, {}, "CredentialRejected"],
        [{ success: false, message: "appKey not exist" }, {}, "CredentialRejected"],
        [{ success: false, errorMsg: "sign error" }, { listedFaults: { "sign error": "rate-limited" } }, "RateLimited"],
        [{ success: false, result: { info: "sign error" } }, {}, "FaultUnlisted"],
        [{ success: true, result: { success: false, info: "sign error" } }, {}, "FaultUnlisted"]
      ] as const
      for (const [body, more, tag] of rows) assert.strictEqual((yield* reasonOf(answering(body), more))._tag, tag, JSON.stringify(body))
      const { call } = yield* connect(answering({ success: false, errorMsg: "appKey not exist" }))
      const { reason } = yield* Effect.flip(call(WarehouseV1.GetOutboundOrders, { orders: [{ orderNumber: order.orderNumber }] }))
      assert.strictEqual(reason._tag, "CredentialRejected")
    }))

  it.effect("a create without a readable answer is an unknown outcome", () =>
    Effect.gen(function*() {
      const failing = (phase: "connect" | "send" | "receive"): Serve => () =>
        Effect.fail(new AdapterError.TransportFailed({ phase, cause: "reset" }))
      const rows = [
        [failing("connect"), "TransportFailed", false],
        [failing("receive"), "TransportFailed", true],
        [answering("", 500), "PeerUnavailable", true],
        [answering("{\"success\":tr", 200), "ResponseInvalid", true],
        [answering({ success: true, result: { orderNumber: "OTHER" } }), "ResponseInvalid", true],
        [answering("", 404), "PeerUnavailable", true],
        [answering("", 429), "RateLimited", false]
      ] as const
      for (const [serve, tag, mayHaveApplied] of rows) {
        const reason = yield* reasonOf(serve)
        assert.deepStrictEqual([reason._tag, reason.mayHaveApplied], [tag, mayHaveApplied])
      }
    }))

  it.effect("an order is absent where it is not listed, or where the text says so in the gateway's words (U-18)", () =>
    Effect.gen(function*() {
      const ask = (body: object, more: Written = {}) =>
        Effect.gen(function*() {
          const { call } = yield* connect(answering(body), more)
          return yield* Effect.match(call(WarehouseV1.GetOutboundOrders, { orders: [{ orderNumber: order.orderNumber }] }), {
            onSuccess: ({ items }): string => `${items.length} found`,
            onFailure: ({ reason }) => reason._tag
          })
        })
      const refused = (errorMsg: string) => ({ success: false, errorMsg })
      assert.strictEqual(yield* ask({ success: true, result: { warehouseGetOrderList: [] } }), "0 found")
      assert.strictEqual(yield* ask(refused("order does not exist")), "0 found")
      assert.strictEqual(yield* ask(refused("unbekannt")), "FaultUnlisted")
      assert.strictEqual(yield* ask(refused("Unbekannt"), { notFoundTexts: ["unbekannt"] }), "0 found")
      assert.strictEqual(yield* ask(refused("order does not exist"), { notFoundTexts: [] }), "FaultUnlisted")
    }))

  it.effect("the account of another is not accepted", () =>
    Effect.gen(function*() {
      const { serve } = warehouse("another secret")
      assert.strictEqual((yield* reasonOf(serve))._tag, "CredentialRejected")
    }))
})
