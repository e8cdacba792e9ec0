/**
 * What ERPs are told of each parcel beside the quantities: lots, carriers, times, reasons, and the word for the order.
 */
import { assert, describe, it } from "vitest"
import { OutboundOrder, Quantity, Sku } from "@crossdock/core"
import { FulfilmentRecord, type Fulfilment, type Quantities } from "../../../src/fulfilment/ShippedGoods.ts"
import * as DateTime from "effect/DateTime"
import * as ParcelMessages from "../../../src/contracts/warehouse/ParcelMessages.ts"
import * as ReportDecision from "../../../src/contracts/warehouse/ReportDecision.ts"
import * as StoredFulfilment from "../../../src/contracts/warehouse/StoredFulfilment.ts"

type Status = OutboundOrder.OutboundStatus

const orderNumber = OutboundOrder.OrderNumber.make("SO-1")
const item = (sku: string, quantity: number): Quantities.Item => ({ sku: Sku.Sku.make(sku), quantity: Quantity.of(quantity) })
const trackingUrl = "https://track.example/T-1"
const ordered = [item("A", 4)]
const at = (millis: number) => DateTime.makeUnsafe(millis)
const shipped = { phase: "shipped", status: "GONE", trackingNumber: "T-1", shippedAt: at(1_000) } as const

type Report = Omit<Status, "orderNumber">

/** The messages of each report of an order, as the stores decide them. */
const told = (...reports: ReadonlyArray<Report>) => {
  let row: any = { id: 1, generation: 1, phase: null, peer_status: null, tracking_number: null, peer_number: null, shipped_at: null, delivered_at: null, tracking_url: null }
  let [record, known] = [FulfilmentRecord.empty(), undefined as ParcelMessages.Told | undefined]
  const stateOf = (of: typeof record) => StoredFulfilment.stateOf(of, { ordered, nameOf: (sku) => sku, shippedLines: "parcel" })
  return reports.map((report) => {
    const decision = ReportDecision.of(row, record, { orderNumber, ...report })
    const toTell = ParcelMessages.toTell({ before: stateOf(record), after: stateOf(decision.record), told: known })
    const messages = ParcelMessages.messagesOf(decision, decision.effect, toTell)
    if (decision.effect !== "repeat" && decision.effect !== "conflict") {
      const { deliveredAt, phase, shippedAt, status, trackingNumber, trackingUrl } = decision.change
      row = { ...row, phase, peer_status: status, tracking_number: trackingNumber ?? row.tracking_number, shipped_at: shippedAt ?? row.shipped_at, delivered_at: deliveredAt ?? row.delivered_at, tracking_url: trackingUrl ?? row.tracking_url }
    }
    ;[record, known] = [decision.record, toTell.told]
    return messages
  })
}

const last = (...reports: ReadonlyArray<Report>) => told(...reports).at(-1)!.map(({ status }) => status)

describe("messages of parcels", () => {
  it("tell each of several parcels with the same goods with its own lots", () => {
    const lots = (...names: ReadonlyArray<string>) => names.map((lot) => ({ ...item("A", 1), lot }))
    const parcels = [{ trackingNumber: "T-1", lines: lots("B-1") }, { trackingNumber: "T-2", lines: lots("B-2") }]
    const messages = last({ ...shipped, trackingNumber: "T-2", parcels })
    const lotsOf = (lines: Status["lines"]) => lines?.map(({ lot }) => lot)
    assert.deepStrictEqual(messages.map(({ lines }) => lotsOf(lines)), [["B-1"], ["B-2"]])
    assert.deepStrictEqual(messages[0]!.parcels!.map(({ lines }) => lotsOf(lines)), [["B-1"], ["B-2"]])
    // A parcel that an earlier report has told keeps its lots, and does not get those of this one.
    const [later] = last({ ...shipped, lines: lots("B-1") }, { ...shipped, trackingNumber: "T-2", lines: lots("B-2") })
    assert.deepStrictEqual(later!.parcels!.map(({ lines }) => lotsOf(lines)), [["B-1"], ["B-2"]])
    // Two packages with one number are one parcel to an ERP, with the lots of both.
    const [both] = last({ ...shipped, parcels: [{ trackingNumber: "T-1", lines: lots("B-1") }, { trackingNumber: "T-1", lines: lots("B-2", "B-3") }] })
    assert.deepStrictEqual(lotsOf(both!.lines), ["B-1", "B-2", "B-3"])
  })

  it("tell no parcel with the carrier of another", () => {
    const parcels = [{ trackingNumber: "T-1" }, { trackingNumber: "T-2", carrierName: "UPS" }]
    assert.deepStrictEqual(last({ ...shipped, trackingNumber: "T-2", parcels }).map(({ carrierName }) => carrierName), [undefined, "UPS"])
    // The carrier of the order is the one of all parcels that name none.
    assert.deepStrictEqual(last({ ...shipped, carrierName: "DHL", trackingNumber: "T-2", parcels }).map(({ carrierName }) => carrierName), ["DHL", "UPS"])
  })

  it("leave out why an order has failed, where it has not (D1-260)", () => {
    const [late] = last(shipped, { ...shipped, phase: "failed", status: "FAILED", failedReason: "lost", trackingUrl })
    assert.deepInclude(late!, { phase: "shipped", status: "GONE" })
    assert.notProperty(late, "failedReason")
  })

  it("tell a time or a page of the latest parcel also if the report does not repeat its number", () => {
    const { trackingNumber: _, shippedAt: __, ...unnumbered } = shipped
    const numbered = { phase: "shipped", status: "GONE", trackingNumber: "T-1" } as const
    for (const news of [{ shippedAt: at(2_000) }, { deliveredAt: at(3_000) }, { trackingUrl }]) {
      const all = told(numbered, { ...unnumbered, ...news }, { ...unnumbered, ...news })
      assert.deepStrictEqual(all.map(({ length }) => length), [1, 1, 0], Object.keys(news)[0])
      assert.deepInclude(all[1]![0]!.status, { trackingNumber: "T-1", ...news })
      assert.strictEqual(all[1]![0]!.isArrival, "deliveredAt" in news)
    }
  })

  it("tell a time of shipment that is corrected to a later one", () => {
    const all = told(shipped, { ...shipped, shippedAt: at(2_000) }, { ...shipped, shippedAt: at(2_000) })
    assert.deepStrictEqual(all.map((messages) => messages.map(({ status }) => DateTime.toEpochMillis(status.shippedAt!))), [[1_000], [2_000], []])
  })

  it("are none if a report tells nothing but a carrier, which a query may write differently", () => {
    const all = told({ phase: "shipped", status: "GONE", trackingNumber: "T-1" }, { phase: "shipped", status: "GONE", trackingNumber: "T-1", carrierName: "Post" })
    assert.deepStrictEqual(all.map((messages) => messages.length), [1, 0])
  })

  it("say that an order is under way again with a further parcel among several", () => {
    const parcels = [{ trackingNumber: "T-2" }, { trackingNumber: "T-1" }]
    const [further] = last(shipped, { ...shipped, phase: "delivered", status: "THERE" }, { ...shipped, parcels })
    assert.deepInclude(further!, { phase: "shipped", trackingNumber: "T-2" })
  })

  it("tell no goods again if numbers of one parcel turn out to be two parcels", () => {
    const parcel = (key: string, contents: Quantities.Quantities): Fulfilment.Fulfilment["parcels"][number] =>
      ({ id: 1, keys: [key], trackingNumbers: [key], trackingUrl: undefined, carrierName: undefined, contents, rule: "contents", shippedAt: 1_000, deliveredAt: undefined, isDelivered: false, returnedAt: undefined })
    const state = (parcels: Fulfilment.Fulfilment["parcels"]): Fulfilment.Fulfilment =>
      ({ version: 1, end: "whole", parcels, findings: [], left: [], unclear: [], open: [], missing: [], givenUp: [], surplus: [] })
    const one = state([{ ...parcel("T-2", [item("A", 1)]), keys: ["T-2", "T-1"], trackingNumbers: ["T-1", "T-2"] }])
    const two = state([parcel("T-1", [item("A", 1)]), parcel("T-2", [item("A", 1)])])
    const entry = { numbers: ["T-2", "T-1"], keys: ["T-2", "T-1"], contents: [item("A", 1)] } as const
    assert.deepStrictEqual(ParcelMessages.toTell({ before: one, after: two, told: [entry] }).news.map(({ number }) => number), ["T-1"])
  })

  it("are made of packages under one number that have more than can be stored", () => {
    const lines = [{ ...item("A", 1), quantity: Quantity.of("9".repeat(38)) }]
    const named = (...ids: ReadonlyArray<string | undefined>) =>
      ({ ...shipped, parcels: ids.map((parcelId) => ({ ...(parcelId !== undefined && { parcelId }), trackingNumber: "T-1", lines })) })
    for (const report of [named(undefined, undefined, undefined), named("P-1", "P-2")]) {
      const decision = ReportDecision.of({ id: 1, generation: 1, phase: null } as any, FulfilmentRecord.empty(), { orderNumber, ...report })
      assert.include(StoredFulfilment.columnsOf(decision, null).pieces, "T-1")
      assert.deepStrictEqual(last(report).map(({ lines: inside, trackingNumber }) => [trackingNumber, inside]), [["T-1", undefined]])
    }
  })

  it("are found in a time that grows with the number of parcels, not with its cube", () => {
    const parcels = Array.from({ length: 1_000 }, (_, index) => ({ trackingNumber: `T-${index}`, lines: [item("A", 1)], shippedAt: at(1_000) }))
    const decision = ReportDecision.of({ id: 1, generation: 1, phase: null } as any, FulfilmentRecord.empty(), { orderNumber, ...shipped, parcels })
    const state = StoredFulfilment.stateOf(decision.record, { ordered: undefined, nameOf: (sku) => sku, shippedLines: "parcel" })
    const began = process.cpuUsage()
    const toTell = ParcelMessages.toTell({ before: state, after: state, told: undefined })
    const messages = ParcelMessages.messagesOf(decision, "repeat", toTell)
    const { system, user } = process.cpuUsage(began)
    assert.isEmpty(messages)
    assert.isBelow((system + user) / 1_000, 1_500)
  })
})
