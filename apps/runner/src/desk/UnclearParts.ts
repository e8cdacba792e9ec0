/**
 * Parts that have ended, and of which nobody knows how much has left: a parcel whose contents the warehouse has never told, or lists that
 * contradict each other. They are not shipped again before a report or a person says.
 */
import type * as DeskRows from "./DeskRows.ts"
import { piecesBySku, piecesText } from "./OrderFacts.ts"
import type { Shipped } from "./ShippedPieces.ts"

export const cause = "unclear"

/** What nobody knows, as a sentence. Undefined: everything is known, or may still be reported. */
export const textOf = (parts: ReadonlyArray<DeskRows.Part>, shipped: Shipped): string | undefined => {
  const found = parts.flatMap((part) => {
    const { end, findings, unclear } = shipped.of(part)
    if (end === "none" || unclear.length === 0) return []
    return [`of order ${part.number}, ${piecesText(piecesBySku(unclear))} may have left ${part.warehouse}${findings.length === 0 ? "" : `: ${findings.join("; ")}`}`]
  })
  return found.length === 0 ? undefined : found.join("; ")
}
