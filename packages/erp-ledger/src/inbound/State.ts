/**
 * The state of an inbound order after a report. It never moves backwards.
 */
import type { InboundOrder, InboundPhase } from "@crossdock/core"
import * as DateTime from "effect/DateTime"
import type * as Orders from "./Orders.ts"

/** How far each phase is. An ended order stays ended. */
const rank: Readonly<Record<InboundPhase.InboundPhase, number>> = { announced: 0, shipping: 1, receiving: 2, received: 3, closed: 3, cancelled: 3 }

const words: Readonly<Record<Exclude<InboundPhase.InboundPhase, "cancelled">, string>> = {
  announced: "NEW",
  shipping: "SHIPPING",
  receiving: "RECEIVING",
  received: "FINISHED",
  closed: "FINISHED"
}

export interface Received {
  /** Whether the report brought goods. */
  readonly hasGoods: boolean
  /** Whether something of it differs from the order, such as damaged goods. */
  readonly isException: boolean
}

type Report = Pick<InboundOrder.InboundProgress, "phase" | "updatedAt" | "finishedAt">

export interface At {
  /** When the report is booked. An order that changes is found by this time, however old the report is. */
  readonly now: number
  /** The word for a cancelled order. */
  readonly cancelledState: string
}

/** The order after the report, without its lines. */
export const after = (
  order: Orders.Order,
  { finishedAt, phase: reported, updatedAt }: Report,
  { hasGoods, isException }: Received,
  { cancelledState, now }: At
): Orders.Order => {
  const wasReceived = hasGoods || order.lines.some(({ received }) => received > 0)
  // Goods that were received cannot be cancelled, and goods that arrive are being received.
  const told = reported === "cancelled" && wasReceived ? "closed" : hasGoods && rank[reported] < rank.receiving ? "receiving" : reported
  const phase = rank[told] > rank[order.phase] ? told : order.phase
  const at = DateTime.toEpochMillis(updatedAt)
  const ends = rank[phase] === 3 && rank[order.phase] < 3
  return {
    ...order,
    phase,
    status: phase === order.phase ? order.status : phase === "cancelled" ? cancelledState : words[phase],
    updatedAt: now,
    stockedAt: hasGoods ? Math.max(order.stockedAt ?? 0, at) : order.stockedAt,
    finishedAt: ends && phase !== "cancelled" ? (finishedAt === undefined ? at : DateTime.toEpochMillis(finishedAt)) : order.finishedAt,
    hasException: order.hasException || isException
  }
}

/** The order after the warehouse was asked to take it. */
export const announced = (order: Orders.Order, outcome: "sent" | "failed", reason: string | undefined, now: number): Orders.Order => ({
  ...order,
  sent: outcome,
  sendReason: reason,
  ...(outcome === "sent" && order.phase === "announced" && { phase: "shipping", status: words.shipping }),
  updatedAt: now
})
