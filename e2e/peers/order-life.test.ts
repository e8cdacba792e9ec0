/**
 * The whole life of an order of a real Vendure: it is bought in the shop, pushed to the ERP, shipped by a warehouse as two parcels,
 * and each parcel is reported to the shop. The test plays the ERP and reads Vendure with code that shares nothing with the plugin.
 */
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import type { Known } from "../support/http.ts"
import { eventually } from "../support/processes.ts"
import { type ErpFixture, erpWith, fixture, isLeftOut as isTrytonLeftOut, isSuccess, warehouse } from "./support/fixture.ts"
import { doneIn, isLeftOut, type Parcel, startShop, type VendureShop } from "./support/vendure.ts"

const bought = { "SKU-1001": 2, "SKU-1002": 1 }
const composition = "order-life.config.ts"

/** A warehouse of the ERP. */
interface House {
  /** Where each line of an order is, by its place. */
  readonly warehouseOf: (place: number) => string
  readonly logisticsCode: string
  /** What the staff of the warehouse does. */
  readonly ship: (orderNumber: string) => Promise<unknown>
}

/** One warehouse order of an order of the shop. */
interface Part {
  readonly orderNumber: string
  readonly warehouseCode: string
  /** The line, as pushed. */
  readonly line: Known
}

/** What the ERP tells the warehouse about one line of an order of the shop. */
const warehouseOrder = ({ line, orderNumber, warehouseCode }: Part, { buyerInfo: buyer, onlineOrderId, platform }: Known, logisticsCode: string) => ({
  orderNumber,
  onlineOrderId,
  platform,
  shopName: "Vendure",
  warehouseCode,
  logisticsCode,
  freight: 0,
  codEnabled: 0,
  receiver: {
    name: buyer.receiverName,
    phone: buyer.phone,
    email: buyer.email,
    country: buyer.country,
    state: buyer.province,
    city: buyer.city,
    address1: buyer.address,
    postalCode: buyer.postCode
  },
  skuList: [{ sku: line.onlineSkuCode, erpSku: line.onlineSkuCode, name: line.onlineSkuTitle, quantity: String(line.onlineSkuQuantity), amount: Number(line.itemPrice) }]
})

describe.skipIf(isLeftOut)("an order of Vendure", () => {
  let vendure: VendureShop
  beforeAll(async () => {
    vendure = await startShop({ "SKU-1001": 1000, "SKU-1002": 1000 })
  })
  afterAll(() => vendure?.stop())

  /** The states of an order of the shop that the ERP accepted, oldest first. */
  const pushes = async (our: ErpFixture, code: string): Promise<ReadonlyArray<Known>> =>
    (await our.sink.received()).filter(({ data, method }) => method === "pushOrder" && data.onlineOrderId === code).map(({ data }) => data)
  const pushedAs = (our: ErpFixture, code: string, status: string): Promise<Known> =>
    eventually(async () => (await pushes(our, code)).find(({ onlineOrderStatus }) => onlineOrderStatus === status), { what: `${code} as ${status} at the ERP` })

  const livesThrough = async (our: ErpFixture, code: string, house: House) => {
    const done = doneIn(() => our.home)
    const { lines, totalWithTax } = await vendure.buy(code, bought)

    const order = await pushedAs(our, code, "PaymentSettled")
    assert.deepInclude(order, { platform: "vendure", erpOrderStatus: "WAIT_AUDIT" })
    assert.strictEqual(Number(order.totalAmount), totalWithTax / 100)
    assert.deepStrictEqual(
      order.orderSkuList.map((line: Known) => [line.onlineTransactionId, line.onlineSkuCode, line.onlineSkuQuantity]),
      lines.map(({ id, productVariant, quantity }) => [id, productVariant.sku, quantity])
    )

    const parts: ReadonlyArray<Part> = order.orderSkuList.map((line: Known, at: number) => ({ line, orderNumber: `${code}-${at + 1}`, warehouseCode: house.warehouseOf(at) }))
    for (const part of parts) {
      const created = await our.call("createOrder", warehouseOrder(part, order, house.logisticsCode))
      assert.isTrue(isSuccess(created), JSON.stringify(created))
    }

    const parcels: Array<Parcel> = []
    for (const { line, orderNumber } of parts) {
      await house.ship(orderNumber)
      const shipped = (await our.pushedOnce(orderNumber, ({ status }) => status === "SUCCESS")).find(({ status }) => status === "SUCCESS")
      await done("readyToShip", {
        onlineOrderId: code,
        trackingNumber: shipped.trackNumber,
        platformLogisticsCode: "express",
        onlineOrderItemList: [{ onlineOrderItemId: line.onlineTransactionId, quantity: line.onlineSkuQuantity }]
      })
      parcels.push(["Shipped", shipped.trackNumber, { [line.onlineTransactionId]: line.onlineSkuQuantity }])
      assert.deepStrictEqual(await vendure.parcels(code), parcels)
      const state = parcels.length < parts.length ? "PartiallyShipped" : "Shipped"
      assert.strictEqual((await vendure.shop.order(code)).state, state)
      await pushedAs(our, code, state)
    }
    assert.lengthOf(new Set(parcels.map(([, trackingNumber]) => trackingNumber)), 2)
    const states = (await pushes(our, code)).map(({ onlineOrderStatus }) => onlineOrderStatus)
    assert.deepStrictEqual(states.filter((state, at) => state !== states[at - 1]), ["PaymentSettled", "PartiallyShipped", "Shipped"])

    const [main, other] = vendure.shop.locations
    for (const { line, warehouseCode } of parts) {
      const { onlineSkuCode: sku, onlineSkuQuantity: pieces } = line
      const { data: [stock] } = await our.call("syncInventory", { page: 1, pageSize: 100, warehouseCode, warehouseSku: sku })
      assert.strictEqual(Number(stock.sellableQuantity), 100 - pieces)
      const { productId, variantId } = vendure.shop.variants[sku]!
      await done("updateInventory", { onlineItemId: productId, onlineSkuId: variantId, onlineStock: Number(stock.sellableQuantity) })
      assert.deepStrictEqual(await vendure.onHand(sku), { [main!.id]: 100 - pieces, [other!.id]: 0 })
    }
    const unverified = (await our.sink.attempts()).filter(({ verified }) => !verified)
    assert.deepStrictEqual(unverified, [])
  }

  it("goes through two warehouses of the sandbox as two parcels, and its stock is what they have left (C35 P-002 P-227 P-243 P-250 P-280)", async () => {
    const our = await erpWith({ composition, env: vendure.env })
    try {
      await our.home.start()
      await livesThrough(our, "LIFE-1", { warehouseOf: (place) => `SBX-${place + 1}`, logisticsCode: "SBX-STD", ship: () => Promise.resolve() })
    } finally {
      await our.stop()
    }
  })

  it.skipIf(isTrytonLeftOut)("goes through Tryton as two parcels, and its stock is what Tryton has left (P-002 P-227 P-243 P-250 P-280)", async () => {
    const our = await fixture({ file: "order-life", composition, stock: { "SKU-1001": 100, "SKU-1002": 100 }, env: vendure.env })
    const ship = async (orderNumber: string) => {
      const [shipment, second] = await our.books.shipmentsByReference(orderNumber)
      assert.isUndefined(second)
      assert.deepInclude(shipment, { customer: "Jane Planted", state: "assigned", carrierService: "DHL-STD" })
      await our.books.ship(shipment!.id, `TRK-${orderNumber}`)
    }
    try {
      await our.home.start()
      await livesThrough(our, "LIFE-2", { warehouseOf: () => warehouse, logisticsCode: "DHL-STD", ship })
    } finally {
      await our.stop()
    }
  })
})
