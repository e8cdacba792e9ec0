/** Several warehouse keys in one call (U-28, U-150): each link for itself, one answer, nothing across. */
import { assert, describe, it } from "@effect/vitest"
import { Json } from "@crossdock/core"
import * as Effect from "effect/Effect"
import { type Raw, request } from "./raw.ts"
import * as samples from "./samples.ts"
import { account, type Answers, books, refusing, serverOf } from "./support.ts"

const ask = (raw: Raw, answers: Answers = {}, more: Parameters<typeof serverOf>[1] = {}) => {
  const kept = books()
  const { body, status } = Effect.runSync(serverOf(kept, { answers, ...more })(request(raw)))
  const dispatched = kept.dispatched.map(({ link, operation }) => `${link} ${operation}`)
  return { status, json: JSON.parse(body), dispatched, payloads: kept.dispatched.map(({ payload }) => payload) }
}

const down = { code: "WAREHOUSE_UNAVAILABLE", message: "ask again later" }
const failingAt = (link: string, otherwise: (payload: never, link: string) => unknown) =>
(payload: never, at: string): unknown => at === link ? refusing(down) : otherwise(payload, at)

const one = (answers: Record<string, ReadonlyArray<string>>) => (_: never, link: string) =>
  ({ items: (answers[link] ?? []).map((number) => ({ orderNumber: number, phase: "open", status: "w" })) })

describe("lists of several links", () => {
  it("merges the warehouses of all keys, and asks each link once (G-255 G-355 U-28)", () => {
    const { dispatched, json } = ask({ body: { warehouseKey: ["k1", "k2", "k1 too", "k1"] } })
    assert.deepStrictEqual(json.result.warehouseInfoList, [
      { warehouseCode: "WH-1", warehouseName: "North" },
      { warehouseCode: "WH-2", warehouseName: "South" }
    ])
    assert.deepStrictEqual(dispatched, ["link-1 listWarehouses", "link-2 listWarehouses"])
    assert.deepStrictEqual(ask({ body: { warehouseKey: ["k1 too"] } }).dispatched, ["link-1 listWarehouses"])
  })

  it("lists what two links have in common once", () => {
    const { dispatched, json } = ask({ method: "initChannels", body: { warehouseKey: ["k1", "k2"], warehouseCode: "WH-1" } })
    assert.strictEqual(json.result.channelList.length, 1)
    assert.deepStrictEqual(dispatched, ["link-1 listChannels", "link-2 listChannels"])
  })

  it("a part that fails leaves out its own items, and the answer says so (U-150)", () => {
    const answers = { listWarehouses: failingAt("link-2", () => ({ items: [{ code: "WH-1", name: "North" }] })) }
    const { json } = ask({ body: { warehouseKey: ["k1", "k2"] } }, answers)
    assert.deepStrictEqual(json, {
      success: true,
      errorMsg: "WAREHOUSE_UNAVAILABLE: /warehouseKey/1: ask again later",
      result: { warehouseInfoList: [{ warehouseCode: "WH-1", warehouseName: "North" }] },
      code: null
    })
    const all = ask({ body: { warehouseKey: ["k1", "k2"] } }, { listWarehouses: () => refusing(down) })
    assert.deepStrictEqual([all.json.success, all.json.errorMsg], [false, "WAREHOUSE_UNAVAILABLE: ask again later"])
  })
})

describe("keys", () => {
  it("refuses an unknown key without effect, whether or not another appKey has it (G-356 U-150)", () => {
    const foreign = { ...account, appKey: "app-2", linkOf: (key: string) => (key === "theirs" ? { ...account.linkOf("k1", undefined)!, id: "app-2" } : undefined) }
    const texts = [["theirs"], ["nobody's"], ["k1", "theirs"], ["nobody's", "k1"]].map((warehouseKey) => {
      const { dispatched, json, status } = ask({ body: { warehouseKey } }, {}, { accounts: [account, foreign] })
      assert.deepStrictEqual([status, json.success, dispatched], [200, false, []])
      return json.errorMsg
    })
    assert.strictEqual(new Set(texts).size, 1)
    assert.match(texts[0], /^WAREHOUSE_KEY_UNKNOWN: \/warehouseKey: /)
    const { createAsnOrder, createOrder, insertSkuInfo } = samples
    for (const [method, sample] of Object.entries({ createOrder, createAsnOrder, insertSkuInfo })) {
      const body = Json.stringify({ ...sample, warehouseKey: "theirs" })
      const { dispatched, json } = ask({ method, body }, {}, { accounts: [account, foreign] })
      assert.deepStrictEqual([json.errorMsg, dispatched], [texts[0], []])
    }
  })

  it("refuses several keys where the document has one", () => {
    const body = Json.stringify({ ...samples.createOrder, warehouseKey: ["k1", "k2"] })
    const { dispatched, json } = ask({ method: "createOrder", body })
    assert.match(json.errorMsg, /^MEMBER_MISTYPED: \/warehouseKey: /)
    assert.deepStrictEqual(dispatched, [])
  })

  it("a key may depend on the warehouse type", () => {
    const asked: Array<unknown> = []
    const linkOf = (key: string, type: string | undefined) => {
      asked.push([key, type])
      return account.linkOf(key, type)
    }
    ask({ headers: [["warehouseType", "WT"]] }, {}, { accounts: [{ ...account, linkOf }] })
    ask({}, {}, { accounts: [{ ...account, linkOf }] })
    assert.deepStrictEqual(asked, [["k1", "WT"], ["k1", undefined]])
  })
})

describe("orders of several links", () => {
  const getOrder = (numbers: ReadonlyArray<string>, warehouseKey: unknown = ["k1", "k2"]): Raw => ({
    method: "getOrder",
    body: { warehouseKey, getOrderInfoList: numbers.map((orderNumber) => ({ orderNumber, warehouseOrderNumber: `W-${orderNumber}`, referenceCode: `R-${orderNumber}` })) }
  })
  const numbers = (json: { readonly result: { readonly warehouseGetOrderList: ReadonlyArray<{ readonly orderNumber: string }> } }) =>
    json.result.warehouseGetOrderList.map(({ orderNumber }) => orderNumber)

  it("an order is looked up only in the links whose keys are named (G-355)", () => {
    const answers = { getOutboundOrders: one({ "link-1": ["A"], "link-2": ["B"] }) }
    const both = ask(getOrder(["A", "B", "C"]), answers)
    assert.deepStrictEqual([numbers(both.json), both.dispatched], [["A", "B"], ["link-1 getOutboundOrders", "link-2 getOutboundOrders"]])
    const first = ask(getOrder(["A", "B"], "k1"), answers)
    assert.deepStrictEqual([numbers(first.json), first.dispatched], [["A"], ["link-1 getOutboundOrders"]])
    assert.deepStrictEqual(first.payloads[0], {
      orders: [{ orderNumber: "A", warehouseOrderNumber: "W-A", referenceCode: "R-A" }, { orderNumber: "B", warehouseOrderNumber: "W-B", referenceCode: "R-B" }]
    })
  })

  it("an order that nobody knows is absent only when every link could be asked (U-18)", () => {
    const answers = { getOutboundOrders: failingAt("link-2", one({ "link-1": ["A"] })) }
    assert.deepStrictEqual(numbers(ask(getOrder(["A"]), answers).json), ["A"])
    const { json } = ask(getOrder(["A", "B"]), answers)
    assert.deepStrictEqual([json.success, json.errorMsg], [false, "WAREHOUSE_UNAVAILABLE: ask again later"])
  })
})

describe("cancelling at several links", () => {
  const cancelOrder = (warehouseKey: unknown, ...numbers: ReadonlyArray<string>): Raw => ({
    method: "cancelOrder",
    body: { warehouseKey, warehouseCode: "WH-1", cancelOrderList: numbers.map((orderNumber) => ({ orderNumber, referenceCode: "D-1" })) }
  })
  const unknown = { code: "ORDER_NOT_FOUND", message: "no such order" }
  const gone = { code: "ORDER_SHIPPED", message: "it has left" }
  /** What a cancel of `link number` is refused with. */
  const refused = (table: Record<string, typeof gone>) => ({ orderNumber }: { readonly orderNumber: string }, link: string) => {
    const refusal = table[`${link} ${orderNumber}`]
    return refusal === undefined ? {} : refusing(refusal)
  }
  const results = (raw: Raw, answers: Answers) =>
    ask(raw, answers).json.result.results.map(({ info, orderNumber, success }: Record<string, unknown>) => [orderNumber, success, info])

  it("asks the one link that is named once for each order, with the reference code apart (X-150)", () => {
    const { dispatched, payloads } = ask(cancelOrder(["k1", "k1 too"], "A", "B"))
    assert.deepStrictEqual(dispatched, ["link-1 cancelOutboundOrder", "link-1 cancelOutboundOrder"])
    assert.deepStrictEqual(payloads[0], { orderNumber: "A", warehouseCode: "WH-1", referenceCode: "D-1" })
  })

  it("an order is cancelled where it is, and a link that has none of its number does not matter (U-150)", () => {
    const answers = {
      cancelOutboundOrder: refused({ "link-2 A": unknown, "link-1 B": unknown }),
      getOutboundOrders: one({ "link-1": ["A"], "link-2": ["B"] })
    }
    // The link that refused is asked whether it has the order; each has the other one.
    const absent = { ...answers, getOutboundOrders: () => ({ items: [] }) }
    assert.deepStrictEqual(results(cancelOrder(["k1", "k2"], "A", "B"), absent), [["A", true, undefined], ["B", true, undefined]])
  })

  it("an order that both links have is cancelled when both have cancelled it", () => {
    const answers = { cancelOutboundOrder: refused({ "link-2 A": gone }), getOutboundOrders: one({ "link-2": ["A"] }) }
    assert.deepStrictEqual(results(cancelOrder(["k1", "k2"], "A"), answers), [["A", false, "ORDER_SHIPPED: it has left"]])
  })

  it("is not told as done while a link that refused cannot be asked", () => {
    const answers = { cancelOutboundOrder: refused({ "link-2 A": unknown }), getOutboundOrders: () => refusing(down) }
    assert.deepStrictEqual(results(cancelOrder(["k1", "k2"], "A"), answers), [["A", false, "WAREHOUSE_UNAVAILABLE: ask again later"]])
  })

  it("is not told as done while one link has only taken the request (U-143)", () => {
    const answers = {
      cancelOutboundOrder: (_: never, link: string) => link === "link-2" ? { outcome: "requested" } : {},
      getOutboundOrders: one({ "link-2": ["A"] })
    }
    const told = "CANCEL_REQUESTED: the warehouse was asked to cancel the order and has not decided yet; ask for the status of the order"
    assert.deepStrictEqual(results(cancelOrder(["k1", "k2"], "A"), answers), [["A", false, told]])
    assert.deepStrictEqual(results(cancelOrder(["k1"], "A"), { cancelOutboundOrder: () => ({ outcome: "requested" }) }), [["A", false, told]])
    assert.deepStrictEqual(results(cancelOrder(["k1"], "A"), { cancelOutboundOrder: () => ({ outcome: "cancelled" }) }), [["A", true, undefined]])
  })

  it("tells why, before it tells that nobody knows the order", () => {
    const some = { cancelOutboundOrder: refused({ "link-1 A": unknown, "link-2 A": gone }) }
    assert.deepStrictEqual(results(cancelOrder(["k1", "k2"], "A"), some), [["A", false, "ORDER_SHIPPED: it has left"]])
    const none = { cancelOutboundOrder: refused({ "link-1 A": unknown, "link-2 A": unknown }) }
    assert.deepStrictEqual(results(cancelOrder(["k1", "k2"], "A"), none), [["A", false, "ORDER_NOT_FOUND: no such order"]])
  })
})
