/**
 * The way of an order, a row for each part: which steps it has taken, where it is, and what is still to come.
 */
import type { Shape } from "../../parts/State.tsx"
import { o } from "../../texts/orders.ts"
import { stateOf } from "../orders/states.ts"
import type { Booking, Delivery, Detail, Entry, Found, Parcel, Part, Related } from "./found.ts"

export interface Step {
  /** What it is now: "Shipped", "In doubt". */
  readonly word: string
  readonly shape: Shape
  readonly at?: string | undefined
  readonly note?: string | undefined
}

export interface Row {
  readonly name: string
  readonly pieces: string
  readonly steps: ReadonlyArray<Step>
}

export interface Way {
  readonly heads: ReadonlyArray<string>
  readonly rows: ReadonlyArray<Row>
}

const w = o.way
/** How far a part has come; it is absent of those that have ended otherwise. */
const reach: { readonly [state in Part["state"]]?: number } = { reserving: 1, labelling: 2, placed: 3, accepted: 4, shipped: 5 }
const isOver = (part: Part): boolean => part.state === "void" || part.state === "cancelling"

/** A step that the part has passed, is at, or has before it. */
const passed = (index: number, part: Part, [done, now, later]: readonly [string, string, string], at?: string | undefined): Step => {
  const reached = reach[part.state]
  if (at !== undefined || (reached !== undefined && reached > index)) return { word: done, shape: "ok", at }
  if (isOver(part)) return { word: w.over, shape: "void" }
  return reached === index ? { word: now, shape: "move" } : { word: later, shape: "wait" }
}

const labelStep = (part: Part, at: string | undefined): Step => {
  const { shipment } = part
  if (shipment === undefined) return { ...passed(2, part, w.label), note: w.byWarehouse }
  if (shipment.state === "wanted" || shipment.state === "arranging") return { ...passed(2, part, w.label), note: w.byShop }
  const shapes = { arranged: "ok", refused: "fail", cancelled: "void", kept: "hold" } as const
  const shape = shapes[shipment.state]
  return { word: w.shipment[shipment.state], shape, at: shape === "ok" ? at : undefined, note: shape === "ok" ? w.byShop : w.shipment[shipment.state] }
}

const warehouseStep = (part: Part, record: Related | undefined, at: string | undefined): Step => {
  if (part.state === "refused") return { word: w.refused, shape: "fail", note: w.refused }
  if (part.state === "cancelling") return { word: w.cancelling, shape: "hold", note: part.withdrawn && w.withdrawnBy(part.withdrawn.by), at: part.withdrawn?.at }
  if (part.state === "void" && part.withdrawn !== undefined) return { word: w.over, shape: "void", note: w.withdrawnBy(part.withdrawn.by), at: part.withdrawn.at }
  if (record?.intent === "Doubtful") return { word: w.inDoubt, shape: "doubt", note: w.inDoubtSince, at: record.updatedAt }
  if (record?.intent === "Dead" && !isOver(part)) return { word: w.refused, shape: "fail", note: w.refused }
  return passed(3, part, w.warehouse, at)
}

const toldStep = (part: Part, parcels: ReadonlyArray<Parcel>, at: string | undefined): Step => {
  const mine = parcels.filter((parcel) => parcel.part === part.number)
  const told = mine.filter(({ state }) => state === "told" || state === "accepted").length
  if (mine.length === 0) return isOver(part) ? { word: w.over, shape: "void" } : { word: w.told[2], shape: "wait" }
  const note = mine.length > 1 ? w.parcels(told, mine.length) : undefined
  if (mine.some(({ state }) => state === "refused")) return { word: w.toldRefused, shape: "fail", note: w.toldRefused }
  return told === mine.length ? { word: w.told[0], shape: "ok", at, note } : { word: w.told[1], shape: "move", note }
}

const find = (timeline: ReadonlyArray<Entry>, test: (entry: Entry) => boolean): string | undefined => timeline.find(test)?.at

const rowOf = (part: Part, name: string, { bookings, related, timeline }: Found, parcels: ReadonlyArray<Parcel>): Row => {
  const record = related.find((each) => each.kind === "outbound" && each.scope === part.link && each.number === part.number)
  const own = (entry: Entry) => entry.kind === "outbound" && entry.scope === part.link && entry.number === part.number
  const tracking = new Set(parcels.filter((parcel) => parcel.part === part.number).map((parcel) => parcel.trackingNumber))
  const booked = (test: (booking: Booking) => boolean) => bookings.find((each) => each.documentNumber === part.number && test(each))?.at
  return {
    name: `${name} · ${part.warehouse}`,
    pieces: part.lines.map(({ pieces, sku }) => `${pieces} × ${sku}`).join(", "),
    steps: [
      { word: w.decided, shape: isOver(part) ? "void" : "ok", at: find(timeline, (entry) => entry.what === "decided" && entry.detail?.endsWith(`order ${part.number}`) === true) },
      passed(1, part, w.reserved, booked(({ subtype }) => subtype?.includes("RESERVE") === true)),
      labelStep(part, find(timeline, (entry) => entry.kind === "shipment" && entry.what === "accepted" && entry.number.endsWith(`:${part.number}`))),
      warehouseStep(part, record, find(timeline, (entry) => own(entry) && entry.what === "accepted")),
      part.state === "shipped"
        ? { word: w.shipped[0], shape: "ok", at: find(timeline, (entry) => own(entry) && (entry.what === "parcel" || (entry.what === "status" && entry.detail?.startsWith("shipped") === true))) }
        : { word: isOver(part) || part.state === "refused" ? w.over : w.shipped[2], shape: isOver(part) || part.state === "refused" ? "void" : "wait" },
      toldStep(part, parcels, find(timeline, (entry) => entry.kind === "fulfillment" && entry.what === "accepted" && tracking.has(entry.number.slice(entry.number.indexOf(":") + 1))))
    ]
  }
}

/** Whether the ERPs know of the order, by the messages about it. */
export const toldOf = (deliveries: ReadonlyArray<Pick<Delivery, "state" | "updatedAt">>): Step => {
  if (deliveries.some(({ state }) => state === "Dead")) return { word: w.erpDead, shape: "fail", note: w.erpDead }
  const waiting = deliveries.filter(({ state }) => state === "Pending" || state === "InFlight").length
  if (waiting > 0) return { word: w.erp[1], shape: "move", note: o.messages(waiting) }
  const last = deliveries.findLast(({ state }) => state === "Delivered")
  return last === undefined ? { word: w.erp[2], shape: "wait" } : { word: w.erp[0], shape: "ok", at: last.updatedAt }
}

/** An order that the desk does not take: asked by an ERP, or told by a peer. */
const plainRow = (detail: Detail): Row => {
  const { shape, word } = stateOf(detail)
  const taken: Step = detail.intent === undefined || detail.intent === "Delivered"
    ? { word: w.taken, shape: "ok", at: detail.history.find(({ what }) => what === "accepted")?.at, note: detail.peerNumber }
    : { word, shape }
  const isTaken = taken.shape === "ok"
  const isInbound = detail.kind === "inbound"
  const end = detail.deliveredAt ?? detail.finishedAt ?? detail.shippedAt
  const is: Step = !isTaken ? { word: w.later, shape: "wait" } : { word, shape, at: shape === "ok" ? end ?? detail.updatedAt : undefined, note: shape === "ok" ? word : detail.status ?? word }
  return {
    name: isInbound ? w.inbound : w.whole,
    pieces: detail.connection,
    steps: [{ word: w.asked, shape: "ok", at: detail.createdAt }, taken, is, toldOf(detail.deliveries)]
  }
}

export const wayOf = (detail: Detail, found: Found, nameOf: (index: number) => string): Way => {
  const { desk } = detail
  if (desk === undefined) return { heads: [w.heads.asked, w.heads.taken, detail.kind === "inbound" ? w.heads.received : w.heads.shipped, w.heads.erp], rows: [plainRow(detail)] }
  const heads = [w.heads.decided, w.heads.reserved, w.heads.label, w.heads.warehouse, w.heads.shipped, w.heads.shop]
  if (desk.parts.length > 0) return { heads, rows: desk.parts.map((part, index) => rowOf(part, nameOf(index), found, desk.parcels)) }
  const first: Step = desk.state === "held"
    ? { word: w.held, shape: "hold", note: w.held }
    : { word: o.desk.states[desk.state], shape: desk.state === "closed" ? "void" : desk.state === "due" ? "move" : "wait", note: o.desk.states[desk.state] }
  return { heads, rows: [{ name: w.noPart, pieces: "", steps: [first, ...[w.reserved, w.label, w.warehouse, w.shipped, w.told].map((words): Step => ({ word: words[2], shape: "wait" }))] }] }
}
