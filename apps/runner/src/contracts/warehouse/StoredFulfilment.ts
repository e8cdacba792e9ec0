/**
 * What reports say of the goods of an outbound order, as it is kept in the row of the order: each statement once, whatever its word for the
 * order is. What has left is derived from it (`Fulfilment.fromReports` in core).
 */
import { type OutboundOrder, type OutboundPhase, Sku } from "@crossdock/core"
import { detailsOf, Fulfilment, FulfilmentRecord, Quantities, type ShippedLines, Statement } from "../../fulfilment/ShippedGoods.ts"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as StoredJson from "../../engine/StoredJson.ts"
import type { Database, DatabaseFailed, Row } from "../../store/Database.ts"

type Record = FulfilmentRecord.FulfilmentRecord

/** A peer that reports something new with each poll must not let a row grow for ever. So many statements of one order are kept. */
export const mostStatements = 2000

const [writeJson, readJson] = [StoredJson.writer(FulfilmentRecord.FulfilmentRecord), StoredJson.reader(FulfilmentRecord.FulfilmentRecord)]
const [encode, decode] = [Schema.encodeSync(FulfilmentRecord.FromJson), Schema.decodeUnknownSync(FulfilmentRecord.FulfilmentRecord)]
const toJson = (record: Record): string => writeJson(record) ?? encode(record)
const fromJson = (text: string): Record => {
  const json: unknown = JSON.parse(text)
  return readJson(json) ?? decode(json)
}

/** Whether reports of the order were taken by a release that did not keep what they say. */
export const isOfEarlierRelease = ({ phase, pieces }: Row): boolean => pieces === null && phase !== null

/** What an earlier release knows of an order: its parcels have left, and nobody has kept what is in them. */
const fromParcels = (phase: OutboundPhase.OutboundPhase, parcels: ReadonlyArray<Row>): Record =>
  FulfilmentRecord.add(FulfilmentRecord.empty(), {
    phase,
    statements: parcels.map((parcel): Statement.Statement => ({
      key: parcel.tracking_number,
      kind: "silent",
      contents: Quantities.none,
      trackingNumber: parcel.tracking_number,
      ...(parcel.tracking_url !== null && { trackingUrl: parcel.tracking_url }),
      ...(parcel.carrier_name !== null && { carrierName: parcel.carrier_name }),
      ...(parcel.shipped_at !== null && { shippedAt: Number(parcel.shipped_at) }),
      ...(parcel.delivered_at !== null && { deliveredAt: Number(parcel.delivered_at) })
    }))
  })

/** The record of a row that this release has written, or of which nothing was reported. */
export const ofRow = ({ pieces }: Row): Record => pieces === null ? FulfilmentRecord.empty() : fromJson(pieces)

/** The record of an order, also of one that an earlier release has stored. */
export const read = (db: Database["Service"], row: Row): Effect.Effect<Record, DatabaseFailed> =>
  isOfEarlierRelease(row)
    ? Effect.map(db.query("select * from parcel where entity = $1 order by seen_at, tracking_number", [row.id]), (parcels) => fromParcels(row.phase, parcels))
    : Effect.sync(() => ofRow(row))

/** The columns `pieces`, `pieces_version` and `told`; null leaves what was told as it is. */
export interface Columns {
  readonly pieces: string | null
  readonly version: number | null
  readonly told: string | null
}

/** A record that a report has not changed is not written anew. */
export const columnsOf = ({ before, record, row }: { readonly row: Row; readonly before: Record; readonly record: Record }, told: string | null): Columns =>
  record === before ? { pieces: row["pieces"], version: row["pieces_version"], told } : { pieces: toJson(record), version: record.version, told }

/** Adds a report. If it says nothing new, the result is the same value. If too much was said before, only its phase is added. */
export const add = (record: Record, status: OutboundOrder.OutboundReport): Record =>
  FulfilmentRecord.add(record, record.statements.length >= mostStatements ? { phase: status.phase, statements: [] } : Statement.fromStatus(status))

/** Writes a record, and what ERPs were told. The caller's transaction has locked the row. */
export const write = (db: Database["Service"], id: number, record: Record, told: string | null): Effect.Effect<void, DatabaseFailed> =>
  Effect.asVoid(db.query("update entity set pieces = $2, pieces_version = $3, told = coalesce($4, told) where id = $1", [id, toJson(record), record.version, told]))

const same = (theirs: string): string => theirs

/**
 * Renames the articles, because warehouses report their own SKUs. Articles that get the same name are added up. The unit of an article that
 * was ordered in pieces is the warehouse's word for a piece.
 */
const renamed = (record: Record, { nameOf = same, ordered = [] }: Reading): Record => {
  const hasUnits = [...record.statements, ...record.inspections].some(({ contents }) => contents.some(({ unit }) => unit !== undefined)) || record.notShipped.flat().some(({ unit }) => unit !== undefined)
  if (nameOf === same && !hasUnits) return record
  const isInPieces = new Set(ordered.flatMap(({ sku, unit }) => unit === undefined ? [sku] : []))
  const inOurs = <Line extends Quantities.Item>(lines: ReadonlyArray<Line>) =>
    lines.map(({ unit, ...line }) => {
      const sku = Sku.Sku.make(nameOf(line.sku))
      return { ...line, sku, ...(unit !== undefined && !isInPieces.has(sku) && { unit }) }
    })
  const named = (items: Quantities.Quantities) => Quantities.fromLines(inOurs(items))
  return {
    ...record,
    statements: record.statements.map((statement) => ({ ...statement, contents: named(statement.contents), ...(statement.lines && { lines: inOurs(statement.lines) }) })),
    inspections: record.inspections.map((inspection) => ({ ...inspection, contents: named(inspection.contents) })),
    notShipped: record.notShipped.map(named)
  }
}

/** How a record is read: what was ordered, the caller's names of articles, and the setting of the connection. */
export interface Reading {
  /** With the names that `nameOf` gives. Undefined: nobody knows. */
  readonly ordered: Quantities.Quantities | undefined
  /** Default: the warehouse's names. */
  readonly nameOf?: (theirs: string) => string
  readonly shippedLines: ShippedLines
}

/** What has left of an order, with the names of the caller. */
export const stateOf = (record: Record, reading: Reading): Fulfilment.Fulfilment =>
  Fulfilment.fromReports({ ...renamed(record, reading), ...(reading.ordered !== undefined && { ordered: reading.ordered }) }, reading.shippedLines)

/** What has left of an order by parcel, with the warehouse's names. */
export type ParcelState = Pick<Fulfilment.Fulfilment, "parcels" | "unclear">

const noParcels: ParcelState = { parcels: [], unclear: Quantities.none }

/**
 * The parcels of an order, as `stateOf` has them. Most orders have one parcel and one report that lists it, whose goods no other report
 * explains, so nothing needs to be derived.
 */
export const parcelsOf = (record: Record, reading: Omit<Reading, "nameOf">): ParcelState => {
  const { inspections, keys, phases, statements: [one, ...others] } = record
  if (keys.length === 0) return noParcels
  const isListed = one?.kind === "contents" || one?.kind === "lines"
  if (!isListed || one.key === "" || others.length + inspections.length > 0 || reading.ordered !== undefined || record.ordered !== undefined) return stateOf(record, reading)
  const parcel = {
    id: 1,
    keys: [one.key],
    trackingNumbers: one.trackingNumber === undefined ? [] : [one.trackingNumber],
    trackingUrl: one.trackingUrl,
    carrierName: one.carrierName,
    contents: one.contents,
    rule: one.kind === "contents" ? "contents" : reading.shippedLines === "total" ? "totals" : "listed",
    shippedAt: one.shippedAt,
    deliveredAt: one.deliveredAt,
    isDelivered: phases.includes("delivered") || one.deliveredAt !== undefined,
    returnedAt: one.returnedAt,
    ...detailsOf([one], one.contents)
  } as const
  return { parcels: [parcel], unclear: Quantities.none }
}
