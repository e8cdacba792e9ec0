/**
 * `matrix`: shows which operations each warehouse plugin supports, as declared and as observed by the conformance
 * suite.
 */
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { existsSync } from "node:fs"
import type { Environment } from "../EnvironmentVariables.ts"
import { beside, type ObservedRow, read } from "./ConformanceReports.ts"
import { CommandFailed, exitCodes, ProblemShown, usage } from "./CommandErrors.ts"
import { CommandEnvironment } from "./Flags.ts"
import { answerJson, lines, plain, section, table } from "./Output.ts"

const failed = (code: string, message: string) => new CommandFailed({ exit: exitCodes.problem, code, message })

/**
 * Builds the matrix from a composition file. Environment variables are not resolved, because capabilities do not depend
 * on secrets.
 */
const matrixOfFile = Effect.fnUntraced(function*(environment: Environment, named: string | undefined) {
  const given = named ?? environment.CROSSDOCK_CONFIG
  const file = given ?? "./crossdock.config.ts"
  const isThere = existsSync(file)
  if (!isThere && given !== undefined) {
    return yield* Effect.fail(failed("NO_COMPOSITION", `there is no file ${file}; correct the path, or leave it out to use the sandbox composition`))
  }
  const { load, matrixOf, Sandbox } = yield* Effect.promise(async () => ({
    ...(await import("../Runtime.ts")),
    ...(await import("../CapabilityMatrix.ts")),
    Sandbox: await import("../Sandbox.ts")
  }))
  const { plugins } = isThere
    ? yield* Effect.mapError(load(file), ({ message }) => failed("COMPOSITION_INVALID", message))
    : Sandbox.composition({ credentials: Sandbox.wellKnown, erpUrl: new URL("http://127.0.0.1:8080") })
  return { of: isThere ? file : "the sandbox composition", matrix: matrixOf(plugins) }
})

type Found = ReturnType<typeof beside>

const seen = { works: "yes, works", broken: "yes, BROKEN", absent: "yes, ABSENT", unproven: "yes, unproven" } as const

const cellText = ({ isDeclared, observed }: ObservedRow["cells"][number]): string =>
  !isDeclared ? "-" : observed === undefined ? "yes" : seen[observed]

const unprovenText = ({ columns, rows, unproven }: Found): string =>
  table(
    ["plugin", "declared, but no law was observed to hold"],
    rows.flatMap(({ plugin }) => {
      const open = unproven.filter((each) => each.plugin === plugin).map(({ column }) => columns.find(({ name }) => name === column)!.title)
      return open.length === 0 ? [] : [[plain(plugin), open.join(", ")]]
    })
  )

const matrixText = (found: Found, { isChecked, isObserved }: { readonly isObserved: boolean; readonly isChecked: boolean }): string => {
  const { columns, contradictions, rows, strangers, unproven, unseen } = found
  return rows.length === 0 ? "no warehouse plugins" : lines(
    table(
      ["", ...rows.map(({ plugin }) => plain(plugin))],
      columns.map(({ name, title }) => [title, ...rows.map(({ cells }) => cellText(cells.find(({ column }) => column === name)!))])
    ),
    ...contradictions.map(({ because, column, observed, plugin }) =>
      section(
        `${plain(plugin)} declares ${columns.find(({ name }) => name === column)?.title ?? column}, but the suite observed: ${observed}`,
        because.map(plain).join("\n")
      )),
    ...(isObserved && unseen.length > 0 ? [`\nno report of ${plain(unseen.join(", "))}: only the declaration is shown`] : []),
    ...(isChecked && unproven.length > 0 ? [section("not proven, so the check fails:", unprovenText(found))] : []),
    ...(strangers.length > 0 ? [`\nreports of plugins that are not in the composition: ${plain(strangers.join(", "))}`] : [])
  )
}

export const matrix = Command.make("matrix", {
  config: Flag.String("config").pipe(
    Flag.withDescription("The composition file (default: CROSSDOCK_CONFIG, else ./crossdock.config.ts, else the built-in sandbox)"),
    Flag.withMetavar("file"),
    Flag.optional
  ),
  reports: Flag.String("reports").pipe(
    Flag.withDescription("A folder with conformance reports; subfolders are searched too, and the flag can be repeated"),
    Flag.withMetavar("folder"),
    Flag.atLeast(0)
  ),
  check: Flag.Boolean("check").pipe(
    Flag.withoutNegation,
    Flag.withDescription("For CI: also exit with 1 if a declared capability was not observed to work; needs --reports"),
    Flag.withDefault(false)
  )
}, Effect.fnUntraced(function*({ check: isChecked, config, reports: folders }) {
  const isObserved = folders.length > 0
  if (isChecked && !isObserved) return yield* Effect.fail(usage("--check compares declarations with reports; give their folder with --reports"))
  const { matrix: declared, of } = yield* matrixOfFile(yield* CommandEnvironment, Option.getOrUndefined(config))
  const reports = yield* read(folders)
  const found = beside(declared, reports)
  if (isObserved && declared.rows.length > 0 && found.unseen.length === declared.rows.length) {
    return yield* Effect.fail(failed("NO_REPORTS", `there is no report of a plugin of ${of} in ${folders.join(", ")}; run their conformance suites first`))
  }
  const ok = found.contradictions.length === 0 && (!isChecked || found.unproven.length === 0)
  const { contradictions, strangers, unproven, unseen } = found
  yield* answerJson(
    {
      ok,
      composition: of,
      columns: found.columns,
      rows: isObserved ? found.rows : declared.rows,
      ...(isObserved && { contradictions, unproven, unseen, strangers })
    },
    () => matrixText(found, { isObserved, isChecked })
  )
  if (!ok) return yield* Effect.fail(new ProblemShown())
})).pipe(
  Command.withDescription(
    "Show the twelve capability columns of document 2 (section 2.13) for each warehouse plugin of a composition, from what it\n" +
      "  declares; nothing is started. With --reports, also show what the conformance suite of @crossdock/testkit observed (it\n" +
      "  writes coverage/crossdock-conformance.json in each plugin): works, BROKEN, ABSENT (the suite ran a plugin without it)\n" +
      "  or unproven (no law could try it). Exit code 1: a declared capability is broken or absent; with --check also if it is\n" +
      "  unproven or has no report."
  ),
  Command.withShortDescription("Show what each warehouse plugin supports"),
  Command.withExamples([
    { command: "crossdock matrix" },
    { command: "crossdock matrix --config ./crossdock.config.ts --reports ./coverage" },
    { command: "crossdock matrix --reports packages --check --json" }
  ])
)
