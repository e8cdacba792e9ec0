/**
 * Wrong versions of the generated ERP plugin, each with the laws that it breaks. An outside author wrote the first eight (plugin-author.md 1.6).
 */
import type { Edit, Wrong } from "./Plugins.ts"

const status = "src/operations/ReceiveOutboundStatus.ts"
const progress = "src/operations/ReceiveInboundProgress.ts"
const order = "src/operations/ReceivePlatformOrder.ts"
const api = "src/Api.ts"
const faults = "src/Faults.ts"

const told = (...laws: ReadonlyArray<string>) => laws.map((law) => `receiveOutboundStatus/${law}`)
const received = (...laws: ReadonlyArray<string>) => laws.map((law) => `receiveInboundProgress/${law}`)
const ordered = (...laws: ReadonlyArray<string>) => laws.map((law) => `receivePlatformOrder/${law}`)

const dateTime: Edit = [status, "import * as Schema", "import * as DateTime from \"effect/DateTime\"\nimport * as Schema"]
const itemsOfStatus = "  items: (status.lines ?? []).map(toItem),"

/** As the review numbered them. Its e3, another message at each `prepare`, is right: the runner prepares once. */
export const ofTheReview: ReadonlyArray<Wrong> = [
  { message: "states the rate of an operation that it does not offer", edits: [["src/Adapter.ts", "  offers: ", "  limits: { rates: { listOutboundOrders: { perSecond: 1 } } },\n  offers: "]], breaks: ["plugin/rates"] },
  { message: "e1 drops the parcels", edits: [[status, "  ...(status.parcels && { parcels: status.parcels.map(toParcel) })\n", ""]], breaks: told("parcels") },
  { message: "e2 drops the number of the batch", edits: [[progress, "  ...(progress.batchNo !== undefined && { batch: progress.batchNo }),\n", ""]], breaks: received("told", "batches") },
  {
    message: "e4 drops the id of the delivery",
    edits: [[api, "  idempotencyHeader: \"idempotency-key\"\n", ""]],
    breaks: [...told("delivery-id"), ...received("delivery-id"), ...ordered("delivery-id")]
  },
  {
    message: "e5 tells the time of shipment an hour off",
    edits: [dateTime, [status, "{ shippedAt: status.shippedAt })", "{ shippedAt: DateTime.add(status.shippedAt, { hours: 1 }) })"]],
    breaks: told("moments")
  },
  { message: "e6 tells a delivered order as shipped", edits: [[status, "state: status.phase", "state: status.phase === \"delivered\" ? \"shipped\" : status.phase"]], breaks: told("delivered") },
  {
    message: "e7 drops the bad pieces",
    edits: [[progress, "items: progress.lines.map(({ sku, ...line }) =>", "items: progress.lines.map(({ bad: _, sku, ...line }) =>"]],
    breaks: received("told", "batches")
  },
  { message: "e8 passes a platform's order on without its lines", edits: [[order, "order.lines.map(({ discount", "order.lines.slice(0, 0).map(({ discount"]], breaks: ordered("contents") },
  { message: "e9 tells the freight as the total", edits: [[order, "  total: order.total", "  total: order.freight"]], breaks: ordered("contents") }
]

export const further: ReadonlyArray<Wrong> = [
  { message: "drops the warehouse's number of an order", edits: [[status, "  ...(status.warehouseOrderNumber !== undefined && { warehouseOrder: status.warehouseOrderNumber }),\n", ""]], breaks: told("told") },
  { message: "drops the address of the tracking page", edits: [[status, "  ...(status.trackingUrl !== undefined && { trackingUrl: status.trackingUrl }),\n", ""]], breaks: told("told") },
  {
    message: "takes a tracking number for a figure",
    edits: [[status, "{ tracking: status.trackingNumber })", "{ tracking: String(Number(status.trackingNumber)) })"]],
    breaks: told("told", "delivered", "further-parcel", "closed-short")
  },
  { message: "drops what stays of an order that was closed short", edits: [[status, "  ...(status.notShipped && { notShipped: status.notShipped.map(toNotShipped) }),\n", ""]], breaks: told("closed-short") },
  { message: "writes the warehouse's word in capitals", edits: [[status, "word: status.status,", "word: status.status.toUpperCase(),"]], breaks: told("told") },
  { message: "drops why an order failed", edits: [[status, "  ...(status.failedReason !== undefined && { reason: status.failedReason }),\n", ""]], breaks: told("every-state") },
  { message: "tells a cancelled order as failed", edits: [[status, "state: status.phase", "state: status.phase === \"cancelled\" ? \"failed\" : status.phase"]], breaks: told("every-state") },
  { message: "drops when an order arrived", edits: [[status, "  ...(status.deliveredAt && { deliveredAt: status.deliveredAt }),\n", ""]], breaks: told("delivered") },
  { message: "tells the first line of what was shipped alone", edits: [[status, itemsOfStatus, "  items: (status.lines ?? []).slice(0, 1).map(toItem),"]], breaks: told("told", "lots") },
  { message: "tells parcels without their contents", edits: [[status, "  ...(lines && { items: lines.map(toItem) })\n", ""]], breaks: told("parcels") },
  { message: "tells the latest parcel alone", edits: [[status, "status.parcels.map(toParcel)", "status.parcels.slice(-1).map(toParcel)"]], breaks: told("parcels") },
  { message: "gives every parcel the same number", edits: [[status, "status.parcels.map(toParcel)", "status.parcels.map((parcel) => ({ ...toParcel(parcel), tracking: status.trackingNumber! }))"]], breaks: told("parcels") },
  { message: "drops the lots of what was shipped", edits: [[status, "const toItem = ({ expiresOn,", "const toItem = ({ lot: _, expiresOn,"]], breaks: told("lots", "parcels") },
  {
    message: "drops the lots of the order and keeps those of parcels",
    edits: [[status, itemsOfStatus, "  items: (status.lines ?? []).map(({ lot: _, ...line }) => toItem(line)),"]],
    breaks: told("lots")
  },
  { message: "tells an order that it told before no more", edits: [
    [api, "import * as Schema", "import * as Effect from \"effect/Effect\"\nimport * as Schema"],
    ["src/Adapter.ts", "        receiveOutboundStatus: push({ ...Api.message, ...ReceiveOutboundStatus }),\n", `        receiveOutboundStatus: (() => {
          const right = push({ ...Api.message, ...ReceiveOutboundStatus })
          const told = new Map<string, string>()
          return {
            prepare: right.prepare,
            deliver: (prepared: any, options: any) => {
              const { order, parcels, state, tracking } = JSON.parse(prepared.content)
              const before = told.get(order)
              if (state !== "shipped" || parcels) return right.deliver(prepared, options)
              if (before !== undefined && before !== tracking) return Effect.succeed({})
              return Effect.tap(right.deliver(prepared, options), () => Effect.sync(() => told.set(order, tracking)))
            }
          }
        })(),
`]
  ], breaks: told("further-parcel") },
  { message: "takes a deleted order for a refusal that may pass", edits: [[faults, ",\n  \"order-deleted\": \"Rejected\"", ""]], breaks: [...told("refuse"), ...received("refuse"), ...ordered("refuse")] },
  {
    message: "takes a rejected key for a final refusal",
    edits: [[faults, "\"not-authenticated\": \"CredentialRejected\"", "\"not-authenticated\": \"Rejected\""]],
    breaks: [...told("credential"), ...received("credential"), ...ordered("credential")]
  },
  { message: "drops the warehouse's number of a receipt", edits: [[progress, "  ...(progress.referenceNumber !== undefined && { warehouseReceipt: progress.referenceNumber }),\n", ""]], breaks: received("told") },
  { message: "drops the name of the goods", edits: [[progress, "({ sku, ...line }) =>", "({ name: _, sku, ...line }) =>"]], breaks: received("told", "batches") },
  { message: "tells every batch as the last one", edits: [[progress, "state: progress.phase", "state: \"received\" as const"]], breaks: received("batches") },
  { message: "tells a receipt as finished when it was changed", edits: [[progress, "{ finishedAt: progress.finishedAt })", "{ finishedAt: progress.updatedAt })"]], breaks: received("moments") },
  { message: "writes the message of a platform anew", edits: [[order, "message: Redacted.value(order.raw)", "message: JSON.stringify(JSON.parse(Redacted.value(order.raw)))"]], breaks: ordered("told") },
  { message: "cuts amounts of a platform's order to doubles", edits: [[order, "  total: order.total", "  total: Decimal.fromText(Number(Decimal.toText(order.total)).toFixed(1))!"]], breaks: ordered("contents") },
  { message: "tells an order of a platform in one currency", edits: [[order, "currency: order.currency", "currency: order.currency && \"EUR\""]], breaks: ordered("contents") },
  { message: "tells what the buyer paid as the price of a piece", edits: [[order, "...(price && { price })", "...(paidAmount && { price: paidAmount })"]], breaks: ordered("contents") },
  { message: "drops the receiver's street", edits: [[order, "  ...(address1 && { street: Redacted.value(address1) }),\n", ""]], breaks: ordered("contents") },
  {
    message: "logs the message of a platform",
    edits: [[order, "export const toWire = (order: PlatformOrder.PlatformOrder): typeof body.Type => ({", "const shown = (order: PlatformOrder.PlatformOrder) => (console.log(Redacted.value(order.raw)), {})\n\nexport const toWire = (order: PlatformOrder.PlatformOrder): typeof body.Type => ({\n  ...shown(order),"]],
    breaks: ["plugin/personal-data"]
  }
]

const pushes = ["OutboundStatus", "InboundProgress", "PlatformOrder"] as const

/** The adapter with one push exchanged: `right` is the right one. */
const exchanged = (push: (typeof pushes)[number], wrong: string): Edit => {
  const made = `push({ ...Api.message, ...Receive${push} })`
  return ["src/Adapter.ts", `receive${push}: ${made}`, `receive${push}: ((right: any) => (${wrong}))(${made})`]
}

/** For the laws that each push has. */
const ofEachPush: ReadonlyArray<Wrong> = pushes.flatMap((push): ReadonlyArray<Wrong> => [
  {
    message: `writes another message into each attempt to send receive${push}`,
    edits: [exchanged(push, "{ ...right, deliver: ({ content }: any, options: any) => right.deliver({ content: content.replace(/}$/, `,\"sent\":${Math.random()}}`) }, options) }")],
    breaks: [`receive${push}/same-again`]
  },
  {
    message: `gives each attempt to send receive${push} an id of its own`,
    edits: [exchanged(push, "{ ...right, deliver: (prepared: any, { deliveryId }: any) => right.deliver(prepared, { deliveryId: `${deliveryId}-${Math.random()}` }) }")],
    breaks: [`receive${push}/delivery-id`]
  },
  {
    message: `sends receive${push} again after a refusal for good`,
    edits: [
      exchanged(push, "{ ...right, deliver: (prepared: any, options: any) => Effect.catchTag(right.deliver(prepared, options) as Effect.Effect<void, AdapterError.Reason>, \"Rejected\", ({ fault }) => Effect.fail(new AdapterError.FaultUnlisted({ fault }))) }"),
      ["src/Adapter.ts", "import { ErpV1, type Transport }", "import { AdapterError, ErpV1, type Transport }"]
    ],
    breaks: [`receive${push}/refuse`]
  }
])

export const wrongs: ReadonlyArray<Wrong> = [...ofTheReview, ...further, ...ofEachPush]
