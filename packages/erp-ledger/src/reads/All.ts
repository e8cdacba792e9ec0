/** The operations that read the books. */
import type { BooksSession } from "../BooksSession.ts"
import * as Texts from "../Texts.ts"
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

/** No record has a text that the books cannot keep, so a query for one finds nothing. */
const asked = <Query, Answer>(read: (query: Query) => Answer) => (query: Query): Answer => read(Texts.storable(query))

/** Makes their handlers. */
export const handlers = (session: BooksSession) => ({
  listInboundOrders: asked(listInboundOrders(session)),
  listReceivedBatches: asked(listReceivedBatches(session)),
  listStockBalances: asked(listStockBalances(session)),
  listStockMovements: asked(listStockMovements(session)),
  listAssemblyOrders: asked(listAssemblyOrders(session)),
  listSplitOrders: asked(listSplitOrders(session)),
  listTransferOrders: asked(listTransferOrders(session)),
  listStorageLocationStock: asked(listStorageLocationStock(session)),
  listBatchStock: asked(listBatchStock(session)),
  listMarketplaceStock: asked(listMarketplaceStock(session)),
  listMarketplaceWarehouses: asked(listMarketplaceWarehouses(session))
})
