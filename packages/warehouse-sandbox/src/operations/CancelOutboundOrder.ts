/**
 * `cancelOutboundOrder`: cancels an order that has not been shipped, and ends its reservations.
 */
import { AdapterError, type Operation, type WarehouseV1 } from "@crossdock/core"
import * as Effect from "effect/Effect"
import type { AccountSession } from "../AccountSession.ts"
import * as Faults from "../Faults.ts"
import * as Outbound from "../Outbound.ts"
import * as OutboundTable from "../OutboundTable.ts"
import * as StockRepository from "../StockRepository.ts"

export const cancelOutboundOrder = (session: AccountSession): Operation.Handler<typeof WarehouseV1.CancelOutboundOrder> =>
  Effect.fnUntraced(function*(wanted) {
    const answer = yield* session.inTransaction(({ now }) => cancel(session, wanted, now))
    if (answer === "lost") {
      return yield* Effect.fail(
        new AdapterError.TransportFailed({ phase: "receive", cause: "the sandbox lost this answer" })
      )
    }
    return {}
  })

const cancel = Effect.fnUntraced(function*(
  session: AccountSession,
  { orderNumber, warehouseCode, warehouseOrderNumber }: typeof WarehouseV1.CancelOutboundOrder.payload.Type,
  now: number
) {
  const order = (yield* OutboundTable.newest(session, [orderNumber])).get(orderNumber)
  if (
    order === undefined ||
    (warehouseCode !== undefined && warehouseCode !== order.warehouseCode) ||
    (warehouseOrderNumber !== undefined && warehouseOrderNumber !== order.number)
  ) {
    return yield* Effect.fail(Faults.orderNotFound(orderNumber))
  }
  const word = Outbound.statusWordAt(order, now)
  if (word === "CANCELLED") return "given"
  if (word === "FAILED") return yield* Effect.fail(Faults.alreadyFailed(orderNumber))
  if (word === "SHIPPED" || word === "PARTIALLY_SHIPPED") return yield* Effect.fail(Faults.alreadyShipped(orderNumber))
  if (order.plan.cancel === "refused") return yield* Effect.fail(Faults.cancelRefused(orderNumber))

  yield* StockRepository.settle(session, now)
  yield* OutboundTable.cancel(session, order.number, now)
  yield* StockRepository.release(session, { warehouse: order.warehouseCode, owner: order.number, now })
  return order.plan.cancel === "answer-lost" ? "lost" : "given"
})
