import * as Schema from "effect/Schema"

const secret = (label: string) => Schema.RedactedFromValue(Schema.NonEmptyString, { label })

/** What an operator types in to connect one account at Acme. */
export const Settings = Schema.Struct({
  serviceUrl: Schema.URLFromString.annotate({ title: "Service address", description: "Every operation is posted to it" }),
  accessId: Schema.NonEmptyString.annotate({ title: "Access id", description: "Access ID issued by Acme" }),
  secretKey: secret("secretKey").annotate({ title: "Secret key", description: "Signs the calls; issued with the access id" }),
  warehouseExtraType: Schema.NonEmptyString.annotate({
    title: "Warehouse extra type",
    description: "The last segment of the address to which Acme reports"
  })
})
export type Settings = typeof Settings.Type
