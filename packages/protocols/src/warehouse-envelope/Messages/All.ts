/**
 * The eleven methods of document 1 by every name that is read for them.
 */
import { Exchange } from "../../kit/index.ts"
import { cancelAsnOrder } from "./CancelAsnOrder.ts"
import { cancelOrder } from "./CancelOrder.ts"
import { channels } from "./Channels.ts"
import { createAsnOrder } from "./CreateAsnOrder.ts"
import { createOrder } from "./CreateOrder.ts"
import { getAsnList } from "./GetAsnList.ts"
import { getOrder } from "./GetOrder.ts"
import { getOrderList } from "./GetOrderList.ts"
import { insertSkuInfo } from "./InsertSkuInfo.ts"
import { syncInventory } from "./SyncInventory.ts"
import { warehouses } from "./Warehouses.ts"

export const exchanges = {
  warehouses,
  channels,
  createOrder,
  cancelOrder,
  getOrder,
  getOrderList,
  syncInventory,
  createAsnOrder,
  getAsnList,
  cancelAsnOrder,
  insertSkuInfo
}

/** The same as a list. */
export const all: ReadonlyArray<Exchange.AnyExchange> = Object.values(exchanges)

/** The exchange that a method name selects. */
export const named = Exchange.byName(all)
