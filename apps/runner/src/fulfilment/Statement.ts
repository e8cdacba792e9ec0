/**
 * What a report of a warehouse says about one parcel of an order, in the form in which it is kept.
 */
import * as BigDecimal from "effect/BigDecimal"
import * as DateTime from "effect/DateTime"
import * as Schema from "effect/Schema"
import * as Decimal from "@crossdock/core/model/Decimal"
import { Money } from "@crossdock/core/model/Money"
import * as OutboundOrder from "@crossdock/core/model/OutboundOrder"
import * as OutboundPhase from "@crossdock/core/model/OutboundPhase"
import * as Quantity from "@crossdock/core/model/Quantity"
import { omitUndefined } from "@crossdock/protocols/wire"
import * as LineDetails from "./LineDetails.ts"
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
  /** The lines that make up `contents`, if one of them says more than how much of an article there is. */
  lines: Schema.optionalKey(Schema.Array(OutboundOrder.ShippedLine)),
  trackingNumber: Schema.optionalKey(Schema.NonEmptyString),
  trackingUrl: Schema.optionalKey(Schema.NonEmptyString),
  carrierName: Schema.optionalKey(Schema.NonEmptyString),
  weight: Schema.optionalKey(Decimal.Decimal),
  weightUnit: Schema.optionalKey(Schema.NonEmptyString),
  cost: Schema.optionalKey(Money),
  shippedAt: time,
  estimatedDeliveryAt: time,
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
  /** What the warehouse never ships of an order that it has closed short, if the report lists it. */
  readonly notShipped?: Quantities.Quantities
}

const comparedFields = ["key", "kind", "trackingNumber", "trackingUrl", "carrierName", "weightUnit", "shippedAt", "estimatedDeliveryAt", "deliveredAt", "returnedAt"] as const

const isSameAmount = (one: Decimal.Decimal | undefined, other: Decimal.Decimal | undefined): boolean =>
  one === undefined || other === undefined ? one === other : BigDecimal.equals(one, other)

/** Whether two statements say the same, perhaps at two times. One with a time and one without are two statements. */
export const isSame = (one: Statement, other: Statement): boolean =>
  (one.saidAt === undefined) === (other.saidAt === undefined) && comparedFields.every((field) => one[field] === other[field]) &&
  isSameAmount(one.weight, other.weight) && isSameAmount(one.cost?.amount, other.cost?.amount) && one.cost?.currency === other.cost?.currency &&
  Quantities.isSame(one.contents, other.contents) && LineDetails.isSame(one.lines, other.lines)

type Names = { readonly [Name in "parcelId" | "trackingNumber"]?: string | undefined }

const keyOf = ({ parcelId, trackingNumber }: Names): string => parcelId ?? trackingNumber ?? ""

/** Whether what a report says at its top may be about one of its parcels. */
const mayBeOf = (latest: Names, parcel: Names): boolean =>
  latest.parcelId !== undefined && parcel.parcelId !== undefined
    ? latest.parcelId === parcel.parcelId
    : latest.trackingNumber === undefined || latest.trackingNumber === parcel.trackingNumber

/** Whether the phase says that a parcel has left. That an order was closed short does not say that it had a parcel. */
const endsWith = (phase: OutboundPhase.OutboundPhase, { lines, ...names }: Names & { readonly lines: ReadonlyArray<unknown> }): boolean =>
  phase === "closedShort" ? keyOf(names) !== "" || lines.length > 0 : OutboundPhase.allGoodsHaveLeft(phase)

const millis = (at: DateTime.Utc | undefined): number | undefined => at && DateTime.toEpochMillis(at)

/** Translates what a report says about one parcel. `isInParcels` is true for a member of `parcels`. */
const fromParcel = (
  phase: OutboundPhase.OutboundPhase,
  { carrierName, cost, deliveredAt, estimatedDeliveryAt, lines = [], parcelId, returnedAt, saidAt, shippedAt, trackingNumber, trackingUrl, weight, weightUnit }: Partial<OutboundOrder.ReportedParcel>,
  isInParcels: boolean
): Statement => {
  const hasLeft = endsWith(phase, { lines, parcelId, trackingNumber }) || shippedAt !== undefined || deliveredAt !== undefined || returnedAt !== undefined
  const sums = Quantities.fromLines(lines)
  // A sum that cannot be stored tells nothing. The record must take each report.
  const isTold = sums.length > 0 && sums.every(({ quantity }) => Quantity.isQuantityOrZero(quantity))
  const kind = !hasLeft ? "announced" : !isTold ? "silent" : isInParcels ? "contents" : "lines"
  return {
    key: keyOf({ parcelId, trackingNumber }),
    kind,
    contents: hasLeft && isTold ? sums : Quantities.none,
    ...(hasLeft && isTold && LineDetails.countOf(lines) > 0 && { lines }),
    ...omitUndefined({
      trackingNumber,
      trackingUrl,
      carrierName,
      weight,
      weightUnit,
      cost,
      estimatedDeliveryAt: millis(estimatedDeliveryAt),
      shippedAt: millis(shippedAt),
      deliveredAt: millis(deliveredAt),
      returnedAt: millis(returnedAt),
      saidAt: millis(saidAt)
    })
  }
}

/** Adds the contents of a further parcel. From a sum that cannot be stored on, nothing is told of them. */
const withMore = (parcel: Statement, further: Statement): Statement => {
  const contents = Quantities.plus(parcel.contents, further.contents)
  const { lines: _, ...others } = parcel
  if (parcel.kind !== "contents" || !contents.every(({ quantity }) => Quantity.isQuantityOrZero(quantity))) return { ...others, kind: "silent", contents: Quantities.none }
  const lines = [parcel, further].flatMap((one) => one.lines ?? one.contents)
  return { ...others, contents, ...(LineDetails.countOf(lines) > 0 && { lines }) }
}

/** Adds up the contents of parcels that have the same number in one report. A report names each parcel once, so these are several. */
const withSameNumber = (statements: ReadonlyArray<Statement>): ReadonlyArray<Statement> => {
  const [contents, others] = [new Map<string, Statement>(), new Array<Statement>()]
  for (const statement of statements) {
    const same = contents.get(statement.key)
    if (statement.kind !== "contents") others.push(statement)
    else contents.set(statement.key, same === undefined ? statement : withMore(same, statement))
  }
  return [...contents.values(), ...others]
}

const sumOf = (amounts: ReadonlyArray<Decimal.Decimal | undefined>): Decimal.Decimal | undefined => {
  if (amounts.includes(undefined)) return undefined
  const sum = (amounts as ReadonlyArray<Decimal.Decimal>).reduce(BigDecimal.sum)
  return Decimal.fromText(Decimal.toText(sum))
}

/** Adds up the weights and costs of parcels that have the same number in one report, as far as all have one in the same unit. */
const withSums = (statements: ReadonlyArray<Statement>): ReadonlyArray<Statement> =>
  statements.map((statement) => {
    const same = statements.filter(({ key }) => key === statement.key)
    if (same.length === 1) return statement
    const { cost, weight: _, weightUnit, ...others } = statement
    const weights = same.every((one) => one.weightUnit === weightUnit) ? sumOf(same.map((one) => one.weight)) : undefined
    const amount = same.every((one) => one.cost?.currency === cost?.currency) ? sumOf(same.map((one) => one.cost?.amount)) : undefined
    return {
      ...others,
      ...(weights !== undefined && { weight: weights, ...(weightUnit !== undefined && { weightUnit }) }),
      ...(amount !== undefined && { cost: { ...cost, amount } })
    }
  })

/** Translates a report into the statements that it makes. */
export const fromStatus = ({ notShipped, parcels = [], phase, ...latest }: OutboundOrder.OutboundReport): Report => {
  const { lines: _, ...aboutLatest } = latest
  // What a report says at its top is about the latest parcel, which is the last one of `parcels` if it has no number.
  const latestAt = parcels.findLastIndex((parcel) => mayBeOf(latest, parcel))
  const statements = withSameNumber(withSums(parcels.map((parcel, at) => fromParcel(phase, at === latestAt ? { ...aboutLatest, ...parcel } : parcel, true))))
  const ofLatest = fromParcel(phase, latest, false)
  const isNews = ofLatest.kind === "lines" || latestAt === -1
  const isEmpty = ofLatest.kind === "announced" && ofLatest.key === ""
  const namesTogether = [...new Set(parcels.map(keyOf))]
  const staying = phase === "closedShort" && notShipped !== undefined ? Quantities.fromLines(notShipped) : undefined
  return {
    phase,
    statements: isNews && !isEmpty ? [...statements, ofLatest] : statements,
    ...(namesTogether.length > 1 && { namesTogether }),
    // A sum that cannot be stored tells nothing.
    ...(staying?.every(({ quantity }) => Quantity.isQuantityOrZero(quantity)) === true && { notShipped: staying })
  }
}
