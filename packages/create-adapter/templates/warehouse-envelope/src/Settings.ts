import * as Schema from "effect/Schema"

const secret = (label: string) => Schema.RedactedFromValue(Schema.NonEmptyString, { label })

/** The settings of a connection to an account at Acme. */
export const Settings = Schema.Struct({
  serviceUrl: Schema.URLFromString.annotate({ title: "Service URL", description: "URL to which every operation is posted" }),
  accessId: Schema.NonEmptyString.annotate({ title: "Access ID", description: "Access ID issued by Acme" }),
  secretKey: secret("secretKey").annotate({ title: "Secret key", description: "Key that signs the calls, issued with the access ID" }),
  warehouseExtraType: Schema.NonEmptyString.annotate({
    title: "Warehouse extra type",
    description: "Last path segment of the callback URLs of Acme"
  })
})
export type Settings = typeof Settings.Type
