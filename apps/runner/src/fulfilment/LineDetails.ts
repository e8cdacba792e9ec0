/**
 * What lines of a parcel say beside quantities: the line of the order, lots, and serial numbers.
 */
import * as Decimal from "@crossdock/core/model/Decimal"
import type { ShippedLine } from "@crossdock/core/model/OutboundOrder"

type Lines = ReadonlyArray<ShippedLine>

/** How much lines say beside quantities. */
export const countOf = (lines: Lines): number =>
  lines.reduce((count, { expiresOn, lineId, lot, serialNumbers = [] }) =>
    count + [expiresOn, lineId, lot].filter((member) => member !== undefined).length + serialNumbers.length, 0)

const textOf = (lines: Lines): string =>
  lines.map(({ expiresOn, lineId, lot, quantity, serialNumbers = [], sku, unit }) =>
    JSON.stringify([sku, unit ?? null, Decimal.toText(quantity), lineId ?? null, lot ?? null, expiresOn ?? null, serialNumbers.toSorted()])).toSorted().join()

/** Whether two lists say the same, in whatever order. */
export const isSame = (one: Lines | undefined, other: Lines | undefined): boolean =>
  one === other || (one !== undefined && other !== undefined && textOf(one) === textOf(other))
