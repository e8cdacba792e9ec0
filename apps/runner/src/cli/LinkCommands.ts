/**
 * `links`: which ERP connection is joined to which warehouse connection, made and removed while the runner runs.
 */
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import { type Link, Link as LinkSchema, LinkList, type LinkMisfit, NewLink, RemovedLink } from "../api/Definition.ts"
import { ask, taken } from "./AdminClient.ts"
import { admin, token } from "./Flags.ts"
import * as Input from "./Input.ts"
import { answer, lines, plain, problemsText, section, table } from "./Output.ts"

const misfitText = ({ erp, peer, problems, scope }: LinkMisfit): string | undefined =>
  section(`${plain(scope)} from ${plain(erp)} to ${plain(peer)} is stored and left out, because it does not fit any more:`, problemsText(problems))

/** The kinds of names that must have a row. */
export const requiredText = ({ mapping: { channel, sku, warehouse } }: Pick<Link, "mapping">): string =>
  Object.entries({ warehouse, channel, sku }).flatMap(([kind, is]) => is === "required" ? [kind] : []).join(", ")

const listText = ({ items, misfits }: typeof LinkList.Type): string =>
  lines(
    items.length === 0
      ? "no links: nothing comes or goes; add one with `crossdock links add`"
      : table(
        ["scope", "doors", "erp", "peer", "prefix", "must be mapped", "made"],
        items.map((one) => [one.scope, one.doors.join(", "), one.erp, one.peer, one.prefix, requiredText(one), one.origin])
      ),
    ...misfits.map(misfitText)
  )

const list = Command.make("ls", {}, () =>
  Effect.flatMap(ask((client) => client.links.list({})), (found) => answer(LinkList, found, listText))).pipe(
    Command.withDescription(
      "All links: declared in the composition, or stored while the runner ran; and stored ones that do not fit any more,\n" +
        "  with the reason"
    ),
    Command.withShortDescription("All links"),
    Command.withExamples([{ command: "crossdock links ls" }, { command: "crossdock links ls --json" }])
  )

const addText = ({ doors, id, peer, scope }: Link): string =>
  lines(
    `${plain(scope)} is stored and in force: whoever calls ${plain(doors.join(" or "))} as ${plain(id)} reaches ${plain(peer)}`,
    ...(doors.includes("warehouse") ? [`try it: CROSSDOCK_CALL_SECRET_FILE=<file> crossdock call warehouses --access-id ${plain(id)}`] : [])
  )

const add = Command.make("add", {
  link: Argument.String("link").pipe(Argument.withDescription("A JSON file, - for stdin, or the JSON itself"))
}, Effect.fnUntraced(function*(given) {
  const payload = yield* taken(NewLink, yield* Input.readJson(given.link))
  yield* answer(LinkSchema, yield* ask((client) => client.links.add({ payload })), addText)
})).pipe(
  Command.withDescription(
    "Join an ERP connection (erp) to a warehouse connection (peer) and name the caller: door (warehouse or gateway), id\n" +
      "  (its accessId or appKey) and secretKey; gateway callers also have a warehouseKey. Members beside these:\n" +
      "  warehouseSecret, signing (strict, lenient), profile, prefix, mapping (required, for SKUs, or an object with warehouse,\n" +
      "  channel and sku), also (more entrances).\n" +
      "  It works at once and after every start; the secrets lie sealed in the database. Keep them in a file of mode 0600\n" +
      "  or pipe them in: what stands in an argument stays in the history of the shell. With anything that does not fit\n" +
      "  nothing is changed and all of it is listed. Exit code 1: it was not taken."
  ),
  Command.withShortDescription("Join an ERP connection to a warehouse connection"),
  Command.withExamples([
    { command: "crossdock links add link.json" },
    {
      command: "printf '{\"erp\":\"erp\",\"peer\":\"second\",\"door\":\"warehouse\",\"id\":\"acc-2\",\"secretKey\":\"%s\"}' \"$KEY\" | crossdock links add -"
    }
  ])
)

const removedText = ({ openOrders, scope }: RemovedLink): string =>
  lines(
    `${plain(scope)} is removed: calls of its caller are refused from now on`,
    ...(openOrders === 0 ? [] : [`${openOrders} open orders are not asked about any more`]),
    `what is kept of its orders stays: crossdock orders ls --link ${plain(scope)}`
  )

const remove = Command.make("remove", {
  scope: Argument.String("scope").pipe(Argument.withDescription("Scope of the link, as `crossdock links ls` shows it")),
  abandonOpen: Flag.Boolean("abandon-open").pipe(
    Flag.withoutNegation,
    Flag.withDescription("Also while orders of it are open, of which the ERP then hears nothing more"),
    Flag.withDefault(false)
  )
}, Effect.fnUntraced(function*({ abandonOpen, scope }) {
  const found = yield* ask((client) => client.links.remove({ params: { scope }, query: { abandonOpen } }))
  yield* answer(RemovedLink, found, removedText)
})).pipe(
  Command.withDescription(
    "Forget a stored link with its secrets; its two connections stay. Refused while creates of it are not settled or\n" +
      "  orders are open; the refusal says what to do. Deliveries that it owes still go out, and what is kept of its\n" +
      "  orders stays. Exit code 1: it is still needed, or declared in the composition."
  ),
  Command.withShortDescription("Forget a stored link"),
  Command.withExamples([
    { command: "crossdock links remove warehouse:acc-2" },
    { command: "crossdock links remove warehouse:acc-2 --abandon-open" }
  ])
)

export const links = Command.make("links").pipe(
  Command.withDescription("Which ERP connection is joined to which warehouse connection, and by which caller"),
  Command.withSubcommands([list, add, remove]),
  Command.withGlobalFlags([admin, token])
)

export const texts = { list: listText }
