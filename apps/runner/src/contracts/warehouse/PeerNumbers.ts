/**
 * The warehouse's own numbers that callers name. Several merchants may share an account, and a warehouse may compare numbers without
 * regard to case or blanks, so a number reaches the warehouse only if it is stored for the caller's link, or if the operator allows
 * others for a connection that has one link alone.
 */
import * as Effect from "effect/Effect"
import type { ConnectedLink } from "../../Composition.ts"
import type { Connections } from "../../connection/Connections.ts"
import type { Generations } from "../../records/GenerationStore.ts"
import type { DatabaseFailed } from "../../store/Database.ts"
import type { OrderKind } from "./OrderKinds.ts"

/**
 * - `elsewhere`: another order has it, so the caller's order is not the one that it names
 * - `passed on`: the warehouse may be asked with it
 * - `left out`: the warehouse is asked by the order number alone
 */
export type Named = "elsewhere" | "passed on" | "left out"

export const make = ({ connections, generations }: { readonly connections: Connections["Service"]; readonly generations: Generations }) => ({
  /** What to do with the warehouse's number that a caller gives for an order that is not stored. */
  ofUnstored: Effect.fnUntraced(function*(link: ConnectedLink, kind: OrderKind, number: string): Effect.fn.Return<Named, DatabaseFailed> {
    if (yield* generations.isOfLink(link, kind, number)) return "elsewhere"
    if (connections.get(link.peer)?.unstoredNumbers === "forward") return (yield* generations.isKnown(link.peer, kind, number)) ? "elsewhere" : "passed on"
    yield* connections.drift(link.scope).report({
      where: `${kind} orders`,
      path: "/warehouseOrderNumber",
      message: "a number of the warehouse that is not stored for this link was left out of the call; the setting `unstoredNumbers` of the connection decides that"
    })
    return "left out"
  })
})
