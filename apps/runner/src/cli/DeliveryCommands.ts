/**
 * `deliveries`: lists messages to the ERP, sends dead letters and delivered ones again, and cancels.
 */
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { type Counted, Counted as CountedSchema, DeliveryCauses, DeliveryDetail, DeliveryPage, type ResendSelection, Resent, type Selection } from "@crossdock/admin-api"
import { ask } from "./AdminClient.ts"
import { reveal, revealing, why } from "./CallLogCommands.ts"
import { ProblemShown, usage } from "./CommandErrors.ts"
import { admin, after as afterFlag, given as member, instantGiven, limit, link, since, token, until, who } from "./Flags.ts"
import { attemptTable, deliveryTable } from "./OrderCommands.ts"
import { answer, facts, lines, more, otherCauses, plain, remark, section, table, time } from "./Output.ts"

const connection = Flag.String("connection").pipe(Flag.withDescription("Only deliveries to this ERP connection"), Flag.optional)
const cause = Flag.String("cause").pipe(Flag.withDescription("Only deliveries whose cause contains this text; upper and lower case are equal"), Flag.optional)

const listText = ({ items, next }: typeof DeliveryPage.Type): string =>
  items.length === 0 ? "no deliveries match" : lines(deliveryTable(items), more(next))

const causesText = ({ items, others }: typeof DeliveryCauses.Type): string =>
  items.length === 0 ? "no delivery has failed" : lines(table(
    ["count", "state", "connection", "oldest", "newest", "cause"],
    items.map((one) => [one.count, one.state, one.connection, time(one.oldestAt), time(one.newestAt), one.cause])
  ), otherCauses(others))

const windowOf = (given: { readonly since: Option.Option<string>; readonly until: Option.Option<string> }) =>
  Effect.all([instantGiven("since", given.since), instantGiven("until", given.until)]).pipe(
    Effect.map(([from, to]) => ({ ...member("since", from), ...member("until", to) }))
  )

const list = Command.make("ls", {
  dead: Flag.Boolean("dead").pipe(Flag.withoutNegation, Flag.withDescription("Only dead letters"), Flag.withDefault(false)),
  state: Flag.Literals("state", ["Pending", "InFlight", "Delivered", "Dead", "Cancelled"]).pipe(Flag.withDescription("Only deliveries in this state"), Flag.optional),
  connection,
  cause,
  since,
  until,
  by: Flag.Literals("by", ["cause"]).pipe(Flag.withDescription("Count them by cause instead of listing them"), Flag.optional),
  limit,
  after: afterFlag
}, Effect.fnUntraced(function*(given) {
  if (given.dead && Option.isSome(given.state)) return yield* Effect.fail(usage("--dead means --state Dead; give only one of them"))
  const window = yield* windowOf(given)
  if (Option.isSome(given.by)) {
    const found = yield* ask((client) => client.deliveries.causes({ query: { ...member("connection", given.connection), ...window } }))
    return yield* answer(DeliveryCauses, found, causesText)
  }
  const found = yield* ask((client) =>
    client.deliveries.list({
      query: {
        limit: given.limit,
        ...(given.dead && { dead: true }),
        ...member("state", given.state),
        ...member("connection", given.connection),
        ...member("cause", given.cause),
        ...window,
        ...member("after", given.after)
      }
    }))
  return yield* answer(DeliveryPage, found, listText)
})).pipe(
  Command.withDescription("List deliveries, newest first. A dead one holds back only later deliveries of the same order"),
  Command.withExamples([
    { command: "crossdock deliveries ls --dead" },
    { command: "crossdock deliveries ls --by cause", description: "Count failures by cause" },
    { command: "crossdock deliveries ls --state Pending --since 2h --cause timeout" }
  ])
)

const id = Argument.String("id").pipe(Argument.withDescription("Id of the delivery"))

const showText = (one: typeof DeliveryDetail.Type): string =>
  lines(
    facts([
      ["delivery", one.id],
      ["order", `${one.kind} ${one.number}, link ${one.scope}`],
      ["operation", `${one.operation} to ${one.connection}`],
      ["state", one.state],
      ["cause", one.cause],
      ["next attempt", one.dueAt && time(one.dueAt)],
      ["waits behind", one.heldBehind],
      ["waiting since", time(one.createdAt)]
    ]),
    section("attempts", attemptTable(one.attemptList)),
    section("content", one.content === undefined ? "" : plain(one.content)),
    section("event", one.payload === undefined ? "" : plain(one.payload))
  )

const show = Command.make("show", { id, reveal, who, why }, Effect.fnUntraced(function*(given) {
  const shown = yield* revealing(given)
  const params = { id: given.id }
  const found = yield* ask((client) => shown === undefined ? client.deliveries.show({ params }) : client.deliveries.reveal({ params, payload: shown }))
  yield* answer(DeliveryDetail, found, showText)
})).pipe(
  Command.withDescription("Show one delivery with every attempt and the answer to it; with --reveal also its content"),
  Command.withExamples([
    { command: "crossdock deliveries show 3f2b6c1e-0d0f-4a43-9a53-0a6f0c4f7f11" },
    { command: "crossdock deliveries show 3f2b6c1e-0d0f-4a43-9a53-0a6f0c4f7f11 --reveal --as Ada --why 'the ERP misses the address'" }
  ])
)

const yes = Flag.Boolean("yes").pipe(Flag.withoutNegation, Flag.withDescription("Carry it out; without it the command only counts, unless you give ids"), Flag.withDefault(false))
const reason = Flag.String("reason").pipe(Flag.withDescription("Why, for the history of each order"), Flag.optional)

const selection = {
  ids: Argument.String("id").pipe(Argument.withDescription("Ids of deliveries"), Argument.variadic()),
  connection,
  cause,
  since,
  until,
  dead: Flag.Boolean("dead").pipe(Flag.withoutNegation, Flag.withDescription("Only dead letters"), Flag.withDefault(false)),
  all: Flag.Boolean("all").pipe(Flag.withoutNegation, Flag.withDescription("All deliveries"), Flag.withDefault(false)),
  yes,
  reason,
  who
}

interface Selected {
  readonly ids: ReadonlyArray<string>
  readonly connection: Option.Option<string>
  readonly cause: Option.Option<string>
  readonly since: Option.Option<string>
  readonly until: Option.Option<string>
  readonly dead: boolean
  readonly all: boolean
  readonly yes: boolean
  readonly reason: Option.Option<string>
  readonly who: Option.Option<string>
}

/** A selection by ids is carried out at once; a wider selection is counted first and needs --yes. */
const selectionOf = Effect.fnUntraced(function*(given: Selected) {
  const window = yield* windowOf(given)
  const isWide = [given.connection, given.cause, given.since, given.until].some(Option.isSome) || given.dead
  if (given.ids.length === 0 && !isWide && !given.all) {
    return yield* Effect.fail(usage("choose deliveries: give ids, --cause, --connection, --since, --until, --dead, or --all"))
  }
  const selected: Selection = {
    ...(given.ids.length > 0 && { ids: given.ids }),
    ...member("connection", given.connection),
    ...member("cause", given.cause),
    ...window,
    ...(given.dead && { dead: true }),
    ...(given.all && { isAll: true }),
    ...member("reason", given.reason),
    ...member("who", given.who),
    confirm: given.yes || (given.ids.length > 0 && !isWide && !given.all)
  }
  return selected
})

const counted = (noun: string, did: string) => ({ count, isDone, overtaken, sample }: Counted): string =>
  isDone
    ? `${count} ${noun} ${did}`
    : lines(
      `${count} ${noun} would be ${did}`,
      ...(overtaken === 0 ? [] : [`${overtaken} of them need --overtaken: a newer delivery of the same order has already arrived`]),
      section("first matches", deliveryTable(sample))
    )

/** Fails if some of the selected deliveries were not processed, and says why. */
const after = Effect.fnUntraced(function*(payload: Pick<Selection, "ids">, { count, isDone, overtaken }: Counted, message: string) {
  if (isDone && overtaken > 0) {
    yield* remark(`${overtaken} left out, because a newer delivery of the same order has already arrived; use --overtaken to include them`)
    return yield* Effect.fail(new ProblemShown())
  }
  if (payload.ids !== undefined && count < payload.ids.length) {
    yield* remark(`${payload.ids.length - count} of the given ids were not processed: ${message}`)
    return yield* Effect.fail(new ProblemShown())
  }
  if (!isDone && count > 0) yield* remark("\nnothing was changed; repeat with --yes to carry it out")
})

const replay = Command.make("replay", {
  ...selection,
  overtaken: Flag.Boolean("overtaken").pipe(
    Flag.withoutNegation,
    Flag.withDescription("Include those whose order has had a newer delivery in the meantime"),
    Flag.withDefault(false)
  )
}, Effect.fnUntraced(function*(given) {
  const payload = { ...(yield* selectionOf(given)), ...(given.overtaken && { overtaken: true }) }
  const found = yield* ask((client) => client.deliveries.replay({ payload }))
  yield* answer(CountedSchema, found, counted("dead letters", "queued again"))
  yield* after(payload, found, "only dead letters can be replayed")
})).pipe(
  Command.withDescription(
    "Send dead letters again under the same ids, so that a receiver that already has one can recognise the duplicate. By\n" +
      "  id they are sent at once; by cause, connection or age they are counted first and sent with --yes. Those whose order\n" +
      "  has had a newer delivery in the meantime need --overtaken. Exit code 1: some were left out."
  ),
  Command.withShortDescription("Send dead letters again"),
  Command.withExamples([
    { command: "crossdock deliveries replay 3f2b6c1e-0d0f-4a43-9a53-0a6f0c4f7f11" },
    { command: "crossdock deliveries replay --cause 'HTTP 502' --since 1d", description: "Count them" },
    { command: "crossdock deliveries replay --cause 'HTTP 502' --since 1d --yes", description: "Send them" },
    { command: "crossdock deliveries replay --since 2026-11-19T22:00:00Z --until 2026-11-20T02:00:00Z", description: "All of one night" }
  ])
)

const resentText = (found: Resent): string =>
  lines(
    counted("delivered messages", found.isDone ? "queued to be sent again" : "sent again")(found),
    ...(found.sentAgain === 0 ? [] : [`${found.sentAgain} more were sent again already; --resent-before with a time includes those that were sent again before it`]),
    ...(found.erased === 0 ? [] : [`${found.erased} more cannot be sent again: their messages were erased with the personal data of their orders`])
  )

const resend = Command.make("resend", {
  ids: selection.ids,
  connection,
  number: Flag.String("number").pipe(Flag.withDescription("Only messages about this order or ASN, by any of its numbers"), Flag.optional),
  link,
  since: Flag.String("since").pipe(Flag.withDescription("Only those that were delivered since: a time (2026-11-20T08:00:00Z) or an age (30m, 2h, 3d)"), Flag.withMetavar("when"), Flag.optional),
  until: Flag.String("until").pipe(Flag.withDescription("Only those that were delivered before: a time or an age, as for --since"), Flag.withMetavar("when"), Flag.optional),
  all: Flag.Boolean("all").pipe(Flag.withoutNegation, Flag.withDescription("All delivered messages that are kept"), Flag.withDefault(false)),
  resentBefore: Flag.String("resent-before").pipe(
    Flag.withDescription("Also those that were sent again before this time, because the receiver has lost them once more (default: what was sent again is left out)"),
    Flag.withMetavar("when"),
    Flag.optional
  ),
  overtaken: Flag.Boolean("overtaken").pipe(
    Flag.withoutNegation,
    Flag.withDescription("Include those after which the receiver got a newer message of the same order that is not selected"),
    Flag.withDefault(false)
  ),
  yes: Flag.Boolean("yes").pipe(Flag.withoutNegation, Flag.withDescription("Send them; without it the command only counts. Needs --reason"), Flag.withDefault(false)),
  reason,
  who
}, Effect.fnUntraced(function*(given) {
  const window = yield* windowOf(given)
  const resentBefore = yield* instantGiven("resent-before", given.resentBefore)
  const isNamed = given.ids.length > 0 || [given.connection, given.number, given.link, given.since, given.until].some(Option.isSome)
  if (!isNamed && !given.all) return yield* Effect.fail(usage("choose messages: give ids, --connection, --number, --link, --since, --until, or --all"))
  if (given.yes && Option.isNone(given.reason)) return yield* Effect.fail(usage("--yes needs --reason with why the messages are sent again; it is recorded"))
  const payload: ResendSelection = {
    ...(given.ids.length > 0 && { ids: given.ids }),
    ...member("connection", given.connection),
    ...member("number", given.number),
    ...member("link", given.link),
    ...window,
    ...member("resentBefore", resentBefore),
    ...(given.overtaken && { overtaken: true }),
    ...(given.all && { isAll: true }),
    ...member("reason", given.reason),
    ...member("who", given.who),
    confirm: given.yes
  }
  const found = yield* ask((client) => client.deliveries.resend({ payload }))
  yield* answer(Resent, found, resentText)
  if (window.since === undefined || DateTime.isLessThan(window.since, found.keptSince)) {
    yield* remark(`messages that were delivered before ${time(found.keptSince)} are not kept (retention.delivered), so they cannot be sent again`)
  }
  yield* after(payload, found, "only delivered messages that are kept, and were not sent again already, can be sent again")
})).pipe(
  Command.withDescription(
    "Send messages again that were delivered, for an ERP that was restored from its backup or has lost a day. They are counted\n" +
      "  first, and sent with --yes and --reason, which the history of each order keeps. Each has the id that it had, so a receiver\n" +
      "  that still has it can recognise the duplicate, and goes through the queue of its order, the rates and the retries of the\n" +
      "  connection. The same command twice, or again after a crash, sends each message once. Those after which the receiver got\n" +
      "  a newer message of the same order need --overtaken. A message cannot be sent again once retention has removed it, or\n" +
      "  once it was erased with the personal data of its order. Exit code 1: some were left out."
  ),
  Command.withShortDescription("Send delivered messages again, to a receiver that has lost them"),
  Command.withExamples([
    { command: "crossdock deliveries resend --connection erp-a --since 2026-11-20T02:00:00Z --until 2026-11-20T09:00:00Z", description: "Count what it received in these hours" },
    { command: "crossdock deliveries resend --connection erp-a --since 2026-11-20T02:00:00Z --until 2026-11-20T09:00:00Z --reason 'restored from the backup of 02:00' --as Ada --yes", description: "Send it again" },
    { command: "crossdock deliveries resend --number SO-1001", description: "Count the messages about one order" }
  ])
)

const cancel = Command.make("cancel", selection, Effect.fnUntraced(function*(given) {
  const payload = yield* selectionOf(given)
  const found = yield* ask((client) => client.deliveries.cancel({ payload }))
  yield* answer(CountedSchema, found, counted("deliveries", "cancelled"))
  yield* after(payload, found, "only pending deliveries and dead letters can be cancelled")
})).pipe(
  Command.withDescription(
    "Give up pending deliveries or dead letters: the ERP never gets them, and later deliveries of the same order continue.\n" +
      "  By id they are cancelled at once; by cause, connection or age they are counted first and cancelled with --yes."
  ),
  Command.withShortDescription("Give up pending deliveries or dead letters"),
  Command.withExamples([
    { command: "crossdock deliveries cancel 3f2b6c1e-0d0f-4a43-9a53-0a6f0c4f7f11 --as Ada" },
    { command: "crossdock deliveries cancel --connection erp --since 30m" }
  ])
)

export const deliveries = Command.make("deliveries").pipe(
  Command.withDescription("Messages to the ERP: list them, replay dead letters, send delivered ones again, cancel"),
  Command.withSubcommands([list, show, replay, resend, cancel]),
  Command.withGlobalFlags([admin, token])
)

export const texts = { list: listText, causes: causesText, show: showText, counted, resent: resentText }
