import * as Schema from "effect/Schema"

const secret = (label: string) => Schema.RedactedFromValue(Schema.NonEmptyString, { label })

/** What an operator types in to connect one account at Acme. */
export const Settings = Schema.Struct({
  baseUrl: Schema.URLFromString.annotate({
    title: "Address",
    description: "What stands before /global-api: of the production environment, or of the test environment"
  }),
  appKey: Schema.NonEmptyString.annotate({ title: "App key", description: "App key issued by the gateway" }),
  appSecret: secret("appSecret").annotate({ title: "App secret", description: "Signs the calls; issued with the app key" }),
  warehouseType: Schema.NonEmptyString.annotate({ title: "Warehouse type", description: "Acme's code at the gateway" }),
  warehouseKey: Schema.NonEmptyString.annotate({ title: "Warehouse key", description: "Which warehouse of the account" })
})
export type Settings = typeof Settings.Type
