import * as Schema from "effect/Schema"

/** The warehouse's code of an article. Crossdock does not interpret it. */
export const Sku = Schema.NonEmptyString.pipe(Schema.brand("Sku"))
export type Sku = typeof Sku.Type
