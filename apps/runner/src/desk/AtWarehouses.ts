/**
 * What becomes of an order of which warehouses have everything, by what they have shipped and the shop was told. Pure functions.
 */
import * as Coverage from "./Coverage.ts"
import type * as DeskRows from "./DeskRows.ts"
import type { Value } from "./DeskTable.ts"
import { piecesBySku, piecesText } from "./OrderFacts.ts"
import * as Parcels from "./Parcels.ts"
import type { Shipped } from "./ShippedPieces.ts"

/** How long a notice about a parcel may be on its way before people are told, in milliseconds. */
export const longestNotice = 5 * 60_000

export interface AtWarehouses {
  readonly is: Value<"atWarehouses">
  readonly outcome: DeskRows.Outcome
}

/** Of which ended parts nobody knows how much has left, as a sentence. */
const unclearText = (parts: ReadonlyArray<DeskRows.Part>, shipped: Shipped): string =>
  parts.flatMap((part) => {
    const { end, findings, unclear } = shipped.of(part)
    if ((end === "none" && Coverage.isLive(part)) || unclear.length === 0) return []
    return [`of order ${part.number}, ${piecesText(piecesBySku(unclear))} may have left ${part.warehouse}${findings.length === 0 ? "" : `: ${findings.join("; ")}`}`]
  }).join("; ")

const shortText = (parts: ReadonlyArray<DeskRows.Part>, shipped: Shipped): string =>
  parts.flatMap((part) => {
    const lines = part.state === "shipped" ? Coverage.missing(part, shipped) : []
    return lines.length === 0 ? [] : [`order ${part.number} left without ${piecesText(piecesBySku(lines))}`]
  }).join("; ")

/** Which parcels the shop is not told of yet, because their numbers are not known. */
const unnumberedText = ({ parcels }: Shipped): string =>
  parcels.flatMap(({ lines, part, state, trackingNumber }) =>
    state === "unknown" && trackingNumber === "" && lines.length > 0
      ? [`${piecesText(piecesBySku(lines))} of order ${part} left in a parcel without a tracking number; the shop is told once the warehouse reports one`]
      : []).join("; ")

export const of = (parts: ReadonlyArray<DeskRows.Part>, shipped: Shipped, now: number): AtWarehouses => {
  const { parcels } = shipped
  const ends = parcels.flatMap(({ state, updatedAt }) => state === "sending" && now < updatedAt + longestNotice ? [updatedAt + longestNotice] : [])
  const looked = ends.length > 0 && { dueAt: Math.min(...ends) }
  const held = (is: Value<"atWarehouses">, cause: string, because: string): AtWarehouses => ({ is, outcome: { state: "held", cause, because, ...looked } })
  const untold = parcels.flatMap(({ because, part, state, trackingNumber, untold: more = [] }) => {
    const name = trackingNumber === "" ? `a parcel of order ${part}` : `parcel ${trackingNumber}`
    if (state === "refused") return [`the shop was not told of ${name}: ${because ?? "the cause is not known"}`]
    return more.length > 0 ? [`${name} has ${piecesText(piecesBySku(more))} more than the shop was told; tell the shop, or release the order to accept it`] : []
  })
  const late = parcels.flatMap(({ state, trackingNumber, updatedAt }) =>
    state === "sending" && now >= updatedAt + longestNotice ? [`the notice of parcel ${trackingNumber} to the shop has not ended; \`crossdock intents ls\` shows why`] : [])
  if (untold.length > 0) return held("untold", "shop", [...untold, ...late].join("; "))
  if (late.length > 0) return held("late", "noticePending", late.join("; "))
  const unclear = unclearText(parts, shipped)
  if (unclear !== "") return held("unclear", "unclear", unclear)
  const live = parts.filter(Coverage.isLive)
  const short = shortText(live, shipped)
  if (short !== "") return held("short", "short", `${short}; if no further parcel comes, release the order to place the rest again`)
  const isDone = live.every(({ state }) => state === "shipped") && parcels.every(Parcels.isEnded)
  const unnumbered = unnumberedText(shipped)
  return { is: isDone ? "done" : "underWay", outcome: { state: isDone ? "done" : "placed", ...(!isDone && unnumbered !== "" && { because: unnumbered }), ...looked } }
}
