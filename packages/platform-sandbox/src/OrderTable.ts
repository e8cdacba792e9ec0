/**
 * The stored orders of one account and their parcels.
 */
import { AdapterError, type SqlStorage } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Faults from "./Faults.ts"
import { dueAt, type Goods, linesOf, type Parcel, Plan, planOf, type StoredOrder } from "./OrderState.ts"
import type { ShopSession } from "./ShopSession.ts"
import { take } from "./StockTable.ts"

type Reason = AdapterError.Reason

const PlanText = Schema.fromJsonString(Plan)
const encodePlan = Schema.encodeEffect(PlanText)
const decodePlan = Schema.decodeUnknownEffect(PlanText)
const LinesText = Schema.fromJsonString(Schema.Array(Schema.Struct({ lineId: Schema.String, quantity: Schema.Int })))
const encodeLines = Schema.encodeEffect(LinesText)
const decodeLines = Schema.decodeUnknownEffect(LinesText)

/** What is stored was written by this module, so it can only be unreadable if somebody else changed it. */
const unreadable = (cause: Schema.SchemaError): Reason => new AdapterError.ResponseInvalid({ cause })

const toParcel = (row: SqlStorage.Row): Effect.Effect<Parcel, Reason> =>
  Effect.map(row["lines"] === null ? Effect.succeed(undefined) : Effect.mapError(decodeLines(row["lines"]), unreadable), (lines) => ({
    trackingNumber: String(row["tracking_number"]),
    providerCode: String(row["provider"]),
    isArranged: Number(row["is_arranged"]) === 1,
    createdAt: Number(row["created_at"]),
    shippedAt: row["shipped_at"] === null ? undefined : Number(row["shipped_at"]),
    lines
  }))

const places = (count: number, from: number) => Array.from({ length: count }, (_, index) => `$${index + from}`).join(", ")

/** Reads rows with their parcels, in the order of the rows. */
const toOrders = Effect.fnUntraced(function*(session: ShopSession, rows: ReadonlyArray<SqlStorage.Row>): Effect.fn.Return<ReadonlyArray<StoredOrder>, Reason> {
  if (rows.length === 0) return []
  const numbers = rows.map((row) => String(row["online_order_id"]))
  const parcels = yield* session.query(
    `SELECT * FROM ${session.tables.parcels} WHERE account = $1 AND online_order_id IN (${places(numbers.length, 2)}) ORDER BY sequence`,
    [session.account, ...numbers]
  )
  return yield* Effect.forEach(rows, (row) =>
    Effect.all({
      onlineOrderId: Effect.succeed(String(row["online_order_id"])),
      buyer: session.unseal(String(row["buyer"])),
      createdAt: Effect.succeed(Number(row["created_at"])),
      changedAt: Effect.succeed(Number(row["changed_at"])),
      plan: Effect.mapError(decodePlan(row["plan"]), unreadable),
      parcels: Effect.forEach(parcels.filter((each) => each["online_order_id"] === row["online_order_id"]), toParcel)
    }))
})

export interface Selection {
  readonly onlineOrderIds?: ReadonlyArray<string> | undefined
  /** Milliseconds since 1970; both ends belong to the window. */
  readonly window?: readonly [from: number, to: number] | undefined
  /** Only orders behind this place are read, in the order of their last change. */
  readonly after?: readonly [changedAt: number, onlineOrderId: string] | undefined
  readonly limit: number
}

/** Selects orders, those that changed first at the front. An order that changes meanwhile moves to the end, so that a reader of pages misses none. */
export const select = Effect.fnUntraced(function*(session: ShopSession, { after, limit, onlineOrderIds, window }: Selection): Effect.fn.Return<ReadonlyArray<StoredOrder>, Reason> {
  const params: Array<SqlStorage.Value> = [session.account, limit]
  const put = (value: SqlStorage.Value) => `$${params.push(value)}`
  const conditions = [
    ...(onlineOrderIds === undefined ? [] : [`online_order_id IN (${onlineOrderIds.map(put).join(", ")})`]),
    ...(window === undefined ? [] : [`changed_at BETWEEN ${put(window[0])} AND ${put(window[1])}`]),
    ...(after === undefined ? [] : [`(changed_at, online_order_id) > (${put(after[0])}, ${put(after[1])})`])
  ]
  const rows = yield* session.query(
    `SELECT * FROM ${session.tables.orders} WHERE account = $1${conditions.map((each) => ` AND ${each}`).join("")}
      ORDER BY changed_at, online_order_id LIMIT $2`,
    params
  )
  return yield* toOrders(session, rows)
})

export const find = (session: ShopSession, onlineOrderId: string): Effect.Effect<StoredOrder | undefined, Reason> =>
  Effect.map(select(session, { onlineOrderIds: [onlineOrderId], limit: 1 }), ([order]) => order)

export const get = (session: ShopSession, onlineOrderId: string): Effect.Effect<StoredOrder, Reason> =>
  Effect.flatMap(find(session, onlineOrderId), (order) => (order === undefined ? Effect.fail(Faults.unknownOrder(onlineOrderId)) : Effect.succeed(order)))

export interface NewOrder {
  readonly onlineOrderId: string
  readonly buyer: string
  readonly goods: Goods
  readonly createdAt: number
}

/** Stores an order and takes its goods from the stock. Returns false if the number exists. */
export const insert = Effect.fnUntraced(function*(session: ShopSession, { buyer, createdAt, goods, onlineOrderId }: NewOrder): Effect.fn.Return<boolean, Reason> {
  const plan = planOf(goods, buyer, createdAt, session.settings)
  const text = yield* Effect.mapError(encodePlan(plan), unreadable)
  const stored = yield* session.query(
    `INSERT INTO ${session.tables.orders} (account, online_order_id, created_at, changed_at, due_at, buyer, plan)
      VALUES ($1, $2, $3, $3, $4, $5, $6) ON CONFLICT (account, online_order_id) DO NOTHING RETURNING online_order_id`,
    [session.account, onlineOrderId, createdAt, dueAt(plan, createdAt) ?? null, session.seal(buyer), text]
  )
  if (stored.length === 0) return false
  const pieces = new Map<string, number>()
  for (const { quantity, sku } of linesOf({ buyer, onlineOrderId, plan })) pieces.set(sku, (pieces.get(sku) ?? 0) + quantity)
  yield* Effect.forEach(pieces, ([sku, count]) => take(session, sku, count, createdAt), { discard: true })
  return true
})

/** Stores a changed plan of an order, as a change at this time. */
export const update = Effect.fnUntraced(function*(session: ShopSession, onlineOrderId: string, plan: Plan, now: number): Effect.fn.Return<void, Reason> {
  const text = yield* Effect.mapError(encodePlan(plan), unreadable)
  yield* session.query(
    `UPDATE ${session.tables.orders} SET changed_at = $3, due_at = $4, plan = $5 WHERE account = $1 AND online_order_id = $2`,
    [session.account, onlineOrderId, now, dueAt(plan, now) ?? null, text]
  )
})

/** Moves orders that have changed by themselves to the time of that change. */
export const settle = (session: ShopSession, now: number): Effect.Effect<void, Reason> =>
  Effect.asVoid(session.query(
    `UPDATE ${session.tables.orders} SET changed_at = due_at, due_at = NULL WHERE account = $1 AND due_at <= $2`,
    [session.account, now]
  ))

/** Stores a parcel, in the place of one with the same number. */
export const putParcel = Effect.fnUntraced(function*(session: ShopSession, onlineOrderId: string, sequence: number, parcel: Parcel): Effect.fn.Return<void, Reason> {
  const lines = parcel.lines === undefined ? null : yield* Effect.mapError(encodeLines(parcel.lines), unreadable)
  yield* session.query(
    `INSERT INTO ${session.tables.parcels} (account, online_order_id, tracking_number, sequence, provider, is_arranged, created_at, shipped_at, lines)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
      ON CONFLICT (account, online_order_id, tracking_number) DO UPDATE SET provider = $5, shipped_at = $8, lines = $9`,
    [session.account, onlineOrderId, parcel.trackingNumber, sequence, parcel.providerCode, parcel.isArranged ? 1 : 0, parcel.createdAt, parcel.shippedAt ?? null, lines]
  )
})

export const removeParcel = (session: ShopSession, onlineOrderId: string, trackingNumber: string): Effect.Effect<void, Reason> =>
  Effect.asVoid(session.query(
    `DELETE FROM ${session.tables.parcels} WHERE account = $1 AND online_order_id = $2 AND tracking_number = $3`,
    [session.account, onlineOrderId, trackingNumber]
  ))

/** The order that a parcel belongs to. */
export const orderOfParcel = Effect.fnUntraced(function*(session: ShopSession, trackingNumber: string): Effect.fn.Return<StoredOrder | undefined, Reason> {
  const [row] = yield* session.query(
    `SELECT online_order_id FROM ${session.tables.parcels} WHERE account = $1 AND tracking_number = $2 ORDER BY sequence DESC LIMIT 1`,
    [session.account, trackingNumber]
  )
  return row === undefined ? undefined : yield* find(session, String(row["online_order_id"]))
})
