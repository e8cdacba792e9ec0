/**
 * The tables of stock: levels, reservations, and movements that have not taken effect.
 */
import type { AdapterError, SqlStorage } from "@crossdock/core"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import type { AccountSession } from "./AccountSession.ts"
import * as Stock from "./Stock.ts"

const rowsAtATime = 200

const toLevel = (row: SqlStorage.Row): Stock.Level => ({
  good: Number(row.good),
  bad: Number(row.bad),
  reserved: Number(row.reserved),
  inTransit: Number(row.in_transit)
})

const toChange = (row: SqlStorage.Row): Stock.Change => ({ sku: String(row.sku), ...toLevel(row) })

/** Applies all due movements of the account to its stock, each once. */
export const settle = Effect.fnUntraced(function*(session: AccountSession, now: number): Effect.fn.Return<void, AdapterError.Reason> {
  const due = yield* session.query(
    `DELETE FROM ${session.tables.movements} WHERE account = $1 AND due_at <= $2
      RETURNING warehouse, sku, due_at, good, bad, reserved, in_transit`,
    [session.account, now]
  )
  for (const [warehouse, rows] of Object.entries(Arr.groupBy(due, (row) => String(row.warehouse)))) {
    const latest = rows.reduce((at, row) => Math.max(at, Number(row.due_at)), 0)
    yield* change(session, { warehouse, at: latest, changes: Stock.summed(rows.map(toChange)) })
  }
})

/** The stock levels of some SKUs. SKUs that the warehouse does not have are left out. Call `settle` before. */
export const levels = Effect.fnUntraced(function*(
  session: AccountSession,
  warehouse: string,
  skus: ReadonlyArray<string>
): Effect.fn.Return<ReadonlyMap<string, Stock.Level>, AdapterError.Reason> {
  const found = new Map<string, Stock.Level>()
  for (const some of Arr.chunksOf(skus, rowsAtATime)) {
    const rows = yield* session.query(
      `SELECT sku, good, bad, reserved, in_transit FROM ${session.tables.stock}
        WHERE account = $1 AND warehouse = $2 AND sku IN (${some.map((_, index) => `$${index + 3}`).join(", ")})`,
      [session.account, warehouse, ...some]
    )
    for (const row of rows) found.set(String(row.sku), toLevel(row))
  }
  return found
})

/** Stores the movements of the order `owner` and makes its reservations. */
export const promise = Effect.fnUntraced(function*(
  session: AccountSession,
  { movements, now, owner, warehouse }: {
    readonly warehouse: string
    readonly owner: string
    readonly now: number
    readonly movements: ReadonlyArray<Stock.Movement>
  }
): Effect.fn.Return<void, AdapterError.Reason> {
  for (const some of Arr.chunksOf(movements, rowsAtATime)) {
    const rows = some.map((_, index) => {
      const first = index * 6 + 4
      return `($1, $2, $3, $${first}, $${first + 1}, $${first + 2}, $${first + 3}, $${first + 4}, $${first + 5})`
    })
    yield* session.query(
      `INSERT INTO ${session.tables.movements} (account, warehouse, owner, sku, due_at, good, bad, reserved, in_transit)
        VALUES ${rows.join(", ")}`,
      [
        session.account,
        warehouse,
        owner,
        ...some.flatMap(({ at, bad, good, inTransit, reserved, sku }) => [sku, at, good, bad, reserved, inTransit])
      ]
    )
  }
  yield* change(session, { warehouse, at: now, changes: Stock.promised(movements) })
})

/** Removes the remaining movements of the order `owner` and ends its reservations. Call `settle` before. */
export const release = Effect.fnUntraced(function*(
  session: AccountSession,
  { now, owner, warehouse }: { readonly warehouse: string; readonly owner: string; readonly now: number }
): Effect.fn.Return<void, AdapterError.Reason> {
  const rows = yield* session.query(
    `DELETE FROM ${session.tables.movements} WHERE account = $1 AND owner = $2 RETURNING sku, good, bad, reserved, in_transit`,
    [session.account, owner]
  )
  yield* change(session, { warehouse, at: now, changes: Stock.released(rows.map(toChange)) })
})

/** Lets the remaining movements of the order `owner` happen earlier. */
export const hurry = (session: AccountSession, owner: string, millis: number): Effect.Effect<void, AdapterError.Reason> =>
  Effect.asVoid(session.query(`UPDATE ${session.tables.movements} SET due_at = due_at - $3 WHERE account = $1 AND owner = $2`, [session.account, owner, millis]))

const change = Effect.fnUntraced(function*(
  session: AccountSession,
  { at, changes, warehouse }: {
    readonly warehouse: string
    readonly at: number
    readonly changes: ReadonlyArray<Stock.Change>
  }
) {
  for (const some of Arr.chunksOf(changes, rowsAtATime)) {
    const rows = some.map((_, index) => {
      const first = index * 5 + 4
      return `SELECT CAST($${first} AS TEXT) AS sku, CAST($${first + 1} AS BIGINT) AS good, CAST($${first + 2} AS BIGINT) AS bad,
        CAST($${first + 3} AS BIGINT) AS reserved, CAST($${first + 4} AS BIGINT) AS in_transit`
    })
    yield* session.query(
      `UPDATE ${session.tables.stock} AS shelf
        SET good = shelf.good + change.good, bad = shelf.bad + change.bad, reserved = shelf.reserved + change.reserved,
          in_transit = shelf.in_transit + change.in_transit,
          changed_at = CASE WHEN shelf.changed_at > $3 THEN shelf.changed_at ELSE $3 END
        FROM (${rows.join(" UNION ALL ")}) AS change
        WHERE shelf.account = $1 AND shelf.warehouse = $2 AND shelf.sku = change.sku`,
      [
        session.account,
        warehouse,
        at,
        ...some.flatMap(({ bad, good, inTransit, reserved, sku }) => [sku, good, bad, reserved, inTransit])
      ]
    )
  }
})
