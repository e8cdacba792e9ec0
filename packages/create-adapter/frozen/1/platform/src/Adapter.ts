/**
 * The plugin for a shop at Acme, a sales platform with a JSON API.
 */
import { type Credentials, PlatformV1, type Transport } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Api from "./Api.ts"
import { incoming } from "./Incoming.ts"
import { createShipment } from "./operations/CreateShipment.ts"
import { getOrders } from "./operations/GetOrders.ts"
import { listLocations, listShippingProviders } from "./operations/Lists.ts"
import { listProducts } from "./operations/ListProducts.ts"
import { markReadyToShip } from "./operations/MarkReadyToShip.ts"
import { updateStock } from "./operations/UpdateStock.ts"
import { Settings } from "./Settings.ts"
import { ends } from "./Statuses.ts"

type Ports = Credentials.Credentials | Transport.Transport

export const acme: PlatformV1.Plugin<typeof Settings, Ports, "platform-acme"> = PlatformV1.plugin({
  id: "platform-acme",
  title: "Acme",
  settings: Settings,
  limits: { ordersPerQuery: 50, stockUpdatesPerCall: 50, updateWindow: "24 hours" },
  offers: ["listOrderStatuses", "markReadyToShip", "listProducts", "updateStock", "listShippingProviders", "createShipment", "listLocations"],
  hosts: ({ baseUrl, tokenUrl }) => [baseUrl.host, tokenUrl.host],
  authorization: Api.authorization,
  receives: true,
  make: Effect.fnUntraced(function*(settings) {
    const api = yield* Api.make(settings)
    return {
      handlers: {
        getOrders: getOrders(api),
        listOrderStatuses: () => Effect.succeed(ends),
        markReadyToShip: markReadyToShip(api),
        listProducts: listProducts(api),
        updateStock: updateStock(api),
        listShippingProviders: listShippingProviders(api),
        createShipment: createShipment(api),
        listLocations: listLocations(api)
      },
      incoming: incoming(settings.hookKey)
    }
  })
})
