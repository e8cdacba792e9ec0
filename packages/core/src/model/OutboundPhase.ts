/**
 * The state of an outbound order as one of a closed set of values, which rules rely on. The field `status` has the peer's
 * own word for the state.
 */
import * as Schema from "effect/Schema"

/**
 * - `open`: no goods have left the warehouse, or only a part of them
 * - `shipped`: all goods have left
 * - `delivered`: all goods have arrived at the receiver; with a peer that does not report deliveries, the order stays
 *   `shipped`
 * - `cancelled`: the order ended because somebody cancelled it
 * - `failed`: the order ended because the warehouse cannot ship it
 * - `closedShort`: the order ended with fewer goods than were ordered: its parcels have left, and the rest never leaves
 */
export const OutboundPhase = Schema.Literals(["open", "shipped", "delivered", "cancelled", "failed", "closedShort"])
export type OutboundPhase = typeof OutboundPhase.Type

/**
 * Returns true for a phase in which the warehouse no longer works on the order. Two changes may still follow: shipped
 * goods arrive, or a cancelled or failed order turns out to have been shipped.
 */
export const isDoneAtWarehouse = (phase: OutboundPhase): boolean => phase !== "open"

/** Returns true if all goods have left the warehouse. */
export const hasLeft = (phase: OutboundPhase): boolean => phase === "shipped" || phase === "delivered"

/** Returns true for a phase in which every parcel of the order has left, whether or not all of its goods are in them. */
export const parcelsHaveLeft = (phase: OutboundPhase): boolean => hasLeft(phase) || phase === "closedShort"

/** Returns true if the order ended before any goods left, so that its number may be used for another order. */
export const isVoid = (phase: OutboundPhase): boolean => phase === "cancelled" || phase === "failed"
