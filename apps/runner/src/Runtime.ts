/**
 * Runs one runner: reads the composition, opens the database, continues the work of an earlier process, serves
 * requests, and shuts down in order.
 */
import type { Composition as Written } from "@crossdock/config"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { identity } from "effect/Function"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { randomBytes } from "node:crypto"
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join, resolve } from "node:path"
import { pathToFileURL } from "node:url"
import { Accounts } from "./accounts/Accounts.ts"
import * as OidcSettings from "./oidc/OidcSettings.ts"
import * as FirstSignIn from "./accounts/FirstSignIn.ts"
import { isLoopback } from "./AdminHosts.ts"
import * as AdminListener from "./api/Listener.ts"
import * as Banner from "./Banner.ts"
import { type Composed, compose, type Problem } from "./Composition.ts"
import { version } from "./cli/Version.ts"
import { type Environment, problemOf, providerOf, RunnerConfig } from "./EnvironmentVariables.ts"
import { NodeLeases } from "./connection/NodeLeases.ts"
import { StoredConnections } from "./connection/StoredConnections.ts"
import { Restored } from "./engine/RestoreMode.ts"
import { Intents } from "./intents/Intents.ts"
import { Outbox } from "./outbox/Outbox.ts"
import { Hints } from "./hints/Hints.ts"
import * as Recovery from "./Recovery.ts"
import * as Routes from "./http/Routes.ts"
import * as Listener from "./http/Listener.ts"
import * as Loops from "./BackgroundLoops.ts"
import { loading, missingPackage } from "./CompositionLoader.ts"
import { invocation } from "./LaunchCommand.ts"
import { runnerLayer } from "./Layers.ts"
import * as Sandbox from "./Sandbox.ts"
import * as SealedPrototypes from "./SealedPrototypes.ts"
import * as Shutdown from "./Shutdown.ts"
import * as UnsafeProcess from "./UnsafeProcess.ts"
import type { KeyStart } from "./SecretKey.ts"
import * as NotifierSettings from "./findings/NotifierSettings.ts"
import * as FolderLock from "./store/FolderLock.ts"
import * as SharedClock from "./store/SharedClock.ts"
import * as LogLines from "./tracing/LogLines.ts"
import * as SpanExport from "./tracing/SpanExport.ts"
import { keyWeakness, tokenWeakness } from "./SecretStrength.ts"

/** The runner does not start; the message says why and what to do. */
export class StartFailed extends Schema.TaggedError<StartFailed>("@crossdock/runner/StartFailed")("StartFailed", {
  message: Schema.String
}) {}

const fails = (message: string) => Effect.fail(new StartFailed({ message }))

/** Reports an error of the file system as a failed start and not as a defect, because it is a mistake in the set-up. */
const attempt = <A>(message: string, work: () => A): Effect.Effect<A, StartFailed> =>
  Effect.try({ try: work, catch: (cause) => new StartFailed({ message: `${message}: ${cause instanceof Error ? cause.message : String(cause)}` }) })

/** What to do about a package that a composition imports and that is installed neither near it nor with the runner. */
const installHint = (file: string, cause: unknown): string => {
  const name = missingPackage(cause)
  return name === undefined ? "" : `; install it in ${dirname(resolve(file))}: npm install ${name}`
}

/** Loads a composition file with Node's type stripping. */
export const load = (file: string): Effect.Effect<Written, StartFailed> =>
  Effect.tryPromise({
    try: () => loading(() => import(pathToFileURL(resolve(file)).href) as Promise<{ readonly default?: Written }>),
    catch: (cause) => new StartFailed({ message: `${file} could not be loaded: ${cause instanceof Error ? cause.message : String(cause)}${installHint(file, cause)}` })
  }).pipe(Effect.flatMap((module) =>
    module.default === undefined
      ? fails(`${file} has no default export; write \`export default defineRunner({ … })\``)
      : Effect.succeed(module.default)
  ))

export const problemsText = (problems: ReadonlyArray<Problem>): string =>
  problems.map(({ path, message }) => `  ${path}: ${message}`).join("\n")

/** A random text that the first start writes to a file and later starts read. */
const randomOf = (folder: string, name: string): { readonly text: string; readonly keep: (() => void) | undefined } => {
  const file = join(folder, name)
  if (existsSync(file)) return { text: readFileSync(file, "utf8").trim(), keep: undefined }
  const text = randomBytes(32).toString("base64url")
  return {
    text,
    // Readable by the owner only.
    keep: () => {
      writeFileSync(file, `${text}\n`, { mode: 0o600, flag: "wx" })
      chmodSync(file, 0o600)
    }
  }
}

const keptRandom = (folder: string, name: string): string => {
  const { keep, text } = randomOf(folder, name)
  keep?.()
  return text
}

interface Prepared {
  readonly config: RunnerConfig
  readonly composed: Composed
  readonly isSandbox: boolean
  readonly isRestored: boolean
  readonly credentials: Sandbox.Credentials
  readonly vaultKey: Redacted.Redacted
  readonly keyStart: KeyStart
  readonly notifier: NotifierSettings.NotifierSettings
  readonly adminToken: Redacted.Redacted
  readonly oidc: OidcSettings.OidcSettings | undefined
}

const prepare = Effect.fnUntraced(function*(environment: Environment, isRestored: boolean) {
  const provider = yield* attempt("a file named by an environment variable cannot be read", () => providerOf(environment))
  const config = yield* Effect.mapError(
    RunnerConfig.parse(provider),
    (error) => new StartFailed({ message: `the environment is not valid: ${problemOf(error)}` })
  )
  yield* attempt("the folder of CROSSDOCK_DATA cannot be created", () => mkdirSync(config.dataFolder, { recursive: true, mode: 0o700 }))
  const isSandbox = !existsSync(config.composition)
  if (isSandbox && environment.CROSSDOCK_CONFIG !== undefined) {
    return yield* fails(`CROSSDOCK_CONFIG names ${config.composition}, which does not exist; correct the path, or unset it to use the sandbox`)
  }
  const credentials = isLoopback(config.host)
    ? Sandbox.wellKnown
    : { accessId: "sandbox", secretKey: isSandbox ? keptRandom(config.dataFolder, "sandbox-secret") : "" }
  const self = new URL(`http://${isLoopback(config.host) && config.host !== "::1" ? config.host : "127.0.0.1"}:${config.port}`)
  const written = isSandbox
    ? Sandbox.composition({ credentials, erpUrl: Option.getOrElse(config.erpUrl, () => self) })
    : yield* load(config.composition)
  const composed = compose(written, environment)
  if (Result.isFailure(composed)) {
    return yield* fails(`${config.composition} is not valid:\n${problemsText(composed.failure)}`)
  }
  if (Option.isSome(config.databaseUrl) && Option.isNone(config.secretKey)) {
    return yield* fails("with DATABASE_URL, CROSSDOCK_SECRET_KEY is required, because all nodes must decrypt with the same key; make one with: openssl rand -base64 32")
  }
  for (const [name, given] of [["CROSSDOCK_ADMIN_TOKEN", config.adminToken], ["CROSSDOCK_METRICS_TOKEN", config.metricsToken]] as const) {
    const weakness = Option.flatMapNullishOr(given, (token) => tokenWeakness(Redacted.value(token)))
    if (Option.isSome(weakness)) return yield* fails(`${name} ${weakness.value}`)
  }
  const notifier = NotifierSettings.read(config.notifier)
  if ("problem" in notifier) return yield* fails(notifier.problem)
  const oidc = OidcSettings.read(config.oidc)
  if ("problem" in oidc) return yield* fails(oidc.problem)
  const key = Option.match(config.secretKey, {
    onNone: () => randomOf(config.dataFolder, "secret-key"),
    onSome: (given) => ({ text: Redacted.value(given), keep: undefined })
  })
  const weakness = keyWeakness(key.text)
  const prepared: Prepared = {
    config,
    composed: composed.success,
    isSandbox,
    isRestored,
    credentials,
    vaultKey: Redacted.make(key.text),
    notifier,
    oidc: oidc.settings,
    keyStart: { ...(weakness !== undefined && { weakness }), ...(key.keep !== undefined && { keep: key.keep }) },
    adminToken: Option.getOrElse(config.adminToken, () => Redacted.make(keptRandom(config.dataFolder, "admin-token")))
  }
  return prepared
})

const bannerOf = ({ composed, config, credentials, isSandbox }: Prepared, { firstCode, isRestored }: Pick<Banner.Ready, "firstCode" | "isRestored">): string =>
  Banner.text({
    ...config,
    firstCode,
    isRestored,
    hasToken: Option.isSome(config.adminToken),
    sandbox: isSandbox
      ? {
        ...credentials,
        erpUrl: Option.getOrUndefined(config.erpUrl)?.href,
        isWellKnown: credentials.secretKey === Sandbox.wellKnown.secretKey
      }
      : undefined,
    composition: { file: config.composition, links: composed.links.length, connections: composed.connections.length }
  }, invocation)

const main = Effect.fnUntraced(function*(prepared: Prepared) {
  const { composed, config } = prepared
  for (const { path, message } of yield* (yield* StoredConnections).load) {
    yield* Effect.logError("a stored connection or link is not valid any more and is not used").pipe(Effect.annotateLogs({ path, message }))
  }
  const restored = yield* Restored
  if (yield* restored.isDue) yield* restored.begin()
  else if (prepared.isRestored || Option.isSome(config.restored)) yield* restored.begin(Option.getOrUndefined(config.restored))
  yield* Recovery.run
  const outbox = yield* Outbox
  const intents = yield* Intents
  const hints = yield* Hints
  const publicUrl = Option.getOrUndefined(config.publicUrl)
  const first = isLoopback(config.adminHost) && !(yield* (yield* Accounts).hasPerson) ? FirstSignIn.make(yield* Clock.currentTimeMillis) : undefined
  yield* Shutdown.around({
    listen: Effect.gen(function*() {
      const routes = yield* Routes.make(composed, publicUrl)
      yield* Listener.serve({ host: config.host, port: config.port, composed, routes })
      yield* Layer.build(AdminListener.layer({
        host: config.adminHost,
        port: config.adminPort,
        names: config.adminNames,
        token: prepared.adminToken,
        metricsToken: Option.getOrUndefined(config.metricsToken),
        composed,
        publicUrl,
        version: version(),
        oidc: prepared.oidc,
        first
      }))
      // Before the listener waits for its answers to end.
      yield* Effect.addFinalizer(() => hints.stop)
    }),
    drained: Effect.all([outbox.drained, intents.drained], { concurrency: "unbounded" }),
    keepAlive: (yield* NodeLeases).keepAlive
  })
  yield* Effect.sync(() => process.stderr.write(bannerOf(prepared, { firstCode: first?.code, isRestored: restored.since() !== undefined })))
  return yield* Loops.run(publicUrl)
})

/** Starts a runner and runs it until interrupted. */
export const start = (environment: Environment, { isRestored = false }: { readonly isRestored?: boolean } = {}): Effect.Effect<void, StartFailed> =>
  Effect.gen(function*() {
    Shutdown.draining.now = false
    const unsafe = UnsafeProcess.problemOf(environment, process.execArgv)
    if (unsafe !== undefined) return yield* fails(unsafe)
    SealedPrototypes.seal()
    const prepared = yield* prepare(environment, isRestored)
    const tracing = yield* attempt("a file named by an environment variable cannot be read", () => SpanExport.of(environment))
    if ("problem" in tracing) return yield* fails(`the environment is not valid: ${tracing.problem}`)
    if (tracing.endpoint !== undefined) yield* Effect.annotateLogs(Effect.logInfo("spans are exported"), { endpoint: tracing.endpoint })
    const { config } = prepared
    const database = Option.match(config.databaseUrl, {
      onNone: () => ({ filename: join(config.dataFolder, "crossdock.sqlite") }),
      onSome: (url) => ({ url })
    })
    yield* FolderLock.hold(config.dataFolder)
    // A single node with its own file uses its own clock.
    const clocked = Option.isSome(config.databaseUrl) ? SharedClock.provide : identity
    return yield* Effect.scoped(main(prepared)).pipe(
      Effect.provide(runnerLayer({ composed: prepared.composed, database, vaultKey: prepared.vaultKey, keyStart: prepared.keyStart, notifier: prepared.notifier, node: keptRandom(config.dataFolder, "node-id"), places: { dataFolder: config.dataFolder, databaseFile: "filename" in database ? database.filename : undefined, version: version() } })),
      clocked,
      Effect.provide(tracing.layer)
    )
  }).pipe(
    Effect.scoped,
    Effect.catch((error) =>
      error._tag === "StartFailed" ? Effect.fail(error) : fails(`the runner cannot start: ${error.message}`)),
    Effect.provide(Logger.layer([LogLines.json]))
  )
