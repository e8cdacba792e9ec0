/** `createOutboundOrder` as `POST /orders`. */
import { AdapterError, Money, type Operation, type OutboundOrder, WholePieces, type WarehouseV1 } from "@crossdock/core"
import type { JsonApi } from "@crossdock/http-kit"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"

const Text = Schema.String
const Optional = Schema.optionalKey(Schema.String)

const Body = Schema.Struct({
  reference: Text,
  shopReference: Optional,
  warehouse: Text,
  service: Optional,
  freight: Schema.optionalKey(Money.Money),
  collect: Schema.optionalKey(Money.Money),
  orderedAt: Schema.optionalKey(Schema.DateTimeUtcFromString),
  to: Schema.Struct({
    name: Text,
    phone: Optional,
    email: Optional,
    country: Text,
    state: Optional,
    city: Text,
    district: Optional,
    street: Text,
    street2: Optional,
    zip: Optional
  }),
  items: Schema.Array(Schema.Struct({ item: Text, name: Optional, quantity: Schema.Int, price: Schema.optionalKey(Money.Price) }))
})

/** What Acme has a place for, of the members that an order may have. The runner tells operators what the others lose. */
export const passesOn = ["onlineOrderId", "channelCode", "freight", "orderedAt", "receiver.phone", "receiver.email", "receiver.state",
  "receiver.district", "receiver.address2", "receiver.postalCode", "lines.name", "lines.price"] as const

/** Encodes an order for Acme. Only here is personal data unwrapped from `Redacted`. */
const toWire = (
  { receiver, ...order }: OutboundOrder.OutboundOrder,
  lines: ReadonlyArray<WholePieces.InPieces<OutboundOrder.OutboundLine>>
): typeof Body.Type => ({
  reference: order.orderNumber,
  ...(order.onlineOrderId !== undefined && { shopReference: order.onlineOrderId }),
  warehouse: order.warehouseCode,
  ...(order.channelCode !== undefined && { service: order.channelCode }),
  ...(order.freight && { freight: order.freight }),
  ...(order.cashOnDelivery && { collect: order.cashOnDelivery }),
  ...(order.orderedAt && { orderedAt: order.orderedAt }),
  to: {
    name: Redacted.value(receiver.name),
    ...(receiver.phone && { phone: Redacted.value(receiver.phone) }),
    ...(receiver.email && { email: Redacted.value(receiver.email) }),
    country: receiver.country,
    ...(receiver.state !== undefined && { state: receiver.state }),
    city: receiver.city,
    ...(receiver.district !== undefined && { district: receiver.district }),
    street: Redacted.value(receiver.address1),
    ...(receiver.address2 && { street2: Redacted.value(receiver.address2) }),
    ...(receiver.postalCode && { zip: Redacted.value(receiver.postalCode) })
  },
  items: lines.map(({ name, price, quantity, sku }) => ({ item: sku, quantity, ...(name !== undefined && { name }), ...(price && { price }) }))
})

export const createOutboundOrder = ({ call }: JsonApi.Api): Operation.Handler<typeof WarehouseV1.CreateOutboundOrder> => {
  const create = call({ route: "POST /orders", body: Body, response: Schema.Struct({ id: Schema.NonEmptyString }) })
  return Effect.fnUntraced(function*(order) {
    // Refuse what the API does not support before anything is sent; never drop it silently.
    if (order.packageType === "OWN_PACKAGE") {
      return yield* new AdapterError.RequestInvalid({ path: "/packageType", message: "Acme ships with its own labels only; send an order without a label" })
    }
    // Acme supports whole pieces only; a fraction or a unit is refused with its place in the order.
    const { id } = yield* create({ body: toWire(order, yield* WholePieces.fromLines(order.lines)) })
    return { warehouseOrderNumber: id }
  })
}
