/**
 * Where an order is, in one sentence for a person, and what to do if there is something to do.
 */
import type { InboundPhase, OutboundPhase } from "@crossdock/core"
import * as DateTime from "effect/DateTime"
import type { Delivery, Intent, Order } from "./Definition.ts"

export interface OrderFacts {
  /** The newest; absent for what was not created through this runner. */
  readonly intent: Intent | undefined
  readonly phase: Phase | undefined
  readonly status: string | undefined
  readonly peerNumber: string | undefined
  readonly trackingNumber: string | undefined
  readonly failedReason: string | undefined
  readonly lookAt?: Order["lookAt"]
  readonly deliveries: ReadonlyArray<Delivery>
}

const pending = (intent: Intent): string => {
  if (intent.heldBecause === undefined) return "about to be sent to the warehouse"
  return intent.heldBecause === "paused"
    ? `held: the connection ${intent.connection} is paused; mend the cause, then \`crossdock connections resume ${intent.connection}\``
    : `held: ${intent.heldBecause}; add the row with \`crossdock maps set\` and it goes on`
}

/** While the create is not Delivered, the intent says where the order is. */
const ofIntent: { readonly [S in Exclude<Intent["state"], "Delivered">]: (intent: Intent) => string } = {
  Pending: pending,
  InFlight: () => "being sent to the warehouse now",
  Doubtful: ({ id, queries }) =>
    `the warehouse may have it and nobody knows yet; it was asked ${queries} times. Look it up there, then \`crossdock intents decide ${id} delivered|pending|dead\``,
  Dead: ({ failure, id }) =>
    failure === undefined
      ? `not at the warehouse, given up by a person; the ERP's next repeat is answered GIVEN_UP and one after it issues the order anew. \`crossdock intents reopen ${id}\` takes it back`
      : `not at the warehouse, refused: ${failure}; the ERP may send it again under the same number`,
  Cancelled: () => "cancelled before it was sent; the ERP may send it again under the same number"
}

const left = (how: string) => ({ trackingNumber }: OrderFacts): string => `${how}${trackingNumber === undefined ? "" : `, tracking number ${trackingNumber}`}`

type Phase = OutboundPhase.OutboundPhase | InboundPhase.InboundPhase

const ofPhase: { readonly [P in Phase]: (order: OrderFacts) => string } = {
  open: () => "in progress at the warehouse",
  shipped: left("shipped"),
  delivered: left("delivered"),
  cancelled: () => "cancelled",
  failed: ({ failedReason }) => `failed${failedReason === undefined ? "" : `: ${failedReason}`}`,
  announced: () => "announced to the warehouse",
  shipping: () => "on its way to the warehouse",
  receiving: () => "being received",
  received: () => "received",
  closed: () => "closed"
}

const atPeer = (order: OrderFacts): string => {
  const as = order.peerNumber === undefined ? "" : ` (there ${order.peerNumber})`
  if (order.lookAt?.is === "absent") {
    const remedy = order.intent === undefined ? "" : `, then \`crossdock intents reopen ${order.intent.id}\` if it does not have it`
    return `the warehouse accepted it${as} and does not show it since ${DateTime.formatIso(order.lookAt.since)}; look it up there${remedy}`
  }
  if (order.phase === undefined) return `at the warehouse${as}, which has not reported a status yet`
  return `${ofPhase[order.phase](order)}${as}`
}

const stillOf = ({ lookAt }: OrderFacts): string =>
  lookAt?.is === "still" ? `; no news since ${DateTime.formatIso(lookAt.since)}, ask the warehouse` : ""

const ofDeliveries = (deliveries: ReadonlyArray<Delivery>): string | undefined => {
  const dead = deliveries.find(({ state }) => state === "Dead")
  if (dead !== undefined) {
    const remedy = dead.attempts === 0
      ? `it cannot be written for the ERP, so tell it otherwise and \`crossdock deliveries cancel ${dead.id}\``
      : `mend it, then \`crossdock deliveries replay ${dead.id}\``
    return `the ERP was not told: ${dead.cause ?? "no cause is known"}; ${remedy}`
  }
  if (deliveries.some(({ state }) => state === "Pending" || state === "InFlight")) return "the ERP is still to be told"
  return deliveries.some(({ state }) => state === "Delivered") ? "the ERP was told" : undefined
}

export const message = (order: OrderFacts): string => {
  const { intent } = order
  const place = intent === undefined || intent.state === "Delivered" ? `${atPeer(order)}${stillOf(order)}` : ofIntent[intent.state](intent)
  const told = ofDeliveries(order.deliveries)
  return told === undefined ? place : `${place}; ${told}`
}
