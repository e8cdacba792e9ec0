/**
 * Outbound orders as an ERP tells them that is their source.
 */
import * as Schema from "effect/Schema"
import { OutboundOrder } from "./OutboundOrder.ts"

/**
 * What an ERP wants to be done with an outbound order of which it is the source:
 * - `ready`: a warehouse is to ship the order
 * - `cancelled`: nobody wants the order any more. What the runner has placed is cancelled, unless it has left
 * - `done`: the ERP expects nothing more of the order, for example because it was shipped. It is not placed
 *
 * An order that a warehouse may not have yet, such as a draft or a quotation, is not told.
 */
export const ReadyState = Schema.Literals(["ready", "cancelled", "done"])
export type ReadyState = typeof ReadyState.Type

/** An outbound order as the ERP tells it from which it comes: the order, what is to be done with it, and which warehouse is to ship it. */
export const ReadyOrder = Schema.Struct({
  /** As in `OutboundOrder`, except that `warehouseCode` is the ERP's and may be absent. */
  order: Schema.Struct({
    ...OutboundOrder.fields,
    /** The ERP's code of the warehouse, which the names of the link translate. If absent, `warehouseName` or the link decides. */
    warehouseCode: Schema.optionalKey(Schema.NonEmptyString)
  }),
  /**
   * The ERP's name of the warehouse, as in `warehouseNames` of a link. It decides before `warehouseCode` which link places the order.
   * Without both, the only link places it, if its `warehouseNames` has one code.
   */
  warehouseName: Schema.optionalKey(Schema.NonEmptyString),
  state: ReadyState,
  /** When the order last changed at the ERP. What the ERP told of an earlier change is not taken afterwards. */
  updatedAt: Schema.DateTimeUtcFromString
})
export type ReadyOrder = typeof ReadyOrder.Type
