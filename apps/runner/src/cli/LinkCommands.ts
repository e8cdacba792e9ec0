/**
 * `links`: which ERP connection is joined to which warehouse connection, and new ones while the runner runs.
 */
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import { type Link, Link as LinkSchema, LinkList, NewLink } from "../api/Definition.ts"
import { ask, taken } from "./AdminClient.ts"
import { admin, token } from "./Flags.ts"
import * as Input from "./Input.ts"
import { answer, lines, plain, table } from "./Output.ts"

const listText = ({ items }: typeof LinkList.Type): string =>
  items.length === 0
    ? "no links: nothing comes or goes; add one with `crossdock links add`"
    : table(
      ["scope", "doors", "erp", "peer", "prefix", "mapping", "made"],
      items.map((one) => [one.scope, one.doors.join(", "), one.erp, one.peer, one.prefix, one.mapping, one.origin])
    )

const list = Command.make("ls", {}, () =>
  Effect.flatMap(ask((client) => client.links.list({})), (found) => answer(LinkList, found, listText))).pipe(
    Command.withDescription("All links: declared in the composition, or stored while the runner ran"),
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
      "  warehouseSecret, signing (strict, lenient), profile, prefix, mapping (optional, required), also (more entrances).\n" +
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

export const links = Command.make("links").pipe(
  Command.withDescription("Which ERP connection is joined to which warehouse connection, and by which caller"),
  Command.withSubcommands([list, add]),
  Command.withGlobalFlags([admin, token])
)

export const texts = { list: listText }
