/**
 * The table of inbound orders. An ASN number occurs more than once if an earlier order with it was cancelled.
 */
import { AdapterError, InboundOrder, type SqlStorage } from "@crossdock/core"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { AccountSession, Transaction } from "./AccountSession.ts"
import * as Inbound from "./Inbound.ts"

const numbersAtATime = 500

const planText = Schema.fromJsonString(Inbound.Plan)
const decodePlan = Schema.decodeUnknownEffect(planText)
const encodePlan = Schema.encodeEffect(planText)
const unreadable = (cause: Schema.SchemaError) => new AdapterError.ResponseInvalid({ cause })

const toStoredOrder = (row: SqlStorage.Row): Effect.Effect<Inbound.StoredOrder, AdapterError.Reason> =>
  decodePlan(row.plan).pipe(
    Effect.mapError(unreadable),
    Effect.map((plan) => ({
      asnNumber: InboundOrder.AsnNumber.make(String(row.asn_number)),
      number: String(row.number),
      warehouseCode: String(row.warehouse),
      cancelledAt: row.cancelled_at === null ? undefined : Number(row.cancelled_at),
      plan
    }))
  )

/** The newest inbound order for each ASN number. Only the newest can be open. */
export const newest = Effect.fnUntraced(function*(
  session: AccountSession,
  asnNumbers: ReadonlyArray<string>
): Effect.fn.Return<ReadonlyMap<string, Inbound.StoredOrder>, AdapterError.Reason> {
  const latest = new Map<string, SqlStorage.Row>()
  for (const some of Arr.chunksOf(asnNumbers, numbersAtATime)) {
    const rows = yield* session.query(
      `SELECT number, asn_number, warehouse, cancelled_at, plan FROM ${session.tables.inbound}
        WHERE account = $1 AND asn_number IN (${some.map((_, index) => `$${index + 2}`).join(", ")})
        ORDER BY sequence`,
      [session.account, ...some]
    )
    for (const row of rows) latest.set(String(row.asn_number), row)
  }
  const booked = yield* Effect.forEach(latest.values(), toStoredOrder)
  return new Map(booked.map((each) => [each.asnNumber as string, each]))
})

export const insert = Effect.fnUntraced(function*(
  session: AccountSession,
  { now, sequence }: Transaction,
  order: Inbound.OrderInPieces,
  number: string,
  plan: Inbound.Plan
): Effect.fn.Return<void, AdapterError.Reason> {
  const text = yield* Effect.mapError(encodePlan(plan), unreadable)
  yield* session.query(
    `INSERT INTO ${session.tables.inbound} (account, number, sequence, asn_number, warehouse, created_at, plan)
      VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [session.account, number, sequence, order.asnNumber, order.warehouseCode, now, text]
  )
})

export const cancel = (session: AccountSession, number: string, now: number): Effect.Effect<void, AdapterError.Reason> =>
  Effect.asVoid(session.query(`UPDATE ${session.tables.inbound} SET cancelled_at = $3 WHERE account = $1 AND number = $2`, [
    session.account,
    number,
    now
  ]))

/** Stores a changed plan. */
export const replan = Effect.fnUntraced(function*(session: AccountSession, number: string, plan: Inbound.Plan): Effect.fn.Return<void, AdapterError.Reason> {
  const text = yield* Effect.mapError(encodePlan(plan), unreadable)
  yield* session.query(`UPDATE ${session.tables.inbound} SET plan = $3 WHERE account = $1 AND number = $2`, [session.account, number, text])
})
