/**
 * What a suite is given of the books of an ERP in memory: calls that they take, and questions to their lists.
 */
import { BooksV1 } from "@crossdock/books"
import { ErpV1 } from "@crossdock/core"
import * as Schema from "effect/Schema"
import type { CallName, ListName, SuiteFixture } from "../erp/SuiteFixture.ts"

export const name = "Lamp"
export const currencies = { purchaseCurrency: "CNY", firstLegCurrency: "CNY", transferCurrency: "CNY" }
export const prices = { purchasePrice: "4.50", firstLegPrice: "0.25", transferPrice: "0" }

export const decoded = (schema: Schema.Codec<any, any>, encoded: unknown): any => Schema.decodeUnknownSync(schema)(encoded)

const days = { from: "2026-03-01T00:00:00.000Z", to: "2026-03-02T00:00:00.000Z" }
const receivedIn = { receivedFrom: days.from, receivedTo: days.to }

const payloads: { readonly [N in CallName]: (number: string) => object } = {
  listInboundOrders: (number) => ({ number }),
  submitInboundOrder: (customNumber) => ({ warehouseName: "Main", customNumber, ...currencies, lines: [{ sku: "W-1", expected: 3, ...prices }] }),
  cancelInboundOrder: () => ({ asnNumber: "IN-1" }),
  listReceivedBatches: () => receivedIn,
  listStockBalances: () => ({ warehouseNames: ["Main"] }),
  listStockMovements: () => days,
  listAssemblyOrders: (number) => ({ number }),
  listSplitOrders: (number) => ({ number }),
  listTransferOrders: (number) => ({ number }),
  createTransferOrder: (customNumber) => ({
    warehouseName: "Main",
    toWarehouseName: "Shop",
    customNumber,
    carrierName: "Truck",
    lines: [{ sku: "W-1", quantity: 1, asnNumber: "IN-1" }]
  }),
  moveStock: () => ({
    moves: [{ sku: "W-1", warehouseName: "Main", batchNo: "R-0-A", fromLocationCode: "A", toLocationCode: "B", quantity: 1, reason: "sorted" }]
  }),
  listStorageLocationStock: () => ({ skus: ["W-1"], warehouseNames: ["Main"] }),
  listBatchStock: () => ({}),
  listMarketplaceStock: () => ({}),
  listMarketplaceWarehouses: () => ({}),
  enterRecords: (sku) => ({ records: [{ kind: "product", sku, name }] }),
  allotStock: (orderNumber) => ({ document: { link: "W", orderNumber, issue: "1" }, version: 1, warehouseName: "Main", lines: [{ sku: "W-1", quantity: 1 }] })
}

const questions: { readonly [N in ListName]: object } = {
  listInboundOrders: {},
  listReceivedBatches: receivedIn,
  listStockBalances: { warehouseNames: ["Main", "Shop"] },
  listStockMovements: days,
  listAssemblyOrders: { createdFrom: days.from, createdTo: days.to },
  listSplitOrders: { createdFrom: days.from, createdTo: days.to },
  listTransferOrders: { createdFrom: days.from, createdTo: days.to },
  listStorageLocationStock: { skus: ["W-1", "W-2"], warehouseNames: ["Main"] },
  listBatchStock: {},
  listMarketplaceStock: {}
}

const payloadOf = (callName: string, encoded: object) =>
  decoded(BooksV1.contract.operations[callName as CallName].payload, callName in questions ? { ...encoded, limit: 100 } : encoded)

const questionOf = (listName: string, encoded: object) => {
  const { limit: _, ...question } = payloadOf(listName, encoded)
  return question
}

/** The parts of the fixture of a suite that are about these books. */
export const fixture: Required<Pick<SuiteFixture, "calls" | "keepsPages" | "lists" | "progress" | "returned">> = {
  keepsPages: true,
  calls: Object.fromEntries(Object.entries(payloads).map(([callName, payload]) => [callName, (number: string) => payloadOf(callName, payload(number))])),
  lists: Object.fromEntries(Object.entries(questions).map(([listName, question]) => [listName, questionOf(listName, question)])),
  progress: (asnNumber) =>
    decoded(ErpV1.ReceiveInboundProgress.payload, {
      asnNumber,
      warehouseCode: "M",
      phase: "received",
      status: "FINISHED",
      updatedAt: days.from,
      lines: [{ sku: "W-1", estimated: 1, received: 1, good: 1, bad: 0 }],
      batchNo: `${asnNumber}-1`
    }),
  returned: (orderNumber) =>
    decoded(ErpV1.ReceiveReturn.payload, {
      returnId: "R-1",
      orderNumber,
      warehouseCode: "M",
      updatedAt: days.from,
      lines: [{ sku: "W-1", quantity: 1, condition: "sellable" }]
    })
}
