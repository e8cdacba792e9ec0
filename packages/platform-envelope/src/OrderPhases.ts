/**
 * What the words of a platform mean beyond the three states of the document, by the settings of a connection (U-44).
 */
import { PlatformOrder, type PlatformV1 } from "@crossdock/core"
import * as Effect from "effect/Effect"
import type { SignedSettings } from "./Settings.ts"

type Order = PlatformOrder.PlatformOrder

/** The order with the phase that its status has in the settings. An end never reopens, and a word cannot end an order that goes on. */
export const withPhase = ({ orderPhases = {} }: Pick<SignedSettings, "orderPhases">) => (order: Order): Order => {
  const phase = Object.hasOwn(orderPhases, order.status) ? orderPhases[order.status] : undefined
  return phase !== undefined && PlatformOrder.isEnded(phase) === PlatformOrder.isEnded(order.phase) ? { ...order, phase } : order
}

/** The handlers, with that phase of each order that is read. */
export const ofRead = <Handlers extends PlatformV1.Handlers<never>>(settings: SignedSettings, handlers: Handlers): Handlers => ({
  ...handlers,
  getOrders: (payload: typeof PlatformV1.GetOrders.payload.Type) =>
    Effect.map(handlers.getOrders(payload), (page) => ({ ...page, items: page.items.map(withPhase(settings)) }))
})

/** The event, with that phase of an order that is pushed. */
export const ofPushed = (settings: SignedSettings, event: PlatformV1.Event): PlatformV1.Event =>
  event._tag === "OrderPushed" ? { ...event, order: withPhase(settings)(event.order) } : event
