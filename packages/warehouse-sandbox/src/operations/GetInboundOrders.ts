/**
 * `getInboundOrders`: returns the totals received so far, in the order of the query.
 */
import type { Operation, WarehouseV1 } from "@crossdock/core"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { AccountSession } from "../AccountSession.ts"
import * as Inbound from "../Inbound.ts"
import * as InboundTable from "../InboundTable.ts"

export const getInboundOrders = (session: AccountSession): Operation.Handler<typeof WarehouseV1.GetInboundOrders> =>
  Effect.fnUntraced(function*({ inboundOrders, warehouseCode }) {
    const asnNumbers = [...new Set(inboundOrders.map(({ asnNumber }) => asnNumber))]
    const found = yield* InboundTable.newest(session, asnNumbers)
    const now = yield* Clock.currentTimeMillis
    const items = asnNumbers.flatMap((asnNumber) => {
      const order = found.get(asnNumber)
      return order !== undefined && (warehouseCode === undefined || warehouseCode === order.warehouseCode)
        ? [Inbound.statusAt(order, now)]
        : []
    })
    return { items }
  })
