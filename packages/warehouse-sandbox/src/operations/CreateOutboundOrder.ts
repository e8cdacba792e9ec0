/**
 * `createOutboundOrder`: accepts an order if its number is free, its codes are known, and the stock suffices.
 */
import { type Operation, WholePieces, type WarehouseV1 } from "@crossdock/core"
import * as Effect from "effect/Effect"
import { answerCreate } from "../CreateAnswer.ts"
import * as Catalogue from "../Catalogue.ts"
import type { AccountSession, Transaction } from "../AccountSession.ts"
import * as Faults from "../Faults.ts"
import * as MagicSkus from "../MagicSkus.ts"
import * as Outbound from "../Outbound.ts"
import * as OutboundTable from "../OutboundTable.ts"
import * as StockRepository from "../StockRepository.ts"
import * as Stock from "../Stock.ts"

export const createOutboundOrder = (session: AccountSession): Operation.Handler<typeof WarehouseV1.CreateOutboundOrder> => Effect.fnUntraced(function*(order) {
  const lines = yield* WholePieces.fromLines(order.lines)
  const traits = MagicSkus.traitsOf(lines.map((line) => line.sku))
  return yield* answerCreate(session, {
    operation: "createOutboundOrder",
    entity: order.orderNumber,
    answer: traits.answer,
    book: (transaction) => book(session, { ...order, lines }, traits, transaction)
  })
})

const book = Effect.fnUntraced(function*(
  session: AccountSession,
  order: Outbound.OrderInPieces,
  traits: MagicSkus.Traits,
  transaction: Transaction
) {
  const { now, sequence } = transaction
  const earlier = (yield* OutboundTable.newest(session, [order.orderNumber])).get(order.orderNumber)
  if (earlier !== undefined && !Outbound.isOver(Outbound.statusWordAt(earlier, now))) {
    return yield* Effect.fail(Faults.orderExists(order.orderNumber, earlier.number))
  }
  if (!Catalogue.hasWarehouse(order.warehouseCode)) {
    return yield* Effect.fail(Faults.unknownWarehouse(order.warehouseCode))
  }
  const channel = order.channelCode === undefined ? Catalogue.standardChannel : Catalogue.channelOf(order.channelCode)
  if (channel === undefined) return yield* Effect.fail(Faults.unknownChannel(order.channelCode!))
  if (order.packageType === "OWN_PACKAGE" && order.trackingNumber === undefined) {
    return yield* Effect.fail(Faults.labelWithoutNumber())
  }

  yield* StockRepository.settle(session, now)
  const wanted = Stock.pieces(order.lines)
  const shelves = yield* StockRepository.levels(session, order.warehouseCode, [...wanted.keys()].filter((sku) => !MagicSkus.isMagic(sku)))
  for (const [sku, quantity] of wanted) {
    const magic = MagicSkus.find(sku)
    const level = shelves.get(sku)
    if (magic === undefined && level === undefined) {
      return yield* Effect.fail(Faults.unknownSku(order.lines, sku, order.warehouseCode))
    }
    const available = magic?.stock === "none" ? 0 : level === undefined ? quantity : Stock.available(level)
    if (quantity > available) return yield* Effect.fail(Faults.outOfStock(order.lines, sku, quantity, available))
  }

  const number = session.number("SBO", sequence)
  const plan = Outbound.makePlan(order, {
    now,
    settings: session.settings,
    traits,
    carrierName: channel.carrierName,
    trackingNumber: (parcel) => `${session.number("SBX", sequence)}${parcel}`
  })
  yield* OutboundTable.insert(session, transaction, order, { number, channelCode: channel.code, plan })
  yield* StockRepository.promise(session, {
    warehouse: order.warehouseCode,
    owner: number,
    now,
    movements: Outbound.movements(plan)
  })
  return { warehouseOrderNumber: number }
})
