/**
 * Delivered messages that a person had sent again.
 */
import type { Types } from "./ColumnTypes.ts"

/** When a message was last sent again, so that a repeated command does not send it once more. */
export const resentDeliveries = ({ long }: Types): ReadonlyArray<string> => [`alter table delivery add column resent_at ${long}`]
