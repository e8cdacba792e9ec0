/**
 * Finds out whether a platform still has a shipment that it arranged, by what the order, its labels and the carrier show.
 */
import { type AdapterError, PlatformV1 } from "@crossdock/core"
import * as Effect from "effect/Effect"
import type { ConnectedLink } from "../../Composition.ts"
import type { Connections } from "../../connection/Connections.ts"
import * as ShopCalls from "./ShopCalls.ts"

type Asked = Pick<typeof PlatformV1.CancelShipment.payload.Type, "onlineOrderId" | "trackingNumber">

/** How many of a platform's answers show a shipment. Undefined: they could not be read, so nothing is known. */
export type Shown = number | undefined

export interface ShipmentLookup {
  /** Asks for the order, and for its labels if the platform has them. It never fails. */
  readonly shown: (link: ConnectedLink, asked: Asked) => Effect.Effect<Shown>
  /** Asks the carrier through the platform. False: the shipment is not cancelled, or nobody knows. */
  readonly isCancelled: (link: ConnectedLink, asked: Asked) => Effect.Effect<boolean>
}

/** Whether a shipment that was shown is no more. No document says where platforms show one, so absence alone proves nothing. */
export const isGone = (before: Shown, now: Shown): boolean => before !== undefined && before > 0 && now === 0

export const make = (connections: Connections["Service"]): ShipmentLookup => {
  const offers = ({ peer }: ConnectedLink, { name }: PlatformV1.AnyOperation): boolean => connections.offers(peer).includes(name)

  const inOrder = (link: ConnectedLink, { onlineOrderId, trackingNumber }: Asked): Effect.Effect<Shown, AdapterError.AdapterError> =>
    Effect.map(ShopCalls.orders(connections, link, { onlineOrderIds: [onlineOrderId], limit: 1 }), ({ items }) => {
      const order = items.find((each) => each.onlineOrderId === onlineOrderId)
      return order && [order, ...order.fulfillments ?? []].filter((each) => each.trackingNumber === trackingNumber).length
    })

  const onLabels = (link: ConnectedLink, { onlineOrderId, trackingNumber }: Asked): Effect.Effect<Shown, AdapterError.AdapterError> =>
    offers(link, PlatformV1.GetLabels)
      ? Effect.map(ShopCalls.invoke(connections, link, PlatformV1.GetLabels, { onlineOrderId }), ({ items }) => {
        const labels = items.filter(({ kind }) => kind === "label")
        return labels.some((label) => label.trackingNumber === undefined) ? undefined : labels.filter((label) => label.trackingNumber === trackingNumber).length
      })
      : Effect.succeed(0)

  return {
    shown: (link, asked) =>
      Effect.match(Effect.all([inOrder(link, asked), onLabels(link, asked)]), {
        onFailure: () => undefined,
        onSuccess: ([orders, labels]) => orders === undefined || labels === undefined ? undefined : orders + labels
      }),
    isCancelled: (link, { onlineOrderId, trackingNumber }) =>
      offers(link, PlatformV1.TrackParcel)
        ? Effect.match(ShopCalls.invoke(connections, link, PlatformV1.TrackParcel, { onlineOrderId, packageNumber: trackingNumber }), {
          onFailure: () => false,
          onSuccess: ({ phase }) => phase === "cancelled"
        })
        : Effect.succeed(false)
  }
}
