/**
 * The plugin for Acme, an ERP that receives the two signed callbacks of document 1.
 */
import { ErpV1, type Transport } from "@crossdock/core"
import { CallbackClient, Profile } from "@crossdock/protocols/warehouse-envelope"
import * as Effect from "effect/Effect"
import { toReason } from "./Faults.ts"
import { Settings } from "./Settings.ts"

/** The variants of document 1 in which messages to Acme are written. */
const profile: Profile.Profile = { ...Profile.defaults, contentType: "json" }

export const acme: ErpV1.Plugin<typeof Settings, Transport.Transport, "erp-acme"> = ErpV1.plugin({
  id: "erp-acme",
  title: "Acme",
  settings: Settings,
  offers: [],
  knowsDelivered: false,
  hosts: ({ baseUrl }) => [baseUrl.host],
  make: Effect.fnUntraced(function*({ accessId, baseUrl, secretKey, warehouseExtraType }, { timeZone }) {
    const { inboundProgress, outboundStatus } = yield* CallbackClient.make({
      baseUrl: baseUrl.href,
      extraType: warehouseExtraType,
      accessId,
      secretKey,
      timeZone,
      profile,
      toReason
    })
    return { handlers: { receiveOutboundStatus: outboundStatus, receiveInboundProgress: inboundProgress } }
  })
})
