/**
 * Reports of warehouses that contradict each other, or what was ordered. Each wrong report is followed by one that is right, and both may
 * arrive in either order, and again.
 */
import type { OutboundOrder } from "@crossdock/core"
import type { Random } from "../../support/Random.ts"
import type { Kind } from "./Occurrences.ts"
import type { Line } from "./Truth.ts"
import * as Warehouse from "./Warehouse.ts"

interface Stage {
  readonly random: Random
  readonly pick: <A>(items: ReadonlyArray<A>) => A | undefined
  readonly someEntry: (state: Warehouse.Entry["state"]) => { readonly warehouse: Warehouse.Warehouse; readonly entry: Warehouse.Entry | undefined }
  readonly report: (warehouse: Warehouse.Warehouse, entry: Warehouse.Entry, parcel?: Warehouse.Parcel) => boolean
  readonly sendStatus: (warehouse: Warehouse.Warehouse, status: OutboundOrder.OutboundStatus) => boolean
}

const piecesOf = (lines: ReadonlyArray<Line>): number => lines.reduce((sum, { pieces }) => sum + pieces, 0)
const isSameGoods = (one: ReadonlyArray<Line>, other: ReadonlyArray<Line>): boolean =>
  one.length === other.length && one.every(({ line, pieces }) => other.some((each) => each.line === line && each.pieces === pieces))

/** The lines with so many pieces of a line more or less. */
const withChange = (lines: ReadonlyArray<Line>, changed: Line, pieces: number): ReadonlyArray<Line> => {
  const known = lines.some(({ line }) => line === changed.line) ? lines : [...lines, { ...changed, pieces: 0 }]
  return known.map((each) => each.line === changed.line ? { ...each, pieces: each.pieces + pieces } : each).filter((each) => each.pieces > 0)
}

export const make = ({ pick, random, report, sendStatus, someEntry }: Stage) => {
  /** What was shipped beyond an order, until it is taken back. */
  const beyond: Array<{ readonly warehouse: string; readonly entry: Warehouse.Entry; readonly lines: ReadonlyArray<Line> }> = []

  const claim = (warehouse: Warehouse.Warehouse, entry: Warehouse.Entry, claims: Warehouse.Claims) => {
    for (const parcel of entry.tellsEach ? claims.keys() : [entry.parcels.at(-1)!]) sendStatus(warehouse, warehouse.claim(entry, parcel, claims))
    return true
  }
  /** Reports each parcel as it is. */
  const correct = (warehouse: Warehouse.Warehouse, entry: Warehouse.Entry) => {
    for (const parcel of entry.tellsEach ? entry.parcels : [undefined]) report(warehouse, entry, parcel)
    return true
  }

  /**
   * What a report may have wrong in a parcel: a piece too few, a piece of another article, or, if reports are dated, a piece too many. Without
   * dates a longer list of a parcel is what has become of a shorter one, so nobody could know.
   */
  const wrongLines = (entry: Warehouse.Entry, { lines }: Warehouse.Parcel): ReadonlyArray<Line> | undefined => {
    const inside = pick(lines)!
    const other = pick(entry.lines.filter(({ sku }) => sku !== inside.sku))
    switch (random(3)) {
      case 0:
        return piecesOf(lines) > 1 ? withChange(lines, inside, -1) : undefined
      case 1:
        return other === undefined ? undefined : withChange(withChange(lines, inside, -1), other, 1)
      default:
        return entry.isDated ? withChange(lines, inside, 1) : undefined
    }
  }

  const someTelling = (state: Warehouse.Entry["state"], fits: (entry: Warehouse.Entry) => boolean) => {
    const { entry, warehouse } = someEntry(state)
    return { warehouse, entry: entry !== undefined && fits(entry) ? entry : undefined }
  }

  const kinds: ReadonlyArray<Kind> = [
    [1, "report wrong contents", () => {
      const { entry, warehouse } = someTelling(pick(["open", "shipped"])!, ({ parcels, tellsContents }) => tellsContents && parcels.length > 0)
      const parcel = entry && pick(entry.parcels)
      const lines = parcel && wrongLines(entry!, parcel)
      if (entry === undefined || parcel === undefined || lines === undefined) return false
      claim(warehouse, entry, new Map([[parcel, lines]]))
      return correct(warehouse, entry)
    }],
    [1, "swap the contents of two parcels", () => {
      const { entry, warehouse } = someTelling(pick(["open", "shipped"])!, ({ parcels, tellsContents }) => tellsContents && parcels.length > 1)
      const [one, other] = entry?.parcels.slice(-2) ?? []
      if (entry === undefined || one === undefined || other === undefined || isSameGoods(one.lines, other.lines)) return false
      claim(warehouse, entry, new Map([[one, other.lines], [other, one.lines]]))
      return correct(warehouse, entry)
    }],
    [1, "ship more than was ordered", () => {
      const { entry, warehouse } = someTelling("open", ({ tellsContents }) => tellsContents)
      const more = entry && pick(entry.lines)
      const lines = more && withChange(Warehouse.leftOf(entry!), more, 1)
      if (entry === undefined || more === undefined || !warehouse.ship(entry, lines!, true)) return false
      beyond.push({ warehouse: warehouse.name, entry, lines: [{ ...more, pieces: 1 }] })
      return report(warehouse, entry, entry.tellsEach ? entry.parcels.at(-1) : undefined)
    }],
    [1, "give up an order of which all has left", () => {
      const { entry, warehouse } = someTelling("shipped", (each) => Warehouse.leftOf(each).length === 0)
      if (entry === undefined) return false
      warehouse.doubt(entry)
      sendStatus(warehouse, { ...warehouse.statusOf(entry), phase: pick(["cancelled", "failed"] as const)!, status: "ENDED", failedReason: "ended by mistake" })
      return report(warehouse, entry)
    }],
    [1, "ship two parcels under one number", () => {
      const { entry, warehouse } = someTelling("open", ({ parcels, tellsContents, tellsEach }) => tellsContents && !tellsEach && parcels.length === 0)
      const first = entry && pick(Warehouse.leftOf(entry))
      if (entry === undefined || first === undefined || piecesOf(entry.lines) < 2) return false
      if (!warehouse.ship(entry, [{ ...first, pieces: 1 }], false)) return false
      const [{ lines, number } = { lines: [], number: "" }] = entry.parcels
      if (random(2) === 0) report(warehouse, entry)
      if (!warehouse.ship(entry, Warehouse.leftOf(entry), true, number)) return report(warehouse, entry)
      warehouse.claimed(entry, number, lines)
      return report(warehouse, entry)
    }],
    [1, "tell later that less has left than everything", () => {
      const { entry, warehouse } = someTelling("open", ({ tellsContents }) => !tellsContents)
      const [first, ...others] = entry === undefined ? [] : Warehouse.leftOf(entry)
      const lines = first === undefined ? [] : [...(first.pieces > 1 ? [{ ...first, pieces: first.pieces - 1 }] : []), ...others]
      if (entry === undefined || lines.length === 0 || !warehouse.ship(entry, lines, true)) return false
      warehouse.claimed(entry, entry.parcels[0]!.number, entry.lines)
      report(warehouse, entry)
      warehouse.tellContents(entry)
      return report(warehouse, entry)
    }],
    [1, "ship what was given up, after some has left", () => {
      const { entry, warehouse } = someTelling(pick(["void", "short"])!, ({ parcels, tellsContents }) => tellsContents && parcels.length > 0)
      const lines = entry === undefined ? [] : Warehouse.leftOf(entry)
      if (entry === undefined || lines.length === 0 || !warehouse.ship(entry, lines, true)) return false
      warehouse.doubt(entry)
      return correct(warehouse, entry)
    }]
  ]

  return {
    kinds,
    /** People take back what was shipped beyond an order, or beyond all orders. */
    takeBack: (warehouses: ReadonlyArray<Warehouse.Warehouse>, order?: string): void => {
      for (const one of beyond.splice(0)) {
        const warehouse = warehouses.find(({ name }) => name === one.warehouse)
        if (warehouse !== undefined && (order === undefined || one.entry.order === order)) warehouse.takeBack(one.entry, one.lines)
        else beyond.push(one)
      }
    }
  }
}
