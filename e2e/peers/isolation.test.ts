/** Two customers of one warehouse can use the same order numbers and SKUs without affecting each other. */
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import type { Credential } from "../support/envelope.ts"
import type { Known } from "../support/http.ts"
import type { Running } from "../support/processes.ts"
import { asnOf, type SuiteFixture, fixture, isLeftOut, isSuccess, orderOf, polls, warehouse } from "./support/fixture.ts"

const north: Credential = { accessId: "acc-north", secretKey: "north-calls" }
const south: Credential = { accessId: "acc-south", secretKey: "south-calls" }

describe.skipIf(isLeftOut)("two customers of one Tryton", () => {
  let our: SuiteFixture
  let runner: Running
  beforeAll(async () => {
    our = await fixture({
      file: "isolation",
      composition: "tryton-two-links.config.ts",
      stock: { "N-SKU-1": 10, "N-SKU-2": 5, "S-SKU-1": 200, "SKU-1": 77 },
      callbacks: [{ ...north, secretKey: "north-callbacks" }, { ...south, secretKey: "south-callbacks" }]
    })
    runner = await our.home.start()
  })
  afterAll(async () => {
    await runner?.stop()
    await our?.stop()
  })

  it("the same order number of two accessIds is two orders: shipped, cancelled and told apart (D1-363 D1-402)", async () => {
    const { books, call, pushed, pushedOnce } = our
    const ofNorth = await call("createOrder", orderOf("SO-1", { "SKU-1": 3 }), north)
    const ofSouth = await call("createOrder", orderOf("SO-1", { "SKU-1": 120 }), south)
    assert.isTrue(isSuccess(ofNorth) && isSuccess(ofSouth), JSON.stringify([ofNorth, ofSouth]))
    assert.notStrictEqual(ofNorth.data.warehouseOrderNumber, ofSouth.data.warehouseOrderNumber)
    assert.deepEqual(await books.shipmentsByReference("SO-1"), [])
    const [shipment] = await books.shipmentsByReference("N-SO-1")
    const [other] = await books.shipmentsByReference("S-SO-1")
    assert.deepEqual(shipment!.lines.map(({ quantity, sku }) => [sku, quantity]), [["N-SKU-1", 3]])
    assert.deepEqual(other!.lines.map(({ quantity, sku }) => [sku, quantity]), [["S-SKU-1", 120]])
    // Each has a stock of its own for the same SKU.
    assert.match((await call("createOrder", orderOf("SO-2", { "SKU-1": 120 }), north)).message, /OUT_OF_STOCK/)

    await books.ship(shipment!.id, "TRK-NORTH")
    const pushes = await pushedOnce("SO-1", ({ status }) => status === "SUCCESS", north)
    assert.deepInclude(pushes.at(-1), { orderNumber: "SO-1", trackNumber: "TRK-NORTH", warehouseOrderNumber: shipment!.number })
    assert.deepEqual(pushes.at(-1).skuList.map(({ sku }: Known) => sku), ["SKU-1"])
    await polls(3)
    assert.isTrue((await pushed("SO-1", south)).every(({ status, trackNumber }) => status === "SENDING" && trackNumber === ""))
    const asked = { orderNumber: "SO-1", warehouseCode: warehouse }
    assert.deepInclude((await call("getOrder", asked, north)).data, { status: "SUCCESS", trackingNumber: "TRK-NORTH" })
    assert.deepInclude((await call("getOrder", asked, south)).data, { status: "SENDING" })

    assert.isFalse(isSuccess(await call("cancelOrder", asked, north)))
    assert.isTrue(isSuccess(await call("cancelOrder", asked, south)))
    assert.deepEqual((await books.shipmentsByReference("N-SO-1")).map(({ state }) => state), ["done"])
    assert.deepEqual((await books.shipmentsByReference("S-SO-1")).map(({ state }) => state), ["cancelled"])
    await pushedOnce("SO-1", ({ status }) => status === "CANCEL", south)
    assert.deepEqual(await pushed("SO-1", north), pushes)
  })

  it("the other's number, its prefix written out, is no order of mine (D1-402)", async () => {
    const { books, call } = our
    assert.isTrue(isSuccess(await call("createOrder", orderOf("SO-3", { "SKU-1": 1 }), north)))
    const asked = { orderNumber: "N-SO-3", warehouseCode: warehouse }
    assert.isFalse(isSuccess(await call("cancelOrder", asked, south)))
    assert.notOk((await call("getOrder", asked, south)).data)
    assert.deepEqual((await call("getOrderList", { orderNumberList: ["N-SO-3", "SO-3"], warehouseCode: warehouse }, south)).data, [])
    assert.deepEqual((await books.shipmentsByReference("N-SO-3")).map(({ state }) => state), ["assigned"])
  })

  it("the same ASN number and SKU are received apart (D1-402)", async () => {
    const { books, call, pushed, pushedOnce } = our
    assert.isTrue(isSuccess(await call("createAsnOrder", asnOf("ASN-1", { "SKU-1": 8 }), north)))
    assert.isTrue(isSuccess(await call("createAsnOrder", asnOf("ASN-1", { "SKU-1": 30 }), south)))
    const [ofNorth] = await books.inboundByReference("N-ASN-1")
    const [ofSouth] = await books.inboundByReference("S-ASN-1")
    const rest = await books.receivePart(ofNorth!.id, { "N-SKU-1": 5 })
    const [batch] = await pushedOnce("ASN-1", () => true, north)
    assert.deepInclude(batch, { batchNo: "ASN-1-1", asnNumber: "ASN-1" })
    assert.deepEqual(batch.skuList.map(({ receivedQuantity, sku }: Known) => [sku, receivedQuantity]), [["SKU-1", 5]])
    await polls(2)
    assert.deepEqual(await pushed("ASN-1", south), [])
    await books.receive(ofSouth!.id)
    await books.putAway(ofSouth!.id)
    const ends = await pushedOnce("ASN-1", ({ wmsStatus }) => wmsStatus === "FINISHED", south)
    assert.strictEqual(ends.reduce((sum, { skuList }) => sum + skuList[0].receivedQuantity, 0), 30)
    assert.isFalse((await pushed("ASN-1", north)).some(({ wmsStatus }) => wmsStatus === "FINISHED"))
    const { asnList } = await call("getAsnList", { asnNumbers: ["ASN-1", "N-ASN-1"], warehouseCode: warehouse }, south)
    assert.deepEqual(asnList.map(({ asnNumber, wmsStatus }: Known) => [asnNumber, wmsStatus]), [["ASN-1", "FINISHED"]])
    const cancelled = await call("cancelAsnOrder", { asnNumbers: ["N-ASN-1"], warehouseCode: warehouse }, south)
    assert.ok(cancelled.results[0].info)
    assert.deepEqual((await books.inboundByReference("N-ASN-1")).map(({ id, state }) => [id, state]), [[ofNorth!.id, "done"], [rest, "draft"]])
  })

  it("each sees its own goods under its own names, and what belongs to neither is seen by neither (D1-402)", async () => {
    const { books, call } = our
    assert.isTrue(isSuccess(await call("insert_sku_info", { sku: "SKU-9", erpSku: "E-9", title: "Of the north" }, north)))
    assert.deepEqual((await books.productsOf("N-SKU-9")).map(({ name }) => name), ["Of the north"])
    assert.deepEqual(await books.productsOf("SKU-9"), [])
    const listed = async (as: Credential, pageSize: number) => {
      const found: Array<[string, string]> = []
      for (let page = 1;; page++) {
        const answer = await call("syncInventory", { page, pageSize, warehouseCode: warehouse }, as)
        for (const one of answer.data) found.push([one.warehouseSku, one.totalQuantity])
        if (answer.isLastPage) return found.toSorted()
      }
    }
    const counted = await books.stockOf(warehouse)
    const expected = (prefix: string) =>
      counted.filter(({ sku }) => sku.startsWith(prefix)).map(({ onHand, sku }) => [sku.slice(prefix.length), String(onHand)]).toSorted()
    assert.deepEqual(expected("N-").map(([sku]) => sku), ["SKU-1", "SKU-2", "SKU-9"])
    for (const pageSize of [2, 100]) {
      assert.deepEqual(await listed(north, pageSize), expected("N-"))
      assert.deepEqual(await listed(south, pageSize), expected("S-"))
    }
    const one = await call("syncInventory", { page: 1, pageSize: 10, warehouseCode: warehouse, warehouseSku: "N-SKU-2" }, south)
    assert.deepEqual(one.data, [])
  })

  it("every push came by the path and under the accessId of its own customer (D1-334 D1-402)", async () => {
    const all = await our.sink.attempts()
    assert.includeMembers(all.map(({ type }) => type), ["north", "south"])
    for (const { accessId, content, type } of all) {
      assert.strictEqual(accessId, `acc-${type}`)
      assert.notMatch(content, /"[NS]-/)
    }
  })
})
