/**
 * Reads the stored create requests of some order numbers. They tell which personal data a message of a peer may quote.
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { Database } from "../store/Database.ts"
import type { Vault } from "../store/Vault.ts"
import { entryOf } from "./Creates.ts"
import { payloadPlace, textsOf } from "./IntentBook.ts"

/** The number of generations to read for one order; a newer one may have a corrected address. */
const mostGenerations = 3
/** The maximum number of orders to read. */
const mostOrders = 100

/** Returns the payloads that can be decrypted; none if the database is unavailable. */
export const of = (
  db: Database["Service"],
  vault: Vault["Service"],
  scope: string,
  entities: ReadonlyArray<string>
): Effect.Effect<ReadonlyArray<unknown>> =>
  Effect.map(
    Effect.forEach(entities.slice(0, mostOrders), (entity) =>
      Effect.gen(function*() {
        const rows = yield* db.query(
          `select id, operation, asked_sealed from intent where scope = $1 and operation = $2 and entity = $3
           order by generation desc limit ${mostGenerations}`,
          [scope, entity.startsWith("outbound:") ? "createOutboundOrder" : "createInboundOrder", entity]
        )
        return yield* Effect.forEach(rows, (row) => {
          const entry = entryOf(row.operation)
          return entry === undefined
            ? Effect.succeedNone
            : Effect.option(Effect.flatMap(vault.open(payloadPlace(row.id, "asked"), row.asked_sealed), textsOf(entry).decodePayload))
        })
      }).pipe(Effect.orElseSucceed(() => []))),
    (payloads) => payloads.flat().flatMap(Option.toArray)
  )
