/**
 * Erases the personal data of an order, by any of its numbers.
 */
import * as Effect from "effect/Effect"
import { Connections } from "../connection/Connections.ts"
import { Erasure, type Obstacle } from "../jobs/Erasure.ts"
import { Kinds, type KindRow } from "../records/Kinds.ts"
import * as NumberSearch from "../records/NumberSearch.ts"
import { Database } from "../store/Database.ts"
import * as ActNotes from "./ActNotes.ts"
import { conflict, invalid, notFound } from "./Responses.ts"

export interface Asked {
  readonly number: string
  readonly scopes: ReadonlyArray<string>
  readonly kinds: ReadonlyArray<KindRow>
  readonly reason: string
  readonly who: string
  readonly isConfirmed: boolean
}

const because: { readonly [Is in Obstacle["is"]]: string } = {
  open: "is not finished, and its address is still needed",
  create: "has a create that is not settled (`crossdock intents ls`)",
  delivery: "has messages to an ERP that are not delivered (`crossdock deliveries ls`)",
  desk: "is not done at the order desk (`crossdock desk ls`)"
}

const unknown = (number: string) =>
  notFound("order", number, "it is no order number, number at a warehouse, tracking number or batch number that this runner knows; `crossdock orders ls` lists the newest orders")

const nothing = { creates: 0, contents: 0, messages: 0, texts: 0 } as const

const refusal = (obstacles: ReadonlyArray<Obstacle>) =>
  conflict("ORDER_OPEN", `nothing was erased: ${obstacles.map(({ is, record }) => `${record.kind} ${record.number} of ${record.scope} ${because[is]}`).join("; ")}. Erase it once that is over`)

export const make = Effect.gen(function*() {
  const connections = yield* Connections
  const erasure = yield* Erasure
  const search = NumberSearch.make(yield* Database, yield* Kinds)

  return Effect.fnUntraced(function*({ isConfirmed, kinds, number, reason, scopes, who }: Asked) {
    const found = yield* search(number, { scopes, kinds, connections: connections.all.map(({ id }) => id) })
    const [first] = found
    if (first === undefined) return yield* Effect.fail(unknown(number))
    const records = yield* erasure.together([first])
    const keys = new Set(records.map(NumberSearch.keyOf))
    const others = found.filter((one) => !keys.has(NumberSearch.keyOf(one)))
    if (others.length > 0) {
      const named = [first, ...others].map((one) => `${one.kind} ${one.number} of ${one.scope}`).join(", ")
      return yield* Effect.fail(invalid("/query/link", `several orders have the number ${JSON.stringify(number)}: ${named}; write the link of one of them, and its kind if that has several`))
    }
    if (!isConfirmed) {
      const obstacles = yield* erasure.obstacles(records)
      return obstacles.length > 0 ? yield* Effect.fail(refusal(obstacles)) : { records, isErased: false, ...nothing }
    }
    yield* ActNotes.order(first.scope, first.number)
    const done = yield* erasure.erase(records, { who, reason })
    return "creates" in done ? { records, isErased: true, ...done } : yield* Effect.fail(refusal(done))
  })
})
