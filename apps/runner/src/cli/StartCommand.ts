/**
 * `start`: runs the runner. Its modules are loaded only here, so that every other command starts fast.
 */
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import { CommandFailed, exitCodes } from "./CommandErrors.ts"
import { CommandEnvironment } from "./Flags.ts"

export const start = Command.make("start", {
  restored: Flag.Boolean("restored").pipe(
    Flag.withoutNegation,
    Flag.withDescription("The database is a restored backup: send deliveries only when asked, and ask the warehouse before each create, until `crossdock restore end`"),
    Flag.withDefault(false)
  )
}, ({ restored }) =>
  Effect.gen(function*() {
    const environment = yield* CommandEnvironment
    const runtime = yield* Effect.promise(() => import("../Runtime.ts"))
    yield* Effect.mapError(
      runtime.start(environment, { isRestored: restored }),
      ({ message }) => new CommandFailed({ exit: exitCodes.problem, code: "START_FAILED", message })
    )
  })).pipe(
    Command.withDescription(
      "Run the runner until SIGTERM or SIGINT. It serves requests at HOST:PORT and the admin API at CROSSDOCK_ADMIN_PORT.\n" +
        "  Without a crossdock.config.ts it runs the built-in sandbox."
    ),
    Command.withShortDescription("Run the runner"),
    Command.withExamples([
      { command: "crossdock start" },
      { command: "crossdock start --restored", description: "On a restored backup; see Backup in the guide" },
    { command: "PORT=9080 CROSSDOCK_ADMIN_PORT=9081 CROSSDOCK_DATA=./data crossdock start" },
      { command: "CROSSDOCK_ERP_URL=http://127.0.0.1:9000 crossdock start", description: "The built-in sandbox, with callbacks to your own ERP" }
    ])
  )
