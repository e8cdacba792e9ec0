/**
 * The event of a shop's order that others may react to (`outbox/Reactions.ts`), when it is stored.
 */
import type { PlatformOrder } from "@crossdock/core"
import type { ConnectedLink } from "../../Composition.ts"

/** The content of an order of a link was stored, for the first time or in place of earlier content. */
export interface OrderEvent {
  readonly _tag: "PlatformOrderStored"
  readonly link: ConnectedLink
  readonly order: PlatformOrder.PlatformOrder
}
