/**
 * How far an outbound order is: the closed set that rules read. The peer's own word stands beside it, in `status`.
 */
import * as Schema from "effect/Schema"

/**
 * - `open`: nothing has left, or only a part
 * - `shipped`: all of it has left
 * - `delivered`: all of it has arrived at the receiver; a peer that does not tell leaves the order at `shipped`
 * - `cancelled`: ended because somebody asked for that
 * - `failed`: ended because the warehouse cannot ship it
 */
export const OutboundPhase = Schema.Literals(["open", "shipped", "delivered", "cancelled", "failed"])
export type OutboundPhase = typeof OutboundPhase.Type

/** Nothing leads out of it, except that goods may turn out to have left, and shipped goods arrive. */
export const isEnded = (phase: OutboundPhase): boolean => phase !== "open"

/** The goods have left. */
export const hasLeft = (phase: OutboundPhase): boolean => phase === "shipped" || phase === "delivered"

/** Ended without goods that left: the number may be used for another order. */
export const isVoid = (phase: OutboundPhase): boolean => phase === "cancelled" || phase === "failed"
