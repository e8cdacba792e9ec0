/**
 * `maps`: what each side of a link calls a warehouse, channel or SKU.
 */
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import { MapChange, MapFill, MapKind, MapRows, UnmatchedList } from "../api/Definition.ts"
import { ask } from "./AdminClient.ts"
import { ProblemShown } from "./CommandErrors.ts"
import { admin, given as member, json, link, token } from "./Flags.ts"
import * as Input from "./Input.ts"
import { answer, lines, plain, table, time } from "./Output.ts"

const kind = Argument.Literals("kind", MapKind.literals)
const anyKind = kind.pipe(Argument.withDescription("Of one kind only"), Argument.optional)
const ours = Argument.String("ours").pipe(Argument.withDescription("What the ERP calls it"))
const theirs = Argument.String("theirs").pipe(Argument.withDescription("What the warehouse calls it"))

const listText = ({ items }: typeof MapRows.Type): string =>
  items.length === 0
    ? "no rows: both sides use the same names, with the prefix of a link before its SKUs"
    : table(["kind", "ours", "theirs", "from", "link"], items.map((one) => [one.kind, one.ours, one.theirs, one.source, one.link]))

const list = Command.make("ls", { kind: anyKind, link }, (given) =>
  Effect.flatMap(
    ask((client) => client.maps.list({ query: { ...member("kind", given.kind), ...member("link", given.link) } })),
    (found) => answer(MapRows, found, listText)
  )).pipe(
    Command.withDescription(
      "The rows of a link. A name without a row is the same on both sides, but a SKU of a link with a prefix, which begins\n" +
        "  with it at the warehouse; where the link requires a row, orders with the name wait"
    ),
    Command.withShortDescription("The rows of a link"),
    Command.withExamples([{ command: "crossdock maps ls" }, { command: "crossdock maps ls sku --link warehouse:sandbox" }])
  )

const released = (count: number): string => count === 0 ? "" : `; ${count} held orders go on`

const changeText = (did: string) => ({ link: scope, notes, released: count, rows }: typeof MapChange.Type): string =>
  lines(`${rows} ${rows === 1 ? "row" : "rows"} ${did} for ${plain(scope)}${released(count)}`, ...notes.map((note) => `note: ${plain(note)}`))

const set = Command.make("set", { kind: kind.pipe(Argument.withDescription("What is named")), ours, theirs, link }, (given) =>
  Effect.flatMap(
    ask((client) => client.maps.set({ payload: { kind: given.kind, ours: given.ours, theirs: given.theirs, ...member("link", given.link) } })),
    (found) => answer(MapChange, found, changeText("written"))
  )).pipe(
    Command.withDescription("Write one row; orders that waited for the name go on"),
    Command.withExamples([
      { command: "crossdock maps set sku MUG-BLUE SKU-1001" },
      { command: "crossdock maps set channel DHL SBX-EXP --link warehouse:sandbox" }
    ])
  )

const remove = Command.make("rm", { kind: kind.pipe(Argument.withDescription("What is named")), ours, link }, Effect.fnUntraced(function*(given) {
  const found = yield* ask((client) => client.maps.remove({ query: { kind: given.kind, ours: given.ours, ...member("link", given.link) } }))
  yield* answer(MapChange, found, (value) => value.rows === 0 ? `there is no such row for ${plain(value.link)}` : changeText("removed")(value))
  if (found.rows === 0) return yield* Effect.fail(new ProblemShown())
})).pipe(
  Command.withDescription("Remove one row. Exit code 1: there is none"),
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
    "Write rows from CSV with the columns kind, ours and theirs under a header. All rows are checked first; with one that\n" +
      "  does not fit nothing is written, and every problem is told with its line."
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
  kind: Argument.Literals("kind", ["warehouse", "channel", "sku"]).pipe(Argument.withDescription("Which list of the warehouse")),
  link
}, (given) =>
  Effect.flatMap(
    ask((client) => client.maps.fillFromPeer({ payload: { kind: given.kind, ...member("link", given.link) } })),
    (found) =>
      answer(MapFill, found, (value) =>
        `${value.found} names listed: ${value.added} rows written, ${value.kept} held already${value.others === 0 ? "" : `, ${value.others} of other links`}${released(value.released)}`)
  )).pipe(
    Command.withDescription(
      "Write a row for each name that the warehouse lists and no row has, the same on both sides: what a link with required\n" +
        "  mapping needs. No row is overwritten."
    ),
    Command.withShortDescription("Write rows from the warehouse's own lists"),
    Command.withExamples([{ command: "crossdock maps fill sku" }, { command: "crossdock maps fill warehouse --link warehouse:sandbox" }])
  )

const unmatchedText = ({ items, notes }: typeof UnmatchedList.Type): string =>
  lines(
    items.length === 0 ? "every name that was asked for has a row, or needs none" : table(
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
    ...notes.map((note) => `no suggestions: ${plain(note)}`),
    items[0] === undefined ? undefined : `\nadd a row: crossdock maps set ${items[0].kind} ${items[0].side === "erp" ? `${plain(items[0].name)} <theirs>` : `<ours> ${plain(items[0].name)}`}`
  )

const unmatched = Command.make("unmatched", { link }, Effect.fnUntraced(function*(given) {
  const found = yield* ask((client) => client.maps.unmatched({ query: member("link", given.link) }))
  yield* answer(UnmatchedList, found, unmatchedText)
})).pipe(
  Command.withDescription("Names without a row: those that an ERP used on a link that requires one (orders with them wait), and those of stock\n" +
      "  that the warehouse has and no link of its connection knows (syncInventory leaves it out)"),
  Command.withExamples([{ command: "crossdock maps unmatched" }])
)

export const maps = Command.make("maps").pipe(
  Command.withDescription("What each side of a link calls a warehouse, channel or SKU"),
  Command.withSubcommands([list, set, remove, importing, exporting, fill, unmatched]),
  Command.withGlobalFlags([admin, token])
)

export const texts = { list: listText, unmatched: unmatchedText }
