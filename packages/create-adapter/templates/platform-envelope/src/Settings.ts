import * as Schema from "effect/Schema"

const secret = (label: string) => Schema.RedactedFromValue(Schema.NonEmptyString, { label })
const digits = Schema.String.check(Schema.isPattern(/^\d{1,19}$/))

/** The settings of a connection to a shop at Acme. */
export const Settings = Schema.Struct({
  serviceUrl: Schema.URLFromString.annotate({ title: "Service URL", description: "URL before /extApi/platform" }),
  accessId: Schema.NonEmptyString.annotate({ title: "Access ID", description: "Access ID issued by Acme" }),
  secretKey: secret("secretKey").annotate({ title: "Secret key", description: "Key that signs the calls, issued with the access ID" }),
  platform: Schema.NonEmptyString.annotate({ title: "Platform", description: "Name of the sales platform, as Acme writes it" }),
  shopId: digits.annotate({ title: "Shop ID", description: "The ERP's number of the shop, as digits" }),
  onlineShopId: Schema.NonEmptyString.annotate({ title: "Online shop ID", description: "The platform's own ID of the shop" }),
  customerId: digits.annotate({ title: "Customer ID", description: "The ERP's number of the customer that the shop belongs to, as digits" })
})
export type Settings = typeof Settings.Type
