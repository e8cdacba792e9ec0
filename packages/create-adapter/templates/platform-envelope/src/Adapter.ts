/**
 * The plugin for a shop at Acme, a service that speaks the platform interface of document 2, part B.
 */
import { PlatformV1, type Transport } from "@crossdock/core"
import { Client, Profile } from "@crossdock/protocols/platform-envelope"
import * as Effect from "effect/Effect"
import { toReason } from "./Faults.ts"
import { callbackPaths, incoming } from "./Incoming.ts"
import { Settings } from "./Settings.ts"

/** The variants of document 2 in which messages to Acme are written. All variants are read. */
const profile: Profile.Profile = { ...Profile.defaults, orderPageSizeMember: "pageSize" }

export const acme: PlatformV1.Plugin<typeof Settings, Transport.Transport, "platform-acme"> = PlatformV1.plugin({
  id: "platform-acme",
  title: "Acme",
  settings: Settings,
  limits: { ordersPerQuery: 100, updateWindow: "24 hours" },
  // Remove what Acme does not support. The compiler and the suite then require less.
  offers: Client.offers,
  hosts: ({ serviceUrl }) => [serviceUrl.host],
  make: Effect.fnUntraced(function*(settings, { timeZone }) {
    const client = yield* Client.make({ ...settings, timeZone, profile, toReason })
    // If calls carry the tokens of a shop: `handlers: yield* Client.withCredentials(client)`, and an `authorization` that uses `client.getToken`.
    return { handlers: client.handlers(), incoming: incoming(settings, timeZone) }
  }),
  receives: true,
  callbackPaths
})
