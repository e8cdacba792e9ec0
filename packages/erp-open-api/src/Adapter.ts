/**
 * An ERP that receives the two signed callbacks of document 1, and the orders of shops by pushOrder of document 2.
 */
import { ErpV1, type Transport } from "@crossdock/core"
import { Profile as OrderProfile, PushClient } from "@crossdock/protocols/platform-envelope"
import { CallbackClient, Profile } from "@crossdock/protocols/warehouse-envelope"
import { FaultRules } from "@crossdock/protocols/wire"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { Settings } from "./Settings.ts"

export const erpOpenApi: ErpV1.Plugin<typeof Settings, Transport.Transport, "erp-open-api"> = ErpV1.plugin({
  id: "erp-open-api",
  title: "ERP that receives the callbacks of document 1",
  settings: Settings,
  hosts: ({ baseUrl }) => [baseUrl.host],
  offers: ["receivePlatformOrder"],
  knowsDelivered: false,
  make: Effect.fnUntraced(function*(settings, { timeZone }) {
    const { inboundProgress, outboundStatus } = yield* CallbackClient.make({
      baseUrl: settings.baseUrl.href,
      extraType: settings.warehouseExtraType,
      accessId: settings.accessId,
      secretKey: settings.secretKey,
      timeZone,
      profile: Result.getOrThrow(Profile.profileFrom(settings.profile)), // checked where the settings are decoded
      toReason: FaultRules.toReason(settings.listedFaults)
    })
    const { accessId = settings.accessId, profile = {}, secretKey = settings.secretKey } = settings.shopOrders ?? {}
    const receivePlatformOrder = yield* PushClient.make({
      baseUrl: settings.baseUrl,
      accessId,
      secretKey,
      timeZone,
      profile: Result.getOrThrow(OrderProfile.profileFrom(profile)), // checked where the settings are decoded
      toReason: FaultRules.toReason(settings.listedFaults)
    })
    return { handlers: { receiveOutboundStatus: outboundStatus, receiveInboundProgress: inboundProgress, receivePlatformOrder } }
  })
})
