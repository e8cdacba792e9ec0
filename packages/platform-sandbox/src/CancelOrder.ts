/**
 * Cancels an order as its buyer would, for tests and demonstrations.
 */
import type { AdapterError, SqlStorage } from "@crossdock/core"
import * as Effect from "effect/Effect"
import { due } from "./Arrivals.ts"
import * as Faults from "./Faults.ts"
import * as OrderTable from "./OrderTable.ts"
import * as OrderState from "./OrderState.ts"
import type { Settings } from "./Settings.ts"
import * as ShopSession from "./ShopSession.ts"
import type { Port } from "./Tables.ts"

/** Cancels an order at the current time. Refused if the number is unknown, or the order has ended or was shipped completely. */
export const cancelOrder = Effect.fnUntraced(function*(
  storage: Port,
  settings: Settings,
  onlineOrderId: string
): Effect.fn.Return<void, AdapterError.Reason | SqlStorage.StorageFailed> {
  const session = yield* ShopSession.make(storage, settings, due)
  yield* session.inTransaction(Effect.fnUntraced(function*({ now }) {
    const order = yield* OrderTable.get(session, onlineOrderId)
    const status = OrderState.statusOf(order, now)
    if (status === "SHIPPED" || status === "COMPLETED" || status === "CANCELLED") return yield* Effect.fail(Faults.notCancellable(onlineOrderId, status))
    yield* OrderTable.update(session, onlineOrderId, { ...order.plan, cancelsAt: now }, now)
  }))
})
