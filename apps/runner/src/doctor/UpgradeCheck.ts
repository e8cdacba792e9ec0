/**
 * Opens the database that an environment names, read-only, and reads what a start would do to its schema.
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { existsSync } from "node:fs"
import { join } from "node:path"
import { type Environment, providerOf, RunnerConfig } from "../EnvironmentVariables.ts"
import * as ReadOnlyDatabase from "../store/ReadOnlyDatabase.ts"
import * as UpgradePlan from "../store/UpgradePlan.ts"

/** A killed runner has left data beside the database file that nobody can read without writing. */
export class LogWithoutIndex extends Schema.TaggedError<LogWithoutIndex>("@crossdock/runner/LogWithoutIndex")("LogWithoutIndex", {}) {
  override get message(): string {
    return "the newest data is in the write-ahead log that a killed runner has left, and reading it would write; start the old release once and check again"
  }
}

const planOfFile = Effect.fnUntraced(function*(file: string) {
  if (!existsSync(file)) return yield* UpgradePlan.of("sqlite", [], () => Effect.succeed(0))
  const reader = yield* ReadOnlyDatabase.sqlite(file)
  if (reader.beside === "log without its index") return yield* Effect.fail(new LogWithoutIndex())
  return yield* UpgradePlan.read(reader)
})

export const check = Effect.fnUntraced(function*(environment: Environment) {
  const { dataFolder, databaseUrl } = yield* RunnerConfig.parse(providerOf(environment))
  const file = join(dataFolder, "crossdock.sqlite")
  const plan = yield* Effect.scoped(Option.isSome(databaseUrl) ? Effect.flatMap(ReadOnlyDatabase.postgres(databaseUrl.value), UpgradePlan.read) : planOfFile(file))
  return {
    database: Option.isSome(databaseUrl) ? "the database of DATABASE_URL" : file,
    dialect: Option.isSome(databaseUrl) ? "postgres" as const : "sqlite" as const,
    ...plan,
    millis: UpgradePlan.millisOf(plan)
  }
})

export type Checked = Effect.Success<ReturnType<typeof check>>
