/**
 * What a peer was told, in the ERP's words and as plain values: decimals and moments as text, personal data in the
 * clear. A peer in a test makes it out of its own wire format, so that the suite can compare it with what was asked.
 */
import type { InboundOrder, OutboundOrder, Product } from "@crossdock/core"

type Outbound = typeof OutboundOrder.OutboundOrder.Encoded
type Inbound = typeof InboundOrder.InboundOrder.Encoded
type OutboundLine = Outbound["lines"][number]
type InboundLine = Inbound["lines"][number]

/** An outbound order as far as the peer's API carries it. A line carries at least its goods and how many. */
export interface OutboundFields extends Partial<Omit<Outbound, "orderNumber" | "lines" | "receiver">> {
  readonly orderNumber: string
  readonly receiver?: Partial<Outbound["receiver"]>
  readonly lines: ReadonlyArray<Pick<OutboundLine, "sku" | "quantity"> & Partial<OutboundLine>>
}

/** An inbound order as far as the peer's API carries it. */
export interface InboundFields extends Partial<Omit<Inbound, "asnNumber" | "lines">> {
  readonly asnNumber: string
  readonly lines: ReadonlyArray<Pick<InboundLine, "sku" | "quantity"> & Partial<InboundLine>>
}

/** A product as far as the peer's API carries it. */
export interface ProductFields extends Partial<Omit<typeof Product.Product.Encoded, "sku">> {
  readonly sku: string
}

/** Names of the members that an API has a place for. */
export type OutboundMember =
  | Exclude<keyof Outbound, "receiver" | "lines">
  | `receiver.${keyof Outbound["receiver"]}`
  | `lines.${keyof OutboundLine}`
export type InboundMember = Exclude<keyof Inbound, "lines"> | `lines.${keyof InboundLine}`
export type ProductMember = keyof typeof Product.Product.Encoded

/** The members of document 1. */
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
  "label",
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
  "lines.sku",
  "lines.erpSku",
  "lines.name",
  "lines.quantity",
  "lines.amount",
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
