/**
 * An order as Vendure's Admin API writes it: the fields that are asked for, and the schema of those that are read. All fields
 * become part of the message that is passed on.
 */
import * as Schema from "effect/Schema"
import { Minor } from "./Money.ts"
import { Millis, Text } from "./Values.ts"

const amounts = (...names: ReadonlyArray<string>) => names.flatMap((name) => [name, `${name}WithTax`]).join(" ")
const address = "{ fullName company streetLine1 streetLine2 city province postalCode country countryCode phoneNumber }"
const discounts = "discounts { adjustmentSource type description amount amountWithTax }"

export const fields = `
  id code type state createdAt updatedAt orderPlacedAt currencyCode couponCodes
  ${amounts("subTotal", "shipping", "total")}
  customer { id title firstName lastName emailAddress phoneNumber }
  shippingAddress ${address}
  billingAddress ${address}
  lines {
    id quantity orderPlacedQuantity taxRate lineTax
    ${amounts("unitPrice", "discountedUnitPrice", "proratedUnitPrice", "linePrice", "discountedLinePrice", "proratedLinePrice")}
    ${discounts}
    taxLines { description taxRate }
    productVariant { id productId sku name }
  }
  surcharges { description sku price priceWithTax taxRate }
  ${discounts}
  taxSummary { description taxRate taxBase taxTotal }
  shippingLines { ${amounts("price", "discountedPrice")} shippingMethod { id code name } }
  payments { id method amount state transactionId createdAt updatedAt }
  fulfillments { id state method trackingCode createdAt updatedAt lines { orderLineId quantity } }`

const Address = Schema.Struct({
  fullName: Text,
  company: Text,
  streetLine1: Text,
  streetLine2: Text,
  city: Text,
  province: Text,
  postalCode: Text,
  country: Text,
  countryCode: Text,
  phoneNumber: Text
})

export const Line = Schema.Struct({
  id: Schema.NonEmptyString,
  quantity: Schema.Int.check(Schema.isGreaterThanOrEqualTo(0)),
  lineTax: Minor,
  unitPriceWithTax: Minor,
  discountedUnitPriceWithTax: Minor,
  proratedUnitPriceWithTax: Minor,
  linePriceWithTax: Minor,
  proratedLinePriceWithTax: Minor,
  productVariant: Schema.Struct({ id: Schema.NonEmptyString, productId: Schema.NonEmptyString, sku: Text, name: Text })
})
export type Line = typeof Line.Type

export const Payment = Schema.Struct({ amount: Minor, state: Schema.String, createdAt: Millis, updatedAt: Millis })

export const Fulfillment = Schema.Struct({
  id: Schema.NonEmptyString,
  state: Schema.String,
  method: Text,
  trackingCode: Text,
  createdAt: Millis,
  updatedAt: Millis,
  lines: Schema.Array(Schema.Struct({ orderLineId: Schema.NonEmptyString, quantity: Schema.Int }))
})
export type Fulfillment = typeof Fulfillment.Type

export const Order = Schema.Struct({
  code: Schema.NonEmptyString,
  state: Schema.NonEmptyString,
  updatedAt: Millis,
  orderPlacedAt: Millis,
  currencyCode: Schema.NonEmptyString,
  totalWithTax: Minor,
  shippingWithTax: Minor,
  customer: Schema.optionalKey(Schema.NullOr(Schema.Struct({ firstName: Text, lastName: Text, emailAddress: Text, phoneNumber: Text }))),
  shippingAddress: Schema.optionalKey(Schema.NullOr(Address)),
  lines: Schema.Array(Line),
  discounts: Schema.Array(Schema.Struct({ amountWithTax: Minor })),
  shippingLines: Schema.Array(Schema.Struct({
    priceWithTax: Minor,
    shippingMethod: Schema.optionalKey(Schema.NullOr(Schema.Struct({ code: Text, name: Text })))
  })),
  payments: Schema.optionalKey(Schema.NullOr(Schema.Array(Payment))),
  fulfillments: Schema.optionalKey(Schema.NullOr(Schema.Array(Fulfillment)))
})
export type Order = typeof Order.Type
