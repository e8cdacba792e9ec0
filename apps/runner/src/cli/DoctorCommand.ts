/**
 * `doctor`: what is wrong with a runner and its data, asked from outside. It opens the database by itself, for reading
 * alone, since it is asked where the runner does not start; loaded only here, as `start` is.
 */
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import { problemOf } from "../Config.ts"
import type { Report } from "../doctor/Report.ts"
import { ProblemShown, usage } from "./CommandErrors.ts"
import { CommandEnvironment } from "./Flags.ts"
import { answerJson, facts, lines, plain, section } from "./Output.ts"

const counted = (count: number, name: string): string => `${count} ${name}${count === 1 ? "" : "s"}`

const headline = ({ database, findings }: Report): string => {
  const errors = findings.filter(({ weight }) => weight === "error").length
  const warnings = findings.length - errors
  const said = [...(errors > 0 ? [counted(errors, "error")] : []), ...(warnings > 0 ? [counted(warnings, "warning")] : [])]
  return `${plain(database)}: ${said.length === 0 ? "nothing is wrong that can be seen from here" : said.join(", ")}`
}

export const text = (report: Report): string =>
  lines(
    headline(report),
    ...report.findings.map(({ code, next, message, weight, where }) =>
      lines(`\n${weight.padEnd(7)}  ${code}  ${plain(where)}`, `  ${plain(message)}`, `  next: ${plain(next)}`)),
    section("looked at", facts(Object.entries(report.seen)))
  )

export const doctor = Command.make("doctor", {
  isQuick: Flag.Boolean("quick").pipe(
    Flag.withoutNegation,
    Flag.withDescription("Do not compare indexes with their tables, which is what takes longest on a large database"),
    Flag.withDefault(false)
  ),
  isMeasured: Flag.Boolean("measure-disk").pipe(
    Flag.withoutNegation,
    Flag.withDescription("Also learn how fast the disk keeps what is written, by a small file of its own in the data folder"),
    Flag.withDefault(false)
  )
}, Effect.fnUntraced(function*(options) {
  const environment = yield* CommandEnvironment
  const { facts: examined, report: reported } = yield* Effect.promise(async () => ({
    ...(await import("../doctor/Examination.ts")),
    ...(await import("../doctor/Report.ts"))
  }))
  const report = reported(yield* Effect.mapError(examined(environment, options), (error) => usage(`the environment does not fit: ${problemOf(error)}`)))
  yield* answerJson(report, () => text(report))
  if (!report.ok) return yield* Effect.fail(new ProblemShown())
})).pipe(
  Command.withDescription(
    "What is wrong with a runner and its data: damaged pages, the key, migrations, the disk, the clock, ports, work that is\n" +
      "  overdue, dead letters, Doubtful orders. Each finding says what, where, and what to do next. Ask it in the folder and\n" +
      "  with the environment of the runner, whether that is up, stopped, or does not start. It reads alone and changes\n" +
      "  nothing; every page is read, so a large database takes a while. Exit code 1: it found something."
  ),
  Command.withShortDescription("What is wrong with a runner and its data"),
  Command.withExamples([
    { command: "crossdock doctor" },
    { command: "crossdock doctor --quick --json" },
    { command: "CROSSDOCK_DATA=/var/lib/crossdock crossdock doctor --measure-disk" }
  ])
)
