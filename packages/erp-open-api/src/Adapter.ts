/**
 * An ERP that speaks the open API of document 3, and receives the two signed callbacks of document 1 and the orders of shops by
 * pushOrder of document 2.
 */
import { BooksV1 } from "@crossdock/books"
import { type Transport } from "@crossdock/core"
import * as Signing from "@crossdock/protocols/signing"
import { Client, Profile as OpenProfile, type Signature } from "@crossdock/protocols/erp-open-api"
import { Profile as OrderProfile, PushClient } from "@crossdock/protocols/platform-envelope"
import { CallbackClient, Profile } from "@crossdock/protocols/warehouse-envelope"
import { FaultRules } from "@crossdock/protocols/wire"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { Settings } from "./Settings.ts"

/** A plugin of this package, by its id. */
export type ErpOpenApi<Id extends string> = BooksV1.Plugin<typeof Settings, Transport.Transport, Id>

interface Custom<Id> {
  readonly id: Id
  readonly title: string
  /** The scheme that signs calls of the open API. Default: the one that the settings name. */
  readonly signer?: Signature.Signer
}

const rateOf = ({ rate }: NonNullable<Settings["openApi"]>): Pick<Client.Settings, "rate"> =>
  rate === undefined ? {} : { rate: rate === "none" ? rate : { calls: rate.calls, millis: Duration.toMillis(rate.per) } }

const make = <const Id extends string>({ id, signer, title }: Custom<Id>): ErpOpenApi<Id> =>
  BooksV1.plugin({
    id,
    title,
    settings: Settings,
    hosts: ({ baseUrl, openApi }) => [...new Set([baseUrl.host, (openApi?.baseUrl ?? baseUrl).host])],
    offers: ["receivePlatformOrder", ...Client.offers],
    knowsDelivered: false,
    numbersPages: true,
    pollInterval: ({ openApi }) => (openApi === undefined ? undefined : "60 seconds"),
    make: Effect.fnUntraced(function*(settings, { timeZone }) {
      const { accessId, baseUrl, openApi = {}, secretKey, shopOrders = {} } = settings
      const toReason = FaultRules.toReason(settings.listedFaults)
      // The profiles are checked where the settings are decoded.
      const { inboundProgress, outboundStatus } = yield* CallbackClient.make({
        baseUrl: baseUrl.href,
        extraType: settings.warehouseExtraType,
        accessId,
        secretKey,
        timeZone,
        profile: Result.getOrThrow(Profile.profileFrom(settings.profile)),
        toReason
      })
      const receivePlatformOrder = yield* PushClient.make({
        baseUrl,
        accessId: shopOrders.accessId ?? accessId,
        secretKey: shopOrders.secretKey ?? secretKey,
        timeZone,
        profile: Result.getOrThrow(OrderProfile.profileFrom(shopOrders.profile ?? {})),
        toReason
      })
      const { query: _query, raw: _raw, ...calls } = yield* Client.make({
        baseUrl: openApi.baseUrl ?? baseUrl,
        appId: openApi.appId ?? accessId,
        appSecret: openApi.appSecret ?? secretKey,
        signer: signer ?? Signing.sortedPairs[openApi.signer ?? "md5-sorted-pairs"],
        profile: Result.getOrThrow(OpenProfile.profileFrom(openApi.profile ?? {})),
        timeZone,
        ...rateOf(openApi),
        toReason
      })
      return { handlers: { receiveOutboundStatus: outboundStatus, receiveInboundProgress: inboundProgress, receivePlatformOrder, ...calls } }
    })
  })

export const erpOpenApi: ErpOpenApi<"erp-open-api"> = make({ id: "erp-open-api", title: "ERP with the open API of document 3" })

/** Makes a plugin for an ERP that demands another signature than any that the settings can name (U-45). */
export const erpOpenApiSignedBy = <const Id extends string>(custom: {
  readonly id: Id
  /** The name of the ERP, for people. */
  readonly title: string
  readonly signer: Signature.Signer
}): ErpOpenApi<Id> => make(custom)
