/**
 * The plugin for warehouses behind a gateway of document 2 part A. It offers what the warehouse type supports, within the
 * limits of the settings. A gateway sends no callbacks, so the runner polls open orders.
 */
import { type Transport, WarehouseV1 } from "@crossdock/core"
import { Client, Profile } from "@crossdock/protocols/gateway"
import { FaultRules } from "@crossdock/protocols/wire"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { limits, Settings } from "./Settings.ts"

/** Makes the handlers of one connection. */
export const open = Effect.fnUntraced(function*(settings: Settings, timeZone: string) {
  const { channels, listedFaults, profile, warehouses, ...account } = settings
  const client = yield* Client.make({
    ...account,
    timeZone,
    profile: Result.getOrThrow(Profile.profileFrom(profile)), // checked where the settings are decoded
    toReason: FaultRules.toReason(listedFaults)
  })
  const lists = (name: "listWarehouses" | "listChannels") => settings.offers.includes(name)
  const handlers: Client.Handlers = {
    ...client,
    listWarehouses: (asked) =>
      lists("listWarehouses") || warehouses.length === 0 ? client.listWarehouses(asked) : Effect.succeed({ items: warehouses }),
    listChannels: (asked) =>
      lists("listChannels") || channels.length === 0
        ? client.listChannels(asked)
        : Effect.succeed({ items: channels.filter(({ warehouseCode }) => (warehouseCode ?? asked.warehouseCode) === (asked.warehouseCode ?? warehouseCode)) })
  }
  return { handlers }
})

export const hosts = ({ baseUrl }: Pick<Settings, "baseUrl">): ReadonlyArray<string> => [baseUrl.host]

export const warehouseGateway: WarehouseV1.Plugin<typeof Settings, Transport.Transport, "warehouse-gateway"> = WarehouseV1.plugin({
  id: "warehouse-gateway",
  title: "Warehouse behind a gateway of document 2",
  settings: Settings,
  hosts,
  limits,
  offers: Client.offers,
  make: (settings, { timeZone }) => open(settings, timeZone)
})
