/**
 * `links`: lists, adds and removes the links between ERP connections and warehouse connections.
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
  section(`${plain(scope)} from ${plain(erp)} to ${plain(peer)} is stored but not in use, because it is not valid any more:`, problemsText(problems))

/** The kinds of names that must have a mapping row. */
export const requiredText = ({ mapping: { channel, sku, warehouse } }: Pick<Link, "mapping">): string =>
  Object.entries({ warehouse, channel, sku }).flatMap(([kind, is]) => is === "required" ? [kind] : []).join(", ")

const listText = ({ items, misfits }: typeof LinkList.Type): string =>
  lines(
    items.length === 0
      ? "no links yet, so no messages flow; add one with `crossdock links add`"
      : table(
        ["scope", "routes", "erp", "peer", "prefix", "must be mapped", "origin"],
        items.map((one) => [one.scope, one.doors.join(", "), one.erp, one.peer, one.prefix, requiredText(one), one.origin])
      ),
    ...misfits.map(misfitText)
  )

const list = Command.make("ls", {}, () =>
  Effect.flatMap(ask((client) => client.links.list({})), (found) => answer(LinkList, found, listText))).pipe(
    Command.withDescription(
      "List all links, from the composition file and added while the runner ran. Stored links that are not valid any more are\n" +
        "  listed with the reason"
    ),
    Command.withShortDescription("List all links"),
    Command.withExamples([{ command: "crossdock links ls" }, { command: "crossdock links ls --json" }])
  )

const addText = ({ doors, id, peer, scope }: Link): string =>
  lines(
    `${plain(scope)} is stored and in use: requests to ${plain(doors.join(" or "))} from ${plain(id)} now reach ${plain(peer)}`,
    ...(doors.includes("warehouse") ? [`to test it: CROSSDOCK_CALL_SECRET_FILE=<file> crossdock call warehouses --access-id ${plain(id)}`] : [])
  )

const add = Command.make("add", {
  link: Argument.String("link").pipe(Argument.withDescription("A JSON file, - for stdin, or the JSON itself"))
}, Effect.fnUntraced(function*(given) {
  const payload = yield* taken(NewLink, yield* Input.readJson(given.link))
  yield* answer(LinkSchema, yield* ask((client) => client.links.add({ payload })), addText)
})).pipe(
  Command.withDescription(
    "Link an ERP connection (erp) to a warehouse connection (peer) and define its caller: door (warehouse or gateway), id (its\n" +
      "  accessId or appKey) and secretKey; gateway callers also have a warehouseKey. Optional are warehouseSecret, signing\n" +
      "  (strict, lenient), profile, prefix, mapping (\"required\", which is for SKUs, or an object with warehouse, channel and\n" +
      "  sku) and also (further callers).\n" +
      "  The link is in use at once and after every restart; its secrets are stored encrypted. Keep them in a file of mode 0600\n" +
      "  or pipe them in, because arguments stay in the shell history. If a member is not valid, nothing is changed and all\n" +
      "  problems are listed. Exit code 1: the link was not added."
  ),
  Command.withShortDescription("Link an ERP connection to a warehouse connection"),
  Command.withExamples([
    { command: "crossdock links add link.json" },
    {
      command: "printf '{\"erp\":\"erp\",\"peer\":\"second\",\"door\":\"warehouse\",\"id\":\"acc-2\",\"secretKey\":\"%s\"}' \"$KEY\" | crossdock links add -"
    }
  ])
)

const removedText = ({ openOrders, scope }: RemovedLink): string =>
  lines(
    `${plain(scope)} is removed: requests of its caller are refused from now on`,
    ...(openOrders === 0 ? [] : [`the runner no longer asks for the status of ${openOrders} open orders`]),
    `its past orders are kept: crossdock orders ls --link ${plain(scope)}`
  )

const remove = Command.make("remove", {
  scope: Argument.String("scope").pipe(Argument.withDescription("Scope of the link, as `crossdock links ls` shows it")),
  abandonOpen: Flag.Boolean("abandon-open").pipe(
    Flag.withoutNegation,
    Flag.withDescription("Remove it even while orders are open; the ERP gets no further news of them"),
    Flag.withDefault(false)
  )
}, Effect.fnUntraced(function*({ abandonOpen, scope }) {
  const found = yield* ask((client) => client.links.remove({ params: { scope }, query: { abandonOpen } }))
  yield* answer(RemovedLink, found, removedText)
})).pipe(
  Command.withDescription(
    "Remove a stored link and its secrets; its two connections stay. The command is refused while creates are not settled or\n" +
      "  orders are open; the message then says what to do. Deliveries that wait are still sent, and past orders are kept.\n" +
      "  Exit code 1: the link is still needed, or is declared in the composition file."
  ),
  Command.withShortDescription("Remove a stored link"),
  Command.withExamples([
    { command: "crossdock links remove warehouse:acc-2" },
    { command: "crossdock links remove warehouse:acc-2 --abandon-open" }
  ])
)

export const links = Command.make("links").pipe(
  Command.withDescription("List, add and remove links between an ERP and a warehouse"),
  Command.withSubcommands([list, add, remove]),
  Command.withGlobalFlags([admin, token])
)

export const texts = { list: listText }
