/**
 * Goods that came back to a warehouse, and in which condition received goods are.
 */
import * as Schema from "effect/Schema"
import { unitField } from "./Line.ts"
import { OrderNumber } from "./OutboundOrder.ts"
import { Quantity } from "./Quantity.ts"
import { conditionFields, lineAndLotFields } from "./SharedFields.ts"
import { Sku } from "./Sku.ts"

export { GoodsCondition } from "./SharedFields.ts"

/**
 * Goods of an outbound order that came back without an inbound order that announced them. It always has everything that came back under its
 * id up to now, so a later telling replaces an earlier one.
 */
export const UnannouncedReturn = Schema.Struct({
  /** The warehouse's id of the return, which never changes. No two returns of an order share it. */
  returnId: Schema.NonEmptyString,
  /** The outbound order whose goods came back. */
  orderNumber: OrderNumber,
  /** The warehouse's own number of that order. */
  warehouseOrderNumber: Schema.optionalKey(Schema.NonEmptyString),
  /** Where the goods are now. If absent, at the warehouse of the order. */
  warehouseCode: Schema.optionalKey(Schema.NonEmptyString),
  /** The parcel in which they came back. */
  trackingNumber: Schema.optionalKey(Schema.NonEmptyString),
  /** When the warehouse last changed its record of the return. An older telling than the last one changes nothing. */
  updatedAt: Schema.DateTimeUtcFromString,
  /** All that came back up to now. Empty: nothing did after all. */
  lines: Schema.Array(Schema.Struct({
    sku: Sku,
    quantity: Quantity,
    /** The unit of the quantity. If absent, the quantity counts pieces. */
    unit: unitField,
    ...conditionFields,
    ...lineAndLotFields
  }))
})
export type UnannouncedReturn = typeof UnannouncedReturn.Type
