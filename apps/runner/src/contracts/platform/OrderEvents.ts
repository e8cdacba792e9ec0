/**
 * The events of a shop's order that others may react to (`outbox/Reactions.ts`), when they are stored.
 */
import type { PlatformOrder } from "@crossdock/core"
import type { ConnectedLink } from "../../Composition.ts"

export type OrderEvent =
  | {
    /** The content of an order of a link was stored, for the first time or in place of earlier content. */
    readonly _tag: "PlatformOrderStored"
    readonly link: ConnectedLink
    readonly order: PlatformOrder.PlatformOrder
  }
  | {
    /** An order that was stored has a refund for the first time. */
    readonly _tag: "PlatformOrderRefunded"
    readonly link: ConnectedLink
    readonly order: PlatformOrder.PlatformOrder
    readonly refund: PlatformOrder.Refund
  }
