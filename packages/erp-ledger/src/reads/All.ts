/** The operations that read the books. */
import type { BooksSession } from "../BooksSession.ts"
import { listBatchStock } from "./ListBatchStock.ts"
import { listInboundOrders } from "./ListInboundOrders.ts"
import { listMarketplaceStock, listMarketplaceWarehouses } from "./ListMarketplaceStock.ts"
import { listReceivedBatches } from "./ListReceivedBatches.ts"
import { listStockBalances } from "./ListStockBalances.ts"
import { listStockMovements } from "./ListStockMovements.ts"
import { listAssemblyOrders, listSplitOrders } from "./ListStockOrders.ts"
import { listStorageLocationStock } from "./ListStorageLocationStock.ts"
import { listTransferOrders } from "./ListTransferOrders.ts"

/** The names of the operations. */
export const names = [
  "listInboundOrders",
  "listReceivedBatches",
  "listStockBalances",
  "listStockMovements",
  "listAssemblyOrders",
  "listSplitOrders",
  "listTransferOrders",
  "listStorageLocationStock",
  "listBatchStock",
  "listMarketplaceStock",
  "listMarketplaceWarehouses"
] as const

/** Makes their handlers. */
export const handlers = (session: BooksSession) => ({
  listInboundOrders: listInboundOrders(session),
  listReceivedBatches: listReceivedBatches(session),
  listStockBalances: listStockBalances(session),
  listStockMovements: listStockMovements(session),
  listAssemblyOrders: listAssemblyOrders(session),
  listSplitOrders: listSplitOrders(session),
  listTransferOrders: listTransferOrders(session),
  listStorageLocationStock: listStorageLocationStock(session),
  listBatchStock: listBatchStock(session),
  listMarketplaceStock: listMarketplaceStock(session),
  listMarketplaceWarehouses: listMarketplaceWarehouses(session)
})
