/**
 * `createOutboundOrder` as `POST /orders`.
 */
import { AdapterError, Decimal, type Operation, type OutboundOrder, type WarehouseV1 } from "@crossdock/core"
import type { JsonApi } from "@crossdock/http-kit"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"

const Text = Schema.String
const Optional = Schema.optionalKey(Schema.String)

const Body = Schema.Struct({
  reference: Text,
  shopReference: Text,
  warehouse: Text,
  service: Text,
  freight: Decimal.Decimal,
  collect: Schema.optionalKey(Schema.Struct({ amount: Decimal.Decimal, currency: Text })),
  orderedAt: Schema.optionalKey(Schema.DateTimeUtcFromString),
  to: Schema.Struct({
    name: Text,
    phone: Text,
    email: Text,
    country: Text,
    state: Text,
    city: Text,
    district: Optional,
    street: Text,
    street2: Optional,
    zip: Text
  }),
  items: Schema.Array(Schema.Struct({ item: Text, name: Text, quantity: Schema.Int, price: Decimal.Decimal }))
})

/** Personal data is revealed here, where it goes onto the wire, and nowhere else. */
const toWire = ({ receiver, ...order }: OutboundOrder.OutboundOrder): typeof Body.Type => ({
  reference: order.orderNumber,
  shopReference: order.onlineOrderId,
  warehouse: order.warehouseCode,
  service: order.channelCode,
  freight: order.freight,
  ...(order.cashOnDelivery && { collect: order.cashOnDelivery }),
  ...(order.orderedAt && { orderedAt: order.orderedAt }),
  to: {
    name: Redacted.value(receiver.name),
    phone: Redacted.value(receiver.phone),
    email: Redacted.value(receiver.email),
    country: receiver.country,
    state: receiver.state,
    city: receiver.city,
    ...(receiver.district !== undefined && { district: receiver.district }),
    street: Redacted.value(receiver.address1),
    ...(receiver.address2 && { street2: Redacted.value(receiver.address2) }),
    zip: Redacted.value(receiver.postalCode)
  },
  items: order.lines.map(({ amount, name, quantity, sku }) => ({ item: sku, name, quantity, price: amount }))
})

export const createOutboundOrder = ({ call }: JsonApi.Api): Operation.Handler<typeof WarehouseV1.CreateOutboundOrder> => {
  const create = call({ route: "POST /orders", body: Body, response: Schema.Struct({ id: Schema.NonEmptyString }) })
  return Effect.fnUntraced(function*(order) {
    // What the API has no place for is refused before anything is sent; it is never left out in silence.
    if (order.packageType === "OWN_PACKAGE") {
      return yield* new AdapterError.RequestInvalid({ path: "/packageType", message: "Acme ships under labels of its own only" })
    }
    const { id } = yield* create({ body: toWire(order) })
    return { warehouseOrderNumber: id }
  })
}
