/**
 * `getOutboundOrders`: returns the current statuses, in the order of the query.
 */
import type { Operation, WarehouseV1 } from "@crossdock/core"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { AccountSession } from "../AccountSession.ts"
import * as Outbound from "../Outbound.ts"
import * as OutboundTable from "../OutboundTable.ts"

export const getOutboundOrders = (session: AccountSession): Operation.Handler<typeof WarehouseV1.GetOutboundOrders> =>
  Effect.fnUntraced(function*({ orders, warehouseCode }) {
    const orderNumbers = [...new Set(orders.map(({ orderNumber }) => orderNumber))]
    const found = yield* OutboundTable.newest(session, orderNumbers)
    const now = yield* Clock.currentTimeMillis
    const items = orderNumbers.flatMap((orderNumber) => {
      const order = found.get(orderNumber)
      const isShown = order !== undefined &&
        (warehouseCode === undefined || warehouseCode === order.warehouseCode) &&
        (order.plan.visibleAt === undefined || order.plan.visibleAt <= now)
      return isShown ? [Outbound.statusAt(order, now)] : []
    })
    return { items }
  })
