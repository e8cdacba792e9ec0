/**
 * Flags that several commands share, with their defaults.
 */
import * as Argument from "effect/cli/Argument"
import * as Flag from "effect/cli/Flag"
import * as GlobalFlag from "effect/cli/GlobalFlag"
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { ClientConfig, type Environment, problemOf, providerOf } from "../EnvironmentVariables.ts"
import { usage } from "./CommandErrors.ts"

/** The environment variables that a command reads. */
export class CommandEnvironment extends Context.Service<CommandEnvironment, Environment>()(
  "@crossdock/runner/cli/CommandEnvironment"
) {}

export const clientConfig = Effect.flatMap(CommandEnvironment, (environment) =>
  Effect.mapError(ClientConfig.parse(providerOf(environment)), (error) => usage(`the environment is not valid: ${problemOf(error)}`)))

/** For scripts: prints one JSON value on stdout, for failures too. */
export const json = GlobalFlag.Setting("json")({
  flag: Flag.Boolean("json").pipe(
    Flag.withoutNegation,
    Flag.withDescription("Print one JSON value on stdout, also for failures"),
    Flag.withDefault(false)
  )
})

export const admin = GlobalFlag.Setting("admin")({
  flag: Flag.String("admin").pipe(
    Flag.withDescription("Address of the admin listener (default: http://127.0.0.1 and CROSSDOCK_ADMIN_PORT, else 8081)"),
    Flag.optional
  )
})

export const token = GlobalFlag.Setting("token")({
  flag: Flag.Redacted("token").pipe(
    Flag.withDescription("Admin token (default: CROSSDOCK_ADMIN_TOKEN, else the file admin-token in CROSSDOCK_DATA or .crossdock)"),
    Flag.optional
  )
})

export const link = Flag.String("link").pipe(
  Flag.withDescription("Scope or id of a link; required if the runner has several"),
  Flag.withMetavar("scope"),
  Flag.optional
)

export const limit = Flag.Int("limit").pipe(
  Flag.withDescription("Maximum number of rows (1 to 1000)"),
  Flag.withDefault(50)
)

export const after = Flag.String("after").pipe(
  Flag.withDescription("Continue after a page: the value that it printed as `next`"),
  Flag.withMetavar("next"),
  Flag.optional
)

export const who = Flag.String("as").pipe(
  Flag.withDescription("Your name, for the history and the audit. Only with the admin token; a named token has its own"),
  Flag.withMetavar("name"),
  Flag.optional
)

export const contentArgument = Argument.String("content").pipe(
  Argument.withDescription("The text itself, @file, or - for stdin"),
  Argument.optional
)

/** A time or an age: `2026-11-20T08:00:00Z`, `90m`, `2h`, `3d`. */
export const since = Flag.String("since").pipe(
  Flag.withDescription("Only newer ones: a time (2026-11-20T08:00:00Z) or an age (30m, 2h, 3d)"),
  Flag.withMetavar("when"),
  Flag.optional
)

export const until = Flag.String("until").pipe(
  Flag.withDescription("Only older ones: a time or an age, as for --since"),
  Flag.withMetavar("when"),
  Flag.optional
)

const units = { s: "second", m: "minute", h: "hour", d: "day", w: "week" } as const

/** A length of time: `30m`, `2h`, `3d`. */
export const spanOf = (text: string): Duration.Duration | undefined => {
  const span = /^(\d{1,6})\s*([smhdw])$/.exec(text.trim())
  if (span === null) return undefined
  const unit = units[span[2] as keyof typeof units]
  return Duration.fromInputUnsafe(`${Number(span[1])} ${unit}s`)
}

export const instantOf = (text: string, now: number): DateTime.Utc | undefined => {
  const age = spanOf(text)
  if (age !== undefined) return DateTime.makeUnsafe(now - Duration.toMillis(age))
  if (!/^\d{4}-\d{2}-\d{2}/.test(text.trim())) return undefined
  return Option.getOrUndefined(DateTime.make(text.trim()))
}

/** The time that a flag such as `--since` gives. */
export const instantGiven = (flag: "since" | "until" | "resent-before", text: Option.Option<string>) =>
  Effect.gen(function*() {
    if (Option.isNone(text)) return undefined
    const now = yield* DateTime.now
    return instantOf(text.value, DateTime.toEpochMillis(now)) ??
      (yield* Effect.fail(usage(`--${flag} ${JSON.stringify(text.value)} is not a valid time; write 2026-11-20T08:00:00Z, or an age such as 2h`)))
  })

/** An object with this member, or an empty object if the flag was not given. */
export const given = <const Name extends string, A>(name: Name, value: Option.Option<A> | A | undefined): { readonly [K in Name]?: NoInfer<A> } => {
  const found = Option.isOption(value) ? Option.getOrUndefined(value) : value
  return found === undefined ? {} : { [name]: found } as { readonly [K in Name]: A }
}
