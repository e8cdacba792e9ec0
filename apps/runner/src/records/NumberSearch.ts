/**
 * Finds records by any number of theirs: the one of the ERP or shop, the one that was sent to the peer, the peer's own, and those
 * that only their contract knows, such as a tracking number.
 */
import * as Effect from "effect/Effect"
import type { Database, DatabaseFailed, Row } from "../store/Database.ts"
import type { Kind, Kinds, KindRow } from "./Kinds.ts"

/** What the number of a search is to a record. `number` is the one under which the record is kept. */
export type By = string

export const ownNumber: By = "number"

export interface Found {
  readonly scope: string
  readonly kind: Kind
  readonly number: string
  readonly by: By
}

export interface Where {
  readonly scopes: ReadonlyArray<string>
  /** The connections to whose peers the records were sent. */
  readonly connections: ReadonlyArray<string>
  readonly kinds: ReadonlyArray<KindRow>
}

/** A key that two records never share. */
export const keyOf = ({ kind, number, scope }: Pick<Found, "kind" | "number" | "scope">): string => JSON.stringify([scope, kind, number])

const places = (values: ReadonlyArray<string>, from: number): string => values.map((_, at) => `$${from + at}`).join(", ")

/** Returns the search. A record that has the number in several ways is found once, by the first of them. */
export const make = (db: Database["Service"], kinds: Kinds["Service"]) => {
  const columns = "e.scope, e.kind, e.number"

  return Effect.fnUntraced(function*(number: string, where: Where): Effect.fn.Return<ReadonlyArray<Found>, DatabaseFailed> {
    const { connections, scopes } = where
    const names = where.kinds.map(({ kind }) => kind)
    if (scopes.length === 0 || names.length === 0) return []
    const found = new Map<string, Found>()
    const add = (by: By, rows: ReadonlyArray<Row>) => {
      for (const row of rows) {
        const one: Found = { scope: row.scope, kind: row.kind, number: row.number, by }
        if (scopes.includes(one.scope) && names.includes(one.kind) && !found.has(keyOf(one))) found.set(keyOf(one), one)
      }
    }
    add(ownNumber, yield* db.query(
      `select distinct ${columns} from entity e where e.number = $1 and e.kind in (${places(names, 2)}) and e.scope in (${places(scopes, 2 + names.length)})`,
      [number, ...names, ...scopes]
    ))
    if (connections.length > 0) {
      const atPeer = `e.kind in (${places(names, 2)}) and e.connection in (${places(connections, 2 + names.length)})`
      const values = [number, ...names, ...connections]
      add("numberSent", yield* db.query(`select distinct ${columns} from entity e where e.number_sent = $1 and ${atPeer}`, values))
      add("peerNumber", yield* db.query(`select distinct ${columns} from entity e where e.peer_number = $1 and ${atPeer}`, values))
    }
    for (const [by, text] of kinds.all.flatMap(({ otherNumbers = {} }) => Object.entries(otherNumbers))) {
      add(by, yield* db.query(`select distinct ${columns} from entity e where e.id in (${text})`, [number]))
    }
    return [...found.values()]
  })
}
