import * as Schema from "effect/Schema"

/** The warehouse's code of an article. Crossdock does not interpret it. */
export const Sku = Schema.NonEmptyString.pipe(Schema.brand("Sku"))
export type Sku = typeof Sku.Type

/** A number of pieces in an order, a shipment or a packing line. It is a whole number greater than 0 (U-80). */
export const Pieces = Schema.Int.check(Schema.isGreaterThan(0))
