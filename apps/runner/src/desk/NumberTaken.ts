/**
 * What the desk does about a number that somebody else has used at the link of a warehouse since the desk chose it: it takes another one.
 */
import * as Schema from "effect/Schema"

/** A number of a part belongs to another order at the link of its warehouse. */
export class NumberTaken extends Schema.TaggedError<NumberTaken>("@crossdock/runner/desk/NumberTaken")("NumberTaken", {}) {}

/** Why and for what cause an order is held until the next round, which places it under another number. */
export const cause = "number"
export const because = "somebody else has created an order under this number at the link of the warehouse meanwhile, so another number is used"
