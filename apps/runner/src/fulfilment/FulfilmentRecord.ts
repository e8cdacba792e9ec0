/**
 * What is kept of one issue of an outbound order: every statement of its reports once, in the order of arrival. Repeats do not matter, and
 * the order only where no report decides (see `Fulfilment`). What follows from the statements is never kept; `Fulfilment` derives it.
 */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { OutboundPhase } from "@crossdock/core/model/OutboundPhase"
import * as Quantities from "./Quantities.ts"
import * as Statement from "./Statement.ts"

/** The contents that a person found in the parcel with these keys. The first key is the one of the parcel, the others were corrected. */
export const Inspection = Schema.Struct({ keys: Schema.NonEmptyArray(Schema.String), contents: Quantities.Quantities })
export type Inspection = typeof Inspection.Type

/** It only grows, except that a further inspection of a parcel replaces the one before. */
export const FulfilmentRecord = Schema.Struct({
  /** The format of the stored record, so that members can be added. A reader refuses a record of a later format instead of losing what it does not know. */
  format: Schema.Literal(1).pipe(Schema.withDecodingDefaultKey(Effect.succeed(1 as const))),
  /** The number of changes. A reader of the derived state ignores a version that is not newer than the one it has. */
  version: Schema.Int,
  /** Absent for an order that somebody else created, of which nobody knows what was ordered. */
  ordered: Schema.optionalKey(Quantities.Quantities),
  phases: Schema.Array(OutboundPhase),
  statements: Schema.Array(Statement.Statement),
  /** The keys of the parcels that have left, in the order of their first report. The id of a parcel is the position of its first key, from 1. */
  keys: Schema.Array(Schema.String),
  /** The keys of parcels that one report names beside each other, so these are different parcels. No set is a part of another one. */
  together: Schema.Array(Schema.Array(Schema.String)).pipe(Schema.withDecodingDefaultKey(Effect.succeed([]))),
  inspections: Schema.Array(Inspection),
  /** Each different list of what the warehouse never ships of an order that it has closed short. */
  notShipped: Schema.Array(Quantities.Quantities).pipe(Schema.withDecodingDefaultKey(Effect.succeed([])))
})
export type FulfilmentRecord = typeof FulfilmentRecord.Type

/** The record as text, for one column of a database. */
export const FromJson = Schema.fromJsonString(FulfilmentRecord)

/** The record of an order of which nothing was reported. Pass no lines if nobody knows what was ordered. */
export const empty = (ordered?: ReadonlyArray<Quantities.Item>): FulfilmentRecord => ({
  format: 1,
  version: 0,
  ...(ordered !== undefined && { ordered: Quantities.fromLines(ordered) }),
  phases: [],
  statements: [],
  keys: [],
  together: [],
  inspections: [],
  notShipped: []
})

/** Adds keys that were named together, unless one report has named them before. */
const addTogether = (known: FulfilmentRecord["together"], keys: ReadonlyArray<string>): FulfilmentRecord["together"] => {
  const isPart = (part: ReadonlyArray<string>, all: ReadonlySet<string>) => part.every((key) => all.has(key))
  const added = new Set(keys)
  if (added.size < 2 || known.some((one) => one.length >= added.size && isPart([...added], new Set(one)))) return known
  return [...known.filter((one) => !isPart(one, added)), [...added]]
}

/** Adds a statement. One that is made again has the newest of its times, so that repeats do not make the record grow. */
const withStatement = (known: FulfilmentRecord["statements"], statement: Statement.Statement): FulfilmentRecord["statements"] => {
  const same = known.find((one) => Statement.isSame(one, statement))
  if (same === undefined) return [...known, statement]
  return (same.saidAt ?? 0) >= (statement.saidAt ?? 0) ? known : known.map((one) => one === same ? { ...same, saidAt: statement.saidAt! } : one)
}

const withNotShipped = (known: FulfilmentRecord["notShipped"], list: Quantities.Quantities | undefined): FulfilmentRecord["notShipped"] =>
  list === undefined || known.some((one) => Quantities.isSame(one, list)) ? known : [...known, list]

/** Adds a report. If the report says nothing new, the result is the same value. */
export const add = (record: FulfilmentRecord, { namesTogether = [], notShipped: list, phase, statements: told }: Statement.Report): FulfilmentRecord => {
  const statements = told.reduce(withStatement, record.statements)
  const phases = record.phases.includes(phase) ? record.phases : [...record.phases, phase]
  const together = addTogether(record.together, namesTogether)
  const notShipped = withNotShipped(record.notShipped, list)
  if (statements === record.statements && phases === record.phases && together === record.together && notShipped === record.notShipped) return record
  const keys = told.filter(({ kind }) => kind !== "announced").map(({ key }) => key)
  return {
    ...record,
    version: record.version + 1,
    phases,
    statements,
    keys: [...new Set([...record.keys, ...keys])],
    together,
    notShipped
  }
}

/** Adds what a person found in a parcel. */
export const inspect = (
  record: FulfilmentRecord,
  { keys }: Pick<Inspection, "keys">,
  contents: ReadonlyArray<Quantities.Item>
): FulfilmentRecord => ({
  ...record,
  version: record.version + 1,
  keys: [...new Set([...record.keys, ...keys])],
  inspections: [
    ...record.inspections.filter((one) => !one.keys.some((key) => keys.includes(key))),
    { keys, contents: Quantities.fromLines(contents) }
  ]
})
