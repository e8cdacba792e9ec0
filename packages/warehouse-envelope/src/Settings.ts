import type { WarehouseV1 } from "@crossdock/core"
import { Fault, Profile, UnmappedFields } from "@crossdock/protocols/warehouse-envelope"
import { FaultRules } from "@crossdock/protocols/wire"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

/** The largest limits that the plugin supports; a setting may lower them. */
const maximum = {
  linesPerOrder: 5000,
  ordersPerQuery: 100
} as const

const isService = (url: URL): boolean | string =>
  ((url.protocol === "https:" || url.protocol === "http:") && url.hash === "" && url.username === "") ||
  "an http or https URL without credentials or fragment"

const secret = (label: string) => Schema.RedactedFromValue(Schema.NonEmptyString, { label })

const upTo = (limit: number) => Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: limit }))

/** The settings of a connection to an account at a provider of document 1. */
export const Settings = Schema.Struct({
  serviceUrl: Schema.URLFromString.check(Schema.makeFilter(isService)).annotate({
    title: "Service URL",
    description: "URL to which every operation is posted"
  }),
  accessId: Schema.NonEmptyString.annotate({
    title: "Access ID",
    description: "Account ID issued by the provider"
  }),
  secretKey: secret("secretKey").annotate({
    title: "Secret key",
    description: "Key that signs the calls, issued with the access ID"
  }),
  warehouseType: Schema.optionalKey(Schema.NonEmptyString.annotate({
    title: "Warehouse type",
    description: "Value of the header `warehouseType`; not sent by default"
  })),
  secret: Schema.optionalKey(secret("secret").annotate({
    title: "Warehouse secret",
    description: "Value of the header `secret`; not sent by default"
  })),
  profile: Schema.Record(Schema.String, Schema.Union([Schema.String, Schema.Boolean])).check(
    Schema.makeFilter((written) => {
      const read = Profile.profileFrom(written)
      return Result.isSuccess(read) || read.failure
    })
  ).annotate({
    title: "Writer profile",
    description: "Variants of the document in which messages are written, e.g. `{ contentType: \"json\" }`; `lineAmount` says whether `amount` is the price of the whole `line` or of one `piece`"
  }).pipe(Schema.withDecodingDefaultKey(Effect.succeed({}))),
  notFoundTexts: Schema.Array(FaultRules.TextFragment).annotate({
    title: "Not found texts",
    description: "Parts of error messages, case-insensitive; a `getOrder` refused with one of them means that the order does not exist (U-18)"
  }).pipe(Schema.withDecodingDefaultKey(Effect.succeed(Fault.notFoundTexts))),
  listedFaults: FaultRules.FaultRules.annotate({
    title: "Listed faults",
    description: "Parts of error messages, case-insensitive, with the meaning of a refusal that contains one; the longest match counts, before the codes of another Crossdock and the built-in texts (U-10)"
  }).pipe(Schema.withDecodingDefaultKey(Effect.succeed({}))),
  linesPerOrder: upTo(maximum.linesPerOrder).annotate({
    title: "Lines per order",
    description: "Maximum lines of an order; an order with more is refused and not sent"
  }).pipe(Schema.withDecodingDefaultKey(Effect.succeed(maximum.linesPerOrder))),
  ordersPerQuery: upTo(maximum.ordersPerQuery).annotate({
    title: "Orders per query",
    description: "Maximum orders, or inbound orders, in one query; longer queries are split. With 1, only `getOrder` is used"
  }).pipe(Schema.withDecodingDefaultKey(Effect.succeed(maximum.ordersPerQuery))),
  callbacks: Schema.optionalKey(
    Schema.Struct({
      warehouseExtraType: Schema.NonEmptyString,
      accessId: Schema.optionalKey(Schema.NonEmptyString),
      secretKey: Schema.optionalKey(secret("callbacks.secretKey"))
    }).annotate({
      title: "Callbacks",
      description: "Callbacks of the provider: the path segment `warehouseExtraType`, and `accessId` and `secretKey` if they differ from those above (U-06). If absent, callbacks are refused"
    })
  )
})
export type Settings = typeof Settings.Type

/** The limits of one connection. */
export const limits = ({ linesPerOrder, ordersPerQuery }: Pick<Settings, "linesPerOrder" | "ordersPerQuery">): WarehouseV1.Limits => ({
  linesPerOrder,
  ordersPerQuery,
  requiresChannel: true,
  documents: { label: ["PDF"] },
  passesOn: UnmappedFields.passedOn,
  visibilityDelay: "60 seconds",
  pollInterval: "60 seconds"
})
