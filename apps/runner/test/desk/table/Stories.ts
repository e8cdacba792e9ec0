/**
 * Stories of orders, each decided by the functions that the desk uses: what reports say, what follows for the parts, and the row of the
 * table. The page about the decisions shows them.
 */
import { OutboundOrder, type OutboundPhase } from "@crossdock/core"
import { FulfilmentRecord, Quantities } from "../../../src/fulfilment/ShippedGoods.ts"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as StoredFulfilment from "../../../src/contracts/warehouse/StoredFulfilment.ts"
import type * as DeskRows from "../../../src/desk/DeskRows.ts"
import * as DeskTable from "../../../src/desk/DeskTable.ts"
import type * as Parcels from "../../../src/desk/Parcels.ts"
import * as PartReports from "../../../src/desk/PartReports.ts"
import * as ShippedPieces from "../../../src/desk/ShippedPieces.ts"
import * as Situation from "../../../src/desk/Situation.ts"
import * as WarehouseOrder from "../../../src/desk/WarehouseOrder.ts"
import * as DeskWorld from "../../support/DeskWorld.ts"
import * as FakeShop from "../../support/FakeShop.ts"

type Pieces = Readonly<Record<string, number>>
type Report = Partial<OutboundOrder.OutboundStatus>

interface Part {
  readonly lines: Pieces
  readonly reports?: ReadonlyArray<Report>
  /** Its warehouse was asked not to ship it before it reported anything. */
  readonly isWithdrawn?: boolean
  /** Of the parcels that the shop was told, or is being told, by their numbers. */
  readonly notices?: Readonly<Record<string, { readonly lines: Pieces; readonly state: Parcels.ParcelState; readonly since?: number }>>
  /** The number of the shipment that the shop has arranged. */
  readonly arranged?: string
}

export interface Story {
  /** What has happened, as a sentence. */
  readonly told: string
  readonly ordered: Pieces
  readonly shop?: Partial<FakeShop.Order>
  readonly parts: ReadonlyArray<Part>
  /** What has become of a hold: a person has released the order, or something was placed since. Default: the order is held if its parts were given up. */
  readonly hold?: "released" | "placedAnew"
}

const now = 3_600_000
const at = (minutes: number) => DateTime.makeUnsafe(minutes * 60_000)
const parcel = (trackingNumber: string, bySku: Pieces | undefined, minutes = 30) =>
  ({ trackingNumber, shippedAt: at(minutes), ...(bySku !== undefined && { lines: DeskWorld.lines(bySku) }) })

const cancelled = { phase: "cancelled", status: "CANCELLED" } as const
const shipped = { phase: "shipped", status: "SHIPPED" } as const
const partly = { phase: "open", status: "PARTLY_SHIPPED" } as const

export const stories: ReadonlyArray<Story> = [
  {
    told: "The warehouse reports the order as cancelled, and the same report has a parcel T-1 with the blue piece that has left.",
    ordered: { BLUE: 1, RED: 1 },
    parts: [{ lines: { BLUE: 1, RED: 1 }, reports: [{ ...cancelled, parcels: [parcel("T-1", { BLUE: 1 })] }] }]
  },
  {
    told: "The warehouse reports the order as cancelled, with a parcel T-1 that has left and whose contents it does not tell.",
    ordered: { BLUE: 1, RED: 1 },
    parts: [{ lines: { BLUE: 1, RED: 1 }, reports: [{ ...cancelled, parcels: [parcel("T-1", undefined)] }] }]
  },
  {
    told: "North has cancelled the order, a person has released it, and it was placed at South, which has not shipped yet. Then North reports that it has shipped the order after all, in parcel T-1.",
    ordered: { BLUE: 1 },
    hold: "placedAnew",
    parts: [{ lines: { BLUE: 1 }, reports: [cancelled, { ...shipped, parcels: [parcel("T-1", { BLUE: 1 })] }] }, { lines: { BLUE: 1 } }]
  },
  {
    told: "As before, but South has shipped it by then as well, in parcel T-2.",
    ordered: { BLUE: 1 },
    hold: "placedAnew",
    parts: [
      { lines: { BLUE: 1 }, reports: [cancelled, { ...shipped, parcels: [parcel("T-1", { BLUE: 1 })] }] },
      { lines: { BLUE: 1 }, reports: [{ ...shipped, parcels: [parcel("T-2", { BLUE: 1 })] }] }
    ]
  },
  {
    told: "The warehouse reports the blue piece in parcel T-1, the order still being open there, and nothing more yet.",
    ordered: { BLUE: 1, RED: 1 },
    parts: [{ lines: { BLUE: 1, RED: 1 }, reports: [{ ...partly, parcels: [parcel("T-1", { BLUE: 1 })] }] }]
  },
  {
    told: "After that, it reports the order as cancelled: it does not ship the red piece.",
    ordered: { BLUE: 1, RED: 1 },
    parts: [{ lines: { BLUE: 1, RED: 1 }, reports: [{ ...partly, parcels: [parcel("T-1", { BLUE: 1 })] }, cancelled] }]
  },
  {
    told: "A person releases the order.",
    ordered: { BLUE: 1, RED: 1 },
    hold: "released",
    parts: [{ lines: { BLUE: 1, RED: 1 }, reports: [{ ...partly, parcels: [parcel("T-1", { BLUE: 1 })] }, cancelled] }]
  },
  {
    told: "The warehouse has shipped the order, and its only parcel T-1 has the blue piece alone.",
    ordered: { BLUE: 1, RED: 1 },
    parts: [{ lines: { BLUE: 1, RED: 1 }, reports: [{ ...shipped, parcels: [parcel("T-1", { BLUE: 1 })] }] }]
  },
  {
    told: "The warehouse has shipped the order in parcel T-1 and does not tell what is in it.",
    ordered: { BLUE: 1, RED: 1 },
    parts: [{ lines: { BLUE: 1, RED: 1 }, reports: [{ ...shipped, trackingNumber: "T-1" }] }]
  },
  {
    told: "After that, a further report says that T-1 has the blue piece alone; the shop was told meanwhile that both are in it.",
    ordered: { BLUE: 1, RED: 1 },
    parts: [{
      lines: { BLUE: 1, RED: 1 },
      reports: [{ ...shipped, trackingNumber: "T-1" }, { ...shipped, parcels: [parcel("T-1", { BLUE: 1 })] }],
      notices: { "T-1": { lines: { BLUE: 1, RED: 1 }, state: "told" } }
    }]
  },
  {
    told: "The warehouse reports all goods in parcel T-1, and later the same goods under the number T-2; the shop was told of T-1.",
    ordered: { BLUE: 1 },
    parts: [{
      lines: { BLUE: 1 },
      reports: [{ ...shipped, trackingNumber: "T-1", lines: DeskWorld.lines({ BLUE: 1 }) }, { ...shipped, trackingNumber: "T-2", lines: DeskWorld.lines({ BLUE: 1 }) }],
      notices: { "T-1": { lines: { BLUE: 1 }, state: "told" } }
    }]
  },
  {
    told: "The shop does not answer when it is told of parcel T-1. A minute has passed.",
    ordered: { BLUE: 1 },
    parts: [{ lines: { BLUE: 1 }, reports: [{ ...shipped, parcels: [parcel("T-1", { BLUE: 1 })] }], notices: { "T-1": { lines: { BLUE: 1 }, state: "sending", since: now - 60_000 } } }]
  },
  {
    told: "It does not answer for ten minutes.",
    ordered: { BLUE: 1 },
    parts: [{ lines: { BLUE: 1 }, reports: [{ ...shipped, parcels: [parcel("T-1", { BLUE: 1 })] }], notices: { "T-1": { lines: { BLUE: 1 }, state: "sending", since: now - 600_000 } } }]
  },
  {
    told: "The shop has arranged a shipment T-1 for a label, and shows that number; the warehouse has not shipped yet.",
    ordered: { BLUE: 1 },
    shop: { fulfillments: [{ trackingNumber: "T-1" }] },
    parts: [{ lines: { BLUE: 1 }, arranged: "T-1" }]
  },
  {
    told: "The buyer cancels while parcel T-1 has left one warehouse, and the other has not shipped its part.",
    ordered: { BLUE: 1, RED: 1 },
    shop: { phase: "cancelled", status: "CANCELLED" },
    parts: [{ lines: { BLUE: 1 }, reports: [{ ...shipped, parcels: [parcel("T-1", { BLUE: 1 })] }], notices: { "T-1": { lines: { BLUE: 1 }, state: "told" } } }, { lines: { RED: 1 } }]
  },
  {
    told: "The other warehouse has cancelled its part.",
    ordered: { BLUE: 1, RED: 1 },
    shop: { phase: "cancelled", status: "CANCELLED" },
    parts: [{ lines: { BLUE: 1 }, reports: [{ ...shipped, parcels: [parcel("T-1", { BLUE: 1 })] }], notices: { "T-1": { lines: { BLUE: 1 }, state: "told" } } }, { lines: { RED: 1 }, isWithdrawn: true, reports: [cancelled] }]
  },
  {
    told: "The shop completes the order after the first of two parcels; the other part is still at its warehouse.",
    ordered: { BLUE: 1, RED: 1 },
    shop: { phase: "finished", status: "COMPLETED" },
    parts: [{ lines: { BLUE: 1 }, reports: [{ ...shipped, parcels: [parcel("T-1", { BLUE: 1 })] }], notices: { "T-1": { lines: { BLUE: 1 }, state: "told" } } }, { lines: { RED: 1 } }]
  },
  {
    told: "The other parcel leaves, and the shop is told.",
    ordered: { BLUE: 1, RED: 1 },
    shop: { phase: "finished", status: "COMPLETED" },
    parts: [
      { lines: { BLUE: 1 }, reports: [{ ...shipped, parcels: [parcel("T-1", { BLUE: 1 })] }], notices: { "T-1": { lines: { BLUE: 1 }, state: "told" } } },
      { lines: { RED: 1 }, reports: [{ ...shipped, parcels: [parcel("T-2", { RED: 1 })] }], notices: { "T-2": { lines: { RED: 1 }, state: "told" } } }
    ]
  }
]

const lineOf = (ordered: Pieces, sku: string) => `L-${Object.keys(ordered).indexOf(sku) + 1}`
const linesIn = (ordered: Pieces, pieces: Pieces) => Object.entries(pieces).map(([sku, count]) => ({ line: lineOf(ordered, sku), sku, pieces: count }))

const numberAt = (at: number) => at === 0 ? "S-1" : `S-1-${at + 1}`

const recordOf = (reports: ReadonlyArray<Report>, number: string) =>
  reports.reduce(
    (record: FulfilmentRecord.FulfilmentRecord, report) =>
      StoredFulfilment.add(record, { orderNumber: OutboundOrder.OrderNumber.make(number), phase: "open", status: "", ...report }),
    FulfilmentRecord.empty()
  )

/** What the reports of a part make of it, and whether the order is held for that. */
const follow = ({ isWithdrawn = false, reports = [] }: Part): { readonly state: DeskRows.PartState; readonly isHeld: boolean } => {
  const phases: Array<OutboundPhase.OutboundPhase> = []
  let state: DeskRows.PartState = isWithdrawn ? "cancelling" : "accepted"
  let isHeld = false
  for (const { phase = "open" } of reports) {
    phases.push(phase)
    const meaning = PartReports.meaningOf(state, phases, phase)
    if (meaning === "givenUpRest" || (meaning === "givenUp" && state === "accepted")) isHeld = true
    state = meaning === "news" ? state : meaning === "givenUp" ? "void" : "shipped"
  }
  return { state, isHeld }
}

const partOf = (ordered: Pieces, part: Part, at: number): DeskRows.Part => ({
  number: numberAt(at), record: at + 1, issue: String(at + 1), ownsNumber: true, link: "warehouse:acc-1", warehouse: at === 0 ? "North" : "South", warehouseCode: "WH",
  state: follow(part).state, isReserved: true, isRefused: false, lines: linesIn(ordered, part.lines), givenUp: [], charges: undefined, because: undefined, withdrawn: undefined, shipping: undefined, shipment: undefined,
  shipmentState: part.arranged === undefined ? undefined : "arranged", trackingNumber: part.arranged
})

export interface Decided {
  readonly row: DeskTable.Row
  readonly facts: Situation.Facts
}

/** What the desk decides. No shipment of the shop is unused, and no label is asked for. */
export const decide = ({ hold, ordered, parts: written, shop = {} }: Story): Decided => {
  const stored = FakeShop.order("S-1", 0, DeskWorld.order(ordered, { createdAt: at(0), ...shop }))
  const parts = written.map((part, at) => partOf(ordered, part, at))
  const notices = written.flatMap(({ notices = {} }, at) =>
    Object.entries(notices).map(([trackingNumber, { lines, since = 0, state }]): Parcels.Parcel =>
      ({ part: numberAt(at), trackingNumber, numbers: [trackingNumber], carrierName: "Post", lines: linesIn(ordered, lines), state, because: undefined, updatedAt: since })))
  const states = new Map(written.flatMap(({ lines, reports = [] }, at) => {
    if (reports.length === 0) return []
    const reading = { ordered: Quantities.fromLines(DeskWorld.lines(lines)), nameOf: (name: string) => name, shippedLines: "parcel" } as const
    return [[numberAt(at), { ...StoredFulfilment.stateOf(recordOf(reports, numberAt(at)), reading), assumedUntil: 0 }] as const]
  }))
  const cause = hold === undefined && written.some((part) => follow(part).isHeld) ? "refused" : undefined
  const order: DeskRows.DeskOrder = {
    entity: 1, scope: FakeShop.scope, number: "S-1", trace: null, state: cause === undefined ? "placed" : "held", version: 1, placedContent: WarehouseOrder.contentOf(stored), cause, because: undefined,
    person: undefined, isReleased: hold === "released", chosen: undefined, isEndAccepted: false, attempt: 0, dueAt: undefined, storedAt: 0, clearedAt: undefined
  }
  const desk = { books: "ledger", rules: [], shops: [FakeShop.scope], weights: new Map(), stock: undefined, since: undefined, charges: "value" } as never
  const facts = Situation.factsOf({
    desk, order, shop: {} as never, stored, named: { value: stored, missing: [] } as never, parts, carriers: undefined, restored: [], now,
    shipped: ShippedPieces.shippedOf(parts, ({ number }) => states.get(number), notices)
  })
  const situation = Situation.of(facts)
  const row = Effect.runSync(DeskTable.decide((field) => Effect.succeed(field === "labels" || field === "shipments" ? "none" : situation[field])))
  return { row: row!, facts }
}

const text = (lines: ReadonlyArray<{ readonly sku: string; readonly pieces: number }>): string => lines.map(({ pieces, sku }) => `${pieces} ${sku}`).join(", ")

/** Where the pieces are after a story, as the page shows it. */
export const placesOf = ({ facts: { coverage, parts, shipped } }: Decided): string => {
  const of = (list: "left" | "unclear" | "missing") => text(parts.flatMap((part) => shipped.of(part)[list]))
  const parcels = shipped.parcels.map(({ lines, numbers, state }) => `${numbers.join(" = ") || "no number"}${lines.length === 0 ? "" : ` (${text(lines)})`}: ${state}`).join("; ")
  const waiting = text(parts.filter((part) => part.state === "accepted").flatMap((part) => WarehouseOrder.without(part.lines, ["left", "unclear", "missing"].flatMap((list) => shipped.of(part)[list as "left"]))))
  const places = { "at a warehouse": waiting, left: of("left"), "may have left": of("unclear"), missing: of("missing"), open: text(coverage.left), "too much": text(coverage.surplus), parcels }
  return Object.entries(places).flatMap(([name, what]) => what === "" ? [] : [`${name}: ${what}`]).join("<br>")
}
