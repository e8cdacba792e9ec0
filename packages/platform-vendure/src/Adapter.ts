/**
 * The platform plugin for a Vendure server. It calls the server's Admin API.
 */
import { PlatformV1, type Transport } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as GraphQl from "./GraphQl.ts"
import { getOrders } from "./operations/GetOrders.ts"
import { trackParcel } from "./operations/TrackParcel.ts"
import { listLocations, listShippingProviders } from "./operations/Lists.ts"
import { listProducts } from "./operations/ListProducts.ts"
import { markReadyToShip } from "./operations/MarkReadyToShip.ts"
import { updateStock } from "./operations/UpdateStock.ts"
import { Settings } from "./Settings.ts"
import { ends, products } from "./Statuses.ts"

export const vendure: PlatformV1.Plugin<typeof Settings, Transport.Transport, "platform-vendure"> = PlatformV1.plugin({
  id: "platform-vendure",
  title: "Vendure",
  settings: Settings,
  isTestedAgainstPeer: true,
  hosts: ({ adminApiUrl }) => [adminApiUrl.host],
  // Reads show every committed change. The delay covers a call that Vendure still processes after its caller has timed out.
  limits: { ordersPerQuery: 100, stockUpdatesPerCall: 100, visibilityDelay: "10 seconds", pollInterval: "60 seconds" },
  offers: [
    "listOrderStatuses",
    "markReadyToShip",
    "listProducts",
    "listProductStatuses",
    "updateStock",
    "listShippingProviders",
    "trackParcel",
    "listLocations"
  ],
  make: Effect.fnUntraced(function*(settings: Settings) {
    const graphQl = yield* GraphQl.make(settings)
    return {
      handlers: {
        getOrders: getOrders(graphQl, settings),
        listOrderStatuses: () => Effect.succeed(ends),
        markReadyToShip: markReadyToShip(graphQl),
        listProducts: listProducts(graphQl, settings),
        listProductStatuses: () => Effect.succeed({ items: products }),
        updateStock: updateStock(graphQl, settings),
        listShippingProviders: listShippingProviders(graphQl),
        trackParcel: trackParcel(graphQl),
        listLocations: listLocations(graphQl)
      }
    }
  })
})
