import * as Signing from "@crossdock/protocols/signing"
import { Profile as OpenProfile } from "@crossdock/protocols/erp-open-api"
import { Profile as OrderProfile } from "@crossdock/protocols/platform-envelope"
import { Profile } from "@crossdock/protocols/warehouse-envelope"
import { FaultRules } from "@crossdock/protocols/wire"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

/** Paths are appended to the URL, so it must have no query or fragment. */
const isBase = (url: URL): boolean | string =>
  ((url.protocol === "https:" || url.protocol === "http:") && url.search === "" && url.hash === "" && url.username === "") ||
  "an http or https URL without credentials, query or fragment"

const options = Schema.Record(Schema.String, Schema.Union([Schema.String, Schema.Boolean]))

/** The schemes that settings can name. */
const signers = Object.keys(Signing.sortedPairs) as ReadonlyArray<keyof typeof Signing.sortedPairs>

const Rate = Schema.Struct({
  calls: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 100_000 })),
  per: Schema.DurationFromString
})

/** The settings of a connection to an ERP that speaks document 3 and receives the callbacks of document 1. */
export const Settings = Schema.Struct({
  baseUrl: Schema.URLFromString.check(Schema.makeFilter(isBase)).annotate({
    title: "ERP URL",
    description: "URL before `/sys/automatic/…`"
  }),
  accessId: Schema.NonEmptyString.annotate({
    title: "Access ID",
    description: "Access ID that the ERP expects in the callbacks"
  }),
  secretKey: Schema.RedactedFromValue(Schema.NonEmptyString, { label: "secretKey" }).annotate({
    title: "Secret key",
    description: "Key that signs the callbacks; the same as for the operations unless the ERP issued another (U-06)"
  }),
  warehouseExtraType: Schema.NonEmptyString.annotate({
    title: "Warehouse extra type",
    description: "Last path segment of both URLs, as the operator of the ERP assigned it"
  }),
  profile: options.check(
    Schema.makeFilter((written) => {
      const read = Profile.profileFrom(written)
      return Result.isSuccess(read) || read.failure
    })
  ).annotate({
    title: "Writer profile",
    description: "Variants of the document in which messages are written, e.g. `{ contentType: \"json\" }`"
  }).pipe(Schema.withDecodingDefaultKey(Effect.succeed({}))),
  shopOrders: Schema.optionalKey(
    Schema.Struct({
      accessId: Schema.optionalKey(Schema.NonEmptyString),
      secretKey: Schema.optionalKey(Schema.RedactedFromValue(Schema.NonEmptyString, { label: "shopOrders.secretKey" })),
      profile: Schema.optionalKey(options.check(
        Schema.makeFilter((given) => {
          const read = OrderProfile.profileFrom(given)
          return Result.isSuccess(read) || read.failure
        })
      ))
    }).annotate({
      title: "Orders of shops",
      description: "The `accessId` and `secretKey` with which `pushOrder` of document 2 is signed, if they differ from those above, and the variants in which it is written"
    })
  ),
  openApi: Schema.optionalKey(
    Schema.Struct({
      baseUrl: Schema.optionalKey(Schema.URLFromString.check(Schema.makeFilter(isBase))),
      appId: Schema.optionalKey(Schema.NonEmptyString),
      appSecret: Schema.optionalKey(Schema.RedactedFromValue(Schema.NonEmptyString, { label: "openApi.appSecret" })),
      profile: Schema.optionalKey(options.check(
        Schema.makeFilter((given) => {
          const read = OpenProfile.profileFrom(given)
          return Result.isSuccess(read) || read.failure
        })
      )),
      signer: Schema.optionalKey(Schema.Literals(signers)),
      rate: Schema.optionalKey(Schema.Union([Schema.Literal("none"), Rate]))
    }).annotate({
      title: "Open API",
      description: "For the calls of document 3: `baseUrl` before `/api/…`, `appId` and `appSecret`, if they differ from those above; the variants in `profile`; the `signer` (`md5-sorted-pairs`, U-45); the `rate` of each path, such as `{ calls: 200, per: \"10 seconds\" }`, or `none` (U-68)"
    })
  ),
  listedFaults: FaultRules.FaultRules.annotate({
    title: "Listed faults",
    description: "Parts of error messages, case-insensitive, with the meaning of a refusal that contains one, such as `{ \"order closed\": \"rejected\" }`; the longest match counts, and a callback refused as `rejected` is not sent again (U-20)"
  }).pipe(Schema.withDecodingDefaultKey(Effect.succeed({})))
})
export type Settings = typeof Settings.Type
