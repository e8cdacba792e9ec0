/**
 * The laws about shipments, their labels and their tracking.
 */
import { Document, type PlatformOrder, PlatformV1, Quantity } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Base64 from "effect/encoding/Base64"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { assert, equal, fail, LawViolation, notDriven } from "../../Assertions.ts"
import { always, both, having, type Laws } from "../../Law.ts"
import { call, type LawContext, orderOf, place } from "../LawContext.ts"
import { can, type ShipmentRecord, type SuiteFixture } from "../SuiteFixture.ts"

type PlatformLaws = Laws<LawContext, SuiteFixture<unknown>>

/** A carrier of the shop. */
export const providerOf = Effect.fnUntraced(function*(context: LawContext) {
  const { provider } = context.fixture
  if (provider !== undefined) return provider
  const { items: [first] } = yield* call(context, PlatformV1.ListShippingProviders, {})
  assert(first !== undefined, "the platform lists no carrier; set fixture.provider")
  return first
})

/** Whether an order, as it is read, shows a tracking number. */
const shows = Effect.fnUntraced(function*(context: LawContext, onlineOrderId: string, trackingNumber: string) {
  const { fulfillments = [], trackingNumber: last } = yield* orderOf(context, onlineOrderId)
  return last === trackingNumber || fulfillments.some((one) => one.trackingNumber === trackingNumber)
})

/** Up to two carriers of the shop. */
const carriersOf = Effect.fnUntraced(function*(context: LawContext) {
  const { provider } = context.fixture
  const listed = context.declares("listShippingProviders") ? (yield* call(context, PlatformV1.ListShippingProviders, {})).items : []
  const codes = listed.map(({ code }) => code)
  return (codes.length > 0 ? codes : [provider?.code ?? fail("the plugin lists no carriers; set fixture.provider")]).slice(0, 2)
})

/** One piece of a line, in a parcel of its own. */
const pieceOf = ({ lines: [line], onlineOrderId }: PlatformOrder.PlatformOrder, trackingNumber: string, providerCode: string) => ({
  onlineOrderId,
  trackingNumber,
  providerCode,
  lines: [{ lineId: line!.lineId, quantity: Quantity.of(1) }] as const
})

/** The only parcel with one piece that the platform holds for an order. */
const assertOneParcel = Effect.fnUntraced(function*(shipments: NonNullable<SuiteFixture<unknown>["shipments"]>, { lines: [line], onlineOrderId, trackingNumber }: ReturnType<typeof pieceOf>) {
  const held = (yield* shipments(onlineOrderId)).map(contentsOf)
  equal(held, [{ trackingNumber, lines: [{ lineId: line.lineId, quantity: 1 }] }], "the parcels of the order at the platform")
})

const contentsOf = ({ lines, trackingNumber }: ShipmentRecord) => ({ trackingNumber, ...(lines && { lines }) })

/** The most writing requests that one call may send; more would be a loop. */
const mostWrites = 20

export const markReadyToShipLaws: PlatformLaws = {
  "markReadyToShip/told": [
    "P-247 P-248 P-249",
    "tells the platform the tracking number, and the order shows it afterwards",
    having(can.shipments, Effect.fnUntraced(function*(context, shipments) {
      const { onlineOrderId } = yield* place(context, "ship")
      const { code } = yield* providerOf(context)
      const trackingNumber = context.fresh("tracking")
      yield* call(context, PlatformV1.ReportOutgoingParcel, { onlineOrderId, trackingNumber, providerCode: code })
      equal((yield* shipments(onlineOrderId)).map((one) => one.trackingNumber), [trackingNumber], "the parcels of the order at the platform")
      // A call whose answer is lost is settled by reading the order.
      assert(yield* shows(context, onlineOrderId, trackingNumber), `the order is read without the tracking number ${trackingNumber}`)
    }))
  ],
  "markReadyToShip/parts": [
    "P-250 P-251 P-252",
    "ships an order in two parcels, each with its own lines",
    having(can.shipments, Effect.fnUntraced(function*(context, shipments) {
      const { lines, onlineOrderId } = yield* place(context, "parts")
      const { code } = yield* providerOf(context)
      const parts = lines.slice(0, 2).map(({ lineId }) => ({ trackingNumber: context.fresh("part"), lines: [{ lineId, quantity: 1 }] }))
      for (const { lines: [line], trackingNumber } of parts) {
        yield* call(context, PlatformV1.ReportOutgoingParcel, { onlineOrderId, trackingNumber, providerCode: code, lines: [{ lineId: line!.lineId, quantity: Quantity.of(1) }] })
      }
      equal((yield* shipments(onlineOrderId)).map(contentsOf), parts, "the parcels of the order at the platform")
    }))
  ],
  "markReadyToShip/carrier": [
    "P-249",
    "tells the platform the carrier of each parcel",
    having(can.shipments, Effect.fnUntraced(function*(context, shipments) {
      for (const code of yield* carriersOf(context)) {
        const { onlineOrderId } = yield* place(context, "carried")
        yield* call(context, PlatformV1.ReportOutgoingParcel, { onlineOrderId, trackingNumber: context.fresh("tracking"), providerCode: code })
        const [parcel] = yield* shipments(onlineOrderId)
        if (parcel !== undefined && parcel.providerCode === undefined) notDriven("fixture.shipments returns no providerCode")
        equal(parcel?.providerCode, code, "the code of the carrier at the platform")
      }
    }))
  ],
  "markReadyToShip/contents": [
    "P-250 P-251 P-252",
    "reads what is in each parcel, so that a part of an order is not taken for the whole",
    having(both(can.shipments, can.contents), Effect.fnUntraced(function*(context: LawContext) {
      const placed = yield* place(context, "contents")
      const [code] = yield* carriersOf(context)
      const parcel = pieceOf(placed, context.fresh("part"), code!)
      yield* call(context, PlatformV1.ReportOutgoingParcel, parcel)
      const { fulfillments = [] } = yield* orderOf(context, placed.onlineOrderId)
      const found = fulfillments.find(({ trackingNumber }) => trackingNumber === parcel.trackingNumber)
      const lines = found?.lines?.map(({ lineId, quantity }) => ({ lineId, quantity: Quantity.toNumber(quantity) }))
      equal(lines, [{ lineId: parcel.lines[0].lineId, quantity: 1 }], "what the order tells to be in the parcel (set fixture.tellsContents to false if the API does not tell it)")
    }))
  ],
  "markReadyToShip/repeat": [
    "P-247 U-62",
    "leaves one parcel when it is called twice for it, and never claims that nothing was done",
    having(can.shipments, Effect.fnUntraced(function*(context, shipments) {
      const [code] = yield* carriersOf(context)
      const parcel = pieceOf(yield* place(context, "repeat"), context.fresh("part"), code!)
      yield* call(context, PlatformV1.ReportOutgoingParcel, parcel)
      const again = yield* Effect.result(call(context, PlatformV1.ReportOutgoingParcel, parcel))
      equal((yield* shipments(parcel.onlineOrderId)).length, 1, "parcels of the order at the platform")
      if (again._tag === "Success") return
      assert(again.failure.mayHaveApplied, `the repeat failed as ${again.failure.reason._tag}, whose mayHaveApplied is false; the platform holds the parcel`)
    }))
  ],
  "markReadyToShip/each-write": [
    "P-247 U-141",
    "ends with one complete parcel, whichever answer of a call is lost, after the order was read and the call repeated",
    having(both(can.shipments, can.breakEachWrite("markReadyToShip")), Effect.fnUntraced(function*(context: LawContext, [shipments, injection]) {
      const [code] = yield* carriersOf(context)
      for (let write = 1; write <= mostWrites; write++) {
        const parcel = pieceOf(yield* place(context, `write-${write}`), context.fresh("part"), code!)
        const answered = yield* Effect.result(injection.during(call(context, PlatformV1.ReportOutgoingParcel, parcel), { write }))
        if (!(yield* injection.isMet)) {
          assert(answered._tag === "Success", "the call failed although no answer was lost")
          return
        }
        if (answered._tag === "Failure" && (yield* shipments(parcel.onlineOrderId)).length > 0) {
          assert(answered.failure.mayHaveApplied, `the answer to write ${write} was lost, and the failure has mayHaveApplied false; the platform holds the parcel`)
        }
        // A parcel that the order does not show is announced again, as the runner does.
        if (!(yield* shows(context, parcel.onlineOrderId, parcel.trackingNumber))) yield* call(context, PlatformV1.ReportOutgoingParcel, parcel)
        yield* assertOneParcel(shipments, parcel)
      }
      throw new LawViolation(`one call sent more than ${mostWrites} writing requests`)
    }))
  ]
}

const created = Effect.fnUntraced(function*(context: LawContext, hint: string) {
  const { onlineOrderId } = yield* place(context, hint)
  const { code, name } = yield* providerOf(context)
  const shipment = yield* call(context, PlatformV1.CreateShipment, { onlineOrderId, providerCode: code, providerName: name })
  return { onlineOrderId, trackingNumber: shipment.trackingNumber }
})

export const createShipmentLaws: PlatformLaws = {
  "createShipment/told": [
    "P-318",
    "arranges a shipment, and returns the tracking number that the platform gave it",
    having(can.shipments, Effect.fnUntraced(function*(context, shipments) {
      const { onlineOrderId, trackingNumber } = yield* created(context, "arranged")
      equal((yield* shipments(onlineOrderId)).map((one) => one.trackingNumber), [trackingNumber], "the parcels of the order at the platform")
      assert(yield* shows(context, onlineOrderId, trackingNumber), `the order is read without the tracking number ${trackingNumber}`)
    }))
  ]
}

export const cancelShipmentLaws: PlatformLaws = {
  "cancelShipment/told": [
    "P-325 P-326",
    "cancels a shipment that the platform arranged",
    having(can.shipments, Effect.fnUntraced(function*(context, shipments) {
      const { onlineOrderId, trackingNumber } = yield* created(context, "to-cancel")
      yield* call(context, PlatformV1.CancelShipment, { onlineOrderId, trackingNumber, reason: "out of stock" })
      equal(yield* shipments(onlineOrderId), [], "the parcels of the order at the platform")
    }))
  ]
}

/** How the Base64 of a file begins, of the formats that have one beginning. */
const beginnings: Readonly<Record<string, string>> = { PDF: "JVBERi", PNG: "iVBORw", JPEG: "/9j/" }

const isFileOf = (format: string, base64: string): boolean => base64.startsWith(beginnings[format] ?? "") && Result.isSuccess(Base64.decode(base64))

export const getLabelsLaws: PlatformLaws = {
  "getLabels/told": [
    "P-127 P-128",
    "reads labels as files in the formats of limits.labelFormats, or as links, and says of every document what it is",
    always(Effect.fnUntraced(function*(context: LawContext) {
      const { onlineOrderId } = context.declares("createShipment") ? yield* created(context, "labelled") : yield* place(context, "labelled")
      const { labelFormats = ["PDF"] } = context.platform.facts.limits
      const { items: documents } = yield* call(context, PlatformV1.GetLabels, { onlineOrderId })
      const labels = documents.filter(({ kind }) => kind === "label")
      assert(labels.length > 0, "no label is read")
      for (const { format } of labels) assert(labelFormats.includes(format), `a label is ${format}, and limits.labelFormats has ${labelFormats.join(", ")} alone`)
      for (const { format, kind, source } of documents) {
        assert(Schema.is(Document.DocumentKind)(kind) && Schema.is(Document.DocumentFormat)(format), `a document is a ${kind} as ${format}; expected a kind of the contract, and a format in upper case`)
        if (source._tag === "Content") assert(isFileOf(format, Redacted.value(source.base64)), `a document of the format ${format} is no ${format} in Base64`)
        if (source._tag === "Link") assert(URL.canParse(Redacted.value(source.url)), `a document of the source ${source._tag} is no address`)
      }
    }))
  ]
}

export const trackParcelLaws: PlatformLaws = {
  "trackParcel/told": [
    "P-345 P-349",
    "reads where a parcel is, with the platform's own word",
    always(Effect.fnUntraced(function*(context: LawContext) {
      const { onlineOrderId } = yield* place(context, "tracked")
      const { status } = yield* call(context, PlatformV1.TrackParcel, { onlineOrderId })
      assert(status !== "", "the tracking has no status")
    }))
  ]
}
