/** createOrder. Document 2, 2.4 and 4A. */
import type { OutboundOrder } from "@crossdock/core"
import * as Redacted from "effect/Redacted"
import { Exchange, Forms, OutboundOrders } from "../../kit/index.ts"
import { Mapping, Table } from "../../wire/index.ts"
import { key } from "./Forms.ts"
import { code, outcome, response } from "./Response.ts"

const { address1, address2, city, country, district, email, name, phone, postalCode, state } = OutboundOrders.receiver

export const receiver = Table.make("receiver", [name, phone, email, country, state, city, address1, postalCode, district, address2])

export const item = Table.make("item", [...OutboundOrders.item, Table.optional("skuId", Table.text, { is: "platformProductId" })])

export const ext = Table.make("ext", [Table.optional("houseNumber", Table.text, { is: "" })])

export const request = Table.make("createOrder", [
  key,
  ...OutboundOrders.members(receiver, item, "OWN_PAKAGE"),
  Table.optional("ext", Table.list(Table.object(ext)), { is: "houseNumbers", byHand: [] }),
  Table.optional("totalPrice", Forms.amount),
  Table.optional("currency", Table.text),
  Table.optional("payTimeLocal", Forms.timestamp, { is: "paidAt" }),
  Table.optional("isInsurance", Table.flag, { is: "isInsured" }),
  Table.optional("insuranceValue", Table.whole, { byHand: [] }),
  Table.optional("userNick", Table.text, { is: "sellerId" }),
  Table.optional("remark", Table.text, { personal: "remark" }),
  Table.optional("packageId", Table.text),
  Table.optional("shippingProviderName", Table.text),
  Table.optional("shippingProviderId", Table.text)
], OutboundOrders.rules)

export const result = Table.make("createOrder result", [
  Table.optional("warehouseOrderNumber", Table.text),
  Table.optional("orderNumber", Table.key),
  ...outcome
])

export const answer = Table.make("createOrder answer", [
  ...response,
  Table.optional("result", Table.object(result)),
  code
])

const fromPayload = (order: OutboundOrder.OutboundOrder, [warehouseKey]: Exchange.Keys): Table.WriteValue<typeof request> =>
  Mapping.toWire(request, order, {
    ...OutboundOrders.cashToWire(order),
    warehouseKey,
    ext: order.houseNumbers?.map((houseNumber) => ({ houseNumber: Redacted.value(houseNumber) })),
    insuranceValue: order.isInsured === false ? undefined : order.insuranceValue
  })

const toPayload = (value: Table.Value<typeof request>): OutboundOrder.OutboundOrder => {
  const numbers = (value.ext ?? []).flatMap(({ houseNumber }) =>
    houseNumber === undefined ? [] : [Redacted.make(houseNumber, { label: "houseNumbers" })])
  return OutboundOrders.fromWire(request, value, {
    ...(numbers.length > 0 && { houseNumbers: numbers }),
    ...(value.isInsurance !== false && value.insuranceValue !== undefined && { insuranceValue: value.insuranceValue })
  })
}

export const createOrder = Exchange.define({
  method: "createOrder",
  operation: "createOutboundOrder",
  request,
  answer,
  fromPayload,
  toPayload,
  toAnswer: ({ warehouseOrderNumber }, { orderNumber }) => ({
    success: true,
    result: { warehouseOrderNumber, orderNumber, success: true }
  }),
  /** A warehouse that names no number of its own knows the order by ours (U-90). */
  fromAnswer: ({ errorMsg, result: found = {} }, { orderNumber }) => {
    if (found.orderNumber !== undefined && found.orderNumber !== orderNumber) {
      return new Exchange.Invalid("/result/orderNumber is not the one that was sent")
    }
    return found.success === false
      ? new Exchange.Failed(found.info ?? errorMsg)
      : { warehouseOrderNumber: found.warehouseOrderNumber ?? orderNumber }
  }
})
