/**
 * Goods announced to a warehouse (ASN), and what it received of them.
 *
 * Document 1, 2.9 to 2.11 and 2.14; document 2, 2.7 and 2.8.
 */
import * as Schema from "effect/Schema"
import { Decimal } from "./Decimal.ts"
import { InboundPhase } from "./InboundPhase.ts"
import { unitField } from "./Line.ts"
import { QuantityOrZero, Quantity } from "./Quantity.ts"
import { conditionFields, lineAndLotFields } from "./SharedFields.ts"
import { Sku } from "./Sku.ts"

/** The ERP's number of an inbound order (ASN: advance shipping notice). Every peer identifies the inbound order by it. */
export const AsnNumber = Schema.NonEmptyString.pipe(Schema.brand("AsnNumber"))
export type AsnNumber = typeof AsnNumber.Type

/** Usual values of `type` of an inbound order: why the goods come. Others are allowed too; nothing checks the field (U-27). */
export const knownAsnTypes = { manual: "MANUAL", purchase: "PURCHASE", saleReturn: "SALE_RETURN" } as const

/** How a part of an inbound order is packed, such as the contents of a box. Its quantities need not add up to those of the lines. */
export const PackingLine = Schema.Struct({
  /** Equal numbers are the same box. */
  boxNumber: Schema.optionalKey(Schema.Int),
  markCode: Schema.optionalKey(Schema.NonEmptyString),
  quantity: Schema.optionalKey(Quantity),
  /** Absent: the quantity counts pieces. */
  unit: unitField,
  sku: Schema.optionalKey(Sku),
  name: Schema.optionalKey(Schema.NonEmptyString),
  length: Schema.optionalKey(Decimal),
  width: Schema.optionalKey(Decimal),
  height: Schema.optionalKey(Decimal),
  /** Of the three above. */
  lengthUnit: Schema.optionalKey(Schema.NonEmptyString)
})
export type PackingLine = typeof PackingLine.Type

/** One SKU that an inbound order announces, and how much of it. */
export const InboundLine = Schema.Struct({
  sku: Sku,
  quantity: Quantity,
  /** Absent: the quantity counts pieces. */
  unit: unitField,
  name: Schema.optionalKey(Schema.NonEmptyString),
  ...lineAndLotFields
})
export type InboundLine = typeof InboundLine.Type

/** Goods that an ERP announces to a warehouse (ASN). A field that the ERP does not fill is absent; it is never an empty string. */
export const InboundOrder = Schema.Struct({
  asnNumber: AsnNumber,
  warehouseCode: Schema.NonEmptyString,
  customNumber: Schema.optionalKey(Schema.NonEmptyString),
  estimatedArrivalAt: Schema.optionalKey(Schema.DateTimeUtcFromString),
  trackingNumber: Schema.optionalKey(Schema.NonEmptyString),
  type: Schema.optionalKey(Schema.NonEmptyString),
  /** The outbound order that comes back, its platform number and why: set for returns. */
  orderNumber: Schema.optionalKey(Schema.NonEmptyString),
  onlineOrderId: Schema.optionalKey(Schema.NonEmptyString),
  returnReason: Schema.optionalKey(Schema.NonEmptyString),
  /** What the warehouse called the outbound order that comes back. */
  warehouseOrderNumber: Schema.optionalKey(Schema.NonEmptyString),
  lines: Schema.NonEmptyArray(InboundLine),
  packing: Schema.optionalKey(Schema.Array(PackingLine)),
  /** A full container, part of one, or goods that come back; absent: none of these. */
  goodsType: Schema.optionalKey(Schema.Literals(["FULL_CONTAINER", "PART_CONTAINER", "RETURN"])),
  containerType: Schema.optionalKey(Schema.Literals(["20GP", "40GP", "40HQ", "45GP", "45HQ"])),
  containerModel: Schema.optionalKey(Schema.NonEmptyString),
  /** Whether it is bulk cargo counted by pallet; `bulkByPiece`: by piece. */
  bulkByPallet: Schema.optionalKey(Schema.Boolean),
  bulkByPiece: Schema.optionalKey(Schema.Boolean),
  palletCount: Schema.optionalKey(Schema.Int)
})
export type InboundOrder = typeof InboundOrder.Type

/** The state of one inbound order when the warehouse is asked for it: its phase, and what has been received in all up to now. */
export const InboundStatus = Schema.Struct({
  asnNumber: AsnNumber,
  warehouseCode: Schema.optionalKey(Schema.NonEmptyString),
  phase: InboundPhase,
  /** The peer's own word for it, verbatim. */
  status: Schema.NonEmptyString,
  /** The warehouse's own number. */
  referenceNumber: Schema.optionalKey(Schema.NonEmptyString),
  finishedAt: Schema.optionalKey(Schema.DateTimeUtcFromString),
  lines: Schema.Array(Schema.Struct({
    sku: Sku,
    name: Schema.optionalKey(Schema.String),
    /** Absent: the warehouse does not tell how much was announced. */
    estimated: Schema.optionalKey(QuantityOrZero),
    received: QuantityOrZero,
    /** Of what was received. Absent: the warehouse does not tell good goods from bad ones. */
    good: Schema.optionalKey(QuantityOrZero),
    bad: Schema.optionalKey(QuantityOrZero),
    /** Of the four counts. Absent: they count pieces. */
    unit: unitField,
    ...lineAndLotFields
  }))
})
export type InboundStatus = typeof InboundStatus.Type

/**
 * What a warehouse reports by itself about an inbound order: how much was received. With `batchNo` the counts are of that batch alone and are added; without
 * it they are totals and replace (U-37). `received` is `good` plus `bad`; a report that breaks this is applied and
 * recorded (U-82). Where a line tells the condition of its goods, `good` and `bad` follow from it and need not be told.
 */
export const InboundProgress = Schema.Struct({
  asnNumber: AsnNumber,
  warehouseCode: Schema.optionalKey(Schema.NonEmptyString),
  /** The type under which the order was announced, such as `SALE_RETURN`. The runner tells it to ERPs; warehouses need not. */
  type: Schema.optionalKey(Schema.NonEmptyString),
  customerCode: Schema.optionalKey(Schema.NonEmptyString),
  /**
   * `announced` and `cancelled` in an event of a warehouse do not move the order: only the answer of `getInboundOrders` does. The counts of
   * the event are taken as of any other.
   */
  phase: InboundPhase,
  /** The peer's own word for it, verbatim. */
  status: Schema.NonEmptyString,
  referenceNumber: Schema.optionalKey(Schema.NonEmptyString),
  finishedAt: Schema.optionalKey(Schema.DateTimeUtcFromString),
  updatedAt: Schema.DateTimeUtcFromString,
  lines: Schema.Array(Schema.Struct({
    sku: Sku,
    name: Schema.optionalKey(Schema.String),
    estimated: Schema.optionalKey(QuantityOrZero),
    received: QuantityOrZero,
    good: Schema.optionalKey(QuantityOrZero),
    bad: Schema.optionalKey(QuantityOrZero),
    /** Of the four counts. Absent: they count pieces. */
    unit: unitField,
    /** Of all pieces of the line: `sellable` ones are good, and all others bad. */
    ...conditionFields,
    ...lineAndLotFields
  })),
  batchNo: Schema.optionalKey(Schema.NonEmptyString)
})
export type InboundProgress = typeof InboundProgress.Type
