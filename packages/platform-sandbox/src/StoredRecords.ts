/**
 * Reads the stored records of one account from the tables, for tests that check an adapter's answers.
 */
import type { SqlStorage } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Tables from "./Tables.ts"

export interface StoredRecords {
  /** The number of every order, those that changed first at the front. */
  readonly orders: ReadonlyArray<{ readonly onlineOrderId: string; /** Milliseconds since 1970. */ readonly changedAt: number }>
  /** Every parcel, oldest first. */
  readonly parcels: ReadonlyArray<{
    readonly onlineOrderId: string
    readonly trackingNumber: string
    /** The code of the carrier. */
    readonly providerCode: string
    readonly isArranged: boolean
    readonly isShipped: boolean
    /** What is in it. If absent, the whole order. */
    readonly lines?: ReadonlyArray<{ readonly lineId: string; readonly quantity: number }>
  }>
  readonly stock: ReadonlyArray<{ readonly productId: string; readonly location: string; readonly available: number }>
  /** Every announcement, oldest first. */
  readonly announced: ReadonlyArray<{ readonly isLocked: boolean; readonly callbackUrl: string }>
  /** Every registration of callbacks that has not ended. */
  readonly registrations: ReadonlyArray<{ readonly id: string; readonly callbackUrl: string; readonly topics: ReadonlyArray<string>; readonly expiresAt: number }>
}

/** Reads the records of an account. The tables exist after a connection of the plugin was opened on this storage. */
export const storedRecords = Effect.fnUntraced(function*({ prefix, query }: Tables.Port, account: string): Effect.fn.Return<StoredRecords, SqlStorage.StorageFailed> {
  const tables = Tables.of(prefix)
  const rows = (table: string, order: string) => query(`SELECT * FROM ${table} WHERE account = $1 ORDER BY ${order}`, [account])
  const orders = yield* rows(tables.orders, "changed_at, online_order_id")
  const parcels = yield* rows(tables.parcels, "sequence")
  const stock = yield* rows(tables.stock, "product_id, location")
  const announced = yield* rows(tables.announcements, "sequence")
  const registrations = yield* rows(tables.registrations, "subscription_id")
  return {
    registrations: registrations.map((row) => ({
      id: String(row["subscription_id"]),
      callbackUrl: String(row["callback_url"]),
      topics: JSON.parse(String(row["topics"])) as ReadonlyArray<string>,
      expiresAt: Number(row["expires_at"])
    })),
    orders: orders.map((row) => ({ onlineOrderId: String(row["online_order_id"]), changedAt: Number(row["changed_at"]) })),
    parcels: parcels.map((row) => ({
      onlineOrderId: String(row["online_order_id"]),
      trackingNumber: String(row["tracking_number"]),
      providerCode: String(row["provider"]),
      isArranged: Number(row["is_arranged"]) === 1,
      isShipped: row["shipped_at"] !== null,
      ...(row["lines"] !== null && { lines: JSON.parse(String(row["lines"])) as NonNullable<StoredRecords["parcels"][number]["lines"]> })
    })),
    stock: stock.map((row) => ({ productId: String(row["product_id"]), location: String(row["location"]), available: Number(row["available"]) })),
    announced: announced.map((row) => ({ isLocked: Number(row["is_locked"]) === 1, callbackUrl: String(row["callback_url"]) }))
  }
})
