/** Opens the books of a baseline, by its settings. */
import type { Books } from "../common/Books.ts"
import type { settings as all } from "../common/Settings.ts"
import * as Durable from "./Durable.ts"
import * as Sqlite from "./Sqlite.ts"
import { open as store } from "./Store.ts"

/** The client of PostgreSQL is loaded only if it is used, as in the runner. */
export const open = async (settings: typeof all): Promise<Books> => {
  const { databaseUrl, file, form } = settings
  if (databaseUrl !== "") return (await import("./Postgres.ts")).books(databaseUrl, settings)
  return form === "durable" ? Durable.books(store(file, "grouped"), settings) : Sqlite.books(store(file, form), settings)
}
