/**
 * `cancelInboundOrders`: each of which nothing has arrived; the others say why not.
 */
import type { InboundOrder, Operation, WarehouseV1 } from "@crossdock/core"
import * as Effect from "effect/Effect"
import type { Desk } from "../Desk.ts"
import * as Faults from "../Faults.ts"
import * as Inbound from "../Inbound.ts"
import * as InboundTable from "../InboundTable.ts"
import * as Shelf from "../Shelf.ts"

export const cancelInboundOrders = (desk: Desk): Operation.Handler<typeof WarehouseV1.CancelInboundOrders> =>
  Effect.fnUntraced(function*({ asnNumbers, warehouseCode }) {
    return yield* desk.inTurn(Effect.fnUntraced(function*({ now }) {
      yield* Shelf.settle(desk, now)
      const found = yield* InboundTable.newest(desk, asnNumbers)
      return yield* Effect.forEach(
        [...new Set(asnNumbers)],
        Effect.fnUntraced(function*(asnNumber) {
          const order = found.get(asnNumber)
          if (order === undefined || (warehouseCode !== undefined && warehouseCode !== order.warehouseCode)) {
            return failed(asnNumber, Faults.inboundNotFound(asnNumber))
          }
          const word = Inbound.wordAt(order, now)
          if (word === "CANCELLED") return { asnNumber }
          if (word !== "ANNOUNCED" && word !== "ON_THE_WAY") return failed(asnNumber, Faults.alreadyReceived(asnNumber))
          yield* InboundTable.cancel(desk, order.number, now)
          yield* Shelf.release(desk, { warehouse: order.warehouseCode, owner: order.number, now })
          return { asnNumber }
        })
      )
    }))
  })

const failed = (asnNumber: InboundOrder.AsnNumber, failure: string) => ({ asnNumber, failure })
