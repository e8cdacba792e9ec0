/**
 * `connections`: the accounts at peers, how they do, new ones while the runner runs, their test, pause and resume.
 */
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import * as Contracts from "../Contracts.ts"
import { AuthorizationLink, type Connection, ConnectionList, Connection as ConnectionSchema, type Misfit, NewConnection, Removed, Resumed, TestReport, type Unserved } from "../api/Definition.ts"
import { ask, taken } from "./AdminClient.ts"
import { ProblemShown } from "./CommandErrors.ts"
import { admin, given as member, token } from "./Flags.ts"
import * as Input from "./Input.ts"
import { requiredText } from "./LinkCommands.ts"
import { answer, facts, lines, plain, problemsText, section, table, time } from "./Output.ts"
import * as SettingArguments from "./SettingArguments.ts"

const id = Argument.String("id").pipe(Argument.withDescription("Id of the connection"))

const stateOf = ({ authorization, failingSince, paused, pollsFail }: Connection): string =>
  paused !== undefined
    ? `paused: ${paused.because}`
    : authorization?.is === "needed"
    ? "not authorized"
    : authorization?.is === "refused"
    ? "authorization refused"
    : failingSince !== undefined
    ? `fails since ${time(failingSince)}`
    : pollsFail !== undefined
    ? `fails since ${time(pollsFail.since)}: ${pollsFail.because}`
    : authorization?.until === undefined ? "runs" : `runs, authorized until ${time(authorization.until)}`

const authorizedOf = ({ authorization, id: named }: Connection): string | undefined => {
  if (authorization === undefined) return undefined
  const { because, is, renewalFails, since, unfinished, until } = authorization
  const again = `crossdock connections authorize ${plain(named)}`
  const parts = [
    is === "needed"
      ? `nobody has authorized it yet: ${again}`
      : is === "refused"
      ? `refused: ${plain(because ?? "")}; ${again}`
      : `since ${time(since)}${until === undefined ? ", does not lapse" : `, until ${time(until)}`}`,
    renewalFails && `renewing fails since ${time(renewalFails.since)}: ${plain(renewalFails.because)}`,
    unfinished !== undefined && is !== "refused" ? `${unfinished} exchanges never came to an end; if the next is refused: ${again}` : undefined
  ]
  return parts.filter((part) => part !== undefined).join("; ")
}

const endpointOf = ({ endpoint }: Connection): string | undefined =>
  endpoint &&
  `${endpoint.underWay} under way, at most ${endpoint.share} at once` +
    (endpoint.failures === 0 ? "" : `, ${endpoint.failures} failures in a row`) +
    (endpoint.closedUntil === undefined ? "" : `, asked again at ${time(endpoint.closedUntil)}`)

const misfitText = ({ id: left, links, plugin, problems }: Misfit): string | undefined =>
  section(
    `${plain(left)} (${plain(plugin)}) is stored and left out, because it does not fit any more:`,
    lines(
      problemsText(problems),
      ...(links.length === 0 ? [] : [`its links are left out with it: ${links.map(plain).join(", ")}`]),
      `mend it with \`crossdock connections rotate ${plain(left)} …\`, bring its plugin back, or \`crossdock connections remove ${plain(left)}\``
    )
  )

const unservedText = ({ deliveries, id: unknown }: Unserved): string | undefined =>
  section(
    `${plain(unknown)} is neither declared nor stored, and ${deliveries} deliveries wait for it:`,
    `declare it again and they are sent; where it is gone for good, \`crossdock deliveries cancel --connection ${plain(unknown)}\``
  )

const listText = ({ items, misfits, unserved }: typeof ConnectionList.Type): string =>
  lines(
    table(
      ["id", "plugin", "environment", "open", "waiting", "due", "held", "dead", "last poll", "made", "state"],
      items.map((one) => [
        one.id,
        one.plugin,
        one.environment,
        one.openOrders,
        one.waitingIntents,
        one.dueDeliveries,
        one.heldDeliveries,
        one.deadDeliveries,
        time(one.lastPolledAt),
        one.origin,
        stateOf(one)
      ])
    ),
    ...misfits.map(misfitText),
    ...unserved.map(unservedText)
  )

const callbackOf = ({ callback }: Connection): string | undefined =>
  callback &&
  `${callback.addresses.join(" and ")}${callback.url === undefined ? ", once CROSSDOCK_PUBLIC_URL says where peers reach this runner" : ""}`

const subscriptionOf = ({ subscription }: Connection): string | undefined =>
  subscription &&
  `${subscription.id} for ${subscription.callbackUrl}${subscription.expiresAt === undefined ? "" : `, until ${time(subscription.expiresAt)}`}`

const showText = (one: Connection): string =>
  lines(
    facts([
      ["id", one.id],
      ["plugin", `${one.plugin} (${one.title}), ${one.contract}`],
      ["made", one.origin === "declared" ? "declared in the composition" : "stored while the runner ran"],
      ["environment", one.environment],
      ["time zone", one.timeZone],
      ["state", stateOf(one)],
      ["since", one.paused && time(one.paused.at)],
      ["apiUrl", one.apiUrlAllow?.join(", ")],
      ["rate", `${one.callsPerSecond} calls a second`],
      ["polled", one.contract === Contracts.warehouse.id ? `every ${one.pollSeconds} s` : undefined],
      ["authorized", authorizedOf(one)],
      ["callbacks", callbackOf(one)],
      ["registered", subscriptionOf(one)],
      ["open orders", one.oldestOpenAt === undefined ? one.openOrders : `${one.openOrders}, the oldest since ${time(one.oldestOpenAt)}`],
      ["last poll", one.lastPolledAt && time(one.lastPolledAt)],
      ["waiting", `${one.waitingIntents} intents`],
      ["due", one.oldestDueAt === undefined ? `${one.dueDeliveries} deliveries` : `${one.dueDeliveries} deliveries, the oldest since ${time(one.oldestDueAt)}`],
      ["held", one.heldDeliveries === 0 ? undefined : `${one.heldDeliveries} deliveries, behind an earlier one of their order`],
      ["dead", `${one.deadDeliveries} deliveries`],
      ["endpoint", endpointOf(one)],
      ["offers", one.offers.join(", ") || "nothing beside the required operations"]
    ]),
    section("links", one.links.length === 0 ? "" : table(
      ["scope", "erp", "peer", "prefix", "must be mapped", "made"],
      one.links.map((link) => [link.scope, link.erp, link.peer, link.prefix, requiredText(link), link.origin])
    ))
  )

const list = Command.make("ls", {}, () =>
  Effect.flatMap(ask((client) => client.connections.list({})), (found) => answer(ConnectionList, found, listText))).pipe(
    Command.withDescription(
      "All connections: whether they run, what is open, waiting, due, held or dead there; and stored ones that do not fit any\n" +
        "  more, such as after their plugin left the composition, with the reason"
    ),
    Command.withShortDescription("All connections and how they do"),
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
    ...steps.map(({ outcome, message, step }) => `${marks[outcome]}  ${step.padEnd(11)}  ${plain(message)}`),
    "",
    steps.every(({ outcome }) => outcome === "skipped")
      ? `${plain(connection)}: nothing could be tried yet`
      : ok ? `${plain(connection)} works` : `${plain(connection)} does not work: mend the step that failed and test again`
  )

const test = Command.make("test", { id }, Effect.fnUntraced(function*(given) {
  const report = yield* ask((client) => client.connections.test({ params: { id: given.id } }))
  yield* answer(TestReport, report, testText)
  if (!report.ok) return yield* Effect.fail(new ProblemShown())
})).pipe(
  Command.withDescription(
    "Try a connection step by step: address, encryption, credentials, lists. It only reads; nothing is created at the\n" +
      "  peer. Exit code 1: a step failed."
  ),
  Command.withShortDescription("Try a connection step by step"),
  Command.withExamples([{ command: "crossdock connections test sandbox" }])
)

const authorize = Command.make("authorize", { id }, (given) =>
  Effect.flatMap(
    ask((client) => client.connections.authorize({ params: { id: given.id } })),
    (found) =>
      answer(AuthorizationLink, found, ({ expiresAt, redirectUrl, url }) =>
        lines(
          `open this address in a browser until ${time(expiresAt)} and grant access; it works once:`,
          "",
          `  ${plain(url)}`,
          "",
          `the peer then sends you on to ${plain(redirectUrl)}; where peers ask for that address beforehand, register it there`
        ))
  )).pipe(
    Command.withDescription(
      "Make the address where a person lets a connection act for an account at the peer. It works once and for ten minutes;\n" +
        "  a new one ends the one before. What the peer gives is sealed in the database and renewed by itself. A connection\n" +
        "  that was paused for want of it runs again. Exit code 1: its plugin asks for nothing of the kind, or\n" +
        "  CROSSDOCK_PUBLIC_URL is not set."
    ),
    Command.withShortDescription("Let a person grant access at the peer"),
    Command.withExamples([{ command: "crossdock connections authorize shop" }])
  )

const isTested = Flag.Boolean("test").pipe(
  Flag.withoutNegation,
  Flag.withDescription("Then try it step by step; exit code 1: a step failed"),
  Flag.withDefault(false)
)

const Changed = Schema.Struct({ connection: ConnectionSchema, test: Schema.optionalKey(TestReport) })

const next = (one: Connection): string =>
  `try it: crossdock connections test ${plain(one.id)}` +
  (one.paused === undefined ? "" : `\nit is still paused (${plain(one.paused.because)}); then: crossdock connections resume ${plain(one.id)}`)

/** What became of a connection, with its test where that was asked for. */
const changed = (isTesting: boolean, connection: Connection, message: string) =>
  Effect.gen(function*() {
    const report = isTesting ? yield* ask((client) => client.connections.test({ params: { id: connection.id } })) : undefined
    yield* answer(Changed, { connection, ...member("test", report) }, () =>
      lines(message, "", report === undefined ? next(connection) : testText(report)))
    if (report !== undefined && !report.ok) return yield* Effect.fail(new ProblemShown())
  })

const add = Command.make("add", {
  connection: Argument.String("connection").pipe(Argument.withDescription("A JSON file, - for stdin, or the JSON itself")),
  test: isTested
}, Effect.fnUntraced(function*(given) {
  const payload = yield* taken(NewConnection, yield* Input.readJson(given.connection))
  const made = yield* ask((client) => client.connections.add({ payload }))
  const callback = callbackOf(made)
  yield* changed(given.test, made, lines(
    `${plain(made.id)} is stored and in force: ${plain(made.title)}`,
    ...(callback === undefined ? [] : [`its peer calls ${plain(callback)}`]),
    `join it to the other side: crossdock links add --help`
  ))
})).pipe(
  Command.withDescription(
    "Connect to one more account: id, plugin and the settings that `crossdock plugins show <plugin>` lists; also timeZone,\n" +
      "  environment (production, test), pollInterval, visibilityDelay, standstillAfter, callsPerSecond and apiUrlAllow. It works at once\n" +
      "  and after every start; its settings lie sealed in the database. Keep secrets in a file of mode 0600 or pipe them\n" +
      "  in: what stands in an argument stays in the history of the shell. With anything that does not fit nothing is\n" +
      "  changed and all of it is listed. Exit code 1: it was not taken."
  ),
  Command.withShortDescription("Connect to one more account"),
  Command.withExamples([
    { command: "crossdock connections add second.json --test" },
    { command: "crossdock connections add '{\"id\":\"second\",\"plugin\":\"warehouse-sandbox\",\"settings\":{\"account\":\"second\"}}'" },
    { command: "sops decrypt second.json | crossdock connections add -" }
  ])
)

/** The plugin of a connection, also of one that was left out. */
const pluginOf = Effect.fnUntraced(function*(connection: string) {
  const { misfits } = yield* ask((client) => client.connections.list({}))
  const misfit = misfits.find((one) => one.id === connection)
  return misfit?.plugin ?? (yield* ask((client) => client.connections.show({ params: { id: connection } }))).plugin
})

const rotate = Command.make("rotate", {
  id,
  settings: Argument.String("setting").pipe(
    Argument.withDescription("key=@file, key=- (stdin) or key=value; secrets by file or stdin only"),
    Argument.variadic({ min: 1 })
  ),
  test: isTested
}, Effect.fnUntraced(function*(given) {
  const params = { id: given.id }
  const plugin = yield* pluginOf(given.id)
  const form = yield* ask((client) => client.plugins.show({ params: { id: plugin } }))
  const settings = yield* SettingArguments.read(form, given.settings)
  const payload = { settings: Redacted.make(settings as Readonly<Record<string, Schema.Json>>, { label: "settings" }) }
  const made = yield* ask((client) => client.connections.rotate({ params, payload }))
  yield* changed(given.test, made, `${plain(made.id)} has a new ${Object.keys(settings).map(plain).join(" and ")} and is open anew with it`)
})).pipe(
  Command.withDescription(
    "Put new values in the place of some settings of a stored connection, such as a secret that was changed at the peer;\n" +
      "  the others stay. Nothing that waits is lost: the connection opens anew with the next call. A line end at the end of\n" +
      "  a file is no part of the value. What the composition declares is changed there. Exit code 1: it was not taken."
  ),
  Command.withShortDescription("Replace some settings, such as a secret"),
  Command.withExamples([
    { command: "crossdock connections rotate second secretKey=@new-key --test" },
    { command: "pass show warehouse/second | crossdock connections rotate second secretKey=-" },
    { command: "crossdock connections rotate second shipAfter='5 seconds' batches=3" }
  ])
)

const removedText = ({ id: gone, links, openOrders }: typeof Removed.Type): string =>
  lines(
    `${plain(gone)} is removed${links.length === 0 ? "" : `, and with it ${plain(links.join(", "))}`}`,
    ...(openOrders === 0 ? [] : [`${openOrders} open orders are not asked about any more`]),
    ...links.map((scope) => `what is kept of its orders stays: crossdock orders ls --link ${plain(scope)}`)
  )

const remove = Command.make("remove", {
  id,
  abandonOpen: Flag.Boolean("abandon-open").pipe(
    Flag.withoutNegation,
    Flag.withDescription("Also while orders are open there, of which the ERP then hears nothing more"),
    Flag.withDefault(false)
  )
}, Effect.fnUntraced(function*(given) {
  const found = yield* ask((client) => client.connections.remove({ params: { id: given.id }, query: { abandonOpen: given.abandonOpen } }))
  yield* answer(Removed, found, removedText)
})).pipe(
  Command.withDescription(
    "Forget a stored connection with its links and secrets, and end its registration at the vendor. Refused while creates\n" +
      "  are not settled, deliveries are owed or orders are open there; the refusal says what to do. What is kept of orders\n" +
      "  stays. Exit code 1: it is still needed, or declared in the composition."
  ),
  Command.withShortDescription("Forget a stored connection with its links"),
  Command.withExamples([
    { command: "crossdock connections remove second" },
    { command: "crossdock connections remove second --abandon-open" }
  ])
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
  Command.withDescription("The accounts at peers: look, add, authorize, test, change, pause, resume, remove"),
  Command.withSubcommands([list, show, add, authorize, test, rotate, pause, resume, remove]),
  Command.withGlobalFlags([admin, token])
)

export const texts = { list: listText, show: showText, test: testText }
