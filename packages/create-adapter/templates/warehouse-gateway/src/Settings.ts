import * as Schema from "effect/Schema"

const secret = (label: string) => Schema.RedactedFromValue(Schema.NonEmptyString, { label })

/** The settings of a connection to an account at Acme. */
export const Settings = Schema.Struct({
  baseUrl: Schema.URLFromString.annotate({
    title: "URL",
    description: "URL before /global-api, of either the production or the test environment"
  }),
  appKey: Schema.NonEmptyString.annotate({ title: "App key", description: "App key issued by the gateway" }),
  appSecret: secret("appSecret").annotate({ title: "App secret", description: "Secret that signs the calls, issued with the app key" }),
  warehouseType: Schema.NonEmptyString.annotate({ title: "Warehouse type", description: "Code of Acme at the gateway" }),
  warehouseKey: Schema.NonEmptyString.annotate({ title: "Warehouse key", description: "Key of the warehouse in the account" })
})
export type Settings = typeof Settings.Type
