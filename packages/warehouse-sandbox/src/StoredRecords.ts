/**
 * Reads the stored records of one account from the tables, for tests that check an adapter's answers.
 */
import type { SqlStorage } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Tables from "./Tables.ts"

export interface StoredRecords {
  /** Every outbound order, including cancelled and failed ones, oldest first. */
  readonly outbound: ReadonlyArray<{
    /** The sandbox's number of the order. */
    readonly number: string
    readonly orderNumber: string
    readonly warehouseCode: string
    readonly channelCode: string
    /** Milliseconds since 1970. */
    readonly createdAt: number
    readonly isCancelled: boolean
    /** The plan of the order, as JSON. */
    readonly plan: string
  }>
  /** Every inbound order, oldest first. */
  readonly inbound: ReadonlyArray<{
    readonly number: string
    readonly asnNumber: string
    readonly warehouseCode: string
    readonly createdAt: number
    readonly isCancelled: boolean
    readonly plan: string
  }>
  /** Stock as last written. Due movements that are not written yet are in `movements`. */
  readonly stock: ReadonlyArray<{
    readonly warehouseCode: string
    readonly sku: string
    readonly good: number
    readonly bad: number
    readonly reserved: number
    readonly inTransit: number
  }>
  readonly movements: ReadonlyArray<{
    readonly warehouseCode: string
    readonly sku: string
    /** The number of the order that the movement belongs to. */
    readonly owner: string
    readonly at: number
    readonly good: number
    readonly bad: number
    readonly reserved: number
    readonly inTransit: number
  }>
}

/** Reads the records of an account. The tables exist after a connection of the plugin was opened on this storage. */
export const storedRecords = Effect.fnUntraced(function*(
  { prefix, query }: Tables.Port,
  account: string
): Effect.fn.Return<StoredRecords, SqlStorage.StorageFailed> {
  const tables = Tables.of(prefix)
  const rows = (table: string, order: string) =>
    query(`SELECT * FROM ${table} WHERE account = $1 ORDER BY ${order}`, [account])
  const outbound = yield* rows(tables.outbound, "sequence")
  const inbound = yield* rows(tables.inbound, "sequence")
  const stock = yield* rows(tables.stock, "warehouse, sku")
  const movements = yield* rows(tables.movements, "due_at, owner, sku")
  return {
    outbound: outbound.map((row) => ({
      number: String(row.number),
      orderNumber: String(row.order_number),
      warehouseCode: String(row.warehouse),
      channelCode: String(row.channel),
      createdAt: Number(row.created_at),
      isCancelled: row.cancelled_at !== null,
      plan: String(row.plan)
    })),
    inbound: inbound.map((row) => ({
      number: String(row.number),
      asnNumber: String(row.asn_number),
      warehouseCode: String(row.warehouse),
      createdAt: Number(row.created_at),
      isCancelled: row.cancelled_at !== null,
      plan: String(row.plan)
    })),
    stock: stock.map((row) => ({
      warehouseCode: String(row.warehouse),
      sku: String(row.sku),
      good: Number(row.good),
      bad: Number(row.bad),
      reserved: Number(row.reserved),
      inTransit: Number(row.in_transit)
    })),
    movements: movements.map((row) => ({
      warehouseCode: String(row.warehouse),
      sku: String(row.sku),
      owner: String(row.owner),
      at: Number(row.due_at),
      good: Number(row.good),
      bad: Number(row.bad),
      reserved: Number(row.reserved),
      inTransit: Number(row.in_transit)
    }))
  }
})
