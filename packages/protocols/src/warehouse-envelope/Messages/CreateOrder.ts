/** The messages of createOrder, which creates an outbound order (spec 1 §2.4 to §2.6, §4). */
import { Exchange, OutboundOrders } from "../../kit/index.ts"
import { Table } from "../../wire/index.ts"
import { response } from "./Response.ts"

const { address1, address2, city, country, district, email, name, phone, postalCode, state } = OutboundOrders.receiver

export const receiver = Table.make("receiver", [name, phone, email, country, state, city, district, address1, address2, postalCode])

export const item = Table.make("item", OutboundOrders.item)

export const request = Table.make("createOrder", OutboundOrders.members(receiver, item, "OWN_PACKAGE"), OutboundOrders.rules)

const created = Table.make("createOrder data", [Table.required("warehouseOrderNumber", { ...Table.text, digits: true })])

export const createOrder = Exchange.define({
  method: "createOrder",
  operation: "createOutboundOrder",
  request,
  answer: Table.make("createOrder answer", [...response, Table.required("data", Table.object(created), { is: "" })]),
  refusalOf: OutboundOrders.refusalOf,
  /** The document demands a number, so the caller's own takes the place of one that is not known (D1-273). */
  told: ({ warehouseOrderNumber }, { orderNumber }) => ({ warehouseOrderNumber: warehouseOrderNumber ?? orderNumber }),
  fromPayload: (order, _, profile) => OutboundOrders.toWire(request, order, profile),
  toPayload: (value, profile) => OutboundOrders.fromWire(request, value, profile)
})
