/**
 * Short stories of one order of article A: each is a finding of a review, or an ambiguity of the documents, in its smallest form.
 */
import type { ShippedLines } from "../../src/fulfilment/ShippedGoods.ts"
import { at, line, type Phase, type Status, status } from "./Reports.ts"

export interface Story {
  readonly title: string
  readonly ordered: number
  /** Quantities are multiplied by `factor`, so that each story is also told in fractions. */
  readonly reports: (lines: (quantity: number) => ReadonlyArray<ReturnType<typeof line>>) => ReadonlyArray<Status>
  readonly places: Readonly<Record<string, number>>
  /** Parcels with the quantity of A in each. Undefined where the order of the reports decides (see `Fulfilment`). */
  readonly parcels: Readonly<Record<string, number>> | undefined
  readonly shippedLines?: ShippedLines
}

type Lines = Parameters<Story["reports"]>[0]

/** A report that a parcel has left, with its contents or without. */
const parcel = (lines: Lines, trackingNumber: string, quantity?: number, phase: Phase = "open"): Status =>
  status(phase, { trackingNumber, ...(phase !== "shipped" && { shippedAt: at(1) }), ...(quantity !== undefined && { lines: lines(quantity) }) })

const shipped = (lines: Lines, trackingNumber: string, quantity?: number): Status => parcel(lines, trackingNumber, quantity, "shipped")

const story = (title: string, ordered: number, reports: Story["reports"], places: Story["places"], parcels?: Story["parcels"], shippedLines?: ShippedLines): Story =>
  ({ title, ordered, reports, places, parcels, ...(shippedLines !== undefined && { shippedLines }) })

/** The findings of the reviews of 2026-11-25 that are about what has left. F1 is about whose reports these are, and F3 about freight. */
const findings: ReadonlyArray<Story> = [
  story("a parcel that is reported after the last parcel is a parcel (R1)", 5,
    (lines) => [shipped(lines, "T-2", 3), parcel(lines, "T-1", 2)], { left: 5 }, { "T-1": 2, "T-2": 3 }),
  story("a poll reports the whole order before its first parcel is reported (R2)", 5,
    (lines) => [shipped(lines, "T-2"), parcel(lines, "T-1", 2)], { left: 5 }, { "T-1": 2, "T-2": 3 }),
  story("a parcel that is reported after the order failed has left (R3)", 5,
    (lines) => [status("failed"), parcel(lines, "T-1", 2)], { left: 2, givenUp: 3 }, { "T-1": 2 }),
  story("a parcel that is reported after the order was cancelled has left (R3)", 5,
    (lines) => [status("cancelled"), parcel(lines, "T-1", 2)], { left: 2, givenUp: 3 }, { "T-1": 2 }),
  story("with a failed report in between, both parcels have left (R3)", 5,
    (lines) => [parcel(lines, "T-1", 2), status("failed"), parcel(lines, "T-2", 1)], { left: 3, givenUp: 2 }, { "T-1": 2, "T-2": 1 }),
  story("reported contents replace what was assumed (R4)", 5,
    (lines) => [shipped(lines, "T-1"), shipped(lines, "T-1", 3)], { left: 3, missing: 2 }, { "T-1": 3 }),
  story("an order is shipped without a number and lines, of which nothing else is told (R4)", 5,
    () => [status("shipped")], { left: 5 }, { "": 5 }),
  story("a told parcel replaces what was assumed of a shipment without a number and lines, and the rest may have left (R4, U-146)", 5,
    (lines) => [status("shipped"), shipped(lines, "T-1", 4)], { left: 4, unclear: 1 }, { "T-1": 4 }),
  story("an order is partly shipped, and then shipped without a number and lines (R4, U-146)", 5,
    (lines) => [parcel(lines, "T-1", 2), status("shipped")], { left: 2, unclear: 3 }, { "T-1": 2 }),
  story("lines without a number are told as well (R4)", 5,
    (lines) => [status("open", { shippedAt: at(1), lines: lines(2) }), status("shipped")], { left: 2, unclear: 3 }, { "": 2 }),
  story("a further parcel explains a shipment without a number and lines (R4, U-146)", 5,
    (lines) => [status("shipped"), shipped(lines, "T-1", 4), parcel(lines, "T-2", 1)], { left: 5 }, { "T-1": 4, "T-2": 1 }),
  story("a number without lines has what was assumed of a shipment without a number (R4)", 5,
    (lines) => [status("shipped"), shipped(lines, "T-1")], { left: 5 }, { "T-1": 5 }),
  story("a parcel of the whole order explains a shipment without a number and lines (R4)", 5,
    (lines) => [status("shipped"), shipped(lines, "T-1", 5)], { left: 5 }, { "T-1": 5 }),
  story("an order of which nobody reports anything has sent nothing", 5, () => [], { open: 5 }, {}),
  story("an order is partly shipped, cancelled, and shipped with the same parcel (F2)", 10,
    (lines) => [parcel(lines, "T-1", 4), status("cancelled"), shipped(lines, "T-1", 4)], { left: 4, givenUp: 6 }, { "T-1": 4 }),
  story("the second parcel of an order does not contain the first one again", 5,
    (lines) => [parcel(lines, "T-1", 3), shipped(lines, "T-2", 2)], { left: 5 }, { "T-1": 3, "T-2": 2 }),
  story("a cancelled report names a parcel that left in `parcels` (F4)", 10,
    (lines) => [status("cancelled", { parcels: [{ trackingNumber: "T-1", shippedAt: at(1), lines: lines(4) }] })], { left: 4, givenUp: 6 }, { "T-1": 4 }),
  story("a cancelled report names a parcel that left as its latest (F4)", 10,
    (lines) => [parcel(lines, "T-1", 4, "cancelled")], { left: 4, givenUp: 6 }, { "T-1": 4 }),
  story("a number is corrected, and both reports list the whole order (C)", 4,
    (lines) => [shipped(lines, "T-1", 4), shipped(lines, "T-1-C", 4)], { left: 4 }, { "T-1=T-1-C": 4 }),
  story("a number is corrected, and only the first report has lines (C)", 4,
    (lines) => [shipped(lines, "T-1", 4), shipped(lines, "T-1-C")], { left: 4 }, { "T-1=T-1-C": 4 }),
  story("a number is corrected, and no report has lines, so it may be a further parcel (C)", 4,
    (lines) => [shipped(lines, "T-1"), shipped(lines, "T-1-C")], { left: 4 }),
  story("the number of the second of two parcels is corrected (C)", 5,
    (lines) => [parcel(lines, "T-1", 2), shipped(lines, "T-2", 3), shipped(lines, "T-2-C", 3)], { left: 5 }, { "T-1": 2, "T-2=T-2-C": 3 }),
  story("a parcel of an order that goes on ends nothing else (K2)", 5,
    (lines) => [parcel(lines, "T-1", 2)], { left: 2, open: 3 }, { "T-1": 2 })
]

/** A report that lists parcels in `parcels`. */
const shippedParcels = (lines: Lines, parcels: Readonly<Record<string, number>>, phase: Phase = "shipped"): Status =>
  status(phase, { parcels: Object.entries(parcels).map(([trackingNumber, quantity]) => ({ trackingNumber, shippedAt: at(1), lines: lines(quantity) })) })

/** Numbers that are corrected in `parcels`. Parcels of one report are never the same. */
const corrections: ReadonlyArray<Story> = [
  story("a number is corrected in `parcels` (C)", 4,
    (lines) => [shippedParcels(lines, { "T-1": 4 }), shippedParcels(lines, { "T-1-C": 4 })], { left: 4 }, { "T-1=T-1-C": 4 }),
  story("a number in `parcels` is corrected at the top of a report (C)", 4,
    (lines) => [shippedParcels(lines, { "T-1": 4 }), shipped(lines, "T-1-C", 4)], { left: 4 }, { "T-1=T-1-C": 4 }),
  story("two parcels of one report are two, also if they are more than was ordered (C)", 4,
    (lines) => [shippedParcels(lines, { "T-1": 4, "T-2": 4 })], { left: 4, surplus: 4 }, { "T-1": 4, "T-2": 4 }),
  story("two parcels that one report names are two, although other reports name one of them (C)", 4,
    (lines) => [shippedParcels(lines, { "T-1": 4 }), shippedParcels(lines, { "T-2": 4 }), shippedParcels(lines, { "T-1": 4, "T-2": 4 })],
    { left: 4, surplus: 4 }, { "T-1": 4, "T-2": 4 }),
  story("the number of the second of two parcels in `parcels` is corrected (C)", 4,
    (lines) => [shippedParcels(lines, { "T-1": 2, "T-2": 2 }), shippedParcels(lines, { "T-1": 2, "T-2-C": 2 })], { left: 4 }, { "T-1": 2, "T-2=T-2-C": 2 }),
  story("the number of the first of two parcels in `parcels` is corrected (C)", 4,
    (lines) => [shippedParcels(lines, { "T-1": 2, "T-2": 2 }), shippedParcels(lines, { "T-1-C": 2, "T-2": 2 })], { left: 4 }, { "T-1=T-1-C": 2, "T-2": 2 }),
  story("a corrected number is not that of the parcel beside which it is named, but of another one with the same contents (C)", 5,
    (lines) => [
      shippedParcels(lines, { "T-1": 2, "T-2": 2 }), shipped(lines, "T-2-C", 2),
      status("shipped", { parcels: [{ trackingNumber: "T-1", shippedAt: at(1), lines: lines(2) }, { trackingNumber: "T-2-C", shippedAt: at(1) }] })
    ],
    { left: 4, missing: 1 }, { "T-1": 2, "T-2=T-2-C": 2 }),
  story("a parcel that is named beside one of the numbers of another parcel is a further one (C)", 3,
    (lines) => [
      shippedParcels(lines, { "T-2": 2 }),
      status("shipped", { trackingNumber: "T-0", shippedAt: at(1), lines: lines(2), parcels: [{ trackingNumber: "T-0", shippedAt: at(1) }, { trackingNumber: "T-2-C", shippedAt: at(1), lines: lines(2) }] })
    ],
    { left: 3 }, { "T-0": 1, "T-2=T-2-C": 2 }),
  story("two parcels in `parcels` of different reports, which fit the order", 4,
    (lines) => [shippedParcels(lines, { "T-1": 2 }), shippedParcels(lines, { "T-2": 2 })], { left: 4 }, { "T-1": 2, "T-2": 2 })
]

/** The suspicions of the reviews, and the ambiguities of the documents. */
const ambiguities: ReadonlyArray<Story> = [
  story("an order is partly shipped, fails, and is shipped with the total", 5,
    (lines) => [parcel(lines, "T-1", 2), status("failed"), shipped(lines, "T-2", 5)], { left: 5 }, { "T-1": 2, "T-2": 3 }),
  story("totals of 2, 4 and 6", 6,
    (lines) => [parcel(lines, "T-1", 2), parcel(lines, "T-2", 4), shipped(lines, "T-3", 6)], { left: 6 }, { "T-1": 2, "T-2": 2, "T-3": 2 }),
  story("lists of 2 and 4, which are totals at this connection", 6,
    (lines) => [parcel(lines, "T-1", 2), parcel(lines, "T-2", 4)], { left: 4, open: 2 }, { "T-1": 2, "T-2": 2 }, "total"),
  story("lists of 2 and 4, which are contents at this connection", 6,
    (lines) => [parcel(lines, "T-1", 2), parcel(lines, "T-2", 4)], { left: 6 }, { "T-1": 2, "T-2": 4 }, "parcel"),
  story("lists of 2 and 4, of which nobody knows what they are", 6,
    (lines) => [parcel(lines, "T-1", 2), parcel(lines, "T-2", 4)], { left: 4, unclear: 2 }, { "T-1": 2, "T-2": 2 }, "careful"),
  story("the second parcel lists the total", 5,
    (lines) => [parcel(lines, "T-1", 2), shipped(lines, "T-2", 5)], { left: 5 }, { "T-1": 2, "T-2": 3 }),
  story("two parcels with the same lines, which fit the order", 4,
    (lines) => [parcel(lines, "T-1", 2), shipped(lines, "T-2", 2)], { left: 4 }, { "T-1": 2, "T-2": 2 }),
  story("all parcels in `parcels`, beside the total", 5,
    (lines) => [status("shipped", { trackingNumber: "T-2", lines: lines(5), parcels: [{ trackingNumber: "T-1", lines: lines(2) }, { trackingNumber: "T-2", lines: lines(3) }] })],
    { left: 5 }, { "T-1": 2, "T-2": 3 }),
  story("only the latest parcel in `parcels`, beside a total that includes a parcel whose report was lost", 9,
    (lines) => [status("open", { trackingNumber: "T-2", shippedAt: at(1), lines: lines(5), parcels: [{ trackingNumber: "T-2", shippedAt: at(1), lines: lines(3) }] })],
    { left: 5, open: 4 }, { "": 2, "T-2": 3 }),
  story("lines without a number, which comes later", 4,
    (lines) => [status("shipped", { lines: lines(4) }), shipped(lines, "T-1", 4)], { left: 4 }, { "T-1": 4 }),
  story("the number on a label, and then a shipment without a number", 4,
    () => [status("open", { trackingNumber: "T-1" }), status("shipped")], { left: 4 }, { "T-1": 4 }),
  story("the number on a label alone", 4,
    (lines) => [status("open", { trackingNumber: "T-1", lines: lines(4) })], { open: 4 }, {}),
  story("a parcel without lines, and then the order fails", 5,
    (lines) => [parcel(lines, "T-1"), status("failed")], { unclear: 5 }, { "T-1": 0 }),
  story("an order fails, and is shipped without lines (U-15)", 5,
    (lines) => [status("failed"), shipped(lines, "T-1")], { left: 5 }, { "T-1": 5 }),
  story("an order is shipped, and then cancelled (U-15)", 5,
    (lines) => [shipped(lines, "T-1", 5), status("cancelled")], { left: 5 }, { "T-1": 5 }),
  story("a longer list under the same number", 5,
    (lines) => [parcel(lines, "T-1", 2), shipped(lines, "T-1", 5)], { left: 5 }, { "T-1": 5 }),
  story("a shorter list under the same number in `parcels`", 5,
    (lines) => [3, 2].map((quantity) => status("shipped", { parcels: [{ trackingNumber: "T-1", lines: lines(quantity) }] })), { left: 3, missing: 2 }, { "T-1": 3 }),
  story("more than was ordered", 2,
    (lines) => [shipped(lines, "T-1", 3)], { left: 2, surplus: 1 }, { "T-1": 3 }),
  story("a parcel of which only the time of delivery is reported", 5,
    (lines) => [status("open", { trackingNumber: "T-1", deliveredAt: at(2), lines: lines(2) })], { left: 2, open: 3 }, { "T-1": 2 }),
  story("a report says at its top when the parcel in `parcels` left", 5,
    (lines) => [status("open", { trackingNumber: "T-1", shippedAt: at(1), parcels: [{ trackingNumber: "T-1", lines: lines(2) }] })], { left: 2, open: 3 }, { "T-1": 2 }),
  story("a report says at its top when the latest parcel in `parcels` left, without its number", 5,
    (lines) => [status("open", { shippedAt: at(2), parcels: [{ trackingNumber: "T-1", lines: lines(1), shippedAt: at(1) }, { trackingNumber: "T-2", lines: lines(2) }] })],
    { left: 3, open: 2 }, { "T-1": 1, "T-2": 2 }),
  story("two parcels of one report share a number", 5,
    (lines) => [status("shipped", { parcels: [{ trackingNumber: "T-1", lines: lines(2) }, { trackingNumber: "T-1", lines: lines(2) }] })], { left: 4, missing: 1 }, { "T-1": 4 }),
  story("lines without a number, and a total that includes them, at a connection with totals", 10,
    (lines) => [status("open", { shippedAt: at(1), lines: lines(2) }), parcel(lines, "T-2", 5)], { left: 5, open: 5 }, { "T-2": 5 }, "total"),
  story("lines without a number, and a list that may include them", 10,
    (lines) => [status("open", { shippedAt: at(1), lines: lines(2) }), parcel(lines, "T-2", 5)], { left: 5, unclear: 2, open: 3 }, { "T-2": 5 }, "careful"),
  story("equal lists without a number and with different times, which are of two parcels or of one", 10,
    (lines) => [1, 2].map((time) => status("open", { shippedAt: at(time), lines: lines(2) })), { left: 2, unclear: 2, open: 6 }, { "": 2 }, "careful"),
  story("a list without a number that equals a known parcel which left at another time, so it may be a further one", 8,
    (lines) => [parcel(lines, "T-1", 1), status("open", { shippedAt: at(2), lines: lines(1) })], { left: 1, unclear: 1, open: 6 }, { "T-1": 1 }),
  story("the same of a shipped order, of which nothing is missing that may have left", 8,
    (lines) => [parcel(lines, "T-1", 1), status("shipped", { shippedAt: at(2), lines: lines(1) })], { left: 1, unclear: 1, missing: 6 }, { "T-1": 1 }),
  story("a list without a number that equals a known parcel which left at the same time", 8,
    (lines) => [parcel(lines, "T-1", 1), status("open", { shippedAt: at(1), lines: lines(1) })], { left: 1, open: 7 }, { "T-1": 1 }),
  story("a list without a number or a time that equals a known parcel", 8,
    (lines) => [parcel(lines, "T-1", 1), status("shipped", { lines: lines(1) })], { left: 1, missing: 7 }, { "T-1": 1 }),
  story("a list without a number that is the sum of known parcels, of which one left later", 9,
    (lines) => [parcel(lines, "T-1", 1), status("open", { trackingNumber: "T-2", shippedAt: at(3), lines: lines(2) }), status("open", { shippedAt: at(1), lines: lines(3) })],
    { left: 3, unclear: 3, open: 3 }, { "T-1": 1, "T-2": 2 }),
  story("the total without a number of known parcels, of which the latest left then", 9,
    (lines) => [parcel(lines, "T-1", 1), status("open", { trackingNumber: "T-2", shippedAt: at(3), lines: lines(2) }), status("open", { shippedAt: at(3), lines: lines(3) })],
    { left: 3, open: 6 }, { "T-1": 1, "T-2": 2 }),
  story("a list without a number that is the sum of two of three known parcels, of which the later one left then", 12,
    (lines) => [
      parcel(lines, "T-1", 1), parcel(lines, "T-2", 4),
      status("open", { trackingNumber: "T-3", shippedAt: at(3), lines: lines(2) }), status("open", { shippedAt: at(3), lines: lines(3) })
    ],
    { left: 7, open: 5 }, { "T-1": 1, "T-2": 4, "T-3": 2 }),
  story("two lists without a number that contain each other, which are totals or two parcels", 10,
    (lines) => [2, 5].map((quantity) => status("open", { shippedAt: at(quantity), lines: lines(quantity) })), { left: 5, unclear: 2, open: 3 }, { "": 5 }),
  story("the same of a shipped order without times", 10,
    (lines) => [2, 5].map((quantity) => status("shipped", { lines: lines(quantity) })), { left: 5, unclear: 2, missing: 3 }, { "": 5 }),
  story("two lists without a number that contain each other, at a connection with totals", 10,
    (lines) => [2, 5].map((quantity) => status("open", { shippedAt: at(quantity), lines: lines(quantity) })), { left: 5, open: 5 }, { "": 5 }, "total"),
  story("a list without a number that is repeated without its time", 10,
    (lines) => [status("open", { shippedAt: at(1), lines: lines(2) }), status("shipped", { lines: lines(2) })], { left: 2, missing: 8 }, { "": 2 }),
  story("lists of 1, 2 and 2, of which one number may be corrected, or all are totals", 4,
    (lines) => [parcel(lines, "T-1", 1), parcel(lines, "T-2", 2), parcel(lines, "T-3", 2)], { left: 2, unclear: 1, open: 1 }, { "T-1": 1, "T-2=T-3": 1 }, "careful"),
  story("a list of 3 under two numbers, and another list under one of them", 4,
    (lines) => [parcel(lines, "T-2", 3), parcel(lines, "T-3", 3), parcel(lines, "T-2", 1)], { left: 3, open: 1 }, { "T-2=T-3": 3 }, "careful"),
  story("totals that are more than was ordered", 2,
    (lines) => [parcel(lines, "T-1", 2), parcel(lines, "T-2", 4)], { left: 2, surplus: 2 }, { "T-1": 2, "T-2": 2 }, "total"),
  story("lines without a number that are more than was ordered", 5,
    (lines) => [status("shipped", { lines: lines(7) })], { left: 5, surplus: 2 }, { "": 7 }),
  story("a parcel arrives, which is reported before it leaves", 3,
    (lines) => [status("delivered", { trackingNumber: "T-1", lines: lines(3) }), shipped(lines, "T-1", 3)], { left: 3 }, { "T-1": 3 })
]

export const stories: ReadonlyArray<Story> = [...findings, ...corrections, ...ambiguities]
