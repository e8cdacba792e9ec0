/**
 * Checks the values of a composition. Every problem is collected with its place, so that one run reports all of them.
 */
import type { AnyPlugin, EarlierSecret as Written, EnvReference } from "@crossdock/config"
import type { DurationWithUnit } from "@crossdock/core"
import type { ServedProtocol } from "@crossdock/protocols/kit"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { type Environment, valueOf } from "../EnvironmentVariables.ts"
import * as TrustedProxies from "../http/TrustedProxies.ts"
import { callerSecretWeakness } from "../SecretStrength.ts"

/** A problem in a composition: its place, what is wrong and how to correct it. */
export interface Problem {
  readonly path: string
  readonly message: string
}

const isReference = (value: unknown): value is EnvReference =>
  typeof value === "object" && value !== null && (value as { readonly _tag?: unknown })._tag === "EnvReference"

export const defaultZone = "UTC+8"

const isTimeZone = (text: string): boolean =>
  /^UTC(?:[+-](?:0?\d|1[0-4])(?::[0-5]\d)?)?$/.test(text) || Option.isSome(DateTime.zoneMakeNamed(text))

/** Shared state of the check: the environment, the plugins and the problems found so far. */
export interface Checker {
  readonly problem: (path: string, message: string) => void
  readonly count: () => number
  readonly environment: Environment
  readonly plugins: ReadonlyMap<string, AnyPlugin>
  /** The protocols that links may name. */
  readonly protocols: ReadonlyMap<string, ServedProtocol.Any>
  /**
   * The plugin of each declared connection, also of one whose settings are wrong: that is reported where it stands, and not again
   * wherever the connection is named. Undefined if the plugin itself is unknown.
   */
  readonly declared: ReadonlyMap<string, AnyPlugin | undefined>
  /** Whether several runners share one database. */
  readonly nodes: Nodes
  /** Whether what is checked was stored by an earlier release, whose callers go on with the secrets that they have. */
  readonly isStored: boolean
}

export type Nodes = "one" | "several"

export const checker = (
  environment: Environment,
  plugins: ReadonlyMap<string, AnyPlugin>,
  problems: Array<Problem>,
  { declared = new Map(), isStored = false, nodes = "one", protocols = new Map() }: Partial<Pick<Checker, "declared" | "isStored" | "nodes" | "protocols">> = {}
): Checker => ({
  protocols,
  nodes,
  isStored,
  declared,
  problem: (path, message) => void problems.push({ path, message }),
  count: () => problems.length,
  environment,
  plugins
})

const referred = (at: Checker, name: string, path: string): string | undefined => {
  try {
    return valueOf(at.environment, name)
  } catch (cause) {
    at.problem(path, `the file that ${name}_FILE names cannot be read (${(cause as NodeJS.ErrnoException).code ?? "unknown"}); correct the path or its permissions`)
    return ""
  }
}

export const resolved = (at: Checker, value: unknown, path: string): unknown => {
  if (isReference(value)) {
    const found = referred(at, value.name, path)
    if (found === undefined) at.problem(path, `the environment has neither ${value.name} nor ${value.name}_FILE; set one of them`)
    return found ?? ""
  }
  if (Array.isArray(value)) return value.map((item, index) => resolved(at, item, `${path}/${index}`))
  if (typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype) {
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, resolved(at, item, `${path}/${name}`)]))
  }
  return value
}

/** Refuses a missing or empty secret, which would sign with an empty text or the word undefined. */
export const secretOf = (at: Checker, value: string | EnvReference, path: string): Redacted.Redacted => {
  const before = at.count()
  const found = resolved(at, value, path)
  const isText = typeof found === "string" && found !== ""
  if (!isText && at.count() === before) at.problem(path, "the secret must be a text that is not empty; write it, or read it from the environment with env(\"NAME\")")
  return Redacted.make(isText ? found : "", { label: "secret" })
}

/** The secret with which a caller signs its calls. Whoever has seen one call can try secrets at leisure, so a short one is refused. */
export const callerSecretOf = (at: Checker, value: string | EnvReference, path: string): Redacted.Redacted => {
  const before = at.count()
  const secret = secretOf(at, value, path)
  const weakness = at.count() > before || at.isStored ? undefined : callerSecretWeakness(Redacted.value(secret))
  if (weakness !== undefined) at.problem(path, `the secret ${weakness}`)
  return secret
}

/** The secret of a caller before its present one, and until when it is accepted, in milliseconds since 1970. */
export interface EarlierSecret {
  readonly secretKey: Redacted.Redacted
  readonly until: number
}

/** Checks a second secret of a caller, as an object with one member or none. */
export const earlierSecretOf = (
  at: Checker,
  written: Written | undefined,
  secretKey: Redacted.Redacted,
  path: string
): { readonly earlierSecret?: EarlierSecret } => {
  if (written === undefined) return {}
  if (typeof written !== "object" || written === null) {
    at.problem(path, "the value must be an object with secretKey and until; leave it out if there is one secret only")
    return {}
  }
  const earlier = callerSecretOf(at, written.secretKey, `${path}/secretKey`)
  const until = typeof written.until === "string" ? DateTime.make(written.until) : Option.none()
  if (Option.isNone(until)) at.problem(`${path}/until`, "the value must be a date or time such as 2026-12-01T18:00:00Z")
  if (Redacted.value(earlier) === Redacted.value(secretKey)) at.problem(`${path}/secretKey`, "both secrets are the same; write the former one here, or remove earlierSecret")
  return Option.isNone(until) ? {} : { earlierSecret: { secretKey: earlier, until: DateTime.toEpochMillis(until.value) } }
}

/** One of the allowed values. Default: the first. */
export const oneOf = <const Words extends ReadonlyArray<string>>(at: Checker, value: Words[number] | undefined, words: Words, path: string): Words[number] => {
  if (value !== undefined && !words.includes(value)) at.problem(path, `the value must be one of ${words.join(", ")}`)
  return value ?? words[0]!
}

/** A number with a minimum. */
export const above = (at: Checker, value: number | undefined, otherwise: number, least: number, path: string): number => {
  if (value !== undefined && !(Number.isFinite(value) && value >= least)) at.problem(path, `the value must be a number of at least ${least}`)
  return value ?? otherwise
}

/** How many calls in 10 seconds an appId may make at each path of document 3 (U-68). */
export const openApiRateOf = (at: Checker, value: number | "none" | undefined, path: string): { readonly calls: number; readonly millis: number } | "none" => {
  if (value === "none") return value
  if (value !== undefined && !(Number.isInteger(value) && value > 0)) at.problem(path, "the value must be a whole number of at least 1, or none")
  return { calls: value ?? 200, millis: 10_000 }
}

/** The members of a duration that is written as an object. Effect ignores any other, and `{ second: 60 }` would be no time at all. */
const durationParts: ReadonlySet<string> = new Set(["weeks", "days", "hours", "minutes", "seconds", "milliseconds", "microseconds", "nanoseconds"])

/** Says why a value is not a duration. A bare number other than 0 is none, because nobody can tell seconds from milliseconds. */
export const durationProblem = (value: unknown): string | undefined => {
  if (value === 0) return undefined
  if (typeof value === "number" || typeof value === "bigint") return `${value} has no unit; write "${value} seconds" or "${value} millis"`
  const isKnown = !Array.isArray(value) && (typeof value !== "object" || value === null || Duration.isDuration(value) || Object.keys(value).every((name) => durationParts.has(name)))
  const found = isKnown ? Option.getOrUndefined(Duration.fromInput(value as Duration.Input)) : undefined
  return found !== undefined && Duration.isFinite(found) && Duration.isGreaterThanOrEqualTo(found, Duration.zero)
    ? undefined
    : "the value is not a duration; write one such as \"500 millis\", \"30 seconds\" or \"2 hours\""
}

/** A duration in milliseconds. `otherwise` is the default, in milliseconds if it is a number. */
export const millis = (at: Checker, input: DurationWithUnit | undefined, otherwise: DurationWithUnit | number, path: string): number => {
  const problem = input === undefined ? undefined : durationProblem(input)
  if (problem !== undefined) at.problem(path, problem)
  return Duration.toMillis(Duration.fromInputUnsafe(problem === undefined ? input ?? otherwise : otherwise))
}

export const zoneOf = (at: Checker, written: string | undefined, path: string): string => {
  if (written !== undefined && !isTimeZone(written)) {
    at.problem(path, `${JSON.stringify(written)} is not a time zone; write an IANA name such as Europe/Amsterdam, or UTC+8`)
    return defaultZone
  }
  return written ?? defaultZone
}

export const scheduleOf = (at: Checker, written: ReadonlyArray<DurationWithUnit> | undefined, path: string): ReadonlyArray<number> | undefined => {
  if (written?.length === 0) at.problem(path, "the schedule must have at least one gap; leave it out to use the default")
  return written?.map((gap, index) => millis(at, gap, 0, `${path}/${index}`))
}

/** Refuses anything that is neither an address nor a network, because it would trust no proxy, or every one. */
export const proxiesOf = (at: Checker, written: ReadonlyArray<string> | undefined, path: string): ReadonlyArray<string> => {
  if (written !== undefined && !Array.isArray(written)) at.problem(path, "the value must be a list of addresses and networks, such as [\"127.0.0.1\"]")
  const list = Array.isArray(written) ? written as ReadonlyArray<string> : []
  return list.filter((one, index) => {
    const message = TrustedProxies.problemOf(one)
    if (message !== undefined) at.problem(`${path}/${index}`, message)
    return message === undefined
  })
}

export const month = 30 * 24 * 3_600_000

/** A retention time, which must not be shorter than the time within which repeats are recognised. */
export const keptFor = (at: Checker, written: DurationWithUnit | undefined, otherwise: DurationWithUnit, path: string): number => {
  const kept = millis(at, written, otherwise, path)
  if (kept < month) at.problem(path, "the value must be at least 30 days, because repeats within that time must be recognised")
  return kept
}

/** How long calls are kept. */
export const anHourOrMore = (at: Checker, written: DurationWithUnit | undefined, otherwise: DurationWithUnit, path: string): number => {
  const kept = millis(at, written, otherwise, path)
  if (kept < 3_600_000) at.problem(path, "the value must be at least 1 hour")
  return kept
}
