/**
 * `connections`: the accounts at peers, how they do, their test, pause and resume.
 */
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import { type Connection, ConnectionList, Connection as ConnectionSchema, Resumed, TestReport } from "../api/Definition.ts"
import { ask } from "./AdminClient.ts"
import { ProblemShown } from "./Ending.ts"
import { admin, given as member, token } from "./Flags.ts"
import { answer, facts, lines, plain, section, table, time } from "./Output.ts"

const id = Argument.String("id").pipe(Argument.withDescription("Id of the connection, as in the composition"))

const stateOf = ({ paused }: Connection): string => paused === undefined ? "runs" : `paused: ${paused.because}`

const listText = ({ items }: typeof ConnectionList.Type): string =>
  table(
    ["id", "plugin", "environment", "open", "waiting", "due", "dead", "last poll", "state"],
    items.map((one) => [
      one.id,
      one.plugin,
      one.environment,
      one.openOrders,
      one.waitingIntents,
      one.dueDeliveries,
      one.deadDeliveries,
      time(one.lastPolledAt),
      stateOf(one)
    ])
  )

const showText = (one: Connection): string =>
  lines(
    facts([
      ["id", one.id],
      ["plugin", `${one.plugin} (${one.title}), ${one.contract}`],
      ["environment", one.environment],
      ["time zone", one.timeZone],
      ["state", stateOf(one)],
      ["since", one.paused && time(one.paused.at)],
      ["rate", `${one.callsPerSecond} calls a second`],
      ["polled", one.contract === "warehouse/v1" ? `every ${one.pollSeconds} s` : undefined],
      ["open orders", one.oldestOpenAt === undefined ? one.openOrders : `${one.openOrders}, the oldest since ${time(one.oldestOpenAt)}`],
      ["last poll", one.lastPolledAt && time(one.lastPolledAt)],
      ["waiting", `${one.waitingIntents} intents`],
      ["due", one.oldestDueAt === undefined ? `${one.dueDeliveries} deliveries` : `${one.dueDeliveries} deliveries, the oldest since ${time(one.oldestDueAt)}`],
      ["dead", `${one.deadDeliveries} deliveries`],
      ["offers", one.offers.join(", ") || "nothing beside the required operations"]
    ]),
    section("links", one.links.length === 0 ? "" : table(
      ["scope", "erp", "peer", "prefix", "mapping"],
      one.links.map((link) => [link.scope, link.erp, link.peer, link.prefix, link.mapping])
    ))
  )

const list = Command.make("ls", {}, () =>
  Effect.flatMap(ask((client) => client.connections.list({})), (found) => answer(ConnectionList, found, listText))).pipe(
    Command.withDescription("All connections: whether they run, what is open, waiting, due or dead there"),
    Command.withExamples([{ command: "crossdock connections ls" }, { command: "crossdock connections ls --json" }])
  )

const show = Command.make("show", { id }, (given) =>
  Effect.flatMap(ask((client) => client.connections.show({ params: { id: given.id } })), (found) => answer(ConnectionSchema, found, showText))).pipe(
    Command.withDescription("One connection with its links and what its peer offers"),
    Command.withExamples([{ command: "crossdock connections show sandbox" }])
  )

const marks = { ok: "ok     ", failed: "FAILED ", skipped: "skipped" } as const

const testText = ({ connection, ok, steps }: typeof TestReport.Type): string =>
  lines(
    ...steps.map(({ outcome, says, step }) => `${marks[outcome]}  ${step.padEnd(11)}  ${plain(says)}`),
    "",
    steps.every(({ outcome }) => outcome === "skipped")
      ? `${plain(connection)}: nothing could be tried yet`
      : ok ? `${plain(connection)} works` : `${plain(connection)} does not work: mend the step that failed and test again`
  )

const test = Command.make("test", { id }, Effect.fnUntraced(function*(given) {
  const report = yield* ask((client) => client.connections.test({ params: { id: given.id } }))
  yield* answer(TestReport, report, testText)
  if (!report.ok) yield* Effect.fail(new ProblemShown())
})).pipe(
  Command.withDescription(
    "Try a connection step by step: address, encryption, credentials, lists. It only reads; nothing is created at the\n" +
      "  peer. Exit code 1: a step failed."
  ),
  Command.withShortDescription("Try a connection step by step"),
  Command.withExamples([{ command: "crossdock connections test sandbox" }])
)

const pause = Command.make("pause", {
  id,
  because: Flag.String("because").pipe(Flag.withDescription("Why, for whoever looks later"), Flag.optional)
}, (given) =>
  Effect.flatMap(
    ask((client) => client.connections.pause({ params: { id: given.id }, payload: member("because", given.because) })),
    (found) => answer(ConnectionSchema, found, (one) => `${plain(one.id)} is paused: nothing is sent or asked there, what comes in waits`)
  )).pipe(
    Command.withDescription("Stop sending and asking; what comes in meanwhile waits and is lost by nobody"),
    Command.withExamples([{ command: "crossdock connections pause sandbox --because 'stocktaking until 14:00'" }])
  )

const resume = Command.make("resume", { id }, (given) =>
  Effect.flatMap(
    ask((client) => client.connections.resume({ params: { id: given.id } })),
    (found) => answer(Resumed, found, ({ connection, released }) => `${plain(connection.id)} runs again; ${released} held orders go on`)
  )).pipe(
    Command.withDescription("Go on after a pause, or after a refused credential was mended; what waited is sent"),
    Command.withExamples([{ command: "crossdock connections resume sandbox" }])
  )

export const connections = Command.make("connections").pipe(
  Command.withDescription("The accounts at peers: look, test, pause, resume"),
  Command.withSubcommands([list, show, test, pause, resume]),
  Command.withGlobalFlags([admin, token])
)

export const texts = { list: listText, show: showText, test: testText }
