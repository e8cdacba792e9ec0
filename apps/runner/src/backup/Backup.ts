/**
 * Makes a verified copy of the database of a runner that may be up: a folder with the copy, its key and what it says of itself. The folder
 * gets its name last, so a folder of that name is always a whole and verified backup.
 */
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { chmodSync, closeSync, copyFileSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs"
import { dirname, join, resolve } from "node:path"
import { type Environment, providerOf, RunnerConfig } from "../EnvironmentVariables.ts"
import type { Counts } from "../store/DatabaseCopy.ts"
import * as DatabaseCopy from "../store/DatabaseCopy.ts"
import * as Migrations from "../store/Migrations.ts"
import * as ReadOnlyDatabase from "../store/ReadOnlyDatabase.ts"
import { onDisk, refused } from "./BackupRefused.ts"
import * as Manifest from "./Manifest.ts"
import * as PostgresTools from "./PostgresTools.ts"
import * as Verification from "./Verification.ts"

const disk = <A>(work: () => A) => Effect.try({ try: work, catch: onDisk })

/** Waits until the disk has it. */
const sync = (path: string): void => {
  const file = openSync(path, "r")
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

/** The key of the runner, and the file that it is in, if it is in the data folder. */
export const keyOf = Effect.fnUntraced(function*({ dataFolder, secretKey }: RunnerConfig) {
  if (Option.isSome(secretKey)) return { key: secretKey.value, file: undefined }
  const file = join(dataFolder, Manifest.files.key)
  const text = yield* Effect.try({ try: () => readFileSync(file, "utf8").trim(), catch: () => refused("NO_KEY", `there is no key: neither CROSSDOCK_SECRET_KEY nor ${file}`) })
  return { key: Redacted.make(text), file }
})

const copyOf = Effect.fnUntraced(function*({ dataFolder, databaseUrl }: RunnerConfig, part: string, tools: PostgresTools.Tools) {
  if (Option.isSome(databaseUrl)) {
    const copy = join(part, Manifest.files.postgres)
    const expected = yield* DatabaseCopy.atSnapshot(databaseUrl.value, (snapshot, counts) =>
      Effect.as(PostgresTools.run(tools, "pg_dump", ["--format=custom", "--no-owner", "--no-privileges", `--snapshot=${snapshot}`, `--file=${copy}`], databaseUrl.value), counts))
    const migration = yield* Effect.scoped(Effect.flatMap(ReadOnlyDatabase.postgres(databaseUrl.value), ({ query }) => Migrations.carriedOut(query)))
    return { dialect: "postgres" as const, copy, expected, migration: migration.at(-1) ?? "none", found: yield* Verification.postgres(tools, copy) }
  }
  const file = join(dataFolder, "crossdock.sqlite")
  if (!existsSync(file)) return yield* Effect.fail(refused("NO_DATABASE", `there is no database ${file}; run it with the environment of the runner`))
  const copy = join(part, Manifest.files.sqlite)
  const expected: Counts = yield* DatabaseCopy.copySqlite(file, copy)
  const migration = yield* Effect.scoped(Effect.flatMap(ReadOnlyDatabase.sqlite(copy), ({ query }) => Migrations.carriedOut(query)))
  return { dialect: "sqlite" as const, copy, expected, migration: migration.at(-1) ?? "none", found: yield* Verification.sqlite(copy) }
})

/** Makes the backup. `to` must not exist. */
export const make = Effect.fnUntraced(function*(environment: Environment, to: string, pgBin: string | undefined) {
  const config = yield* RunnerConfig.parse(providerOf(environment))
  if (existsSync(to)) return yield* Effect.fail(refused("TARGET_EXISTS", `${to} exists already; give the name of a new folder`))
  const { file: keyFile, key } = yield* keyOf(config)
  const part = `${resolve(to)}.part`
  const work = Effect.gen(function*() {
    yield* disk(() => {
      rmSync(part, { recursive: true, force: true })
      mkdirSync(part, { recursive: true, mode: 0o700 })
    })
    const { copy, dialect, expected, found, migration } = yield* copyOf(config, part, { environment, folder: pgBin })
    yield* Verification.verify(found, expected, key)
    const manifest: Manifest.Manifest = {
      format: 1,
      madeAt: DateTime.formatIso(DateTime.makeUnsafe(yield* Clock.currentTimeMillis)),
      dialect,
      migration,
      bytes: yield* disk(() => statSync(copy).size),
      rows: expected,
      hasKey: keyFile !== undefined
    }
    yield* disk(() => {
      if (keyFile !== undefined) copyFileSync(keyFile, join(part, Manifest.files.key))
      writeFileSync(join(part, Manifest.files.manifest), `${Manifest.encode(manifest)}\n`)
      for (const name of [copy, join(part, Manifest.files.manifest), ...(keyFile === undefined ? [] : [join(part, Manifest.files.key)])]) {
        chmodSync(name, 0o600)
        sync(name)
      }
      renameSync(part, resolve(to))
      sync(dirname(resolve(to)))
    })
    return manifest
  })
  return yield* Effect.onError(work, () => Effect.sync(() => rmSync(part, { recursive: true, force: true })))
})
