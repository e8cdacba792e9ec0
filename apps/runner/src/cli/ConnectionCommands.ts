/**
 * `connections`: lists, adds, authorizes, tests, changes, pauses and removes the accounts at peers.
 */
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import * as Contracts from "../Contracts.ts"
import { AuthorizationLink, type Connection, ConnectionList, Connection as ConnectionSchema, type Misfit, NewConnection, Removed, Resumed, TestReport, type Unserved } from "@crossdock/admin-api"
import { ask, taken } from "./AdminClient.ts"
import { ProblemShown } from "./CommandErrors.ts"
import { admin, given as member, token } from "./Flags.ts"
import * as Input from "./Input.ts"
import { requiredText } from "./LinkCommands.ts"
import { answer, facts, lines, plain, problemsText, section, table, time } from "./Output.ts"
import * as SettingArguments from "./SettingArguments.ts"

const id = Argument.String("id").pipe(Argument.withDescription("Id of the connection"))

const stateOf = ({ authorization, callsFail, failingSince, paused, pollsFail }: Connection): string =>
  paused !== undefined
    ? `paused: ${paused.because}`
    : authorization?.is === "needed"
    ? "not authorized"
    : authorization?.is === "refused"
    ? "authorization refused"
    : callsFail !== undefined
    ? `failing since ${time(callsFail.since)}: ${callsFail.because}`
    : failingSince !== undefined
    ? `failing since ${time(failingSince)}`
    : pollsFail !== undefined
    ? `failing since ${time(pollsFail.since)}: ${pollsFail.because}`
    : authorization?.until === undefined ? "running" : `running, authorized until ${time(authorization.until)}`

const authorizedOf = ({ authorization, id: named }: Connection): string | undefined => {
  if (authorization === undefined) return undefined
  const { because, is, renewalFails, since, unfinished, until } = authorization
  const again = `crossdock connections authorize ${plain(named)}`
  const parts = [
    is === "needed"
      ? `not authorized yet; run ${again}`
      : is === "refused"
      ? `refused: ${plain(because ?? "")}; run ${again}`
      : `since ${time(since)}${until === undefined ? ", does not expire" : `, until ${time(until)}`}`,
    renewalFails && `renewal has failed since ${time(renewalFails.since)}: ${plain(renewalFails.because)}`,
    unfinished !== undefined && is !== "refused" ? `${unfinished} credential exchanges did not finish; if the next one is refused, run ${again}` : undefined
  ]
  return parts.filter((part) => part !== undefined).join("; ")
}

const endpointOf = ({ endpoint }: Connection): string | undefined =>
  endpoint &&
  `${endpoint.underWay} requests in progress, at most ${endpoint.share} at once` +
    (endpoint.failures === 0 ? "" : `, ${endpoint.failures} failures in a row`) +
    (endpoint.closedUntil === undefined ? "" : `, next request at ${time(endpoint.closedUntil)}`)

const misfitText = ({ id: left, links, plugin, problems }: Misfit): string | undefined =>
  section(
    `${plain(left)} (${plain(plugin)}) is stored but not in use, because it is not valid any more:`,
    lines(
      problemsText(problems),
      ...(links.length === 0 ? [] : [`its links are not in use either: ${links.map(plain).join(", ")}`]),
      `correct it with \`crossdock connections rotate ${plain(left)} …\`, add its plugin to the composition again, or run \`crossdock connections remove ${plain(left)}\``
    )
  )

const unservedText = ({ deliveries, id: unknown }: Unserved): string | undefined =>
  section(
    `the connection ${plain(unknown)} does not exist, and ${deliveries} deliveries wait for it:`,
    `add it again to send them; if it is gone for good, run \`crossdock deliveries cancel --connection ${plain(unknown)}\``
  )

const listText = ({ items, misfits, unserved }: typeof ConnectionList.Type): string =>
  lines(
    table(
      ["id", "plugin", "environment", "open", "waiting", "due", "held", "dead", "last poll", "origin", "state"],
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
  `${callback.addresses.join(" and ")}${callback.url === undefined ? ", as soon as CROSSDOCK_PUBLIC_URL is set to the address at which peers reach this runner" : ""}`

const subscriptionOf = ({ subscription }: Connection): string | undefined =>
  subscription &&
  `${subscription.id} for ${subscription.callbackUrl}${subscription.expiresAt === undefined ? "" : `, until ${time(subscription.expiresAt)}`}`

/** Rates below one a second are told as the time between two calls, as the documents of peers tell them. */
const rateText = ({ burst, cost, perSecond }: NonNullable<Connection["rate"]>): string => {
  const [one, many] = cost === 1 ? ["call", "calls"] : ["point", "points"]
  const rate = perSecond >= 1 ? `at most ${perSecond} ${many} a second` : `at most 1 ${one} in ${Number((1 / perSecond).toFixed(1))} s`
  return `${rate}${burst > Math.max(1, perSecond) ? `, ${burst} at once` : ""}${cost === 1 ? "" : `; a call costs ${cost}`}`
}

const showText = (one: Connection): string =>
  lines(
    facts([
      ["id", one.id],
      ["plugin", `${one.plugin} (${one.title}), ${one.contract}`],
      ["origin", one.origin === "declared" ? "declared in the composition" : "added while the runner ran"],
      ["environment", one.environment],
      ["time zone", one.timeZone],
      ["state", stateOf(one)],
      ["since", one.paused && time(one.paused.at)],
      ["apiUrl", one.apiUrlAllow?.join(", ")],
      ["rate", one.rate === undefined ? "no limit" : rateText(one.rate)],
      ...(one.rates ?? []).map((rate): [string, string] => [`rate of ${rate.operation}`, rateText(rate)]),
      ["polled", one.contract === Contracts.warehouse.id ? `every ${one.pollSeconds} s` : undefined],
      ["authorized", authorizedOf(one)],
      ["callbacks", callbackOf(one)],
      ["registered", subscriptionOf(one)],
      ["open orders", one.oldestOpenAt === undefined ? one.openOrders : `${one.openOrders}, the oldest since ${time(one.oldestOpenAt)}`],
      ["last poll", one.lastPolledAt && time(one.lastPolledAt)],
      ["waiting", `${one.waitingIntents} intents`],
      ["due", one.oldestDueAt === undefined ? `${one.dueDeliveries} deliveries` : `${one.dueDeliveries} deliveries, the oldest since ${time(one.oldestDueAt)}`],
      ["held", one.heldDeliveries === 0 ? undefined : `${one.heldDeliveries} deliveries wait behind an earlier one of their order`],
      ["dead", `${one.deadDeliveries} deliveries`],
      ["endpoint", endpointOf(one)],
      ["offers", one.offers.join(", ") || "nothing beyond the required operations"]
    ]),
    section("links", one.links.length === 0 ? "" : table(
      ["scope", "erp", "peer", "prefix", "must be mapped", "made"],
      one.links.map((link) => [link.scope, link.erp, link.peer, link.prefix, requiredText(link), link.origin])
    ))
  )

const list = Command.make("ls", {}, () =>
  Effect.flatMap(ask((client) => client.connections.list({})), (found) => answer(ConnectionList, found, listText))).pipe(
    Command.withDescription(
      "All connections: their state and how many orders are open, waiting, due, held or dead. Stored connections that are\n" +
        "  not valid any more, for example because their plugin was removed, are listed with the reason"
    ),
    Command.withShortDescription("List all connections and their state"),
    Command.withExamples([{ command: "crossdock connections ls" }, { command: "crossdock connections ls --json" }])
  )

const show = Command.make("show", { id }, (given) =>
  Effect.flatMap(ask((client) => client.connections.show({ params: { id: given.id } })), (found) => answer(ConnectionSchema, found, showText))).pipe(
    Command.withDescription("Show one connection, its links and the operations that its peer offers"),
    Command.withExamples([{ command: "crossdock connections show sandbox" }])
  )

const marks = { ok: "ok     ", failed: "FAILED ", skipped: "skipped" } as const

const testText = ({ connection, ok, steps }: typeof TestReport.Type): string =>
  lines(
    ...steps.map(({ outcome, message, step }) => `${marks[outcome]}  ${step.padEnd(11)}  ${plain(message)}`),
    "",
    steps.every(({ outcome }) => outcome === "skipped")
      ? `${plain(connection)}: no step could be tried yet`
      : ok ? `${plain(connection)} works` : `${plain(connection)} does not work: correct the cause of the failed step and test again`
  )

const test = Command.make("test", { id }, Effect.fnUntraced(function*(given) {
  const report = yield* ask((client) => client.connections.test({ params: { id: given.id } }))
  yield* answer(TestReport, report, testText)
  if (!report.ok) return yield* Effect.fail(new ProblemShown())
})).pipe(
  Command.withDescription(
    "Test a connection step by step: address, encryption, credentials, lists. It only reads and creates nothing at the\n" +
      "  peer. Exit code 1: a step failed."
  ),
  Command.withShortDescription("Test a connection step by step"),
  Command.withExamples([{ command: "crossdock connections test sandbox" }])
)

const authorize = Command.make("authorize", { id }, (given) =>
  Effect.flatMap(
    ask((client) => client.connections.authorize({ params: { id: given.id } })),
    (found) =>
      answer(AuthorizationLink, found, ({ expiresAt, redirectUrl, url }) =>
        lines(
          `open this address in a browser before ${time(expiresAt)} and grant access; it works once:`,
          "",
          `  ${plain(url)}`,
          "",
          `the peer then redirects you to ${plain(redirectUrl)}; if the peer requires registered redirect addresses, register this one there`
        ))
  )).pipe(
    Command.withDescription(
      "Print the address at which a person grants this connection access to an account at the peer. It works once, for ten\n" +
        "  minutes, and replaces an earlier address. The runner encrypts and stores the credentials that the peer issues, and\n" +
        "  renews them. A connection that was paused because it lacked access resumes. Exit code 1: the plugin needs no such\n" +
        "  authorization, or CROSSDOCK_PUBLIC_URL is not set."
    ),
    Command.withShortDescription("Let a person grant access at the peer"),
    Command.withExamples([{ command: "crossdock connections authorize shop" }])
  )

const isTested = Flag.Boolean("test").pipe(
  Flag.withoutNegation,
  Flag.withDescription("Test the connection afterwards; exit code 1: a step failed"),
  Flag.withDefault(false)
)

const Changed = Schema.Struct({ connection: ConnectionSchema, test: Schema.optionalKey(TestReport) })

const next = (one: Connection): string =>
  `to test it: crossdock connections test ${plain(one.id)}` +
  (one.paused === undefined ? "" : `\nit is still paused (${plain(one.paused.because)}); to resume it: crossdock connections resume ${plain(one.id)}`)

/** Prints the changed connection and, if requested, tests it. */
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
    `${plain(made.id)} is stored and in use: ${plain(made.title)}`,
    ...(callback === undefined ? [] : [`its peer sends callbacks to ${plain(callback)}`]),
    `to link it to an ERP or warehouse: crossdock links add --help`
  ))
})).pipe(
  Command.withDescription(
    "Add a connection to an account. The JSON has id, plugin and the settings that `crossdock plugins show <plugin>` lists;\n" +
      "  optional are timeZone, environment (production, test), pollInterval, visibilityDelay, standstillAfter, callsPerSecond, refusals\n" +
      "  and apiUrlAllow. The connection is in use at once and after every restart; its settings are stored encrypted. Keep\n" +
      "  secrets in a file of mode 0600 or pipe them in, because arguments stay in the shell history. If a member is not valid,\n" +
      "  nothing is changed and all problems are listed. Exit code 1: the connection was not added."
  ),
  Command.withShortDescription("Add a connection to an account"),
  Command.withExamples([
    { command: "crossdock connections add second.json --test" },
    { command: "crossdock connections add '{\"id\":\"second\",\"plugin\":\"warehouse-sandbox\",\"settings\":{\"account\":\"second\"}}'" },
    { command: "sops decrypt second.json | crossdock connections add -" }
  ])
)

/** The plugin of a connection, including a stored connection that is not in use. */
const pluginOf = Effect.fnUntraced(function*(connection: string) {
  const { misfits } = yield* ask((client) => client.connections.list({}))
  const misfit = misfits.find((one) => one.id === connection)
  return misfit?.plugin ?? (yield* ask((client) => client.connections.show({ params: { id: connection } }))).plugin
})

const rotate = Command.make("rotate", {
  id,
  settings: Argument.String("setting").pipe(
    Argument.withDescription("key=@file, key=- (stdin) or key=value; secrets only from a file or stdin"),
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
  yield* changed(given.test, made, `${plain(made.id)} has a new ${Object.keys(settings).map(plain).join(" and ")} and uses it from now on`)
})).pipe(
  Command.withDescription(
    "Replace some settings of a stored connection, such as a secret that was changed at the peer; the others stay. Waiting\n" +
      "  work is kept and uses the new settings. A line break at the end of a file is not part of the value. To change a\n" +
      "  connection of the composition file, edit that file. Exit code 1: the settings were not changed."
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
    `${plain(gone)} is removed${links.length === 0 ? "" : `, together with ${plain(links.join(", "))}`}`,
    ...(openOrders === 0 ? [] : [`the runner no longer asks for the status of ${openOrders} open orders`]),
    ...links.map((scope) => `its past orders are kept: crossdock orders ls --link ${plain(scope)}`)
  )

const remove = Command.make("remove", {
  id,
  abandonOpen: Flag.Boolean("abandon-open").pipe(
    Flag.withoutNegation,
    Flag.withDescription("Remove it even while orders are open; the ERP gets no further news of them"),
    Flag.withDefault(false)
  )
}, Effect.fnUntraced(function*(given) {
  const found = yield* ask((client) => client.connections.remove({ params: { id: given.id }, query: { abandonOpen: given.abandonOpen } }))
  yield* answer(Removed, found, removedText)
})).pipe(
  Command.withDescription(
    "Remove a stored connection, its links and its secrets, and cancel its subscription at the peer. The command is refused\n" +
      "  while creates are not settled, deliveries wait or orders are open; the message then says what to do. Past orders are\n" +
      "  kept. Exit code 1: the connection is still needed, or is declared in the composition file."
  ),
  Command.withShortDescription("Remove a stored connection and its links"),
  Command.withExamples([
    { command: "crossdock connections remove second" },
    { command: "crossdock connections remove second --abandon-open" }
  ])
)

const pause = Command.make("pause", {
  id,
  because: Flag.String("because").pipe(Flag.withDescription("Reason, shown with the paused connection"), Flag.optional)
}, (given) =>
  Effect.flatMap(
    ask((client) => client.connections.pause({ params: { id: given.id }, payload: member("because", given.because) })),
    (found) => answer(ConnectionSchema, found, (one) => `${plain(one.id)} is paused: the runner sends it nothing and does not poll it; incoming work waits`)
  )).pipe(
    Command.withDescription("Stop sending to a connection and polling it; work that arrives meanwhile waits and is kept"),
    Command.withExamples([{ command: "crossdock connections pause sandbox --because 'stocktaking until 14:00'" }])
  )

const resume = Command.make("resume", { id }, (given) =>
  Effect.flatMap(
    ask((client) => client.connections.resume({ params: { id: given.id } })),
    (found) => answer(Resumed, found, ({ connection, released }) => `${plain(connection.id)} is running again; ${released} held orders continue`)
  )).pipe(
    Command.withDescription("Resume a connection after a pause or a refused credential; waiting work is sent"),
    Command.withExamples([{ command: "crossdock connections resume sandbox" }])
  )

export const connections = Command.make("connections").pipe(
  Command.withDescription("List, add, authorize, test, change, pause, resume and remove accounts at peers"),
  Command.withSubcommands([list, show, add, authorize, test, rotate, pause, resume, remove]),
  Command.withGlobalFlags([admin, token])
)

export const texts = { list: listText, show: showText, test: testText }
