import * as Schema from "effect/Schema"

/** The settings of a connection to the ERP Acme. */
export const Settings = Schema.Struct({
  baseUrl: Schema.URLFromString.annotate({ title: "ERP URL", description: "URL before /shipments" }),
  apiKey: Schema.RedactedFromValue(Schema.NonEmptyString, { label: "apiKey" }).annotate({
    title: "API key",
    description: "Key issued by Acme, sent with every call"
  })
})
export type Settings = typeof Settings.Type
