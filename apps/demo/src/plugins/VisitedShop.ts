/**
 * The sandbox shop with a buyer. In the sandbox orders arrive as time passes; here a call of the buyer places and cancels them, and the
 * shop sends the number of the order at once, as a platform with webhooks does.
 */
import { Decimal, PlatformV1, SqlStorage } from "@crossdock/core"
import { cancelOrder, placeOrder, platformSandboxOpen, Settings } from "@crossdock/platform-sandbox"
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { answering, said } from "./Answers.ts"

const offers = [
  "listOrderStatuses", "markReadyToShip", "listProducts", "listProductStatuses", "updateStock", "listShippingProviders", "createShipment",
  "cancelShipment", "getLabels", "trackParcel", "listLocations"
] as const

const bought = said(Schema.Struct({
  onlineOrderId: Schema.String,
  buyer: Schema.String,
  goods: Schema.NonEmptyArray(Schema.Struct({ sku: Schema.String, quantity: Schema.Int }))
}))
const named = said(Schema.Struct({ onlineOrderId: Schema.String }))

/**
 * The buyer calls the callback address of the connection: `/buy` with `onlineOrderId`, `buyer` and `goods`, `/cancel` and `/look` with an
 * `onlineOrderId`, and `/shelf` to see what the shop offers.
 */
export const visitedShop: PlatformV1.Plugin<typeof Settings, SqlStorage.SqlStorage, "visited-shop"> = PlatformV1.plugin({
  id: "visited-shop",
  title: "Sandbox shop with a buyer",
  settings: Settings,
  limits: { ordersPerQuery: 50, stockUpdatesPerCall: 50, visibilityDelay: "1 second", pollInterval: "1 second" },
  isTestedAgainstPeer: true,
  offers,
  receives: true,
  callbackPaths: () => ["/buy", "/cancel", "/look", "/shelf"],
  make: Effect.fnUntraced(function*(settings, connection) {
    const storage = yield* SqlStorage.SqlStorage
    const { call } = Context.get(yield* Layer.build(platformSandboxOpen.layer(settings, connection)), PlatformV1.Platform)
    const handler = <O extends PlatformV1.AnyOperation>(operation: O) => (payload: O["payload"]["Type"]) => Effect.mapError(call(operation, payload), ({ reason }) => reason)
    const getOrders = handler(PlatformV1.GetOrders)

    const look = Effect.fnUntraced(function*(onlineOrderId: string) {
      const { items: [order] } = yield* getOrders({ onlineOrderIds: [onlineOrderId], limit: 1 })
      return {
        status: order?.status,
        parcels: (order?.fulfillments ?? []).map(({ carrierName, lines = [], shippedAt, trackingNumber }) => ({
          trackingNumber,
          carrierName,
          isShipped: shippedAt !== undefined,
          lines: lines.map(({ lineId }) => lineId)
        }))
      }
    })
    const shelf = Effect.gen(function*() {
      const [updatedFrom, updatedTo] = [DateTime.makeUnsafe(0), DateTime.addDuration(yield* DateTime.now, "1 day")]
      const { items } = yield* handler(PlatformV1.ListProducts)({ updatedFrom, updatedTo, limit: 100 })
      return items.flatMap(({ sku, stockByLocation = [] }) => stockByLocation.map(({ available, locationId }) => ({ sku, location: locationId, offered: Number(Decimal.toText(available)) })))
    })

    return {
      handlers: {
        getOrders,
        listOrderStatuses: handler(PlatformV1.ListOrderStatuses),
        markReadyToShip: handler(PlatformV1.ReportOutgoingParcel),
        listProducts: handler(PlatformV1.ListProducts),
        listProductStatuses: handler(PlatformV1.ListProductStatuses),
        updateStock: handler(PlatformV1.UpdateStock),
        listShippingProviders: handler(PlatformV1.ListShippingProviders),
        createShipment: handler(PlatformV1.CreateShipment),
        cancelShipment: handler(PlatformV1.CancelShipment),
        getLabels: handler(PlatformV1.GetLabels),
        trackParcel: handler(PlatformV1.TrackParcel),
        listLocations: handler(PlatformV1.ListLocations)
      },
      incoming: (request, emit) => {
        const changed = (onlineOrderId: string) => emit({ _tag: "OrderChanged", onlineOrderId })
        switch (request.url.pathname) {
          case "/buy":
            return answering(request, Effect.flatMap(bought(request), (purchase) => Effect.andThen(placeOrder(storage, settings, purchase), changed(purchase.onlineOrderId))))
          case "/cancel":
            return answering(request, Effect.flatMap(named(request), ({ onlineOrderId }) => Effect.andThen(cancelOrder(storage, settings, onlineOrderId), changed(onlineOrderId))))
          case "/look":
            return answering(request, Effect.flatMap(named(request), ({ onlineOrderId }) => look(onlineOrderId)))
          default:
            return answering(request, shelf)
        }
      }
    }
  })
})
