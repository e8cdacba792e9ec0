/**
 * `orders`: shows where an order is, by any of its numbers, and lists the newest orders.
 */
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import { type Attempt, type Delivery, type Intent, type Order, type OrderDetail, OrderPage, OrderPhase, OrdersFound, OrderState, type Said } from "@crossdock/admin-api"
import { ask } from "./AdminClient.ts"
import { movementTable } from "./BookCommands.ts"
import { admin, after, given as member, instantGiven, limit, link, since, token, until } from "./Flags.ts"
import { answer, type Cell, facts, lines, more, plain, section, table, time } from "./Output.ts"

const kinds = ["outbound", "inbound", "platform_order", "fulfillment", "shipment", "erp_inbound", "erp_transfer", "erp_move"] as const

export const kind = Flag.Literals("kind", kinds).pipe(
  Flag.withDescription("Orders that leave a warehouse (outbound), ASNs (inbound), orders of shops (platform_order) or another kind"),
  Flag.optional
)

/** What became of a decision that a person made although the warehouse could not be asked. */
export const blindText: { readonly [Is in NonNullable<Intent["decidedBlind"]>["is"]]: string } = {
  asking: "decided without an answer; the warehouse is asked when it answers",
  sent: "sent again without an answer of the warehouse",
  right: "decided without an answer, which came later and agrees",
  wrong: "decided without an answer, and the warehouse shows the contrary",
  seen: "decided without an answer and against what the warehouse shows; a person has looked at it",
  overtaken: "decided without an answer, and created again since",
  unanswerable: "decided without an answer of a warehouse that cannot be asked"
}

/** What holds a create, what it failed for, or what waits for it. */
const waitsText = ({ decidedBlind, failure, heldBecause, isCancelWanted }: Intent): string | undefined =>
  [isCancelWanted ? "the ERP wants it cancelled" : undefined, decidedBlind && blindText[decidedBlind.is], heldBecause ?? failure].filter((text) => text !== undefined).join("; ") || undefined

export const intentTable = (intents: ReadonlyArray<Intent>): string =>
  intents.length === 0 ? "" : table(
    ["id", "number", "generation", "state", "attempts", "queries", "since", "held, failed or waiting"],
    intents.map((one) => [one.id, one.number, one.generation, one.state, one.attempts, one.queries, time(one.createdAt), waitsText(one)])
  )

export const deliveryTable = (deliveries: ReadonlyArray<Delivery>): string =>
  deliveries.length === 0 ? "" : table(
    ["id", "order", "operation", "state", "attempts", "next", "since", "cause"],
    deliveries.map((one) => [
      one.id,
      one.number,
      one.operation,
      one.state,
      one.attempts,
      one.heldBehind === undefined ? one.dueAt && time(one.dueAt) : "behind another",
      time(one.createdAt),
      one.cause
    ])
  )

export const historyTable = (history: ReadonlyArray<Said>): string =>
  history.length === 0 ? "" : table(["time", "who", "event", "detail"], history.map(({ at, detail, what, who }) => [time(at), who, what, detail]))

export const attemptTable = (attempts: ReadonlyArray<Attempt>): string =>
  attempts.length === 0 ? "" : table(
    ["time", "kind", "attempt", "duration", "outcome", "detail"],
    attempts.map((one): ReadonlyArray<Cell> => [time(one.at), one.kind, one.number, `${one.tookMillis} ms`, one.outcome, one.detail])
  )

const lookText = { absent: "not shown by the warehouse", still: "no news for long" } as const

const untakenText = {
  "no-shop": "it names no shop, and links of several shops lead to the connection",
  unwritable: "no message can carry its number",
  refused: "the shop does not take a question for it"
} as const

/** Orders that have no record. */
const untakenTable = ({ untaken = [] }: typeof OrderPage.Type): string =>
  untaken.length === 0 ? "" : table(
    ["number", "link or connection", "why it was not taken", "times", "last"],
    untaken.map((one) => [one.number, one.scope, untakenText[one.is], String(one.times), time(one.lastAt)])
  )

const nothingToLookAt = "no order needs attention: the warehouse shows every accepted order, and none has gone without news for long"

const lookAtText = (found: typeof OrderPage.Type): string => {
  const untaken = section("orders of shops that the runner did not take", untakenTable(found))
  return found.items.length > 0 ? lines(listText(found), untaken) : untaken ?? nothingToLookAt
}

const stateText = ({ cause, state }: Order): string | undefined => cause === undefined ? state : `${state}: ${cause}`

const totalText = ({ total }: typeof OrderPage.Type): string | undefined =>
  total === undefined ? undefined : total.isMore ? `more than ${total.count} orders match` : `${total.count} orders match`

const listText = ({ items, next, ...found }: typeof OrderPage.Type): string =>
  items.length === 0 ? next === undefined ? "no orders yet; place one: crossdock call createOrder --example" : lines("no such order among the newest", more(next)) : lines(
    table(
      ["number", "kind", "link", "state", "phase", "status", "intent", "tracking number", "since", "needs attention"],
      items.map((one) => [one.number, one.kind, one.scope, stateText(one), one.phase, one.status, one.intent, one.trackingNumber, time(one.createdAt), one.lookAt && lookText[one.lookAt.is]])
    ),
    totalText({ items, ...found }),
    more(next)
  )

const byText: Readonly<Record<string, string>> = {
  number: "number",
  numberSent: "number at warehouse",
  peerNumber: "peer's number",
  trackingNumber: "tracking number",
  batchNo: "batch number",
  partNumber: "number of a part",
  onlineOrderId: "number at the shop",
  displayNumber: "number for people"
}

type Parts = NonNullable<OrderDetail["desk"]>["parts"]

const labelsTable = (parts: Parts): string => {
  const rows = parts.flatMap(({ number, shipment }) => shipment === undefined ? [] : [[number, shipment.trackingNumber, shipment.state]])
  return rows.length === 0 ? "" : table(["order", "tracking number", "shipment"], rows)
}

const piecesText = (pieces: Parts[number]["lines"]): string => pieces.map((line) => `${line.pieces} ${line.sku}`).join(", ")

const detailText = (one: OrderDetail): string =>
  lines(
    `${one.kind} order ${plain(one.number)}, ${one.scope.startsWith("receiver:") ? "received at" : "link"} ${plain(one.scope)}: ${plain(one.message)}`,
    "",
    facts([
      ["phase", one.phase === undefined ? undefined : `${one.phase}${one.status ? ` (status: ${one.status})` : ""}`],
      ["generation", one.generation],
      ["connection", one.connection],
      ["found by its", one.foundBy === undefined ? undefined : byText[one.foundBy] ?? one.foundBy],
      ["number at warehouse", one.numberSent === one.number ? undefined : one.numberSent],
      ["peer's number", one.peerNumber],
      ["warehouse", one.warehouseCode],
      ["warehouse code there", one.peerWarehouseCode === one.warehouseCode ? undefined : one.peerWarehouseCode],
      ["carrier", one.carrierName],
      ["tracking number", one.trackingNumber],
      ["failed because", one.failedReason],
      ["shipped", one.shippedAt && time(one.shippedAt)],
      ["finished", one.finishedAt && time(one.finishedAt)],
      ["batches", one.kind === "inbound" ? one.batches : undefined],
      ["last query", one.checkedAt && time(one.checkedAt)]
    ]),
    section("needs attention", historyTable(one.conflicts)),
    section("order desk", one.desk === undefined || one.desk.parts.length === 0 ? "" : table(
      ["order", "link", "warehouse", "state", "pieces", "because"],
      one.desk.parts.map((part) => [part.number, part.link, part.warehouse, part.state, piecesText(part.lines), part.because])
    )),
    section("labels of the shop", labelsTable(one.desk?.parts ?? [])),
    section("parcels for the shop", one.desk === undefined || one.desk.parcels.length === 0 ? "" : table(
      ["tracking number", "of order", "carrier", "state", "pieces", "because"],
      one.desk.parcels.map((parcel) => [parcel.trackingNumber, parcel.part, parcel.carrierName, parcel.state, piecesText(parcel.lines), parcel.because])
    )),
    section("rules", one.desk === undefined || one.desk.explanation.length === 0 ? "" : table(
      ["rule", "outcome", "because"],
      one.desk.explanation.map(({ because, outcome, rule }) => [rule, outcome, because.join("; ")])
    )),
    section("parcels", one.parcels.length === 0 ? "" : table(
      ["tracking number", "carrier", "shipped", "expected", "weight", "cost", "generation"],
      one.parcels.map((parcel) => [
        parcel.trackingNumber ?? `${parcel.parcelId} (no number yet)`,
        parcel.carrierName,
        time(parcel.shippedAt),
        time(parcel.estimatedDeliveryAt),
        parcel.weight,
        parcel.cost,
        parcel.generation
      ])
    )),
    section("received", one.lines.length === 0 ? "" : table(
      ["sku", "announced", "received", "good", "bad", "generation"],
      one.lines.map((line) => [line.sku, line.estimated, line.received, line.good, line.bad, line.generation])
    )),
    section("intents", intentTable(one.intents)),
    section("deliveries to the ERP", deliveryTable(one.deliveries)),
    section("history", historyTable(one.history))
  )

type Found = typeof OrdersFound.Type

const relatedTable = (related: Found["related"]): string =>
  related.length === 0 ? "" : table(
    ["kind", "number", "link", "has", "as", "phase", "intent", "since"],
    related.map((one) => [one.kind, one.number, one.scope, one.shared, byText[one.by] ?? one.by, one.phase, one.intent, time(one.createdAt)])
  )

const timelineTable = (timeline: Found["timeline"]): string =>
  timeline.length === 0 ? "" : table(
    ["time", "who", "of", "link", "event", "detail"],
    timeline.map((one) => [time(one.at), one.who, `${one.kind} ${one.number}`, one.scope, one.what, one.detail])
  )

/** Everything that was found of a number, the same for orders and ASNs. */
export const foundText = ({ bookings, items, notes, related, timeline }: Found): string =>
  items.length === 0
    ? lines("several records have this number; show one by its own number, with --link and --kind if others have that too", section("candidates", relatedTable(related)))
    : lines(
      items.map(detailText).join("\n\n"),
      section("records that share a number", relatedTable(related)),
      section("moved in the books", movementTable(bookings)),
      section("in the order of time", timelineTable(timeline)),
      section("not read", notes.map(plain).join("\n"))
    )

const phase = Flag.Literals("phase", OrderPhase.literals).pipe(Flag.withDescription("Only orders in this phase"), Flag.optional)

const state = Flag.Literals("state", OrderState.literals).pipe(Flag.withDescription("Only orders in this state, such as held or inDoubt"), Flag.optional)

const cause = Flag.String("cause").pipe(Flag.withDescription("Only orders that the desk holds for this cause, such as stock"), Flag.optional)

const warehouse = Flag.String("warehouse").pipe(Flag.withDescription("Only orders of which this connection to a warehouse has something"), Flag.optional)

/** What chooses orders, for lists and exports. */
export const choice = { link, kind, phase, state, cause, warehouse, since, until }

/** The same as a query of the admin API. */
export const chosen = (given: {
  readonly link: Option.Option<string>
  readonly kind: Option.Option<(typeof kinds)[number]>
  readonly phase: Option.Option<typeof OrderPhase.Type>
  readonly state: Option.Option<OrderState>
  readonly cause: Option.Option<string>
  readonly warehouse: Option.Option<string>
  readonly since: Option.Option<string>
  readonly until: Option.Option<string>
}) =>
  Effect.map(Effect.all([instantGiven("since", given.since), instantGiven("until", given.until)]), ([from, to]) => ({
    ...member("link", given.link),
    ...member("kind", given.kind),
    ...member("phase", given.phase),
    ...member("state", given.state),
    ...member("cause", given.cause),
    ...member("warehouse", given.warehouse),
    ...member("since", from),
    ...member("until", to)
  }))

const list = Command.make("ls", {
  limit,
  after,
  ...choice,
  open: Flag.Boolean("open").pipe(Flag.withoutNegation, Flag.withDescription("Only orders that are not finished"), Flag.withDefault(false)),
  toLookAt: Flag.Boolean("to-look-at").pipe(
    Flag.withoutNegation,
    Flag.withDescription("Only orders that the warehouse accepted but does not show, or that it has not updated for long"),
    Flag.withDefault(false)
  ),
  number: Flag.String("number").pipe(Flag.withDescription("Only orders of which any number begins with this"), Flag.optional),
  total: Flag.Boolean("total").pipe(Flag.withoutNegation, Flag.withDescription("Also say how many there are"), Flag.withDefault(false))
}, (given) =>
  Effect.flatMap(
    Effect.flatMap(chosen(given), (query) => ask((client) =>
      client.orders.list({
        query: { limit: given.limit, ...query, ...member("after", given.after), ...(given.open && { open: true }), ...(given.toLookAt && { toLookAt: true }), ...member("q", given.number), ...(given.total && { total: true }) }
      }))),
    (found) => answer(OrderPage, found, given.toLookAt ? lookAtText : listText)
  )).pipe(
    Command.withDescription("List the newest orders and ASNs, including those that never reached a warehouse"),
    Command.withExamples([
      { command: "crossdock orders ls" },
      { command: "crossdock orders ls --to-look-at" },
      { command: "crossdock orders ls --phase failed --since 7d", description: "What failed in a week" },
      { command: "crossdock orders ls --state held --cause stock --total", description: "What waits for stock, and how many orders these are" },
      { command: "crossdock orders ls --open --kind outbound --limit 200 --json" }
    ])
  )

const show = Command.make("show", {
  number: Argument.String("number").pipe(Argument.withDescription("Any number of the order or ASN")),
  link,
  kind
}, (given) =>
  Effect.flatMap(
    ask((client) =>
      client.orders.show({ params: { number: given.number }, query: { ...member("link", given.link), ...member("kind", given.kind) } })),
    (found) => answer(OrdersFound, found, foundText)
  )).pipe(
    Command.withDescription(
      "Show where an order is: its history, intents, parcels and the messages to the ERP, and everything that is known of it\n" +
        "  in the order of time. Any number of it will do: the shop's, the ERP's, the warehouse's, a tracking or batch number."
    ),
    Command.withShortDescription("Show everything known of an order, by any of its numbers"),
    Command.withExamples([
      { command: "crossdock orders show SO-1001" },
      { command: "crossdock orders show 1Z999AA10123456784" },
      { command: "crossdock orders show ASN-7 --kind inbound --link warehouse:sandbox" }
    ])
  )

export const orders = Command.make("orders").pipe(
  Command.withDescription("Outbound orders and ASNs: list them, show where one is"),
  Command.withSubcommands([list, show]),
  Command.withGlobalFlags([admin, token])
)

export const texts = { list: listText, show: foundText }
