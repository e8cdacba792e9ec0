import { Profile } from "@crossdock/protocols/warehouse-envelope"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

/** Paths are put behind it, so it ends where they begin. */
const isBase = (url: URL): boolean | string =>
  ((url.protocol === "https:" || url.protocol === "http:") && url.search === "" && url.hash === "" && url.username === "") ||
  "an http or https address without credentials, query or fragment"

/** What an operator types in to connect one ERP that takes the callbacks of document 1. */
export const Settings = Schema.Struct({
  baseUrl: Schema.URLFromString.check(Schema.makeFilter(isBase)).annotate({
    title: "Address of the ERP",
    description: "What stands before `/sys/automatic/…`"
  }),
  accessId: Schema.NonEmptyString.annotate({
    title: "Access id",
    description: "Access ID under which the ERP expects the callbacks"
  }),
  secretKey: Schema.RedactedFromValue(Schema.NonEmptyString, { label: "secretKey" }).annotate({
    title: "Secret key",
    description: "Signs the callbacks; the same as for the operations unless the ERP gave another (U-06)"
  }),
  warehouseExtraType: Schema.NonEmptyString.annotate({
    title: "Warehouse extra type",
    description: "The last segment of both paths; the operator of the ERP tells it"
  }),
  profile: Schema.Record(Schema.String, Schema.Union([Schema.String, Schema.Boolean])).check(
    Schema.makeFilter((written) => {
      const read = Profile.profileFrom(written)
      return Result.isSuccess(read) || read.failure
    })
  ).annotate({
    title: "Writer profile",
    description: "Which variants are written, e.g. `{ contentType: \"json\" }`"
  }).pipe(Schema.withDecodingDefaultKey(Effect.succeed({}))),
  finalRefusals: Schema.Array(Schema.String.check(Schema.isTrimmed(), Schema.isNonEmpty())).annotate({
    title: "Final refusals",
    description: "Codes or parts of texts, in any letter case; a refusal with one of them is not sent again (U-20)"
  }).pipe(Schema.withDecodingDefaultKey(Effect.succeed([])))
})
export type Settings = typeof Settings.Type
