/**
 * Whether a peer's refusal in words that nobody lists is final. The usual value stands in for that of a connection that is not in the
 * composition any more.
 */
import type { Connections } from "./Connections.ts"

/** The setting `refusals` of a connection. */
export type Refusals = "final" | "in doubt"

export const refusalsOf = (connections: Connections["Service"], id: string): Refusals => connections.get(id)?.refusals ?? "final"
