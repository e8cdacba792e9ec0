import * as Schema from "effect/Schema"

/** What an operator types in to connect one Acme ERP. */
export const Settings = Schema.Struct({
  baseUrl: Schema.URLFromString.annotate({ title: "Address of the ERP", description: "What stands before /sys/automatic/…" }),
  accessId: Schema.NonEmptyString.annotate({ title: "Access id", description: "Access ID under which the ERP expects the callbacks" }),
  secretKey: Schema.RedactedFromValue(Schema.NonEmptyString, { label: "secretKey" }).annotate({
    title: "Secret key",
    description: "Signs the callbacks; issued with the access id"
  }),
  warehouseExtraType: Schema.NonEmptyString.annotate({
    title: "Warehouse extra type",
    description: "The last segment of both paths; the operator of the ERP tells it"
  })
})
export type Settings = typeof Settings.Type
