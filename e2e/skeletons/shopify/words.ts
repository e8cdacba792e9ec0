/** What the words of Shopify are called in core. A word that has no other is left out. */
import type { OrderDetails, PlatformOrder } from "@crossdock/core"
import type { DeliveryMethodType, FieldPurpose, FinancialStatus, FulfillmentStatus } from "./peer.ts"

export const phaseByPayment: Readonly<Record<FinancialStatus, PlatformOrder.PlatformPhase>> = {
  AUTHORIZED: "open",
  EXPIRED: "unpaid",
  PAID: "open",
  PARTIALLY_PAID: "unpaid",
  PARTIALLY_REFUNDED: "open",
  PENDING: "unpaid",
  REFUNDED: "open",
  VOIDED: "unpaid"
}

export const phaseByFulfillment: Readonly<Partial<Record<FulfillmentStatus, PlatformOrder.PlatformPhase>>> = { FULFILLED: "finished", ON_HOLD: "onHold" }

export const phases: Readonly<Record<"cancelled" | "paidOnDelivery" | "withoutPayment", PlatformOrder.PlatformPhase>> = {
  cancelled: "cancelled",
  paidOnDelivery: "open",
  withoutPayment: "open"
}

export const deliveryMethods: Readonly<Partial<Record<DeliveryMethodType, PlatformOrder.DeliveryMethod>>> = {
  LOCAL: "local",
  PICK_UP: "pickup",
  PICKUP_POINT: "pickupPoint",
  RETAIL: "pickup",
  SHIPPING: "shipping"
}

export const taxPayers: Readonly<Partial<Record<FieldPurpose, OrderDetails.TaxId["of"]>>> = { TAX: "buyer" }

export const paymentMethod = (isOnDelivery: boolean): PlatformOrder.PlatformOrder["paymentMethod"] => isOnDelivery ? "cashOnDelivery" : "online"

/** Duties in the price are paid by the seller. */
export const incoterm = (dutiesIncluded: boolean): Pick<PlatformOrder.PlatformOrder, "incoterm"> => dutiesIncluded ? { incoterm: "DDP" } : {}
