/**
 * The statements of a record, sorted by what they prove: the contents of parcels that are beyond doubt, and lists that can be read in more
 * than one way.
 */
import * as SameContents from "./SameContents.ts"
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
  /** As `certain`, but of an inspected parcel that may have a further number, what was reported. Whether lists fit is decided by it. */
  readonly counted: ReadonlyMap<string, Quantities.Quantities>
  readonly rules: ReadonlyMap<string, Rule>
  /** The contents that reports list in `parcels`. */
  readonly explicit: ReadonlyArray<Listed>
  /** The lists of all other parcels. They are the contents of their parcel, or totals. */
  readonly listed: ReadonlyArray<Listed>
  /** Keys of the same parcel as another key, by what a person found or because their contents do not fit the order twice. */
  readonly sameAs: ReadonlyMap<string, string>
  /** What may have left beyond `certain`, because nobody knows which number in `parcels` was corrected. */
  readonly unclear: Quantities.Quantities
  readonly together: SameContents.Together
  /** What was reported of a parcel that a person inspected, by its key. */
  readonly reported: ReadonlyMap<string, ReadonlyArray<Quantities.Quantities>>
  /** Finds the inspected parcel that was reported with just this list. */
  readonly reportedKeyOf: (list: Quantities.Quantities) => string | undefined
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

/** Pairs each number with its largest list. A number whose lists contradict each other comes after one that says the same at once. */
export const numbersOf = (listed: ReadonlyArray<Listed>): ReadonlyArray<SameContents.Numbered> =>
  listed.toSorted((former, latter) => former.lists.length - latter.lists.length).map((one) => ({ key: one.key, list: largest(one) }))

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

type Inspected = Pick<Evidence, "reported" | "reportedKeyOf">

const inspectedOf = ({ inspections }: FulfilmentRecord, kinds: ReadonlyArray<ReadonlyMap<string, Listed>>): Inspected => {
  const reported = new Map(inspections.map(({ keys }) =>
    [keys[0], keys.flatMap((key) => kinds.flatMap((lists) => lists.get(key)?.all ?? []))] as const))
  return { reported, reportedKeyOf: (list) => [...reported].find(([, lists]) => lists.some((one) => Quantities.isSame(one, list)))?.[0] }
}

/** Of an inspected parcel whose list another number has as well, the list; of others, what the person found. */
const countedOf = ({ inspections }: FulfilmentRecord, others: ReadonlyArray<Listed>, { reported, reportedKeyOf }: Inspected): ReadonlyMap<string, Quantities.Quantities> => {
  const repeated = new Map(others.map(largest).map((list) => [reportedKeyOf(list), list] as const))
  return new Map(inspections.map(({ contents, keys: [key] }) => [key, repeated.has(key) ? reported.get(key)!.reduce(Quantities.max) : contents] as const))
}

/** Finds which numbers in `parcels` are corrected numbers, if their contents are more than was ordered. */
const correctedIn = ({ ordered, together }: FulfilmentRecord, explicit: ReadonlyArray<Listed>, counted: Evidence["counted"], { reportedKeyOf }: Inspected): SameContents.Division | undefined => {
  const known = Quantities.sum(counted.values())
  const numbers = numbersOf(explicit)
  if (ordered === undefined || SameContents.isFitting(ordered, Quantities.sum([known, ...numbers.map(({ list }) => list)]))) return undefined
  return SameContents.divide(SameContents.group(numbers, (list) => [reportedKeyOf(list) ?? []].flat(), together), together, known, ordered)
}

export const of = (record: FulfilmentRecord): Evidence => {
  const { inspections, keys, ordered, together } = record
  const isInspected = new Set(inspections.flatMap((one) => one.keys))
  const contents = listsOf(record, "contents")
  const lines = listsOf(record, "lines")
  const numbered = keys.filter((key) => key !== "" && !isInspected.has(key))
  const explicit = numbered.flatMap((key) => contents.get(key) ?? [])
  const listed = numbered.filter((key) => !contents.has(key)).flatMap((key) => lines.get(key) ?? [])
  const inspected = inspectedOf(record, [contents, lines])
  const countedInspected = countedOf(record, [...explicit, ...listed], inspected)
  const division = correctedIn(record, explicit, countedInspected, inspected)
  const parcels = explicit.filter(({ key }) => division?.sameAs.has(key) !== true)
  const isCorrected = new Set(division?.sameAs.values())
  const reported = parcels.map((one) => [one.key, largest(one)] as const)
  return {
    ordered,
    certain: new Map([...reported, ...inspections.map(({ contents: inside, keys: [key] }) => [key, inside] as const)]),
    counted: new Map([...reported, ...countedInspected]),
    rules: new Map<string, Rule>([
      ...parcels.map(({ key }) => [key, isCorrected.has(key) ? "corrected" : "contents"] as const),
      ...inspections.map(({ keys: [key] }) => [key, "person"] as const)
    ]),
    explicit,
    listed,
    sameAs: new Map([...division?.sameAs ?? [], ...inspections.flatMap(({ keys: [key, ...others] }) => others.map((other) => [other, key] as const))]),
    unclear: division?.unclear ?? Quantities.none,
    together: together.map((one) => [...new Set(one.map((key) => division?.sameAs.get(key) ?? key))]),
    ...inspected,
    beside: besideOf(record, (key) => (key === "" || contents.has(key)) && !isInspected.has(key)),
    times: new Map([...byKey(record.statements)].map(([key, same]) => [key, same.flatMap(({ shippedAt }) => shippedAt ?? [])] as const))
  }
}
