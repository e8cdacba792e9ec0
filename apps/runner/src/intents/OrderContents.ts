/**
 * Reads what is stored of the contents of some orders. They tell which personal data a message of a peer may quote.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { Database } from "../store/Database.ts"
import { Vault } from "../store/Vault.ts"
import { Creates } from "./CreateEntry.ts"
import { type Kind, Kinds, parse } from "../records/Kinds.ts"
import { contentColumns, openText, textsOf } from "./IntentStore.ts"

/** The number of generations to read for one order; a newer one may have a corrected address. */
const mostGenerations = 3
/** The maximum number of orders to read. */
const mostOrders = 100

/** Reads the contents of records of a kind that peers create. Those of all other kinds are in the requests that created them. */
export interface RecordContents {
  readonly kind: Kind
  readonly of: (scope: string, number: string) => Effect.Effect<Option.Option<unknown>>
}

export class OrderContents extends Context.Service<OrderContents, {
  /** Returns the contents that can be decrypted; none if the database is unavailable. */
  readonly of: (scope: string, entities: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<unknown>>
}>()("@crossdock/runner/intents/OrderContents") {
  static readonly layer = <R>(sources: ReadonlyArray<Effect.Effect<RecordContents, never, R>>) => Layer.effect(OrderContents, Effect.flatMap(Effect.all(sources), make))
}

const make = Effect.fnUntraced(function*(sources: ReadonlyArray<RecordContents>) {
  const db = yield* Database
  const vault = yield* Vault
  const creates = yield* Creates
  const kinds = yield* Kinds
  const byKind = new Map(sources.map((source) => [source.kind, source]))

  const rowsOf = (scope: string, kind: Kind, number: string, most: number) =>
    db.query(
      `select i.id, ${contentColumns} from entity e join intent i on i.entity = e.id join intent_content c on c.entity = e.id
       where e.scope = $1 and e.kind = $2 and e.number = $3 order by e.generation desc limit $4`,
      [scope, kind, number, most]
    )

  const ofEntity = Effect.fnUntraced(function*(scope: string, entity: string) {
    const { kind: queue, number } = parse(entity)
    const kind = kinds.ofQueue(queue)
    const source = byKind.get(kind)
    if (source !== undefined) return [yield* source.of(scope, number)]
    const entry = creates.ofKind(kind)
    if (entry === undefined) return []
    return yield* Effect.forEach(yield* rowsOf(scope, kind, number, mostGenerations), (row) =>
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
