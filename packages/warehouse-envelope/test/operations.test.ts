/**
 * The plugin against the protocol's own server, and against providers that answer otherwise.
 */
import { AdapterError, WarehouseV1 } from "@crossdock/core"
import { assert, describe, it } from "@effect/vitest"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import { createHash } from "node:crypto"
import { warehouseEnvelope } from "../src/Adapter.ts"
import {
  answering,
  asn,
  asnNumber,
  connect,
  inboundOf,
  level,
  order,
  orderNumber,
  product,
  type Serve,
  sku,
  statusOf,
  warehouse,
  type Written,
  written
} from "./fixtures.ts"

const create = WarehouseV1.CreateOutboundOrder
const many = <A>(count: number, make: (number: string) => A): readonly [A, ...Array<A>] =>
  Array.from({ length: count }, (_, index) => make(String(index + 1))) as never

/** The digest as a provider computes it that shares nothing with us. */
const signature = (accessId: string, content: string, secret: string) =>
  createHash("sha1").update(JSON.stringify(content === "" ? { accessId } : { accessId, content }) + secret, "utf8").digest("hex")

describe("what is offered", () => {
  it("is every operation that document 1 has a method for", () => {
    assert.deepStrictEqual([...warehouseEnvelope.offers].toSorted(), [
      "cancelInboundOrders",
      "createInboundOrder",
      "getInboundOrders",
      "listChannels",
      "listStock",
      "listWarehouses",
      "upsertProduct"
    ])
  })

  it.effect("each operation is one signed POST to the service address (D1-001 D1-002 D1-006)", () =>
    Effect.gen(function*() {
      const { calls, serve } = warehouse()
      const { call, envelopes, requests } = yield* connect(serve)
      assert.deepStrictEqual(yield* call(create, order), { warehouseOrderNumber: "WO-1" })
      yield* call(WarehouseV1.CancelOutboundOrder, { orderNumber: order.orderNumber, warehouseOrderNumber: "WO-1" })
      assert.deepStrictEqual(yield* call(WarehouseV1.GetOutboundOrders, { orders: [{ orderNumber: order.orderNumber }] }), { items: [statusOf("SO-1")] })
      assert.deepStrictEqual(yield* call(WarehouseV1.ListWarehouses, {}), { items: [{ code: "WH-1", name: "North" }] })
      assert.deepStrictEqual(yield* call(WarehouseV1.ListChannels, { warehouseCode: "WH-1" }), { items: [
        { code: "STD", name: "Standard", warehouseCode: "WH-1", carrierName: "Ninja" }
      ] })
      const page = yield* call(WarehouseV1.ListStock, { warehouseCode: "WH-1", limit: 100 })
      assert.deepStrictEqual(page, { items: [level], pageCount: 1 })
      yield* call(WarehouseV1.CreateInboundOrder, asn)
      assert.deepStrictEqual(yield* call(WarehouseV1.GetInboundOrders, { inboundOrders: [{ asnNumber: asn.asnNumber }] }), { items: [inboundOf("ASN-1")] })
      assert.deepStrictEqual(yield* call(WarehouseV1.CancelInboundOrders, { asnNumbers: [asn.asnNumber] }), { items: [{ asnNumber: asn.asnNumber }] })
      yield* call(WarehouseV1.UpsertProduct, product)
      assert.deepStrictEqual(envelopes().map(({ method }) => method), [
        "createOrder",
        "cancelOrder",
        "getOrder",
        "warehouses",
        "channels",
        "syncInventory",
        "createAsnOrder",
        "getAsnList",
        "cancelAsnOrder",
        "insert_sku_info"
      ])
      for (const [index, { method, url }] of requests.entries()) {
        const { content = "", sign } = envelopes()[index]!
        assert.deepStrictEqual([method, url.href], ["POST", written.serviceUrl])
        assert.strictEqual(sign, signature("acc-1", content, "s3cret"))
      }
      assert.deepStrictEqual(calls[0]?.payload, order)
      assert.deepStrictEqual(calls[6]?.payload, asn)
      assert.deepStrictEqual(calls[9]?.payload, product)
    }))

  it.effect("the credential, the type and the secret are those of the connection (D1-342 D1-360 D1-361)", () =>
    Effect.gen(function*() {
      const { call, envelopes, requests } = yield* connect(answering({ success: true, warehouseList: [] }), {
        accessId: "other",
        secretKey: "another key",
        warehouseType: "WT",
        secret: "tok",
        profile: { contentType: "json" }
      })
      yield* call(WarehouseV1.ListWarehouses, {})
      assert.deepStrictEqual(envelopes(), [{ accessId: "other", method: "warehouses", content: "", sign: signature("other", "", "another key") }])
      const headers = requests[0]!.headers.filter(([name]) => name !== "accept")
      assert.deepStrictEqual(headers, [["content-type", "application/json"], ["warehouseType", "WT"], ["secret", "tok"]])
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

  it.effect("asks for one order by getOrder and for several by getOrderList", () =>
    Effect.gen(function*() {
      const { serve } = warehouse()
      for (const [count, method] of [[1, "getOrder"], [3, "getOrderList"]] as const) {
        const { call, envelopes } = yield* connect(serve, { ordersPerQuery: 3 })
        const orderNumbers = many(count, orderNumber)
        const found = yield* call(WarehouseV1.GetOutboundOrders, { orders: Arr.map(orderNumbers, (each) => ({ orderNumber: each })), warehouseCode: "WH-1" })
        assert.deepStrictEqual(found.items.map((status) => status.orderNumber), [...orderNumbers])
        assert.deepStrictEqual(envelopes().map((envelope) => envelope.method), [method])
      }
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
  const refusal = (message: string) => answering({ success: false, message })

  it.effect("a refusal means what its text is listed as, else it is told in the provider's words (U-10)", () =>
    Effect.gen(function*() {
      const listedFaults = {
        "no stock": "rejected",
        "already exists": "duplicate",
        "too many": "rate-limited",
        "bad token": "credential-rejected"
      } as const
      const rows = [
        ["No stock of SKU-1", "Rejected", false],
        ["SO-1 already exists", "Duplicate", true],
        ["too many calls", "RateLimited", false],
        ["bad token", "CredentialRejected", false],
        ["no such street", "FaultUnlisted", true],
        ["", "FaultUnlisted", true],
        // Codes of our own servers need no list, and DOUBTFUL cannot be listed away.
        ["MEMBER_MISSING: /skuList: is missing", "Rejected", false],
        ["SIGNATURE_INVALID: this call is not authenticated", "CredentialRejected", false],
        ["DOUBTFUL: too many, ask again", "PeerUnavailable", true]
      ] as const
      for (const [text, tag, mayHaveApplied] of rows) {
        const reason = yield* reasonOf(refusal(text), { listedFaults })
        assert.deepStrictEqual([reason._tag, reason.mayHaveApplied], [tag, mayHaveApplied], text)
      }
      assert.strictEqual((yield* reasonOf(refusal("no stock")))._tag, "FaultUnlisted")
    }))

  it.effect("a refused credential is one by the usual texts, unless listed otherwise (U-10)", () =>
    Effect.gen(function*() {
      const rows = [
        [refusal("bad sign"), {}, "CredentialRejected", false],
        [answering({ success: false, errorMsg: "invalid accessId" }), {}, "CredentialRejected", false],
        [refusal("bad sign"), { listedFaults: { sign: "rate-limited" } }, "RateLimited", false],
        [refusal("design error"), {}, "FaultUnlisted", true],
        // Of the thing that was sent, and of the warehouse behind a runner.
        [answering({ success: false, results: [{ info: "bad sign" }] }), {}, "FaultUnlisted", true],
        [refusal("WAREHOUSE_FAULT: bad sign"), {}, "FaultUnlisted", true]
      ] as const
      for (const [serve, more, tag, mayHaveApplied] of rows) {
        const reason = yield* reasonOf(serve, more)
        assert.deepStrictEqual([reason._tag, reason.mayHaveApplied], [tag, mayHaveApplied])
      }
    }))

  it.effect("a text about one inbound order or product tells nothing of the credential (U-10)", () =>
    Effect.gen(function*() {
      const asns = yield* connect(answering({ success: false, results: [{ asnNumber: "ASN-1", info: "sign error" }] }))
      assert.strictEqual((yield* Effect.flip(asns.call(WarehouseV1.CreateInboundOrder, asn))).reason._tag, "FaultUnlisted")
      const products = yield* connect(answering({ success: "true", results: [{ sku: "SKU-1", operation: "ADD", info: "sign error" }] }))
      assert.strictEqual((yield* Effect.flip(products.call(WarehouseV1.UpsertProduct, product))).reason._tag, "FaultUnlisted")
    }))

  it.effect("a create without a readable answer is an unknown outcome (D1-381)", () =>
    Effect.gen(function*() {
      const html = [["content-type", "text/html"]] as const
      const failing = (phase: "connect" | "send" | "receive"): Serve => () =>
        Effect.fail(new AdapterError.TransportFailed({ phase, cause: "reset" }))
      const rows = [
        [failing("connect"), "TransportFailed", false],
        [failing("send"), "TransportFailed", true],
        [failing("receive"), "TransportFailed", true],
        [answering("", 500), "PeerUnavailable", true],
        [answering("<html>maintenance</html>", 200, html), "PeerUnavailable", true],
        [answering("{\"success\":tr", 200), "ResponseInvalid", true],
        [answering({ success: true, data: {} }), "ResponseInvalid", true],
        [answering("", 404), "PeerUnavailable", true]
      ] as const
      for (const [serve, tag, mayHaveApplied] of rows) {
        const reason = yield* reasonOf(serve)
        assert.deepStrictEqual([reason._tag, reason.mayHaveApplied], [tag, mayHaveApplied])
      }
    }))

  it.effect("an order is absent only where the text says so in the provider's words (U-18)", () =>
    Effect.gen(function*() {
      const ask = (message: string, more: Written = {}) =>
        Effect.gen(function*() {
          const { call } = yield* connect(refusal(message), more)
          return yield* Effect.match(call(WarehouseV1.GetOutboundOrders, { orders: [{ orderNumber: order.orderNumber }] }), {
            onSuccess: ({ items }): string => `${items.length} found`,
            onFailure: ({ reason }) => reason._tag
          })
        })
      assert.strictEqual(yield* ask("order does not exist"), "0 found")
      assert.strictEqual(yield* ask("order NOT FOUND"), "0 found")
      // Whoever is not known cannot be told that an order is absent.
      assert.strictEqual(yield* ask("accessId does not exist"), "CredentialRejected")
      assert.strictEqual(yield* ask("unbekannt"), "FaultUnlisted")
      assert.strictEqual(yield* ask("Unbekannt", { notFoundTexts: ["unbekannt"] }), "0 found")
      assert.strictEqual(yield* ask("order does not exist", { notFoundTexts: [] }), "FaultUnlisted")
    }))

  it.effect("a record that cannot be read does not lose the page", () =>
    Effect.gen(function*() {
      const good = { warehouseCode: "WH-1", warehouseSku: "SKU-1", sellableQuantity: "3", totalQuantity: "21" }
      const { call } = yield* connect(
        answering({ success: true, isLastPage: true, currentPage: 1, pageCount: 1, data: [good, { warehouseCode: "WH-1" }, { ...good, warehouseSku: "SKU-2" }] })
      )
      const { items } = yield* call(WarehouseV1.ListStock, { warehouseCode: "WH-1", limit: 100 })
      assert.deepStrictEqual(items.map((item) => item.sku), [sku("SKU-1"), sku("SKU-2")])
    }))
})
