/**
 * The methods of document 2 part A by name. cancelOrder stands apart: one call of it is several operations.
 */
import { Exchange } from "../../kit/index.ts"
import { cancelAsnOrder } from "./CancelAsnOrder.ts"
import { cancelOrder } from "./CancelOrder.ts"
import { createAsnOrder } from "./CreateAsnOrder.ts"
import { createOrder } from "./CreateOrder.ts"
import { getAsnList } from "./GetAsnList.ts"
import { getOrder } from "./GetOrder.ts"
import { initChannels } from "./InitChannels.ts"
import { initWarehouses } from "./InitWarehouses.ts"
import { insertSkuInfo } from "./InsertSkuInfo.ts"
import { syncInventory } from "./SyncInventory.ts"

export const exchanges: ReadonlyArray<Exchange.AnyExchange> = [
  initWarehouses,
  initChannels,
  createOrder,
  getOrder,
  syncInventory,
  createAsnOrder,
  getAsnList,
  cancelAsnOrder,
  insertSkuInfo
]

/** All ten names. */
export const methods: ReadonlyArray<string> = [...exchanges.map(({ method }) => method), cancelOrder.method]

/** The exchange that a path selects. */
export const named = Exchange.byName(exchanges)
