/**
 * What becomes of an order that has ended at its shop. Nobody wants a cancelled one any more. A finished one is taken for done by the
 * shop, which is not true of every piece: some shops finish an order at its first parcel, and a person may do so at any time. What
 * warehouses have of it is not withdrawn, nothing more is placed, and people see what has not left. Pure functions.
 */
import { PlatformOrder } from "@crossdock/core"
import * as DateTime from "effect/DateTime"
import type { OrderDesk } from "../composition/Desk.ts"
import * as Coverage from "./Coverage.ts"
import type * as DeskRows from "./DeskRows.ts"
import * as EarlierOrders from "./EarlierOrders.ts"
import { type OrderLine, piecesBySku, piecesText } from "./OrderFacts.ts"
import * as OwnShipping from "./OwnShipping.ts"
import type { Shipped } from "./ShippedPieces.ts"

type Order = PlatformOrder.PlatformOrder

export const cause = "finished"

/** Whether the shop takes the order for done, or for ended without telling how: it may have been paid, and its goods are still wanted. */
export const isFinished = (phase: PlatformOrder.PlatformPhase): boolean => phase !== "cancelled" && PlatformOrder.isEnded(phase)

/** A reason of the shop behind what it did. Only its beginning is shown, because a shop decides how long it is. */
export const reasonText = (reason: string | undefined): string => reason === undefined ? "" : `: ${reason.slice(0, 100)}`

/** What the shop did, as the beginning of a sentence. */
export const told = ({ cancelReason, phase, status }: Pick<Order, "cancelReason" | "phase" | "status">): string =>
  phase === "cancelled"
    ? `the shop cancelled the order (${status})${reasonText(cancelReason)}`
    : phase === "finished"
    ? `the shop finished the order (${status})`
    : `the shop closed the order (${status}), and does not tell whether it is finished or cancelled`

/** What is known of a finished order. `left` is what no warehouse has of it. */
export interface Known {
  readonly order: DeskRows.DeskOrder
  readonly stored: Order
  readonly left: ReadonlyArray<OrderLine>
  readonly parts: ReadonlyArray<DeskRows.Part>
  readonly shipped: Shipped
}

/** An order that the shop had finished before the desk saw it is the desk's own if it was created at most this long before, in milliseconds. */
export const seenSoon = 86_400_000

const seenOpen: ReadonlySet<DeskRows.OrderState> = new Set(["waiting", "held", "placed"])

/**
 * Whether the desk was to ship what no warehouse has. It was not if the order is from before the desk, or if the shop had finished it
 * long before the desk saw it, as a backfill reads them; `since` of the desk tells which orders are its own, otherwise the last day does.
 * An order that was closed in a word that nobody knows may have been cancelled, which nothing contradicts while no warehouse has it.
 */
const isOwed = ({ since }: OrderDesk, { order, parts, stored }: Known): boolean => {
  if (stored.phase !== "finished" || OwnShipping.of(stored) !== "no" || order.cause === EarlierOrders.cause) return false
  if (parts.length > 0 || seenOpen.has(order.state) || order.isReleased) return true
  return order.state === "due" && DateTime.toEpochMillis(stored.createdAt) >= (since ?? order.storedAt - seenSoon)
}

const textOf = (lines: ReadonlyArray<OrderLine>): string => piecesText(piecesBySku(lines))

/** What of a finished order has not left, as a sentence. Undefined: everything has. */
export const unshipped = (desk: OrderDesk, known: Known): string | undefined => {
  const atWarehouses = known.parts.filter(Coverage.isLive).flatMap((part) => {
    const lacking = Coverage.lacking(part, known.shipped)
    if (lacking.length === 0) return []
    if (part.state === "shipped") return [`order ${part.number} left ${part.warehouse} without ${textOf(lacking)}`]
    return [`order ${part.number} with ${textOf(lacking)} has not left ${part.warehouse}${part.state === "refused" ? `, which refused it: ${part.because}` : ""}`]
  })
  const nowhere = known.left.length > 0 && isOwed(desk, known) ? [`no warehouse has ${textOf(known.left)} of it`] : []
  const open = [...atWarehouses, ...nowhere]
  return open.length === 0 ? undefined : `${told(known.stored)}, but ${open.join("; ")}`
}
