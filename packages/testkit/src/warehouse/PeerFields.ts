/**
 * The fields of a record that a peer received, under the contract's names and as plain values: decimals and times as
 * text, personal data unredacted. A peer in a test converts its own wire format to these, so that the suite can compare
 * them with what was sent.
 */
import type { InboundOrder, OutboundOrder, Product } from "@crossdock/core"

type Outbound = typeof OutboundOrder.OutboundOrder.Encoded
type Inbound = typeof InboundOrder.InboundOrder.Encoded
type OutboundLine = Outbound["lines"][number]
type InboundLine = Inbound["lines"][number]

/** A SKU and its quantity, which may be a fraction if the peer uses a unit other than pieces. */
interface Measured {
  readonly sku: string
  readonly quantity: number
}

/** The fields of an outbound order that the peer's API supports. A line has at least its SKU and quantity. */
export interface OutboundFields extends Partial<Omit<Outbound, "orderNumber" | "lines" | "receiver">> {
  readonly orderNumber: string
  readonly receiver?: Partial<Outbound["receiver"]>
  readonly lines: ReadonlyArray<Measured & Partial<Omit<OutboundLine, "quantity" | "sku">>>
}

/** The fields of an inbound order that the peer's API supports. */
export interface InboundFields extends Partial<Omit<Inbound, "asnNumber" | "lines">> {
  readonly asnNumber: string
  readonly lines: ReadonlyArray<Measured & Partial<Omit<InboundLine, "quantity" | "sku">>>
}

/** The fields of a product that the peer's API supports. */
export interface ProductFields extends Partial<Omit<typeof Product.Product.Encoded, "sku">> {
  readonly sku: string
}

/**
 * The name of a member of an outbound order, e.g. `receiver.city`. Two names are special: `currency` if the API has a field
 * for the currency of amounts, and `lines.order` if the peer keeps the order of the lines.
 */
export type OutboundMember =
  | "currency"
  | Exclude<keyof Outbound, "receiver" | "lines">
  | `receiver.${keyof Outbound["receiver"]}`
  | `lines.${keyof OutboundLine}`
  | "lines.order"
export type InboundMember = Exclude<keyof Inbound, "lines"> | `lines.${keyof InboundLine}`
export type ProductMember = keyof typeof Product.Product.Encoded

/** The members that the warehouse API of document 1 has a field for. */
export const outboundMembers: ReadonlyArray<OutboundMember> = [
  "orderNumber",
  "onlineOrderId",
  "shopName",
  "warehouseCode",
  "channelCode",
  "platform",
  "freight",
  "packageType",
  "trackingNumber",
  "documents",
  "cashOnDelivery",
  "orderedAt",
  "promisedAt",
  "onlineShopId",
  "receiver.name",
  "receiver.phone",
  "receiver.email",
  "receiver.country",
  "receiver.state",
  "receiver.city",
  "receiver.district",
  "receiver.address1",
  "receiver.address2",
  "receiver.postalCode",
  "lines.order",
  "lines.sku",
  "lines.erpSku",
  "lines.name",
  "lines.quantity",
  "lines.price",
  "lines.shippingPrice",
  "lines.hsCode",
  "lines.chineseCustomsName",
  "lines.englishCustomsName"
]

export const inboundMembers: ReadonlyArray<InboundMember> = [
  "asnNumber",
  "warehouseCode",
  "customNumber",
  "estimatedArrivalAt",
  "trackingNumber",
  "type",
  "orderNumber",
  "onlineOrderId",
  "returnReason",
  "warehouseOrderNumber",
  "lines.sku",
  "lines.name",
  "lines.quantity",
  "packing"
]

export const productMembers: ReadonlyArray<ProductMember> = [
  "warehouseCode",
  "sku",
  "erpSku",
  "title",
  "barcode",
  "specifications",
  "imageUrl",
  "weight",
  "netWeight",
  "weightUnit",
  "length",
  "width",
  "height",
  "dimensionUnit",
  "itemPackage"
]
