import type { WarehouseV1 } from "@crossdock/core"
import { Channel, WarehouseRecord } from "@crossdock/core/model/Warehouse"
import { Client, Fault, Profile } from "@crossdock/protocols/gateway"
import { FaultRules } from "@crossdock/protocols/wire"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

/** Facts of the adapter, whatever its warehouse; a setting may say less, never more. */
const most = {
  linesPerOrder: 10_000,
  ordersPerQuery: 100
} as const

const isBase = (url: URL): boolean | string =>
  ((url.protocol === "https:" || url.protocol === "http:") && url.hash === "" && url.search === "" && url.username === "") ||
  "an http or https address without credentials, query or fragment"

const isTarget = (url: URL): boolean | string => (url.protocol === "https:" && url.username === "") || "an https address without credentials"

/** A value that travels as a header field. */
const isField = Schema.isPattern(/^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/, { expected: "letters, digits and signs of ASCII" })

const Field = Schema.String.check(isField)

const secret = (label: string) => Schema.RedactedFromValue(Schema.NonEmptyString, { label })
const secretField = (label: string) => Schema.RedactedFromValue(Field, { label })

const upTo = (maximum: number) => Schema.Int.check(Schema.isBetween({ minimum: 1, maximum }))

const isSettleable = (offers: ReadonlyArray<string>): boolean | string =>
  !offers.includes("createInboundOrder") || offers.includes("getInboundOrders") ||
  "createInboundOrder only with getInboundOrders: an intent that nobody can settle is not offered"

type Keys = string | readonly [string, ...ReadonlyArray<string>]

/** Whether something tells which key a warehouse belongs to. */
export const isTellable = (warehouseKey: Keys, offers: ReadonlyArray<string>): boolean | string =>
  typeof warehouseKey === "string" || warehouseKey.length === 1 || offers.includes("listWarehouses") ||
  "one warehouse key, or a type that lists its warehouses: else nothing tells which key a warehouse belongs to"

/** What an operator types in to connect one account at a gateway. */
export const Settings = Schema.Struct({
  baseUrl: Schema.URLFromString.check(Schema.makeFilter(isBase)).annotate({
    title: "Gateway address",
    description: "What stands before `/global-api/…`; that of production or that of the test environment, never both"
  }),
  appKey: Field.annotate({
    title: "App key",
    description: "App key issued by the gateway"
  }),
  appSecret: secret("appSecret").annotate({
    title: "App secret",
    description: "Signs the calls; issued with the app key"
  }),
  warehouseKey: Schema.Union([Schema.NonEmptyString, Schema.NonEmptyArray(Schema.NonEmptyString)]).annotate({
    title: "Warehouse key",
    description: "Names the warehouse account at the gateway; a list of several is asked key by key (U-28)"
  }),
  warehouseType: Schema.optionalKey(Field.annotate({
    title: "Warehouse type",
    description: "Header `warehouseType`, a code of the gateway's operator; absent: not sent"
  })),
  secret: Schema.optionalKey(secretField("secret").annotate({
    title: "Warehouse secret",
    description: "Header `secret`, agreed with the warehouse; absent: not sent"
  })),
  accessToken: Schema.optionalKey(secretField("accessToken").annotate({
    title: "Access token",
    description: "Header `accessToken`, sent as it is: there is no operation that renews it (U-129); absent: not sent"
  })),
  refreshToken: Schema.optionalKey(secretField("refreshToken").annotate({
    title: "Refresh token",
    description: "Header `refreshToken`; absent: not sent"
  })),
  authInfo: Schema.optionalKey(
    Schema.NonEmptyArray(Schema.Struct({ authInfoKey: Schema.NonEmptyString, value: secret("authInfo") })).annotate({
      title: "Further authorization",
      description: "Header `authInfo`: pairs of `authInfoKey` and `value`, the keys as agreed with the warehouse; absent: not sent"
    })
  ),
  apiUrl: Schema.optionalKey(
    Schema.URLFromString.check(Schema.makeFilter(isTarget)).annotate({
      title: "Service domain",
      description: "Header `apiUrl`: the address that the gateway shall use; absent: its own"
    })
  ),
  pathVersion: Schema.String.check(Schema.isPattern(/^[\w.-]+$/)).annotate({
    title: "Path version",
    description: "The segment of every path behind `/global-api` (U-57)"
  }).pipe(Schema.withDecodingDefaultKey(Effect.succeed("v1"))),
  offers: Schema.Array(Schema.Literals(Client.offers)).check(Schema.makeFilter(isSettleable)).annotate({
    title: "Offers",
    description: "What this warehouse type can beside creating, cancelling and querying orders; anything else is refused without a call (U-87)"
  }).pipe(Schema.withDecodingDefaultKey(Effect.succeed(Client.offers))),
  warehouses: Schema.Array(WarehouseRecord).annotate({
    title: "Warehouses",
    description: "`code` and `name` of each, for a type that does not list them (U-140)"
  }).pipe(Schema.withDecodingDefaultKey(Effect.succeed([]))),
  channels: Schema.Array(Channel).annotate({
    title: "Channels",
    description: "`code` and `name` of each, `warehouseCode` and `carrierName` where known, for a type that does not list them (U-140)"
  }).pipe(Schema.withDecodingDefaultKey(Effect.succeed([]))),
  profile: Schema.Record(Schema.String, Schema.Union([Schema.String, Schema.Boolean])).check(
    Schema.makeFilter((written) => {
      const read = Profile.profileFrom(written)
      return Result.isSuccess(read) || read.failure
    })
  ).annotate({
    title: "Writer profile",
    description: "Which variants are written, e.g. `{ cancelBatch: \"20\" }`"
  }).pipe(Schema.withDecodingDefaultKey(Effect.succeed({}))),
  notFoundTexts: Schema.Array(FaultRules.TextFragment).annotate({
    title: "Not found texts",
    description: "Parts of texts, in any letter case; a `getOrder` refused with one of them means that an order is not there (U-18)"
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
    description: "How many orders, or inbound orders, one query asks for; the runner asks for more in parts"
  }).pipe(Schema.withDecodingDefaultKey(Effect.succeed(most.ordersPerQuery)))
}).check(Schema.makeFilter(({ offers, warehouseKey }) => isTellable(warehouseKey, offers)))
export type Settings = typeof Settings.Type

/** Of one account. */
export const limits = ({ linesPerOrder, ordersPerQuery }: Pick<Settings, "linesPerOrder" | "ordersPerQuery">): WarehouseV1.Limits => ({
  linesPerOrder,
  ordersPerQuery,
  visibilityDelay: "60 seconds",
  pollInterval: "60 seconds"
})
