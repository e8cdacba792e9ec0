/**
 * Says in one sentence where an order is and, if a person must act, what to do.
 */
import type { InboundPhase, OutboundPhase } from "@crossdock/core"
import * as DateTime from "effect/DateTime"
import type { Delivery, Intent, Order } from "@crossdock/admin-api"

export interface OrderFacts {
  /** The newest intent; undefined if the order was not created through this runner. */
  readonly intent: Intent | undefined
  readonly phase: string | undefined
  readonly status: string | undefined
  readonly peerNumber: string | undefined
  readonly trackingNumber: string | undefined
  readonly failedReason: string | undefined
  readonly lookAt?: Order["lookAt"]
  /** True for a record that is closed. Without a phase, its acceptance was all that the peer reports. */
  readonly isClosed?: boolean
  readonly deliveries: ReadonlyArray<Delivery>
  /** Where the order desk has an order of a shop. This says more than the shop does. */
  readonly desk?: string | undefined
}

const pending = (intent: Intent): string => {
  if (intent.heldBecause === undefined) return "about to be sent to the warehouse"
  return intent.heldBecause === "paused"
    ? `held: the connection ${intent.connection} is paused; correct the cause, then run \`crossdock connections resume ${intent.connection}\``
    : `held: ${intent.heldBecause}; add the row with \`crossdock maps set\` and the order continues`
}

/** Until the create is Delivered, the state of the intent says where the order is. */
const ofIntent: { readonly [S in Exclude<Intent["state"], "Delivered">]: (intent: Intent) => string } = {
  Pending: pending,
  InFlight: () => "being sent to the warehouse now",
  Doubtful: ({ id, isCancelWanted, queries }) =>
    `the warehouse may have it, but has not confirmed it after ${queries} queries. ${isCancelWanted ? "The ERP wants it cancelled, and the cancel waits for the warehouse. " : ""}` +
    `Look it up there, then run \`crossdock intents decide ${id} ${isCancelWanted ? "delivered|dead" : "delivered|pending|dead"}\``,
  Dead: ({ decidedBlind, failure, id }) =>
    failure === undefined
      ? `${decidedBlind?.is === "asking" ? "given up by a person while the warehouse could not be asked, which is asked again" : "not at the warehouse, given up by a person"}. ` +
        `If the ERP repeats the order, it gets GIVEN_UP; if it repeats it once more, the order is sent again. \`crossdock intents reopen ${id}\` reverts this`
      : `not at the warehouse, refused: ${failure}; the ERP may send the order again under the same number`,
  Cancelled: () => "cancelled before it was sent; the ERP may send it again under the same number"
}

const left = (how: string) => ({ trackingNumber }: OrderFacts): string => `${how}${trackingNumber === undefined ? "" : `, tracking number ${trackingNumber}`}`

type Phase = OutboundPhase.OutboundPhase | InboundPhase.InboundPhase

const ofPhase: { readonly [P in Phase]: (order: OrderFacts) => string } = {
  open: () => "in progress at the warehouse",
  shipped: left("shipped"),
  delivered: left("delivered"),
  cancelled: () => "cancelled",
  closedShort: ({ failedReason, ...order }) => `${left("closed short")(order as OrderFacts)}${failedReason === undefined ? "" : `: ${failedReason}`}`,
  failed: ({ failedReason }) => `failed${failedReason === undefined ? "" : `: ${failedReason}`}`,
  announced: () => "announced to the warehouse",
  shipping: () => "on its way to the warehouse",
  receiving: () => "being received",
  received: () => "received",
  closed: () => "closed"
}

/** A phase of another contract is shown as that contract names it. */
const phaseOf = (phase: string, order: OrderFacts): string => Object.hasOwn(ofPhase, phase) ? ofPhase[phase as Phase](order) : phase

const atPeer = (order: OrderFacts): string => {
  const as = order.peerNumber === undefined ? "" : ` (number there: ${order.peerNumber})`
  if (order.lookAt?.is === "absent") {
    const remedy = order.intent === undefined ? "" : `, then run \`crossdock intents reopen ${order.intent.id}\` if it does not have it`
    return `the warehouse accepted it${as} but has not shown it since ${DateTime.formatIso(order.lookAt.since)}; look it up there${remedy}`
  }
  if (order.phase === undefined && order.isClosed === true) return `accepted${as}`
  if (order.phase === undefined) return `at the warehouse${as}, which has not reported a status yet`
  return `${phaseOf(order.phase, order)}${as}`
}

const stillOf = ({ lookAt }: OrderFacts): string =>
  lookAt?.is === "still" ? `; no news since ${DateTime.formatIso(lookAt.since)}; ask the warehouse` : ""

const ofDeliveries = (deliveries: ReadonlyArray<Delivery>): string | undefined => {
  const dead = deliveries.find(({ state }) => state === "Dead")
  if (dead !== undefined) {
    const remedy = dead.attempts === 0
      ? `it cannot be converted for the ERP, so inform the ERP in another way and run \`crossdock deliveries cancel ${dead.id}\``
      : `correct the cause, then run \`crossdock deliveries replay ${dead.id}\``
    return `the ERP was not informed: ${dead.cause ?? "the cause is not known"}; ${remedy}`
  }
  if (deliveries.some(({ state }) => state === "Pending" || state === "InFlight")) return "the ERP is not informed yet"
  return deliveries.some(({ state }) => state === "Delivered") ? "the ERP is informed" : undefined
}

/** A decision of a person that the warehouse has contradicted since. */
const wrongly = (intent: Intent | undefined): string | undefined =>
  intent?.decidedBlind?.is !== "wrong"
    ? undefined
    : `${intent.decidedBlind.who} decided about it while the warehouse could not be asked, and the warehouse shows the contrary; \`crossdock intents show ${intent.id}\` says what to do`

export const message = (order: OrderFacts): string => {
  const { intent } = order
  const place = order.desk ?? (intent === undefined || intent.state === "Delivered" ? `${atPeer(order)}${stillOf(order)}` : ofIntent[intent.state](intent))
  return [wrongly(intent), place, ofDeliveries(order.deliveries)].filter((part) => part !== undefined).join("; ")
}
