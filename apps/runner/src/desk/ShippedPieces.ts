/**
 * What has left of each part of an order, derived from all that its warehouse has reported (`Fulfilment` of core), and the parcels in which
 * it left, with what the shop knows of each.
 */
import { Decimal, Quantity, Sku } from "@crossdock/core"
import { type Fulfilment, type FulfilmentRecord, Quantities, Rules, type ShippedParcel } from "../fulfilment/ShippedGoods.ts"
import * as Effect from "effect/Effect"
import { Connections } from "../connection/Connections.ts"
import * as StoredFulfilment from "../contracts/warehouse/StoredFulfilment.ts"
import { Mapping } from "../mapping/NameMapping.ts"
import { Database, type DatabaseFailed, parameters, type Row } from "../store/Database.ts"
import * as Coverage from "./Coverage.ts"
import * as DeskRows from "./DeskRows.ts"
import { type OrderLine, piecesBySku } from "./OrderFacts.ts"
import type { OrderRead } from "./OrderReads.ts"
import * as Parcels from "./Parcels.ts"
import { without } from "./WarehouseOrder.ts"

/** Where the pieces of a part are. A piece is in one of the lists at most; what is in none is still at the warehouse, or was given up. */
export interface Pieces {
  readonly left: ReadonlyArray<OrderLine>
  /** They may have left. Nobody ships them again before a report or a person says. */
  readonly unclear: ReadonlyArray<OrderLine>
  /** The warehouse has shipped the part, and they are in none of its parcels. */
  readonly missing: ReadonlyArray<OrderLine>
  /** Whether the warehouse has shipped the part, or has given it up. */
  readonly end: Fulfilment.Fulfilment["end"]
  /** What people have to look at. */
  readonly findings: ReadonlyArray<string>
}

/** What has left of an order. */
export interface Shipped {
  readonly of: (part: DeskRows.Part) => Pieces
  /** The oldest of each part first. */
  readonly parcels: ReadonlyArray<Parcels.Parcel>
}

/** What reports say of a part, and until when the shop is not told of what is assumed. */
export interface PartState extends Fulfilment.Fulfilment {
  readonly assumedUntil: number
}

const nothing: Pieces = { left: [], unclear: [], missing: [], end: "none", findings: [] }

/** More pieces than a part has. A warehouse decides what its reports say. */
const most = Number.MAX_SAFE_INTEGER

/** Whole pieces of each SKU. A fraction of a piece has not left for certain, and may have: `of` rounds it down or up. */
const bySku = (items: Quantities.Quantities, of: (pieces: number) => number = Math.floor): ReadonlyMap<string, number> =>
  new Map(items.map(({ quantity, sku }) => [sku, Math.min(of(Number(Decimal.toText(quantity))), most)]))

/** What some pieces have beyond some lines. */
const beyond = (pieces: ReadonlyMap<string, number>, lines: ReadonlyArray<OrderLine>): ReadonlyMap<string, number> => {
  const known = piecesBySku(lines)
  return new Map([...pieces].map(([sku, count]) => [sku, Math.max(0, count - (known.get(sku) ?? 0))]))
}

const orderedOf = ({ lines }: DeskRows.Part): Quantities.Quantities =>
  Quantities.fromLines(lines.map(({ pieces, sku }) => ({ sku: Sku.Sku.make(sku), quantity: Quantity.of(pieces) })))

/**
 * The state of a parcel of which the shop was never told. What is in it may still be found out while `isOpen`. A number may still be reported,
 * unless a person had to find the parcel, or the part was given up.
 */
const stateOf = ({ rule, trackingNumbers }: ShippedParcel, lines: ReadonlyArray<OrderLine>, isOpen: boolean, end: Pieces["end"]): Parcels.ParcelState => {
  if (lines.length === 0) return rule === "person" ? "accepted" : isOpen || trackingNumbers.length === 0 ? "unknown" : "new"
  return trackingNumbers.length > 0 || rule === "person" || end === "void" ? "new" : "unknown"
}

/** What the warehouse tells of a parcel, beside what a notice has stored. */
const detailsOf = ({ shippedAt, trackingUrl }: ShippedParcel): Pick<Parcels.Parcel, "shippedAt" | "trackingUrl"> => ({
  ...(trackingUrl !== undefined && { trackingUrl }),
  ...(shippedAt !== undefined && { shippedAt })
})

/** The shop knows the carrier of a shipment that it has arranged by the code of its provider, whatever the warehouse calls it. */
const carrierOf = (part: DeskRows.Part, { carrierName, trackingNumbers }: ShippedParcel): string | undefined =>
  part.trackingNumber !== undefined && trackingNumbers.includes(part.trackingNumber) ? part.shipping?.label.providerCode : carrierName

/**
 * The pieces and parcels of a part. A parcel of which the shop was told keeps the lines that it was told, whatever is found out about it later;
 * each other one has what is left of the lines of the part, by the SKUs in it.
 */
export const ofPart = (part: DeskRows.Part, { assumedUntil, ...state }: PartState, notices: ReadonlyArray<Parcels.Parcel>): { readonly pieces: Pieces; readonly parcels: ReadonlyArray<Parcels.Parcel> } => {
  // Of a part that was given up, nothing more is found out about a parcel beside those that have everything that left.
  const isOpen = state.end !== "whole" && (Coverage.isLive(part) || state.unclear.length > 0)
  const own = notices.filter((notice) => notice.part === part.number)
  const isPinned = ({ state: known }: Parcels.Parcel) => known !== "refused" && known !== "again"
  const isOf = ({ keys, trackingNumbers }: ShippedParcel) => ({ trackingNumber }: Parcels.Parcel) => trackingNumbers.includes(trackingNumber) || keys.includes(trackingNumber)
  // What the shop was told of a line stays with that line.
  let rest = without(part.lines, own.filter(isPinned).flatMap(({ lines }) => lines))
  const parcels = state.parcels.flatMap((parcel): ReadonlyArray<Parcels.Parcel> => {
    const numbers = parcel.trackingNumbers
    const told = own.filter(isOf(parcel)).map((notice) => ({ ...notice, numbers: [...new Set([...notice.numbers.filter((number) => !numbers.includes(number)), ...numbers])] }))
    if (told.some(isPinned)) {
      // A notice cannot be corrected, so people see what the shop does not know of.
      const untold = Parcels.linesIn(rest, beyond(bySku(parcel.contents), told.flatMap((notice) => notice.lines)))
      rest = without(rest, untold)
      return told.map((notice, at) => at === 0 && untold.length > 0 ? { ...notice, untold } : notice)
    }
    const lines = Parcels.linesIn(rest, bySku(parcel.contents))
    rest = without(rest, lines)
    // The shop did not take it, or was not told because nobody knew what is in it, which may be known by now.
    if (told.length > 0) return told.map((notice, at) => ({ ...notice, ...detailsOf(parcel), lines: at === 0 ? lines : [] }))
    // What left beyond the part, in a parcel without a number, is nothing that the shop could be told.
    if (lines.length === 0 && numbers.length === 0 && !isOpen && parcel.rule !== "person") return []
    return [{
      part: part.number,
      trackingNumber: numbers.at(-1) ?? "",
      numbers,
      carrierName: carrierOf(part, parcel),
      ...detailsOf(parcel),
      lines,
      state: stateOf(parcel, lines, isOpen, state.end),
      because: undefined,
      ...((Rules.isAssumption(parcel.rule) || lines.length === 0) && { assumedUntil }),
      updatedAt: parcel.shippedAt ?? 0
    }]
  })
  const others = own.filter((notice) => !state.parcels.some((parcel) => isOf(parcel)(notice)))
  const left = Parcels.linesIn(part.lines, bySku(state.left))
  const unclear = Parcels.linesIn(without(part.lines, left), bySku(state.unclear, Math.ceil))
  const missing = Parcels.linesIn(without(part.lines, [...left, ...unclear]), bySku(state.missing, Math.ceil))
  return { pieces: { left, unclear, missing, end: state.end, findings: state.findings.map(({ message }) => message) }, parcels: [...others, ...parcels] }
}

/** What has left of parts whose rows at their warehouses were read. */
export const shippedOf = (parts: ReadonlyArray<DeskRows.Part>, stateOfPart: (part: DeskRows.Part) => PartState | undefined, notices: ReadonlyArray<Parcels.Parcel>): Shipped => {
  const found = parts.map((part) => {
    const state = stateOfPart(part)
    const known = state === undefined
      ? { pieces: nothing, parcels: notices.filter((notice) => notice.part === part.number) }
      : ofPart(part, state, notices)
    return [part.number, known] as const
  })
  const pieces = new Map(found.map(([number, known]) => [number, known.pieces]))
  return { of: ({ number }) => pieces.get(number) ?? nothing, parcels: found.flatMap(([, known]) => known.parcels) }
}

export const make = Effect.gen(function*() {
  const db = yield* Database
  const connections = yield* Connections
  const mapping = yield* Mapping

  /** The rows of parts at their links, by their ids. */
  const recordsOf = Effect.fnUntraced(function*(parts: ReadonlyArray<DeskRows.Part>) {
    const ids = parts.flatMap(({ record }) => record === undefined ? [] : [record])
    if (ids.length === 0) return new Map<number, Row>()
    const found = yield* db.query(`select * from entity where id in (${parameters(ids.length, 1)})`, ids)
    return new Map(found.map((row) => [Number(row.id), row]))
  })

  const stateOfRecord = Effect.fnUntraced(function*(part: DeskRows.Part, record: FulfilmentRecord.FulfilmentRecord) {
    const link = connections.linkOf(part.link)
    const nameOf = link === undefined ? (theirs: string) => theirs : (yield* mapping.erpNames(link)).sku
    const shippedLines = (link && connections.get(link.peer)?.shippedLines) ?? "parcel"
    return StoredFulfilment.stateOf(record, { ordered: orderedOf(part), nameOf, shippedLines })
  })

  return {
    /** What reports say of a part, with the names of the books. */
    stateOfRecord,

    /** What has left of an order with these parts. `read` is what was read of parcels of which the shop was told, and of the parts. */
    of: Effect.fnUntraced(function*(entity: number, parts: ReadonlyArray<DeskRows.Part>, read?: Pick<OrderRead, "notices" | "records">): Effect.fn.Return<Shipped, DatabaseFailed> {
      const isRead = read !== undefined && parts.every(({ record }) => record === undefined || read.records.has(record))
      const records = isRead ? read.records : yield* recordsOf(parts)
      const states = new Map<string, PartState>()
      for (const part of parts) {
        const row = part.record === undefined ? undefined : records.get(part.record)
        const record = row && (yield* StoredFulfilment.read(db, row))
        if (record === undefined || record.phases.length === 0) continue
        const wait = connections.get(connections.linkOf(part.link)?.peer ?? "")?.contentsWithin ?? 0
        states.set(part.number, { ...yield* stateOfRecord(part, record), assumedUntil: Number(row!.updated_at) + wait })
      }
      return shippedOf(parts, ({ number }) => states.get(number), read?.notices ?? (yield* Parcels.of(db, entity)))
    })
  }
})

export type ShippedPieces = Effect.Success<typeof make>
