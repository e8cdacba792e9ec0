import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, afterEach, assert, beforeAll, describe, it } from "vitest"
import { call } from "../../support/envelope.ts"
import type { Known } from "../../support/http.ts"
import { type BreakableWarehouse, startBreakableWarehouse, type WarehouseMethod } from "../../support/peers.ts"
import { tempDir } from "../../support/processes.ts"

const folder = tempDir()
const file = join(folder.path, "books.jsonl")
const credential = { accessId: "acc-demo", secretKey: "demo-secret" }
const other = { accessId: "acc-other", secretKey: "other-secret" }
let warehouse: BreakableWarehouse

const start = () => startBreakableWarehouse({ books: file, keys: [credential, other] })
beforeAll(async () => {
  warehouse = await start()
})
afterEach(() => warehouse.breaks({ kind: "none" }))
afterAll(async () => {
  await warehouse.stop()
  folder.remove()
})

const ask = async (method: WarehouseMethod, content?: unknown, more: object = {}) =>
  (await call({ url: warehouse.url, method, ...credential, content, timeoutMs: 60_000, ...more })).json

const order = (orderNumber: string) => ({ orderNumber, warehouseCode: "WH-1", skuList: [{ sku: "SKU-1", quantity: "2" }] })
const ordersOf = async (orderNumber: string) => (await warehouse.books()).orders.filter((each) => each.orderNumber === orderNumber)
const isLost = (attempt: Promise<unknown>) => attempt.then(() => false, () => true)

describe("the breakable warehouse", () => {
  it("makes a new order for each createOrder, in JSON and in a form", async () => {
    const first = await ask("createOrder", order("SO-1"))
    const second = await ask("createOrder", order("SO-1"), { as: "form" })
    assert.notStrictEqual(first.data.warehouseOrderNumber, second.data.warehouseOrderNumber)
    assert.lengthOf(await ordersOf("SO-1"), 2)
    assert.lengthOf((await ask("getOrderList", { orderNumberList: ["SO-1", "none"], warehouseCode: "WH-1" })).data, 2)
  })

  it("refuses a wrong sign, and keeps accounts apart", async () => {
    assert.strictEqual((await ask("createOrder", order("SO-2"), { sign: "0".repeat(40) })).success, false)
    assert.lengthOf(await ordersOf("SO-2"), 0)
    await ask("createOrder", order("SO-2"), other)
    assert.strictEqual((await ask("getOrder", { orderNumber: "SO-2" })).success, false)
    assert.strictEqual((await ask("getOrder", { orderNumber: "SO-2" }, other)).data.status, "SENDING")
  })

  it("ships only when it is told to, and a shipped order is not cancelled", async () => {
    await ask("createOrder", order("SO-3"))
    assert.strictEqual((await ask("getOrder", { orderNumber: "SO-3" })).data.status, "SENDING")
    const { trackingNumber } = await warehouse.ship({ orderNumber: "SO-3" })
    const { data } = await ask("getOrder", { orderNumber: "SO-3" })
    assert.deepStrictEqual([data.status, data.trackingNumber], ["SUCCESS", trackingNumber])
    assert.deepStrictEqual(await ask("cancelOrder", { orderNumber: "SO-3" }), { success: false, message: "order has been shipped" })
    await ask("createOrder", order("SO-4"))
    assert.deepStrictEqual(await ask("cancelOrder", { orderNumber: "SO-4" }), { success: true })
    assert.deepStrictEqual(await ask("cancelOrder", { orderNumber: "SO-4" }), { success: true })
    assert.strictEqual((await ask("cancelOrder", { orderNumber: "none" })).success, false)
    await ask("createOrder", order("SO-5"))
    await warehouse.fail({ orderNumber: "SO-5", reason: "address" })
    assert.strictEqual((await ask("getOrder", { orderNumber: "SO-5" })).data.failedReason, "address")
  })

  it("receives an ASN in parts and cancels one that nobody began", async () => {
    await ask("createAsnOrder", { asnNumber: "ASN-1", warehouseCode: "WH-1", skuList: [{ sku: "SKU-1", quantity: 10 }] })
    await warehouse.receive({ asnNumber: "ASN-1", lines: [{ sku: "SKU-1", good: 4 }] })
    await warehouse.receive({ asnNumber: "ASN-1", lines: [{ sku: "SKU-1", good: 5, bad: 1 }], finish: true })
    const { asnList } = await ask("getAsnList", { asnNumbers: ["ASN-1", "none"] })
    assert.lengthOf(asnList, 1)
    assert.deepStrictEqual(asnList[0].skuList, [{ sku: "SKU-1", estimatedQuantity: 10, receivedQuantity: 10, goodQuantity: 9, badQuantity: 1 }])
    assert.strictEqual(asnList[0].wmsStatus, "FINISHED")
    await ask("createAsnOrder", { asnNumber: "ASN-2", warehouseCode: "WH-1", skuList: [{ sku: "SKU-1", quantity: 1 }] })
    const cancelled = await ask("cancelAsnOrder", { asnNumbers: ["ASN-2", "ASN-1", "none"] })
    assert.strictEqual(cancelled.success, "false")
    assert.deepStrictEqual(cancelled.results.map(({ info }: { readonly info: string }) => info), ["", "ASN is being received", "ASN does not exist"])
  })

  it("lists warehouses, channels and stock by page, and takes products", async () => {
    assert.deepStrictEqual((await ask("warehouses")).warehouseList.map((each: Known) => each.warehouseCode), ["WH-1", "WH-2"])
    assert.lengthOf((await ask("channels", { warehouseCode: "WH-2" })).channelList, 2)
    await warehouse.setStock({ warehouseCode: "WH-1", sku: "SKU-5", sellable: 7 })
    const pages = [1, 2, 3].map((page) => ask("syncInventory", { page, pageSize: 2, warehouseCode: "WH-1" }))
    const [one, two, three] = await Promise.all(pages)
    assert.deepStrictEqual([one.isLastPage, two.isLastPage, three.isLastPage, three.pageCount], [false, false, true, 3])
    assert.deepStrictEqual([one, two, three].flatMap(({ data }) => data.map((each: Known) => each.sellableQuantity)), ["1000", "1000", "1000", "1000", "7"])
    assert.strictEqual((await ask("insert_sku_info", { sku: "SKU-9", erpSku: "E-9" })).success, "true")
    await ask("insert_sku_info", { sku: "SKU-9", erpSku: "E-9", title: "new" })
    assert.deepStrictEqual((await warehouse.books()).products, [{ sku: "SKU-9", erpSku: "E-9", title: "new" }])
  })

  it.each([
    ["lose-answer", 1, true],
    ["reset-before", 0, true],
    ["hang", 0, true],
    ["truncated", 1, true],
    ["500", 0, false],
    ["html", 0, false],
    ["refuse", 0, false],
    ["duplicate", 1, false],
    ["answer-twice", 1, false],
    ["slow", 1, false]
  ] as const)("breaks createOrder by %s once, with %i order in its books", async (kind, count, lost) => {
    const number = `SO-${kind}`
    await warehouse.breaks({ method: "createOrder", kind, times: 1, delayMs: 100 })
    assert.isDefined(await ask("warehouses"))
    assert.strictEqual(await isLost(call({ url: warehouse.url, method: "createOrder", ...credential, content: order(number), timeoutMs: 700 })), lost)
    assert.lengthOf(await ordersOf(number), count)
    await ask("createOrder", order(number))
    assert.lengthOf(await ordersOf(number), count + 1)
    const faults = (await warehouse.books()).calls.filter(({ content }) => content.includes(`"${number}"`)).map(({ booked, fault }) => [fault, booked])
    assert.deepStrictEqual(faults, [[kind, count === 1], ["none", true]])
  })

  it("refuses a number that it has while it is told to, and books a fault where that is asked for", async () => {
    await ask("createOrder", order("SO-6"))
    await warehouse.breaks({ method: "createOrder", kind: "duplicate" })
    assert.deepStrictEqual(await ask("createOrder", order("SO-6")), { success: false, message: "SO-6 already exists" })
    assert.lengthOf(await ordersOf("SO-6"), 1)
    await warehouse.breaks({ method: "createOrder", kind: "500", booked: true, times: 1 })
    assert.isUndefined(await ask("createOrder", order("SO-7")))
    assert.lengthOf(await ordersOf("SO-7"), 1)
  })

  it("refuses connections and comes back on the same port", async () => {
    await warehouse.breaks({ kind: "refuse-connection" })
    assert.isTrue(await isLost(ask("warehouses")))
    await warehouse.breaks({ kind: "none" })
    assert.isTrue((await ask("warehouses")).success)
  })

  it("hides what is new for as long as it is told to", async () => {
    await warehouse.hides(60_000)
    await ask("createOrder", order("SO-8"))
    assert.deepStrictEqual((await ask("getOrderList", { orderNumberList: ["SO-8"], warehouseCode: "WH-1" })).data, [])
    await warehouse.hides(0)
    assert.strictEqual((await ask("getOrder", { orderNumber: "SO-8" })).data.orderNumber, "SO-8")
  })

  it("keeps its books over a kill, a torn line left out", async () => {
    const before = await warehouse.books()
    await warehouse.kill()
    writeFileSync(file, "{\"change\":\"order\",\"val", { flag: "a" })
    warehouse = await start()
    assert.deepStrictEqual(await warehouse.books(), before)
    await ask("createOrder", order("SO-9"))
    await warehouse.kill()
    warehouse = await start()
    assert.lengthOf(await ordersOf("SO-9"), 1)
    assert.lengthOf((await warehouse.books()).orders, before.orders.length + 1)
  })
})
