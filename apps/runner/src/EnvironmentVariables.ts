/**
 * The settings that the process reads from its environment. Each variable NAME can also be given as NAME_FILE, the path
 * of a file with the value.
 */
import * as Config from "effect/Config"
import * as ConfigProvider from "effect/ConfigProvider"
import * as OidcSettings from "./oidc/OidcSettings.ts"
import * as NotifierSettings from "./findings/NotifierSettings.ts"
import * as SchemaIssue from "effect/SchemaIssue"
import { defaultDataFolder, type Environment, valueOf } from "./ProcessEnvironment.ts"

export { environment, type Environment, valueOf } from "./ProcessEnvironment.ts"

const dataFolder = Config.NonEmptyString("CROSSDOCK_DATA").pipe(Config.withDefault(defaultDataFolder))
const adminPort = Config.Port("CROSSDOCK_ADMIN_PORT").pipe(Config.withDefault(8081))
const adminHost = Config.NonEmptyString("CROSSDOCK_ADMIN_HOST").pipe(Config.withDefault("127.0.0.1"))
const adminToken = Config.option(Config.Redacted("CROSSDOCK_ADMIN_TOKEN"))

const host = Config.NonEmptyString("HOST").pipe(Config.withDefault("127.0.0.1"))
const publicUrl = Config.option(Config.URL("CROSSDOCK_PUBLIC_URL"))

export const RunnerConfig = Config.all({
  host,
  port: Config.Port("PORT").pipe(Config.withDefault(8080)),
  /** If the file does not exist, the sandbox composition is used. */
  composition: Config.NonEmptyString("CROSSDOCK_CONFIG").pipe(Config.withDefault("./crossdock.config.ts")),
  dataFolder,
  /** Default: a SQLite file in the data folder. */
  databaseUrl: Config.option(Config.Redacted("DATABASE_URL")),
  /** Sandbox composition only: where the ERP receives callbacks. */
  erpUrl: Config.option(Config.URL("CROSSDOCK_ERP_URL")),
  /** The address at which peers and callers reach this runner. */
  publicUrl,
  adminPort,
  adminHost,
  /** Names, separated by commas, under which the admin listener may be addressed. Addresses in digits and localhost always may. */
  adminNames: Config.String("CROSSDOCK_ADMIN_NAMES").pipe(Config.withDefault(""), Config.map((text) => text.split(",").map((name) => name.trim()).filter((name) => name !== ""))),
  /** Opens `/metrics` and nothing else, for a program that should not have the admin token. */
  metricsToken: Config.option(Config.Redacted("CROSSDOCK_METRICS_TOKEN")),
  /** Default: the file `admin-token` in the data folder, which only its owner can read. */
  adminToken,
  /** Encrypts stored secrets. Generated for SQLite, required with `DATABASE_URL`. */
  secretKey: Config.option(Config.Redacted("CROSSDOCK_SECRET_KEY")),
  /**
   * Says, like `start --restored`, that the database is a restored backup. Each value takes effect once, so a restart
   * with the same environment does not enter the mode again.
   */
  restored: Config.option(Config.NonEmptyString("CROSSDOCK_RESTORED")),
  /** Who is told of findings. */
  notifier: NotifierSettings.variables,
  /** The provider by which people sign in to the console beside passwords. */
  oidc: OidcSettings.variables
})
export type RunnerConfig = Config.Success<typeof RunnerConfig>

/** What the command line reads: where the runner is, the admin token, and the key that signs requests. */
export const ClientConfig = Config.all({
  dataFolder,
  adminHost,
  adminPort,
  adminToken,
  host,
  port: Config.option(Config.Port("PORT")),
  publicUrl,
  callSecret: Config.option(Config.Redacted("CROSSDOCK_CALL_SECRET"))
})
export type ClientConfig = Config.Success<typeof ClientConfig>

/**
 * Only this program's variables, because the `_FILE` suffix of others, such as `SSL_CERT_FILE`, means something else.
 */
const isOurs = (name: string): boolean => /^(?:HOST|PORT|DATABASE_URL|CROSSDOCK_\w+?)(?:_FILE)?$/.test(name)

/** A config provider over the environment with the `_FILE` variants resolved. */
export const providerOf = (environment: Environment) => {
  const names = new Set(Object.keys(environment).filter(isOurs).map((name) => name.replace(/_FILE$/, "")))
  const values: Record<string, string> = {}
  for (const name of names) {
    const value = valueOf(environment, name)
    if (value !== undefined) values[name] = value
  }
  return ConfigProvider.fromEnv({ env: values })
}

const issuesOf = SchemaIssue.makeFormatterStandardSchemaV1()

/** The problems, by the name of the variable. Values are not quoted, because they may be secrets. */
export const problemOf = ({ cause, message }: Config.ConfigError): string =>
  cause._tag === "SchemaError"
    ? issuesOf(cause.issue).issues.map((issue) => `${(issue.path ?? []).map(String).join("_")}: ${issue.message}`).join("; ")
    : message
