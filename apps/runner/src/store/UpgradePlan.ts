/**
 * What a start will do to the schema of a database, step by step: to which table, with how many rows, under which lock, and about how long.
 * It reads and changes nothing.
 */
import * as Effect from "effect/Effect"
import * as Migrations from "./Migrations.ts"
import * as BackgroundMigrations from "./migrations/BackgroundMigrations.ts"
import type { Dialect } from "./migrations/ColumnTypes.ts"
import type { Reader } from "./ReadOnlyDatabase.ts"

export type Kind = "new table" | "new index" | "new column" | "column removed" | "table removed" | "index removed" | "table renamed" | "rows rewritten" | "rows added" | "rows removed"

export interface Step {
  readonly migration: string
  readonly kind: Kind
  readonly table: string
  /** Rows that the step reads or writes; absent for a table that is new, and for a step that reads none. */
  readonly rows?: number
  /** What other nodes and programs cannot do with the table until the upgrade has ended. */
  readonly blocks: "nothing" | "writes" | "reads and writes"
  /** Estimated milliseconds. */
  readonly millis: number
}

/** A change of rows that the runner makes in slices after the start, while it works (`BackgroundMigrations.ts`). */
export interface InBackground {
  readonly name: string
  readonly table: string
  readonly rows: number
  /** Estimated milliseconds. */
  readonly millis: number
}

export interface Plan {
  /** The newest migration of the database; absent: no runner has opened it. */
  readonly last?: string
  readonly steps: ReadonlyArray<Step>
  readonly background: ReadonlyArray<InBackground>
}

/** The kind of a statement by how it begins; the first group is its table. */
const forms: ReadonlyArray<readonly [Kind, RegExp]> = [
  ["new table", /^create (?:unlogged )?table (?:if not exists )?(\w+)/i],
  ["new index", /^create (?:unique )?index (?:if not exists )?\w+ on (\w+)/i],
  ["new column", /^alter table (\w+) add column/i],
  ["column removed", /^alter table (\w+) drop column/i],
  ["table renamed", /^alter table (\w+) rename/i],
  ["table removed", /^drop table (?:if exists )?(\w+)/i],
  ["index removed", /^drop index (?:if exists )?(\w+)/i],
  ["rows rewritten", /^update (\w+)/i],
  ["rows added", /^insert into (\w+)/i],
  ["rows removed", /^delete from (\w+)/i]
]

/** What a statement of a migration does to which table; undefined: this module does not know statements of that form. */
export const formOf = (statement: string): readonly [kind: Kind, table: string] | undefined => {
  for (const [kind, form] of forms) {
    const table = form.exec(statement.trim())?.[1]
    if (table !== undefined) return [kind, table]
  }
  return undefined
}

/**
 * Milliseconds for 1,000,000 rows, rounded up from `test/store/upgrade-time.long.test.ts`. An index is built from one pass through the
 * table; PostgreSQL writes a rewritten row anew with each of its index entries. Kinds that are not named take no time by rows.
 */
const perMillion: Readonly<Record<Dialect, Partial<Record<Kind, number>>>> = {
  sqlite: { "new index": 1000, "column removed": 3000, "rows rewritten": 3000, "rows added": 5000, "rows removed": 5000 },
  postgres: { "new index": 1000, "rows rewritten": 15_000, "rows added": 15_000, "rows removed": 8000 }
}

const least = 5

/** Milliseconds for 1,000,000 rows that are changed in slices, with the pauses between them. */
const slicedPerMillion = 100_000

/** PostgreSQL keeps each lock until the transaction of the upgrade has ended. */
const blocksOnPostgres: Readonly<Record<Kind, Step["blocks"]>> = {
  "new table": "nothing",
  "new index": "writes",
  "new column": "reads and writes",
  "column removed": "reads and writes",
  "table removed": "reads and writes",
  "index removed": "reads and writes",
  "table renamed": "reads and writes",
  "rows rewritten": "writes",
  "rows added": "nothing",
  "rows removed": "writes"
}

/** SQLite has one writer: a start holds the file, and a reader sees the schema of before until the upgrade is committed. */
const blocksOf = (dialect: Dialect, kind: Kind): Step["blocks"] => dialect === "sqlite" ? "writes" : blocksOnPostgres[kind]

/** The steps for a database that has the migrations `done`. `countOf` counts the rows of one of its tables. */
export const of = Effect.fnUntraced(function*<E>(dialect: Dialect, done: ReadonlyArray<string>, countOf: (table: string) => Effect.Effect<number, E>) {
  const counts = new Map<string, number>()
  const counted = (table: string): Effect.Effect<number, E> => {
    const known = counts.get(table)
    return known !== undefined ? Effect.succeed(known) : Effect.tap(countOf(table), (count) => Effect.sync(() => counts.set(table, count)))
  }
  const steps: Array<Step> = []
  for (const [migration, statements] of Object.entries(Migrations.lacking(dialect, done))) {
    for (const statement of statements) {
      const form = formOf(statement)
      if (form === undefined) return yield* Effect.die(`UpgradePlan.ts does not know what ${migration} does: ${statement}`)
      const [kind, table] = form
      if (kind === "new table") counts.set(table, 0)
      const rate = perMillion[dialect][kind]
      const rows = rate === undefined ? undefined : yield* counted(table)
      steps.push({
        migration,
        kind,
        table,
        ...(rows !== undefined && { rows }),
        blocks: blocksOf(dialect, kind),
        millis: Math.ceil(least + (rows ?? 0) * (rate ?? 0) / 1_000_000)
      })
    }
  }
  const sliced = done.length === 0 ? [] : BackgroundMigrations.all.filter(({ after }) => steps.some(({ migration }) => migration === after))
  const background = yield* Effect.forEach(sliced, ({ name, table }) =>
    Effect.map(counted(table), (rows): InBackground => ({ name, table, rows, millis: Math.ceil(rows * slicedPerMillion / 1_000_000) })))
  const plan: Plan = { ...(done.length > 0 && { last: done.at(-1)! }), steps, background }
  return plan
})

/** The steps of a start. Fails with `SchemaNewer` or `SchemaOlder` where that start would be refused. */
export const read = Effect.fnUntraced(function*({ dialect, query }: Reader) {
  const done = yield* Effect.catchIf(Migrations.carriedOut(query), ({ diagnosis }) => diagnosis.is === "other", (): Effect.Effect<ReadonlyArray<string>> => Effect.succeed([]))
  yield* Migrations.refuse(done)
  return yield* of(dialect, done, (table) => Effect.map(query(`select count(*) as n from ${table}`), ([row]) => Number(row?.n)))
})

/** Estimated milliseconds of the whole upgrade, during which the runner accepts nothing. */
export const millisOf = ({ steps }: Plan): number => steps.reduce((sum, { millis }) => sum + millis, 0)
