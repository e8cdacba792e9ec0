/**
 * How much of an order is on its way, how much is still to be placed, and how much of it would be shipped too often. Pure functions.
 */
import type * as DeskRows from "./DeskRows.ts"
import type { OrderLine } from "./OrderFacts.ts"
import type { Shipped } from "./ShippedPieces.ts"
import { without } from "./WarehouseOrder.ts"

/** Whether a warehouse ships a part, or has shipped it. */
export const isLive = ({ state }: DeskRows.Part): boolean => state !== "void" && state !== "reserving" && state !== "unsent"

export interface Coverage {
  /** What no warehouse ships. */
  readonly left: ReadonlyArray<OrderLine>
  /** What is shipped beyond the order, or on its way to be. The pieces of a line that the order does not have any more count too. */
  readonly surplus: ReadonlyArray<OrderLine>
}

/** What a shipped part lacks, and no person has given up. */
export const missing = (part: DeskRows.Part, shipped: Shipped): ReadonlyArray<OrderLine> => without(shipped.of(part).missing, part.givenUp)

/** What a part has that left, or may have left, or is to leave. Of a part that its warehouse has given up, only what has left or may have. */
const coveredBy = (part: DeskRows.Part, shipped: Shipped): ReadonlyArray<OrderLine> => {
  const { end, left, unclear } = shipped.of(part)
  if (isLive(part) && end !== "whole") return part.lines
  return isLive(part) ? [...left, ...unclear, ...missing(part, shipped)] : [...left, ...unclear]
}

/** `elsewhere` was shipped by others. */
export const of = (
  lines: ReadonlyArray<OrderLine>,
  { elsewhere, parts, shipped }: { readonly parts: ReadonlyArray<DeskRows.Part>; readonly shipped: Shipped; readonly elsewhere: ReadonlyArray<OrderLine> }
): Coverage => {
  const covered = [...parts.flatMap((part) => coveredBy(part, shipped)), ...elsewhere]
  return { left: without(lines, covered), surplus: without(merged(covered), lines) }
}

/** One entry for each line. */
const merged = (lines: ReadonlyArray<OrderLine>): ReadonlyArray<OrderLine> => {
  const byLine = new Map<string, OrderLine>()
  for (const line of lines) byLine.set(line.line, { ...line, pieces: line.pieces + (byLine.get(line.line)?.pieces ?? 0) })
  return [...byLine.values()]
}

/** The parts that would ship a surplus, the newest first, as far as a warehouse may still give them up. */
export const shippingSurplus = (parts: ReadonlyArray<DeskRows.Part>, surplus: ReadonlyArray<OrderLine>, isWithdrawable: (part: DeskRows.Part) => boolean): ReadonlyArray<DeskRows.Part> => {
  let rest = surplus
  return parts.filter(isWithdrawable).toReversed().filter((part) => {
    const more = without(rest, part.lines)
    const isOne = part.lines.some(({ line }) => rest.some((one) => one.line === line))
    if (isOne) rest = more
    return isOne
  })
}

/** What a part was to have, and has not left as far as anybody knows. */
export const lacking = (part: DeskRows.Part, shipped: Shipped): ReadonlyArray<OrderLine> => without(without(part.lines, shipped.of(part).left), part.givenUp)
