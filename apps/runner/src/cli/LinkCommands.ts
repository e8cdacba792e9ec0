/**
 * `links`: lists, adds and removes the links between ERP connections and those of warehouses and shops, and tells how far the orders of
 * a shop were read.
 */
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { type Link, Link as LinkSchema, LinkList, type LinkMisfit, NewLink, ReadingList, RemovedLink } from "@crossdock/admin-api"
import { ask, taken } from "./AdminClient.ts"
import { admin, instantGiven, token } from "./Flags.ts"
import { endSecret, rotate } from "./CallerSecretCommands.ts"
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
        items.map((one) => [one.scope, one.protocols.join(", "), one.erp, one.peer, one.prefix, requiredText(one), one.origin])
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

const addText = ({ protocols, id, peer, scope }: Link): string =>
  lines(
    `${plain(scope)} is stored and in use: requests to ${plain(protocols.join(" or "))} from ${plain(id)} now reach ${plain(peer)}`,
    ...(protocols.includes("warehouse") ? [`to test it: CROSSDOCK_CALL_SECRET_FILE=<file> crossdock call warehouses --access-id ${plain(id)}`] : []),
    ...(protocols.includes("open-api") ? [`to test it: CROSSDOCK_CALL_SECRET_FILE=<file> crossdock call QUERY_ASN_LIST '{}' --open-api --access-id ${plain(id)}`] : [])
  )

const add = Command.make("add", {
  link: Argument.String("link").pipe(Argument.withDescription("A JSON file, - for stdin, or the JSON itself"))
}, Effect.fnUntraced(function*(given) {
  const payload = yield* taken(NewLink, yield* Input.readJson(given.link))
  yield* answer(LinkSchema, yield* ask((client) => client.links.add({ payload })), addText)
})).pipe(
  Command.withDescription(
    "Link an ERP connection (erp) to the connection of a warehouse or a shop (peer) and define its caller: protocol (warehouse,\n" +
      "  gateway or platform), id (its accessId or appKey) and secretKey; gateway callers also have a warehouseKey, and platform\n" +
      "  callers a shop (platform, shopId, onlineShopId, code, webHookHosts, labelHosts). Optional are warehouseSecret, signing (strict, lenient),\n" +
      "  profile, prefix, mapping (\"required\", which is for SKUs, or an object with warehouse, channel and sku), furtherCallers\n" +
      "  (of the same orders), copyTo (further ERP connections that get what erp gets) and warehouseNames (the warehouse code of\n" +
      "  this link for each name that these ERPs use).\n" +
      "  A link with the protocol open-api has no peer: it lets a caller (id is its appId) use the ERP itself. Its scope may limit\n" +
      "  the warehouses and the shops that the caller sees.\n" +
      "  The link is in use at once and after every restart; its secrets are stored encrypted. Keep them in a file of mode 0600\n" +
      "  or pipe them in, because arguments stay in the shell history. If a member is not valid, nothing is changed and all\n" +
      "  problems are listed. Exit code 1: the link was not added."
  ),
  Command.withShortDescription("Link an ERP connection to a warehouse, a shop or a caller"),
  Command.withExamples([
    { command: "crossdock links add link.json" },
    {
      command: "printf '{\"erp\":\"erp\",\"peer\":\"second\",\"protocol\":\"warehouse\",\"id\":\"acc-2\",\"secretKey\":\"%s\"}' \"$KEY\" | crossdock links add -"
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

const readingsText = ({ items }: typeof ReadingList.Type): string =>
  items.length === 0
    ? "nothing of this shop was read yet; an ERP whose plugin takes orders of shops gets what changes from now on"
    : table(
      ["track", "since", "read until", "ends at", "orders stored", "state"],
      items.map(({ isEnded, readUntil, records, since, track, until }) => [
        track,
        DateTime.formatIso(since),
        DateTime.formatIso(readUntil),
        until === undefined ? undefined : DateTime.formatIso(until),
        String(records),
        isEnded ? "done" : "goes on"
      ])
    )

const shopScope = Argument.String("scope").pipe(Argument.withDescription("Scope of a link to a shop, as `crossdock links ls` shows it"))

const readings = Command.make("readings", { scope: shopScope }, ({ scope }) =>
  Effect.flatMap(ask((client) => client.links.readings({ params: { scope } })), (found) => answer(ReadingList, found, readingsText))).pipe(
    Command.withDescription(
      "Show how far the orders of a shop were read: what changes from now on, and the past that somebody asked for with\n" +
        "  `crossdock links backfill`. Exit code 1: there is no link to a shop with this scope."
    ),
    Command.withShortDescription("Show how far the orders of a shop were read"),
    Command.withExamples([{ command: "crossdock links readings platform:acc-1:shopify:7" }])
  )

const backfill = Command.make("backfill", {
  scope: shopScope,
  since: Flag.String("since").pipe(Flag.withDescription("A time (2026-11-20T08:00:00Z) or an age (2h, 30d)"), Flag.withMetavar("when"))
}, Effect.fnUntraced(function*({ scope, since: text }) {
  const since = yield* instantGiven("since", Option.some(text))
  if (since === undefined) return
  const found = yield* ask((client) => client.links.backfill({ params: { scope }, payload: { since } }))
  yield* answer(ReadingList, found, readingsText)
})).pipe(
  Command.withDescription(
    "Read the orders of a shop that changed since a time, and send them to the ERP, beside what changes from now on. It goes on\n" +
      "  in the background, also after a restart; `crossdock links readings` shows how far it is. Orders that are stored already are\n" +
      "  not sent again. It replaces an earlier backfill of the link. Exit code 1: there is no link to a shop with this scope."
  ),
  Command.withShortDescription("Read the past orders of a shop"),
  Command.withExamples([{ command: "crossdock links backfill platform:acc-1:shopify:7 --since 30d" }])
)

export const links = Command.make("links").pipe(
  Command.withDescription("List, add and remove links between an ERP and a warehouse or a shop, change secrets of callers, and read past orders of a shop"),
  Command.withSubcommands([list, add, rotate, endSecret, remove, readings, backfill]),
  Command.withGlobalFlags([admin, token])
)

export const texts = { list: listText }
