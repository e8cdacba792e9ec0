/**
 * The warehouses and shipping options that a warehouse system offers (document 1, 2.2 and 2.3; document 2, 2.2 and 2.3).
 */
import * as Schema from "effect/Schema"

/** One warehouse that an account may use: the code by which orders name it, and its name for people. */
export const WarehouseRecord = Schema.Struct({ code: Schema.NonEmptyString, name: Schema.NonEmptyString })
export type WarehouseRecord = typeof WarehouseRecord.Type

/** A shipping option that a warehouse offers, such as an express service of a carrier. An outbound order names it by its code. */
export const ShippingChannel = Schema.Struct({
  code: Schema.NonEmptyString,
  /** The name, for people. */
  name: Schema.NonEmptyString,
  /** If absent, the shipping option is available in every warehouse of the peer. */
  warehouseCode: Schema.optionalKey(Schema.NonEmptyString),
  carrierName: Schema.optionalKey(Schema.NonEmptyString)
})
export type ShippingChannel = typeof ShippingChannel.Type
