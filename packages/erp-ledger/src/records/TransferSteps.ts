/**
 * How far a transfer is: its goods left their warehouse, or arrived at the other.
 */
import type { ErpRecords } from "@crossdock/books"
import type { AdapterError } from "@crossdock/core"
import * as Effect from "effect/Effect"
import type { BooksSession, Transaction } from "../BooksSession.ts"
import * as Idempotency from "../books/Idempotency.ts"
import * as Faults from "../Faults.ts"
import * as Pieces from "../Pieces.ts"
import * as Transfers from "../transfers/Transfers.ts"

type Reason = AdapterError.Reason

const find = Effect.fnUntraced(function*(session: BooksSession, transferNumber: string, path: string): Effect.fn.Return<Transfers.Transfer, Reason> {
  const transfer = yield* Transfers.find(session, transferNumber)
  return transfer ?? (yield* Faults.invalid(`${path}/transferNumber`, `there is no transfer ${JSON.stringify(transferNumber)}; send the number of one`))
})

export const shipped = Effect.fnUntraced(function*(
  session: BooksSession,
  transaction: Transaction,
  { trackingNumber, transferNumber }: typeof ErpRecords.TransferShipped.Type,
  path: string
): Effect.fn.Return<boolean, Reason> {
  const transfer = yield* find(session, transferNumber, path)
  if (transfer.status !== "NEW") return false
  yield* Transfers.ship(session, transaction, transfer, trackingNumber)
  return true
})

export const received = Effect.fnUntraced(function*(
  session: BooksSession,
  transaction: Transaction,
  { id, isFinished = false, lines, transferNumber }: typeof ErpRecords.TransferReceived.Type,
  path: string
): Effect.fn.Return<boolean, Reason> {
  const transfer = yield* find(session, transferNumber, path)
  const key = `transfer received ${id}`
  if ((yield* Idempotency.known(session, [key])).size > 0) return false
  if (transfer.status === "NEW") return yield* Faults.invalid(`${path}/transferNumber`, "has not left its warehouse; enter `transferShipped` first")
  const sums = new Map<string, number>()
  for (const [at, { received: count, sku }] of lines.entries()) {
    const wrong = Pieces.wrong(count, undefined, `${path}/lines/${at}/received`)
    if (wrong !== undefined) return yield* wrong
    const sum = (sums.get(sku) ?? 0) + Pieces.of(count)
    sums.set(sku, sum)
    const left = Transfers.leftOf(transfer, sku)
    if (sum > left) return yield* Faults.invalid(`${path}/lines/${at}/received`, `is more than what is on its way, which is ${left} pieces`)
  }
  const location = session.warehouseById.get(transfer.to)?.goodLocation ?? ""
  yield* Transfers.receive(
    session,
    transaction,
    transfer,
    lines.map((line) => ({ sku: line.sku, pieces: Pieces.of(line.received), location: line.locationCode ?? location })),
    isFinished
  )
  yield* Idempotency.store(session, transaction, [key])
  return true
})
