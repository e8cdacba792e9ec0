/**
 * What the modules of the desk work with.
 */
import * as Effect from "effect/Effect"
import { Connections } from "../connection/Connections.ts"
import { Restored } from "../engine/RestoreMode.ts"
import { Intents } from "../intents/Intents.ts"
import { Mapping } from "../mapping/NameMapping.ts"
import { Database } from "../store/Database.ts"
import { Vault } from "../store/Vault.ts"
import * as DeskRows from "./DeskRows.ts"
import * as Needs from "./Needs.ts"
import * as OrderHistory from "./OrderHistory.ts"

export const services = Effect.gen(function*() {
  const db = yield* Database
  const vault = yield* Vault
  return {
    db,
    vault,
    connections: yield* Connections,
    mapping: yield* Mapping,
    intents: yield* Intents,
    restored: yield* Restored,
    rows: DeskRows.make(db),
    needs: Needs.make(db),
    ...OrderHistory.make(db, vault)
  }
})
export type DeskServices = Effect.Success<typeof services>
