/**
 * A valid request for the operations of the platform interface (document 2B) that need no order, for the shop of the sandbox.
 */
import type { Example } from "./WarehouseExamples.ts"

/** The shop of the sandbox composition. */
const shop = { platform: "sandbox", shopId: 1 }
const [from, to] = [Date.UTC(2026, 0, 1), Date.UTC(2099, 0, 1)]

export const examples: Readonly<Record<string, Example>> = {
  getToken: { content: () => ({ ...shop, code: "sandbox-code" }) },
  getOrder: { content: () => ({ ...shop, updateTimeStart: from, updateTimeEnd: to, pageNo: 1, PageSize: 100 }) },
  getOrderOnlineStatus: { content: () => shop },
  getProduct: { content: () => ({ ...shop, onlineItemIdList: ["P-1001"], onlineItemId: "P-1001", pageNo: 1, pageSize: 10 }) },
  getProductStatus: { content: () => shop },
  updateInventory: {
    content: () => ({ ...shop, onlineItemId: "P-1001", onlineSkuId: "V-1001", onlineStock: 7, sellerStockList: [{ platformWarehouseId: "SBX-1", availableStock: 7 }] })
  },
  initLogistics: { content: () => shop },
  getPlatformWarehouse: { content: () => shop }
}
