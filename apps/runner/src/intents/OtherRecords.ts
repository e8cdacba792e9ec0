/**
 * Reads what is stored of other records than the one of an intent. A database that fails is a defect of the query, which is
 * then asked again.
 */
import * as Effect from "effect/Effect"
import type { Generations } from "../records/GenerationStore.ts"
import type { Database, Row } from "../store/Database.ts"
import type { OtherRecords } from "./CreateEntry.ts"

export const make = (db: Database["Service"], generations: Generations) => ({ connection, created_at, entity, operation, scope }: Row): OtherRecords => ({
  begunAt: Number(created_at),
  haveAtPeer: (kind, peerNumber) => Effect.orDie(generations.isKnown(connection, kind, peerNumber)),
  have: (kind, number) =>
    Effect.orDie(Effect.map(
      db.one("select id from entity where scope = $1 and kind = $2 and number = $3 and id <> $4 limit 1", [scope, kind, number, entity]),
      (row) => row !== undefined
    )),
  unsettled: Effect.orDie(Effect.map(
    db.query(
      `select (select e.number from entity e where e.id = i.entity) as number from intent i
       where i.connection = $1 and i.state in ('Pending', 'InFlight', 'Doubtful') and i.attempt > 0 and i.scope = $2 and i.operation = $3 and i.entity <> $4`,
      [connection, scope, operation, entity]
    ),
    (rows) => rows.map(({ number }) => String(number))
  ))
})
