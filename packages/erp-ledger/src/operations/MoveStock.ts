/**
 * `moveStock`: moves pieces of received batches between storage locations of a warehouse: all moves, or none (U-116). Pieces that are not
 * for sale stay so. A move with a number of its caller is booked once.
 */
import type { BooksV1, ErpStockOrder } from "@crossdock/books"
import type { AdapterError, Operation } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Books from "../books/Books.ts"
import * as Idempotency from "../books/Idempotency.ts"
import type { Change } from "../books/Posting.ts"
import * as Stock from "../books/Stock.ts"
import type { BooksSession, Transaction } from "../BooksSession.ts"
import * as Faults from "../Faults.ts"
import * as Pieces from "../Pieces.ts"
import * as Products from "../Products.ts"
import * as Texts from "../Texts.ts"

type Move = ErpStockOrder.StockMove
type Reason = AdapterError.Reason

export const moveStock = (session: BooksSession): Operation.Handler<typeof BooksV1.MoveStock> => Effect.fnUntraced(function*(request) {
  const { customNumber, moves } = request
  const unstorable = Texts.wrong(request)
  if (unstorable !== undefined) return yield* unstorable
  for (const [at, move] of moves.entries()) {
    const wrong = Pieces.wrong(move.quantity, undefined, `/moves/${at}/quantity`)
    if (wrong !== undefined) return yield* wrong
    if (!session.warehouseByName.has(move.warehouseName)) return yield* Faults.unknownWarehouse(move.warehouseName)
    if (move.fromLocationCode === move.toLocationCode) {
      return yield* Faults.invalid(`/moves/${at}/toLocationCode`, "is the location at which the goods are; send another one")
    }
  }
  yield* session.inTransaction((transaction) => book(session, transaction, moves, customNumber))
  return {}
})

const book = Effect.fnUntraced(function*(session: BooksSession, transaction: Transaction, moves: ReadonlyArray<Move>, customNumber: string | undefined): Effect.fn.Return<void, Reason> {
  const keys = customNumber === undefined ? [] : [`move ${customNumber}`]
  if ((yield* Idempotency.known(session, keys)).size > 0) return
  const names = yield* Products.names(session, moves.map(({ sku }) => sku))
  const unknown = moves.findIndex(({ sku }) => !names.has(sku))
  if (unknown !== -1) return yield* Faults.unknownSku(moves[unknown]!.sku)
  const idOf = ({ warehouseName }: Move) => session.warehouseByName.get(warehouseName)?.id ?? ""
  const places = moves.flatMap((move) => {
    const place = { warehouse: idOf(move), sku: move.sku, batchNo: move.batchNo }
    return [{ ...place, location: move.fromLocationCode }, { ...place, location: move.toLocationCode }]
  })
  const stock = yield* Books.read(session, places, { places })
  const cells = new Map(stock.cells)
  const changes: Array<Change> = []
  for (const move of moves) {
    const { batchNo, fromLocationCode, sku, toLocationCode } = move
    const pieces = Pieces.of(move.quantity)
    const from = { warehouse: idOf(move), sku, location: fromLocationCode, batchNo }
    const to = { ...from, location: toLocationCode }
    const source = cells.get(Stock.cellKey(from))
    const movable = source === undefined ? 0 : source.onHand - source.reserved
    if (source === undefined || pieces > movable) return yield* Faults.notEnoughToMove(move, movable)
    const unavailable = Math.max(0, pieces - Stock.availableIn(source))
    const target = cells.get(Stock.cellKey(to)) ?? { ...to, onHand: 0, unavailable: 0, reserved: 0, stockedAt: source.stockedAt }
    cells.set(Stock.cellKey(from), { ...source, onHand: source.onHand - pieces, unavailable: source.unavailable - unavailable })
    cells.set(Stock.cellKey(to), { ...target, onHand: target.onHand + pieces, unavailable: target.unavailable + unavailable })
    changes.push(
      { ...from, onHand: -pieces, unavailable: -unavailable },
      { ...to, onHand: pieces, unavailable, stockedAt: source.stockedAt }
    )
  }
  yield* Books.post(session, transaction, stock, {
    type: "MOVE",
    subtype: "LOCATION_MOVE",
    document: customNumber ?? session.number("MV", transaction.sequence),
    changes
  }, Faults.tooMuch)
  yield* Idempotency.store(session, transaction, keys)
})
