import * as Schema from "effect/Schema"

/** What an operator types in to connect one account at Acme. */
export const Settings = Schema.Struct({
  baseUrl: Schema.URLFromString.annotate({ title: "Address", description: "What stands before /orders" }),
  authorizeUrl: Schema.URLFromString.annotate({ title: "Authorization address", description: "Where a person grants access at Acme" }),
  tokenUrl: Schema.URLFromString.annotate({ title: "Token address", description: "Where Acme issues tokens" }),
  clientId: Schema.NonEmptyString.annotate({ title: "Client ID", description: "Issued by Acme" }),
  clientSecret: Schema.RedactedFromValue(Schema.NonEmptyString, { label: "clientSecret" }).annotate({
    title: "Client secret",
    description: "Issued by Acme; sent to the token address only"
  })
})
export type Settings = typeof Settings.Type
