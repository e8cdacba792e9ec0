/**
 * `desk`: lists the orders of shops at the order desk; a person holds one, or releases it.
 */
import * as Arr from "effect/Array"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import { DeskOrder, DeskPage } from "../api/Definition.ts"
import { ask } from "./AdminClient.ts"
import { admin, after, given as member, limit, link, token, who } from "./Flags.ts"
import { answer, lines, more, plain, section, table, time } from "./Output.ts"

const number = Argument.String("number").pipe(Argument.withDescription("The shop's number of the order"))

const heldText = (one: typeof DeskOrder.Type): string => {
  const goingOn = one.desk.parts.flatMap((part) => part.state === "placed" || part.state === "accepted" ? [`${plain(part.number)} at ${plain(part.warehouse)}`] : [])
  const rest = goingOn.length === 0 ? "" : `; what warehouses have of it is still shipped: ${goingOn.join(", ")}`
  return `order ${plain(one.number)} is held; release it with \`crossdock desk release ${plain(one.number)}\`${rest}`
}

const hold = Command.make("hold", { number, reason: Flag.String("reason").pipe(Flag.withDescription("Why, for the next person who looks")), link, who }, (given) =>
  Effect.flatMap(
    ask((client) => client.desk.hold({ params: { number: given.number }, query: member("link", given.link), payload: { reason: given.reason, ...member("who", given.who) } })),
    (found) => answer(DeskOrder, found, heldText)
  )).pipe(
    Command.withDescription("Hold an order of a shop of which something is not at a warehouse yet"),
    Command.withExamples([{ command: "crossdock desk hold 1001 --reason \"the buyer asks to wait\" --as Ada" }])
  )

const release = Command.make("release", { number, reason: Flag.String("reason").pipe(Flag.withDescription("Why, for the history"), Flag.optional), link, who }, (given) =>
  Effect.flatMap(
    ask((client) =>
      client.desk.release({ params: { number: given.number }, query: member("link", given.link), payload: { ...member("reason", given.reason), ...member("who", given.who) } })),
    (found) => answer(DeskOrder, found, (one) => `order ${plain(one.number)} is released; \`crossdock orders show ${plain(one.number)}\` shows what the desk decides`)
  )).pipe(
    Command.withDescription(
      "Release an order of a shop that is held. The desk decides about it again, without the rules that hold orders. It is held\n" +
        "  again if something else is in the way, such as missing stock."
    ),
    Command.withShortDescription("Release an order that is held"),
    Command.withExamples([{ command: "crossdock desk release 1001 --as Ada" }])
  )

type Entries = typeof DeskPage.Type["items"]

/** What to do, once for each cause; the first order of each is the example. */
const nextSteps = (items: Entries): string =>
  Arr.dedupeWith(items.filter(({ remedy }) => remedy !== undefined), (one, other) => one.cause === other.cause)
    .map(({ cause = "held", remedy = "" }) => plain(`${cause}: ${remedy}`)).join("\n")

const listText = ({ items, next }: typeof DeskPage.Type): string =>
  items.length === 0 ? "no such orders at the desk; `crossdock orders ls --kind platform_order` lists all orders of shops" : lines(
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
    ),
    section("what to do", nextSteps(items)),
    more(next)
  )

const list = Command.make("ls", {
  state: Flag.Literals("state", ["due", "waiting", "held", "placed", "done", "closed"]).pipe(
    Flag.withDescription("Only orders in this state (default: all that are neither done nor closed)"),
    Flag.optional
  ),
  cause: Flag.String("cause").pipe(Flag.withDescription("Only orders that are held for this cause, such as stock"), Flag.optional),
  shop: Flag.String("shop").pipe(Flag.withDescription("Only orders of this shop: the scope or id of its link"), Flag.withMetavar("scope"), Flag.optional),
  limit,
  after
}, (given) =>
  Effect.flatMap(
    ask((client) =>
      client.desk.list({
        query: { limit: given.limit, ...member("state", given.state), ...member("cause", given.cause), ...member("shop", given.shop), ...member("after", given.after) }
      })),
    (found) => answer(DeskPage, found, listText)
  )).pipe(
    Command.withDescription(
      "List the orders of shops at the desk, those that have been the longest in their state first, and say what to do about\n" +
        "  those that are held."
    ),
    Command.withShortDescription("List orders of shops at the desk, such as those that are held"),
    Command.withExamples([{ command: "crossdock desk ls --state held" }, { command: "crossdock desk ls --cause stock --shop web --json" }])
  )

export const desk = Command.make("desk").pipe(
  Command.withDescription("The order desk: list, hold and release orders of shops"),
  Command.withSubcommands([list, hold, release]),
  Command.withGlobalFlags([admin, token])
)
