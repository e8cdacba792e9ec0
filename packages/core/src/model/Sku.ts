import * as Schema from "effect/Schema"

/** The warehouse's own item code; opaque to us. */
export const Sku = Schema.NonEmptyString.pipe(Schema.brand("Sku"))
export type Sku = typeof Sku.Type

/** Pieces of an order, a shipment or a packing line: whole and greater than 0 (U-80). */
export const Pieces = Schema.Int.check(Schema.isGreaterThan(0))

/** Pieces received so far: whole, 0 included. */
export const Count = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))
