/**
 * Wrong versions of the generated warehouse plugin, each with the laws that it breaks.
 */
import type { Edit, Wrong } from "./Plugins.ts"

const create = "src/operations/CreateOutboundOrder.ts"
const query = "src/operations/GetOutboundOrders.ts"
const cancel = "src/operations/CancelOutboundOrder.ts"
const stock = "src/operations/ListStock.ts"
const statuses = "src/Statuses.ts"
const faults = "src/Faults.ts"

const created = (...laws: ReadonlyArray<string>) => laws.map((law) => `createOutboundOrder/${law}`)
const found = (...laws: ReadonlyArray<string>) => laws.map((law) => `getOutboundOrders/${law}`)
const cancelled = (...laws: ReadonlyArray<string>) => laws.map((law) => `cancelOutboundOrder/${law}`)
const listed = (...laws: ReadonlyArray<string>) => laws.map((law) => `listStock/${law}`)

const dateTime = (file: string): Edit => [file, "import * as Effect from", "import * as DateTime from \"effect/DateTime\"\nimport * as Effect from"]
const items = "items: lines.map(({ name, price, quantity, sku })"
const send = "    const { id } = yield* create({ body: toWire(order, yield* WholePieces.fromLines(order.lines)) })\n"

/** Of one order each. */
const creating: ReadonlyArray<Wrong> = [
  { message: "says that answers tell the cost of a call, which they do not", edits: [["src/Adapter.ts", "limits: { ", "limits: { rateInAnswers: { cost: { pointer: \"/cost\" } }, "]], breaks: ["plugin/rates"] },
  { message: "drops the second line of the address", edits: [[create, "    ...(receiver.address2 && { street2: Redacted.value(receiver.address2) }),\n", ""]], breaks: created("receiver-told", "passes-on", "each-write") },
  { message: "drops the amount to collect", edits: [[create, "  ...(order.cashOnDelivery && { collect: order.cashOnDelivery }),\n", ""]], breaks: created("cash-on-delivery") },
  { message: "collects the freight of each order", edits: [[create, "{ collect: order.cashOnDelivery }),", "{ collect: order.cashOnDelivery }),\n  ...(!order.cashOnDelivery && order.freight && { collect: order.freight }),"]], breaks: created("nothing-to-collect", "each-write") },
  { message: "drops the price of lines", edits: [[create, "...(price && { price })", ""]], breaks: created("money", "passes-on", "each-write") },
  { message: "tells the time of the order an hour off", edits: [dateTime(create), [create, "{ orderedAt: order.orderedAt })", "{ orderedAt: DateTime.add(order.orderedAt, { hours: 1 }) })"]], breaks: created("moments") },
  { message: "sends every order by one service", edits: [[create, "{ service: order.channelCode })", "{ service: \"STD\" })"]], breaks: created("unknown-channel") },
  { message: "sends every order to one warehouse", edits: [[create, "warehouse: order.warehouseCode", "warehouse: \"WH-1\""]], breaks: created("unknown-warehouse") },
  { message: "sends an order with its own label as any other", edits: [[create, "order.packageType === \"OWN_PACKAGE\"", "order.packageType === (\"NEVER\" as string)"]], breaks: created("self-shipped") },
  {
    message: "rounds fractions up",
    edits: [[create, "yield* WholePieces.fromLines(order.lines)", "order.lines.map((line) => ({ ...line, quantity: Math.ceil(Quantity.toNumber(line.quantity) ?? 1) })) as never"], [create, "Money, type", "Money, Quantity, type"]],
    breaks: created("fractions")
  },
  { message: "sends forty lines of an order", edits: [[create, items, items.replace("lines.map", "lines.slice(0, 40).map")]], breaks: created("most-lines", "most-goods") },
  { message: "sends the lines in another order", edits: [[create, items, items.replace("lines.map", "[...lines].reverse().map")]], breaks: created("lines-in-order", "each-write") },
  {
    message: "merges lines with the same SKU",
    edits: [[create, items, "items: lines.filter(({ sku }, at) => lines.findIndex((line) => line.sku === sku) === at).map(({ name, price, quantity, sku })"]],
    breaks: created("lines-told", "lines-in-order", "most-lines")
  },
  { message: "takes the shop's number for a figure", edits: [[create, "{ shopReference: order.onlineOrderId })", "{ shopReference: /^\\d+$/.test(order.onlineOrderId) ? String(Number(order.onlineOrderId)) : order.onlineOrderId })"]], breaks: created("numbers-told") },
  { message: "takes the warehouse's number for a figure", edits: [[create, "warehouseOrderNumber: id", "warehouseOrderNumber: String(BigInt(Number(id)))"]], breaks: created("number") },
  { message: "cuts the name of the goods", edits: [[create, "...(name !== undefined && { name })", "...(name !== undefined && { name: name.slice(0, 20) })"]], breaks: created("text") },
  { message: "takes an order that exists for a refusal", edits: [[faults, "\"order-exists\": \"Duplicate\"", "\"order-exists\": \"Rejected\""]], breaks: created("twice", "duplicate") },
  { message: "does not list the refusal of a service", edits: [[faults, ",\n  \"service-unknown\": \"Rejected\"", ""]], breaks: created("unknown-channel") },
  { message: "does not list the refusal of a warehouse", edits: [[faults, "  \"warehouse-unknown\": \"Rejected\",\n", ""]], breaks: created("unknown-warehouse") },
  { message: "takes the refusal of goods for an order that exists", edits: [[faults, "\"item-unknown\": \"Rejected\"", "\"item-unknown\": \"Duplicate\""]], breaks: created("refused") },
  {
    message: "keeps the order that it works on in a variable for all calls",
    edits: [
      [create, "  return Effect.fnUntraced(function*(order) {\n", `  const look = call({ route: "GET /orders", response: Schema.Struct({}) })
  let current: OutboundOrder.OutboundOrder
  return Effect.fnUntraced(function*(order) {
    current = order
    yield* Effect.ignore(look({ query: { reference: [order.orderNumber] } }))
`],
      [create, "toWire(order, yield* WholePieces.fromLines(order.lines))", "toWire(current, yield* WholePieces.fromLines(current.lines))"]
    ],
    breaks: [...created("at-one-time"), ...found("all-found")]
  },
  { message: "answers a repeat from memory", edits: [
    [create, "  return Effect.fnUntraced(function*(order) {\n", "  const made = new Map<string, string>()\n  return Effect.fnUntraced(function*(order) {\n    const before = made.get(order.orderNumber)\n    if (before !== undefined) return { warehouseOrderNumber: before }\n"],
    [create, send, `${send}    made.set(order.orderNumber, id)\n`]
  ], breaks: created("again-after-cancel") },
  { message: "logs the receiver's phone", edits: [[create, send, `    yield* Effect.logInfo(Redacted.value(order.receiver.phone!))\n${send}`]], breaks: ["plugin/personal-data"] }
]

const telling: ReadonlyArray<Wrong> = [
  { message: "drops orders that it cannot read", edits: [[query, ", ...invalid.flatMap(unreadable)", ""]], breaks: found("bad-record") },
  { message: "asks for the first ten orders alone", edits: [[query, "reference: asked.map(", "reference: asked.slice(0, 10).map("]], breaks: found("all-found") },
  { message: "tells the time of shipment an hour off", edits: [dateTime(query), [query, "...(order.shippedAt && { shippedAt: order.shippedAt })", "...(order.shippedAt && { shippedAt: DateTime.add(order.shippedAt, { hours: 1 }) })"]], breaks: found("shipped-at") },
  { message: "takes a tracking number for a figure", edits: [[query, "{ trackingNumber: order.tracking })", "{ trackingNumber: String(Number(order.tracking)) })"]], breaks: found("shipped", "delivered", "parcels") },
  { message: "drops the carrier", edits: [[query, "  ...(order.carrier !== undefined && { carrierName: order.carrier }),\n", ""]], breaks: found("shipped") },
  { message: "drops why an order failed", edits: [[query, "{ failedReason: order.reason })", "{})"]], breaks: found("failed") },
  { message: "leaves out the warehouse's word", edits: [[query, "  status: order.state,\n  ...", "  status: \"known\",\n  ..."]], breaks: found("unlisted-word") },
  { message: "drops the parcels", edits: [[query, "{ parcels: order.parcels.map(toParcel) })", "{})"]], breaks: found("parcels") },
  { message: "tells the latest parcel alone", edits: [[query, "order.parcels.map(toParcel)", "order.parcels.slice(-1).map(toParcel)"]], breaks: found("parcels") },
  { message: "tells the number of the first parcel as the latest", edits: [[query, "{ trackingNumber: order.tracking })", "{ trackingNumber: order.parcels[0]?.tracking ?? order.tracking })"]], breaks: found("parcels") },
  { message: "tells parcels without their contents", edits: [[query, "  lines: items.map(({ item, quantity }) => ({ sku: item, quantity }))\n", ""]], breaks: found("parcels") },
  { message: "gives every parcel the number of the latest", edits: [[query, "order.parcels.map(toParcel)", "order.parcels.map((parcel) => ({ ...toParcel(parcel), trackingNumber: order.tracking! }))"]], breaks: found("parcels") },
  { message: "tells a cancelled order as failed", edits: [[statuses, "cancelled: \"cancelled\"", "cancelled: \"failed\""]], breaks: found("cancelled", "similar-numbers") },
  { message: "tells a failed order as open", edits: [[statuses, "failed: \"failed\"", "failed: \"open\""]], breaks: found("failed") },
  { message: "tells a delivered order as shipped", edits: [[statuses, "delivered: \"delivered\"", "delivered: \"shipped\""]], breaks: found("delivered") },
  { message: "takes the first parcel for the whole", edits: [[statuses, "\"partly-shipped\": \"open\"", "\"partly-shipped\": \"shipped\""]], breaks: found("part-shipped") },
  { message: "takes a word that it does not know for a failure", edits: [[statuses, "listed[word]! : \"open\"", "listed[word]! : \"failed\""]], breaks: found("unlisted-word") },
  { message: "takes a word of an object for a status", edits: [[statuses, "Object.hasOwn(listed, word) ? listed[word]! : \"open\"", "listed[word] ?? \"open\""]], breaks: found("unlisted-word") },
  {
    message: "fails if it knows none of the orders",
    edits: [[query, "    const { decoded, invalid }", "    if (orders.length === 0) return yield* new AdapterError.Rejected({ fault: { code: \"\", message: \"not found\" } })\n    const { decoded, invalid }"], [query, "import { type Operation", "import { AdapterError, type Operation"]],
    breaks: found("unknown", "similar-numbers")
  }
]

const refusing: ReadonlyArray<Wrong> = [
  { message: "takes every refusal to cancel for a success", edits: [[cancel, "Effect.as(cancel({ body: { reference: orderNumber } }), {})", "Effect.catchTag(Effect.as(cancel({ body: { reference: orderNumber } }), {}), \"Rejected\", () => Effect.succeed({}))"]], breaks: cancelled("shipped", "unknown", "similar-numbers") },
  { message: "reads the first page of stock alone", edits: [[stock, "...(!last && { nextCursor: String(page + 1) })", ""]], breaks: listed("every-page", "cursor-again", "empty-page", "endless-pages", "repeated-page", "moving") },
  { message: "takes an empty page for the end", edits: [[stock, "...(!last && {", "...(!last && items.length > 0 && {"]], breaks: listed("empty-page") },
  { message: "does not look which SKUs are asked for", edits: [[stock, "item: skus, ", ""]], breaks: listed("of-skus", "odd-figures") },
  { message: "tells the stock of another warehouse", edits: [[stock, "warehouse: warehouseCode, ", "warehouse: \"WH-1\", "]], breaks: listed("unknown-warehouse") },
  { message: "tells the total as sellable", edits: [[stock, "  sellable: available,", "  sellable: total,"]], breaks: listed("figures", "promised", "since", "odd-figures") },
  { message: "tells no stock below zero", edits: [[stock, "  sellable: available,", "  sellable: BigDecimal.isNegative(available) ? BigDecimal.fromBigInt(0n) : available,"], [stock, "import * as Effect", "import * as BigDecimal from \"effect/BigDecimal\"\nimport * as Effect"]], breaks: listed("odd-figures") },
  { message: "counts its pages by itself", edits: [[stock, "  return Effect.fnUntraced", "  let at = 0\n  return Effect.fnUntraced"], [stock, "const page = yield* Paging.pageNumber(cursor)", "const page = cursor === undefined ? (at = 1) : ++at"]], breaks: listed("cursor-again") },
  { message: "drops a page of stock for one bad record", edits: [[stock, "items: decoded.map", "items: decoded.length < items.length ? [] : decoded.map"]], breaks: listed("bad-record") }
]

const bigDecimal = (file: string): Edit => [file, "import * as Effect from", "import * as BigDecimal from \"effect/BigDecimal\"\nimport * as Effect from"]
const million = "BigDecimal.fromBigInt(1_000_000n)"

/** Mistakes that show in rare orders, for laws that the others do not break alone. */
const rare: ReadonlyArray<Wrong> = [
  { message: "drops the district", edits: [[create, "    ...(receiver.district !== undefined && { district: receiver.district }),\n", ""]], breaks: created("receiver-told", "passes-on") },
  { message: "writes the district in capitals", edits: [[create, "{ district: receiver.district }", "{ district: receiver.district.toUpperCase() }"]], breaks: created("receiver-told") },
  { message: "states that it passes on what Acme has no place for", edits: [[create, "\"lines.name\", \"lines.price\"]", "\"lines.name\", \"lines.price\", \"lines.giftMessage\"]"]], breaks: created("passes-on") },
  { message: "drops the name of goods of which many are wanted", edits: [[create, "...(name !== undefined && { name })", "...(name !== undefined && quantity < 10 && { name })"]], breaks: created("lines-told") },
  { message: "turns the lines of an order with three around", edits: [[create, items, items.replace("lines.map", "(lines.length === 3 ? [...lines].reverse() : lines).map")]], breaks: created("lines-in-order") },
  { message: "drops a price above a million", edits: [bigDecimal(create), [create, "...(price && { price })", `...(price && BigDecimal.isLessThan(price.amount, ${million}) && { price })`]], breaks: created("money") },
  { message: "cuts an order for forty times the same goods", edits: [[create, items, items.replace("lines.map", "lines.filter((line, at) => at < 40 || line.sku !== lines[0]!.sku).map")]], breaks: created("most-lines") },
  { message: "drops goods beyond the fortieth", edits: [[create, items, items.replace("lines.map", "lines.filter((line, at) => at < 40 || line.sku === lines[0]!.sku).map")]], breaks: created("most-goods") },
  {
    message: "mixes up the orders of many concurrent calls",
    edits: [
      [create, "  return Effect.fnUntraced(function*(order) {\n", `  const look = call({ route: "GET /orders", response: Schema.Struct({}) })
  let current: OutboundOrder.OutboundOrder
  let running = 0
  return Effect.fnUntraced(function*(order) {
    current = order
    running++
    yield* Effect.ignore(look({ query: { reference: [order.orderNumber] } }))
    const mine = running > 4 ? current : order
    running--
`],
      [create, "toWire(order, yield* WholePieces.fromLines(order.lines))", "toWire(mine, yield* WholePieces.fromLines(mine.lines))"]
    ],
    breaks: created("at-one-time")
  },
  {
    message: "fails if it knows neither of two orders",
    edits: [[query, "    const { decoded, invalid }", "    if (orders.length === 0 && asked.length === 2) return yield* new AdapterError.Rejected({ fault: { code: \"\", message: \"not found\" } })\n    const { decoded, invalid }"], [query, "import { type Operation", "import { AdapterError, type Operation"]],
    breaks: found("unknown")
  },
  {
    message: "fails if it does not know all of many orders",
    edits: [[query, "    const { decoded, invalid }", "    if (asked.length > 20 && orders.length < asked.length) return yield* new AdapterError.Rejected({ fault: { code: \"\", message: \"not found\" } })\n    const { decoded, invalid }"], [query, "import { type Operation", "import { AdapterError, type Operation"]],
    breaks: found("many")
  },
  { message: "tells a number of a parcel before there is one", edits: [[query, "...(order.tracking !== undefined && { trackingNumber: order.tracking })", "trackingNumber: order.tracking ?? \"pending\""]], breaks: found("in-progress") },
  { message: "tells a million pieces at most", edits: [bigDecimal(stock), [stock, "  sellable: available,", `  sellable: BigDecimal.min(available, ${million}),`]], breaks: listed("figures") }
]

export const wrongs: ReadonlyArray<Wrong> = [...creating, ...telling, ...refusing, ...rare]
