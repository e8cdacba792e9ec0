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
  /**
   * What is shipped beyond the order, or may still be, as what a part left without may follow. The pieces of a line that the order does not
   * have any more count too.
   */
  readonly surplus: ReadonlyArray<OrderLine>
  /** As much of the surplus as has left, or is to leave. */
  readonly excess: ReadonlyArray<OrderLine>
}

/** What a shipped part lacks, and no person has given up. */
export const missing = (part: DeskRows.Part, shipped: Shipped): ReadonlyArray<OrderLine> => without(shipped.of(part).missing, part.givenUp)

/** What a part has that left, or is to leave. Of a part that its warehouse has given up, only what has left. */
const leavingOf = (part: DeskRows.Part, shipped: Shipped): ReadonlyArray<OrderLine> => {
  const { end, left } = shipped.of(part)
  return isLive(part) && end !== "whole" ? part.lines : left
}

/** The same, with what may have left, and what may follow of a part that left short. */
const coveredBy = (part: DeskRows.Part, shipped: Shipped): ReadonlyArray<OrderLine> => {
  const { end, left, unclear } = shipped.of(part)
  if (isLive(part) && end !== "whole") return part.lines
  return isLive(part) ? [...left, ...unclear, ...missing(part, shipped)] : [...left, ...unclear]
}

/** `elsewhere` was shipped by others. `bought` is what may have left, if that is more than what is to be shipped. */
export const of = (
  lines: ReadonlyArray<OrderLine>,
  { bought = lines, elsewhere, parts, shipped }: {
    readonly parts: ReadonlyArray<DeskRows.Part>
    readonly shipped: Shipped
    readonly elsewhere: ReadonlyArray<OrderLine>
    readonly bought?: ReadonlyArray<OrderLine>
  }
): Coverage => {
  const all = (piecesOf: typeof coveredBy) => [...parts.flatMap((part) => piecesOf(part, shipped)), ...elsewhere]
  const covered = all(coveredBy)
  return { left: without(lines, covered), surplus: without(merged(covered), lines), excess: without(merged(all(leavingOf)), bought) }
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
