/**
 * The plugin for Acme, a warehouse behind a gateway of document 2A.
 */
import { type Transport, WarehouseV1 } from "@crossdock/core"
import { Client, Profile, UnmappedFields } from "@crossdock/protocols/gateway"
import * as Effect from "effect/Effect"
import { toReason } from "./Faults.ts"
import { Settings } from "./Settings.ts"

export const acme: WarehouseV1.Plugin<typeof Settings, Transport.Transport, "warehouse-acme"> = WarehouseV1.plugin({
  id: "warehouse-acme",
  title: "Acme",
  settings: Settings,
  limits: { linesPerOrder: 200, ordersPerQuery: 50, requiresChannel: true, documents: { label: ["PDF"] }, passesOn: UnmappedFields.passedOn },
  // Remove what this warehouse type does not support (document 2, 2.13). The compiler and the suite then require less.
  offers: Client.offers,
  hosts: ({ baseUrl }) => [baseUrl.host],
  make: Effect.fnUntraced(function*(settings, { timeZone }) {
    return { handlers: yield* Client.make({ ...settings, timeZone, profile: Profile.defaults, toReason }) }
  })
})
