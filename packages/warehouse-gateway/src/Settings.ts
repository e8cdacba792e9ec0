import type { WarehouseV1 } from "@crossdock/core"
import { ShippingChannel, WarehouseRecord } from "@crossdock/core/model/Warehouse"
import { Client, Fault, Profile, UnmappedFields } from "@crossdock/protocols/gateway"
import { FaultRules } from "@crossdock/protocols/wire"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

/** The largest limits that the plugin supports; a setting may lower them. */
const maximum = {
  linesPerOrder: 5000,
  ordersPerQuery: 100
} as const

const isBase = (url: URL): boolean | string =>
  ((url.protocol === "https:" || url.protocol === "http:") && url.hash === "" && url.search === "" && url.username === "") ||
  "an http or https URL without credentials, query or fragment"

const isTarget = (url: URL): boolean | string => (url.protocol === "https:" && url.username === "") || "an https URL without credentials"

/** A text that is valid as the value of a header. */
const isField = Schema.isPattern(/^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/, { expected: "printable ASCII characters without blanks at the ends" })

const Field = Schema.String.check(isField)

const secret = (label: string) => Schema.RedactedFromValue(Schema.NonEmptyString, { label })
const secretField = (label: string) => Schema.RedactedFromValue(Field, { label })

const upTo = (limit: number) => Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: limit }))

const isSettleable = (offers: ReadonlyArray<string>): boolean | string =>
  !offers.includes("createInboundOrder") || offers.includes("getInboundOrders") ||
  "createInboundOrder also needs getInboundOrders, because a create whose result is unknown must be queried"

type Keys = string | readonly [string, ...ReadonlyArray<string>]

/** Whether the settings determine which key belongs to a warehouse. */
export const isTellable = (warehouseKey: Keys, offers: ReadonlyArray<string>): boolean | string =>
  typeof warehouseKey === "string" || warehouseKey.length === 1 || offers.includes("listWarehouses") ||
  "several warehouse keys need listWarehouses among the offers, to find the key of a warehouse; add it, or give one key"

/** The settings of a connection to an account at a gateway. */
export const Settings = Schema.Struct({
  baseUrl: Schema.URLFromString.check(Schema.makeFilter(isBase)).annotate({
    title: "Gateway URL",
    description: "URL before `/global-api/…`, of either the production or the test environment"
  }),
  appKey: Field.annotate({
    title: "App key",
    description: "App key issued by the gateway"
  }),
  appSecret: secret("appSecret").annotate({
    title: "App secret",
    description: "Secret that signs the calls, issued with the app key"
  }),
  warehouseKey: Schema.Union([Schema.NonEmptyString, Schema.NonEmptyArray(Schema.NonEmptyString)]).annotate({
    title: "Warehouse key",
    description: "Key of the warehouse account at the gateway; with a list of keys, each is called separately (U-28)"
  }),
  warehouseType: Schema.optionalKey(Field.annotate({
    title: "Warehouse type",
    description: "Value of the header `warehouseType`, a code of the gateway's operator; not sent by default"
  })),
  secret: Schema.optionalKey(secretField("secret").annotate({
    title: "Warehouse secret",
    description: "Value of the header `secret`, agreed with the warehouse; not sent by default"
  })),
  accessToken: Schema.optionalKey(secretField("accessToken").annotate({
    title: "Access token",
    description: "Value of the header `accessToken`; no operation renews it (U-129); not sent by default"
  })),
  refreshToken: Schema.optionalKey(secretField("refreshToken").annotate({
    title: "Refresh token",
    description: "Value of the header `refreshToken`; not sent by default"
  })),
  authInfo: Schema.optionalKey(
    Schema.NonEmptyArray(Schema.Struct({ authInfoKey: Schema.NonEmptyString, value: secret("authInfo") })).annotate({
      title: "Further authorization",
      description: "Header `authInfo` as pairs of `authInfoKey` and `value`, with keys agreed with the warehouse; not sent by default"
    })
  ),
  apiUrl: Schema.optionalKey(
    Schema.URLFromString.check(Schema.makeFilter(isTarget)).annotate({
      title: "Service domain",
      description: "Value of the header `apiUrl`, the URL that the gateway calls; by default the gateway's own choice"
    })
  ),
  pathVersion: Schema.String.check(Schema.isPattern(/^[\w.-]+$/)).annotate({
    title: "Path version",
    description: "Version segment of every path after `/global-api` (U-57)"
  }).pipe(Schema.withDecodingDefaultKey(Effect.succeed("v1"))),
  offers: Schema.Array(Schema.Literals(Client.offers)).check(Schema.makeFilter(isSettleable)).annotate({
    title: "Offers",
    description: "Operations that this warehouse type supports beside creating, cancelling and querying orders; others are refused without a call (U-87)"
  }).pipe(Schema.withDecodingDefaultKey(Effect.succeed(Client.offers))),
  warehouses: Schema.Array(WarehouseRecord).annotate({
    title: "Warehouses",
    description: "`code` and `name` of each warehouse, for a type that cannot list them (U-140)"
  }).pipe(Schema.withDecodingDefaultKey(Effect.succeed([]))),
  channels: Schema.Array(ShippingChannel).annotate({
    title: "Channels",
    description: "`code` and `name` of each channel, with `warehouseCode` and `carrierName` if known, for a type that cannot list them (U-140)"
  }).pipe(Schema.withDecodingDefaultKey(Effect.succeed([]))),
  profile: Schema.Record(Schema.String, Schema.Union([Schema.String, Schema.Boolean])).check(
    Schema.makeFilter((written) => {
      const read = Profile.profileFrom(written)
      return Result.isSuccess(read) || read.failure
    })
  ).annotate({
    title: "Writer profile",
    description: "Variants of the document in which messages are written, e.g. `{ cancelBatch: \"20\" }`; `lineAmount` says whether `amount` is the price of the whole `line` or of one `piece`"
  }).pipe(Schema.withDecodingDefaultKey(Effect.succeed({}))),
  notFoundTexts: Schema.Array(FaultRules.TextFragment).annotate({
    title: "Not found texts",
    description: "Parts of error messages, case-insensitive; a `getOrder` refused with one of them means that an order does not exist (U-18)"
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
    description: "Maximum orders, or inbound orders, in one query; longer queries are split"
  }).pipe(Schema.withDecodingDefaultKey(Effect.succeed(maximum.ordersPerQuery)))
}).check(Schema.makeFilter(({ offers, warehouseKey }) => isTellable(warehouseKey, offers)))
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
