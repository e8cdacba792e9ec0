import type { PlatformV1 } from "@crossdock/core"
import { Profile } from "@crossdock/protocols/platform-envelope"
import { FaultRules } from "@crossdock/protocols/wire"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

/** The largest number of orders in one query; a setting may lower it. */
const mostOrdersPerQuery = 100

const isHttp = ({ protocol }: URL): boolean => protocol === "https:" || protocol === "http:"
const hasNoUser = ({ password, username }: URL): boolean => username === "" && password === ""

/** Paths are appended to the URL, so it must have no query or fragment. */
const isBase = (url: URL): boolean | string =>
  (isHttp(url) && hasNoUser(url) && url.search === "" && url.hash === "") || "an http or https URL without credentials, query or fragment"

/** A service refuses any other address in the header apiUrl (U-86). */
const isTarget = (url: URL): boolean | string =>
  (url.protocol === "https:" && hasNoUser(url) && url.search === "" && url.hash === "") || "an https URL without credentials, query or fragment"

const isPage = (url: URL): boolean | string =>
  (isHttp(url) && hasNoUser(url) && url.hash === "") || "an http or https URL without credentials or fragment"

const secret = (label: string) => Schema.RedactedFromValue(Schema.NonEmptyString, { label })
const url = (check: (url: URL) => boolean | string) => Schema.URLFromString.check(Schema.makeFilter(check))
const digits = Schema.String.check(Schema.isPattern(/^\d{1,19}$/))

const account = {
  serviceUrl: url(isBase).annotate({
    title: "Service URL",
    description: "URL of the external service, before `/extApi/platform/…`"
  }),
  accessId: Schema.NonEmptyString.annotate({
    title: "Access ID",
    description: "Account ID issued by the service",
    erpField: "accessId"
  }),
  secretKey: secret("secretKey").annotate({
    title: "Secret key",
    description: "Key that signs the calls, issued with the access ID",
    erpField: "secretKey"
  }),
  platform: Schema.NonEmptyString.annotate({
    title: "Platform",
    description: "Name of the sales platform, as the service writes it"
  }),
  shopId: digits.annotate({
    title: "Shop ID",
    description: "The ERP's number of the shop, as digits"
  }),
  onlineShopId: Schema.optionalKey(Schema.NonEmptyString.annotate({
    title: "Online shop ID",
    description: "The platform's own ID of the shop; `getLabels` needs it"
  })),
  customerId: Schema.optionalKey(digits.annotate({
    title: "Customer ID",
    description: "The ERP's number of the customer that the shop belongs to, as digits; `setShopAccess` needs it"
  })),
  apiUrl: Schema.optionalKey(url(isTarget).annotate({
    title: "Request domain",
    description: "Request domain of the platform; calls go there instead of to `serviceUrl`, and carry it in the header `apiUrl`"
  })),
  proxyUrl: Schema.optionalKey(url(isBase).annotate({
    title: "Proxy URL",
    description: "URL of a proxy that receives the calls; the header `apiUrl` then names the service behind it"
  })),
  authorJson: Schema.optionalKey(
    Schema.NonEmptyArray(Schema.Struct({ authorKey: Schema.NonEmptyString, authorValue: secret("authorJson") })).annotate({
      title: "Further authorization",
      description: "Header `authorJson` as pairs of `authorKey` and `authorValue`, with keys agreed with the service; not sent by default"
    })
  ),
  profile: Schema.Record(Schema.String, Schema.Union([Schema.String, Schema.Boolean])).check(
    Schema.makeFilter((written) => {
      const read = Profile.profileFrom(written)
      return Result.isSuccess(read) || read.failure
    })
  ).annotate({
    title: "Writer profile",
    description: "Variants of the document in which messages are written, e.g. `{ orderPageSizeMember: \"pageSize\" }`; `maskedBuyer: \"refuse\"` leaves out orders of a masked buyer (U-61)"
  }).pipe(Schema.withDecodingDefaultKey(Effect.succeed({}))),
  listedFaults: FaultRules.FaultRules.annotate({
    title: "Listed faults",
    description: "Parts of error messages, case-insensitive, with the meaning of a refusal that contains one; the longest match counts, before the codes of another Crossdock and the built-in texts (U-10)"
  }).pipe(Schema.withDecodingDefaultKey(Effect.succeed({}))),
  orderPhases: Schema.optionalKey(
    Schema.Record(Schema.String, Schema.Literals(["finished", "cancelled", "onHold"])).annotate({
      title: "Order phases",
      description: "Words of the platform with the phase that each means, `finished`, `cancelled` or `onHold`, e.g. `{ \"REFUNDED\": \"cancelled\" }`; without a row only the usual words tell how a closed order has ended (U-44)"
    })
  ),
  ordersPerQuery: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: mostOrdersPerQuery })).annotate({
    title: "Orders per query",
    description: "Maximum order numbers in one query; longer queries are split"
  }).pipe(Schema.withDecodingDefaultKey(Effect.succeed(mostOrdersPerQuery))),
  pushes: Schema.optionalKey(
    Schema.Struct({ accessId: Schema.optionalKey(Schema.NonEmptyString), secretKey: Schema.optionalKey(secret("pushes.secretKey")) }).annotate({
      title: "Pushes",
      description: "The `accessId` and `secretKey` with which the service signs pushed orders, if they differ from those above"
    })
  )
} as const

/** The settings of a shop at a service that takes signed calls without tokens. */
export const SignedSettings = Schema.Struct(account)
export type SignedSettings = typeof SignedSettings.Type

/** The settings of a shop whose calls carry tokens, which a person grants on a page of the platform. */
export const Settings = Schema.Struct({
  ...account,
  authorizationUrl: url(isPage).annotate({
    title: "Authorization URL",
    description: "Page on which a person grants access to the shop, with the platform's own parameters such as `client_id`"
  }),
  redirectParameter: Schema.NonEmptyString.annotate({
    title: "Redirect parameter",
    description: "Name of the parameter in which that page takes the address to return to"
  }).pipe(Schema.withDecodingDefaultKey(Effect.succeed("redirect_uri")))
})
export type Settings = typeof Settings.Type

/** The options of a connection. The settings are refused where they are decoded if these cannot be read. */
export const profileOf = ({ profile }: Pick<SignedSettings, "profile">): Profile.Profile => Result.getOrThrow(Profile.profileFrom(profile))

/** The limits of one connection. */
export const limits = (settings: Pick<SignedSettings, "ordersPerQuery" | "profile">): PlatformV1.Limits => ({
  ordersPerQuery: settings.ordersPerQuery,
  updateWindow: Duration.hours(Number(profileOf(settings).updateWindowHours)),
  visibilityDelay: "60 seconds",
  pollInterval: "60 seconds",
  shops: "several"
})
