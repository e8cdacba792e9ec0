/**
 * `search`: finds whatever has a number or an id, by that or by its beginning.
 */
import type { SearchHit } from "@crossdock/admin-api"
import { SearchHits } from "@crossdock/admin-api"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import { ask } from "./AdminClient.ts"
import { admin, token } from "./Flags.ts"
import { answer, lines, table, time } from "./Output.ts"

/** The command that shows a hit. */
const showOf = ({ id, kind, record, scope }: SearchHit): string => {
  switch (kind) {
    case "delivery":
      return `deliveries show ${id}`
    case "call":
      return `calls show ${id}`
    case "connection":
      return `connections show ${id}`
    case "link":
      return "links ls"
    case "sku":
      return `stock needed ${id}`
    default:
      return `orders show ${id} --kind ${record ?? ""} --link ${scope ?? ""}`
  }
}

const hitsText = ({ isMore, items }: typeof SearchHits.Type): string =>
  items.length === 0 ? "nothing has this number or id, and nothing begins with it" : lines(
    table(
      ["what", "found", "as", "state", "since", "show it"],
      items.map((one) => [one.kind, one.label, one.isExact ? one.matchedBy : `${one.matchedBy}, which begins with it`, one.state, one.at && time(one.at), showOf(one)])
    ),
    isMore ? "there is more; write more of the number" : undefined
  )

export const search = Command.make("search", { text: Argument.String("text").pipe(Argument.withDescription("A number or an id, or the first characters of one")) }, ({ text }) =>
  Effect.flatMap(ask((client) => client.search.find({ query: { q: text } })), (found) => answer(SearchHits, found, hitsText))).pipe(
    Command.withDescription(
      "Find orders and ASNs by any of their numbers, parcels, messages, calls, SKUs, connections and links. The beginning of a\n" +
        "  number is enough, from 3 characters on."
    ),
    Command.withShortDescription("Find whatever has a number or an id"),
    Command.withExamples([{ command: "crossdock search BM-10482" }, { command: "crossdock search 1Z999AA1", description: "A parcel, by the beginning of its number" }]),
    Command.withGlobalFlags([admin, token])
  )
