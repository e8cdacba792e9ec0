/**
 * The table of outbound orders. An order number occurs more than once if an earlier order with it was cancelled or failed.
 */
import { AdapterError, OutboundOrder, type SqlStorage } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { AccountSession, Transaction } from "./AccountSession.ts"
import * as Outbound from "./Outbound.ts"

const planText = Schema.fromJsonString(Outbound.Plan)
const decodePlan = Schema.decodeUnknownEffect(planText)
const encodePlan = Schema.encodeEffect(planText)
const unreadable = (cause: Schema.SchemaError) => new AdapterError.ResponseInvalid({ cause })

const toStoredOrder = (row: SqlStorage.Row): Effect.Effect<Outbound.StoredOrder, AdapterError.Reason> =>
  decodePlan(row.plan).pipe(
    Effect.mapError(unreadable),
    Effect.map((plan) => ({
      orderNumber: OutboundOrder.OrderNumber.make(String(row.order_number)),
      number: String(row.number),
      onlineOrderId: row.online_order_id === "" ? undefined : String(row.online_order_id),
      warehouseCode: String(row.warehouse),
      cancelledAt: row.cancelled_at === null ? undefined : Number(row.cancelled_at),
      plan
    }))
  )

/**
 * The newest order for each order number. Only the newest can be open, because a number may be used again only after its
 * order was cancelled or failed.
 */
export const newest = Effect.fnUntraced(function*(
  session: AccountSession,
  orderNumbers: ReadonlyArray<string>
): Effect.fn.Return<ReadonlyMap<string, Outbound.StoredOrder>, AdapterError.Reason> {
  const rows = yield* session.query(
    `SELECT number, order_number, online_order_id, warehouse, cancelled_at, plan FROM ${session.tables.outbound}
      WHERE account = $1 AND order_number IN (${orderNumbers.map((_, index) => `$${index + 2}`).join(", ")})
      ORDER BY sequence`,
    [session.account, ...orderNumbers]
  )
  const latest = new Map(rows.map((row) => [String(row.order_number), row]))
  const booked = yield* Effect.forEach(latest.values(), toStoredOrder)
  return new Map(booked.map((each) => [each.orderNumber as string, each]))
})

export const insert = Effect.fnUntraced(function*(
  session: AccountSession,
  { now, sequence }: Transaction,
  order: Outbound.OrderInPieces,
  made: { readonly number: string; readonly channelCode: string; readonly plan: Outbound.Plan }
): Effect.fn.Return<void, AdapterError.Reason> {
  const text = yield* Effect.mapError(encodePlan(made.plan), unreadable)
  yield* session.query(
    `INSERT INTO ${session.tables.outbound}
        (account, number, sequence, order_number, online_order_id, warehouse, channel, created_at, plan)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      session.account,
      made.number,
      sequence,
      order.orderNumber,
      order.onlineOrderId ?? "",
      order.warehouseCode,
      made.channelCode,
      now,
      text
    ]
  )
})

export const cancel = (session: AccountSession, number: string, now: number): Effect.Effect<void, AdapterError.Reason> =>
  Effect.asVoid(session.query(`UPDATE ${session.tables.outbound} SET cancelled_at = $3 WHERE account = $1 AND number = $2`, [
    session.account,
    number,
    now
  ]))

/** Stores a changed plan. */
export const replan = Effect.fnUntraced(function*(session: AccountSession, number: string, plan: Outbound.Plan): Effect.fn.Return<void, AdapterError.Reason> {
  const text = yield* Effect.mapError(encodePlan(plan), unreadable)
  yield* session.query(`UPDATE ${session.tables.outbound} SET plan = $3 WHERE account = $1 AND number = $2`, [session.account, number, text])
})
