/**
 * The parcels of an order: all that reports say of each, put together.
 */
import type { ShippedLine } from "@crossdock/core/model/OutboundOrder"
import { omitUndefined } from "@crossdock/protocols/wire"
import type { FulfilmentRecord } from "./FulfilmentRecord.ts"
import * as LineDetails from "./LineDetails.ts"
import * as Quantities from "./Quantities.ts"
import type { Rule } from "./Rules.ts"
import type { Statement } from "./Statement.ts"

/** What warehouses tell of a parcel for people and for the books of an ERP. Nothing is derived from it. A later report that leaves it out changes nothing of it. */
export interface ParcelDetails extends Pick<Statement, "cost" | "estimatedDeliveryAt" | "weight" | "weightUnit"> {
  /** The contents by lot and serial number. Absent if no report says more than quantities, or if the contents are not what it lists. */
  readonly lines?: ReadonlyArray<ShippedLine>
}

/** A parcel that has left. Times are in milliseconds since 1970. */
export interface ShippedParcel extends ParcelDetails {
  /**
   * It stays the same if the tracking number comes later or is corrected. If a later report shows that two numbers which were taken for one
   * parcel are two parcels, the one that was reported first has the id, so a reader compares `keys` as well.
   */
  readonly id: number
  /** The keys of the statements about it, its own first. */
  readonly keys: readonly [string, ...ReadonlyArray<string>]
  /** Every number that was reported for it, the latest one last. */
  readonly trackingNumbers: ReadonlyArray<string>
  readonly trackingUrl: string | undefined
  readonly carrierName: string | undefined
  /** Empty if nobody knows, if others have everything, or if a person found nothing in it. `rule` says which. */
  readonly contents: Quantities.Quantities
  /** The rule that says what is in it. */
  readonly rule: Rule
  readonly shippedAt: number | undefined
  readonly deliveredAt: number | undefined
  /** Whether its own report, or the phase of the order, says that it was delivered. */
  readonly isDelivered: boolean
  readonly returnedAt: number | undefined
}

/** What the fold found out about parcels, by key. */
export interface Found {
  readonly contents: ReadonlyMap<string, Quantities.Quantities>
  readonly rules: ReadonlyMap<string, Rule>
  readonly sameAs: ReadonlyMap<string, string>
  /** The keys of parcels whose contents were not reported. */
  readonly silent: ReadonlyArray<string>
}

type TextField = "carrierName" | "trackingUrl"
type TimeField = "shippedAt" | "deliveredAt" | "returnedAt"

const latest = (statements: ReadonlyArray<Statement>, field: TextField): string | undefined =>
  statements.findLast((one) => one[field] !== undefined)?.[field]

/** Of lists of the contents, the one that says the most; of several, the latest. */
const detailedLines = (statements: ReadonlyArray<Statement>, contents: Quantities.Quantities): ReadonlyArray<ShippedLine> | undefined => {
  let found: ReadonlyArray<ShippedLine> | undefined
  for (const { lines } of statements) {
    if (lines === undefined || !Quantities.isSame(Quantities.fromLines(lines), contents)) continue
    if (found === undefined || LineDetails.countOf(lines) >= LineDetails.countOf(found)) found = lines
  }
  return found
}

/** Puts together what statements about a parcel with these contents say beside them, the newest statement last. */
export const detailsOf = (statements: ReadonlyArray<Statement>, contents: Quantities.Quantities): ParcelDetails => {
  const lines = detailedLines(statements, contents)
  const weighed = statements.findLast(({ weight }) => weight !== undefined)
  const cost = statements.findLast((one) => one.cost !== undefined)?.cost
  const estimatedDeliveryAt = statements.findLast((one) => one.estimatedDeliveryAt !== undefined)?.estimatedDeliveryAt
  return omitUndefined({ lines, weight: weighed?.weight, weightUnit: weighed?.weightUnit, cost, estimatedDeliveryAt })
}

const earliest = (statements: ReadonlyArray<Statement>, field: TimeField): number | undefined => {
  const times = statements.flatMap((one) => one[field] ?? [])
  return times.length === 0 ? undefined : Math.min(...times)
}

/** The statements about a parcel, the newest last: by the times at which they were made if all have one, otherwise as they arrived. */
const inOrder = (statements: ReadonlyArray<Statement>): ReadonlyArray<Statement> =>
  statements.every(({ saidAt }) => saidAt !== undefined) ? statements.toSorted((one, other) => one.saidAt! - other.saidAt!) : statements

const unique = <A>(values: ReadonlyArray<A>): ReadonlyArray<A> => [...new Set(values)]

const numbersOf = (statements: ReadonlyArray<Statement>): ReadonlyArray<string> =>
  unique(statements.flatMap(({ trackingNumber }) => trackingNumber ?? []))

export const of = ({ keys, phases, statements }: FulfilmentRecord, { contents, rules, sameAs, silent }: Found): ReadonlyArray<ShippedParcel> => {
  const isParcel = (key: string) => contents.has(key) || (key !== "" && silent.includes(key))
  const all = unique([...keys, ...contents.keys()])
  // Goods that had no number are in the parcel whose number was reported first after them.
  const heirOf = (key: string) => isParcel(key) ? undefined : all.slice(all.indexOf(key) + 1).find(isParcel)
  const announced = numbersOf(statements.filter(({ kind }) => kind === "announced"))
  return all.filter(isParcel).map((key): ShippedParcel => {
    const others = all.filter((one) => one !== key && (sameAs.get(one) === key || (one === "" && heirOf(one) === key)))
    const about = inOrder(statements.filter((one) => one.key === key || others.includes(one.key)))
    const isTimed = about.every(({ saidAt }) => saidAt !== undefined)
    const numbers = isTimed ? numbersOf(about.toReversed()).toReversed() : numbersOf(about)
    return {
      id: Math.min(all.indexOf(key), ...others.map((one) => all.indexOf(one))) + 1,
      keys: [key, ...others],
      trackingNumbers: numbers.length === 0 && all.length === 1 && announced.length === 1 ? announced : numbers,
      trackingUrl: latest(about, "trackingUrl"),
      carrierName: latest(about, "carrierName"),
      contents: contents.get(key) ?? [],
      rule: rules.get(key) ?? "unknown",
      shippedAt: earliest(about, "shippedAt"),
      deliveredAt: earliest(about, "deliveredAt"),
      isDelivered: phases.includes("delivered") || about.some(({ deliveredAt }) => deliveredAt !== undefined),
      returnedAt: earliest(about, "returnedAt"),
      ...detailsOf(about, contents.get(key) ?? [])
    }
  }).toSorted((one, other) => one.id - other.id)
}
