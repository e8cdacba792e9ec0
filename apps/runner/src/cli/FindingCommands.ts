/**
 * `findings`: lists what the runner found wrong, since when, and what to do.
 */
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import { FindingList, NotifierTest, type RunnerFinding } from "@crossdock/admin-api"
import { ask } from "./AdminClient.ts"
import { ProblemShown } from "./CommandErrors.ts"
import { admin, limit, token } from "./Flags.ts"
import { answer, lines, plain, table, time } from "./Output.ts"

const lastingText = (items: ReadonlyArray<RunnerFinding>): string =>
  items.length === 0
    ? "nothing is wrong"
    : items.map(({ code, id, message = "", next = "", severity, since, toldAt, where }) =>
      lines(
        `${severity.padEnd(8)}  ${code}  ${plain(where)}, since ${time(since)}${toldAt === undefined ? "" : `, told ${time(toldAt)}`}`,
        `  ${plain(message)}`,
        `  next: ${plain(next)}`,
        `  id: ${id}`
      )).join("\n\n")

const endedText = (items: ReadonlyArray<RunnerFinding>): string =>
  items.length === 0
    ? "nothing that was wrong has ended"
    : table(["since", "until", "", "code", "where", "id"], items.map((one) => [time(one.since), time(one.endedAt), one.severity, one.code, one.where, one.id]))

const list = Command.make("ls", {
  ended: Flag.Boolean("ended").pipe(Flag.withoutNegation, Flag.withDescription("List what was wrong and has ended, the newest first"), Flag.withDefault(false)),
  limit
}, (given) =>
  Effect.flatMap(
    ask((client) => client.runner.findings({ query: { limit: given.limit, ...(given.ended && { ended: true }) } })),
    (found) => answer(FindingList, found, ({ items }) => given.ended ? endedText(items) : lastingText(items))
  )).pipe(
    Command.withDescription(
      "List what is wrong with the runner, the gravest first, with the cause and what to do. critical wants a person now,\n" +
        "  error today, warning in time. The runner looks every 15 seconds. doctor looks deeper, and also at a runner that is down."
    ),
    Command.withShortDescription("List what is wrong, and what to do"),
    Command.withExamples([{ command: "crossdock findings ls" }, { command: "crossdock findings ls --ended", description: "See what was wrong last night" }])
  )

const channelsText = ({ channels }: NotifierTest): string =>
  channels.map(({ channel, sent }) => `${channel}: ${sent ? "the test message was taken" : "not taken; the log of the runner says why"}`).join("\n")

const test = Command.make("test", {}, () =>
  Effect.gen(function*() {
    const found = yield* ask((client) => client.runner.testNotifier())
    yield* answer(NotifierTest, found, channelsText)
    if (found.channels.some(({ sent }) => !sent)) return yield* Effect.fail(new ProblemShown())
  })).pipe(
    Command.withDescription("Send a test message through every channel by which a person is told of findings. Exit code 1: one did not take it."),
    Command.withShortDescription("Send a test message to who is told of findings"),
    Command.withExamples([{ command: "crossdock findings test" }])
  )

export const findings = Command.make("findings").pipe(
  Command.withDescription("See what the runner found wrong"),
  Command.withSubcommands([list, test]),
  Command.withGlobalFlags([admin, token])
)
