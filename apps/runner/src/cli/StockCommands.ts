/**
 * `stock`: shows what shops did not take of the stock that the order desk publishes, and where warehouses and books differ.
 */
import { Decimal } from "@crossdock/core"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import { RefusedStockPage, StockDriftPage } from "../api/Definition.ts"
import { ask } from "./AdminClient.ts"
import { admin, after, given as member, limit, token } from "./Flags.ts"
import { answer, lines, more, table, time } from "./Output.ts"

const link = Flag.String("link").pipe(Flag.withDescription("Only this link, by its scope or id"), Flag.withMetavar("scope"), Flag.optional)

const driftText = ({ items, next }: typeof StockDriftPage.Type): string =>
  items.length === 0 ? "no difference between the warehouses and the books" : lines(
    table(
      ["sku", "warehouse", "books", "theirs", "of", "since", "checked", "link"],
      items.map((one) => [one.sku, one.warehouse, Decimal.toText(one.books), Decimal.toText(one.theirs), one.figure, time(one.since), time(one.checkedAt), one.link])
    ),
    more(next)
  )

const drift = Command.make("drift", { link, limit, after }, (flags) =>
  Effect.flatMap(
    ask((client) => client.stock.drift({ query: { limit: flags.limit, ...member("link", flags.link), ...member("after", flags.after) } })),
    (found) => answer(StockDriftPage, found, driftText)
  )).pipe(
    Command.withDescription(
      "List SKUs of which a warehouse and the books have different numbers: of all pieces in the building, or of those that\n" +
        "  are free for new orders if the warehouse does not tell the other. A difference that is new may be news under way."
    ),
    Command.withShortDescription("List where warehouses and books differ"),
    Command.withExamples([{ command: "crossdock stock drift" }, { command: "crossdock stock drift --link warehouse:north --json" }])
  )

const refusedText = ({ items, next }: typeof RefusedStockPage.Type): string =>
  items.length === 0 ? "the shops took all stock that they were told" : lines(
    table(
      ["sku", "product", "variant", "wanted", "result", "time", "last taken", "link", "reason"],
      items.map((one) => [
        one.sku,
        one.productId,
        one.variantId,
        one.wanted.map(({ available, location }) => `${location} ${Decimal.toText(available)}`).join(", "),
        one.isRefused ? "refused" : "failed",
        time(one.at),
        time(one.confirmedAt),
        one.link,
        one.because
      ])
    ),
    more(next)
  )

const refused = Command.make("refused", { link, limit, after }, (flags) =>
  Effect.flatMap(
    ask((client) => client.stock.refused({ query: { limit: flags.limit, ...member("link", flags.link), ...member("after", flags.after) } })),
    (found) => answer(RefusedStockPage, found, refusedText)
  )).pipe(
    Command.withDescription("List articles whose stock a shop did not take, with the reason"),
    Command.withExamples([{ command: "crossdock stock refused" }])
  )

export const stock = Command.make("stock").pipe(
  Command.withDescription("Show what shops did not take of the stock that is published, and where warehouses and books differ."),
  Command.withShortDescription("Show refused stock, and where warehouses and books differ"),
  Command.withSubcommands([drift, refused]),
  Command.withGlobalFlags([admin, token])
)
