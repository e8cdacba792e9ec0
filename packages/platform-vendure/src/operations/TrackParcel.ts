/**
 * Implements `trackParcel`: the state of a fulfillment, and the history of its states.
 */
import { AdapterError, type PlatformShipment, type PlatformV1 } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Faults from "../Faults.ts"
import type { Document, GraphQl } from "../GraphQl.ts"
import { isCancelled, trackingPhase } from "../Statuses.ts"
import { filled, Millis, Text } from "../Values.ts"

type Asked = typeof PlatformV1.TrackParcel.payload.Type

const Entry = Schema.Struct({
  createdAt: Millis,
  data: Schema.Struct({
    fulfillmentId: Schema.Union([Schema.String, Schema.Finite]),
    from: Schema.String,
    to: Schema.NonEmptyString
  })
})

const Order = Schema.Struct({
  state: Schema.NonEmptyString,
  fulfillments: Schema.optionalKey(Schema.NullOr(Schema.Array(Schema.Struct({ id: Schema.String, state: Schema.NonEmptyString, trackingCode: Text })))),
  history: Schema.Struct({ items: Schema.Array(Schema.Unknown) })
})
type Order = typeof Order.Type

const reading: Document<{ readonly orders: { readonly items: ReadonlyArray<Order> } }> = {
  name: "query Tracking",
  text: `query Tracking($code: String!) {
    orders(options: { filter: { code: { eq: $code }, orderPlacedAt: { isNull: false } }, take: 1 }) {
      items {
        state
        fulfillments { id state trackingCode }
        history(options: { filter: { type: { eq: "ORDER_FULFILLMENT_TRANSITION" } }, sort: { createdAt: ASC, id: ASC } }) { items { createdAt data } }
      }
    }
  }`,
  data: Schema.Struct({ orders: Schema.Struct({ items: Schema.Array(Order) }) })
}

const isEntry = Schema.decodeUnknownOption(Entry)

/** The fulfillment with this tracking number or id. Without one, the latest that is not cancelled, or else the latest. */
const fulfillmentOf = ({ fulfillments }: Order, packageNumber: string | undefined) => {
  const all = fulfillments ?? []
  return packageNumber === undefined
    ? all.findLast(({ state }) => !isCancelled(state)) ?? all.at(-1)
    : all.find(({ id, trackingCode }) => filled(trackingCode) === packageNumber.trim() || id === packageNumber)
}

const toTracking = (order: Order, packageNumber: string | undefined): PlatformShipment.TrackedParcel => {
  const fulfillment = fulfillmentOf(order, packageNumber)
  if (fulfillment === undefined) return { phase: "notFound", status: order.state, events: [] }
  return {
    phase: trackingPhase(fulfillment.state),
    status: fulfillment.state,
    events: order.history.items.flatMap((item) => {
      const entry = isEntry(item)
      return entry._tag === "Some" && String(entry.value.data.fulfillmentId) === fulfillment.id
        ? [{ description: `${entry.value.data.from} to ${entry.value.data.to}`, at: entry.value.createdAt }]
        : []
    })
  }
}

export const trackParcel = (graphQl: GraphQl) =>
  Effect.fnUntraced(function*({ onlineOrderId, packageNumber }: Asked): Effect.fn.Return<PlatformShipment.TrackedParcel, AdapterError.Reason> {
    if (onlineOrderId === undefined) {
      return yield* new AdapterError.RequestInvalid({ path: "/onlineOrderId", message: "is missing; Vendure finds a parcel only by its order" })
    }
    const { orders: { items: [order] } } = yield* graphQl.send(reading, { code: onlineOrderId })
    return order === undefined ? yield* Faults.unknownOrder(onlineOrderId) : toTracking(order, packageNumber)
  })
