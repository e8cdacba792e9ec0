/**
 * The optional members of an outbound order that a warehouse without a place for them drops, by their names, and what is then lost. Members
 * that must not be dropped, such as the amount to collect, are not among them: a plugin refuses an order that has them.
 */
import * as Struct from "effect/Struct"
import type { OutboundLine, OutboundOrder, Receiver } from "./OutboundOrder.ts"

type OptionalKeys<Of> = { readonly [Key in keyof Of & string]-?: {} extends Pick<Of, Key> ? Key : never }[keyof Of & string]

/** The members whose loss a plugin or its limits refuse. */
type Refused = "documents" | "packageType" | "trackingNumber" | "cashOnDelivery" | "shipsComplete" | "lines.unit"

/**
 * The name of an optional member of an outbound order that a warehouse plugin may drop: of the order (`remark`), of its receiver
 * (`receiver.company`) or of its lines (`lines.giftMessage`). A plugin drops those that its limits do not list in `passesOn`. It must not drop
 * `documents`, `packageType`, `trackingNumber`, `cashOnDelivery`, `shipsComplete` and `lines.unit`, so these are no `PassedMember`: an order
 * that has one of them is refused where it cannot be passed on.
 */
export type PassedMember = Exclude<OptionalKeys<OutboundOrder> | `receiver.${OptionalKeys<Receiver>}` | `lines.${OptionalKeys<OutboundLine>}`, Refused>

/** What is lost if a plugin drops the member, by the name of the member, as the end of the sentence "it is dropped, so …". */
export const losses: { readonly [Member in PassedMember]: string } = {
  onlineOrderId: "the warehouse does not know the number of the shop's order",
  shopName: "papers do not name the shop",
  channelCode: "the warehouse chooses the shipping option",
  platform: "the warehouse does not know the platform",
  freight: "customs are not told the cost of shipping",
  orderedAt: "the warehouse does not know when the buyer ordered",
  shipBefore: "goods may leave too late",
  promisedAt: "goods may arrive later than promised",
  shipAfter: "goods may leave too early",
  displayNumber: "papers lack the number by which people know the order",
  purchaseOrderNumber: "papers lack the order number of the business buyer",
  pricesIncludeTax: "nobody knows whether the prices include tax",
  taxIds: "customs may charge the tax again or stop the parcel",
  incoterm: "the receiver may be charged the duties",
  deliveryRequirements: "the carrier asks for no signature and checks no age",
  onlineShopId: "the warehouse does not know the platform's id of the shop",
  houseNumbers: "the address may lack the house number",
  totalPrice: "the warehouse does not know what the buyer paid",
  paidAt: "the warehouse does not know when the order was paid",
  isInsured: "the parcel is not insured",
  insuranceValue: "the parcel is not insured for its value",
  sellerId: "the warehouse does not know the seller",
  packingSlipNote: "the packing slip lacks the note",
  remark: "people at the warehouse do not read the remark",
  packageId: "the warehouse does not know the platform's id of the package",
  shippingProviderName: "the warehouse does not know the carrier of the platform",
  shippingProviderId: "the warehouse does not know the carrier of the platform",
  "receiver.phone": "the carrier cannot call the receiver",
  "receiver.email": "the carrier cannot write to the receiver",
  "receiver.state": "the address may lack the state",
  "receiver.district": "the address may lack the district",
  "receiver.address2": "the address lacks its second line",
  "receiver.postalCode": "the address lacks its postal code",
  "receiver.company": "the address lacks the company",
  "receiver.instructions": "the carrier does not know what to do at the door",
  "receiver.addressType": "the carrier may charge for the wrong kind of address",
  "receiver.pickupPointId": "the parcel may not reach its pick-up point",
  "lines.erpSku": "papers lack the ERP's code of the article",
  "lines.name": "papers lack the name of the article",
  "lines.price": "papers and customs lack the price",
  "lines.shippingPrice": "papers lack the cost of shipping of the line",
  "lines.hsCode": "customs may stop the parcel",
  "lines.originCountry": "customs may stop the parcel",
  "lines.chineseCustomsName": "customs lack the Chinese name of the goods",
  "lines.englishCustomsName": "customs lack the English name of the goods",
  "lines.platformProductId": "the warehouse does not know the platform's id of the product",
  "lines.bundleId": "the parts of a bundle may leave in several parcels",
  "lines.tax": "papers lack the tax of the line",
  "lines.declaredValue": "customs lack the value of a gift",
  "lines.customization": "the goods leave without what the buyer chose",
  "lines.giftMessage": "the receiver gets no gift message",
  "lines.lineId": "reports do not name the line",
  "lines.lot": "the warehouse chooses the lot",
  "lines.expiresOn": "the warehouse chooses the lot"
}

/** The names of all members that a plugin may drop. */
export const all: ReadonlyArray<PassedMember> = Struct.keys(losses)
