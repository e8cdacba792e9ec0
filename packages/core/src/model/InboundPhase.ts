/**
 * How far an inbound order is: the closed set that rules read. The peer's own word stands beside it, in `status`.
 */
import * as Schema from "effect/Schema"

/**
 * - `announced`: the warehouse knows of it
 * - `shipping`: on its way to the warehouse
 * - `receiving`: some of it has arrived
 * - `received`: all that was expected has arrived
 * - `cancelled`: ended because somebody asked for that
 * - `closed`: ended otherwise, such as with less than was announced
 */
export const InboundPhase = Schema.Literals(["announced", "shipping", "receiving", "received", "cancelled", "closed"])
export type InboundPhase = typeof InboundPhase.Type

/** Nothing leads out of it. */
export const isEnded = (phase: InboundPhase): boolean => phase === "received" || phase === "cancelled" || phase === "closed"
