/**
 * `config check`: checks the environment and the composition file without starting anything.
 */
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import { existsSync } from "node:fs"
import { type Environment, providerOf, RunnerConfig } from "../EnvironmentVariables.ts"
import { keyWeakness, tokenWeakness } from "../SecretStrength.ts"
import { ProblemShown } from "./CommandErrors.ts"
import { CommandEnvironment } from "./Flags.ts"
import { answerJson, lines, problemsText } from "./Output.ts"

interface Problem {
  readonly path: string
  readonly message: string
}

interface Checked {
  readonly checked: string
  readonly problems: ReadonlyArray<Problem>
  /** What a start does not refuse, and people should know. */
  readonly warnings: ReadonlyArray<Problem>
  readonly connections: number
  readonly links: number
  readonly receivers: number
}

const none = { warnings: [], connections: 0, links: 0, receivers: 0 }

/** What the variables of OpenTelemetry have wrong. Loaded here, because no other command needs the modules that export spans. */
const tracingProblems = (environment: Environment) =>
  Effect.map(Effect.promise(() => import("../tracing/SpanExport.ts")), ({ of }): ReadonlyArray<Problem> => {
    const tracing = of(environment)
    return "problem" in tracing ? [{ path: "environment", message: tracing.problem }] : []
  })

const environmentProblems = (environment: Environment) =>
  Effect.map(Effect.all([Effect.result(RunnerConfig.parse(providerOf(environment))), tracingProblems(environment)]), ([read, ofTracing]): readonly [RunnerConfig | undefined, ReadonlyArray<Problem>] => {
    if (Result.isFailure(read)) return [undefined, [{ path: "environment", message: read.failure.message }, ...ofTracing]]
    const config = read.success
    const key = Option.match(config.secretKey, {
      onNone: () =>
        Option.isSome(config.databaseUrl)
          ? "is required with DATABASE_URL, because all nodes must decrypt with the same key; make one with: openssl rand -base64 32"
          : undefined,
      onSome: (given) => keyWeakness(Redacted.value(given))
    })
    const token = Option.isSome(config.adminToken) ? tokenWeakness(Redacted.value(config.adminToken.value)) : undefined
    return [config, [
      ...(key === undefined ? [] : [{ path: "environment/CROSSDOCK_SECRET_KEY", message: `CROSSDOCK_SECRET_KEY ${key}` }]),
      ...(token === undefined ? [] : [{ path: "environment/CROSSDOCK_ADMIN_TOKEN", message: `CROSSDOCK_ADMIN_TOKEN ${token}` }]),
      ...ofTracing
    ]]
  })

/** Every problem of the environment and of the composition file that would prevent a start. */
export const check = (environment: Environment, named: string | undefined) =>
  Effect.gen(function*() {
    const [config, outside] = yield* environmentProblems(environment)
    const file = named ?? environment.CROSSDOCK_CONFIG ?? config?.composition ?? "./crossdock.config.ts"
    const isThere = existsSync(file)
    if (!isThere && (named !== undefined || environment.CROSSDOCK_CONFIG !== undefined)) {
      const message = "the file does not exist; correct the path, or leave it out to use the sandbox composition"
      return { checked: file, problems: [...outside, { path: file, message }], ...none } as Checked
    }
    const { compose, DroppedMembers, load, Sandbox } = yield* Effect.promise(async () => ({
      DroppedMembers: await import("../composition/DroppedMembers.ts"),
      ...(await import("../Composition.ts")),
      ...(await import("../Runtime.ts")),
      Sandbox: await import("../Sandbox.ts")
    }))
    const checked = isThere ? file : "the sandbox composition"
    const written = isThere
      ? yield* Effect.result(load(file))
      : Result.succeed(Sandbox.composition({ credentials: Sandbox.wellKnown, erpUrl: new URL("http://127.0.0.1:8080") }))
    if (Result.isFailure(written)) {
      return { checked, problems: [...outside, { path: file, message: written.failure.message }], ...none } as Checked
    }
    const composed = compose(written.success, environment)
    const counts = {
      warnings: Result.isSuccess(composed) ? DroppedMembers.warnings(composed.success) : [],
      connections: written.success.connections.length,
      links: written.success.links.length,
      receivers: written.success.receivers?.length ?? 0
    }
    return { checked, problems: [...outside, ...(Result.isFailure(composed) ? composed.failure : [])], ...counts } as Checked
  })

const warningsText = (warnings: ReadonlyArray<Problem>): ReadonlyArray<string> =>
  warnings.length === 0 ? [] : [`${warnings.length} ${warnings.length === 1 ? "warning" : "warnings"}`, problemsText(warnings)]

export const text = ({ checked, connections, links, problems, receivers, warnings }: Checked): string =>
  problems.length === 0
    ? lines(
      `${checked}: ${connections} connections, ${links} links${receivers === 0 ? "" : `, ${receivers} callback receivers`}; no problem found`,
      ...warningsText(warnings)
    )
    : lines(
      `${checked}: ${problems.length} ${problems.length === 1 ? "problem" : "problems"}`,
      problemsText(problems)
    )

const checking = Command.make("check", {
  file: Argument.String("file").pipe(
    Argument.withDescription("The composition file (default: CROSSDOCK_CONFIG, else ./crossdock.config.ts, else the built-in sandbox)"),
    Argument.optional
  )
}, Effect.fnUntraced(function*({ file }) {
  const checked = yield* check(yield* CommandEnvironment, Option.getOrUndefined(file))
  yield* answerJson({ ok: checked.problems.length === 0, ...checked }, () => text(checked))
  if (checked.problems.length > 0) return yield* Effect.fail(new ProblemShown())
})).pipe(
  Command.withDescription(
    "Check the environment and the composition file (crossdock.config.ts) without starting anything, and list every problem\n" +
      "  with its place and its remedy, and what is told of orders and dropped by the warehouse. Exit code 1: there is at least one problem."
  ),
  Command.withShortDescription("List every problem of the composition file"),
  Command.withExamples([
    { command: "crossdock config check" },
    { command: "crossdock config check ./crossdock.config.ts --json" }
  ])
)

export const config = Command.make("config").pipe(
  Command.withDescription("Check the composition file (crossdock.config.ts) without starting the runner"),
  Command.withSubcommands([checking])
)
