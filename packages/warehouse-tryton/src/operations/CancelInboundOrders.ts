/**
 * Implements `cancelInboundOrders`, with one result for each number. Tryton would cancel a shipment whose goods have arrived
 * and leave the goods in stock, so this operation first checks whether any goods were received.
 */
import type { Operation, WarehouseV1 } from "@crossdock/core"
import * as Effect from "effect/Effect"
import type { Rpc } from "../Rpc.ts"
import * as Shipments from "../Shipments.ts"
import { incomingOf } from "./GetInboundOrders.ts"

const rounds = 3

export const cancelInboundOrders = (rpc: Rpc): Operation.Handler<typeof WarehouseV1.CancelInboundOrders> => {
  const cancelOne = Effect.fnUntraced(function*(asnNumber: string, warehouseCode: string | undefined) {
    for (let round = 1; round <= rounds; round++) {
      const found = yield* Shipments.under(rpc, Shipments.inbound, [asnNumber], warehouseCode)
      if (found.length === 0) return `Tryton has no shipment for ${asnNumber}`
      const open = found.filter(({ state }) => state !== "cancelled")
      if (open.length === 0) return undefined
      const begun = open.find(({ state }) => state !== "draft")
      if (begun !== undefined) return `shipment ${begun.number} for ${asnNumber} is ${begun.state}: goods have come in`
      const received = (yield* incomingOf(rpc, open)).some(({ state }) => state === "done")
      if (received) return `goods for ${asnNumber} have come in`
      for (const shipment of open) yield* Shipments.cancel(rpc, Shipments.inbound, shipment)
    }
    return `the shipments for ${asnNumber} changed meanwhile and were not cancelled`
  })

  return Effect.fnUntraced(function*({ asnNumbers, warehouseCode }) {
    const items = yield* Effect.forEach(asnNumbers, (asnNumber) =>
      cancelOne(asnNumber, warehouseCode).pipe(
        Effect.catchTag("Rejected", ({ fault }) => Effect.succeed(fault.message || fault.code)),
        Effect.map((failure) => ({ asnNumber, ...(failure !== undefined && { failure }) }))
      ))
    return { items }
  })
}
