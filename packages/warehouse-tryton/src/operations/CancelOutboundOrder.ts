/**
 * Implements `cancelOutboundOrder`: it reads the shipments with the order number, cancels them, and reads them again.
 */
import type { Operation, WarehouseV1 } from "@crossdock/core"
import * as Effect from "effect/Effect"
import { refusal } from "../Faults.ts"
import type { Rpc } from "../Rpc.ts"
import * as Shipments from "../Shipments.ts"

const rounds = 3

/** It refuses to cancel a shipment whose goods have left. If goods are picked or packed, it cancels, and they stay in the output zone. */
export const cancelOutboundOrder = (rpc: Rpc): Operation.Handler<typeof WarehouseV1.CancelOutboundOrder> =>
  Effect.fnUntraced(function*({ orderNumber, warehouseCode }) {
    for (let round = 1; round <= rounds; round++) {
      const found = yield* Shipments.under(rpc, Shipments.outbound, [orderNumber], warehouseCode)
      if (found.length === 0) return yield* refusal("UNKNOWN_ORDER", `Tryton has no shipment for ${orderNumber}`)
      const left = found.find((shipment) => shipment.state === "done")
      if (left !== undefined) {
        return yield* refusal("NOT_CANCELLABLE", `shipment ${left.number} for ${orderNumber} is done: the goods have left`)
      }
      const open = found.filter((shipment) => shipment.state !== "cancelled")
      if (open.length === 0) return {}
      for (const shipment of open) yield* Shipments.cancel(rpc, Shipments.outbound, shipment)
    }
    const [last] = (yield* Shipments.under(rpc, Shipments.outbound, [orderNumber], warehouseCode)).filter((shipment) =>
      shipment.state !== "cancelled"
    )
    if (last === undefined) return {}
    return yield* refusal("NOT_CANCELLABLE", `shipment ${last.number} for ${orderNumber} is ${last.state} and was not cancelled`)
  })
