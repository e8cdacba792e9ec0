/**
 * Cancels at warehouses the orders that their ERP does not want any more. Which ones was stored before, so a cancel that was not answered
 * is tried again, also by another node.
 */
import { OutboundOrder, OutboundPhase } from "@crossdock/core"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { Connections } from "../../connection/Connections.ts"
import * as Deadline from "../../engine/Deadline.ts"
import { Database, type DatabaseFailed, type Row } from "../../store/Database.ts"
import * as DueTimes from "../../store/DueTimes.ts"
import type * as SyncStore from "../platform/SyncStore.ts"
import { Cancels, type Outcome } from "../warehouse/Cancels.ts"
import { orderNotFound } from "../warehouse/NotFound.ts"

/** How long a warehouse may take to cancel, and after how long it is asked again if it did not answer, or refused; in milliseconds. */
const patience = 20_000
const again = { unanswered: 30_000, refused: 600_000 } as const

const atOnce = 20

const cancelledBefore = "the ERP wants it again, and the warehouse has cancelled it before; it is placed once more"

export const make = Effect.fnUntraced(function*(sync: Pick<SyncStore.SyncStore, "ask">) {
  const db = yield* Database
  const connections = yield* Connections
  const cancels = yield* Cancels

  const set = ({ connection, entity, number }: Row, now: number, { dueAt, message, state }: { readonly state: "cancelling" | "cancelled" | "kept"; readonly message?: string; readonly dueAt?: number }) =>
    db.query(
      `update ready_order set state = $4, message = $5, due_at = $6, tries = tries + 1, updated_at = $7, since = case when state = $4 and message = $5 then since else $7 end
       where connection = $1 and number = $2 and coalesce(entity, -1) = $3 and state = 'cancelling' returning number`,
      [connection, number, entity ?? -1, state, message ?? null, dueAt ?? null, now]
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
    // The runner has not created it, and the warehouse does not have it.
    if (row.entity == null && code === orderNotFound.code) return yield* set(row, now, { state: "cancelled" })
    const isRefused = isAnswer === true && isUnproven !== true
    const order = yield* db.one("select phase from entity where id = $1", [row.entity])
    const hasLeft = typeof order?.phase === "string" && OutboundPhase.allParcelsHaveLeft(order.phase as OutboundPhase.OutboundPhase)
    const because = `the ERP has cancelled it, and the warehouse has not: ${code}: ${message}`
    yield* set(row, now, hasLeft ? { state: "kept", message: because } : { state: "cancelling", message: because, dueAt: now + (isRefused ? again.refused : again.unanswered) })
  }, Effect.asVoid)

  const one = Effect.fnUntraced(function*(row: Row) {
    const link = connections.linkOf(String(row.scope))
    if (link === undefined) return yield* db.transaction(stored(row, Result.fail({ code: "NO_LINK", message: `the link ${String(row.scope)} was removed; cancel it at the warehouse` })))
    const orderNumber = OutboundOrder.OrderNumber.make(String(row.number))
    const isKnown = row.entity != null
    const asked = { orderNumber, ...(!isKnown && row.warehouse_code != null && { warehouseCode: String(row.warehouse_code) }) }
    const result = yield* Effect.result(Deadline.within(patience, cancels.outbound(link, asked, String(row.connection), isKnown ? Number(row.entity) : undefined)))
    yield* db.transaction(stored(row, result))
  })

  /**
   * Looks at an order that the ERP wants again after it had cancelled it. A cancel that was in doubt or only requested may take effect
   * later; the order is then read, and placed once more.
   */
  const wantedAgain = Effect.fnUntraced(function*({ connection, entity, number }: Row): Effect.fn.Return<void, DatabaseFailed> {
    const now = yield* Clock.currentTimeMillis
    const order = yield* db.one("select e.phase, e.is_open, i.state from entity e left join intent i on i.entity = e.id where e.id = $1", [entity])
    const isCancelled = order?.state === "Cancelled" || order?.phase === "cancelled"
    const isOver = isCancelled || order === undefined || order.state === "Dead" || order.phase === "shipped" || (order.state === "Delivered" && order.is_open === 0)
    const mine = "where connection = $1 and number = $2 and entity = $3 and state = 'placed' and due_at is not null"
    const changed = yield* db.query(`update ready_order set due_at = $4 ${mine} returning number`, [connection, number, entity, isOver ? null : now + again.unanswered])
    if (!isCancelled || changed.length === 0) return
    yield* db.query("update ready_order set digest = '', message = $3, since = $4 where connection = $1 and number = $2", [connection, number, cancelledBefore, now])
    yield* sync.ask(String(connection), [String(number)], now)
  })

  const look = (row: Row) => row.state === "placed" ? db.transaction(wantedAgain(row)) : one(row)

  /** Cancels what is due of the orders of an ERP. */
  return Effect.fnUntraced(function*(connection: string) {
    const now = yield* Clock.currentTimeMillis
    yield* db.query("update ready_order set due_at = $2 where connection = $1 and due_at > $3", [connection, now, DueTimes.latest(now, again.refused)])
    const rows = yield* db.query(
      `select connection, number, scope, entity, warehouse_code, state from ready_order where connection = $1 and due_at <= $2 and state in ('cancelling', 'placed') order by due_at, number limit ${atOnce}`,
      [connection, now]
    )
    yield* Effect.forEach(rows, look, { concurrency: 5, discard: true })
  })
})
