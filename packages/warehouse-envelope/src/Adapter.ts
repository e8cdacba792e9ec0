/**
 * The plugin for warehouse providers that serve the API of document 1. It offers all operations, within the limits of
 * the settings.
 */
import { type Transport, WarehouseV1 } from "@crossdock/core"
import { Client, Profile } from "@crossdock/protocols/warehouse-envelope"
import { FaultRules } from "@crossdock/protocols/wire"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { callbackPaths, incoming } from "./Incoming.ts"
import { limits, Settings } from "./Settings.ts"

export const warehouseEnvelope: WarehouseV1.Plugin<typeof Settings, Transport.Transport, "warehouse-envelope"> = WarehouseV1.plugin({
  id: "warehouse-envelope",
  title: "Warehouse with the API of document 1",
  settings: Settings,
  hosts: ({ serviceUrl }) => [serviceUrl.host],
  limits,
  offers: Client.offers,
  make: Effect.fnUntraced(function*(settings, { timeZone }) {
    const { listedFaults, profile, ...account } = settings
    const handlers = yield* Client.make({
      ...account,
      timeZone,
      profile: Result.getOrThrow(Profile.profileFrom(profile)), // checked where the settings are decoded
      toReason: FaultRules.toReason(listedFaults)
    })
    return { handlers, incoming: incoming(settings, timeZone) }
  }),
  receives: true,
  callbackPaths
})
