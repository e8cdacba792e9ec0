/** The methods of the platform interface. Ours are fifteen that the ERP calls; pushOrder goes the other way (spec 2 §4B). */
import { Exchange } from "../../kit/index.ts"
import type { PlatformV1 } from "@crossdock/core"
import { getOrder } from "./GetOrder.ts"
import { getProduct } from "./GetProduct.ts"
import { getTrackingInfo } from "./GetTrackingInfo.ts"
import { getOrderOnlineStatus, getPlatformWarehouse, getProductStatus, initLogistics } from "./Lists.ts"
import { pushAuthorizationInfo } from "./PushAuthorizationInfo.ts"
import { cancelLogisticsOrder, getLabelData, getTrackNumber, readyToShip } from "./Shipments.ts"
import { getToken, refreshToken } from "./Tokens.ts"
import { updateInventory } from "./UpdateInventory.ts"

export const exchanges = {
  pushAuthorizationInfo, getOrder, getOrderOnlineStatus, readyToShip, getProduct, getProductStatus, updateInventory,
  initLogistics, getTrackNumber, cancelLogisticsOrder, getLabelData, getTrackingInfo, getPlatformWarehouse
}

export type AnyExchange = Exchange.AnyExchange<PlatformV1.OperationName>

export const all: ReadonlyArray<AnyExchange> = Object.values(exchanges)

/** The messages of all fifteen methods that the ERP calls. */
export const everyMethod: ReadonlyArray<Exchange.Messages> = [getToken, refreshToken, ...all]

/** Finds the exchange for a method name. */
export const named = Exchange.byName(all)
