/** The amounts of a line of a platform order, by name. */
import type { PlatformOrder } from "@crossdock/core"

export const lineAmounts = [
  "price", "originalPrice", "paidPrice", "paidAmount", "tax", "goodsTax", "shippingTax", "shippingPrice",
  "discount", "discountedTotal", "platformDiscount", "sellerDiscount"
] as const satisfies ReadonlyArray<keyof PlatformOrder.PlatformLine>
