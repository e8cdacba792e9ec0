/**
 * `createInboundOrder`: announces goods to a warehouse that knows all their SKUs.
 */
import type { InboundOrder, Operation, WarehouseV1 } from "@crossdock/core"
import * as Effect from "effect/Effect"
import { answering } from "../Answering.ts"
import * as Catalogue from "../Catalogue.ts"
import type { Desk, Turn } from "../Desk.ts"
import * as Faults from "../Faults.ts"
import * as Inbound from "../Inbound.ts"
import * as InboundTable from "../InboundTable.ts"
import * as Magic from "../Magic.ts"
import * as Shelf from "../Shelf.ts"
import * as Stock from "../Stock.ts"

export const createInboundOrder = (desk: Desk): Operation.Handler<typeof WarehouseV1.CreateInboundOrder> => (order) => {
  const traits = Magic.traitsOf(order.lines.map((line) => line.sku))
  return answering(desk, {
    operation: "createInboundOrder",
    entity: order.asnNumber,
    answer: traits.answer,
    book: (turn) => book(desk, order, traits, turn)
  })
}

const book = Effect.fnUntraced(function*(
  desk: Desk,
  order: InboundOrder.InboundOrder,
  traits: Magic.Traits,
  turn: Turn
) {
  const { now, sequence } = turn
  const earlier = (yield* InboundTable.newest(desk, [order.asnNumber])).get(order.asnNumber)
  if (earlier !== undefined && Inbound.wordAt(earlier, now) !== "CANCELLED") {
    return yield* Effect.fail(Faults.orderExists(order.asnNumber, earlier.number))
  }
  if (!Catalogue.hasWarehouse(order.warehouseCode)) {
    return yield* Effect.fail(Faults.unknownWarehouse(order.warehouseCode))
  }
  const skus = [...Stock.pieces(order.lines).keys()].filter((sku) => !Magic.isMagic(sku))
  const shelves = yield* Shelf.levels(desk, order.warehouseCode, skus)
  const unknown = skus.find((sku) => !shelves.has(sku))
  if (unknown !== undefined) return yield* Effect.fail(Faults.unknownSku(order.lines, unknown, order.warehouseCode))

  const number = desk.number("SBI", sequence)
  const plan = Inbound.makePlan(order, { now, settings: desk.settings, traits })
  yield* InboundTable.insert(desk, turn, order, number, plan)
  yield* Shelf.promise(desk, {
    warehouse: order.warehouseCode,
    owner: number,
    now,
    movements: Inbound.movements(plan)
  })
  return { referenceNumber: number }
})
