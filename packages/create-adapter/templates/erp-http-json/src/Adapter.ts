/**
 * The plugin for Acme, an ERP with a JSON API.
 */
import { ErpV1, type Transport } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Api from "./Api.ts"
import * as ReceiveInboundProgress from "./operations/ReceiveInboundProgress.ts"
import * as ReceiveOutboundStatus from "./operations/ReceiveOutboundStatus.ts"
import * as ReceivePlatformOrder from "./operations/ReceivePlatformOrder.ts"
import { Settings } from "./Settings.ts"

export const acme: ErpV1.Plugin<typeof Settings, Transport.Transport, "erp-acme"> = ErpV1.plugin({
  id: "erp-acme",
  title: "Acme",
  settings: Settings,
  offers: ["receivePlatformOrder"],
  knowsClosedShort: true,
  hosts: ({ baseUrl }) => [baseUrl.host],
  make: Effect.fnUntraced(function*(settings) {
    const { push } = yield* Api.make(settings)
    return {
      handlers: {
        receiveOutboundStatus: push({ ...Api.message, ...ReceiveOutboundStatus }),
        receiveInboundProgress: push({ ...Api.message, ...ReceiveInboundProgress }),
        receivePlatformOrder: push({ ...Api.message, ...ReceivePlatformOrder })
      }
    }
  })
})
