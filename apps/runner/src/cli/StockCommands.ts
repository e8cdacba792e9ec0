/**
 * `stock`: shows one SKU, what shops did not take of the stock that the order desk publishes, and where warehouses and books differ.
 */
import { Decimal } from "@crossdock/core"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { MovementPage, NeededStockList, RefusedStockPage, ReservationList, StockDriftPage, StockPage, ToldStockPage } from "@crossdock/admin-api"
import { ask } from "./AdminClient.ts"
import { connection, connectionFor, movementTable, stockTable, warehouse } from "./BookCommands.ts"
import { admin, after, given as member, instantGiven, limit, since, token, until } from "./Flags.ts"
import { answer, lines, more, plain, section, table, time } from "./Output.ts"

const link = Flag.String("link").pipe(Flag.withDescription("Only this link, by its scope or id"), Flag.withMetavar("scope"), Flag.optional)

const driftTable = (items: typeof StockDriftPage.Type["items"]): string =>
  items.length === 0 ? "" : table(
    ["sku", "warehouse", "books", "theirs", "of", "since", "checked", "link", "orders that lack pieces"],
    items.map((one) => [one.sku, one.warehouse, Decimal.toText(one.books), Decimal.toText(one.theirs), one.figure, time(one.since), time(one.checkedAt), one.link, one.lacking.map(({ number, pieces }) => `${number} (${pieces})`).join(", ")])
  )

const driftText = ({ items, next }: typeof StockDriftPage.Type): string =>
  items.length === 0 ? "no difference between the warehouses and the books" : lines(driftTable(items), more(next))

const drift = Command.make("drift", { link, limit, after }, (flags) =>
  Effect.flatMap(
    ask((client) => client.stock.drift({ query: { limit: flags.limit, ...member("link", flags.link), ...member("after", flags.after) } })),
    (found) => answer(StockDriftPage, found, driftText)
  )).pipe(
    Command.withDescription(
      "List SKUs of which a warehouse and the books have different numbers: of all pieces in the building, or of those that\n" +
        "  are free for new orders if the warehouse does not tell the other. A difference that is new may be news under way.\n" +
        "  Orders that the desk has placed there, and that the warehouse cannot ship with what it has, are named."
    ),
    Command.withShortDescription("List where warehouses and books differ"),
    Command.withExamples([{ command: "crossdock stock drift" }, { command: "crossdock stock drift --link warehouse:north --json" }])
  )

const refusedTable = (items: typeof RefusedStockPage.Type["items"]): string =>
  items.length === 0 ? "" : table(
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
  )

const refusedText = ({ items, next }: typeof RefusedStockPage.Type): string =>
  items.length === 0 ? "the shops took all stock that they were told" : lines(refusedTable(items), more(next))

const refused = Command.make("refused", { link, limit, after }, (flags) =>
  Effect.flatMap(
    ask((client) => client.stock.refused({ query: { limit: flags.limit, ...member("link", flags.link), ...member("after", flags.after) } })),
    (found) => answer(RefusedStockPage, found, refusedText)
  )).pipe(
    Command.withDescription("List articles whose stock a shop did not take, with the reason"),
    Command.withExamples([{ command: "crossdock stock refused" }])
  )

/** The most rows of each list of one SKU. `books log` pages through more movements. */
const most = 1000

const Shown = Schema.Struct({
  sku: Schema.String,
  connection: Schema.String,
  stock: StockPage.fields.items,
  movements: MovementPage.fields.items,
  hasMoreMovements: Schema.Boolean,
  drift: StockDriftPage.fields.items,
  reserved: ReservationList.fields.items,
  needed: NeededStockList.fields.items,
  told: ToldStockPage.fields.items,
  refused: RefusedStockPage.fields.items
})

const reservedTable = (items: typeof ReservationList.Type["items"]): string =>
  items.length === 0 ? "" : table(
    ["order of the shop", "at the warehouse", "pieces", "warehouse", "state", "since", "shop"],
    items.map((one) => [one.shopOrder, one.number, one.pieces, one.warehouse, one.state, time(one.since), one.shop])
  )

const neededTable = (items: typeof NeededStockList.Type["items"]): string =>
  items.length === 0 ? "" : table(
    ["order of the shop", "pieces", "state", "cause", "since", "shop", "warehouses"],
    items.map((one) => [one.shopOrder, one.pieces, one.state, one.cause, time(one.since), one.shop, one.warehouses.join(", ")])
  )

const toldTable = (items: typeof ToldStockPage.Type["items"]): string =>
  items.length === 0 ? "" : table(
    ["product", "variant", "stock", "time", "shop"],
    items.map((one) => [one.productId, one.variantId, one.taken.map(({ available, location }) => `${location} ${Decimal.toText(available)}`).join(", "), time(one.at), one.link])
  )

const shownText = (one: typeof Shown.Type): string =>
  lines(
    `${plain(one.sku)} in ${plain(one.connection)}`,
    section("stock", stockTable(one.stock) || "none"),
    section("moved", movementTable(one.movements) || "nothing in this time; --since goes further back"),
    one.hasMoreMovements ? `  there are more: crossdock books log --connection ${plain(one.connection)} --sku ${plain(one.sku)}` : undefined,
    section("reserved for orders of shops", reservedTable(one.reserved)),
    section("needed by orders that are not placed", neededTable(one.needed)),
    section("taken by shops", toldTable(one.told)),
    section("differs at warehouses", driftTable(one.drift)),
    section("not taken by shops", refusedTable(one.refused))
  )

const show = Command.make("show", {
  sku: Argument.String("sku").pipe(Argument.withDescription("The SKU, as the books name it")),
  connection,
  warehouse,
  since,
  until
}, Effect.fnUntraced(function*(flags) {
  const times = { since: yield* instantGiven("since", flags.since), until: yield* instantGiven("until", flags.until) }
  const id = yield* connectionFor(flags.connection, "listStockMovements")
  const where = { sku: flags.sku, ...member("warehouse", flags.warehouse), limit: most }
  const { sku } = flags
  const stock = yield* ask((client) => client.books.stock({ params: { id }, query: { ...where, withCombinations: true } }))
  const moved = yield* ask((client) =>
    client.books.movements({ params: { id }, query: { ...where, ...member("since", times.since), ...member("until", times.until) } }))
  const differs = yield* ask((client) => client.stock.drift({ query: { sku, limit: most } }))
  const reserved = yield* ask((client) => client.stock.reserved({ query: { sku, limit: most } }))
  const needed = yield* ask((client) => client.stock.needed({ query: { sku, limit: most } }))
  const told = yield* ask((client) => client.stock.told({ query: { sku, limit: most } }))
  const notTaken = yield* ask((client) => client.stock.refused({ query: { sku, limit: most } }))
  const shown = {
    sku,
    connection: id,
    stock: stock.items,
    movements: moved.items,
    hasMoreMovements: moved.next !== undefined,
    drift: differs.items,
    reserved: reserved.items,
    needed: needed.items,
    told: told.items,
    refused: notTaken.items
  }
  yield* answer(Shown, shown, shownText)
})).pipe(
  Command.withDescription(
    "Show one SKU: its stock in each warehouse as the books know it, who moved it and by which document, of the last 7 days\n" +
      "  unless --since says otherwise, for which orders it is reserved, which orders need it that are not placed yet, what shops\n" +
      "  were told and did not take, and where a warehouse has another number and since when.\n" +
      "  Books that list no stock of all warehouses at once need --warehouse."
  ),
  Command.withShortDescription("Show the stock of one SKU, who moved it, and what differs"),
  Command.withExamples([{ command: "crossdock stock show SKU-1001" }, { command: "crossdock stock show SKU-1001 --since 30d --json" }])
)

export const stock = Command.make("stock").pipe(
  Command.withDescription("Show the stock of one SKU, what shops did not take of the stock that is published, and where warehouses and books differ."),
  Command.withShortDescription("Show one SKU, refused stock, and where warehouses and books differ"),
  Command.withSubcommands([show, drift, refused]),
  Command.withGlobalFlags([admin, token])
)
