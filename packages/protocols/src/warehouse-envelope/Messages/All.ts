/**
 * The eleven methods of the warehouse envelope protocol, found by any name that is accepted for them.
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

/** All exchanges as a list. */
export const all: ReadonlyArray<Exchange.AnyExchange> = Object.values(exchanges)

/** Finds the exchange for a method name. */
export const named = Exchange.byName(all)
