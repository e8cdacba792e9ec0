/**
 * The state of an inbound order as one of a closed set of values, which rules rely on. The field `status` has the peer's
 * own word for the state.
 */
import * as Schema from "effect/Schema"

/**
 * The state of an inbound order:
 * - `announced`: the warehouse has accepted the order
 * - `shipping`: the goods are on their way to the warehouse
 * - `receiving`: some of the goods have arrived
 * - `received`: all expected goods have arrived
 * - `cancelled`: the order ended because somebody cancelled it
 * - `closed`: the order ended in another way, for example with fewer goods than announced
 */
export const InboundPhase = Schema.Literals(["announced", "shipping", "receiving", "received", "cancelled", "closed"])
export type InboundPhase = typeof InboundPhase.Type

/** Returns true for `received`, `cancelled` and `closed`: no other phase follows. */
export const isEnded = (phase: InboundPhase): boolean => phase === "received" || phase === "cancelled" || phase === "closed"
