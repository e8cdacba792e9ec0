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
import { contentColumns, openText, textsOf } from "./IntentStore.ts"

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
    const { kind, number } = parse(entity)
    const entry = creates.ofKind(kind)
    if (entry === undefined) return []
    const rows = yield* db.query(
      `select i.id, ${contentColumns} from entity e join intent i on i.entity = e.id join intent_content c on c.entity = e.id
       where e.scope = $1 and e.kind = $2 and e.number = $3 order by e.generation desc limit ${mostGenerations}`,
      [scope, kind, number]
    )
    return yield* Effect.forEach(rows, (row) =>
      Effect.option(Effect.flatMap(openText(vault, row, "asked"), textsOf(entry).decodePayload)))
  })

  return OrderContents.of({
    of: (scope, entities) =>
      Effect.map(
        Effect.forEach(entities.slice(0, mostOrders), (entity) => Effect.orElseSucceed(ofEntity(scope, entity), () => [])),
        (payloads) => payloads.flat().flatMap(Option.toArray)
      )
  })
})
