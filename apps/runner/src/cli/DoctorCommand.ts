/**
 * `doctor`: finds out what is wrong with a runner and its data. It opens the database itself, read-only, because it
 * must also work when the runner does not start. Its modules are loaded only when it runs.
 */
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import { problemOf } from "../EnvironmentVariables.ts"
import type { Report } from "../doctor/Report.ts"
import { severities } from "../doctor/SeverityScale.ts"
import { ProblemShown, usage } from "./CommandErrors.ts"
import { CommandEnvironment } from "./Flags.ts"
import { answerJson, facts, lines, plain, section } from "./Output.ts"

const counted = (count: number, name: string): string => `${count} ${name}${count === 1 ? "" : "s"}`

const headline = ({ database, findings }: Report): string => {
  const said = severities.flatMap((severity) => {
    const count = findings.filter((one) => one.severity === severity).length
    return count === 0 ? [] : [severity === "critical" ? `${count} critical` : counted(count, severity)]
  })
  return `${plain(database)}: ${said.length === 0 ? "no problem found" : said.join(", ")}`
}

export const text = (report: Report): string =>
  lines(
    headline(report),
    ...report.findings.map(({ code, next, message, severity, where }) =>
      lines(`\n${severity.padEnd(8)}  ${code}  ${plain(where)}`, `  ${plain(message)}`, `  next: ${plain(next)}`)),
    section("checked", facts(Object.entries(report.seen)))
  )

export const doctor = Command.make("doctor", {
  isQuick: Flag.Boolean("quick").pipe(
    Flag.withoutNegation,
    Flag.withDescription("Do not compare indexes with their tables; on a large database that takes longest"),
    Flag.withDefault(false)
  ),
  isMeasured: Flag.Boolean("measure-disk").pipe(
    Flag.withoutNegation,
    Flag.withDescription("Also measure how fast the disk writes durably, with a small temporary file in the data folder"),
    Flag.withDefault(false)
  )
}, Effect.fnUntraced(function*(options) {
  const environment = yield* CommandEnvironment
  const { facts: examined, report: reported } = yield* Effect.promise(async () => ({
    ...(await import("../doctor/Examination.ts")),
    ...(await import("../doctor/Report.ts"))
  }))
  const report = reported(yield* Effect.mapError(examined(environment, options), (error) => usage(`the environment is not valid: ${problemOf(error)}`)))
  yield* answerJson(report, () => text(report))
  if (!report.ok) return yield* Effect.fail(new ProblemShown())
})).pipe(
  Command.withDescription(
    "Find out what is wrong with a runner and its data: damaged pages, the key, migrations, the disk, the clock, ports,\n" +
      "  overdue work, dead letters, creates with an unknown outcome. Each finding says what is wrong, where, and what to do\n" +
      "  next. Run it in the runner's folder and with its environment, whether the runner is up, stopped or does not start.\n" +
      "  It only reads. It reads every page, so a large database takes a while. Exit code 1: there is a finding."
  ),
  Command.withShortDescription("Find out what is wrong with a runner and its data"),
  Command.withExamples([
    { command: "crossdock doctor" },
    { command: "crossdock doctor --quick --json" },
    { command: "CROSSDOCK_DATA=/var/lib/crossdock crossdock doctor --measure-disk" }
  ])
)
