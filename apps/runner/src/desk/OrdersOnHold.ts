/**
 * Orders that their shop holds, for example because it checks a payment. Nothing is placed for one, and nothing is taken back: what
 * warehouses have of it goes on, and people see it. Pure functions.
 */
import type { PlatformOrder } from "@crossdock/core"
import type * as DeskRows from "./DeskRows.ts"
import { reasonText } from "./EndedOrders.ts"

type Order = Pick<PlatformOrder.PlatformOrder, "holdReason" | "phase" | "status">

export const cause = "onHold"

/** What becomes of an order that the shop holds. `live` is what has been placed of it. */
export const outcomeOf = ({ holdReason, status }: Order, live: ReadonlyArray<DeskRows.Part>): DeskRows.Outcome => {
  const because = `the shop holds the order (${status})${reasonText(holdReason)}`
  if (live.length === 0) return { state: "waiting", because }
  return { state: "held", cause, because: `${because}, which was placed before as order ${live.map(({ number }) => number).join(" and ")}; nothing more is placed` }
}

/** An outcome of an order of which warehouses have everything. If some of it has not left while the shop holds the order, people see it. */
export const shown = (order: Order, live: ReadonlyArray<DeskRows.Part>, outcome: DeskRows.Outcome): DeskRows.Outcome =>
  order.phase === "onHold" && outcome.state === "placed" && live.length > 0 ? { ...outcomeOf(order, live), ...(outcome.dueAt !== undefined && { dueAt: outcome.dueAt }) } : outcome
