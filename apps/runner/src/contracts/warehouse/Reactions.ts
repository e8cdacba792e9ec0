/**
 * What an event of an order owes to others. Every reaction runs in the transaction that stores the event, so both happen or
 * neither does; none of them calls a peer.
 */
import type { InboundOrder, OutboundOrder } from "@crossdock/core"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { ConnectedLink } from "../../Composition.ts"
import type { DatabaseFailed, Row } from "../../store/Database.ts"
import type { Reported } from "./InboundIssues.ts"
import type * as StatusTransition from "./StatusTransition.ts"
import type * as ReceivingRules from "./ReceivingRules.ts"

/** What was stored of an order of a link. `row` is the row of the order before the event. */
export type OrderEvent =
  | {
    readonly _tag: "OutboundReported"
    readonly link: ConnectedLink
    readonly row: Row
    readonly status: OutboundOrder.OutboundStatus
    readonly before: StatusTransition.Known
    readonly effect: StatusTransition.Effect
  }
  | {
    readonly _tag: "GoodsReceived"
    readonly link: ConnectedLink
    readonly row: Row
    readonly reported: Reported & Pick<InboundOrder.InboundProgress, "customerCode" | "updatedAt">
    readonly batch: { readonly batchNo: string; readonly lines: ReadonlyArray<ReceivingRules.Line & ReceivingRules.Details> }
  }
  | {
    /** A person decided that an order is not sent. */
    readonly _tag: "OutboundGivenUp"
    readonly link: ConnectedLink
    readonly order: Pick<OutboundOrder.OutboundOrder, "orderNumber" | "warehouseCode">
    readonly code: string
    readonly reason: string
  }

export type Reaction = (event: OrderEvent) => Effect.Effect<void, DatabaseFailed>

export class Reactions extends Context.Service<Reactions, {
  /** Runs every reaction to an event, in the caller's transaction. */
  readonly run: Reaction
}>()("@crossdock/runner/contracts/warehouse/Reactions") {
  static readonly layer = <R>(reactions: ReadonlyArray<Effect.Effect<Reaction, never, R>>) =>
    Layer.effect(
      Reactions,
      Effect.map(Effect.all(reactions), (all) => Reactions.of({ run: (event) => Effect.forEach(all, (react) => react(event), { discard: true }) }))
    )
}
