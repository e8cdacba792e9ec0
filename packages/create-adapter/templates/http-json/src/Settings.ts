import * as Schema from "effect/Schema"

/** The settings of a connection to an account at Acme. */
export const Settings = Schema.Struct({
  baseUrl: Schema.URLFromString.annotate({ title: "URL", description: "URL before /orders" }),
  apiKey: Schema.RedactedFromValue(Schema.NonEmptyString, { label: "apiKey" }).annotate({
    title: "API key",
    description: "Key issued by Acme, sent with every call"
  })
})
export type Settings = typeof Settings.Type
