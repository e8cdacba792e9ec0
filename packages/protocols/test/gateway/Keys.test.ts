/** Several warehouse keys of one connection (U-28): which is asked what. */
import { AdapterError } from "@crossdock/core"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type { Client } from "../../src/gateway/index.ts"
import { answering, asn, asnNo, joined, order, orderNo, product, profile, refusing } from "./support.ts"

/** Two keys: the warehouse WH-1 is of the first, WH-2 of the second. */
const two = { warehouseKey: ["k1", "k2"] }
const both = (more: Partial<Client.Settings> = {}, answers: Parameters<typeof joined>[0] = {}) => joined({ ...answers, client: { ...two, ...more } })
const sent = ({ kept }: ReturnType<typeof joined>) =>
  kept.requests.map(({ body, url }) => `${url.pathname.split("/").at(-1)} ${JSON.stringify(JSON.parse(body).warehouseKey)}`)

describe("a connection with several keys", () => {
  it.effect("keys are a list in initWarehouses, initChannels and cancelOrder, or a String where the profile says so (X-220 X-320)", () =>
    Effect.gen(function*() {
      for (const [warehouseKeyType, written] of [["declared", "[\"k1\"]"], ["string", "\"k1\""]] as const) {
        const one = joined({ client: { profile: profile({ warehouseKeyType }) } })
        yield* one.client.listWarehouses({})
        yield* one.client.listChannels({})
        yield* one.client.cancelOutboundOrder({ orderNumber: orderNo("A") })
        yield* one.client.createOutboundOrder(order)
        assert.deepStrictEqual(sent(one), [`initWarehouses ${written}`, `initChannels ${written}`, `cancelOrder ${written}`, "createOrder \"k1\""])
      }
    }))

  it.effect("lists key by key, or several to a call where the profile says so, and gives equal records once (U-28)", () =>
    Effect.gen(function*() {
      for (const [keysPerCall, calls] of [["1", ["[\"k1\"]", "[\"k2\"]"]], ["2", ["[\"k1\",\"k2\"]"]]] as const) {
        const wire = both({ profile: profile({ keysPerCall }) })
        assert.deepStrictEqual(yield* wire.client.listWarehouses({}), { items: [{ code: "WH-1", name: "North" }, { code: "WH-2", name: "South" }] })
        assert.strictEqual((yield* wire.client.listChannels({})).items.length, 1)
        assert.deepStrictEqual(sent(wire), [...calls.map((call) => `initWarehouses ${call}`), ...calls.map((call) => `initChannels ${call}`)])
      }
      const twice = joined({ client: { warehouseKey: ["k1", "k1"] } })
      yield* twice.client.listWarehouses({})
      assert.deepStrictEqual(sent(twice), ["initWarehouses [\"k1\"]"])
    }))

  it.effect("finds the key of a warehouse once, and names it in every call about that warehouse", () =>
    Effect.gen(function*() {
      const wire = both()
      const { client } = wire
      yield* client.createOutboundOrder({ ...order, warehouseCode: "WH-2" })
      yield* client.createInboundOrder(asn)
      yield* client.listChannels({ warehouseCode: "WH-2" })
      yield* client.listStock({ warehouseCode: "WH-2", limit: 1 })
      yield* client.getOutboundOrders({ orders: [{ orderNumber: orderNo("A") }], warehouseCode: "WH-2" })
      yield* client.getInboundOrders({ inboundOrders: [{ asnNumber: asnNo("A") }], warehouseCode: "WH-2" })
      yield* client.cancelInboundOrders({ asnNumbers: [asnNo("A")], warehouseCode: "WH-2" })
      yield* client.cancelOutboundOrder({ orderNumber: orderNo("A"), warehouseCode: "WH-2" })
      yield* client.upsertProduct(product)
      assert.deepStrictEqual(sent(wire), [
        "initWarehouses [\"k1\"]",
        "initWarehouses [\"k2\"]",
        "createOrder \"k2\"",
        "createAsnOrder \"k1\"",
        "initChannels [\"k2\"]",
        "syncInventory \"k2\"",
        "getOrder \"k2\"",
        "getAsnList \"k2\"",
        "cancelAsnOrder \"k2\"",
        "cancelOrder [\"k2\"]",
        "insertSkuInfo \"k1\""
      ])
      assert.deepStrictEqual(wire.kept.dispatched.filter(({ operation }) => operation === "createOutboundOrder").map(({ link }) => link), ["link-2"])
    }))

  it.effect("refuses a warehouse that is of none of them, before anything is created", () =>
    Effect.gen(function*() {
      const { client, kept } = both()
      const reason = yield* Effect.flip(client.createOutboundOrder({ ...order, warehouseCode: "WH-9" }))
      assert.strictEqual(AdapterError.describe(reason), "/warehouseCode: is not in the warehouse list of any key of this connection; check the code and the keys")
      assert.isTrue(kept.dispatched.every(({ operation }) => operation === "listWarehouses"))
    }))

  it.effect("cannot tell keys apart where the warehouse type lists no warehouses", () =>
    Effect.gen(function*() {
      const { client, kept } = both({ offers: [] })
      const reason = yield* Effect.flip(client.createOutboundOrder(order))
      assert.deepStrictEqual([reason._tag, kept.requests.length], ["RequestInvalid", 0])
      const single = joined({ client: { offers: [] } })
      yield* single.client.createOutboundOrder(order)
    }))

  it.effect("without a warehouse asks every key, and tells an order absent only when every key could be asked", () =>
    Effect.gen(function*() {
      const found = (link: string) => ({ orders }: { readonly orders: ReadonlyArray<{ readonly orderNumber: string }> }, at: string) =>
        ({ items: at === link ? orders.filter(({ orderNumber }) => orderNumber === "A").map(({ orderNumber }) => ({ orderNumber, phase: "open", status: "w" })) : [] })
      const wire = both({}, { answers: { getOutboundOrders: found("link-2") } })
      const query = { orders: [{ orderNumber: orderNo("A") }, { orderNumber: orderNo("B") }] } as const
      assert.deepStrictEqual((yield* wire.client.getOutboundOrders(query)).items.map(({ orderNumber }) => orderNumber), ["A"])
      assert.deepStrictEqual(sent(wire), ["getOrder \"k1\"", "getOrder \"k2\""])
      const broken = both({}, {
        answers: {
          getOutboundOrders: (payload: never, link: string) => link === "link-1" ? refusing({ code: "DOWN", message: "ask again" }) : found("link-2")(payload, link)
        }
      })
      assert.strictEqual((yield* Effect.flip(broken.client.getOutboundOrders(query)))._tag, "FaultUnlisted")
      assert.strictEqual((yield* broken.client.getOutboundOrders({ orders: [{ orderNumber: orderNo("A") }] })).items.length, 1)
    }))

  it.effect("cancels an order without a warehouse by one call that names all keys", () =>
    Effect.gen(function*() {
      const wire = both()
      yield* wire.client.cancelOutboundOrder({ orderNumber: orderNo("A") })
      assert.deepStrictEqual(sent(wire), ["cancelOrder [\"k1\",\"k2\"]"])
    }))

  it.effect("cancels an ASN without a warehouse at the key that has it", () =>
    Effect.gen(function*() {
      const held: Record<string, ReadonlyArray<string>> = { k1: ["A"], k2: ["B", "C"] }
      const { client, kept } = answering((method, { asnNumbers, warehouseKey }) => {
        const asked: ReadonlyArray<string> = asnNumbers.map((one: { readonly asnNumber: string } | string) => typeof one === "string" ? one : one.asnNumber)
        const asnList = asked.filter((number) => held[warehouseKey]!.includes(number)).map((asnNumber) => ({ asnNumber, wmsStatus: "NEW", referenceNumber: "R", finishTime: "", skuList: [] }))
        return method === "getAsnList" ? { success: true, result: { asnList } } : { success: true }
      }, two)
      const numbers = ["A", "B", "C", "D"].map(asnNo) as [ReturnType<typeof asnNo>]
      assert.deepStrictEqual(yield* client.cancelInboundOrders({ asnNumbers: numbers }), { items: [
        { asnNumber: asnNo("A") },
        { asnNumber: asnNo("B") },
        { asnNumber: asnNo("C") },
        { asnNumber: asnNo("D"), failure: "ORDER_NOT_FOUND: no warehouse of this connection has an inbound order of this number" }
      ] })
      const cancels = kept.requests.filter(({ url }) => url.pathname.endsWith("cancelAsnOrder")).map(({ body }) => JSON.parse(body))
      assert.deepStrictEqual(cancels, [{ warehouseKey: "k1", asnNumbers: ["A"] }, { warehouseKey: "k2", asnNumbers: ["B", "C"] }])
      kept.requests.length = 0
      yield* client.cancelInboundOrders({ asnNumbers: [asnNo("A")] })
      assert.strictEqual(kept.requests.length, 2)
    }))

  it.effect("tells every key of a product that is of no one warehouse", () =>
    Effect.gen(function*() {
      const wire = both()
      const { warehouseCode: _, ...everywhere } = product
      yield* wire.client.upsertProduct(everywhere)
      assert.deepStrictEqual(sent(wire), ["insertSkuInfo \"k1\"", "insertSkuInfo \"k2\""])
    }))
})
