/**
 * What a report of a warehouse says about one parcel of an order, in the form in which it is kept.
 */
import * as DateTime from "effect/DateTime"
import * as Schema from "effect/Schema"
import type * as OutboundOrder from "@crossdock/core/model/OutboundOrder"
import * as OutboundPhase from "@crossdock/core/model/OutboundPhase"
import * as Quantity from "@crossdock/core/model/Quantity"
import * as Quantities from "./Quantities.ts"

const time = Schema.optionalKey(Schema.Int)

/** All times are in milliseconds since 1970. */
export const Statement = Schema.Struct({
  /** Identifies the parcel: the warehouse's id of it, otherwise its tracking number. It is empty if the report names no parcel. */
  key: Schema.String,
  /**
   * - `contents`: these are the contents of the parcel
   * - `lines`: these are the contents of the parcel, or everything that has left of the order up to then; the report does not say which
   * - `silent`: the parcel has left, and the report does not list its contents
   * - `announced`: the number is known, and nothing has left under it
   */
  kind: Schema.Literals(["contents", "lines", "silent", "announced"]),
  contents: Quantities.Quantities,
  trackingNumber: Schema.optionalKey(Schema.NonEmptyString),
  trackingUrl: Schema.optionalKey(Schema.NonEmptyString),
  carrierName: Schema.optionalKey(Schema.NonEmptyString),
  shippedAt: time,
  deliveredAt: time,
  /** When the parcel came back to the warehouse. */
  returnedAt: time,
  /** When the warehouse made this statement. If absent, nobody knows which of several statements is the newest. */
  saidAt: time
})
export type Statement = typeof Statement.Type

/** One report of a warehouse: a phase of the order, and what it says about parcels. */
export interface Report {
  readonly phase: OutboundPhase.OutboundPhase
  readonly statements: ReadonlyArray<Statement>
  /** The keys of the parcels that the report names beside each other. Absent for one or none. */
  readonly namesTogether?: ReadonlyArray<string>
}

const comparedFields = ["key", "kind", "trackingNumber", "trackingUrl", "carrierName", "shippedAt", "deliveredAt", "returnedAt"] as const

/** Whether two statements say the same, perhaps at two times. One with a time and one without are two statements. */
export const isSame = (one: Statement, other: Statement): boolean =>
  (one.saidAt === undefined) === (other.saidAt === undefined) && comparedFields.every((field) => one[field] === other[field]) && Quantities.isSame(one.contents, other.contents)

type Names = { readonly [Name in "parcelId" | "trackingNumber"]?: string | undefined }

const keyOf = ({ parcelId, trackingNumber }: Names): string => parcelId ?? trackingNumber ?? ""

/** Whether what a report says at its top may be about one of its parcels. */
const mayBeOf = (latest: Names, parcel: Names): boolean =>
  latest.parcelId !== undefined && parcel.parcelId !== undefined
    ? latest.parcelId === parcel.parcelId
    : latest.trackingNumber === undefined || latest.trackingNumber === parcel.trackingNumber

/** Translates what a report says about one parcel. `isInParcels` is true for a member of `parcels`. */
const fromParcel = (
  phase: OutboundPhase.OutboundPhase,
  { carrierName, deliveredAt, lines = [], parcelId, returnedAt, saidAt, shippedAt, trackingNumber, trackingUrl }: Partial<OutboundOrder.Parcel>,
  isInParcels: boolean
): Statement => {
  const hasLeft = OutboundPhase.hasLeft(phase) || shippedAt !== undefined || deliveredAt !== undefined || returnedAt !== undefined
  const sums = Quantities.fromLines(lines)
  // A sum that cannot be stored tells nothing. The record must take each report.
  const isTold = sums.length > 0 && sums.every(({ quantity }) => Quantity.isCount(quantity))
  const kind = !hasLeft ? "announced" : !isTold ? "silent" : isInParcels ? "contents" : "lines"
  return {
    key: keyOf({ parcelId, trackingNumber }),
    kind,
    contents: hasLeft && isTold ? sums : Quantities.none,
    ...(trackingNumber !== undefined && { trackingNumber }),
    ...(trackingUrl !== undefined && { trackingUrl }),
    ...(carrierName !== undefined && { carrierName }),
    ...(shippedAt !== undefined && { shippedAt: DateTime.toEpochMillis(shippedAt) }),
    ...(deliveredAt !== undefined && { deliveredAt: DateTime.toEpochMillis(deliveredAt) }),
    ...(returnedAt !== undefined && { returnedAt: DateTime.toEpochMillis(returnedAt) }),
    ...(saidAt !== undefined && { saidAt: DateTime.toEpochMillis(saidAt) })
  }
}

/** Replaces the contents of a parcel. From a sum that cannot be stored on, nothing is told of them. */
const withContents = (parcel: Statement, sum: Quantities.Quantities): Statement =>
  parcel.kind === "contents" && sum.every(({ quantity }) => Quantity.isCount(quantity)) ? { ...parcel, contents: sum } : { ...parcel, kind: "silent", contents: Quantities.none }

/** Adds up the contents of parcels that have the same number in one report. A report names each parcel once, so these are several. */
const withSameNumber = (statements: ReadonlyArray<Statement>): ReadonlyArray<Statement> => {
  const [contents, others] = [new Map<string, Statement>(), new Array<Statement>()]
  for (const statement of statements) {
    const same = contents.get(statement.key)
    if (statement.kind !== "contents") others.push(statement)
    else contents.set(statement.key, same === undefined ? statement : withContents(same, Quantities.plus(same.contents, statement.contents)))
  }
  return [...contents.values(), ...others]
}

/** Translates a report into the statements that it makes. */
export const fromStatus = ({ parcels = [], phase, ...latest }: OutboundOrder.OutboundStatus): Report => {
  const { lines: _, ...aboutLatest } = latest
  // What a report says at its top is about the latest parcel, which is the last one of `parcels` if it has no number.
  const latestAt = parcels.findLastIndex((parcel) => mayBeOf(latest, parcel))
  const statements = withSameNumber(parcels.map((parcel, at) => fromParcel(phase, at === latestAt ? { ...aboutLatest, ...parcel } : parcel, true)))
  const ofLatest = fromParcel(phase, latest, false)
  const isNews = ofLatest.kind === "lines" || latestAt === -1
  const isEmpty = ofLatest.kind === "announced" && ofLatest.key === ""
  const namesTogether = [...new Set(parcels.map(keyOf))]
  return { phase, statements: isNews && !isEmpty ? [...statements, ofLatest] : statements, ...(namesTogether.length > 1 && { namesTogether }) }
}
