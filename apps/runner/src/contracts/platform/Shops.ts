/**
 * The shop of a link, as the ERP names it.
 */
import type { PlatformOrder } from "@crossdock/core"
import type { ConnectedLink } from "../../Composition.ts"
import * as ConnectionShops from "../../connection/ConnectionShops.ts"
import { NotReady } from "../../outbox/PayloadCompletion.ts"

/** The shop that callers of the link name. Undefined for a link of another route. */
export const of = ConnectionShops.shopOf

/** Why an order is not sent: only its link knows the names and the address that the ERP uses. */
export const unknownLink = (scope: string): NotReady =>
  new NotReady({ because: `the runner has no link ${scope}; add it again, or cancel the delivery with \`crossdock deliveries cancel\`` })

/** An order or a refund with the platform and the ids of the shop that the ERP uses in its own calls. */
export const asErpNames = <O extends Pick<PlatformOrder.PlatformOrder, "platform" | "shopId" | "onlineShopId">>(link: ConnectedLink, order: O): O => {
  const shop = of(link)
  if (shop === undefined) return order
  const onlineShopId = order.onlineShopId ?? shop.onlineShopId
  return { ...order, platform: shop.platform, shopId: shop.shopId, ...(onlineShopId !== undefined && { onlineShopId }) }
}
