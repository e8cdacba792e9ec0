import * as Schema from "effect/Schema"

/** What an operator types in to connect one account at Acme. */
export const Settings = Schema.Struct({
  baseUrl: Schema.URLFromString.annotate({ title: "Address", description: "Every method is posted to it" }),
  apiKey: Schema.RedactedFromValue(Schema.NonEmptyString, { label: "apiKey" }).annotate({
    title: "API key",
    description: "Issued by Acme; sent with every call"
  })
})
export type Settings = typeof Settings.Type
