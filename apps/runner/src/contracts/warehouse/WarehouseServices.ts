/**
 * What the modules of the warehouse contract work with. A module that is handed a few of these names them by `Pick`.
 */
import * as Effect from "effect/Effect"
import { Connections } from "../../connection/Connections.ts"
import { OrderContents } from "../../intents/OrderContents.ts"
import { Mapping } from "../../mapping/NameMapping.ts"
import { Outbox } from "../../outbox/Outbox.ts"
import { Reactions } from "../../outbox/Reactions.ts"
import * as Entities from "../../records/Entities.ts"
import * as GenerationStore from "../../records/GenerationStore.ts"
import { Kinds } from "../../records/Kinds.ts"
import { Database } from "../../store/Database.ts"
import { Vault } from "../../store/Vault.ts"
import * as PeerNumbers from "./PeerNumbers.ts"
import * as ReportNotes from "./ReportNotes.ts"

/** What reads, cancels and reports have in common. */
export const services = Effect.gen(function*() {
  const db = yield* Database
  const vault = yield* Vault
  const connections = yield* Connections
  const generations = GenerationStore.make(db, yield* Kinds, connections)
  return {
    db,
    vault,
    connections,
    generations,
    mapping: yield* Mapping,
    orderContents: yield* OrderContents,
    entities: Entities.make(db),
    notes: ReportNotes.make(db, vault),
    peerNumbers: PeerNumbers.make({ connections, generations })
  }
})
export type WarehouseServices = Effect.Success<typeof services>

/** Reports are also told to others. */
export const reportServices = Effect.gen(function*() {
  return { ...yield* services, outbox: yield* Outbox, reactions: yield* Reactions }
})
export type ReportServices = Effect.Success<typeof reportServices>
