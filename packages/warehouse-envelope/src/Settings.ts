import type { WarehouseV1 } from "@crossdock/core"
import { Fault, Profile } from "@crossdock/protocols/warehouse-envelope"
import { FaultRules } from "@crossdock/protocols/wire"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

/** Facts of the adapter, whatever its provider; a setting may say less, never more. */
const most = {
  linesPerOrder: 10_000,
  ordersPerQuery: 100
} as const

const isService = (url: URL): boolean | string =>
  ((url.protocol === "https:" || url.protocol === "http:") && url.hash === "" && url.username === "") ||
  "an http or https address without credentials or fragment"

const secret = (label: string) => Schema.RedactedFromValue(Schema.NonEmptyString, { label })

const upTo = (maximum: number) => Schema.Int.check(Schema.isBetween({ minimum: 1, maximum }))

/** What an operator types in to connect one account at a provider of document 1. */
export const Settings = Schema.Struct({
  serviceUrl: Schema.URLFromString.check(Schema.makeFilter(isService)).annotate({
    title: "Service address",
    description: "Every operation is posted to it"
  }),
  accessId: Schema.NonEmptyString.annotate({
    title: "Access id",
    description: "Account ID issued by the provider"
  }),
  secretKey: secret("secretKey").annotate({
    title: "Secret key",
    description: "Signs the calls; issued with the access id"
  }),
  warehouseType: Schema.optionalKey(Schema.NonEmptyString.annotate({
    title: "Warehouse type",
    description: "Header `warehouseType`; absent: not sent"
  })),
  secret: Schema.optionalKey(secret("secret").annotate({
    title: "Warehouse secret",
    description: "Header `secret`; absent: not sent"
  })),
  profile: Schema.Record(Schema.String, Schema.Union([Schema.String, Schema.Boolean])).check(
    Schema.makeFilter((written) => {
      const read = Profile.profileFrom(written)
      return Result.isSuccess(read) || read.failure
    })
  ).annotate({
    title: "Writer profile",
    description: "Which variants are written, e.g. `{ contentType: \"json\" }`"
  }).pipe(Schema.withDecodingDefaultKey(Effect.succeed({}))),
  notFoundTexts: Schema.Array(FaultRules.TextFragment).annotate({
    title: "Not found texts",
    description: "Parts of texts, in any letter case; a `getOrder` refused with one of them means that the order is not there (U-18)"
  }).pipe(Schema.withDecodingDefaultKey(Effect.succeed(Fault.notFoundTexts))),
  listedFaults: FaultRules.FaultRules.annotate({
    title: "Listed faults",
    description: "Parts of texts, in any letter case, and what a refusal with one of them means; the longest counts, and any of them before the usual texts about a credential (U-10)"
  }).pipe(Schema.withDecodingDefaultKey(Effect.succeed({}))),
  linesPerOrder: upTo(most.linesPerOrder).annotate({
    title: "Lines per order",
    description: "An order of more lines is refused and not sent"
  }).pipe(Schema.withDecodingDefaultKey(Effect.succeed(most.linesPerOrder))),
  ordersPerQuery: upTo(most.ordersPerQuery).annotate({
    title: "Orders per query",
    description: "How many orders, or inbound orders, one query asks for; the runner asks for more in parts. 1: by `getOrder` alone"
  }).pipe(Schema.withDecodingDefaultKey(Effect.succeed(most.ordersPerQuery))),
  callbacks: Schema.optionalKey(
    Schema.Struct({
      warehouseExtraType: Schema.NonEmptyString,
      accessId: Schema.optionalKey(Schema.NonEmptyString),
      secretKey: Schema.optionalKey(secret("callbacks.secretKey"))
    }).annotate({
      title: "Callbacks",
      description: "The path segment `warehouseExtraType` under which the provider reports, and its `accessId` and `secretKey` where they are not those above (U-06); absent: none are taken"
    })
  )
})
export type Settings = typeof Settings.Type

/** Of one account. */
export const limits = ({ linesPerOrder, ordersPerQuery }: Pick<Settings, "linesPerOrder" | "ordersPerQuery">): WarehouseV1.Limits => ({
  linesPerOrder,
  ordersPerQuery,
  visibilityDelay: "60 seconds",
  pollInterval: "60 seconds"
})
