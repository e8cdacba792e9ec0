/**
 * An order as a sales platform holds it: what identifies it, when it changed, and the platform's message kept whole.
 * The modelled members grow with `PlatformV1`; nothing that is here changes its meaning.
 *
 * Document 2, 2.10.
 */
import * as Schema from "effect/Schema"
import { personal } from "./Personal.ts"

export const PlatformOrder = Schema.Struct({
  platform: Schema.NonEmptyString,
  shopId: Schema.NonEmptyString,
  onlineOrderId: Schema.NonEmptyString,
  modifiedAt: Schema.optionalKey(Schema.DateTimeUtcFromString),
  /** The platform's own word for the state of the order. */
  status: Schema.NonEmptyString,
  /** The message as JSON text, exactly as received. It holds personal data. */
  raw: personal("The message as received")
})
export type PlatformOrder = typeof PlatformOrder.Type
