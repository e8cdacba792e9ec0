/**
 * The books of one account as they stand in the tables, for tests that do not believe an adapter's answers.
 */
import type { Storage } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Tables from "./Tables.ts"

export interface Books {
  /** Every outbound order ever booked, in order of arrival, cancelled and failed ones too. */
  readonly outbound: ReadonlyArray<{
    /** The sandbox's own number. */
    readonly number: string
    readonly orderNumber: string
    readonly warehouseCode: string
    readonly channelCode: string
    /** Milliseconds since 1970. */
    readonly createdAt: number
    readonly isCancelled: boolean
    /** What becomes of it, as JSON text. */
    readonly plan: string
  }>
  /** Every inbound order ever booked, in order of arrival. */
  readonly inbound: ReadonlyArray<{
    readonly number: string
    readonly asnNumber: string
    readonly warehouseCode: string
    readonly createdAt: number
    readonly isCancelled: boolean
    readonly plan: string
  }>
  /** The shelves as last written; what is due and not written yet stands in `movements`. */
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
    /** Number of the order that they belong to. */
    readonly owner: string
    readonly at: number
    readonly good: number
    readonly bad: number
    readonly reserved: number
    readonly inTransit: number
  }>
}

/** Reads the tables and nothing else; they exist once a connection of the plugin was opened on this storage. */
export const books = Effect.fnUntraced(function*(
  { prefix, query }: Tables.Port,
  account: string
): Effect.fn.Return<Books, Storage.StorageFailed> {
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
