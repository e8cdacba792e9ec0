/**
 * The eleven methods of document 1 by every name that is read for them.
 */
import { cancelAsnOrder } from "./CancelAsnOrder.ts"
import { cancelOrder } from "./CancelOrder.ts"
import { channels } from "./Channels.ts"
import { createAsnOrder } from "./CreateAsnOrder.ts"
import { createOrder } from "./CreateOrder.ts"
import type { AnyExchange } from "./Exchange.ts"
import { getAsnList } from "./GetAsnList.ts"
import { getOrder } from "./GetOrder.ts"
import { getOrderList } from "./GetOrderList.ts"
import { insertSkuInfo } from "./InsertSkuInfo.ts"
import { syncInventory } from "./SyncInventory.ts"
import { warehouses } from "./Warehouses.ts"

export const exchanges: ReadonlyArray<AnyExchange> = [
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
]

const byName = new Map(exchanges.flatMap((exchange) => [exchange.method, ...exchange.also].map((name) => [name, exchange])))

/** The exchange that a method name selects. */
export const named = (method: string): AnyExchange | undefined => byName.get(method)
