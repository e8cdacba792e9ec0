/**
 * `receivePlatformOrder` as `POST /orders`: an order of a shop, with the message of its platform as it is.
 */
import { Decimal, type PlatformOrder, Quantity } from "@crossdock/core"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"

const Optional = Schema.optionalKey(Schema.String)
const Amount = Schema.optionalKey(Decimal.Decimal)

export const route = "POST /orders"

export const body = Schema.Struct({
  platform: Schema.String,
  shop: Schema.String,
  order: Schema.String,
  state: Schema.String,
  payment: Schema.String,
  orderedAt: Schema.DateTimeUtcFromString,
  currency: Schema.String,
  total: Decimal.Decimal,
  freight: Decimal.Decimal,
  collect: Amount,
  to: Schema.Struct({ name: Optional, country: Optional, city: Optional, street: Optional, zip: Optional }),
  items: Schema.Array(Schema.Struct({ line: Schema.String, item: Optional, quantity: Quantity.QuantityOrZero, price: Amount, paid: Amount, tax: Amount, discount: Amount })),
  message: Schema.String
})

/** Encodes the receiver for Acme. Only here and at `message` is personal data unwrapped from `Redacted`. */
const toReceiver = ({ address1, city, country, name, postalCode }: PlatformOrder.PlatformReceiver): (typeof body.Type)["to"] => ({
  ...(name && { name: Redacted.value(name) }),
  ...(country !== undefined && { country }),
  ...(city !== undefined && { city }),
  ...(address1 && { street: Redacted.value(address1) }),
  ...(postalCode && { zip: Redacted.value(postalCode) })
})

export const toWire = (order: PlatformOrder.PlatformOrder): typeof body.Type => ({
  platform: order.platform,
  shop: order.shopId,
  order: order.onlineOrderId,
  state: order.phase,
  payment: order.paymentMethod,
  orderedAt: order.createdAt,
  currency: order.currency,
  total: order.total,
  freight: order.freight,
  ...(order.cashOnDelivery && { collect: order.cashOnDelivery }),
  to: toReceiver(order.receiver),
  items: order.lines.map(({ discount, lineId, paidAmount, price, quantity, sku, tax }) => ({
    line: lineId,
    // An article that the shop gives no code has none here either.
    ...(sku !== undefined && { item: sku }),
    quantity,
    ...(price && { price }),
    ...(paidAmount && { paid: paidAmount }),
    ...(tax && { tax }),
    ...(discount && { discount })
  })),
  message: Redacted.value(order.raw)
})
