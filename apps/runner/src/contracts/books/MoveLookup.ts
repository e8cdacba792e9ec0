/**
 * Finds out whether goods were moved between storage locations. An ERP that keeps the number of a move tells it with the movements. In
 * another one, movements of the same goods since the move was asked for prove it.
 */
import { BooksV1 } from "@crossdock/books"
import { AdapterError } from "@crossdock/core"
import * as BigDecimal from "effect/BigDecimal"
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type { Connections } from "../../connection/Connections.ts"
import type { OtherRecords } from "../../intents/CreateEntry.ts"
import * as PageWalk from "../../engine/PageWalk.ts"
import { CannotTell } from "../../intents/RefusedCreates.ts"
import { stockMove } from "./Kinds.ts"

type Asked = typeof BooksV1.MoveStock.payload.Type
type Move = Asked["moves"][number]
type Movement = (typeof BooksV1.ListStockMovements.success.Type)["items"][number]
type Query = Omit<typeof BooksV1.ListStockMovements.payload.Type, "cursor" | "limit">
type Failed = AdapterError.AdapterError

/** How far the clock of an ERP may be from ours, in milliseconds. */
const tolerance = 60_000
/** The most pages of movements that are read for one query. */
const mostPages = 50

const unchanged = BigDecimal.make(0n, 0)

/** Returns true if a movement is one of the two sides of a move: the goods leave one location, or they arrive at the other. */
const isSide = (location: string, { batchNo, quantity }: Move, { change, ...movement }: Movement): boolean =>
  movement.locationCode === location && (movement.batchNo ?? batchNo) === batchNo &&
  (BigDecimal.equals(change, unchanged) || BigDecimal.equals(BigDecimal.abs(change), quantity))

/** How much of the moves the movements show. Each movement proves one side of one move. */
const shownSides = (moves: ReadonlyArray<Move>, movements: ReadonlyArray<Movement>): "all" | "some" | "none" => {
  const left = [...movements]
  let found = 0
  for (const move of moves) {
    for (const location of [move.fromLocationCode, move.toLocationCode]) {
      const at = left.findIndex((movement) => movement.sku === move.sku && movement.warehouseName === move.warehouseName && isSide(location, move, movement))
      if (at < 0) continue
      left.splice(at, 1)
      found++
    }
  }
  return found === 0 ? "none" : found === moves.length * 2 ? "all" : "some"
}

/** Reads whether the ERP shows the moves. Fails with ResponseInvalid if what it shows proves neither that it does nor that it does not. */
export const isShown = Effect.fnUntraced(function*(
  connections: Connections["Service"],
  connection: string,
  { customNumber, moves }: Asked,
  others: OtherRecords
): Effect.fn.Return<boolean, Failed> {
  const unclear = (cause: string): Failed =>
    new AdapterError.AdapterError({ adapter: connection, operation: BooksV1.ListStockMovements.name, reason: new AdapterError.ResponseInvalid({ cause: new CannotTell(cause) }) })
  const cannotTell = (cause: string): Effect.Effect<never, Failed> => Effect.fail(unclear(cause))
  const window = { from: DateTime.makeUnsafe(others.begunAt - tolerance), to: DateTime.makeUnsafe((yield* Clock.currentTimeMillis) + tolerance) }
  const read = (query: Omit<Query, "from" | "to">) =>
    PageWalk.all(
      (page) => connections.invoke(connection, BooksV1.ListStockMovements, { ...window, ...query, limit: 200, ...page }),
      () => unclear("the ERP shows too many movements since the goods were to be moved, or repeats a page"),
      mostPages
    )
  if (customNumber !== undefined && (yield* read({ documentNumber: customNumber })).some(({ documentNumber }) => documentNumber === customNumber)) return true
  const goods = new Map(moves.map(({ sku, warehouseName }) => [JSON.stringify([warehouseName, sku]), { sku, warehouseName }]))
  const movements: Array<Movement> = []
  for (const one of goods.values()) {
    for (const movement of yield* read(one)) {
      const { documentNumber } = movement
      const isOfAnother = documentNumber !== undefined && (yield* others.have(stockMove.kind, documentNumber))
      if (!isOfAnother) movements.push(movement)
    }
  }
  const shown = shownSides(moves, movements)
  if (shown === "none") return movements.some(({ locationCode }) => locationCode === undefined) ? yield* cannotTell("the ERP does not tell the storage location of each movement") : false
  if (shown === "some") return yield* cannotTell("the ERP shows a part of the moves, and takes all of them or none")
  return (yield* others.unsettled).length === 0 ? true : yield* cannotTell("the movements that the ERP shows may belong to another move")
})
