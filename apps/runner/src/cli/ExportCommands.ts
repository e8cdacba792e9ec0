/**
 * `export`: prints all orders, movements or differences of stock that match as CSV, page by page, for spreadsheets and other programs.
 */
import { Decimal } from "@crossdock/core"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Console from "effect/Console"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type { MovementPage, Order, StockDrift } from "@crossdock/admin-api"
import { ask, type Client } from "./AdminClient.ts"
import { connection, connectionFor, figure } from "./BookCommands.ts"
import { csvLine, type CsvCell } from "./CsvOutput.ts"
import { admin, given as member, instantGiven, since, token, until } from "./Flags.ts"
import { choice, chosen } from "./OrderCommands.ts"

/** Rows of one request. */
const most = 1000

type Movement = (typeof MovementPage.Type)["items"][number]

interface Page<A> {
  readonly items: ReadonlyArray<A>
  readonly next?: string | undefined
}

/** Prints the header, and then the rows of each page until the last. */
const printed = Effect.fnUntraced(function*<A, E, R>(
  columns: Readonly<Record<string, (row: A) => CsvCell>>,
  read: (after: string | undefined) => Effect.Effect<Page<A>, E, R>
) {
  yield* Console.log(csvLine(Object.keys(columns)))
  let after: string | undefined
  do {
    const page: Page<A> = yield* read(after)
    if (page.items.length > 0) yield* Console.log(page.items.map((row) => csvLine(Object.values(columns).map((cell) => cell(row)))).join("\n"))
    after = page.next
  } while (after !== undefined)
})

const time = (instant: DateTime.Utc | undefined): string | undefined => instant && DateTime.formatIso(instant)

const orderColumns: Readonly<Record<string, (row: Order) => CsvCell>> = {
  number: ({ number }) => number,
  kind: ({ kind }) => kind,
  link: ({ scope }) => scope,
  connection: (row) => row.connection,
  generation: ({ generation }) => generation,
  phase: ({ phase }) => phase,
  status: ({ status }) => status,
  create: ({ intent }) => intent,
  tracking_number: ({ trackingNumber }) => trackingNumber,
  created_at: ({ createdAt }) => time(createdAt),
  updated_at: ({ updatedAt }) => time(updatedAt)
}

const page = (after: string | undefined) => ({ limit: most, ...(after !== undefined && { after }) })

const orders = Command.make("orders", {
  ...choice,
  open: Flag.Boolean("open").pipe(Flag.withoutNegation, Flag.withDescription("Only orders that are not finished"), Flag.withDefault(false))
}, Effect.fnUntraced(function*(given) {
  const query = yield* chosen(given)
  yield* printed(orderColumns, (after) => ask((client: Client) => client.orders.list({ query: { ...query, ...page(after), ...(given.open && { open: true }) } })))
})).pipe(
  Command.withDescription("Print all orders and ASNs that match as CSV, the newest first"),
  Command.withExamples([{ command: "crossdock export orders --since 30d > orders.csv" }, { command: "crossdock export orders --phase failed --kind outbound > failed.csv" }])
)

const movementColumns: Readonly<Record<string, (row: Movement) => CsvCell>> = {
  at: ({ at }) => time(at),
  id: ({ id }) => id,
  type: ({ type }) => type,
  sku: ({ sku }) => sku,
  warehouse: ({ warehouseName }) => warehouseName,
  location: ({ locationCode }) => locationCode,
  batch: ({ batchNo }) => batchNo,
  change: ({ change }) => figure(change),
  after: (row) => figure(row.after),
  in_transit_change: ({ inTransitChange }) => figure(inTransitChange),
  by: ({ operator }) => operator,
  document: ({ documentNumber }) => documentNumber
}

const movements = Command.make("movements", {
  connection,
  since,
  until
}, Effect.fnUntraced(function*(given) {
  const [from, to] = yield* Effect.all([instantGiven("since", given.since), instantGiven("until", given.until)])
  const id = yield* connectionFor(given.connection, "listStockMovements")
  yield* printed(movementColumns, (after) =>
    ask((client: Client) => client.books.movements({ params: { id }, query: { ...member("since", from), ...member("until", to), ...page(after) } })))
})).pipe(
  Command.withDescription("Print what moved in the books of an ERP as CSV"),
  Command.withExamples([{ command: "crossdock export movements --since 30d > movements.csv" }])
)

const driftColumns: Readonly<Record<string, (row: StockDrift) => CsvCell>> = {
  link: (row) => row.link,
  warehouse: ({ warehouse }) => warehouse,
  sku: ({ sku }) => sku,
  figure: (row) => row.figure,
  books: ({ books }) => Decimal.toText(books),
  warehouse_has: ({ theirs }) => Decimal.toText(theirs),
  since: (row) => time(row.since),
  checked_at: ({ checkedAt }) => time(checkedAt),
  reserved: ({ reserved }) => reserved,
  orders_short: ({ lacking }) => lacking.map(({ number }) => number).join(" ")
}

const link = Flag.String("link").pipe(Flag.withDescription("Only this link, by its scope or id"), Flag.withMetavar("scope"), Flag.optional)

const drift = Command.make("drift", { link }, Effect.fnUntraced(function*(given) {
  yield* printed(driftColumns, (after) => ask((client: Client) => client.stock.drift({ query: { ...member("link", given.link), ...page(after) } })))
})).pipe(
  Command.withDescription("Print where warehouses and books have different numbers as CSV"),
  Command.withExamples([{ command: "crossdock export drift > drift.csv" }])
)

export const exporting = Command.make("export").pipe(
  Command.withDescription(
    "Print rows as CSV with a header, all that match, page by page. Times are ISO 8601 in UTC, numbers exact. A cell that a spreadsheet\n" +
      "  would read as a formula has an apostrophe before it."
  ),
  Command.withShortDescription("Print orders, movements or differences of stock as CSV"),
  Command.withSubcommands([orders, movements, drift]),
  Command.withGlobalFlags([admin, token])
)
