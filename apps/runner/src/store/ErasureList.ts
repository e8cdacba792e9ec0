/**
 * The list of what persons have erased. It outlives a restore: `crossdock restore put` carries it from the database of before, and the
 * runner erases again what the backup has brought back.
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { DatabaseDriver, DatabaseFailed, Row } from "./DatabaseDriver.ts"

/** A record whose personal data a person has erased, the last time in milliseconds since 1970. */
export const Entry = Schema.Struct({ scope: Schema.String, kind: Schema.String, number: Schema.String, at: Schema.Finite, who: Schema.String, reason: Schema.String })
export type Entry = typeof Entry.Type

const Entries = Schema.fromJsonString(Schema.Array(Entry))
const decode = Schema.decodeUnknownOption(Entries)
export const encode = Schema.encodeSync(Entries)

/** The name of the setting with the list that a restore has carried here, without what was erased since. A database of any release has settings. */
export const carriedSetting = "erasures carried by a restore"

/** The SQL that reads the list, and what a restore has carried. */
export const statement = "select scope, kind, number, at, who, reason from erasure order by scope, kind, number"
export const carriedStatement = `select content from setting where name = '${carriedSetting}'`
/** The SQL that stores what a restore carries; the parameter is the list as text. */
export const carry = `insert into setting (name, content) values ('${carriedSetting}', $1) on conflict (name) do update set content = excluded.content`
/** The SQL by which the job begins at once. */
export const hasten = "update job set due_at = 0 where name = 'erasure'"

export const toEntry = ({ at, kind, number, reason, scope, who }: Row): Entry => ({ scope, kind, number, at: Number(at), who, reason })

/** What a restore has carried, from the row of its setting. */
export const carriedOf = (row: Row | undefined): ReadonlyArray<Entry> => row === undefined ? [] : Option.getOrElse(decode(row.content), () => [])

const keyOf = ({ kind, number, scope }: Entry): string => JSON.stringify([scope, kind, number])

/** Both lists, each record with its latest erasure. */
export const merged = (one: ReadonlyArray<Entry>, other: ReadonlyArray<Entry>): ReadonlyArray<Entry> => {
  const found = new Map<string, Entry>()
  for (const entry of [...one, ...other]) if ((found.get(keyOf(entry))?.at ?? -1) < entry.at) found.set(keyOf(entry), entry)
  return [...found.values()]
}

/** Everything that a database says was erased. A database of a release without the list has none. */
export const readFrom = (query: DatabaseDriver["query"]): Effect.Effect<ReadonlyArray<Entry>, DatabaseFailed> =>
  Effect.gen(function*() {
    const rows = yield* Effect.catchIf(query(statement), ({ diagnosis }) => diagnosis.is === "other", (): Effect.Effect<ReadonlyArray<Row>> => Effect.succeed([]))
    const [carried] = yield* query(carriedStatement)
    return merged(rows.map(toEntry), carriedOf(carried))
  })
