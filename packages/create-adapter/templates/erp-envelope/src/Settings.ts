import * as Schema from "effect/Schema"

/** The settings of a connection to an Acme ERP. */
export const Settings = Schema.Struct({
  baseUrl: Schema.URLFromString.annotate({ title: "ERP URL", description: "URL before /sys/automatic/…" }),
  accessId: Schema.NonEmptyString.annotate({ title: "Access ID", description: "Access ID that the ERP expects in the callbacks" }),
  secretKey: Schema.RedactedFromValue(Schema.NonEmptyString, { label: "secretKey" }).annotate({
    title: "Secret key",
    description: "Key that signs the callbacks, issued with the access ID"
  }),
  warehouseExtraType: Schema.NonEmptyString.annotate({
    title: "Warehouse extra type",
    description: "Last path segment of both URLs, as the operator of the ERP assigned it"
  })
})
export type Settings = typeof Settings.Type
