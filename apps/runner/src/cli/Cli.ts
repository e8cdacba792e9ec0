/**
 * The tree of all commands, and how a command ends. Most commands call the admin API of a running runner. Only `start`,
 * `doctor`, `migrate`, `backup` and `restore put` open the database themselves; their modules are loaded when they run.
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
import { type Environment, environment as processEnvironment } from "../EnvironmentVariables.ts"
import { asns } from "./AsnCommands.ts"
import { audit } from "./AuditCommands.ts"
import { backup } from "./BackupCommand.ts"
import { books } from "./BookCommands.ts"
import { desk } from "./DeskCommands.ts"
import { call } from "./CallCommand.ts"
import { certify } from "./CertifyCommand.ts"
import { config } from "./ConfigCommands.ts"
import { connections } from "./ConnectionCommands.ts"
import { calls } from "./CallLogCommands.ts"
import { deliveries } from "./DeliveryCommands.ts"
import { doctor } from "./DoctorCommand.ts"
import { erase } from "./EraseCommand.ts"
import { exporting } from "./ExportCommands.ts"
import { findings } from "./FindingCommands.ts"
import { CommandFailed, exitCodes, ProblemShown } from "./CommandErrors.ts"
import { CommandEnvironment, json } from "./Flags.ts"
import * as Shutdown from "../Shutdown.ts"
import { intents } from "./IntentCommands.ts"
import { links } from "./LinkCommands.ts"
import { listen } from "./ListenCommand.ts"
import { maps } from "./MapCommands.ts"
import { matrix } from "./MatrixCommand.ts"
import { compare } from "./CompareCommand.ts"
import { migrate } from "./MigrateCommand.ts"
import { orders } from "./OrderCommands.ts"
import { plain, problemsText } from "./Output.ts"
import { people } from "./PeopleCommands.ts"
import { plugins } from "./PluginCommands.ts"
import { restore } from "./RestoreCommands.ts"
import { retention } from "./RetentionCommand.ts"
import { search } from "./SearchCommand.ts"
import { secretKey } from "./SecretKeyCommands.ts"
import { sign, verify } from "./SignCommands.ts"
import { start } from "./StartCommand.ts"
import { stock } from "./StockCommands.ts"
import { nodeProblem, version } from "./Version.ts"

export const crossdock = Command.make("crossdock").pipe(
  Command.withDescription(
    "Connects an ERP to its warehouses.\n\n" +
      "  start runs the runner; doctor finds out what is wrong with it. call, sign, verify, certify, config, matrix, migrate,\n" +
      "  backup and restore put work without the admin API; all others use it. Exit codes: 0 done, 1 found a problem, 2 wrong usage, 3 cannot reach the runner."
  ),
  Command.withSubcommands([
    { group: "Run and check", commands: [start, doctor, migrate, backup, config, matrix] },
    { group: "Send and verify requests", commands: [call, sign, verify, certify, listen] },
    { group: "Manage a running runner", commands: [orders, search, asns, desk, connections, links, plugins, intents, deliveries, calls, maps, books, stock, exporting, findings, compare, retention, erase, people, audit, secretKey, restore] }
  ]),
  Command.withGlobalFlags([json]),
  Command.withExamples([
    { command: "crossdock start" },
    { command: "crossdock call createOrder --example", description: "Send a first signed request" },
    { command: "crossdock orders show SO-1001", description: "Find out where order SO-1001 is" }
  ])
)

/** Help that was not requested goes to stderr, so that scripts find only results on stdout. */
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
  error._tag !== "ShowHelp" ? error.message : error.errors.length === 0 ? "the subcommand is missing" : error.errors.map(({ message }) => message).join("; ")

/** Prints why a command failed and returns the exit code. */
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
      // `crossdock` alone prints its commands and succeeds; a command group without a subcommand is a usage error.
      if (error._tag === "ShowHelp" && error.errors.length === 0 && error.commandPath.length <= 1) return exitCodes.done
      if (isJson) yield* Console.log(JSON.stringify({ error: { code: "USAGE", message: usageText(error) } }, null, 2))
      return exitCodes.usage
    }
    if (Cause.hasInterruptsOnly(cause)) return exitCodes.done
    yield* Console.error(`crossdock failed unexpectedly; please report this:\n${Cause.pretty(cause)}`)
    return exitCodes.problem
  })

/** Runs one command line and returns its exit code. */
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

/** How long the process may keep running after its command has ended, before it is made to exit (milliseconds). */
const lastMillis = 2000

/**
 * Runs a command until it is done, or until SIGINT or SIGTERM and its clean-up. A second signal ends the process at
 * once.
 */
export const run = async (argv: ReadonlyArray<string>): Promise<number> => {
  const old = nodeProblem(process.version)
  if (old !== undefined) {
    process.stderr.write(`crossdock: ${old}\n`)
    process.exitCode = exitCodes.problem
    return exitCodes.problem
  }
  const fiber = Effect.runFork(main(argv, processEnvironment()))
  const ignoreSignals = Shutdown.onSignal(() => fiber.interruptUnsafe())
  const exit = await Effect.runPromise(Fiber.await(fiber))
  ignoreSignals()
  const code = Exit.isSuccess(exit) ? exit.value : Cause.hasInterruptsOnly(exit.cause) ? exitCodes.done : exitCodes.problem
  process.exitCode = code
  setTimeout(() => process.exit(code), lastMillis).unref()
  return code
}
