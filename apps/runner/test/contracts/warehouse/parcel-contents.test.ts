/**
 * What an ERP is told of the contents of parcels.
 */
import { assert, it } from "@effect/vitest"
import { OutboundOrder, Quantity, Sku, WarehouseV1 } from "@crossdock/core"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { Dispatch } from "../../../src/contracts/warehouse/Dispatch.ts"
import { Events } from "../../../src/contracts/warehouse/Events.ts"
import { reportsOf } from "../../../src/contracts/warehouse/ParcelContents.ts"
import { Database } from "../../../src/store/Database.ts"
import { onBothDatabases } from "../../support/Databases.ts"
import { order } from "../../support/Orders.ts"
import { inWorldOn, nothingOwed, type World } from "../../support/World.ts"

const { orderNumber } = order("SO-1")
const shippedAt = DateTime.makeUnsafe("2026-01-10T00:00:00.000Z")

/** Pieces of the SKU of which the order has 2. */
const pieces = (quantity: number) => [{ sku: Sku.Sku.make("SKU-1"), quantity: Quantity.of(quantity) }]

type Status = OutboundOrder.OutboundStatus

const report = (w: World, status: Partial<Status>) =>
  Effect.flatMap(Events, (events) =>
    events.outbound({ scope: w.link.scope, link: w.link, who: "peer" }, { orderNumber, phase: "shipped", status: "GONE", ...status }))

/** For each message to the ERP: the number, the pieces in its lines, and those of each parcel. */
const told = (w: World) =>
  w.erp.received.map(({ content }) => [
    content.trackingNumber,
    content.lines?.[0].quantity,
    content.parcels?.map(({ lines, trackingNumber }: any) => [trackingNumber, lines[0].quantity])
  ])

it("takes a status with several parcels as a report for each, with the contents of all that have some", () => {
  const status: Status = { orderNumber, phase: "shipped", status: "GONE", trackingNumber: "T-2", trackingUrl: "https://example.invalid/2", lines: pieces(2) }
  const [one, two] = [{ trackingNumber: "T-1", lines: pieces(1) }, { trackingNumber: "T-2", carrierName: "Two" }]
  const { trackingUrl: _, ...order } = status
  const parcels = [one!]
  assert.deepStrictEqual(reportsOf(status), [status])
  assert.deepStrictEqual(reportsOf({ ...status, parcels: [one!, two!] }), [{ ...order, ...one, parcels }, { ...order, ...two, parcels }])
  assert.deepStrictEqual(reportsOf({ ...status, parcels: [two!] }), [status])
  assert.deepStrictEqual(reportsOf({ ...order, phase: "open", parcels: [one!, two!] }), [{ ...order, phase: "open", parcels }])
  const { lines: __, ...withoutLines } = order
  assert.deepStrictEqual(reportsOf({ ...withoutLines, parcels }), [{ ...withoutLines, lines: pieces(1), parcels }])
})

onBothDatabases("the contents of parcels", (fresh) => {
  const inWorld = inWorldOn(fresh)



  const ofOrder = (title: string, test: (w: World) => Effect.Effect<unknown, unknown, any>) =>
    inWorld(title, {}, (w) =>
      Effect.flatMap(Dispatch, (dispatch) => Effect.andThen(dispatch.call(w.link, WarehouseV1.CreateOutboundOrder, order("SO-1"), ""), test(w))))

  ofOrder("are told of a parcel whose report comes after that of the last one, and the word for the order stays (D1-394, oracle R1)", (w) =>
    Effect.gen(function*() {
      const late = { phase: "open", status: "SENDING", trackingNumber: "T-1", shippedAt, lines: pieces(1) } as const
      yield* report(w, { trackingNumber: "T-2", shippedAt, lines: pieces(1) })
      for (const _ of [1, 2]) yield* report(w, late)
      yield* nothingOwed
      assert.deepStrictEqual(told(w).map(([number, count]) => [number, count]), [["T-2", 1], ["T-1", 1]])
      const row = yield* Effect.flatMap(Database, (db) => db.one("select phase, peer_status, tracking_number from entity where kind = 'outbound'"))
      assert.deepStrictEqual({ ...row }, { phase: "shipped", peer_status: "GONE", tracking_number: "T-1" })
    }))

  ofOrder("are told of a parcel whose report comes after the order was given up (oracle R3)", (w) =>
    Effect.gen(function*() {
      yield* report(w, { phase: "failed", status: "FAILED" })
      yield* report(w, { phase: "open", status: "SENDING", trackingNumber: "T-1", shippedAt, lines: pieces(1) })
      yield* nothingOwed
      assert.deepStrictEqual(w.erp.received.map(({ content }) => [content.phase, content.trackingNumber]), [["failed", undefined], ["shipped", "T-1"]])
    }))

  ofOrder("are the lines of a report under a further number, if they are less than the order", (w) =>
    Effect.gen(function*() {
      yield* report(w, { phase: "open", status: "PART", trackingNumber: "T-1", lines: pieces(1), shippedAt })
      yield* report(w, { trackingNumber: "T-2", lines: pieces(1), shippedAt })
      yield* nothingOwed
      assert.deepStrictEqual(told(w), [["T-1", 1, undefined], ["T-2", 1, [["T-2", 1]]]])
    }))

  ofOrder("are not told where the lines are those of the whole order, whose number may have been corrected", (w) =>
    Effect.gen(function*() {
      for (const trackingNumber of ["T-1", "T-2"]) yield* report(w, { trackingNumber, lines: pieces(2) })
      yield* nothingOwed
      assert.deepStrictEqual(told(w), [["T-1", 2, undefined], ["T-2", 2, undefined]])
    }))

  ofOrder("are the lines under a further number of an order whose contents are deleted (U-146)", (w) =>
    Effect.gen(function*() {
      yield* (yield* Database).query("delete from intent_content where 1 = 1")
      for (const trackingNumber of ["T-1", "T-2"]) yield* report(w, { trackingNumber, lines: pieces(2) })
      yield* nothingOwed
      assert.deepStrictEqual(told(w), [["T-1", 2, undefined], ["T-2", 2, [["T-2", 2]]]])
    }))

  ofOrder("are told with each parcel of a report of several, under the ERP's own names", (w) =>
    Effect.gen(function*() {
      yield* report(w, { parcels: [{ trackingNumber: "T-1", lines: pieces(1) }, { trackingNumber: "T-2", lines: pieces(1) }] })
      yield* nothingOwed
      const both = [["T-1", 1], ["T-2", 1]]
      assert.deepStrictEqual(told(w), [["T-1", 1, both], ["T-2", 1, both]])
    }))

  ofOrder("that have left while the order is in progress are not replaced by a later state of it", (w) =>
    Effect.gen(function*() {
      yield* report(w, { phase: "open", status: "PICKED" })
      for (const trackingNumber of ["T-1", "T-2"]) yield* report(w, { phase: "open", status: "PART", trackingNumber, lines: pieces(1), shippedAt })
      const rows = yield* (yield* Database).query("select is_state from delivery where connection = 'books' order by seq")
      assert.deepStrictEqual(rows.map((row) => row["is_state"]), [1, 0, 0])
    }))
})
