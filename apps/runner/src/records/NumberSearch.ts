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
  /** Records of other scopes are not found. */
  readonly scopes: ReadonlyArray<string>
  /** The scopes in which records are sought by their own numbers. Default: all of `scopes`. */
  readonly ownNumbersIn?: ReadonlyArray<string>
  /** The connections to whose peers the records were sent. */
  readonly connections: ReadonlyArray<string>
  readonly kinds: ReadonlyArray<KindRow>
}

/** A key that two records never share. */
export const keyOf = ({ kind, number, scope }: Pick<Found, "kind" | "number" | "scope">): string => JSON.stringify([scope, kind, number])

const placesOf = (values: ReadonlyArray<string>, from: number): ReadonlyArray<string> => values.map((_, at) => `$${from + at}`)
const places = (values: ReadonlyArray<string>, from: number): string => placesOf(values, from).join(", ")

/** Returns the search for several numbers at once. A record that has a number in several ways is found once, by the first of them. */
export const ofMany = (db: Database["Service"], kinds: Kinds["Service"]) => {
  const columns = "e.scope, e.kind, e.number"

  return Effect.fnUntraced(function*(numbers: ReadonlyArray<string>, where: Where): Effect.fn.Return<ReadonlyMap<string, ReadonlyArray<Found>>, DatabaseFailed> {
    const { connections, ownNumbersIn = where.scopes, scopes } = where
    const names = where.kinds.map(({ kind }) => kind)
    if (numbers.length === 0 || scopes.length === 0 || names.length === 0) return new Map()
    const found = new Map<string, Map<string, Found>>(numbers.map((number) => [number, new Map()]))
    const add = (by: By, rows: ReadonlyArray<Row>) => {
      for (const row of rows) {
        const one: Found = { scope: row.scope, kind: row.kind, number: row.number, by }
        const known = found.get(row.asked)
        if (scopes.includes(one.scope) && names.includes(one.kind) && known !== undefined && !known.has(keyOf(one))) known.set(keyOf(one), one)
      }
    }
    const these = places(numbers, 1)
    const ofKinds = `e.kind in (${places(names, 1 + numbers.length)})`
    const after = 1 + numbers.length + names.length
    if (ownNumbersIn.length > 0) {
      add(ownNumber, yield* db.query(
        `select distinct e.number as asked, ${columns} from entity e where e.number in (${these}) and ${ofKinds} and e.scope in (${places(ownNumbersIn, after)})`,
        [...numbers, ...names, ...ownNumbersIn]
      ))
    }
    if (connections.length > 0) {
      const atPeer = `${ofKinds} and e.connection in (${places(connections, after)})`
      const values = [...numbers, ...names, ...connections]
      add("numberSent", yield* db.query(`select distinct e.number_sent as asked, ${columns} from entity e where e.number_sent in (${these}) and ${atPeer}`, values))
      add("peerNumber", yield* db.query(`select distinct e.peer_number as asked, ${columns} from entity e where e.peer_number in (${these}) and ${atPeer}`, values))
    }
    for (const [by, recordsWith] of kinds.all.flatMap(({ otherNumbers = {} }) => Object.entries(otherNumbers))) {
      add(by, yield* db.query(`select distinct f.asked, ${columns} from (${recordsWith(placesOf(numbers, 1))}) f join entity e on e.id = f.id`, numbers))
    }
    return new Map([...found].map(([number, records]) => [number, [...records.values()]]))
  })
}

/** Returns the search for one number. */
export const make = (db: Database["Service"], kinds: Kinds["Service"]) => {
  const search = ofMany(db, kinds)
  return (number: string, where: Where) => Effect.map(search([number], where), (found) => found.get(number) ?? [])
}
