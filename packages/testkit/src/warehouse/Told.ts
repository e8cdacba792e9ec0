/**
 * What a peer was told, in the ERP's words and as plain values: decimals and moments as text, personal data in the
 * clear. A peer in a test makes it out of its own wire format, so that the suite can compare it with what was asked.
 */
import type { InboundOrder, OutboundOrder, Product } from "@crossdock/core"
import * as BigDecimal from "effect/BigDecimal"
import * as DateTime from "effect/DateTime"
import * as Option from "effect/Option"
import { isDeepStrictEqual } from "node:util"
import { Broken, short } from "../Claim.ts"

type Outbound = typeof OutboundOrder.OutboundOrder.Encoded
type Inbound = typeof InboundOrder.InboundOrder.Encoded
type OutboundLine = Outbound["lines"][number]
type InboundLine = Inbound["lines"][number]

/** An outbound order as far as the peer's API carries it. A line carries at least its goods and how many. */
export interface ToldOutbound extends Partial<Omit<Outbound, "orderNumber" | "lines" | "receiver">> {
  readonly orderNumber: string
  readonly receiver?: Partial<Outbound["receiver"]>
  readonly lines: ReadonlyArray<Pick<OutboundLine, "sku" | "quantity"> & Partial<OutboundLine>>
}

/** An inbound order as far as the peer's API carries it. */
export interface ToldInbound extends Partial<Omit<Inbound, "asnNumber" | "lines">> {
  readonly asnNumber: string
  readonly lines: ReadonlyArray<Pick<InboundLine, "sku" | "quantity"> & Partial<InboundLine>>
}

/** A product as far as the peer's API carries it. */
export interface ToldProduct extends Partial<Omit<typeof Product.Product.Encoded, "sku">> {
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

const decimals = new Set(["freight", "amount", "shippingPrice", "totalPrice", "weight", "netWeight", "length", "width", "height"])
const moments = new Set(["orderedAt", "promisedAt", "paidAt", "estimatedArrivalAt"])

const decimalOf = (value: unknown) =>
  typeof value === "string" ? Option.getOrUndefined(BigDecimal.fromString(value)) : undefined
const momentOf = (value: unknown) =>
  typeof value === "string" ? Option.getOrUndefined(Option.map(DateTime.make(value), DateTime.toEpochMillis)) : undefined

/** Amounts are equal as numbers and moments as instants, in whatever form the peer keeps them. */
const isSame = (name: string, told: unknown, sent: unknown): boolean => {
  if (decimals.has(name)) {
    const one = decimalOf(told)
    const other = decimalOf(sent)
    return one !== undefined && other !== undefined ? BigDecimal.equals(one, other) : one === other && told === sent
  }
  if (moments.has(name)) return momentOf(told) === momentOf(sent)
  if (Array.isArray(told) && Array.isArray(sent)) {
    return told.length === sent.length && told.every((each, at) => isSame(name, each, sent[at]))
  }
  if (isRecord(told) && isRecord(sent)) {
    const names = new Set([...Object.keys(told), ...Object.keys(sent)])
    return [...names].every((each) => isSame(each, told[each], sent[each]))
  }
  return isDeepStrictEqual(told, sent)
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const at = (value: object, path: string): unknown => {
  const [first = "", second] = path.split(".")
  const member: unknown = (value as Readonly<Record<string, unknown>>)[first]
  if (second === undefined) return member
  if (Array.isArray(member)) return member.map((each: object) => at(each, second))
  return isRecord(member) ? member[second] : undefined
}

/** Claims that each of the members arrived as it was sent. Values of personal members are not shown. */
export const arrived = (told: object | undefined, sent: object, members: ReadonlyArray<string>): void => {
  if (told === undefined) throw new Broken("the peer holds nothing under this number")
  for (const member of members) {
    const found = at(told, member)
    const asked = at(sent, member)
    const name = member.slice(member.indexOf(".") + 1)
    const isKept = Array.isArray(found) && Array.isArray(asked)
      ? found.length === asked.length && found.every((each, index) => isSame(name, each, asked[index]))
      : isSame(name, found, asked)
    if (!isKept) {
      throw new Broken(`/${member.replace(".", "/")} was sent as ${short(asked)} and arrived as ${short(found)}`, { found, promised: asked })
    }
  }
}
