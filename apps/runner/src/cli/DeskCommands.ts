/**
 * `desk`: lists the orders of shops at the order desk; a person holds one, releases it, withdraws a part, takes over what a warehouse has of
 * it, or says what is in a parcel.
 */
import * as Arr from "effect/Array"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import { DeskCauses, DeskOrder, DeskPage, HeldOrders, ReleasedOrders, TakenOver, WithdrawnPart } from "@crossdock/admin-api"
import { ask } from "./AdminClient.ts"
import { usage } from "./CommandErrors.ts"
import { admin, after, given as member, limit, link, token, who } from "./Flags.ts"
import { answer, lines, more, otherCauses, plain, remark, section, table, time } from "./Output.ts"

/** Reads `SKU=2,OTHER=1`. A SKU may contain an equals sign, a count may not. */
export const piecesOf = (text: string): Readonly<Record<string, number>> | "unreadable" => {
  const found = new Map<string, number>()
  for (const part of text.split(",")) {
    const [, sku, count] = /^(.+)=([1-9]\d{0,8})$/.exec(part.trim()) ?? []
    if (sku === undefined) return "unreadable"
    found.set(sku, Number(count))
  }
  return Object.fromEntries(found)
}

const number = Argument.String("number").pipe(Argument.withDescription("The shop's number of the order"))

const entriesTable = (items: typeof DeskPage.Type["items"]): string =>
  table(
    ["order", "shop", "state", "cause", "since", "again", "parts", "reason"],
    items.map((one) => [
      one.number,
      one.scope,
      one.state,
      one.cause,
      time(one.since),
      one.dueAt && time(one.dueAt),
      one.parts.map((part) => `${part.number} ${part.warehouse} ${part.state}`).join(", "),
      one.because
    ])
  )

const heldText = (one: typeof DeskOrder.Type): string => {
  const goingOn = one.desk.parts.flatMap((part) => part.state === "placed" || part.state === "accepted" ? [`${plain(part.number)} at ${plain(part.warehouse)}`] : [])
  const rest = goingOn.length === 0 ? "" : `; what warehouses have of it is still shipped: ${goingOn.join(", ")}`
  return `order ${plain(one.number)} is held; release it with \`crossdock desk release ${plain(one.number)}\`${rest}`
}

const shop = Flag.String("shop").pipe(Flag.withDescription("Only orders of this shop, by the scope or id of its link"), Flag.withMetavar("scope"), Flag.optional)
const text = Flag.String("text").pipe(Flag.withDescription("Only orders whose reason contains this text; upper and lower case are equal"), Flag.optional)

const hold = Command.make("hold", {
  number: Argument.String("number").pipe(Argument.withDescription("The shop's number of the order; leave it out to hold all that the flags select"), Argument.optional),
  reason: Flag.String("reason").pipe(Flag.withDescription("Why, for the next person who looks")),
  state: Flag.Literals("state", ["due", "waiting", "held"]).pipe(Flag.withDescription("Several: only orders in this state (default: all three)"), Flag.optional),
  cause: Flag.String("cause").pipe(Flag.withDescription("Several: only orders that are held for this cause"), Flag.optional),
  text,
  shop,
  all: Flag.Boolean("all").pipe(Flag.withoutNegation, Flag.withDescription("All orders of which nothing is at a warehouse yet"), Flag.withDefault(false)),
  yes: Flag.Boolean("yes").pipe(Flag.withoutNegation, Flag.withDescription("Several: hold them; without it they are only counted"), Flag.withDefault(false)),
  link,
  who
}, Effect.fnUntraced(function*(given) {
  const isWide = [given.state, given.cause, given.text, given.shop].some((one) => one._tag === "Some") || given.all
  if (given.number._tag === "Some") {
    if (isWide) return yield* Effect.fail(usage("write the number of one order, or flags that select several, not both"))
    const { value } = given.number
    const found = yield* ask((client) => client.desk.hold({ params: { number: value }, query: member("link", given.link), payload: { reason: given.reason, ...member("who", given.who) } }))
    return yield* answer(DeskOrder, found, heldText)
  }
  if (!isWide) return yield* Effect.fail(usage("write the number of an order, or choose several with --state, --cause, --text, --shop or --all"))
  const found = yield* ask((client) =>
    client.desk.holdAll({
      payload: {
        ...member("state", given.state),
        ...member("cause", given.cause),
        ...member("text", given.text),
        ...member("shop", given.shop),
        ...(given.all && { isAll: true }),
        ...(given.yes && { isConfirmed: true }),
        reason: given.reason,
        ...member("who", given.who)
      }
    }))
  yield* answer(HeldOrders, found, ({ count, held, isDone, sample }) =>
    isDone ? `${held} of ${count} orders are held` : lines(`${count} orders would be held`, section("first matches", entriesTable(sample))))
  if (!found.isDone && found.count > 0) yield* remark("\nnothing was changed; repeat with --yes to hold them")
})).pipe(
  Command.withDescription(
    "Hold an order of a shop of which something is not at a warehouse yet, or all that the flags select: these are counted\n" +
      "  first, and held with --yes. An order is held until a person releases it. Those that a person holds already keep their\n" +
      "  reason, unless --cause person selects them."
  ),
  Command.withShortDescription("Hold an order, or several, until a person releases them"),
  Command.withExamples([
    { command: "crossdock desk hold 1001 --reason \"the buyer asks to wait\" --as Ada" },
    { command: "crossdock desk hold --shop web --reason \"stocktaking\" --as Ada", description: "Count the orders of a shop that may be held" },
    { command: "crossdock desk hold --shop web --reason \"stocktaking\" --as Ada --yes", description: "Hold them" }
  ])
)

const reason = Flag.String("reason").pipe(Flag.withDescription("Why, for the history"), Flag.optional)

const release = Command.make("release", {
  number: Argument.String("number").pipe(Argument.withDescription("The shop's number of the order; with --cause none"), Argument.optional),
  cause: Flag.String("cause").pipe(Flag.withDescription("Instead of one order: all orders that are held for this cause, such as restored"), Flag.optional),
  text,
  shop,
  yes: Flag.Boolean("yes").pipe(Flag.withoutNegation, Flag.withDescription("With --cause: release them; without it they are only counted"), Flag.withDefault(false)),
  reason,
  link,
  who
}, Effect.fnUntraced(function*(given) {
  const said = { ...member("reason", given.reason), ...member("who", given.who) }
  if (given.number._tag === "Some") {
    if (given.cause._tag === "Some") return yield* Effect.fail(usage("write the number of one order or --cause, not both"))
    const { value } = given.number
    const found = yield* ask((client) => client.desk.release({ params: { number: value }, query: member("link", given.link), payload: said }))
    return yield* answer(DeskOrder, found, (one) => `order ${plain(one.number)} is released; \`crossdock orders show ${plain(one.number)}\` shows what the desk decides`)
  }
  if (given.cause._tag === "None") return yield* Effect.fail(usage("write the number of an order, or --cause for all orders that are held for one"))
  const { value: cause } = given.cause
  const found = yield* ask((client) => client.desk.releaseAll({ payload: { cause, ...member("text", given.text), ...member("shop", given.shop), ...(given.yes && { isConfirmed: true }), ...said } }))
  yield* answer(ReleasedOrders, found, ({ held, released }) =>
    given.yes ? `${released} of ${held} orders that were held for ${plain(cause)} are released` : `${held} orders are held for ${plain(cause)}`)
  if (!given.yes && found.held > 0) yield* remark("\nnothing was changed; repeat with --yes to release them")
})).pipe(
  Command.withDescription(
    "Release an order of a shop that is held, or all that are held for a cause. The desk decides about it again, without the\n" +
      "  rules that hold orders. It is held again if something else is in the way, such as missing stock. While the runner works\n" +
      "  on a restored backup, nothing can be released. With --cause and without --yes the command only counts."
  ),
  Command.withShortDescription("Release an order that is held, or all that are held for a cause"),
  Command.withExamples([{ command: "crossdock desk release 1001 --as Ada" }, { command: "crossdock desk release --cause restored --yes --as Ada" }])
)

const takenText = ({ number: own, parts }: typeof TakenOver.Type): string =>
  lines(...parts.map((part) => `${plain(part.warehouse)} has order ${plain(part.number)} (${plain(part.status)}); it is a part of order ${plain(own)} now, and its parcels are told to the shop`))

const takeOver = Command.make("take-over", {
  number,
  at: Flag.String("at").pipe(
    Flag.withDescription("The link to the warehouse, or link/number if it has another number there (default: all warehouses of the desk, and the shop's number, also with -2 and -3)"),
    Flag.withMetavar("link[/number]"),
    Flag.optional
  ),
  pieces: Flag.String("pieces").pipe(Flag.withDescription("What this warehouse ships, if it is a part of what is left of the order, such as MUG=2,CUP=1"), Flag.withMetavar("SKU=n,…"), Flag.optional),
  reason,
  link,
  who
}, Effect.fnUntraced(function*(given) {
  const at = given.at._tag === "None" ? undefined : given.at.value
  const slash = at?.indexOf("/") ?? -1
  const pieces = given.pieces._tag === "None" ? undefined : piecesOf(given.pieces.value)
  if (pieces === "unreadable") return yield* Effect.fail(usage("--pieces has the form SKU=2,OTHER-SKU=1"))
  const found = yield* ask((client) =>
    client.desk.takeOver({
      params: { number: given.number },
      query: member("link", given.link),
      payload: {
        ...(at !== undefined && { at: slash < 0 ? at : at.slice(0, slash) }),
        ...(at !== undefined && slash >= 0 && { numberThere: at.slice(slash + 1) }),
        ...(pieces !== undefined && { pieces }),
        ...member("reason", given.reason),
        ...member("who", given.who)
      }
    }))
  yield* answer(TakenOver, found, takenText)
})).pipe(
  Command.withDescription(
    "Take over what a warehouse has of an order although the desk does not know it, for example after a restored backup. The\n" +
      "  warehouse is asked for it, and nothing is sent: its pieces are reserved in the books, and from then on its parcels are\n" +
      "  told to the shop. It is refused if no warehouse shows the order, and works while the restored mode lasts."
  ),
  Command.withShortDescription("Take over what a warehouse has of an order, although the desk has not placed it"),
  Command.withExamples([{ command: "crossdock desk take-over 1001 --as Ada" }, { command: "crossdock desk take-over 1001 --at acc-2/1001-2 --pieces MUG=2 --as Ada" }])
)

/** What became of the part at its warehouse. */
const withdrawnTexts: Readonly<Record<typeof WithdrawnPart.Type["outcome"], string>> = {
  cancelled: "its warehouse does not ship it",
  requested: "its warehouse has taken the request and decides later; it is asked again",
  refused: "its warehouse ships it",
  unknown: "whether its warehouse ships it is not known; it is asked again"
}

const withdrawnText = ({ answer: said, before, number: own, outcome, part }: typeof WithdrawnPart.Type): string =>
  lines(
    `part ${plain(part)}: ${withdrawnTexts[outcome]}`,
    said === undefined ? undefined : plain(said),
    before === undefined ? undefined : `${plain(before.by)} had withdrawn it at ${time(before.at)}: ${plain(before.reason)}`,
    `\`crossdock orders show ${plain(own)}\` shows the order; while a person holds it, nothing of it is placed elsewhere`
  )

const withdraw = Command.make("withdraw", {
  number,
  part: Flag.String("part").pipe(Flag.withDescription("The number of the part, which is that of its order at the warehouse; `crossdock orders show` lists them"), Flag.withMetavar("number")),
  reason: Flag.String("reason").pipe(Flag.withDescription("Why, for the next person who looks")),
  link,
  who
}, Effect.fnUntraced(function*(given) {
  const found = yield* ask((client) =>
    client.desk.withdraw({ params: { number: given.number }, query: member("link", given.link), payload: { part: given.part, reason: given.reason, ...member("who", given.who) } }))
  yield* answer(WithdrawnPart, found, withdrawnText)
})).pipe(
  Command.withDescription(
    "Ask a warehouse not to ship a part of an order, and hold the order until a person releases it, so that nobody places the\n" +
      "  pieces elsewhere. The answer says what the warehouse did. One that does not answer, or decides later, is asked again.\n" +
      "  The command may be repeated: it asks once more, or tells what became of it."
  ),
  Command.withShortDescription("Ask a warehouse not to ship a part of an order, and hold the order"),
  Command.withExamples([{ command: "crossdock desk withdraw 1001 --part 1001-2 --reason \"the address is wrong\" --as Ada" }])
)

const chosenText = ({ desk: { chosen }, number: own }: typeof DeskOrder.Type): string =>
  lines(
    chosen === undefined ? `the rules say from where order ${plain(own)} is shipped` : `order ${plain(own)} is shipped from ${plain(chosen.warehouse)} (${plain(chosen.link)})`,
    `\`crossdock orders show ${plain(own)}\` shows what the desk decides`
  )

const place = Command.make("place", {
  number,
  warehouse: Flag.String("warehouse").pipe(Flag.withDescription("The warehouse, by its name in the books; one at which the rules place orders"), Flag.withMetavar("name"), Flag.optional),
  at: Flag.String("at").pipe(Flag.withDescription("The link to the warehouse, if several have it"), Flag.withMetavar("link"), Flag.optional),
  byRules: Flag.Boolean("by-rules").pipe(Flag.withoutNegation, Flag.withDescription("Instead of a warehouse: the rules decide again"), Flag.withDefault(false)),
  reason: Flag.String("reason").pipe(Flag.withDescription("Why, for the next person who looks")),
  link,
  who
}, Effect.fnUntraced(function*(given) {
  if ((given.warehouse._tag === "Some") === given.byRules) return yield* Effect.fail(usage("write --warehouse with a name, or --by-rules"))
  const found = yield* ask((client) =>
    client.desk.place({
      params: { number: given.number },
      query: member("link", given.link),
      payload: { ...member("warehouse", given.warehouse), ...member("at", given.at), reason: given.reason, ...member("who", given.who) }
    }))
  yield* answer(DeskOrder, found, chosenText)
})).pipe(
  Command.withDescription(
    "Choose from where an order is shipped, whatever the rules say. All that no warehouse has yet leaves from there, and waits\n" +
      "  for stock there if something is missing. An order that is held is released with it. It stands until somebody chooses\n" +
      "  anew. What is at a warehouse already is withdrawn first (`crossdock desk withdraw`)."
  ),
  Command.withShortDescription("Choose from where an order is shipped"),
  Command.withExamples([
    { command: "crossdock desk place 1001 --warehouse South --reason \"it is nearer\" --as Ada" },
    { command: "crossdock desk place 1001 --by-rules --reason \"South is closed\" --as Ada", description: "Let the rules decide again" }
  ])
)

const foundCommand = Command.make("found", {
  number,
  parcel: Flag.String("parcel").pipe(Flag.withDescription("A number of the parcel; of a parcel without a number, that of its order at the warehouse"), Flag.withMetavar("number")),
  pieces: Flag.String("pieces").pipe(Flag.withDescription("What is in it, by the SKUs of the books, such as MUG=2,CUP=1"), Flag.withMetavar("SKU=n,…"), Flag.optional),
  empty: Flag.Boolean("empty").pipe(Flag.withoutNegation, Flag.withDescription("Nothing is in it, or it has never left"), Flag.withDefault(false)),
  reason,
  link,
  who
}, Effect.fnUntraced(function*(given) {
  if ((given.pieces._tag === "Some") === given.empty) return yield* Effect.fail(usage("write what is in the parcel with --pieces SKU=2, or --empty"))
  const pieces = given.pieces._tag === "None" ? {} : piecesOf(given.pieces.value)
  if (pieces === "unreadable") return yield* Effect.fail(usage("--pieces has the form SKU=2,OTHER-SKU=1"))
  const stored = yield* ask((client) =>
    client.desk.found({
      params: { number: given.number },
      query: member("link", given.link),
      payload: { parcel: given.parcel, pieces, ...member("reason", given.reason), ...member("who", given.who) }
    }))
  yield* answer(DeskOrder, stored, (one) => `stored what is in parcel ${plain(given.parcel)}; \`crossdock orders show ${plain(one.number)}\` shows what the desk decides`)
})).pipe(
  Command.withDescription(
    "Say what is in a parcel of an order, because its warehouse does not tell it, or tells it wrongly. It counts whatever the\n" +
      "  warehouse reports of this parcel before or after. What was in none of the parcels is placed again."
  ),
  Command.withShortDescription("Say what is in a parcel whose contents its warehouse does not tell"),
  Command.withExamples([{ command: "crossdock desk found 1001 --parcel 3S001 --pieces MUG=2 --as Ada" }, { command: "crossdock desk found 1001 --parcel 3S002 --empty --as Ada" }])
)

type Entries = typeof DeskPage.Type["items"]

/** What to do, once for each cause; the first order of each is the example. */
const nextSteps = (items: Entries): string =>
  Arr.dedupeWith(items.filter(({ remedy }) => remedy !== undefined), (one, other) => one.cause === other.cause)
    .map(({ cause = "held", remedy = "" }) => plain(`${cause}: ${remedy}`)).join("\n")

const listText = ({ items, next }: typeof DeskPage.Type): string =>
  items.length === 0 ? "no such orders at the desk; `crossdock orders ls --kind platform_order` lists all orders of shops" : lines(
    entriesTable(items),
    section("what to do", nextSteps(items)),
    more(next)
  )

const causesText = ({ items, others }: typeof DeskCauses.Type): string =>
  items.length === 0 ? "no order at the desk waits for a cause" : lines(table(
    ["count", "state", "cause", "oldest", "newest", "newest order", "reason"],
    items.map((one) => [one.count, one.state, one.cause, time(one.oldestAt), time(one.newestAt), one.newest.number, one.because])
  ), otherCauses(others))

const list = Command.make("ls", {
  state: Flag.Literals("state", ["due", "waiting", "held", "placed", "done", "closed"]).pipe(
    Flag.withDescription("Only orders in this state (default: all that are neither done nor closed)"),
    Flag.optional
  ),
  cause: Flag.String("cause").pipe(Flag.withDescription("Only orders that are held for this cause, such as stock"), Flag.optional),
  shop,
  by: Flag.Literals("by", ["cause"]).pipe(Flag.withDescription("Count them by cause and reason, with the newest of each, instead of listing them"), Flag.optional),
  limit,
  after
}, Effect.fnUntraced(function*(given) {
  if (given.by._tag === "Some") {
    if (given.state._tag === "Some" || given.cause._tag === "Some") return yield* Effect.fail(usage("--by cause counts all that wait; leave --state and --cause out"))
    const found = yield* ask((client) => client.desk.causes({ query: member("shop", given.shop) }))
    return yield* answer(DeskCauses, found, causesText)
  }
  const found = yield* ask((client) =>
    client.desk.list({
      query: { limit: given.limit, ...member("state", given.state), ...member("cause", given.cause), ...member("shop", given.shop), ...member("after", given.after) }
    }))
  return yield* answer(DeskPage, found, listText)
})).pipe(
  Command.withDescription(
    "List the orders of shops at the desk, those that have been the longest in their state first, and say what to do about\n" +
      "  those that are held."
  ),
  Command.withShortDescription("List orders of shops at the desk, such as those that are held"),
  Command.withExamples([
    { command: "crossdock desk ls --state held" },
    { command: "crossdock desk ls --by cause", description: "Count those that wait by cause and reason" },
    { command: "crossdock desk ls --cause stock --shop web --json" }
  ])
)

export const desk = Command.make("desk").pipe(
  Command.withDescription("The order desk: list, hold and release orders of shops, choose from where they are shipped, withdraw parts, take over what warehouses have, say what is in a parcel"),
  Command.withSubcommands([list, hold, release, place, withdraw, takeOver, foundCommand]),
  Command.withGlobalFlags([admin, token])
)
