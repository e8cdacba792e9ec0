/**
 * `getOrders` as `GET /orders`, by ids or by the time of the last change. Acme leaves out orders that it does not know.
 */
import { Decimal, type Operation, Personal, PlatformOrder, type PlatformV1, Quantity } from "@crossdock/core"
import { type JsonApi, Records } from "@crossdock/http-kit"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { statuses } from "../Statuses.ts"

const Text = Schema.NonEmptyString
const Optional = Schema.optionalKey(Text)
/** With a time zone: `2026-03-01T12:00:00Z`. */
const Time = Schema.DateTimeUtcFromString
const personal = (label: string) => Schema.optionalKey(Personal.personal(`receiver.${label}`))

const Item = Schema.Struct({
  line: Text,
  product: Text,
  variant: Optional,
  sku: Text,
  title: Text,
  quantity: Quantity.QuantityOrZero,
  price: Decimal.Decimal,
  paid: Decimal.Decimal,
  discount: Decimal.Decimal
})

const Parcel = Schema.Struct({
  tracking: Text,
  carrier: Optional,
  items: Schema.optionalKey(Schema.Array(Schema.Struct({ line: Text, quantity: Quantity.Quantity })))
})

/** One order in Acme's answer. */
const Order = Schema.Struct({
  id: Text,
  shop: Text,
  state: Text,
  payment: Schema.Literals(["prepaid", "on-delivery"]),
  createdAt: Time,
  updatedAt: Time,
  paidAt: Schema.optionalKey(Time),
  currency: Text,
  total: Decimal.Decimal,
  shipping: Decimal.Decimal,
  to: Schema.Struct({
    name: personal("name"),
    phone: personal("phone"),
    country: Optional,
    city: Optional,
    street: personal("address1"),
    zip: personal("postalCode"),
    isMasked: Schema.optionalKey(Schema.Boolean)
  }),
  items: Schema.Array(Item),
  parcels: Schema.Array(Parcel)
})

const toLine = ({ discount, line, paid, product, variant, ...item }: typeof Item.Type, currency: string): PlatformOrder.PlatformLine => ({
  ...item,
  lineId: line,
  productId: product,
  ...(variant !== undefined && { variantId: variant }),
  currency,
  paidAmount: paid,
  discount
})

/** A shipment whose answer was lost is found by its tracking number, so every parcel is told. */
const toFulfillment = ({ carrier, items, tracking }: typeof Parcel.Type): PlatformOrder.Fulfillment => ({
  trackingNumber: tracking,
  ...(carrier !== undefined && { carrierCode: carrier }),
  ...(items && { lines: items.map(({ line, quantity }) => ({ lineId: line, quantity })) })
})

const toOrder = (order: typeof Order.Type, text: string): PlatformOrder.PlatformOrder => {
  const { street, zip, ...to } = order.to
  const tracking = order.parcels.at(-1)?.tracking
  return {
    platform: "acme",
    shopId: order.shop,
    onlineOrderId: order.id,
    createdAt: order.createdAt,
    modifiedAt: order.updatedAt,
    ...(order.paidAt && { paidAt: order.paidAt }),
    phase: PlatformOrder.phaseOf(order.state, order.paidAt !== undefined || order.payment === "on-delivery", statuses),
    status: order.state,
    paymentMethod: order.payment === "prepaid" ? "online" : "cashOnDelivery",
    currency: order.currency,
    total: order.total,
    freight: order.shipping,
    receiver: { ...to, ...(street && { address1: street }), ...(zip && { postalCode: zip }) },
    lines: order.items.map((item) => toLine(item, order.currency)),
    ...(tracking !== undefined && { trackingNumber: tracking, fulfillments: order.parcels.map(toFulfillment) }),
    raw: Redacted.make(text, { label: "The message as received" })
  }
}

export const getOrders = ({ callAndKeep }: JsonApi.Api): Operation.Handler<typeof PlatformV1.GetOrders> => {
  const list = callAndKeep({ route: "GET /orders", response: Schema.Struct({ orders: Schema.Array(Schema.Unknown), next: Optional }) })
  const read = Records.textReader(Order, "GET /orders", "orders")
  return Effect.fnUntraced(function*({ cursor, limit, onlineOrderIds, updatedFrom, updatedTo }) {
    const window = { from: updatedFrom && DateTime.formatIso(updatedFrom), to: updatedTo && DateTime.formatIso(updatedTo) }
    const { body, value } = yield* list({ query: { ...(onlineOrderIds ? { id: onlineOrderIds } : window), cursor, size: limit } })
    const { decoded, invalid } = yield* read(value.orders, body)
    const unreadable = invalid.flatMap((record) => Records.textIn(record, "id") ?? [])
    return {
      items: decoded.map(([order, text]) => toOrder(order, text)),
      // These exist, so they must not be taken for unknown.
      ...(unreadable.length > 0 && { unreadable }),
      ...(value.next !== undefined && { nextCursor: value.next })
    }
  })
}
