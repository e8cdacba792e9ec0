/**
 * An order as a sales platform stores it: its identifiers, the time of its last change, and the platform's whole message.
 * `PlatformV1` will add fields; the meaning of the existing fields does not change (document 2, 2.10).
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
  /** The platform's message as JSON text, exactly as received. It contains personal data. */
  raw: personal("The message as received")
})
export type PlatformOrder = typeof PlatformOrder.Type
