/**
 * Reads from the runner what it shows of the books and of orders, and what it still has to do.
 */
import { Decimal, ErpV1 } from "@crossdock/core"
import * as Effect from "effect/Effect"
import { Connections } from "../../../src/connection/Connections.ts"
import { Database } from "../../../src/store/Database.ts"
import type { Shown } from "./Truth.ts"

/** What is being sent, and orders that are due at the desk. */
export const work = (db: Database["Service"], now = Number.MAX_SAFE_INTEGER) =>
  Effect.all({
    creates: db.query("select i.operation, i.state, i.held_because, e.number from intent i join entity e on e.id = i.entity where i.state in ('Pending', 'InFlight', 'Doubtful')"),
    deliveries: db.query("select operation, entity, state, cause from delivery where state in ('Pending', 'InFlight')"),
    due: db.query("select e.number, o.state, o.cause, o.because from desk_order o join entity e on e.id = o.entity where o.due_at <= $1", [now])
  })

/**
 * - `busy`: something changes
 * - `deciding`: orders that lack stock are decided again, as each of them is every minute
 * - `idle`: neither
 */
export const activity = (db: Database["Service"], now: number) =>
  Effect.map(work(db, now), ({ creates, deliveries, due }) => {
    if (creates.length + deliveries.length > 0 || due.some(({ cause, state }) => state !== "held" || cause !== "stock")) return "busy"
    return due.length > 0 ? "deciding" : "idle"
  })

/** How many orders are in each state, and held for each cause. */
export const states = ({ orders }: Pick<Shown, "orders">): Readonly<Record<string, number>> => {
  const found: Record<string, number> = {}
  for (const { cause, state } of orders) {
    const end = cause === undefined ? state : `${state} ${cause}`
    found[end] = (found[end] ?? 0) + 1
  }
  return found
}

/** What moved in the books, and what became of each order, for the log of a world that fails. */
export const written = Effect.gen(function*() {
  const db = yield* Database
  const entries = yield* db.query("select * from erp_ledger_entry order by id")
  const orders = yield* db.query("select e.number, o.state, o.cause, o.because from desk_order o join entity e on e.id = o.entity order by e.id")
  return [...entries, ...orders].map((row) => JSON.stringify(row))
})

export const read = Effect.gen(function*() {
  const db = yield* Database
  const connections = yield* Connections
  const balances: Array<Shown["balances"][number]> = []
  let cursor: string | undefined
  do {
    const page: typeof ErpV1.ListStockBalances.success.Type = yield* connections.invoke("ledger", ErpV1.ListStockBalances, { limit: 100, ...(cursor !== undefined && { cursor }) })
    for (const { available, reserved, sku, total, warehouseName } of page.items) {
      const [all = 0, free = 0, held = 0] = [total, available, reserved ?? Decimal.fromText("0")!].map((figure) => Number(Decimal.toText(figure)))
      balances.push({ warehouse: warehouseName, sku, total: all, reserved: held, available: free })
    }
    cursor = page.nextCursor
  } while (cursor !== undefined)
  const names: Readonly<Record<string, string>> = { 1: "North", 2: "South" }
  const documents = yield* db.query("select warehouse, content from erp_ledger_document where kind = 'discrepancy'")
  const lacking = documents.flatMap(({ content, warehouse }) =>
    Object.entries<number>(JSON.parse(content).lacking ?? {}).map(([sku, pieces]) => ({ warehouse: names[warehouse] ?? warehouse, sku, pieces })))
  const rows = yield* db.query("select e.number, o.state, o.cause, o.because, o.chosen_place from desk_order o join entity e on e.id = o.entity")
  const orders = rows.map((row) => ({
    order: row.number, state: row.state, cause: row.cause ?? undefined, because: row.because ?? undefined,
    chosen: row.chosen_place === null ? undefined : String(JSON.parse(row.chosen_place).warehouse)
  }))
  return { balances, lacking, orders } satisfies Omit<Shown, "offered"> as Omit<Shown, "offered">
})
