import * as Schema from "effect/Schema"

/** The settings of a connection to an account at Acme. */
export const Settings = Schema.Struct({
  baseUrl: Schema.URLFromString.annotate({ title: "URL", description: "URL before /orders" }),
  authorizeUrl: Schema.URLFromString.annotate({ title: "Authorization URL", description: "URL at which a person grants access at Acme" }),
  tokenUrl: Schema.URLFromString.annotate({ title: "Token URL", description: "URL at which Acme issues tokens" }),
  clientId: Schema.NonEmptyString.annotate({ title: "Client ID", description: "Issued by Acme" }),
  clientSecret: Schema.RedactedFromValue(Schema.NonEmptyString, { label: "clientSecret" }).annotate({
    title: "Client secret",
    description: "Secret issued by Acme, sent to the token URL only"
  }),
  hookKey: Schema.RedactedFromValue(Schema.NonEmptyString, { label: "hookKey" }).annotate({
    title: "Webhook key",
    description: "Key with which Acme signs its webhooks"
  })
})
export type Settings = typeof Settings.Type
