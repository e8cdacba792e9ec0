/**
 * Makes the order of a warehouse from the order of a shop. A warehouse needs more than a shop may tell, so each function returns the
 * order or why there is none, as a sentence without personal data.
 */
import { Decimal, type Document, Money, OrderDetails, OutboundOrder, PlatformOrder, Quantity, Sku } from "@crossdock/core"
import * as DateTime from "effect/DateTime"
import * as Sort from "effect/Order"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { hash } from "node:crypto"
import type { OrderDesk } from "../composition/Desk.ts"
import type * as OrderNames from "../contracts/platform/OrderNames.ts"
import type { Charges } from "./Charges.ts"
import * as Locations from "./Locations.ts"
import { type OrderFacts, type OrderLine, unnamedSku } from "./OrderFacts.ts"
import * as OwnShipping from "./OwnShipping.ts"

type Order = PlatformOrder.PlatformOrder
type Desk = Pick<OrderDesk, "rules" | "stock">

/** What an order is placed from, besides the receiver. */
const Bought = Schema.Struct({
  paymentMethod: PlatformOrder.PlatformOrder.fields.paymentMethod,
  cashOnDelivery: PlatformOrder.PlatformOrder.fields.cashOnDelivery,
  deliveryMethod: PlatformOrder.PlatformOrder.fields.deliveryMethod,
  lines: Schema.Array(Schema.Struct({
    lineId: Schema.String,
    sku: PlatformOrder.PlatformLine.fields.sku,
    quantity: Quantity.QuantityOrZero,
    customization: PlatformOrder.PlatformLine.fields.customization
  }))
})

const encodeBought = Schema.encodeSync(Schema.fromJsonString(Bought))
const encodeReceiver = Schema.encodeSync(Schema.fromJsonString(PlatformOrder.PlatformReceiver))

const byLineId = Sort.mapInput(Sort.String, ({ lineId }: PlatformOrder.PlatformLine) => lineId)

const boughtIn = (order: Order): string => hash("sha256", encodeBought({ ...order, lines: order.lines.toSorted(byLineId) }))

/** The SHA-256 of what an order is placed from, and that of its receiver. Everything else may change while the order is on its way. */
export const contentOf = (order: Order): string => `${boughtIn(order)} ${hash("sha256", encodeReceiver(order.receiver))}`

/** Whether an order is not any more what it was placed from. Shops hide receivers after a while, which changes nothing. */
export const isChanged = (placed: string, order: Order): boolean =>
  order.receiver.isMasked === true ? !placed.startsWith(`${boughtIn(order)} `) : placed !== contentOf(order)

/** The pieces of each line that warehouses ship. A line whose quantity is not whole has none, so its name is the failure. */
const piecesOf = ({ lines }: Order, quantityOf: (line: PlatformOrder.PlatformLine) => Quantity.QuantityOrZero): Result.Result<ReadonlyArray<OrderLine>, string> => {
  const found: Array<OrderLine> = []
  for (const line of lines.filter(OwnShipping.isShipped)) {
    const quantity = quantityOf(line)
    const pieces = Quantity.toNumber(quantity)
    if (pieces === undefined) return Result.fail(`the quantity of line ${line.lineId} is ${Decimal.toText(quantity)}, which is no whole number of pieces`)
    found.push({ line: line.lineId, sku: line.sku ?? unnamedSku, pieces })
  }
  return Result.succeed(found)
}

/** What warehouses are to ship: what was bought, less what was refunded. */
export const linesOf = (order: Order): Result.Result<ReadonlyArray<OrderLine>, string> =>
  piecesOf(order, ({ quantity, refundedQuantity = Quantity.zero }) => Quantity.remaining(quantity, refundedQuantity))

/** What was bought. What left of it is not too much, because it may have been refunded after it left. */
export const boughtOf = (order: Order): ReadonlyArray<OrderLine> => Result.getOrElse(piecesOf(order, ({ quantity }) => quantity), () => [])

/** The lines that warehouses ship and that have no SKU, not even by the mapping. */
export const linesWithoutSku = ({ lines }: Order): ReadonlyArray<PlatformOrder.PlatformLine> => lines.filter((line) => line.sku === undefined && OwnShipping.isShipped(line))

/**
 * Those of some lines that are to come from a warehouse, and whose SKUs the mapping knows. `named` is the order with the names of the books,
 * and what its names lack.
 */
export const neededOf = ({ missing, value }: OrderNames.Translated<Order>, lines: ReadonlyArray<OrderLine>): ReadonlyArray<OrderLine> => {
  if (PlatformOrder.isEnded(value.phase) || OwnShipping.of(value) !== "no") return []
  const unnamed = new Set<string | undefined>(linesWithoutSku(value).map(({ lineId }) => lineId))
  for (const lineId of missing.filter(({ kind }) => kind === "sku").map(({ path }) => value.lines[Number(path.split("/")[2])]?.lineId)) unnamed.add(lineId)
  return lines.filter(({ line }) => !unnamed.has(line))
}

/** What is left of the lines after some pieces of them. */
export const without = (lines: ReadonlyArray<OrderLine>, taken: ReadonlyArray<OrderLine>): ReadonlyArray<OrderLine> => {
  const byLine = new Map<string, number>()
  for (const { line, pieces } of taken) byLine.set(line, (byLine.get(line) ?? 0) + pieces)
  return lines.flatMap((line) => {
    const pieces = line.pieces - (byLine.get(line.line) ?? 0)
    return pieces > 0 ? [{ ...line, pieces }] : []
  })
}

/** The warehouses from which the shop wants each line to leave. The location of a line wins over that of its order. */
const leavesFrom = (desk: Desk, shop: string, order: Order, lines: ReadonlyArray<OrderLine>): OrderFacts["leavesFrom"] => {
  const locations = new Map(order.lines.map(({ lineId, locationId = order.locationId }) => [lineId, locationId]))
  return new Map(lines.flatMap(({ line }) => {
    const location = locations.get(line)
    const warehouses = location === undefined ? undefined : Locations.warehousesAt(desk, shop, location)
    return warehouses === undefined ? [] : [[line, warehouses]]
  }))
}

/** `order` has the names of the books. */
export const factsOf = (desk: Desk, shop: string, order: Order, lines: ReadonlyArray<OrderLine>): OrderFacts => ({
  shop,
  country: order.receiver.country,
  lines,
  leavesFrom: leavesFrom(desk, shop, order, lines),
  bundles: new Map(order.lines.flatMap(({ bundle, lineId }) => bundle === undefined ? [] : [[lineId, bundle.id]])),
  tags: order.tags ?? [],
  total: Money.of(Decimal.toText(order.total), order.currency),
  placedAt: DateTime.toEpochMillis(order.createdAt)
})

/** The receiver as warehouses need him, or what the shop does not tell. */
export const receiverOf = ({ deliveryMethod, receiver }: Order): Result.Result<OutboundOrder.Receiver, string> => {
  const { address1, city, isMasked: _, name, ...rest } = receiver
  const country = rest.country?.toUpperCase() ?? ""
  const missing = [
    ...(name === undefined ? ["the name"] : []),
    ...(address1 === undefined ? ["the address"] : []),
    ...(city === undefined ? ["the city"] : []),
    ...(/^[A-Z]{2}$/.test(country) ? [] : ["the country as a code of two letters"]),
    ...(deliveryMethod === "pickupPoint" && receiver.pickupPointId === undefined ? ["the id of the pick-up point"] : [])
  ]
  return name === undefined || address1 === undefined || city === undefined || missing.length > 0
    ? Result.fail(`the shop does not tell ${missing.join(", ")} of the receiver`)
    : Result.succeed({ ...rest, country, name, city, address1 })
}

/** Why an order that is paid on delivery cannot be placed: the shop may not tell what carriers collect (U-94). */
export const unpayable = ({ cashOnDelivery, paymentMethod }: Order): string | undefined =>
  paymentMethod === "cashOnDelivery" && cashOnDelivery === undefined ? "the shop does not tell what the carrier collects on delivery" : undefined

/** The price of one piece that warehouses are told. */
export const priceOf = ({ paidPrice, price = paidPrice }: PlatformOrder.PlatformLine): Decimal.Decimal | undefined => price

/** The members that a warehouse is told as the shop tells them. */
const orderDetails = Struct.keys(OrderDetails.sharedOrderFields)
const lineDetails = ["customization", "giftMessage"] as const
const customsDetails = Struct.keys(OrderDetails.customsFields)

/** What is told of the price of a line. Of a gift, customs alone are told it. */
const valueOf = (line: PlatformOrder.PlatformLine, currency: string): Pick<OutboundOrder.OutboundLine, "declaredValue" | "price"> => {
  const amount = priceOf(line)
  if (amount === undefined) return {}
  const price = { amount, currency, per: "piece" as const }
  return line.isGift === true ? { declaredValue: price } : { price }
}

/** A label of the shop, with which a warehouse ships, and the documents of the shop that go with it. */
export interface ShopLabel {
  /** The label is the first. */
  readonly documents: ReadonlyArray<Document.Document>
  readonly trackingNumber: string
}

/**
 * The order of one warehouse. `order` has the names of the books. Documents 1 and 2A require the shop's name, for which the ERP's id of the
 * shop stands unless the mapping has another, and what the buyer paid for shipping. Without `label`, the warehouse makes one.
 */
export const make = (options: {
  readonly number: string
  readonly order: Order
  readonly code: string
  readonly lines: ReadonlyArray<OrderLine>
  readonly channel: string | undefined
  readonly receiver: OutboundOrder.Receiver
  /** What this part has of the amounts of the order. */
  readonly charges: Charges
  readonly shipsComplete?: boolean
  readonly packingSlipNote?: string | undefined
  /** What customs are told of articles of which the shop does not say it, by SKU. */
  readonly customs?: OrderDesk["customs"]
  readonly label?: ShopLabel
}): OutboundOrder.OutboundOrder | undefined => {
  const { channel, charges, code, label, number, order, packingSlipNote, receiver } = options
  const byId = new Map(order.lines.map((line) => [line.lineId, line]))
  const [first, ...more] = options.lines.map(({ line, pieces, sku }, at): OutboundOrder.OutboundLine => {
    const found = byId.get(line)
    const { bundle, isGift, productId, title } = found ?? {}
    // Of a gift, the receiver is not to read what it costs.
    const tax = isGift === true || options.lines.findIndex((one) => one.line === line) < at ? undefined : charges.taxes.get(line)
    return {
      sku: Sku.Sku.make(sku),
      erpSku: sku,
      quantity: Quantity.of(pieces),
      lineId: line,
      ...(title !== undefined && { name: title }),
      ...(productId !== undefined && { platformProductId: productId }),
      ...(bundle !== undefined && { bundleId: bundle.id }),
      ...(tax !== undefined && tax.value > 0n && { tax: { amount: tax, currency: order.currency } }),
      ...options.customs?.get(sku),
      ...(found !== undefined && { ...Struct.pick(found, lineDetails), ...Struct.pick(found, customsDetails), ...valueOf(found, order.currency) })
    }
  })
  if (first === undefined) return undefined
  return {
    orderNumber: OutboundOrder.OrderNumber.make(number),
    warehouseCode: code,
    receiver,
    lines: [first, ...more],
    onlineOrderId: order.onlineOrderId,
    platform: order.platform,
    shopName: order.shopId,
    freight: { amount: charges.freight, currency: order.currency },
    ...(label === undefined
      ? { packageType: "NORMAL" as const }
      : { packageType: "OWN_PACKAGE" as const, documents: label.documents, trackingNumber: label.trackingNumber }),
    orderedAt: order.createdAt,
    ...(order.paidAt !== undefined && { paidAt: order.paidAt }),
    ...(order.shipBefore !== undefined && { shipBefore: order.shipBefore }),
    ...(order.deliverBefore !== undefined && { promisedAt: order.deliverBefore }),
    ...Struct.pick(order, orderDetails),
    ...(options.shipsComplete === true && { shipsComplete: true }),
    ...(packingSlipNote !== undefined && { packingSlipNote: Redacted.make(packingSlipNote, { label: "packingSlipNote" }) }),
    ...(order.onlineShopId !== undefined && { onlineShopId: order.onlineShopId }),
    ...(channel !== undefined && { channelCode: channel }),
    ...(charges.cashOnDelivery.value > 0n && { cashOnDelivery: { amount: charges.cashOnDelivery, currency: order.currency } })
  }
}
