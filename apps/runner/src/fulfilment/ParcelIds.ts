/**
 * Reads numbers as what they are where a warehouse has ids for its parcels: attributes, which can come late, be corrected or be shared.
 */
import type { FulfilmentRecord } from "./FulfilmentRecord.ts"
import type { Statement } from "./Statement.ts"

export interface Identified {
  readonly record: FulfilmentRecord
  /** Tracking numbers by which reports without ids name a parcel, with its id. */
  readonly sameAs: ReadonlyMap<string, string>
}

/** The ids that were reported for each tracking number. */
const idsByNumber = (statements: ReadonlyArray<Statement>): ReadonlyMap<string, ReadonlySet<string>> => {
  const found = new Map<string, Set<string>>()
  for (const { key, trackingNumber } of statements) {
    if (trackingNumber === undefined || key === trackingNumber) continue
    found.set(trackingNumber, (found.get(trackingNumber) ?? new Set()).add(key))
  }
  return found
}

/**
 * Gives each statement that names a parcel by its number the id of the parcel. If several parcels have the number, its lines are the sum of
 * some parcels, as lines without a number are, and without lines it says nothing.
 */
export const resolve = (record: FulfilmentRecord): Identified => {
  const ids = idsByNumber(record.statements)
  if (ids.size === 0) return { record, sameAs: new Map() }
  const sameAs = new Map([...ids].map(([number, all]) => [number, [...all].toSorted()[0]!] as const))
  const idOf = (key: string) => sameAs.get(key) ?? key
  const statements = record.statements.flatMap((statement): ReadonlyArray<Statement> => {
    const all = statement.key === statement.trackingNumber ? ids.get(statement.key) : undefined
    if (all === undefined) return [statement]
    if (all.size === 1) return [{ ...statement, key: idOf(statement.key) }]
    return statement.contents.length === 0 ? [] : [{ ...statement, key: "", kind: "lines" }]
  })
  const isId = new Set([...ids.values()].flatMap((all) => [...all]))
  const left = statements.filter(({ key, kind }) => kind !== "announced" && isId.has(key)).map(({ key }) => key)
  const different = [...record.together.map((keys) => [...new Set(keys.map(idOf))]), [...isId]]
  return {
    record: {
      ...record,
      statements,
      keys: [...new Set([...record.keys, ...left])],
      together: different.filter((keys) => keys.length > 1),
      inspections: record.inspections.map((one) => {
        const [key, ...others] = one.keys
        return { ...one, keys: [idOf(key), ...[...new Set([...others.map(idOf), ...one.keys])].filter((other) => other !== idOf(key))] }
      })
    },
    sameAs
  }
}
