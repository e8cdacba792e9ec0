/**
 * `cancelInboundOrders`: cancels the orders of which nothing has arrived, and returns a failure for the others.
 */
import type { InboundOrder, Operation, WarehouseV1 } from "@crossdock/core"
import * as Effect from "effect/Effect"
import type { AccountSession } from "../AccountSession.ts"
import * as Faults from "../Faults.ts"
import * as Inbound from "../Inbound.ts"
import * as InboundTable from "../InboundTable.ts"
import * as StockRepository from "../StockRepository.ts"

export const cancelInboundOrders = (session: AccountSession): Operation.Handler<typeof WarehouseV1.CancelInboundOrders> =>
  Effect.fnUntraced(function*({ asnNumbers, warehouseCode }) {
    return yield* session.inTransaction(Effect.fnUntraced(function*({ now }) {
      yield* StockRepository.settle(session, now)
      const found = yield* InboundTable.newest(session, asnNumbers)
      const items = yield* Effect.forEach(
        [...new Set(asnNumbers)],
        Effect.fnUntraced(function*(asnNumber) {
          const order = found.get(asnNumber)
          if (order === undefined || (warehouseCode !== undefined && warehouseCode !== order.warehouseCode)) {
            return failed(asnNumber, Faults.inboundNotFound(asnNumber))
          }
          const word = Inbound.statusWordAt(order, now)
          if (word === "CANCELLED") return { asnNumber }
          if (word !== "ANNOUNCED" && word !== "ON_THE_WAY") return failed(asnNumber, Faults.alreadyReceived(asnNumber))
          yield* InboundTable.cancel(session, order.number, now)
          yield* StockRepository.release(session, { warehouse: order.warehouseCode, owner: order.number, now })
          return { asnNumber }
        })
      )
      return { items }
    }))
  })

const failed = (asnNumber: InboundOrder.AsnNumber, failure: string) => ({ asnNumber, failure })
