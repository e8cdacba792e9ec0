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

/** The ERP's number of an inbound order (ASN: advance shipping notice). ERPs and warehouses identify the inbound order by it. */
export const AsnNumber = Schema.NonEmptyString.pipe(Schema.brand("AsnNumber"))
export type AsnNumber = typeof AsnNumber.Type

/** Usual values of `type` of an inbound order: why the goods come. Others are allowed too; nothing checks the field (U-27). */
export const knownAsnTypes = { manual: "MANUAL", purchase: "PURCHASE", saleReturn: "SALE_RETURN" } as const

/** How a part of an inbound order is packed, such as the contents of a box. Its quantities need not add up to those of the lines. */
export const PackingLine = Schema.Struct({
  /** Equal numbers are the same box. */
  boxNumber: Schema.optionalKey(Schema.Int),
  /** The code that is printed on the box. */
  markCode: Schema.optionalKey(Schema.NonEmptyString),
  quantity: Schema.optionalKey(Quantity),
  /** Absent: the quantity counts pieces. */
  unit: unitField,
  sku: Schema.optionalKey(Sku),
  name: Schema.optionalKey(Schema.NonEmptyString),
  length: Schema.optionalKey(Decimal),
  width: Schema.optionalKey(Decimal),
  height: Schema.optionalKey(Decimal),
  /** The unit of `length`, `width` and `height`. */
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
  /** The warehouse to which the goods go. */
  warehouseCode: Schema.NonEmptyString,
  /** A further number of the order, for reference. */
  customNumber: Schema.optionalKey(Schema.NonEmptyString),
  estimatedArrivalAt: Schema.optionalKey(Schema.DateTimeUtcFromString),
  /** The tracking number of the goods on their way to the warehouse. */
  trackingNumber: Schema.optionalKey(Schema.NonEmptyString),
  /** Why the goods come. `knownAsnTypes` has the usual texts; any other is allowed too. The order is a return if this is `SALE_RETURN`, and only then. */
  type: Schema.optionalKey(Schema.NonEmptyString),
  /** Of a return: the outbound order that comes back. */
  orderNumber: Schema.optionalKey(Schema.NonEmptyString),
  /** Of a return: the order number of the sales platform. */
  onlineOrderId: Schema.optionalKey(Schema.NonEmptyString),
  /** Of a return: why the goods come back. */
  returnReason: Schema.optionalKey(Schema.NonEmptyString),
  /** Of a return: the warehouse's own number of the outbound order that comes back. */
  warehouseOrderNumber: Schema.optionalKey(Schema.NonEmptyString),
  lines: Schema.NonEmptyArray(InboundLine),
  /** How the goods are packed. */
  packing: Schema.optionalKey(Schema.Array(PackingLine)),
  /** A full container, part of one, or goods that come back; absent: none of these. It does not decide whether the order is a return; `type` does. */
  goodsType: Schema.optionalKey(Schema.Literals(["FULL_CONTAINER", "PART_CONTAINER", "RETURN"])),
  containerType: Schema.optionalKey(Schema.Literals(["20GP", "40GP", "40HQ", "45GP", "45HQ"])),
  containerModel: Schema.optionalKey(Schema.NonEmptyString),
  /** Whether the goods are bulk cargo that is counted by pallet. */
  bulkByPallet: Schema.optionalKey(Schema.Boolean),
  /** Whether the goods are bulk cargo that is counted by piece. */
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
  /** The warehouse's own number of the inbound order. */
  referenceNumber: Schema.optionalKey(Schema.NonEmptyString),
  /** When the warehouse had finished the order. If absent, it has not, or does not tell it. */
  finishedAt: Schema.optionalKey(Schema.DateTimeUtcFromString),
  /** What was received of each SKU since the order was created, in totals. */
  lines: Schema.Array(Schema.Struct({
    sku: Sku,
    name: Schema.optionalKey(Schema.String),
    /** How much was announced. If absent, the warehouse does not tell it. */
    estimated: Schema.optionalKey(QuantityOrZero),
    /** How much was received up to now, good and bad. */
    received: QuantityOrZero,
    /** How much of what was received is good. If absent, the warehouse does not tell good goods from bad ones. */
    good: Schema.optionalKey(QuantityOrZero),
    /** How much of what was received is bad. */
    bad: Schema.optionalKey(QuantityOrZero),
    /** The unit of the four counts. If absent, they count pieces. */
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
  /** The warehouse's own number of the inbound order. */
  referenceNumber: Schema.optionalKey(Schema.NonEmptyString),
  /** When the warehouse had finished the order. If absent, it has not, or does not tell it. */
  finishedAt: Schema.optionalKey(Schema.DateTimeUtcFromString),
  /** When the warehouse last changed its record. Totals that are older than those of another report do not count. */
  updatedAt: Schema.DateTimeUtcFromString,
  /** What was received: in this batch, or in all up to now if `batchNo` is absent. */
  lines: Schema.Array(Schema.Struct({
    sku: Sku,
    name: Schema.optionalKey(Schema.String),
    /** How much was announced. If absent, the warehouse does not tell it. */
    estimated: Schema.optionalKey(QuantityOrZero),
    /** How much was received, good and bad. */
    received: QuantityOrZero,
    /** How much of what was received is good. */
    good: Schema.optionalKey(QuantityOrZero),
    /** How much of what was received is bad. */
    bad: Schema.optionalKey(QuantityOrZero),
    /** The unit of the four counts. If absent, they count pieces. */
    unit: unitField,
    /** Of all pieces of the line: `sellable` ones are good, and all others bad. */
    ...conditionFields,
    ...lineAndLotFields
  })),
  /** The warehouse's number of the batch. No two batches of an inbound order share it. If absent, the counts are totals. */
  batchNo: Schema.optionalKey(Schema.NonEmptyString)
})
export type InboundProgress = typeof InboundProgress.Type
