/**
 * Cancels at warehouses the orders that their ERP does not want any more. Which ones was stored before, so a cancel that was not answered
 * is tried again, also by another node.
 */
import { OutboundOrder } from "@crossdock/core"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { Connections } from "../../connection/Connections.ts"
import * as Deadline from "../../engine/Deadline.ts"
import { Database, type DatabaseFailed, type Row } from "../../store/Database.ts"
import * as DueTimes from "../../store/DueTimes.ts"
import type * as SyncStore from "../platform/SyncStore.ts"
import { Cancels, type Outcome } from "../warehouse/Cancels.ts"

/** How long a warehouse may take to cancel, and after how long it is asked again if it did not answer, or refused; in milliseconds. */
const patience = 20_000
const again = { unanswered: 30_000, refused: 600_000 } as const

const atOnce = 20

export const make = Effect.fnUntraced(function*(sync: Pick<SyncStore.SyncStore, "ask">) {
  const db = yield* Database
  const connections = yield* Connections
  const cancels = yield* Cancels

  const set = ({ connection, entity, number }: Row, now: number, { dueAt, message, state }: { readonly state: "cancelling" | "cancelled" | "kept"; readonly message?: string; readonly dueAt?: number }) =>
    db.query(
      `update ready_order set state = $4, message = $5, due_at = $6, tries = tries + 1, updated_at = $7, since = case when state = $4 and message = $5 then since else $7 end
       where connection = $1 and number = $2 and entity = $3 and state = 'cancelling' returning number`,
      [connection, number, entity, state, message ?? null, dueAt ?? null, now]
    )

  const stored = Effect.fnUntraced(function*(row: Row, result: Result.Result<Outcome, { readonly code: string; readonly message: string; readonly isAnswer?: boolean; readonly isUnproven?: boolean }>): Effect.fn.Return<unknown, DatabaseFailed> {
    const now = yield* Clock.currentTimeMillis
    if (Result.isSuccess(result) && result.success === "requested") {
      return yield* set(row, now, { state: "cancelling", message: "the ERP has cancelled it, and the warehouse decides later whether it does", dueAt: now + again.refused })
    }
    if (Result.isSuccess(result)) {
      if ((yield* set(row, now, { state: "cancelled" })).length > 0) return
      // The ERP wants it again since it was asked to be cancelled, so it is read and placed once more.
      yield* db.query("update ready_order set digest = '' where connection = $1 and number = $2 and state = 'placed'", [row.connection, row.number])
      return yield* sync.ask(String(row.connection), [String(row.number)], now)
    }
    const { code, isAnswer, isUnproven, message } = result.failure
    const isRefused = isAnswer === true && isUnproven !== true
    const order = yield* db.one("select phase from entity where id = $1", [row.entity])
    const hasLeft = order?.phase === "shipped" || order?.phase === "delivered"
    const because = `the ERP has cancelled it, and the warehouse has not: ${code}: ${message}`
    yield* set(row, now, hasLeft ? { state: "kept", message: because } : { state: "cancelling", message: because, dueAt: now + (isRefused ? again.refused : again.unanswered) })
  }, Effect.asVoid)

  const one = Effect.fnUntraced(function*(row: Row) {
    const link = connections.linkOf(String(row.scope))
    if (link === undefined) return yield* db.transaction(stored(row, Result.fail({ code: "NO_LINK", message: `the link ${String(row.scope)} was removed; cancel it at the warehouse` })))
    const orderNumber = OutboundOrder.OrderNumber.make(String(row.number))
    const result = yield* Effect.result(Deadline.within(patience, cancels.outbound(link, { orderNumber }, String(row.connection), Number(row.entity))))
    yield* db.transaction(stored(row, result))
  })

  /** Cancels what is due of the orders of an ERP. */
  return Effect.fnUntraced(function*(connection: string) {
    const now = yield* Clock.currentTimeMillis
    yield* db.query("update ready_order set due_at = $2 where connection = $1 and due_at > $3", [connection, now, DueTimes.latest(now, again.refused)])
    const rows = yield* db.query(
      `select connection, number, scope, entity from ready_order where connection = $1 and due_at <= $2 and state = 'cancelling' order by due_at, number limit ${atOnce}`,
      [connection, now]
    )
    yield* Effect.forEach(rows, one, { concurrency: 5, discard: true })
  })
})
