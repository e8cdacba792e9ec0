/**
 * What the books are told of an order, made from what its warehouse has reported.
 */
import { Quantity, Sku, type OutboundOrder } from "@crossdock/core"
import { Fulfilment, FulfilmentRecord, Quantities, Statement } from "../../../src/fulfilment/ShippedGoods.ts"
import * as DateTime from "effect/DateTime"
import { assert, describe, it } from "vitest"
import * as ShipmentReports from "../../../src/contracts/warehouse/ShipmentReports.ts"
import { order } from "../../support/Orders.ts"

type Status = Partial<OutboundOrder.OutboundStatus>

const goods = (count: number, sku = "A") => [{ sku: Sku.Sku.make(sku), quantity: Quantity.of(count) }]

const recordOf = (...reports: ReadonlyArray<Status>) =>
  reports.reduce<FulfilmentRecord.FulfilmentRecord>(
    (record, report) => FulfilmentRecord.add(record, Statement.fromStatus({ orderNumber: order("SO-1").orderNumber, phase: "open", status: "?", ...report })),
    FulfilmentRecord.empty()
  )

/** What is told of an order of 10 after these reports. */
const told = (...reports: ReadonlyArray<Status>) => {
  const { isEnded, lines, surplus = [] } = ShipmentReports.goodsOf(Fulfilment.fromReports({ ...recordOf(...reports), ordered: Quantities.fromLines(goods(10)) }, "parcel"))
  const count = (items: Quantities.Quantities) => items.reduce((sum, { quantity }) => sum + Quantity.toNumber(quantity)!, 0)
  return { left: count(lines), surplus: count(surplus), isEnded }
}

const partly: Status = { phase: "open", trackingNumber: "T-1", shippedAt: DateTime.makeUnsafe(1000), lines: goods(4) }
const cancelled: Status = { phase: "cancelled" }
const row = { books_issue: null }

describe("the books", () => {
  it("are told of a parcel that left, and of the end when the order is void (F2)", () => {
    assert.deepStrictEqual(told(partly), { left: 4, surplus: 0, isEnded: false })
    assert.deepStrictEqual(told(partly, cancelled), { left: 4, surplus: 0, isEnded: true })
    assert.deepStrictEqual(told(partly, cancelled, { ...partly, phase: "shipped" }), { left: 4, surplus: 0, isEnded: true })
  })

  it("are told of the end only when nothing is missing and nobody has to find out what left", () => {
    assert.deepStrictEqual(told({ phase: "shipped", trackingNumber: "T-1" }), { left: 10, surplus: 0, isEnded: true })
    assert.deepStrictEqual(told({ phase: "shipped", trackingNumber: "T-1", lines: goods(3) }), { left: 3, surplus: 0, isEnded: false })
    const { lines: _, ...silent } = partly
    assert.deepStrictEqual(told(silent, cancelled), { left: 0, surplus: 0, isEnded: false })
  })

  it("are told apart what left beyond the order", () => {
    const parcels = [{ trackingNumber: "T-1", lines: goods(8) }, { trackingNumber: "T-2", lines: goods(5) }]
    assert.deepStrictEqual(told({ phase: "shipped", parcels }), { left: 10, surplus: 3, isEnded: true })
  })

  it("are told the parcels as far as they are known", () => {
    const { parcels } = ShipmentReports.goodsOf(Fulfilment.fromReports(recordOf({ ...partly, carrierName: "Post" }), "parcel"))
    assert.deepStrictEqual(parcels, [{ trackingNumber: "T-1", carrierName: "Post", shippedAt: DateTime.makeUnsafe(1000), lines: Quantities.fromLines(goods(4)) }])
  })

  it("are told nothing before goods leave, nor of the end of an order for which nothing was allotted", () => {
    assert.isFalse(ShipmentReports.isOfInterest(row, recordOf({})))
    assert.isFalse(ShipmentReports.isOfInterest(row, recordOf(cancelled)))
    assert.isTrue(ShipmentReports.isOfInterest({ books_issue: "desk 1.1" }, recordOf(cancelled)))
    assert.isTrue(ShipmentReports.isOfInterest(row, recordOf(partly)))
    assert.isTrue(ShipmentReports.isOfInterest(row, recordOf({ phase: "shipped" })))
  })

  it("are told again only what differs", () => {
    const of = (...reports: ReadonlyArray<Status>) => ShipmentReports.goodsOf(Fulfilment.fromReports({ ...recordOf(...reports), ordered: Quantities.fromLines(goods(4)) }, "parcel"))
    const left = of({ ...partly, phase: "shipped" })
    assert.isTrue(ShipmentReports.isSame(left, of({ ...partly, phase: "shipped" }, { ...partly, phase: "delivered" })))
    assert.isFalse(ShipmentReports.isSame(left, of({ ...partly, phase: "shipped", lines: goods(3) })))
    assert.isFalse(ShipmentReports.isSame(left, of({ ...partly, phase: "shipped", lines: goods(5) })))
    assert.isFalse(ShipmentReports.isSame(of(partly), { ...of(partly), isEnded: !of(partly).isEnded }))
  })
})
