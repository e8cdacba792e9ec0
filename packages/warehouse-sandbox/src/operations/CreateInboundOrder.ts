/**
 * `createInboundOrder`: accepts an order if the warehouse has all its SKUs.
 */
import { type Operation, WholePieces, type WarehouseV1 } from "@crossdock/core"
import * as Effect from "effect/Effect"
import { answerCreate } from "../CreateAnswer.ts"
import * as Catalogue from "../Catalogue.ts"
import type { AccountSession, Transaction } from "../AccountSession.ts"
import * as Faults from "../Faults.ts"
import * as Inbound from "../Inbound.ts"
import * as InboundTable from "../InboundTable.ts"
import * as MagicSkus from "../MagicSkus.ts"
import * as StockRepository from "../StockRepository.ts"
import * as Stock from "../Stock.ts"

export const createInboundOrder = (session: AccountSession): Operation.Handler<typeof WarehouseV1.CreateInboundOrder> => Effect.fnUntraced(function*(order) {
  const lines = yield* WholePieces.fromLines(order.lines)
  const traits = MagicSkus.traitsOf(lines.map((line) => line.sku))
  return yield* answerCreate(session, {
    operation: "createInboundOrder",
    entity: order.asnNumber,
    answer: traits.answer,
    book: (transaction) => book(session, { ...order, lines }, traits, transaction)
  })
})

const book = Effect.fnUntraced(function*(
  session: AccountSession,
  order: Inbound.OrderInPieces,
  traits: MagicSkus.Traits,
  transaction: Transaction
) {
  const { now, sequence } = transaction
  const earlier = (yield* InboundTable.newest(session, [order.asnNumber])).get(order.asnNumber)
  if (earlier !== undefined && Inbound.statusWordAt(earlier, now) !== "CANCELLED") {
    return yield* Effect.fail(Faults.orderExists(order.asnNumber, earlier.number))
  }
  if (!Catalogue.hasWarehouse(order.warehouseCode)) {
    return yield* Effect.fail(Faults.unknownWarehouse(order.warehouseCode))
  }
  const skus = [...Stock.pieces(order.lines).keys()].filter((sku) => !MagicSkus.isMagic(sku))
  const shelves = yield* StockRepository.levels(session, order.warehouseCode, skus)
  const unknown = skus.find((sku) => !shelves.has(sku))
  if (unknown !== undefined) return yield* Effect.fail(Faults.unknownSku(order.lines, unknown, order.warehouseCode))

  const number = session.number("SBI", sequence)
  const plan = Inbound.makePlan(order, { now, settings: session.settings, traits })
  yield* InboundTable.insert(session, transaction, order, number, plan)
  yield* StockRepository.promise(session, {
    warehouse: order.warehouseCode,
    owner: number,
    now,
    movements: Inbound.movements(plan)
  })
  return { referenceNumber: number }
})
