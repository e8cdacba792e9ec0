/**
 * `migrate --check`: says what the next start will change in the schema of the database, before anything is changed. It opens the database
 * itself, read-only.
 */
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import { problemOf } from "../EnvironmentVariables.ts"
import type { Checked } from "../doctor/UpgradeCheck.ts"
import { CommandFailed, exitCodes, usage } from "./CommandErrors.ts"
import { CommandEnvironment } from "./Flags.ts"
import { answerJson, lines, plain, section, table } from "./Output.ts"

/** An estimate, so no more than one digit behind the point. */
const span = (millis: number): string => millis < 100 ? "less than 0.1 s" : `about ${(millis / 1000).toFixed(1)} s`

/** What is announced as a stop, in words for the two databases. */
const stopText = (dialect: "sqlite" | "postgres", millis: number): string =>
  dialect === "sqlite"
    ? `the start takes ${span(millis)} longer; the runner accepts nothing until then`
    : `the start takes ${span(millis)} longer; other nodes cannot use a table with a lock until all steps are done`

export const text = ({ background, database, dialect, last, millis, steps }: Checked): string => {
  const migrations = new Set(steps.map(({ migration }) => migration)).size
  if (steps.length === 0) return `${plain(database)}: nothing to do, its last migration is ${last}`
  if (last === undefined) return `${plain(database)}: it is new; the next start makes its ${steps.filter(({ kind }) => kind === "new table").length} tables`
  return lines(
    `${plain(database)}: the next start applies ${migrations} migration${migrations === 1 ? "" : "s"} after ${last}, in one transaction`,
    stopText(dialect, millis),
    section("steps", table(
      ["migration", "what", "table", "rows", "others cannot", "takes"],
      steps.map((step) => [step.migration, step.kind, step.table, step.rows, step.blocks === "nothing" ? undefined : step.blocks === "writes" ? "write" : "read and write", span(step.millis)])
    )),
    ...(background.length === 0 ? [] : [section("after the start, in slices, while the runner works", table(
      ["what", "table", "rows", "takes"],
      background.map((one) => [one.name, one.table, one.rows, span(one.millis)])
    ))])
  )
}

export const migrate = Command.make("migrate", {
  isCheck: Flag.Boolean("check").pipe(Flag.withoutNegation, Flag.withDescription("Only say what would be done; required, because a start applies the migrations"), Flag.withDefault(false))
}, Effect.fnUntraced(function*({ isCheck }) {
  if (!isCheck) return yield* Effect.fail(usage("give --check: it says what the next start will do. crossdock start applies the migrations"))
  const environment = yield* CommandEnvironment
  const { check } = yield* Effect.promise(() => import("../doctor/UpgradeCheck.ts"))
  const checked = yield* check(environment).pipe(
    Effect.catchTags({
      ConfigError: (error) => Effect.fail(usage(`the environment is not valid: ${problemOf(error)}`)),
      DatabaseFailed: (error) => Effect.fail(new CommandFailed({ code: "DATABASE_CLOSED", exit: exitCodes.problem, message: `${error.message}; crossdock doctor says what to do` })),
      LogWithoutIndex: (error) => Effect.fail(new CommandFailed({ code: "LOG_WITHOUT_INDEX", exit: exitCodes.problem, message: error.message })),
      SchemaNewer: (error) => Effect.fail(new CommandFailed({ code: "SCHEMA_NEWER", exit: exitCodes.problem, message: error.message })),
      SchemaOlder: (error) => Effect.fail(new CommandFailed({ code: "SCHEMA_OLDER", exit: exitCodes.problem, message: error.message }))
    })
  )
  yield* answerJson(checked, () => text(checked))
})).pipe(
  Command.withDescription(
    "Say what the next start of this release will do to the database: each step with its table, the rows that it reads or writes,\n" +
      "  what others cannot do with the table until the upgrade has ended, and an estimate of how long it takes. Run it with the\n" +
      "  program of the new release and the environment of the runner, while the old release is still up. It only reads; it\n" +
      "  counts rows, which takes a while in a large database. Rows that take longer than a second are changed in slices after the\n" +
      "  start; crossdock doctor and the metrics show how far that is. Exit code 1: the new release would refuse to start on it."
  ),
  Command.withShortDescription("Say what an upgrade will do to the database"),
  Command.withExamples([{ command: "crossdock migrate --check" }, { command: "DATABASE_URL=postgres://crossdock@db/crossdock crossdock migrate --check --json" }])
)
