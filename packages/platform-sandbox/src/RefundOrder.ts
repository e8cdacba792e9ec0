/**
 * Refunds a piece of an order as the shop would, for tests and demonstrations.
 */
import type { AdapterError, SqlStorage } from "@crossdock/core"
import * as Effect from "effect/Effect"
import { due } from "./Arrivals.ts"
import * as OrderTable from "./OrderTable.ts"
import type { Settings } from "./Settings.ts"
import * as ShopSession from "./ShopSession.ts"
import type { Port } from "./Tables.ts"

/** Refunds one piece of the first line of an order at the current time. A repeat changes nothing. Refused if the number is unknown. */
export const refundOrder = Effect.fnUntraced(function*(
  storage: Port,
  settings: Settings,
  onlineOrderId: string
): Effect.fn.Return<void, AdapterError.Reason | SqlStorage.StorageFailed> {
  const session = yield* ShopSession.make(storage, settings, due)
  yield* session.inTransaction(Effect.fnUntraced(function*({ now }) {
    const { plan } = yield* OrderTable.get(session, onlineOrderId)
    if (plan.refundsAt !== undefined && plan.refundsAt <= now) return
    yield* OrderTable.update(session, onlineOrderId, { ...plan, refundsAt: now }, now)
  }))
})
