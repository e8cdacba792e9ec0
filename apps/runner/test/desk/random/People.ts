/**
 * People who do what the holds of orders ask for, as it is printed (`Holds.ts`): they release orders, enter goods, and ask buyers.
 */
import * as Effect from "effect/Effect"
import { Desk } from "../../../src/desk/Desk.ts"
import * as Node from "./Node.ts"
import * as Shop from "./Shop.ts"
import type { Shown } from "./Truth.ts"

/** So many pieces of an article are enough for all orders that wait for it at once. */
const enough = 50

/** What a person does about a hold, by its cause. The world has no other holds; one that it does not have fails it. */
export type Act = "release" | "goods arrive" | "the shop ends its hold" | "say what is in the parcels" | "wait"

export const acts: Readonly<Record<string, Act>> = {
  stock: "goods arrive",
  onHold: "the shop ends its hold",
  person: "release",
  refused: "release",
  number: "wait",
  change: "release",
  shop: "release",
  noticePending: "wait",
  surplus: "release",
  unclear: "say what is in the parcels",
  finished: "release",
  short: "release"
}

export interface Surroundings {
  readonly shop: Shop.Shop
  readonly skus: ReadonlyArray<string>
  /** Lets goods arrive that are entered into the books. */
  readonly arrive: (sku: string, pieces: number) => void
  /** What is in each parcel of an order. Their warehouses say so if they are asked. */
  readonly parcelsOf: (order: string) => ReadonlyMap<string, Readonly<Record<string, number>>>
  /** What an order has too much comes back. */
  readonly takeBack: (order: string) => void
  /** The shop tells of an order. */
  readonly push: (order: string) => unknown
  /** Runs something at a node. */
  readonly serve: <A, E>(work: Effect.Effect<A, E, Node.Services>) => Effect.Effect<A, E>
}

/** Does what each held order asks for. Returns how many orders are held, and what nobody knows how to end. */
export const act = Effect.fnUntraced(function*({ arrive, parcelsOf, push, serve, shop, skus, takeBack }: Surroundings, { orders }: Pick<Shown, "orders">) {
  const held = orders.filter(({ state }) => state === "held")
  if (held.some(({ cause }) => cause === "stock")) for (const sku of skus) arrive(sku, enough)
  const wrong: Array<string> = []
  for (const { because, cause = "", order } of held) {
    const does = acts[cause]
    if (does === undefined) wrong.push(`order ${order} is held (${cause}: ${because}), and nobody is to be asked about it`)
    if (does === "say what is in the parcels") {
      for (const [parcel, pieces] of parcelsOf(order)) {
        const refused = yield* Effect.flip(serve(Effect.flatMap(Desk, ({ found }) => found({ scope: Shop.scope, number: order, who: "Ada", parcel, pieces })))).pipe(Effect.orElseSucceed(() => undefined))
        if (refused !== undefined) wrong.push(`order ${order} is held (${cause}: ${because}), and a person cannot say what is in ${parcel}: ${String(refused)}`)
      }
    }
    if (cause === "stock") yield* serve(Effect.flatMap(Desk, ({ place }) => place({ scope: Shop.scope, number: order, who: "Ada", reason: "the goods come wherever they come", place: undefined })))
    if (does === "the shop ends its hold") {
      shop.endHold(order)
      push(order)
    }
    if (does !== "release") continue
    yield* serve(Effect.flatMap(Desk, ({ release }) => release({ scope: Shop.scope, number: order, who: "Ada", reason: "did what it asks for" })))
    shop.released(order)
    takeBack(order)
  }
  return { held: held.length, wrong }
})
