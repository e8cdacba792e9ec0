/**
 * Wrong versions of the generated shop plugin, each with the laws that it breaks. An outside author wrote the first 25 (plugin-author.md 1.1).
 */
import type { Edit, Wrong } from "./Plugins.ts"

const orders = "src/operations/GetOrders.ts"
const parcels = "src/operations/MarkReadyToShip.ts"
const stock = "src/operations/UpdateStock.ts"
const products = "src/operations/ListProducts.ts"
const statuses = "src/Statuses.ts"
const lists = "src/operations/Lists.ts"
const shipments = "src/operations/CreateShipment.ts"

const cancelledStatus = "  cancelled: [{ status: \"CANCELLED\", nameEn: \"Cancelled\" }]"
const finishedStatuses = "  finished: [{ status: \"COMPLETED\", nameEn: \"Completed\" }, "
const phase = "PlatformOrder.phaseOf(order.state, order.paidAt !== undefined || order.payment === \"on-delivery\", statuses)"
const nextPage = "...(value.next !== undefined && { nextCursor: value.next })"
const adapterError = (file: string, before: string): Edit => [file, `import { ${before}`, `import { AdapterError, ${before}`]
const bigDecimal: Edit = [stock, "import * as Effect", "import * as BigDecimal from \"effect/BigDecimal\"\nimport * as Effect"]

/** As the review numbered them. */
export const ofTheReview: ReadonlyArray<Wrong> = [
  {
    message: "s01 reads only the first page of a window",
    edits: [[orders, nextPage, "...(value.next !== undefined && onlineOrderIds && { nextCursor: value.next })"]],
    breaks: ["getOrders/window-pages"]
  },
  {
    message: "s02 begins a window four minutes late",
    edits: [[orders, "DateTime.formatIso(updatedFrom)", "DateTime.formatIso(DateTime.add(updatedFrom, { minutes: 4 }))"]],
    breaks: ["window-bounds", "window-pages", "window-phases", "window-shift", "window-unreadable"].map((law) => `getOrders/${law}`)
  },
  {
    message: "s03 reads a window without its end",
    edits: [[orders, "to: updatedTo && DateTime.formatIso(updatedTo)", "to: \"2100-01-01T00:00:00Z\""]],
    breaks: ["getOrders/window", "getOrders/window-bounds"]
  },
  {
    message: "s04 tells a cancelled order as open",
    edits: [[orders, phase, "order.paidAt !== undefined || order.payment === \"on-delivery\" ? \"open\" as const : \"unpaid\" as const"]],
    breaks: ["getOrders/cancelled", "getOrders/finished", "getOrders/on-hold"]
  },
  {
    message: "s05 tells an unpaid order as open",
    edits: [[orders, "order.paidAt !== undefined || order.payment === \"on-delivery\", statuses", "true, statuses"]],
    breaks: ["getOrders/unpaid"]
  },
  {
    message: "s06 tells a cancelled order as finished",
    edits: [
      [statuses, finishedStatuses, `${finishedStatuses}{ status: "CANCELLED", nameEn: "Shipped" }, `],
      [statuses, cancelledStatus, "  cancelled: []"]
    ],
    breaks: ["getOrders/cancelled"]
  },
  {
    message: "s07 leaves cancelled orders out of windows",
    edits: [[orders, "items: decoded.map(", "items: decoded.filter(([order]) => onlineOrderIds || order.state !== \"CANCELLED\").map("]],
    breaks: ["getOrders/window-phases"]
  },
  { message: "s08 tells the price of the line as that of a piece", edits: [[orders, "  ...item,\n", "  ...item,\n  price: paid,\n"]], breaks: ["getOrders/told"] },
  {
    message: "s09 drops unreadable orders of a window",
    edits: [[orders, "...(unreadable.length > 0 && { unreadable })", "...(onlineOrderIds && unreadable.length > 0 && { unreadable })"]],
    breaks: ["getOrders/window-unreadable"]
  },
  {
    message: "s10 tells 99 pieces of each line of a parcel",
    edits: [[orders, "lineId: line, quantity })) })", "lineId: line, quantity: Quantity.of(99) })) })"]],
    breaks: ["markReadyToShip/contents"]
  },
  {
    message: "s11 tells parcels without their lines",
    edits: [[orders, "...(items && { lines: items.map(({ line, quantity }) => ({ lineId: line, quantity })) })", "...(items && items.length > 99 && { lines: [] })"]],
    breaks: ["markReadyToShip/contents"]
  },
  { message: "s12 ignores the stock of locations", edits: [[stock, "...(stockByLocation && {", "...(stockByLocation && stockByLocation.length > 99 && {"]], breaks: ["updateStock/locations"] },
  {
    message: "s13 tells stock as the difference to the last value",
    edits: [
      bigDecimal,
      [stock, "export const updateStock = ({ call }: JsonApi.Api)", "const last = new Map<string, any>()\nexport const updateStock = ({ call }: JsonApi.Api)"],
      [
        stock,
        "articles: items.map(toWire)",
        "articles: items.map((item) => { const wire = toWire(item); const before = last.get(item.productId); last.set(item.productId, wire.available); return before === undefined ? wire : { ...wire, available: BigDecimal.subtract(wire.available, before) } })"
      ]
    ],
    breaks: ["updateStock/absolute", "updateStock/many", "updateStock/drip"]
  },
  { message: "s14 reads only the first page of articles", edits: [[products, "...(next !== undefined && { nextCursor: next })", ""]], breaks: ["listProducts/pages"] },
  { message: "s15 ignores the window of articles", edits: [[products, "...window, ", ""]], breaks: ["listProducts/window"] },
  {
    message: "s16 tells all times an hour off",
    edits: [
      [orders, "createdAt: order.createdAt,", "createdAt: DateTime.add(order.createdAt, { hours: 1 }),"],
      [orders, "modifiedAt: order.updatedAt,", "modifiedAt: DateTime.add(order.updatedAt, { hours: 1 }),"]
    ],
    breaks: ["getOrders/told"]
  },
  { message: "s17 ships the whole order in each parcel", edits: [[parcels, "...(items && { items })", ""]], breaks: ["markReadyToShip/parts", "markReadyToShip/contents", "markReadyToShip/each-write"] },
  { message: "s18 ignores the carrier of a parcel", edits: [[parcels, "carrier: providerCode", "carrier: providerCode && \"NV\""]], breaks: ["markReadyToShip/carrier"] },
  { message: "s19 tells every amount in one currency", edits: [[orders, "currency,\n  paidAmount", "currency: currency && \"EUR\",\n  paidAmount"]], breaks: ["getOrders/told"] },
  { message: "s20 tells the city as the street", edits: [[orders, "...(street && { address1: street })", "...(to.city && { address1: Redacted.make(to.city) })"]], breaks: ["getOrders/told"] },
  { message: "s21 tells every buyer as unmasked", edits: [[orders, "receiver: { ...to, ", "receiver: { ...to, isMasked: false, "]], breaks: ["getOrders/told"] },
  { message: "s22 takes a known parcel for a refusal", edits: [["src/Faults.ts", "\"parcel-exists\": \"Duplicate\"", "\"parcel-exists\": \"Rejected\""]], breaks: ["markReadyToShip/duplicate", "markReadyToShip/repeat"] },
  {
    message: "s23 arranges each shipment twice",
    edits: [[
      shipments,
      "    const { tracking, ...shipment } = yield* create({",
      "    yield* create({ path: { id: onlineOrderId }, body: { carrier: providerCode, ...(contents && { items: contents }) } })\n    const { tracking, ...shipment } = yield* create({"
    ]],
    breaks: ["createShipment/told"]
  },
  {
    message: "s24 tells cash on delivery as paid online",
    edits: [[orders, "paymentMethod: order.payment === \"prepaid\" ? \"online\" : \"cashOnDelivery\"", "paymentMethod: \"online\" as const"]],
    breaks: ["getOrders/on-delivery"]
  },
  {
    message: "s25 reads only the first page of orders by their numbers",
    edits: [[orders, nextPage, "...(value.next !== undefined && !onlineOrderIds && { nextCursor: value.next })"]],
    breaks: ["getOrders/pages"]
  }
]

/** For laws that none of the others breaks alone. */
export const further: ReadonlyArray<Wrong> = [
  {
    message: "fails if it knows none of the orders that it is asked for",
    edits: [[orders, "    const { decoded, invalid } = yield* read(value.orders, body)\n", "    if (onlineOrderIds && value.orders.length === 0) return yield* new AdapterError.Rejected({ fault: { code: \"\", message: \"not found\" } })\n    const { decoded, invalid } = yield* read(value.orders, body)\n"], adapterError(orders, "Decimal, ")],
    breaks: ["getOrders/unknown"]
  },
  { message: "asks for the first ten numbers alone", edits: [[orders, "{ id: onlineOrderIds }", "{ id: onlineOrderIds.slice(0, 10) }"]], breaks: ["getOrders/many"] },
  {
    message: "drops unreadable orders that it is asked for by their numbers",
    edits: [[orders, "...(unreadable.length > 0 && { unreadable })", "...(!onlineOrderIds && unreadable.length > 0 && { unreadable })"]],
    breaks: ["getOrders/bad-record"]
  },
  {
    message: "reads a window of the past up to now",
    edits: [
      [orders, "    const window =", "    const now = yield* DateTime.now\n    const isPast = updatedTo !== undefined && DateTime.isLessThan(updatedTo, DateTime.subtract(now, { minutes: 20 }))\n    const window ="],
      [orders, "to: updatedTo && DateTime.formatIso(updatedTo)", "to: updatedTo && DateTime.formatIso(isPast ? now : updatedTo)"]
    ],
    breaks: ["getOrders/window"]
  },
  {
    message: "cuts the times of a window to minutes",
    edits: [
      [orders, "from: updatedFrom && DateTime.formatIso(updatedFrom)", "from: updatedFrom && DateTime.formatIso(DateTime.startOf(updatedFrom, \"minute\"))"],
      [orders, "to: updatedTo && DateTime.formatIso(updatedTo)", "to: updatedTo && DateTime.formatIso(DateTime.startOf(updatedTo, \"minute\"))"]
    ],
    breaks: ["getOrders/window-bounds"]
  },
  {
    message: "keeps the first page of a window for later",
    edits: [
      [orders, "  const read = Records", "  const kept = new Map<string, any>()\n  const read = Records"],
      [orders, "const { body, value } = yield* list({", "const key = onlineOrderIds || cursor !== undefined ? undefined : `${window.from} ${window.to}`\n    const { body, value } = kept.get(key as string) ?? (yield* list({"],
      [orders, "cursor, size: limit } })", "cursor, size: limit } }))\n    if (key !== undefined) kept.set(key, { body, value })"]
    ],
    breaks: ["getOrders/window-shift"]
  },
  {
    message: "takes a completed order for a cancelled one",
    edits: [[statuses, "{ status: \"COMPLETED\", nameEn: \"Completed\" }, ", ""], [statuses, cancelledStatus, cancelledStatus.replace("[", "[{ status: \"COMPLETED\", nameEn: \"Completed\" }, ")]],
    breaks: ["getOrders/finished"]
  },
  { message: "knows no word for a hold", edits: [[statuses, "onHold: [{ status: \"ON_HOLD\", nameEn: \"On hold\" }]", "onHold: []"]], breaks: ["getOrders/on-hold"] },
  { message: "lists a status twice", edits: [[statuses, finishedStatuses, `${finishedStatuses}{ status: "COMPLETED", nameEn: "Done" }, `]], breaks: ["listOrderStatuses/told"] },
  {
    message: "changes the number of a parcel with the whole order",
    edits: [[parcels, "body: { tracking: trackingNumber,", "body: { tracking: items ? trackingNumber : `${trackingNumber}-ALL`,"]],
    breaks: ["markReadyToShip/told"]
  },
  {
    message: "puts into each parcel of an order what was in its first",
    edits: [
      [parcels, "  return Effect.fnUntraced", "  const first = new Map<string, any>()\n  return Effect.fnUntraced"],
      [parcels, "    yield* add({", "    if (!first.has(onlineOrderId)) first.set(onlineOrderId, items)\n    yield* add({"],
      [parcels, "...(items && { items })", "...(items && { items: first.get(onlineOrderId) })"]
    ],
    breaks: ["markReadyToShip/parts"]
  },
  {
    message: "gives a parcel that it told before another number",
    edits: [
      [parcels, "  return Effect.fnUntraced", "  const told = new Set<string>()\n  return Effect.fnUntraced"],
      [parcels, "body: { tracking: trackingNumber,", "body: { tracking: told.has(trackingNumber) ? `${trackingNumber}-2` : trackingNumber,"],
      [parcels, "...(items && { items }) } })", "...(items && { items }) } })\n    told.add(trackingNumber)"]
    ],
    breaks: ["markReadyToShip/repeat"]
  },
  {
    message: "keeps told parcels to itself, and takes one that the platform knows for a refusal",
    edits: [
      [parcels, "  return Effect.fnUntraced", "  const told = new Set<string>()\n  return Effect.fnUntraced"],
      [parcels, "    const pieces = lines", "    if (told.has(trackingNumber)) return {}\n    const pieces = lines"],
      [parcels, "...(items && { items }) } })", "...(items && { items }) } })\n    told.add(trackingNumber)"],
      ["src/Faults.ts", "\"parcel-exists\": \"Duplicate\"", "\"parcel-exists\": \"Rejected\""]
    ],
    breaks: ["markReadyToShip/duplicate"]
  },
  {
    message: "tells a parcel under another number when the answer to it was lost",
    edits: [[parcels, "    yield* add({ path: { id: onlineOrderId }, body: { tracking: trackingNumber, carrier: providerCode, ...(items && { items }) } })", `    const tell = (tracking: string) => add({ path: { id: onlineOrderId }, body: { tracking, carrier: providerCode, ...(items && { items }) } })
    yield* Effect.tapError(tell(trackingNumber), ({ _tag }) => _tag !== "TransportFailed" ? Effect.void : Effect.ignore(tell(\`\${trackingNumber}-2\`)))`]],
    breaks: ["markReadyToShip/each-write"]
  },
  { message: "does not look which products are asked for", edits: [[products, "product: productIds, ", ""]], breaks: ["listProducts/told"] },
  {
    message: "never offers nothing",
    edits: [[stock, "available: stock,", "available: BigDecimal.isZero(stock) ? BigDecimal.fromBigInt(1n) : stock,"], bigDecimal],
    breaks: ["updateStock/absolute"]
  },
  { message: "sets the first ten articles alone", edits: [[stock, "items.map(toWire)", "items.slice(0, 10).map(toWire)"]], breaks: ["updateStock/many"] },
  { message: "hides the refusal of a single article", edits: [[stock, "refused.map(toFailure)", "items.length === 1 ? [] : refused.map(toFailure)"]], breaks: ["updateStock/failures"] },
  { message: "lists each carrier twice", edits: [[lists, "items: carriers ", "items: [...carriers, ...carriers] "]], breaks: ["listShippingProviders/told"] },
  { message: "states the rate of an operation that it does not offer", edits: [["src/Adapter.ts", "limits: { ", "limits: { rates: { getLabels: { perSecond: 1 } }, "]], breaks: ["plugin/rates"] },
  { message: "says that answers tell what is left, which they do not", edits: [["src/Adapter.ts", "limits: { ", "limits: { rateInAnswers: { remaining: { header: \"x-remaining\" } }, "]], breaks: ["plugin/rates"] },
  { message: "lists each location twice", edits: [[lists, "items: locations ", "items: [...locations, ...locations] "]], breaks: ["listLocations/told"] },
  {
    message: "logs the name of each buyer",
    edits: [[orders, "    const unreadable = invalid", "    for (const [order] of decoded) yield* Effect.logInfo(Redacted.value(order.to.name!))\n    const unreadable = invalid"]],
    breaks: ["plugin/personal-data"]
  }
]

export const wrongs: ReadonlyArray<Wrong> = [...ofTheReview, ...further]
