/**
 * Puts a backup in the place of the database of a stopped runner. The next start begins the mode for restored backups by itself.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { chmodSync, chownSync, copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { type Environment, providerOf, RunnerConfig } from "../EnvironmentVariables.ts"
import * as DatabaseCopy from "../store/DatabaseCopy.ts"
import * as FolderLock from "../store/FolderLock.ts"
import * as PostgresRows from "../store/PostgresRows.ts"
import * as UnfinishedRestore from "../store/UnfinishedRestore.ts"
import * as Backup from "./Backup.ts"
import * as CarriedErasures from "./CarriedErasures.ts"
import { onDisk, refused } from "./BackupRefused.ts"
import * as Manifest from "./Manifest.ts"
import * as PostgresTools from "./PostgresTools.ts"
import * as Verification from "./Verification.ts"

const disk = <A>(work: () => A) => Effect.try({ try: work, catch: onDisk })

/** What was put in place, and where the database of before is now. */
export interface Put {
  readonly manifest: Manifest.Manifest
  readonly database: string
  /** The names of the files of before, which were renamed. */
  readonly aside: ReadonlyArray<string>
  /** How many records were on the list of erasures that was carried over; the runner erases those that the backup has brought back. */
  readonly erasures: number
  /** Why no list of erasures was found. */
  readonly erasuresProblem?: string
}

const carriedText = ({ entries, problem }: CarriedErasures.Carried) => ({ erasures: entries.length, ...(problem !== undefined && { erasuresProblem: problem }) })

/** Root gives files to the user of the folder, because the runner could not open them otherwise. */
const give = (folder: string, ...files: ReadonlyArray<string>): void => {
  if (process.getuid?.() !== 0) return
  const { gid, uid } = statSync(folder)
  for (const file of files.filter(existsSync)) chownSync(file, uid, gid)
}

const putFile = Effect.fnUntraced(function*({ dataFolder }: RunnerConfig, folder: string, manifest: Manifest.Manifest, erasuresOf: Option.Option<string>, tools: PostgresTools.Tools) {
  const database = join(dataFolder, "crossdock.sqlite")
  const carried = yield* CarriedErasures.read(database, erasuresOf, tools)
  const stamp = yield* Clock.currentTimeMillis
  const copy = `${database}.restoring`
  yield* disk(() => copyFileSync(join(folder, Manifest.files.sqlite), copy))
  yield* disk(() => chmodSync(copy, 0o600))
  yield* DatabaseCopy.markRestored(copy, manifest.madeAt)
  yield* CarriedErasures.writeFile(copy, carried.entries)
  const key = join(dataFolder, Manifest.files.key)
  const isOtherKey = manifest.hasKey && (!existsSync(key) || readFileSync(key, "utf8").trim() !== readFileSync(join(folder, Manifest.files.key), "utf8").trim())
  const aside = yield* disk(() => {
    const moved: Array<string> = []
    for (const name of [database, `${database}-wal`, `${database}-shm`, ...(isOtherKey ? [key] : [])].filter(existsSync)) {
      renameSync(name, `${name}.before-${stamp}`)
      moved.push(`${name}.before-${stamp}`)
    }
    if (isOtherKey) writeFileSync(key, readFileSync(join(folder, Manifest.files.key)), { mode: 0o600 })
    give(dataFolder, copy, ...(isOtherKey ? [key] : []), join(dataFolder, "runner.lock"))
    renameSync(copy, database)
    return moved
  })
  return { manifest, database, aside, ...carriedText(carried) } satisfies Put as Put
})

const putDump = Effect.fnUntraced(function*(url: Redacted.Redacted, folder: string, manifest: Manifest.Manifest, erasuresOf: Option.Option<string>, tools: PostgresTools.Tools) {
  const rows = yield* PostgresRows.tables(url)
  if (rows.length > 0) {
    return yield* Effect.fail(refused("NOT_EMPTY", `the database of DATABASE_URL has tables already (${rows.slice(0, 3).join(", ")} …); make an empty database and give its address, so that the one of before stays as it is`))
  }
  const carried = yield* CarriedErasures.read(undefined, erasuresOf, tools)
  yield* PostgresRows.write(url, UnfinishedRestore.begin)
  yield* PostgresTools.run(tools, "pg_restore", ["--single-transaction", "--exit-on-error", "--no-owner", "--no-privileges", "--dbname", PostgresTools.variablesOf(url)["PGDATABASE"] ?? "", join(folder, Manifest.files.postgres)], url)
  yield* PostgresRows.write(url, DatabaseCopy.restoredMark, [manifest.madeAt])
  yield* CarriedErasures.writePostgres(url, carried.entries)
  yield* PostgresRows.write(url, UnfinishedRestore.end)
  return { manifest, database: "the database of DATABASE_URL", aside: [], ...carriedText(carried) } satisfies Put as Put
})

/** Verifies a backup once more and puts it in place. `erasuresOf` is a place with a list of erasures beside that of the database of before. */
export const put = Effect.fnUntraced(function*(environment: Environment, folder: string, pgBin: string | undefined, erasuresOf: Option.Option<string>) {
  const config = yield* RunnerConfig.parse(providerOf(environment))
  const manifest = yield* Manifest.read(folder)
  const dialect = Option.isSome(config.databaseUrl) ? "postgres" : "sqlite"
  if (manifest.dialect !== dialect) return yield* Effect.fail(refused("OTHER_DATABASE", `the backup is one of ${manifest.dialect}, and the environment names a database of ${dialect}`))
  const tools = { environment, folder: pgBin }
  const found = dialect === "sqlite" ? Verification.sqlite(join(folder, Manifest.files.sqlite)) : Verification.postgres(tools, join(folder, Manifest.files.postgres))
  const key = manifest.hasKey && Option.isNone(config.secretKey)
    ? Redacted.make(yield* disk(() => readFileSync(join(folder, Manifest.files.key), "utf8").trim()))
    : (yield* Backup.keyOf(config)).key
  yield* Verification.verify(yield* found, manifest.rows, key)
  if (Option.isSome(config.databaseUrl)) return yield* putDump(config.databaseUrl.value, folder, manifest, erasuresOf, tools)
  yield* disk(() => mkdirSync(config.dataFolder, { recursive: true, mode: 0o700 }))
  const held = Effect.catchTag(FolderLock.hold(config.dataFolder), "FolderInUse", ({ message }) => Effect.fail(refused("RUNNER_IS_UP", message)))
  return yield* Effect.scoped(Effect.andThen(held, putFile(config, folder, manifest, erasuresOf, tools)))
})
