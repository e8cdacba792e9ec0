/**
 * The state of an outbound order as one of a closed set of values, which rules rely on. The field `status` has the peer's
 * own word for the state.
 */
import * as Schema from "effect/Schema"

/**
 * The state of an outbound order:
 * - `open`: no goods have left the warehouse, or only a part of them
 * - `shipped`: all goods have left
 * - `delivered`: all goods have arrived at the receiver; with a peer that does not report deliveries, the order stays
 *   `shipped`
 * - `cancelled`: the order ended because somebody cancelled it, before any goods left
 * - `failed`: the order ended because the warehouse cannot ship it
 * - `closedShort`: the order ended with fewer goods than were ordered: its parcels have left, and the rest never leaves, for example because
 *   somebody cancelled it after the first parcel
 */
export const OutboundPhase = Schema.Literals(["open", "shipped", "delivered", "cancelled", "failed", "closedShort"])
export type OutboundPhase = typeof OutboundPhase.Type

/**
 * Returns true for every phase except `open`, so also for `cancelled` and `failed`. It is not always the last one: shipped goods may still
 * arrive, and an order that was cancelled or failed may turn out to have been shipped.
 */
export const isNoLongerOpen = (phase: OutboundPhase): boolean => phase !== "open"

/** Returns true for `shipped` and `delivered`: all goods of the order have left the warehouse. */
export const allGoodsHaveLeft = (phase: OutboundPhase): boolean => phase === "shipped" || phase === "delivered"

/** Returns true for `shipped`, `delivered` and `closedShort`: no further parcel leaves, whether or not all goods were in those that did. */
export const allParcelsHaveLeft = (phase: OutboundPhase): boolean => allGoodsHaveLeft(phase) || phase === "closedShort"

/** Returns true for `cancelled` and `failed`: the order ended before any goods left, so its number may be used for another order. */
export const endedUnshipped = (phase: OutboundPhase): boolean => phase === "cancelled" || phase === "failed"
