/**
 * Parcels that have an id of their warehouse, so their numbers are attributes, and statements that say when they were made.
 */
import { assert, describe, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import { Fulfilment, FulfilmentRecord, Quantities, Statement } from "../../src/fulfilment/ShippedGoods.ts"
import { OutboundOrder, Quantity, Sku } from "@crossdock/core"

type Status = OutboundOrder.OutboundStatus
const orderNumber = OutboundOrder.OrderNumber.make("SO-1")
const goods = (count: number) => [{ sku: Sku.Sku.make("A"), quantity: Quantity.of(count) }]
const at = DateTime.makeUnsafe
const said = (status: Partial<Status>): Status => ({ orderNumber, phase: "open", status: "PART", ...status })

const recordOf = (reports: ReadonlyArray<Status>) =>
  reports.reduce((record, report) => FulfilmentRecord.add(record, Statement.fromStatus(report)), FulfilmentRecord.empty(goods(4)))

const ordersOf = <A>(items: ReadonlyArray<A>): ReadonlyArray<ReadonlyArray<A>> =>
  items.length < 2 ? [items] : items.flatMap((one, index) => ordersOf(items.toSpliced(index, 1)).map((rest) => [one, ...rest]))

const places = (state: Fulfilment.Fulfilment) => ({
  left: state.left.map(({ quantity }) => Quantity.toNumber(quantity)),
  parcels: state.parcels.map(({ contents, trackingNumbers }) => [trackingNumbers.toSorted().join(), ...contents.map(({ quantity }) => Quantity.toNumber(quantity))].join(" ")).toSorted()
})

/** Derives the state for every order of the reports, which must not matter. */
const stateOf = (reports: ReadonlyArray<Status>) => {
  const [first, ...others] = ordersOf(reports).map((some) => places(Fulfilment.fromReports(recordOf([...some, ...some.slice(0, 1)]))))
  for (const other of others) assert.deepStrictEqual(other, first)
  return first
}

const one = { parcelId: "P-1", shippedAt: at(1_000), lines: goods(2) }

describe("parcels with an id", () => {
  it("are two with one number and the same contents", () => {
    const reports = [said({ ...one, trackingNumber: "T" }), said({ ...one, parcelId: "P-2", trackingNumber: "T" })]
    assert.deepStrictEqual(stateOf(reports), { left: [4], parcels: ["T 2", "T 2"] })
    const { parcels: _, ...shipped } = said({ phase: "shipped", trackingNumber: "T", lines: goods(4) })
    // A report without ids tells of both, or of none of its own.
    assert.deepStrictEqual(stateOf([...reports, shipped]), { left: [4], parcels: ["T 2", "T 2"] })
    assert.deepStrictEqual(stateOf([...reports, said({ phase: "shipped", trackingNumber: "T" })]), { left: [4], parcels: ["T 2", "T 2"] })
  })

  it("are one under a corrected number, although more would fit the order", () => {
    assert.deepStrictEqual(stateOf([said({ ...one, trackingNumber: "T-1" }), said({ ...one, trackingNumber: "T-2" })]), { left: [2], parcels: ["T-1,T-2 2"] })
  })

  it("are two with the same contents, although fewer would fit the order", () => {
    const reports = ["P-1", "P-2", "P-3"].map((parcelId) => said({ parcels: [{ ...one, parcelId, trackingNumber: `T${parcelId}` }] }))
    assert.deepStrictEqual(stateOf(reports)?.parcels, ["TP-1 2", "TP-2 2", "TP-3 2"])
  })

  it("have the number by which reports without ids name them, before and after", () => {
    const reports = [said({ trackingNumber: "T-1", shippedAt: at(1_000) }), said({ ...one, trackingNumber: "T-1" }), said({ parcelId: "P-1", shippedAt: at(1_000) })]
    assert.deepStrictEqual(stateOf(reports), { left: [2], parcels: ["T-1 2"] })
  })

  it("keep the id under which they were first known (position of their first report)", () => {
    const record = recordOf([said({ trackingNumber: "T-1", shippedAt: at(1), lines: goods(1) }), said({ trackingNumber: "T-2", shippedAt: at(2), lines: goods(1) })])
    const later = FulfilmentRecord.add(record, Statement.fromStatus(said({ parcelId: "P-1", trackingNumber: "T-1", shippedAt: at(1) })))
    assert.deepStrictEqual([record, later].map((each) => Fulfilment.fromReports(each).parcels.map(({ id, trackingNumbers }) => [id, trackingNumbers])), [[[1, ["T-1"]], [2, ["T-2"]]], [[1, ["T-1"]], [2, ["T-2"]]]])
  })

  it("stay found by the number under which a person has looked into them", () => {
    const record = FulfilmentRecord.inspect(recordOf([said({ trackingNumber: "T-1", shippedAt: at(1) })]), { keys: ["T-1"] }, goods(3))
    const later = FulfilmentRecord.add(record, Statement.fromStatus(said({ parcelId: "P-1", trackingNumber: "T-1", shippedAt: at(1), lines: goods(1) })))
    assert.deepStrictEqual(places(Fulfilment.fromReports(later)), { left: [3], parcels: ["T-1 3"] })
  })
})

describe("statements with the time at which they were made", () => {
  it("count by that time, in whatever order they arrive", () => {
    const parcel = { parcelId: "P-1", shippedAt: at(1_000) }
    const reports = [
      said({ ...parcel, trackingNumber: "T-1", carrierName: "One", lines: goods(3), saidAt: at(1) }),
      said({ ...parcel, trackingNumber: "T-2", carrierName: "Two", lines: goods(1), saidAt: at(2) }),
      said({ ...parcel, trackingNumber: "T-1", carrierName: "One", lines: goods(2), saidAt: at(3), returnedAt: at(4_000) })
    ]
    for (const some of ordersOf(reports)) {
      const [found] = Fulfilment.fromReports(recordOf(some)).parcels
      assert.deepInclude(found, { trackingNumbers: ["T-2", "T-1"], carrierName: "One", returnedAt: 4_000 })
      assert.isTrue(Quantities.isSame(found!.contents, Quantities.fromLines(goods(2))))
    }
  })

  it("do not make the record grow when they are made again, and the newest time counts", () => {
    const parcel = { ...one, trackingNumber: "T-1" }
    const reports = [said({ ...parcel, lines: goods(1), saidAt: at(1) }), said({ ...parcel, lines: goods(3), saidAt: at(2) }), said({ ...parcel, lines: goods(1), saidAt: at(3) })]
    for (const some of ordersOf(reports)) {
      const record = recordOf(some)
      assert.deepStrictEqual([record.statements.length, places(Fulfilment.fromReports(record)).left], [2, [1]])
    }
  })
})
