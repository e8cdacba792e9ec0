/**
 * Reads the stored create requests of some order numbers. They tell which personal data a message of a peer may quote.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { Database } from "../store/Database.ts"
import { Vault } from "../store/Vault.ts"
import { Creates } from "./CreateEntry.ts"
import { parse } from "../records/Kinds.ts"
import { payloadPlace, textsOf } from "./IntentStore.ts"

/** The number of generations to read for one order; a newer one may have a corrected address. */
const mostGenerations = 3
/** The maximum number of orders to read. */
const mostOrders = 100

export class OrderContents extends Context.Service<OrderContents, {
  /** Returns the payloads that can be decrypted; none if the database is unavailable. */
  readonly of: (scope: string, entities: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<unknown>>
}>()("@crossdock/runner/intents/OrderContents") {
  static readonly layer = Layer.effect(OrderContents, Effect.suspend(() => make))
}

const make = Effect.gen(function*() {
  const db = yield* Database
  const vault = yield* Vault
  const creates = yield* Creates

  const ofEntity = Effect.fnUntraced(function*(scope: string, entity: string) {
    const entry = creates.ofKind(parse(entity).kind)
    if (entry === undefined) return []
    const rows = yield* db.query(
      `select id, asked_sealed from intent where scope = $1 and operation = $2 and entity = $3 order by generation desc limit ${mostGenerations}`,
      [scope, entry.operation.name, entity]
    )
    return yield* Effect.forEach(rows, (row) =>
      Effect.option(Effect.flatMap(vault.open(payloadPlace(row.id, "asked"), row.asked_sealed), textsOf(entry).decodePayload)))
  })

  return OrderContents.of({
    of: (scope, entities) =>
      Effect.map(
        Effect.forEach(entities.slice(0, mostOrders), (entity) => Effect.orElseSucceed(ofEntity(scope, entity), () => [])),
        (payloads) => payloads.flat().flatMap(Option.toArray)
      )
  })
})
