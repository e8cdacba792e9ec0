/** The messages of createOrder, which creates an outbound order (spec 2 §2.4, §4A). */
import { AdapterError, Decimal, Money, type OutboundOrder, Quantity } from "@crossdock/core"
import * as Redacted from "effect/Redacted"
import { Exchange, Forms, OutboundOrders } from "../../kit/index.ts"
import { type Context, omitUndefined, Table } from "../../wire/index.ts"
import { key } from "./Forms.ts"
import { code, infoOf, outcome, response } from "./Response.ts"

const { address1, address2, city, country, district, email, name, phone, postalCode, state } = OutboundOrders.receiver

export const receiver = Table.make("receiver", [name, phone, email, country, state, city, address1, postalCode, district, address2])

export const item = Table.make("item", [...OutboundOrders.item, Table.optional("skuId", Table.text, { is: "platformProductId" })])

export const ext = Table.make("ext", [Table.optional("houseNumber", Table.text, { is: "" })])

export const request = Table.make("createOrder", [
  key,
  ...OutboundOrders.members(receiver, item, "OWN_PAKAGE"),
  Table.optional("ext", Table.list(Table.object(ext)), { is: "houseNumbers", byHand: [] }),
  Table.optional("totalPrice", Forms.amount, { is: "totalPrice/amount" }),
  /** The currency of every amount of the order except the amount collected on delivery. */
  Table.optional("currency", Table.text, {
    is: "totalPrice/currency",
    byHand: ["freight/currency", "insuranceValue/currency", "lines/*/price/currency", "lines/*/shippingPrice/currency"]
  }),
  Table.optional("payTimeLocal", Forms.timestamp, { is: "paidAt" }),
  Table.optional("isInsurance", Table.flag, { is: "isInsured" }),
  Table.optional("insuranceValue", Table.whole, { is: "insuranceValue/amount", byHand: [] }),
  Table.optional("userNick", Table.text, { is: "sellerId" }),
  Table.optional("remark", Table.text, { personal: "remark" }),
  Table.optional("packageId", Table.text),
  Table.optional("shippingProviderName", Table.text),
  Table.optional("shippingProviderId", Table.text)
], OutboundOrders.rules)

export const result = Table.make("createOrder result", [
  Table.optional("warehouseOrderNumber", { ...Table.text, digits: true }),
  Table.optional("orderNumber", Table.key),
  ...outcome
])

export const answer = Table.make("createOrder answer", [
  ...response,
  Table.optional("result", Table.object(result)),
  code
])

const refusalOf = (order: OutboundOrder.OutboundOrder, profile: Context.Profile): AdapterError.RequestInvalid | undefined =>
  isInsured(order) && Quantity.toNumber(order.insuranceValue!.amount) === undefined
    ? new AdapterError.RequestInvalid({
      path: "/insuranceValue/amount",
      message: `is ${Decimal.toText(order.insuranceValue!.amount)}, but this protocol insures whole amounts only; send one without decimal places`
    })
    : OutboundOrders.refusalOf(order, profile)

const isInsured = (order: OutboundOrder.OutboundOrder): boolean => order.isInsured !== false && order.insuranceValue !== undefined

const fromPayload = (order: OutboundOrder.OutboundOrder, [warehouseKey]: Exchange.Keys, profile: Context.Profile): Table.WriteValue<typeof request> =>
  OutboundOrders.toWire(request, order, profile, {
    warehouseKey,
    currency: OutboundOrders.currencyOf(order),
    ext: order.houseNumbers?.map((houseNumber) => ({ houseNumber: Redacted.value(houseNumber) })),
    insuranceValue: isInsured(order) ? Quantity.toNumber(order.insuranceValue!.amount) : undefined
  })

const toPayload = (value: Table.Value<typeof request>, profile: Context.Profile): OutboundOrder.OutboundOrder => {
  const numbers = (value.ext ?? []).flatMap(({ houseNumber }) =>
    houseNumber === undefined ? [] : [Redacted.make(houseNumber, { label: "houseNumbers" })])
  return OutboundOrders.fromWire(request, value, profile, {
    ...(numbers.length > 0 && { houseNumbers: numbers }),
    ...(value.isInsurance !== false && value.insuranceValue !== undefined && { insuranceValue: Money.of(value.insuranceValue) })
  })
}

export const createOrder = Exchange.define({
  method: "createOrder",
  operation: "createOutboundOrder",
  request,
  answer,
  refusalOf,
  fromPayload,
  toPayload,
  toAnswer: ({ warehouseOrderNumber }, { orderNumber }) => ({
    success: true,
    result: omitUndefined({ warehouseOrderNumber, orderNumber, success: true })
  }),
  toRefusedItem: (refusal, { orderNumber }, profile) => {
    const info = infoOf(refusal, profile)
    return info === undefined ? undefined : { success: true, result: { orderNumber, info, success: false } }
  },
  fromAnswer: ({ errorMsg, result: found = {} }, { orderNumber }) => {
    if (found.orderNumber !== undefined && found.orderNumber !== orderNumber) {
      return new Exchange.Invalid("/result/orderNumber is not the one that was sent")
    }
    return found.success === false
      ? new Exchange.Failed(found.info ?? errorMsg)
      : omitUndefined({ warehouseOrderNumber: found.warehouseOrderNumber })
  }
})
