/**
 * The statements of a record, sorted by what they prove: the contents of parcels that are beyond doubt, and lists that can be read in more
 * than one way.
 */
import type { FulfilmentRecord } from "./FulfilmentRecord.ts"
import * as Quantities from "./Quantities.ts"
import type { Rule } from "./Rules.ts"
import type { Statement } from "./Statement.ts"

/** What reports list for one parcel. */
export interface Listed {
  readonly key: string
  /** The lists that no other list contains. If there are several, they contradict each other. */
  readonly lists: ReadonlyArray<Quantities.Quantities>
  /** Every list. */
  readonly all: ReadonlyArray<Quantities.Quantities>
}

export interface Evidence {
  readonly ordered: Quantities.Quantities | undefined
  /** The contents that nobody doubts, by the key of the parcel. */
  readonly certain: ReadonlyMap<string, Quantities.Quantities>
  readonly rules: ReadonlyMap<string, Rule>
  /** The contents that reports list in `parcels`. */
  readonly explicit: ReadonlyArray<Listed>
  /** The lists of all other parcels. They are the contents of their parcel, or totals. */
  readonly listed: ReadonlyArray<Listed>
  /** Keys that a person found to be the same parcel as another key. */
  readonly sameAs: ReadonlyMap<string, string>
  /** Lists that may tell of further goods: those without a number, and those beside contents in `parcels`. */
  readonly beside: ReadonlyArray<Beside>
  /** Every time of shipment that was reported, by the key of the parcel. */
  readonly times: ReadonlyMap<string, ReadonlyArray<number>>
}

export interface Beside {
  readonly key: string
  readonly list: Quantities.Quantities
  readonly shippedAt: number | undefined
}

/** Everything that any list of a parcel has. What was reported to have left is never forgotten. */
export const largest = ({ lists }: Listed): Quantities.Quantities => lists.reduce(Quantities.max, Quantities.none)

/** Returns the newest statements if each of them has a time. Otherwise nobody knows which is newer, and all count. */
export const newest = (statements: ReadonlyArray<Statement>): ReadonlyArray<Statement> => {
  const latest = Math.max(...statements.map(({ saidAt }) => saidAt ?? Number.NaN))
  return Number.isNaN(latest) ? statements : statements.filter(({ saidAt }) => saidAt === latest)
}

/** Leaves out each list that another list contains. */
const maximal = (all: ReadonlyArray<Quantities.Quantities>): ReadonlyArray<Quantities.Quantities> =>
  all.filter((one, at) =>
    !all.some((other, otherAt) => otherAt !== at && Quantities.isWithin(one, other) && (otherAt < at || !Quantities.isSame(one, other))))

const byKey = (statements: ReadonlyArray<Statement>): ReadonlyMap<string, ReadonlyArray<Statement>> => {
  const found = new Map<string, Array<Statement>>()
  for (const statement of statements) {
    const same = found.get(statement.key)
    if (same === undefined) found.set(statement.key, [statement])
    else same.push(statement)
  }
  return found
}

/** Finds the lists of one kind, by key. */
const listsOf = ({ statements }: FulfilmentRecord, kind: Statement["kind"]): ReadonlyMap<string, Listed> =>
  new Map([...byKey(statements.filter((one) => one.kind === kind))].map(([key, same]) => {
    const all = newest(same).map(({ contents }) => contents)
    return [key, { key, all, lists: maximal(all) }] as const
  }))

/** Finds the lists of lines that may tell of further goods. A list without a number that is repeated, with its time or without it, counts once. */
const besideOf = ({ statements }: FulfilmentRecord, isBeside: (key: string) => boolean): ReadonlyArray<Beside> => {
  const all = [...byKey(statements.filter(({ key, kind }) => kind === "lines" && isBeside(key))).values()].flatMap((same) =>
    newest(same).map(({ contents: list, key, shippedAt }): Beside => ({ key, list, shippedAt })))
  return all.filter((one, at) =>
    !all.some((other, otherAt) =>
      otherAt !== at && other.key === one.key && Quantities.isSame(other.list, one.list) &&
      (other.shippedAt === one.shippedAt ? otherAt < at : one.shippedAt === undefined)))
}

export const of = (record: FulfilmentRecord): Evidence => {
  const { inspections, keys, ordered } = record
  const sameAs = new Map(inspections.flatMap(({ keys: [key, ...others] }) => others.map((other) => [other, key] as const)))
  const isInspected = new Set(inspections.flatMap((one) => one.keys))
  const contents = listsOf(record, "contents")
  const lines = listsOf(record, "lines")
  const numbered = keys.filter((key) => key !== "" && !isInspected.has(key))
  const explicit = numbered.flatMap((key) => contents.get(key) ?? [])
  return {
    ordered,
    certain: new Map([
      ...explicit.map((one) => [one.key, largest(one)] as const),
      ...inspections.map(({ contents: inside, keys: [key] }) => [key, inside] as const)
    ]),
    rules: new Map<string, Rule>([
      ...explicit.map(({ key }) => [key, "contents"] as const),
      ...inspections.map(({ keys: [key] }) => [key, "person"] as const)
    ]),
    explicit,
    listed: numbered.filter((key) => !contents.has(key)).flatMap((key) => lines.get(key) ?? []),
    sameAs,
    beside: besideOf(record, (key) => (key === "" || contents.has(key)) && !isInspected.has(key)),
    times: new Map([...byKey(record.statements)].map(([key, same]) => [key, same.flatMap(({ shippedAt }) => shippedAt ?? [])] as const))
  }
}
