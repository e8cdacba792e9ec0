/**
 * Carries the list of erasures from the database of before, or from another place, into a restored one.
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { existsSync, statSync } from "node:fs"
import { join } from "node:path"
import * as DatabaseCopy from "../store/DatabaseCopy.ts"
import type { Row } from "../store/DatabaseDriver.ts"
import * as ErasureList from "../store/ErasureList.ts"
import * as PostgresRows from "../store/PostgresRows.ts"
import * as ReadOnlyDatabase from "../store/ReadOnlyDatabase.ts"
import { refused } from "./BackupRefused.ts"
import * as Manifest from "./Manifest.ts"
import * as PostgresTools from "./PostgresTools.ts"

/** A killed runner may have left a log that nobody can read without writing; this file is renamed afterwards and may be written. */
const ofOwnFile = (file: string) =>
  Effect.andThen(DatabaseCopy.inFile(file, (run) => void run("select count(*) from setting", [])), ofFile(file))

const ofFile = (file: string) => Effect.scoped(Effect.flatMap(ReadOnlyDatabase.sqlite(file), ({ query }) => ErasureList.readFrom(query)))

/** A value of the text in which PostgreSQL copies rows. */
const valueOf = (text: string): string => text.replaceAll(/\\([tnr\\])/g, (_, one: string) => ({ t: "\t", n: "\n", r: "\r" })[one] ?? one)

const ofDump = Effect.fnUntraced(function*(tools: PostgresTools.Tools, file: string) {
  const entries: Array<ErasureList.Entry> = []
  let carried: Row | undefined
  let table: string | undefined
  yield* PostgresTools.run(tools, "pg_restore", ["--data-only", "--table=erasure", "--table=setting", "--file=-", file], undefined, (line) => {
    const begins = /^COPY (?:\w+\.)?"?(\w+)"? \(/.exec(line)
    if (table === undefined) table = begins?.[1]
    else if (line === "\\.") table = undefined
    else {
      const [first = "", second = "", number = "", at, who = "", reason = ""] = line.split("\t").map(valueOf)
      if (table === "erasure") entries.push(ErasureList.toEntry({ scope: first, kind: second, number, at, who, reason }))
      else if (first === ErasureList.carriedSetting) carried = { content: second }
    }
  })
  return ErasureList.merged(entries, ErasureList.carriedOf(carried))
})

/** The list of a place that a person names: the address of a PostgreSQL database, a SQLite file, or the folder of a backup. */
const ofPlace = Effect.fnUntraced(function*(place: string, tools: PostgresTools.Tools) {
  if (/^postgres(?:ql)?:\/\//.test(place)) return yield* Effect.scoped(Effect.flatMap(ReadOnlyDatabase.postgres(Redacted.make(place)), ({ query }) => ErasureList.readFrom(query)))
  if (!existsSync(place)) return yield* Effect.fail(refused("NO_DATABASE", `there is no ${place}; --erasures takes the address of a PostgreSQL database, a SQLite file, or the folder of a backup`))
  if (statSync(place).isFile()) return yield* ofFile(place)
  const { dialect } = yield* Manifest.read(place)
  return yield* dialect === "sqlite" ? ofFile(join(place, Manifest.files.sqlite)) : ofDump(tools, join(place, Manifest.files.postgres))
})

/** What is carried, and why nothing could be read of the database of before. */
export interface Carried {
  readonly entries: ReadonlyArray<ErasureList.Entry>
  readonly problem?: string
}

/** `own` is the SQLite file that is about to be renamed. A place that a person names must be readable; the own file may be damaged. */
export const read = Effect.fnUntraced(function*(own: string | undefined, place: Option.Option<string>, tools: PostgresTools.Tools) {
  const named = Option.isNone(place) ? [] : yield* ofPlace(place.value, tools)
  if (own === undefined || !existsSync(own)) {
    return { entries: named, ...(Option.isNone(place) && { problem: "the database of before is not known here" }) } satisfies Carried as Carried
  }
  const found = yield* Effect.result(ofOwnFile(own))
  return found._tag === "Success"
    ? { entries: ErasureList.merged(named, found.success) } satisfies Carried as Carried
    : { entries: named, ...(Option.isNone(place) && { problem: `the database of before cannot be read: ${found.failure.message}` }) } satisfies Carried as Carried
})

/** Stores the list in a copy of SQLite. */
export const writeFile = (file: string, entries: ReadonlyArray<ErasureList.Entry>) =>
  DatabaseCopy.inFile(file, (run) => {
    const [known] = run(ErasureList.carriedStatement, [])
    run(ErasureList.carry, [ErasureList.encode(ErasureList.merged(ErasureList.carriedOf(known), entries))])
    run(ErasureList.hasten, [])
  })

/** Stores the list in a restored PostgreSQL database. */
export const writePostgres = Effect.fnUntraced(function*(url: Redacted.Redacted, entries: ReadonlyArray<ErasureList.Entry>) {
  const [known] = yield* PostgresRows.write(url, ErasureList.carriedStatement)
  yield* PostgresRows.write(url, ErasureList.carry, [ErasureList.encode(ErasureList.merged(ErasureList.carriedOf(known), entries))])
  yield* PostgresRows.write(url, ErasureList.hasten)
})
