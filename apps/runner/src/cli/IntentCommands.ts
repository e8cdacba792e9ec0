/**
 * `intents`: lists creates whose outcome is still open, and records a person's decision about them.
 */
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { DecidedIntents, type DoubtfulSelection, Intent, IntentCauses, IntentDetail, IntentPage } from "@crossdock/admin-api"
import { ask } from "./AdminClient.ts"
import { reveal, revealing, why } from "./CallLogCommands.ts"
import { ProblemShown, usage } from "./CommandErrors.ts"
import { admin, after, given as member, instantGiven, limit, link, since, token, until, who } from "./Flags.ts"
import { attemptTable, blindText, historyTable, intentTable } from "./OrderCommands.ts"
import { answer, facts, lines, more, otherCauses, plain, remark, section, table, time } from "./Output.ts"

const states = ["waiting", "any", "Pending", "InFlight", "Delivered", "Doubtful", "Dead", "Cancelled"] as const

const listText = ({ items, next }: typeof IntentPage.Type): string =>
  items.length === 0 ? "no intent is waiting" : lines(intentTable(items), more(next))

const causesText = ({ items, others }: typeof IntentCauses.Type): string =>
  items.length === 0 ? "no intent is waiting" : lines(table(
    ["count", "state", "connection", "oldest", "newest", "newest order", "cause"],
    items.map((one) => [one.count, one.state, one.connection, time(one.oldestAt), time(one.newestAt), one.newest.number, one.cause])
  ), otherCauses(others))

const connection = Flag.String("connection").pipe(Flag.withDescription("Only intents for this warehouse connection"), Flag.optional)

const list = Command.make("ls", {
  state: Flag.Literals("state", states).pipe(Flag.withDescription("waiting: Doubtful, held because of an unmapped name or a pause, or with a cancel that the warehouse has not answered"), Flag.withDefault("waiting")),
  connection,
  by: Flag.Literals("by", ["cause"]).pipe(Flag.withDescription("Count those that wait by their cause and text, with the newest of each, instead of listing them"), Flag.optional),
  limit,
  after
}, Effect.fnUntraced(function*(given) {
  if (Option.isSome(given.by)) {
    if (given.state !== "waiting") return yield* Effect.fail(usage("--by cause counts those that wait; leave --state out"))
    const found = yield* ask((client) => client.intents.causes({ query: member("connection", given.connection) }))
    return yield* answer(IntentCauses, found, causesText)
  }
  const found = yield* ask((client) =>
    client.intents.list({
      query: { limit: given.limit, state: given.state, ...member("connection", given.connection), ...member("after", given.after) }
    }))
  return yield* answer(IntentPage, found, listText)
})).pipe(
  Command.withDescription("List creates (intents) that wait for an answer of the warehouse, for a mapping or for a person"),
  Command.withExamples([
    { command: "crossdock intents ls" },
    { command: "crossdock intents ls --by cause", description: "Count them by what the warehouse said" },
    { command: "crossdock intents ls --state Dead --json" }
  ])
)

const id = Argument.String("id").pipe(Argument.withDescription("Id of the intent"))

const payloadText = (value: unknown): string => JSON.stringify(value, null, 2).split("\n").map(plain).join("\n")

const advice = ({ decidedBlind, id: intent, isCancelWanted, state }: typeof IntentDetail.Type): string | undefined =>
  state === "Doubtful"
    ? lines(
      "",
      ...(isCancelWanted ? ["The ERP wants this order cancelled: it is cancelled once its outcome is known."] : []),
      "Look the order up at the warehouse, then record what you found:",
      `  the warehouse has it                    crossdock intents decide ${intent} delivered${isCancelWanted ? "     it is cancelled there then" : ""}`,
      isCancelWanted
        ? `  it does not have it                     crossdock intents decide ${intent} dead          pending would send what the ERP wants cancelled`
        : `  it does not have it; send it again      crossdock intents decide ${intent} pending`,
      ...(isCancelWanted ? [] : [`  it does not have it; do not send it     crossdock intents decide ${intent} dead`])
    )
    : decidedBlind?.is === "wrong"
    ? lines(
      "",
      state === "Delivered"
        ? "The warehouse shows the contrary of what was decided without its answer. Cancel the order where it is not wanted, or"
        : "The warehouse shows the contrary of what was decided without its answer. Look the order up, then",
      `  say that you have looked at it          crossdock intents decide ${intent} delivered`,
      `  ask the warehouse again                 crossdock intents reopen ${intent}`
    )
    : undefined

const showText = (one: typeof IntentDetail.Type): string =>
  lines(
    facts([
      ["intent", one.id],
      ["order", `${one.kind} ${one.number}, generation ${one.generation}, link ${one.scope}`],
      ["number at warehouse", one.numberSent],
      ["operation", `${one.operation} at ${one.connection}`],
      ["state", one.state],
      ["held because", one.heldBecause],
      ["failure", one.failure],
      ["peer's number", one.peerNumber],
      ["queries", one.queries === 0 ? undefined : `${one.queries}, of which ${one.absences} prove that the order is absent`],
      ["repeated by ERP", one.isAskedAgain ? "yes" : undefined],
      ["cancel requested", one.isCancelWanted ? "yes, it waits for the warehouse" : undefined],
      ["decided blind", one.decidedBlind && `by ${one.decidedBlind.who} at ${time(one.decidedBlind.at)}: ${blindText[one.decidedBlind.is]}`],
      ["next query", one.dueAt && time(one.dueAt)],
      ["since", time(one.createdAt)]
    ]),
    section("attempts", attemptTable(one.attemptList)),
    section("history", historyTable(one.history)),
    section(one.isRevealed ? "sent to the warehouse" : "sent to the warehouse (personal data masked; --reveal shows it)", payloadText(one.sent)),
    advice(one)
  )

const show = Command.make("show", { id, reveal, who, why }, Effect.fnUntraced(function*(given) {
  const shown = yield* revealing(given)
  const params = { id: given.id }
  const found = yield* ask((client) => shown === undefined ? client.intents.show({ params }) : client.intents.reveal({ params, payload: shown }))
  yield* answer(IntentDetail, found, showText)
})).pipe(
  Command.withDescription("Show one create (intent): its payload, every attempt and query, and the history of its order"),
  Command.withExamples([
    { command: "crossdock intents show 3f2b6c1e-0d0f-4a43-9a53-0a6f0c4f7f11" },
    { command: "crossdock intents show 3f2b6c1e-0d0f-4a43-9a53-0a6f0c4f7f11 --reveal --as Ada --why 'the carrier asks for the address'" }
  ])
)

const decisions = { delivered: "Delivered", pending: "Pending", dead: "Dead" } as const

const noun = { Delivered: "recorded as delivered", Pending: "sent again", Dead: "given up" } as const

const decidedText = (decision: DoubtfulSelection["decision"]) => ({ count, decided, isDone, refused, sample }: DecidedIntents): string =>
  isDone
    ? lines(
      `${decided} of ${count} Doubtful intents are ${noun[decision]}`,
      section("not decided", refused.length === 0 ? "" : table(["count", "code", "such as", "because"], refused.map((one) => [one.count, one.code, one.example.number, one.message])))
    )
    : lines(
      `${count} Doubtful intents would be ${noun[decision]}; the warehouse is asked about each of them first`,
      section("first matches", intentTable(sample))
    )

/** Decides page by page, and adds up what the pages say. */
const decidedAll = Effect.fnUntraced(function*(payload: DoubtfulSelection) {
  let sum = yield* ask((client) => client.intents.decideAll({ payload }))
  let next = sum.next
  while (next !== undefined) {
    const cursor = next
    const page = yield* ask((client) => client.intents.decideAll({ payload: { ...payload, after: cursor } }))
    const codes = new Map(sum.refused.map((one) => [one.code, one]))
    for (const one of page.refused) codes.set(one.code, { ...(codes.get(one.code) ?? one), count: (codes.get(one.code)?.count ?? 0) + one.count })
    sum = { ...sum, decided: sum.decided + page.decided, refused: [...codes.values()] }
    next = page.next
  }
  const { next: _, ...whole } = sum
  return whole
})

const filters = {
  connection,
  cause: Flag.String("cause").pipe(Flag.withDescription("Only Doubtful intents whose failure contains this text; upper and lower case are equal"), Flag.optional),
  link,
  since,
  until,
  all: Flag.Boolean("all").pipe(Flag.withoutNegation, Flag.withDescription("All Doubtful intents"), Flag.withDefault(false))
}

const decisionOf = (text: string) => {
  const word = text.toLowerCase()
  return Object.hasOwn(decisions, word)
    ? Effect.succeed(decisions[word as keyof typeof decisions])
    : Effect.fail(usage(`${JSON.stringify(text)} is not a decision; write delivered, pending or dead`))
}

const decide = Command.make("decide", {
  id: Argument.String("id").pipe(Argument.withDescription("Id of the intent; leave it out to decide all that the flags select")),
  decision: Argument.String("decision").pipe(Argument.withDescription("delivered: the warehouse has the order; pending: send it again; dead: do not send it"), Argument.optional),
  peerNumber: Flag.String("peer-number").pipe(Flag.withDescription("The warehouse's number of the order, with delivered"), Flag.optional),
  ...filters,
  yes: Flag.Boolean("yes").pipe(Flag.withoutNegation, Flag.withDescription("With an id: record delivered although the warehouse does not show the order (needs --peer-number), or decide although the warehouse cannot be asked. Without: decide those that were counted"), Flag.withDefault(false)),
  reason: Flag.String("reason").pipe(Flag.withDescription("Why, for the history; needed to decide several"), Flag.optional),
  who
}, Effect.fnUntraced(function*(given) {
  const isWide = [given.connection, given.cause, given.link, given.since, given.until].some(Option.isSome) || given.all
  if (Option.isSome(given.decision)) {
    if (isWide) return yield* Effect.fail(usage("write the id of one intent, or flags that select several, not both"))
    const decision = yield* decisionOf(given.decision.value)
    if (decision !== "Delivered" && Option.isSome(given.peerNumber)) return yield* Effect.fail(usage("--peer-number can only be used with delivered"))
    const found = yield* ask((client) =>
      client.intents.decide({
        params: { id: given.id },
        payload: { decision, ...(given.yes && { isConfirmed: true }), ...member("peerNumber", given.peerNumber), ...member("reason", given.reason), ...member("who", given.who) }
      }))
    return yield* answer(Intent, found, (one) => `the intent of ${plain(one.number)} is now ${one.state}`)
  }
  const decision = yield* decisionOf(given.id)
  if (!isWide) return yield* Effect.fail(usage("write the id of an intent before the decision, or choose several with --cause, --connection, --link, --since, --until or --all"))
  if (Option.isSome(given.peerNumber)) return yield* Effect.fail(usage("--peer-number is the number of one order; write the id of its intent"))
  if (given.yes && Option.isNone(given.reason)) return yield* Effect.fail(usage("--yes needs --reason with why they are decided so; it is recorded"))
  const [from, to] = [yield* instantGiven("since", given.since), yield* instantGiven("until", given.until)]
  const found = yield* decidedAll({
    decision,
    ...member("cause", given.cause),
    ...member("connection", given.connection),
    ...member("link", given.link),
    ...member("since", from),
    ...member("until", to),
    ...(given.all && { isAll: true }),
    ...member("reason", given.reason),
    ...member("who", given.who),
    confirm: given.yes
  })
  yield* answer(DecidedIntents, found, decidedText(decision))
  if (found.refused.length > 0) return yield* Effect.fail(new ProblemShown())
  if (!found.isDone && found.count > 0) yield* remark("\nnothing was changed; repeat with --yes and --reason to decide them")
})).pipe(
  Command.withDescription(
    "Decide a Doubtful create: one that may have reached the warehouse. The runner asks the warehouse once more and refuses\n" +
      "  a decision that contradicts its answer. If it cannot be asked, every decision needs --yes; the runner then asks it when\n" +
      "  it answers again, and raises an alarm if it shows the contrary. `delivered` needs --peer-number and --yes if the warehouse does not show the\n" +
      "  order; a notice to a shop, which has no number, needs --yes alone. `pending` sends it again. `dead` tells\n" +
      "  the ERP that the order failed; if the ERP repeats the order, it gets GIVEN_UP. `crossdock intents reopen` reverts\n" +
      "  a decision.\n\n" +
      "  Without an id, the flags select several: they are counted first, and decided with --yes and --reason. The warehouse is\n" +
      "  asked about each, and one that it shows, or about which it cannot be asked, is left as it is (exit code 1)."
  ),
  Command.withShortDescription("Record the outcome of a Doubtful create, or of many"),
  Command.withExamples([
    { command: "crossdock intents decide 3f2b6c1e-0d0f-4a43-9a53-0a6f0c4f7f11 delivered --peer-number W-77 --as Ada" },
    { command: "crossdock intents decide 3f2b6c1e-0d0f-4a43-9a53-0a6f0c4f7f11 dead" },
    { command: "crossdock intents decide pending --connection acme-nl --cause OUT_OF_STOCK", description: "Count them" },
    { command: "crossdock intents decide pending --connection acme-nl --cause OUT_OF_STOCK --yes --reason 'goods have arrived' --as Ada", description: "Send them again" }
  ])
)

const reopen = Command.make("reopen", { id, who }, (given) =>
  Effect.flatMap(
    ask((client) => client.intents.reopen({ params: { id: given.id }, payload: member("who", given.who) })),
    (found) => answer(Intent, found, (one) => `the intent of ${plain(one.number)} is ${one.state} again; the runner asks the warehouse for it`)
  )).pipe(
    Command.withDescription(
      "Revert a decision, or ask again for an order that the warehouse accepted but no longer shows. The intent becomes\n" +
        "  Doubtful and the runner asks the warehouse. It sends the order again only if the ERP repeats it or you decide pending."
    ),
    Command.withShortDescription("Revert a decision and ask the warehouse again"),
    Command.withExamples([{ command: "crossdock intents reopen 3f2b6c1e-0d0f-4a43-9a53-0a6f0c4f7f11 --as Ada" }])
  )

export const intents = Command.make("intents").pipe(
  Command.withDescription("Creates at a warehouse: list those that wait, show the attempts, decide"),
  Command.withSubcommands([list, show, decide, reopen]),
  Command.withGlobalFlags([admin, token])
)

export const texts = { list: listText, causes: causesText, decided: decidedText, show: showText }
