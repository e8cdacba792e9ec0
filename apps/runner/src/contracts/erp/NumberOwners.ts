/**
 * The rows that say which link has a custom number of an ERP (document 3). A number has one owner for each kind of record.
 */
import * as Effect from "effect/Effect"
import type { ConnectedLink } from "../../Composition.ts"
import type { Database, DatabaseFailed } from "../../store/Database.ts"
import { inboundOrder, stockMove, transfer } from "./Kinds.ts"

type Store = Database["Service"]

/** Makes a link the owner of a number that nobody has. Returns the scope of the owner. */
export const take = Effect.fnUntraced(function*(db: Store, { peer, scope }: ConnectedLink, kind: string, number: string) {
  const key = [peer, kind, number]
  const [taken] = yield* db.query(
    "insert into erp_number (connection, kind, number, scope) values ($1, $2, $3, $4) on conflict (connection, kind, number) do nothing returning scope",
    [...key, scope]
  )
  return (taken ?? (yield* db.one("select scope from erp_number where connection = $1 and kind = $2 and number = $3", key)))?.scope
})

/**
 * Gives a number back, unless the link has another create with it than `ended` that was accepted, whose outcome is open, or about which
 * the ERP is asked once more.
 */
export const freed = (db: Store, { peer, scope }: ConnectedLink, kind: string, number: string, ended = "") =>
  db.query(
    `delete from erp_number where connection = $1 and kind = $2 and number = $3 and scope = $4 and not exists
       (select 1 from entity e join intent i on i.entity = e.id
        where e.scope = $4 and e.kind = $2 and e.number = $3 and i.id <> $5
          and (i.state in ('Pending', 'InFlight', 'Doubtful', 'Delivered') or i.look_at is not null))`,
    [peer, kind, number, scope, ended]
  )

const named = [[inboundOrder.kind, "inbound"], [transfer.kind, "transfer"], [stockMove.kind, "move"]] as const

export interface GivenBack {
  readonly givenBack: ReadonlyArray<{ readonly kind: (typeof named)[number][1]; readonly scope: string }>
  /** The scope of a link with a create of this number whose outcome is not known. Nothing was given back. */
  readonly open?: string
}

/** Gives a number of an ERP back for everything that could be created under it, whatever became of its creates. */
export const giveBack = Effect.fnUntraced(function*(db: Store, connection: string, number: string): Effect.fn.Return<GivenBack, DatabaseFailed> {
  const open = yield* db.one(
    `select n.scope from erp_number n join entity e on e.scope = n.scope and e.kind = n.kind and e.number = n.number join intent i on i.entity = e.id
     where n.connection = $1 and n.number = $2 and i.state in ('Pending', 'InFlight', 'Doubtful') limit 1`,
    [connection, number]
  )
  if (open !== undefined) return { givenBack: [], open: String(open.scope) }
  const rows: Array<GivenBack["givenBack"][number]> = []
  for (const [kind, name] of named) {
    const [row] = yield* db.query("delete from erp_number where connection = $1 and kind = $2 and number = $3 returning scope", [connection, kind, number])
    if (row !== undefined) rows.push({ kind: name, scope: String(row["scope"]) })
  }
  return { givenBack: rows }
})
