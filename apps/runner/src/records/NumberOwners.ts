/**
 * The rows that say which link has a custom number of an ERP (document 3). A number has one owner for each kind of record.
 */
import * as Effect from "effect/Effect"
import type { ConnectedLink } from "../Composition.ts"
import type { Database, DatabaseFailed } from "../store/Database.ts"

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
export const release = (db: Store, { peer, scope }: ConnectedLink, kind: string, number: string, ended = "") =>
  db.query(
    `delete from erp_number where connection = $1 and kind = $2 and number = $3 and scope = $4 and not exists
       (select 1 from entity e join intent i on i.entity = e.id
        where e.scope = $4 and e.kind = $2 and e.number = $3 and i.id <> $5
          and (i.state in ('Pending', 'InFlight', 'Doubtful', 'Delivered') or i.look_at is not null))`,
    [peer, kind, number, scope, ended]
  )

export interface GivenBack {
  readonly givenBack: ReadonlyArray<{ readonly kind: string; readonly scope: string }>
  /** The scope of a link with a create of this number whose outcome is not known, or of which the ERP is asked once more. Nothing was given back. */
  readonly open?: string
}

/** Gives a number of an ERP back for records of any of the kinds, whatever became of its creates. */
export const giveBack = Effect.fnUntraced(function*(db: Store, kinds: Iterable<string>, connection: string, number: string): Effect.fn.Return<GivenBack, DatabaseFailed> {
  const givenBack: Array<GivenBack["givenBack"][number]> = []
  for (const kind of kinds) {
    const owner = yield* db.one(`select scope from erp_number where connection = $1 and kind = $2 and number = $3${db.forUpdate}`, [connection, kind, number])
    if (owner === undefined) continue
    const scope = String(owner.scope)
    const open = yield* db.one(
      `select i.id from entity e join intent i on i.entity = e.id
       where e.scope = $1 and e.kind = $2 and e.number = $3 and (i.state in ('Pending', 'InFlight', 'Doubtful') or i.look_at is not null) limit 1`,
      [scope, kind, number]
    )
    if (open !== undefined) return { givenBack: [], open: scope }
    givenBack.push({ kind, scope })
  }
  for (const { kind } of givenBack) yield* db.query("delete from erp_number where connection = $1 and kind = $2 and number = $3", [connection, kind, number])
  return { givenBack }
})
