/**
 * `backup`: makes a verified copy of the database while the runner is up. It opens the database itself; its modules are loaded only when
 * it runs.
 */
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { problemOf } from "../EnvironmentVariables.ts"
import type { Manifest } from "../backup/Manifest.ts"
import { CommandFailed, exitCodes, usage } from "./CommandErrors.ts"
import { CommandEnvironment } from "./Flags.ts"
import { answerJson, lines, plain } from "./Output.ts"

export const pgBin = Flag.String("pg-bin").pipe(
  Flag.withDescription("The folder of pg_dump and pg_restore, if they are not on the path or their version is older than the server"),
  Flag.optional
)

/** Errors of a backup as those of a command. */
export const asCommand = {
  ConfigError: (error: Parameters<typeof problemOf>[0]) => Effect.fail(usage(`the environment is not valid: ${problemOf(error)}`)),
  DatabaseFailed: ({ message }: { readonly message: string }) =>
    Effect.fail(new CommandFailed({ code: "DATABASE_CLOSED", exit: exitCodes.problem, message: `${message}; crossdock doctor says what to do` })),
  BackupRefused: ({ code, message }: { readonly code: string; readonly message: string }) => Effect.fail(new CommandFailed({ code, exit: exitCodes.problem, message }))
} as const

const text = (to: string) => ({ bytes, hasKey, migration, rows }: Manifest): string =>
  lines(
    `${plain(to)}: a whole backup of ${Object.values(rows).reduce((sum, count) => sum + count, 0)} rows in ${Object.keys(rows).length} tables, ${bytes} bytes, migration ${migration}`,
    "verified: the copy was opened, each table has as many rows as the original had, and the key decrypts its secrets",
    hasKey ? "it holds secret-key, so whoever reads this folder reads every secret" : "it does not hold the key: keep CROSSDOCK_SECRET_KEY elsewhere, nothing can be decrypted without it"
  )

export const backup = Command.make("backup", {
  to: Argument.String("folder").pipe(Argument.withDescription("A folder that does not exist yet")),
  pgBin
}, Effect.fnUntraced(function*(given) {
  const environment = yield* CommandEnvironment
  const { make } = yield* Effect.promise(() => import("../backup/Backup.ts"))
  const manifest = yield* make(environment, given.to, Option.getOrUndefined(given.pgBin)).pipe(Effect.catchTags(asCommand))
  yield* answerJson(manifest, () => text(given.to)(manifest))
})).pipe(
  Command.withDescription(
    "Make a verified copy of the database while the runner is up: SQLite by its online backup, PostgreSQL by pg_dump. The copy is\n" +
      "  of one moment. It is opened, the rows of each table are compared with those of that moment, and a sealed value is decrypted.\n" +
      "  The folder gets its name last, so a folder of that name is always a whole backup. Run it with the environment of the runner.\n" +
      "  On SQLite the folder holds secret-key too: guard it like the data folder."
  ),
  Command.withShortDescription("Make a verified copy of the database while the runner is up"),
  Command.withExamples([
    { command: "crossdock backup /backups/2026-11-27" },
    { command: "DATABASE_URL=postgres://crossdock@db/crossdock crossdock backup /backups/2026-11-27 --pg-bin /usr/lib/postgresql/18/bin" }
  ])
)
