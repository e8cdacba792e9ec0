/**
 * `books`: enters what no message creates into the books of an ERP, and shows their stock and movements.
 */
import { Decimal } from "@crossdock/core"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { EnteredRecords, MovementPage, NumbersGivenBack, RecordsToEnter, StockPage } from "@crossdock/admin-api"
import { ask, taken } from "./AdminClient.ts"
import { usage } from "./CommandErrors.ts"
import { admin, after, given as member, instantGiven, limit, since, token, until } from "./Flags.ts"
import * as Input from "./Input.ts"
import { answer, lines, more, table, time } from "./Output.ts"

export const connection = Flag.String("connection").pipe(
  Flag.withDescription("Connection of the ERP (default: the only one that can do this, or whose books are kept here)"),
  Flag.withMetavar("id"),
  Flag.optional
)
export const warehouse = Flag.String("warehouse").pipe(Flag.withDescription("Only this warehouse, by its name in the ERP"), Flag.withMetavar("name"), Flag.optional)
const sku = Flag.String("sku").pipe(Flag.withDescription("Only this SKU"), Flag.optional)
const yes = (name: string, description: string) => Flag.Boolean(name).pipe(Flag.withoutNegation, Flag.withDescription(description), Flag.withDefault(false))

const entering = "enterRecords"

/** The connection that was named, or the only one that offers an operation. Of several, the one whose books are kept here. */
export const connectionFor = Effect.fnUntraced(function*(named: Option.Option<string>, operation: string) {
  if (Option.isSome(named)) return named.value
  const { items } = yield* ask((client) => client.connections.list())
  const able = items.filter(({ offers }) => offers.includes(operation))
  const kept = able.filter(({ offers }) => offers.includes(entering))
  const [only, ...others] = (kept.length === 1 ? kept : able).map(({ id }) => id)
  if (only === undefined) return yield* usage(`no connection offers ${operation}; add one of an ERP that does, such as erp-ledger`)
  return others.length === 0 ? only : yield* usage(`several connections offer ${operation}; choose one with --connection: ${[only, ...others].join(", ")}`)
})

/** JSON begins with a bracket or a brace; anything else is CSV. A list in JSON is the list of records. */
const recordsIn = Effect.fnUntraced(function*(file: string) {
  const source = file === "-" || file.startsWith("@") ? file : `@${file}`
  const text = yield* Input.read(source)
  if (!/^\ufeff?\s*[[{]/.test(text)) return { csv: text }
  const json = yield* Input.parsed(text, file === "-" ? "stdin" : `the file ${file.replace(/^@/, "")}`)
  return yield* taken(RecordsToEnter, Array.isArray(json) ? { records: json } : json)
})

const enter = Command.make("enter", {
  connection,
  file: Flag.String("file").pipe(Flag.withDescription("A JSON or CSV file, or - for stdin"), Flag.withMetavar("file"))
}, Effect.fnUntraced(function*(flags) {
  const payload = yield* recordsIn(flags.file)
  const id = yield* connectionFor(flags.connection, entering)
  const found = yield* ask((client) => client.books.enter({ params: { id }, payload }))
  yield* answer(EnteredRecords, found, ({ entered, repeated }) =>
    `${entered} ${entered === 1 ? "record" : "records"} entered into ${id}${repeated === 0 ? "" : `; ${repeated} had been entered before`}`)
})).pipe(
  Command.withDescription(
    "Enter records that no message creates: product, combination, warehouseGroup, exchangeRate, marketplaceStock,\n" +
      "  stockCorrection, assembly, split, transferShipped and transferReceived. The file is a JSON list of records, each with\n" +
      "  its kind, or CSV with a column kind and a column for each member. All records are entered, or none: a wrong one is\n" +
      "  named with its place. Entering the same file again changes nothing, because what books something has an id or a number."
  ),
  Command.withShortDescription("Enter records from a file"),
  Command.withExamples([
    { command: "crossdock books enter --connection books --file records.json" },
    { command: "printf 'kind,currency,rate\\nexchangeRate,USD,7.12\\n' | crossdock books enter --file -" }
  ])
)

export const figure = (value: Decimal.Decimal | undefined): string | undefined => value === undefined ? undefined : Decimal.toText(value)

export const stockTable = (items: typeof StockPage.Type["items"]): string =>
  items.length === 0 ? "" : table(
    ["sku", "warehouse", "total", "available", "reserved", "unavailable", "in transit", "cost", "currency"],
    items.map((one) => [
      one.sku,
      one.warehouseName,
      ...[one.total, one.available, one.reserved, one.unavailable, one.inTransit, one.totalCost].map(figure),
      one.currency
    ])
  )

const stockText = ({ items, next, total }: typeof StockPage.Type): string =>
  items.length === 0 ? "no stock that fits; --empty also lists SKUs without stock" : lines(
    stockTable(items),
    total === undefined || total === items.length ? undefined : `\n${items.length} of ${total}`,
    more(next)
  )

const stock = Command.make("stock", {
  connection,
  warehouse,
  sku,
  empty: yes("empty", "Also SKUs of which there is nothing"),
  combinations: yes("combinations", "Also products that consist of others"),
  costs: yes("costs", "With the cost of the stock"),
  limit,
  after
}, Effect.fnUntraced(function*(flags) {
  const id = yield* connectionFor(flags.connection, "listStockBalances")
  const found = yield* ask((client) =>
    client.books.stock({
      params: { id },
      query: {
        ...member("warehouse", flags.warehouse),
        ...member("sku", flags.sku),
        ...(flags.empty && { withEmpty: true }),
        ...(flags.combinations && { withCombinations: true }),
        ...(flags.costs && { withCosts: true }),
        limit: flags.limit,
        ...member("after", flags.after)
      }
    }))
  yield* answer(StockPage, found, stockText)
})).pipe(
  Command.withDescription("List the stock of each SKU in each warehouse"),
  Command.withExamples([
    { command: "crossdock books stock --sku SKU-1001" },
    { command: "crossdock books stock --connection books --warehouse \"Sandbox One\" --costs" }
  ])
)

export const movementTable = (items: typeof MovementPage.Type["items"]): string =>
  items.length === 0 ? "" : table(
    ["time", "id", "type", "sku", "warehouse", "location", "batch", "change", "after", "transit", "by", "document"],
    items.map((one) => [
      time(one.at),
      one.id,
      one.type,
      one.sku,
      one.warehouseName,
      one.locationCode,
      one.batchNo,
      ...[one.change, one.after, one.inTransitChange].map(figure),
      one.operator,
      one.documentNumber
    ])
  )

const movementsText = ({ items, next }: typeof MovementPage.Type): string =>
  items.length === 0 ? "no movements in this time; --since goes further back" : lines(movementTable(items), more(next))

/** What moved because of an order that has the number as another of its numbers, such as a tracking number. Undefined: there is none. */
const movementsOf = Effect.fnUntraced(function*(number: string | undefined, id: string) {
  if (number === undefined) return undefined
  const found = yield* Effect.option(ask((client) => client.orders.show({ params: { number }, query: {} })))
  const items = Option.match(found, { onNone: () => [], onSome: ({ bookings }) => bookings.filter((one) => one.connection === id) })
  return items.length === 0 ? undefined : { items }
})

const log = Command.make("log", {
  connection,
  warehouse,
  location: Flag.String("location").pipe(Flag.withDescription("Only this storage location"), Flag.withMetavar("code"), Flag.optional),
  sku,
  document: Flag.String("document").pipe(Flag.withDescription("Only movements that this order or document caused, by any number of the order"), Flag.withMetavar("number"), Flag.optional),
  since,
  until,
  limit,
  after
}, Effect.fnUntraced(function*(flags) {
  const times = { since: yield* instantGiven("since", flags.since), until: yield* instantGiven("until", flags.until) }
  const id = yield* connectionFor(flags.connection, "listStockMovements")
  const found = yield* ask((client) =>
    client.books.movements({
      params: { id },
      query: {
        ...member("since", times.since),
        ...member("until", times.until),
        ...member("warehouse", flags.warehouse),
        ...member("location", flags.location),
        ...member("sku", flags.sku),
        ...member("document", flags.document),
        limit: flags.limit,
        ...member("after", flags.after)
      }
    }))
  const byOther = found.items.length > 0 ? undefined : yield* movementsOf(Option.getOrUndefined(flags.document), id)
  yield* answer(MovementPage, byOther ?? found, movementsText)
})).pipe(
  Command.withDescription("List what changed the stock, of the last 7 days unless --since says otherwise"),
  Command.withShortDescription("List what changed the stock"),
  Command.withExamples([
    { command: "crossdock books log --sku SKU-1001 --since 2d" },
    { command: "crossdock books log --connection books --document ASN-7" }
  ])
)

const giveBack = Command.make("give-back", {
  number: Argument.String("number").pipe(Argument.withDescription("The custom number of an order, a transfer or a move of document 3")),
  connection
}, Effect.fnUntraced(function*(given) {
  const id = yield* connectionFor(given.connection, "submitInboundOrder")
  const found = yield* ask((client) => client.books.giveBackNumber({ params: { id }, payload: { number: given.number } }))
  yield* answer(NumbersGivenBack, found, ({ items }) =>
    lines(...items.map(({ kind, link }) => `${given.number} (${kind}) belongs to ${link} no more; the next link that uses it gets it`)))
})).pipe(
  Command.withDescription(
    "Give a custom number of document 3 back, so that another link to the ERP may use it. All links share the numbers, and the\n" +
      "  first that uses one keeps it until its create is refused. A number is not given back while the outcome of a create with\n" +
      "  it is not known. If the ERP still has the number, it refuses the next create."
  ),
  Command.withShortDescription("Give a custom number back, so that another link may use it"),
  Command.withExamples([{ command: "crossdock books give-back C-1001" }, { command: "crossdock books give-back C-1001 --connection books" }])
)

export const books = Command.make("books").pipe(
  Command.withDescription("Enter records into the books of an ERP, and look at their stock and movements."),
  Command.withShortDescription("Enter records into the books of an ERP, and look at them"),
  Command.withSubcommands([enter, stock, log, giveBack]),
  Command.withAlias("ledger"),
  Command.withGlobalFlags([admin, token])
)
