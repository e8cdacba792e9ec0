/**
 * The plugin for Acme, a warehouse that serves the API of document 1.
 */
import { type Transport, WarehouseV1 } from "@crossdock/core"
import { Client, Profile, UnmappedFields } from "@crossdock/protocols/warehouse-envelope"
import * as Effect from "effect/Effect"
import { toReason } from "./Faults.ts"
import { incoming } from "./Incoming.ts"
import { Settings } from "./Settings.ts"

/** The variants of document 1 in which messages to Acme are written. All variants are read. */
const profile: Profile.Profile = { ...Profile.defaults, contentType: "json" }

export const acme: WarehouseV1.Plugin<typeof Settings, Transport.Transport, "warehouse-acme"> = WarehouseV1.plugin({
  id: "warehouse-acme",
  title: "Acme",
  settings: Settings,
  limits: { linesPerOrder: 200, ordersPerQuery: 50, requiresChannel: true, documents: { label: ["PDF"] }, passesOn: UnmappedFields.passedOn },
  // Remove what Acme does not support. The compiler and the suite then require less.
  offers: Client.offers,
  hosts: ({ serviceUrl }) => [serviceUrl.host],
  make: Effect.fnUntraced(function*(settings, { timeZone }) {
    const { accessId, secretKey, serviceUrl } = settings
    const handlers = yield* Client.make({ serviceUrl, accessId, secretKey, timeZone, profile, toReason })
    return { handlers, incoming: incoming(settings, timeZone) }
  }),
  receives: true
})
