/**
 * Collects the facts about everything that a runner depends on, from outside and without writing.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { type Composed, compose } from "../Composition.ts"
import { nearAddress } from "../AdminHosts.ts"
import { type Environment, RunnerConfig, providerOf } from "../EnvironmentVariables.ts"
import * as Runtime from "../Runtime.ts"
import * as Sandbox from "../Sandbox.ts"
import { placeOf } from "../store/DatabasePlace.ts"
import * as ReadOnlyDatabase from "../store/ReadOnlyDatabase.ts"
import { Vault } from "../store/Vault.ts"
import * as DatabaseFacts from "./DatabaseFacts.ts"
import type { Facts, Runner, Store } from "./Facts.ts"
import * as HostChecks from "./HostChecks.ts"

export interface Options {
  /** Leaves out the comparison of indexes with their tables. */
  readonly isQuick: boolean
  /** Measures the speed of durable writes with a temporary file in the data folder. */
  readonly isMeasured: boolean
}

const keyOf = (config: RunnerConfig): Redacted.Redacted | undefined => {
  if (Option.isSome(config.secretKey)) return config.secretKey.value
  const file = join(config.dataFolder, "secret-key")
  try {
    return Option.isSome(config.databaseUrl) ? undefined : Redacted.make(readFileSync(file, "utf8").trim())
  } catch {
    return undefined
  }
}

const composition = Effect.fnUntraced(function*(config: RunnerConfig, environment: Environment) {
  const file = config.composition
  const isThere = existsSync(file)
  if (!isThere && environment.CROSSDOCK_CONFIG !== undefined) {
    return { composed: undefined, told: { file, problems: [{ path: file, message: "the file does not exist" }] } }
  }
  const written = isThere
    ? yield* Effect.result(Runtime.load(file))
    : Result.succeed(Sandbox.composition({ credentials: Sandbox.wellKnown, erpUrl: new URL("http://127.0.0.1:8080") }))
  if (Result.isFailure(written)) return { composed: undefined, told: { file, problems: [{ path: file, message: written.failure.message }] } }
  const composed = compose(written.success, environment)
  return Result.isSuccess(composed)
    ? { composed: composed.success, told: { file: isThere ? file : "the sandbox composition", problems: [] } }
    : { composed: undefined, told: { file, problems: composed.failure } }
})

const storeOf = Effect.fnUntraced(function*(config: RunnerConfig, composed: Composed | undefined, { isQuick }: Options) {
  const now = yield* Clock.currentTimeMillis
  const isServer = Option.isSome(config.databaseUrl)
  const place = Option.isSome(config.databaseUrl) ? placeOf({ url: config.databaseUrl.value }) : join(config.dataFolder, "crossdock.sqlite")
  if (!isServer && !existsSync(place)) return { is: "absent", place } satisfies Store as Store
  const key = keyOf(config)
  const common = { now, isQuick, key, composed }
  const opened = Option.isSome(config.databaseUrl)
    ? Effect.flatMap(ReadOnlyDatabase.postgres(config.databaseUrl.value), (reader) =>
      Effect.map(DatabaseFacts.read(reader, { ...common, check: undefined }), (contents): Store =>
        ({ is: "open", place, beside: undefined, size: undefined, contents })))
    : Effect.flatMap(ReadOnlyDatabase.sqlite(place), (reader) =>
      Effect.map(DatabaseFacts.read(reader, { ...common, check: reader.check(isQuick) }), (contents): Store =>
        ({ is: "open", place, beside: reader.beside, size: reader.size, contents })))
  return yield* opened.pipe(
    Effect.scoped,
    Effect.catch(({ diagnosis }) => Effect.succeed<Store>({ is: "closed", place, dialect: isServer ? "postgres" : "sqlite", diagnosis })),
    // Without a key no row is decrypted, so any vault will do.
    Effect.provide(Vault.layer(key ?? Redacted.make("")))
  )
})

const isAnyHost = (host: string): boolean => host === "0.0.0.0" || host === "::"

/** All facts about one runner, given the environment that it is started with. */
export const facts = Effect.fnUntraced(function*(environment: Environment, options: Options) {
  const config = yield* RunnerConfig.parse(providerOf(environment))
  const folder = yield* HostChecks.folderOf(config.dataFolder, options.isMeasured)
  const isUp = ReadOnlyDatabase.isHeld(join(config.dataFolder, "runner.lock"))
  const runner: Runner = {
    isUp,
    port: config.port,
    adminPort: config.adminPort,
    admin: yield* HostChecks.answerAt(nearAddress(config.adminHost), config.adminPort),
    public: isUp ? undefined : yield* HostChecks.answerAt(isAnyHost(config.host) ? "127.0.0.1" : config.host, config.port)
  }
  const { composed, told } = yield* composition(config, environment)
  const found: Facts = {
    now: yield* Clock.currentTimeMillis,
    folder,
    runner,
    store: yield* storeOf(config, composed, options),
    composition: told
  }
  return found
})
