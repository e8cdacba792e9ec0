/**
 * Orders and lines of a shop that no warehouse ships: the platform or the shop does it, the buyer fetches them, or there is nothing to ship.
 * Pure functions.
 */
import { type PlatformOrder, Quantity } from "@crossdock/core"

type Order = PlatformOrder.PlatformOrder
type Line = PlatformOrder.PlatformLine

/** Why no warehouse ships anything of an order, and what people are told of it. `no`: warehouses ship it. */
const texts = {
  no: "",
  platform: "the platform ships the order from its own warehouse",
  pickup: "the buyer fetches the order from the shop",
  local: "the shop brings the order to the buyer itself",
  nothing: "no line of the order is shipped by a warehouse",
  refunded: "everything of the order was refunded before it was placed"
} as const

export type OwnShipping = keyof typeof texts

/** Whether warehouses ship a line. */
export const isShipped = ({ isFulfilledByPlatform, requiresShipping }: Line): boolean => requiresShipping !== false && isFulfilledByPlatform !== true

const isRefunded = ({ quantity, refundedQuantity }: Line): boolean =>
  refundedQuantity !== undefined && refundedQuantity.value > 0n && Quantity.compare(refundedQuantity, quantity) >= 0

export const of = ({ deliveryMethod, isFulfilledByPlatform, lines }: Order): OwnShipping => {
  if (isFulfilledByPlatform === true) return "platform"
  if (deliveryMethod === "pickup" || deliveryMethod === "local") return deliveryMethod
  if (lines.length === 0) return "no"
  const shipped = lines.filter(isShipped)
  return shipped.length === 0 ? "nothing" : shipped.every(isRefunded) ? "refunded" : "no"
}

/** The same, as a sentence for people. */
export const textOf = (order: Order): string => texts[of(order)]
