/**
 * Writes lines of history about orders of shops.
 */
import * as Effect from "effect/Effect"
import { entityOf } from "../records/Kinds.ts"
import type { Database, DatabaseFailed } from "../store/Database.ts"
import * as History from "../store/History.ts"
import type { Vault } from "../store/Vault.ts"
import { type DeskOrder, kindOfOrders } from "./DeskRows.ts"

export const make = (db: Database["Service"], vault: Vault["Service"]) => {
  /** Writes what happened to an order. `who` is the runner unless somebody else is named. */
  const note = ({ number, scope }: Pick<DeskOrder, "number" | "scope">, what: History.What, detail: string | undefined, who = "runner"): Effect.Effect<void, DatabaseFailed> =>
    History.record(db, vault, { scope, entity: entityOf(kindOfOrders, number), who, what, detail })

  /** The same for the order in a row. */
  const noteOfRow = Effect.fnUntraced(function*(entity: number, what: History.What, detail: string, who?: string) {
    const order = yield* db.one("select scope, number from entity where id = $1", [entity])
    if (order !== undefined) yield* note({ scope: order.scope, number: order.number }, what, detail, who)
  })

  return { note, noteOfRow }
}
