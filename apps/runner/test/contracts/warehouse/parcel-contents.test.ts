/**
 * What an ERP is told of the contents of parcels.
 */
import { assert } from "@effect/vitest"
import { OutboundOrder, Quantity, Sku, WarehouseV1 } from "@crossdock/core"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { Dispatch } from "../../../src/contracts/warehouse/Dispatch.ts"
import { Events } from "../../../src/contracts/warehouse/Events.ts"
import { Database } from "../../../src/store/Database.ts"
import * as Books from "../../support/Books.ts"
import { onBothDatabases } from "../../support/Databases.ts"
import { order } from "../../support/Orders.ts"
import { inWorldOn, nothingOwed, type Options, type World } from "../../support/World.ts"

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

const findings = (w: World) => Books.history(w.link.scope, "outbound:SO-1", "conflict")

onBothDatabases("the contents of parcels", (fresh) => {
  const inWorld = inWorldOn(fresh)

  const ofOrder = (title: string, test: (w: World) => Effect.Effect<unknown, unknown, any>, options: Options = {}) =>
    inWorld(title, options, (w) =>
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
      assert.deepStrictEqual(told(w), [["T-1", 1, undefined], ["T-2", 1, [["T-1", 1], ["T-2", 1]]]])
    }))

  ofOrder("are told once of a parcel whose number is corrected, and a person reads that it is one parcel", (w) =>
    Effect.gen(function*() {
      for (const trackingNumber of ["T-1", "T-2", "T-2"]) yield* report(w, { trackingNumber, lines: pieces(2) })
      yield* nothingOwed
      assert.deepStrictEqual(told(w), [["T-1", 2, undefined], ["T-2", undefined, undefined]])
      assert.deepStrictEqual(yield* findings(w), ["ERPs were told parcel T-1, whose number is T-2 now; it is the same parcel"])
    }))

  ofOrder("are told when they are reported after the number, once", (w) =>
    Effect.gen(function*() {
      for (const more of [{}, { lines: pieces(2) }, { lines: pieces(2) }, {}]) yield* report(w, { trackingNumber: "T-1", ...more })
      yield* nothingOwed
      assert.deepStrictEqual(told(w), [["T-1", undefined, undefined], ["T-1", 2, undefined]])
      assert.deepStrictEqual(yield* findings(w), [])
    }))

  ofOrder("that are reported before the number are told with it", (w) =>
    Effect.gen(function*() {
      yield* report(w, { lines: pieces(2), shippedAt })
      yield* report(w, { trackingNumber: "T-1", shippedAt })
      yield* nothingOwed
      assert.deepStrictEqual(told(w), [[undefined, undefined, undefined], ["T-1", 2, undefined]])
    }))

  ofOrder("that were told and are corrected are a finding, because no message takes them back", (w) =>
    Effect.gen(function*() {
      const parcel = { trackingNumber: "T-1", shippedAt }
      yield* report(w, { phase: "open", status: "PART", ...parcel, parcels: [{ ...parcel, lines: pieces(1) }] })
      for (const _ of [1, 2]) yield* report(w, { phase: "open", status: "PART", ...parcel, parcels: [{ ...parcel, lines: pieces(2) }] })
      yield* report(w, { phase: "delivered", status: "THERE", ...parcel })
      yield* nothingOwed
      assert.deepStrictEqual(told(w).map(([number, count]) => [number, count]), [["T-1", 1], ["T-1", 1]])
      assert.deepStrictEqual(yield* findings(w), ["ERPs were told that parcel T-1 has 1 of SKU-1, and it has 2 of SKU-1; correct it there"])
    }))

  ofOrder("are those beyond the parcels before, where the connection reports totals (U-146)", (w) =>
    Effect.gen(function*() {
      yield* report(w, { phase: "open", status: "PART", trackingNumber: "T-1", lines: pieces(1), shippedAt })
      yield* report(w, { trackingNumber: "T-2", lines: pieces(2), shippedAt })
      yield* nothingOwed
      assert.deepStrictEqual(told(w).map(([number, count]) => [number, count]), [["T-1", 1], ["T-2", 1]])
    }), { shippedLines: "total" })

  ofOrder("that an earlier release has told are not told again", (w) =>
    Effect.gen(function*() {
      yield* report(w, { trackingNumber: "T-1", lines: pieces(1), shippedAt })
      yield* (yield* Database).query("update entity set told = null where kind = 'outbound'")
      yield* report(w, { trackingNumber: "T-1", lines: pieces(1), shippedAt, status: "MOVED" })
      yield* report(w, { trackingNumber: "T-2", lines: pieces(1), shippedAt })
      yield* nothingOwed
      assert.deepStrictEqual(told(w).map(([number, count]) => [number, count]), [["T-1", 1], ["T-1", 1], ["T-2", 1]])
    }))

  ofOrder("of a parcel that came back are told once, with the time, under the id of the warehouse", (w) =>
    Effect.gen(function*() {
      const parcel = { parcelId: "P-1", trackingNumber: "T-1", shippedAt, lines: pieces(2) }
      for (const more of [{}, { returnedAt: shippedAt }, { returnedAt: shippedAt }]) yield* report(w, { ...parcel, ...more })
      yield* nothingOwed
      assert.deepStrictEqual(w.erp.received.map(({ content }) => [content.parcelId, content.lines.length, content.returnedAt]), [["P-1", 1, undefined], ["P-1", 1, "2026-01-10T00:00:00.000Z"]])
    }))

  ofOrder("of two parcels with one number are one sum, and what is more after it was told is a finding", (w) =>
    Effect.gen(function*() {
      for (const parcelId of ["P-1", "P-2"]) yield* report(w, { parcelId, trackingNumber: "T-1", shippedAt, lines: pieces(1) })
      yield* nothingOwed
      assert.deepStrictEqual(told(w).map(([number, count]) => [number, count]), [["T-1", 1]])
      assert.deepStrictEqual(yield* findings(w), ["ERPs were told that parcel T-1 has 1 of SKU-1, and it has 2 of SKU-1; correct it there"])
    }))

  ofOrder("keep the lots in which they are reported", (w) =>
    Effect.gen(function*() {
      const lines = [{ ...pieces(1)[0]!, lot: "B-1" }, { ...pieces(1)[0]!, lot: "B-2" }]
      yield* report(w, { trackingNumber: "T-1", lines, shippedAt })
      yield* nothingOwed
      assert.deepStrictEqual(w.erp.received[0]!.content.lines.map(({ lot }: any) => lot), ["B-1", "B-2"])
    }))

  ofOrder("are the lines under a further number of an order whose contents are deleted (U-146)", (w) =>
    Effect.gen(function*() {
      yield* (yield* Database).query("delete from intent_content where 1 = 1")
      for (const trackingNumber of ["T-1", "T-2"]) yield* report(w, { trackingNumber, lines: pieces(2) })
      yield* nothingOwed
      assert.deepStrictEqual(told(w), [["T-1", 2, undefined], ["T-2", 2, [["T-1", 2], ["T-2", 2]]]])
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
