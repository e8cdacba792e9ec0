import * as Schema from "effect/Schema"

/** The code by which a warehouse knows an article (stock keeping unit). Crossdock compares it as it is and does not interpret it. */
export const Sku = Schema.NonEmptyString.pipe(Schema.brand("Sku"))
export type Sku = typeof Sku.Type
