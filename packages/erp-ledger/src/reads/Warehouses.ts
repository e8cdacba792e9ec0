/** The warehouses that a query names, and how records name them. */
import type { AdapterError } from "@crossdock/core"
import * as Effect from "effect/Effect"
import type { BooksSession } from "../BooksSession.ts"
import * as Faults from "../Faults.ts"
import type { Warehouse } from "../Settings.ts"

/** Finds the warehouse of a name; refuses a name that no warehouse has. */
export const named = ({ warehouseByName }: Pick<BooksSession, "warehouseByName">, name: string): Effect.Effect<Warehouse, AdapterError.Reason> => {
  const found = warehouseByName.get(name)
  return found === undefined ? Effect.fail(Faults.unknownWarehouse(name)) : Effect.succeed(found)
}

/** Finds the warehouses of names, each once and in the order of the settings. */
export const allNamed = (
  session: Pick<BooksSession, "settings" | "warehouseByName">,
  names: ReadonlyArray<string>
): Effect.Effect<ReadonlyArray<Warehouse>, AdapterError.Reason> =>
  Effect.map(Effect.forEach(names, (name) => named(session, name)), (found) => session.settings.warehouses.filter((each) => found.includes(each)))

/** The id of a warehouse that a query may name. */
export const idOf = (
  session: Pick<BooksSession, "warehouseByName">,
  name: string | undefined
): Effect.Effect<string | undefined, AdapterError.Reason> => name === undefined ? Effect.undefined : Effect.map(named(session, name), ({ id }) => id)

/** The members by which a record names its warehouse. A warehouse that the settings no longer have is named by its id. */
export const members = ({ warehouseById }: Pick<BooksSession, "warehouseById">, id: string) => ({
  warehouseName: warehouseById.get(id)?.name ?? id,
  warehouseId: id
})
