/**
 * Everything the process reads from its environment, in one value. Each NAME is also answered from the file that
 * NAME_FILE names.
 */
import * as Config from "effect/Config"
import * as ConfigProvider from "effect/ConfigProvider"
import * as SchemaIssue from "effect/SchemaIssue"
import { readFileSync } from "node:fs"

const dataFolder = Config.NonEmptyString("CROSSDOCK_DATA").pipe(Config.withDefault(".crossdock"))
const adminPort = Config.Port("CROSSDOCK_ADMIN_PORT").pipe(Config.withDefault(8081))
const adminToken = Config.option(Config.Redacted("CROSSDOCK_ADMIN_TOKEN"))

const host = Config.NonEmptyString("HOST").pipe(Config.withDefault("127.0.0.1"))
const publicUrl = Config.option(Config.URL("CROSSDOCK_PUBLIC_URL"))

export const RunnerConfig = Config.all({
  host,
  port: Config.Port("PORT").pipe(Config.withDefault(8080)),
  /** Where no file stands, the sandbox composition runs. */
  composition: Config.NonEmptyString("CROSSDOCK_CONFIG").pipe(Config.withDefault("./crossdock.config.ts")),
  dataFolder,
  /** Absent: state lives in the SQLite file of the data folder. */
  databaseUrl: Config.option(Config.Redacted("DATABASE_URL")),
  /** Where the ERP receives callbacks in the sandbox composition. */
  erpUrl: Config.option(Config.URL("CROSSDOCK_ERP_URL")),
  /** What callers outside see; told to peers as our address. */
  publicUrl,
  adminPort,
  /** Absent: the file `admin-token` in the data folder, readable by its owner alone. */
  adminToken,
  /** Encrypts what is stored. Generated beside SQLite, required with `DATABASE_URL`. */
  secretKey: Config.option(Config.Redacted("CROSSDOCK_SECRET_KEY")),
  /** The database is a restored backup, as `start --restored` says; under each name once. */
  restored: Config.option(Config.NonEmptyString("CROSSDOCK_RESTORED"))
})
export type RunnerConfig = Config.Success<typeof RunnerConfig>

/** What the command line reads: where the runner is, how it is asked, and what a call is signed with. */
export const ClientConfig = Config.all({
  dataFolder,
  adminPort,
  adminToken,
  host,
  port: Config.option(Config.Port("PORT")),
  publicUrl,
  callSecret: Config.option(Config.Redacted("CROSSDOCK_CALL_SECRET"))
})
export type ClientConfig = Config.Success<typeof ClientConfig>

export type Environment = Readonly<Record<string, string | undefined>>

/** A value of the environment, or of the file that its `_FILE` twin names; a line end at the end is no part of it. */
export const valueOf = (environment: Environment, name: string): string | undefined => {
  const direct = environment[name]
  if (direct !== undefined && direct !== "") return direct
  const file = environment[`${name}_FILE`]
  return file === undefined || file === "" ? undefined : readFileSync(file, "utf8").replace(/\r?\n$/, "")
}

/** Ours, and no others: a stranger's `SSL_CERT_FILE` is no secret of `SSL_CERT`. */
const isOurs = (name: string): boolean => /^(?:HOST|PORT|DATABASE_URL|CROSSDOCK_\w+?)(?:_FILE)?$/.test(name)

/** Reads the environment once, with its `_FILE` twins in place. */
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

/** What does not fit, by the name of its variable; the value may be a secret and is not quoted. */
export const problemOf = ({ cause, message }: Config.ConfigError): string =>
  cause._tag === "SchemaError"
    ? issuesOf(cause.issue).issues.map((issue) => `${(issue.path ?? []).map(String).join("_")}: ${issue.message}`).join("; ")
    : message

/** The environment of this process; nothing else reads it. */
export const environment = (): Environment => process.env
