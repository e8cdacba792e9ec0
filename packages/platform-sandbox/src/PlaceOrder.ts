/**
 * Places an order as a buyer would, for tests and demonstrations.
 */
import type { AdapterError, PlatformOrder, SqlStorage } from "@crossdock/core"
import * as Effect from "effect/Effect"
import { due } from "./Arrivals.ts"
import * as Catalogue from "./Catalogue.ts"
import * as Faults from "./Faults.ts"
import { toOrder } from "./Orders.ts"
import * as OrderTable from "./OrderTable.ts"
import type { Goods } from "./OrderState.ts"
import type { Settings } from "./Settings.ts"
import * as ShopSession from "./ShopSession.ts"
import type { Port } from "./Tables.ts"

export interface Purchase {
  readonly onlineOrderId: string
  /** The name of the buyer and receiver, or a magic one. Default: `Sandbox Buyer`. */
  readonly buyer?: string
  /** SKUs with their pieces. Default: two pieces of `SKU-1001` and one of `SKU-1002`. */
  readonly goods?: Goods
}

const usual: Goods = [{ sku: "SKU-1001", quantity: 2 }, { sku: "SKU-1002", quantity: 1 }]

/** Stores an order at the current time and returns it as the shop tells it. Refused as `Duplicate` if the number exists. */
export const placeOrder = Effect.fnUntraced(function*(
  storage: Port,
  settings: Settings,
  { buyer = "Sandbox Buyer", goods = usual, onlineOrderId }: Purchase
): Effect.fn.Return<PlatformOrder.PlatformOrder, AdapterError.Reason | SqlStorage.StorageFailed> {
  const session = yield* ShopSession.make(storage, settings, due)
  return yield* session.inTransaction(Effect.fnUntraced(function*({ now }) {
    const unknown = goods.find(({ sku }) => Catalogue.articleOf(sku) === undefined)
    if (unknown !== undefined) return yield* Effect.fail(Faults.unknownItem(unknown.sku))
    if (!(yield* OrderTable.insert(session, { onlineOrderId, buyer, goods, createdAt: now }))) return yield* Effect.fail(Faults.orderExists(onlineOrderId))
    return toOrder(yield* OrderTable.get(session, onlineOrderId), now, settings)
  }))
})
