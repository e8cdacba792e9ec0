/**
 * The laws about shipments, their labels and their tracking.
 */
import { PlatformV1, Quantity } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { assert, equal } from "../../Assertions.ts"
import { always, having, type Laws } from "../../Law.ts"
import { call, type LawContext, orderOf } from "../LawContext.ts"
import { can, type SuiteFixture } from "../SuiteFixture.ts"

type PlatformLaws = Laws<LawContext, SuiteFixture<unknown>>

/** A carrier of the shop. */
export const providerOf = Effect.fnUntraced(function*(context: LawContext) {
  const { provider } = context.fixture
  if (provider !== undefined) return provider
  const [first] = yield* call(context, PlatformV1.ListShippingProviders, {})
  assert(first !== undefined, "the platform lists no carrier; set fixture.provider")
  return first
})

/** Whether an order, as it is read, shows a tracking number. */
const shows = Effect.fnUntraced(function*(context: LawContext, onlineOrderId: string, trackingNumber: string) {
  const { fulfillments = [], trackingNumber: last } = yield* orderOf(context, onlineOrderId)
  return last === trackingNumber || fulfillments.some((one) => one.trackingNumber === trackingNumber)
})

export const markReadyToShipLaws: PlatformLaws = {
  "markReadyToShip/told": [
    "P-247 P-248 P-249",
    "tells the platform the tracking number, and the order shows it afterwards",
    having(can.shipments, Effect.fnUntraced(function*(context, shipments) {
      const { onlineOrderId } = yield* context.fixture.placeOrder(context.fresh("ship"))
      const { code } = yield* providerOf(context)
      const trackingNumber = context.fresh("tracking")
      yield* call(context, PlatformV1.MarkReadyToShip, { onlineOrderId, trackingNumber, providerCode: code })
      equal((yield* shipments(onlineOrderId)).map((one) => one.trackingNumber), [trackingNumber], "the parcels of the order at the platform")
      // A call whose answer is lost is settled by reading the order.
      assert(yield* shows(context, onlineOrderId, trackingNumber), `the order is read without the tracking number ${trackingNumber}`)
    }))
  ],
  "markReadyToShip/parts": [
    "P-250 P-251 P-252",
    "ships an order in two parcels, each with its own lines",
    having(can.shipments, Effect.fnUntraced(function*(context, shipments) {
      const { lines, onlineOrderId } = yield* context.fixture.placeOrder(context.fresh("parts"))
      const { code } = yield* providerOf(context)
      const parts = lines.slice(0, 2).map(({ lineId }) => ({ trackingNumber: context.fresh("part"), lines: [{ lineId, quantity: 1 }] }))
      for (const { lines: [line], trackingNumber } of parts) {
        yield* call(context, PlatformV1.MarkReadyToShip, { onlineOrderId, trackingNumber, providerCode: code, lines: [{ lineId: line!.lineId, quantity: Quantity.of(1) }] })
      }
      equal(yield* shipments(onlineOrderId), parts, "the parcels of the order at the platform")
    }))
  ]
}

const created = Effect.fnUntraced(function*(context: LawContext, hint: string) {
  const { onlineOrderId } = yield* context.fixture.placeOrder(context.fresh(hint))
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

export const getLabelsLaws: PlatformLaws = {
  "getLabels/told": [
    "P-127 P-128",
    "reads labels as PDFs or as links",
    always(Effect.fnUntraced(function*(context: LawContext) {
      const { onlineOrderId } = context.declares("createShipment") ? yield* created(context, "labelled") : yield* context.fixture.placeOrder(context.fresh("labelled"))
      const labels = yield* call(context, PlatformV1.GetLabels, { onlineOrderId })
      assert(labels.length > 0, "no label is read")
      for (const label of labels) {
        const isRight = label._tag === "Pdf" ? Redacted.value(label.content).startsWith("JVBERi") : URL.canParse(Redacted.value(label.url))
        assert(isRight, `a label of the kind ${label._tag} is ${label._tag === "Pdf" ? "no PDF in Base64" : "no address"}`)
      }
    }))
  ]
}

export const getTrackingLaws: PlatformLaws = {
  "getTracking/told": [
    "P-345 P-349",
    "reads where a parcel is, with the platform's own word",
    always(Effect.fnUntraced(function*(context: LawContext) {
      const { onlineOrderId } = yield* context.fixture.placeOrder(context.fresh("tracked"))
      const { status } = yield* call(context, PlatformV1.GetTracking, { onlineOrderId })
      assert(status !== "", "the tracking has no status")
    }))
  ]
}
