/**
 * `maps`: manages the mapping of a link, which translates the ERP's names of warehouses, channels and SKUs into the
 * warehouse's.
 */
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import { MapChange, MapFill, MapKind, MapRows, UnmatchedList } from "@crossdock/admin-api"
import { ask } from "./AdminClient.ts"
import { ProblemShown } from "./CommandErrors.ts"
import { admin, after, given as member, json, limit, link, token } from "./Flags.ts"
import * as Input from "./Input.ts"
import { answer, lines, more, plain, table, time } from "./Output.ts"

const kind = Argument.Literals("kind", MapKind.literals)
const anyKind = kind.pipe(Argument.withDescription("Only rows of this kind"), Argument.optional)
const ours = Argument.String("ours").pipe(Argument.withDescription("What the ERP calls it"))
const theirs = Argument.String("theirs").pipe(Argument.withDescription("What the warehouse calls it"))

const listText = ({ items, next }: typeof MapRows.Type): string =>
  items.length === 0
    ? "no mapping rows: both sides use the same names; a link with a prefix adds it to its SKUs"
    : lines(table(["kind", "ours", "theirs", "from", "link"], items.map((one) => [one.kind, one.ours, one.theirs, one.source, one.link])), more(next))

const part = Flag.String("has").pipe(Flag.withDescription("Only rows of which one of the names has this text"), Flag.withMetavar("text"), Flag.optional)

const list = Command.make("ls", { kind: anyKind, link, part, limit, after }, (given) =>
  Effect.flatMap(
    ask((client) => client.maps.list({ query: { limit: given.limit, ...member("kind", given.kind), ...member("link", given.link), ...member("q", given.part), ...member("after", given.after) } })),
    (found) => answer(MapRows, found, listText)
  )).pipe(
    Command.withDescription(
      "List the mapping rows of a link. A name without a row is the same on both sides, except for a SKU on a link with a\n" +
        "  prefix, which gets the prefix at the warehouse. If the link requires a row, orders with an unmapped name wait"
    ),
    Command.withShortDescription("List the mapping rows of a link"),
    Command.withExamples([{ command: "crossdock maps ls" }, { command: "crossdock maps ls sku --link warehouse:sandbox --has MUG" }])
  )

const released = (count: number): string => count === 0 ? "" : `; ${count} held orders continue`

const changeText = (did: string) => ({ link: scope, notes, released: count, rows }: typeof MapChange.Type): string =>
  lines(`${rows} ${rows === 1 ? "row" : "rows"} ${did} for ${plain(scope)}${released(count)}`, ...notes.map((note) => `note: ${plain(note)}`))

const set = Command.make("set", { kind: kind.pipe(Argument.withDescription("Kind of the name")), ours, theirs, link }, (given) =>
  Effect.flatMap(
    ask((client) => client.maps.set({ payload: { kind: given.kind, ours: given.ours, theirs: given.theirs, ...member("link", given.link) } })),
    (found) => answer(MapChange, found, changeText("written"))
  )).pipe(
    Command.withDescription("Write one row; orders that waited for the name continue"),
    Command.withExamples([
      { command: "crossdock maps set sku MUG-BLUE SKU-1001" },
      { command: "crossdock maps set channel DHL SBX-EXP --link warehouse:sandbox" }
    ])
  )

const remove = Command.make("rm", { kind: kind.pipe(Argument.withDescription("Kind of the name")), ours, link }, Effect.fnUntraced(function*(given) {
  const found = yield* ask((client) => client.maps.remove({ query: { kind: given.kind, ours: given.ours, ...member("link", given.link) } }))
  yield* answer(MapChange, found, (value) => value.rows === 0 ? `${plain(value.link)} has no such row` : changeText("removed")(value))
  if (found.rows === 0) return yield* Effect.fail(new ProblemShown())
})).pipe(
  Command.withDescription("Remove one row. Exit code 1: there is no such row"),
  Command.withExamples([{ command: "crossdock maps rm sku MUG-BLUE" }])
)

const importing = Command.make("import", {
  file: Argument.String("file").pipe(Argument.withDescription("A CSV file, or - for stdin")),
  link
}, Effect.fnUntraced(function*(given) {
  const csv = yield* Input.read(given.file === "-" || given.file.startsWith("@") ? given.file : `@${given.file}`)
  const found = yield* ask((client) => client.maps.import({ payload: { csv, ...member("link", given.link) } }))
  yield* answer(MapChange, found, changeText("written"))
})).pipe(
  Command.withDescription(
    "Write rows from CSV with a header and the columns kind, ours and theirs. All rows are checked first: if one is not\n" +
      "  valid, nothing is written and every problem is listed with its line."
  ),
  Command.withShortDescription("Write rows from CSV"),
  Command.withExamples([
    { command: "crossdock maps import skus.csv" },
    { command: "printf 'kind,ours,theirs\\nsku,MUG-BLUE,SKU-1001\\n' | crossdock maps import -" }
  ])
)

const exporting = Command.make("export", { kind: anyKind, link }, Effect.fnUntraced(function*(given) {
  const csv = yield* ask((client) => client.maps.export({ query: { ...member("kind", given.kind), ...member("link", given.link) } }))
  const isJson = yield* json
  yield* Console.log(isJson ? JSON.stringify({ csv }) : csv.replace(/\r\n$/, ""))
})).pipe(
  Command.withDescription("Print the rows of a link as CSV; `maps import` reads it back"),
  Command.withExamples([{ command: "crossdock maps export > maps.csv" }, { command: "crossdock maps export sku" }])
)

const fill = Command.make("fill", {
  kind: Argument.Literals("kind", ["warehouse", "channel", "sku"]).pipe(Argument.withDescription("Which list of the warehouse to read")),
  link
}, (given) =>
  Effect.flatMap(
    ask((client) => client.maps.fillFromPeer({ payload: { kind: given.kind, ...member("link", given.link) } })),
    (found) =>
      answer(MapFill, found, (value) =>
        `${value.found} names listed: ${value.added} rows written, ${value.kept} had a row already${value.others === 0 ? "" : `, ${value.others} belong to other links`}${released(value.released)}`)
  )).pipe(
    Command.withDescription(
      "Write a row for each name that the warehouse lists and that has no row, with the same name on both sides. A link that\n" +
        "  requires a mapping can be started this way. Existing rows are not overwritten."
    ),
    Command.withShortDescription("Write rows from the names that the warehouse lists"),
    Command.withExamples([{ command: "crossdock maps fill sku" }, { command: "crossdock maps fill warehouse --link warehouse:sandbox" }])
  )

const unmatchedText = ({ items, next, notes }: typeof UnmatchedList.Type): string =>
  lines(
    items.length === 0 ? "every name in use has a mapping row or needs none" : table(
      ["kind", "name", "of", "times", "last", "similar at the warehouse", "link"],
      items.map((one) => [
        one.kind,
        one.name,
        one.side,
        one.times,
        time(one.lastAt),
        one.suggestions.map(({ similarity, theirs: name }) => `${name} (${Math.round(similarity * 100)} %)`).join(", "),
        one.link
      ])
    ),
    more(next),
    ...notes.map((note) => `no suggestions: ${plain(note)}`),
    items[0] === undefined ? undefined : `\nto add a row: crossdock maps set ${items[0].kind} ${items[0].side === "erp" ? `${plain(items[0].name)} <theirs>` : `<ours> ${plain(items[0].name)}`}`
  )

const unmatched = Command.make("unmatched", { link, limit, after }, Effect.fnUntraced(function*(given) {
  const found = yield* ask((client) => client.maps.unmatched({ query: { limit: given.limit, ...member("link", given.link), ...member("after", given.after) } }))
  yield* answer(UnmatchedList, found, unmatchedText)
})).pipe(
  Command.withDescription("List names without a row: those that an ERP used on a link that requires one (their orders wait), and those in the\n" +
      "  warehouse's stock that no link of its connection maps (syncInventory leaves them out)"),
  Command.withExamples([{ command: "crossdock maps unmatched" }])
)

export const maps = Command.make("maps").pipe(
  Command.withDescription("The mapping between the ERP's and the warehouse's names of warehouses, channels and SKUs"),
  Command.withSubcommands([list, set, remove, importing, exporting, fill, unmatched]),
  Command.withGlobalFlags([admin, token])
)

export const texts = { list: listText, unmatched: unmatchedText }
