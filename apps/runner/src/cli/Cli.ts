/**
 * The command line: one tree of commands, and how it ends. A client of the admin API; `start` and `doctor` alone, loaded
 * when they are asked for, open the database.
 */
import * as NodeServices from "@effect/platform-node/NodeServices"
import * as Cause from "effect/Cause"
import * as CliConfig from "effect/cli/CliConfig"
import * as CliError from "effect/cli/CliError"
import * as CliOutput from "effect/cli/CliOutput"
import * as Command from "effect/cli/Command"
import * as GlobalFlag from "effect/cli/GlobalFlag"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Option from "effect/Option"
import { type Environment, environment as processEnvironment } from "../Config.ts"
import { call } from "./CallCommand.ts"
import { config } from "./ConfigCommands.ts"
import { connections } from "./ConnectionCommands.ts"
import { deliveries } from "./DeliveryCommands.ts"
import { doctor } from "./DoctorCommand.ts"
import { CommandFailed, exitCodes, ProblemShown } from "./CommandErrors.ts"
import { CommandEnvironment, json } from "./Flags.ts"
import { intents } from "./IntentCommands.ts"
import { links } from "./LinkCommands.ts"
import { maps } from "./MapCommands.ts"
import { matrix } from "./MatrixCommand.ts"
import { orders } from "./OrderCommands.ts"
import { plain, problemsText } from "./Output.ts"
import { plugins } from "./PluginCommands.ts"
import { restore } from "./RestoreCommands.ts"
import { retention } from "./RetentionCommand.ts"
import { sign, verify } from "./SignCommands.ts"
import { start } from "./StartCommand.ts"
import { nodeProblem, version } from "./Version.ts"

export const crossdock = Command.make("crossdock").pipe(
  Command.withDescription(
    "Joins an ERP to its warehouses.\n\n" +
      "  start runs the runner, doctor tells what is wrong with it. call, sign, verify, config and matrix work without one; the\n" +
      "  others ask a running one by its admin API. Exit codes: 0 done, 1 found a problem, 2 wrong usage, 3 cannot reach the runner."
  ),
  Command.withSubcommands([
    { group: "The runner", commands: [start, doctor, config, matrix] },
    { group: "The wire", commands: [call, sign, verify] },
    { group: "Ask a running runner", commands: [orders, connections, links, plugins, intents, deliveries, maps, retention, restore] }
  ]),
  Command.withGlobalFlags([json]),
  Command.withExamples([
    { command: "crossdock start" },
    { command: "crossdock call createOrder --example", description: "The first signed call" },
    { command: "crossdock orders show SO-1001", description: "Where is order SO-1001?" }
  ])
)

/** Help that was not asked for goes to stderr, so that stdout stays what a script reads. */
const presenter: CliOutput.Presenter = {
  present: (event) =>
    Effect.gen(function*() {
      const formatter = yield* CliOutput.Formatter
      if (event._tag === "Version" || (event._tag === "Help" && (event.reason === "Requested" || event.commandPath.length === 1))) {
        return yield* CliOutput.defaultPresenter.present(event)
      }
      if (event._tag === "Help") return yield* Console.error(formatter.formatHelpDoc(event.helpDoc))
      for (const error of event.errors) yield* Console.error(`crossdock: ${formatter.formatCliError(error)}`)
      yield* Console.error(`usage: ${event.helpDoc.usage}\nexamples and flags: ${event.commandPath.join(" ")} --help`)
    })
}

const surroundings = (environment: Environment) =>
  Layer.mergeAll(
    NodeServices.layer,
    Layer.succeed(CommandEnvironment, environment),
    CliOutput.layerPresenter(presenter),
    CliConfig.layer({ builtIns: [GlobalFlag.Help, GlobalFlag.Version, GlobalFlag.Completions] }),
    Logger.layer([Logger.withConsoleError(Logger.formatLogFmt)])
  )

const usageText = (error: CliError.CliError): string =>
  error._tag !== "ShowHelp" ? error.message : error.errors.length === 0 ? "a verb is missing" : error.errors.map(({ message }) => message).join("; ")

/** A failure for its reader, and the exit code. */
const ended = (cause: Cause.Cause<unknown>, isJson: boolean): Effect.Effect<number> =>
  Effect.gen(function*() {
    const error = Option.getOrUndefined(Cause.findErrorOption(cause))
    if (error instanceof ProblemShown) return exitCodes.problem
    if (error instanceof CommandFailed) {
      const { code, exit, path, problems = [], message } = error
      if (isJson) {
        const told = { code, message, ...(path !== undefined && { path }), ...(problems.length > 0 && { problems }) }
        yield* Console.log(JSON.stringify({ error: told }, null, 2))
      } else {
        const place = path === undefined || problems.length > 1 ? "" : ` (${plain(path)})`
        yield* Console.error(`crossdock: ${message.split("\n").map(plain).join("\n")}${place}`)
        if (problems.length > 1) yield* Console.error(problemsText(problems))
      }
      return exit
    }
    if (CliError.isCliError(error)) {
      // The root alone lists its commands to whoever looks around; a group without its verb is a mistake.
      if (error._tag === "ShowHelp" && error.errors.length === 0 && error.commandPath.length <= 1) return exitCodes.done
      if (isJson) yield* Console.log(JSON.stringify({ error: { code: "USAGE", message: usageText(error) } }, null, 2))
      return exitCodes.usage
    }
    if (Cause.hasInterruptsOnly(cause)) return exitCodes.done
    yield* Console.error(`crossdock failed in a way it does not describe; please report this:\n${Cause.pretty(cause)}`)
    return exitCodes.problem
  })

/** Runs one command line; answers its exit code. */
export const main = (argv: ReadonlyArray<string>, environment: Environment): Effect.Effect<number> => {
  const flags = argv.includes("--") ? argv.slice(0, argv.indexOf("--")) : argv
  return Command.runWith(crossdock, { version: version() })(argv).pipe(
    Effect.provide(surroundings(environment)),
    Effect.matchCauseEffect({
      onFailure: (cause) => ended(cause, flags.includes("--json")),
      onSuccess: () => Effect.succeed(exitCodes.done)
    })
  )
}

/** What still runs when a command has ended is given so long, then the process ends all the same. */
const lastMillis = 2000

/** Runs until done, or until SIGINT or SIGTERM and everything is put in order; a second signal ends at once. */
export const run = async (argv: ReadonlyArray<string>): Promise<number> => {
  const old = nodeProblem(process.version)
  if (old !== undefined) {
    process.stderr.write(`crossdock: ${old}\n`)
    process.exitCode = exitCodes.problem
    return exitCodes.problem
  }
  const fiber = Effect.runFork(main(argv, processEnvironment()))
  const stop = () => fiber.interruptUnsafe()
  process.once("SIGINT", stop)
  process.once("SIGTERM", stop)
  const exit = await Effect.runPromise(Fiber.await(fiber))
  process.removeListener("SIGINT", stop)
  process.removeListener("SIGTERM", stop)
  const code = Exit.isSuccess(exit) ? exit.value : Cause.hasInterruptsOnly(exit.cause) ? exitCodes.done : exitCodes.problem
  process.exitCode = code
  setTimeout(() => process.exit(code), lastMillis).unref()
  return code
}
