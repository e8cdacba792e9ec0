/**
 * Inbound orders as an ERP keeps them: with prices, boxes and the batches that were received of them (document 3, 2.3 and 2.4).
 * `InboundOrder` is the announcement that a warehouse gets. A member is absent if the ERP does not tell it.
 */
import { Decimal } from "@crossdock/core/model/Decimal"
import { AsnNumber } from "@crossdock/core/model/InboundOrder"
import { InboundPhase } from "@crossdock/core/model/InboundPhase"
import { CalendarDate, unitField } from "@crossdock/core/model/Line"
import { Count, Quantity } from "@crossdock/core/model/Quantity"
import { Sku } from "@crossdock/core/model/Sku"
import * as Schema from "effect/Schema"

const text = Schema.optionalKey(Schema.NonEmptyString)
const instant = Schema.optionalKey(Schema.DateTimeUtcFromString)
const amount = Schema.optionalKey(Decimal)
const flag = Schema.optionalKey(Schema.Boolean)

/** The prices of one piece, each in the currency that the order names for it. */
const prices = {
  purchasePrice: amount,
  /** The cost of the transport to the warehouse, for one piece. */
  firstLegPrice: amount,
  /** The price of one piece in a transfer between warehouses. */
  transferPrice: amount
}

/** The currencies of the three prices. Nothing in Crossdock guesses one. */
const currencies = { purchaseCurrency: text, firstLegCurrency: text, transferCurrency: text }

/** What identifies goods of one production. */
const lot = {
  lot: text,
  producedOn: Schema.optionalKey(CalendarDate),
  /** The last day on which the goods may be used. */
  expiresOn: Schema.optionalKey(CalendarDate),
  originCountry: text
}

/** A box and what is in it. Lengths are in centimetres, the weight in kilograms. */
export const ErpBox = Schema.Struct({
  /** The boxes of an order are numbered from 1 without a gap. */
  boxNumber: Schema.Int.check(Schema.isGreaterThan(0)),
  items: Schema.Array(Schema.Struct({ sku: Sku, quantity: Quantity })),
  length: Decimal,
  width: Decimal,
  height: Decimal,
  weight: Decimal
})
export type ErpBox = typeof ErpBox.Type

/** A field that the users of an ERP have added to its records. */
export const CustomField = Schema.Struct({
  /** The kind of record that has the field, in the ERP's own word. */
  recordType: Schema.NonEmptyString,
  name: Schema.NonEmptyString,
  type: Schema.Literals(["number", "date", "text", "choice"]),
  defaultValue: text,
  /** The values to choose from, as the ERP writes them. */
  choices: text,
  remark: text,
  isRequired: flag,
  isSearchable: flag,
  isShown: flag
})
export type CustomField = typeof CustomField.Type

/** A line of an inbound order of an ERP, and what was received of it so far. */
export const ErpInboundLine = Schema.Struct({
  sku: Sku,
  name: text,
  expected: Count,
  received: Schema.optionalKey(Count),
  /** Of what was received. If absent, the ERP does not tell good goods from bad ones. */
  good: Schema.optionalKey(Count),
  bad: Schema.optionalKey(Count),
  /** The unit of the four counts. If absent, they count pieces. */
  unit: unitField,
  ...prices,
  /** The lots that were received. */
  lots: Schema.optionalKey(Schema.Array(Schema.Struct(lot))),
  note: text
})
export type ErpInboundLine = typeof ErpInboundLine.Type

/** What an ERP tells of an inbound order that it has just created. */
const created = {
  asnNumber: AsnNumber,
  warehouseName: Schema.NonEmptyString,
  /** The ERP's id of the warehouse, which stays the same if the name changes. */
  warehouseId: text,
  /** An open set (U-27). */
  type: text,
  phase: InboundPhase,
  /** The ERP's own word for the state, unchanged. */
  status: Schema.NonEmptyString,
  ...currencies,
  lines: Schema.Array(ErpInboundLine)
}

/** Which marks a query of orders selects by: sent to the warehouse, not taken by it, and received otherwise than announced. */
const marks = { isSent: flag, isSendFailed: flag, isReceivingFailed: flag }

/** The numbers by which an order is found, and the remark of its creator. */
const references = {
  /** The number of the order behind the announcement, such as a purchase order. */
  businessNumber: text,
  /** The number that the creator of the order chose. */
  customNumber: text,
  trackingNumber: text,
  remark: text
}

export const SubmittedInboundOrder = Schema.Struct({ ...created, ...references, createdAt: instant, ...marks })
export type SubmittedInboundOrder = typeof SubmittedInboundOrder.Type

export const ErpInboundOrder = Schema.Struct({
  ...created,
  ...references,
  createdAt: Schema.DateTimeUtcFromString,
  updatedAt: instant,
  /** When goods were last put away. */
  stockedAt: instant,
  finishedAt: instant,
  customFields: Schema.optionalKey(Schema.Array(CustomField)),
  boxes: Schema.optionalKey(Schema.Array(ErpBox))
})
export type ErpInboundOrder = typeof ErpInboundOrder.Type

/** How goods travel to the warehouse. */
export const ShippingMethod = Schema.Literals(["sea", "air", "express", "land", "specialCar", "rail", "font", "other"])
export type ShippingMethod = typeof ShippingMethod.Type

/** A line of an inbound order that is to be created. Several lines may have the same SKU. */
export const ErpInboundDraftLine = Schema.Struct({
  sku: Sku,
  expected: Quantity,
  unit: unitField,
  ...prices,
  /** If absent, the goods are good. */
  condition: Schema.optionalKey(Schema.Literals(["good", "damaged"])),
  piecesPerBox: Schema.optionalKey(Schema.Int.check(Schema.isGreaterThan(0))),
  /** A text of the creator that the ERP keeps with the line. */
  reference: text,
  ...lot,
  note: text
})
export type ErpInboundDraftLine = typeof ErpInboundDraftLine.Type

/** The customer, agent and shop of goods whose serial numbers are listed in a file. */
export const SerialNumberList = Schema.Struct({
  customerCode: text,
  orderType: text,
  orderedAt: instant,
  /** The address of the file. */
  url: text,
  agentWarehouseCode: text,
  agentWarehouseName: text,
  storeCode: text,
  storeName: text
})
export type SerialNumberList = typeof SerialNumberList.Type

/** An inbound order that is to be created in an ERP. */
export const ErpInboundDraft = Schema.Struct({
  warehouseName: Schema.NonEmptyString,
  /** The creator's own number. With it, the ERP creates the order once; without it, a repeat creates a second order. */
  customNumber: text,
  trackingNumber: text,
  remark: text,
  ...currencies,
  lines: Schema.NonEmptyArray(ErpInboundDraftLine),
  /** Whether the ERP announces the order to the warehouse at once. */
  sendsToWarehouse: flag,
  estimatedArrivalAt: instant,
  shippingMethod: Schema.optionalKey(ShippingMethod),
  containerModel: text,
  packaging: Schema.optionalKey(Schema.Literals(["assembly", "mixing"])),
  boxCount: Schema.optionalKey(Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))),
  /** Whether the goods belong to a customer who ships them. */
  isOfShipper: flag,
  customFields: Schema.optionalKey(Schema.Array(Schema.Struct({ id: Schema.NonEmptyString, value: Schema.NonEmptyString }))),
  /** Whether the lines name the lots of the goods. */
  namesLots: flag,
  serialNumbers: Schema.optionalKey(SerialNumberList),
  boxes: Schema.optionalKey(Schema.Array(ErpBox)),
  /** Whether lines of the same SKU become one. */
  mergesRepeatedSkus: flag,
  /** Marks of the order, as the ERP numbers them. */
  tags: Schema.optionalKey(Schema.Array(Schema.NonEmptyString))
})
export type ErpInboundDraft = typeof ErpInboundDraft.Type

/** The goods of an inbound order that were received at one time. */
export const ReceivedBatch = Schema.Struct({
  batchNo: text,
  asnNumber: AsnNumber,
  businessNumber: text,
  customNumber: text,
  warehouseName: Schema.NonEmptyString,
  type: text,
  receivedAt: instant,
  /** All goods of the batch. */
  received: Count,
  skuCount: Count,
  lines: Schema.Array(Schema.Struct({
    sku: Sku,
    name: text,
    purchasePrice: amount,
    purchaseCurrency: text,
    /** The storage location into which the goods were put. */
    locationCode: text,
    received: Count,
    /** What was delivered out of the batch since. */
    delivered: Schema.optionalKey(Count)
  }))
})
export type ReceivedBatch = typeof ReceivedBatch.Type
