/**
 * `restore`: a runner on a restored backup, and the end of its caution.
 */
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import { RestoreState } from "../api/Definition.ts"
import { ask } from "./AdminClient.ts"
import { admin, token } from "./Flags.ts"
import { answer, lines, remark, time } from "./Output.ts"

const text = ({ deliveries, doubtful, isRestored, since }: RestoreState): string =>
  isRestored
    ? lines(
      `the runner works on a restored backup${since === undefined ? "" : ` since ${time(since)}`}: it sends nothing unasked, and asks the warehouse before each create`,
      `  creates of which nobody knows whether the warehouse has them  ${doubtful}   crossdock intents ls`,
      `  deliveries that go out once it has ended                      ${deliveries}   crossdock deliveries ls`
    )
    : "the runner works as usual, on no restored backup"

const show = Command.make("show", {}, () => Effect.flatMap(ask((client) => client.runner.restore()), (found) => answer(RestoreState, found, text))).pipe(
  Command.withDescription("Whether the runner works on a restored backup, and what waits for its end"),
  Command.withExamples([{ command: "crossdock restore show" }])
)

const end = Command.make("end", {
  yes: Flag.Boolean("yes").pipe(Flag.withoutNegation, Flag.withDescription("End it; without, what waits is counted"), Flag.withDefault(false))
}, Effect.fnUntraced(function*(given) {
  const found = yield* ask((client) => given.yes ? client.runner.endRestore() : client.runner.restore())
  yield* answer(RestoreState, found, text)
  if (!given.yes && found.isRestored) yield* remark("\nnothing was done yet: repeat with --yes")
})).pipe(
  Command.withDescription(
    "The ERP has repeated what it was not sure of, and what was Doubtful is settled: from now on deliveries go out, and a\n" +
      "  create is sent without asking the warehouse first. An order that was made after the backup and is repeated only\n" +
      "  after this is made twice. Without --yes what waits is counted."
  ),
  Command.withShortDescription("Work as usual again"),
  Command.withExamples([{ command: "crossdock restore end" }, { command: "crossdock restore end --yes" }])
)

export const restore = Command.make("restore").pipe(
  Command.withDescription("A runner that was started on a restored backup (start --restored)"),
  Command.withSubcommands([show, end]),
  Command.withGlobalFlags([admin, token])
)
