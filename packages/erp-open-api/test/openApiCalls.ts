/**
 * A call of each operation of document 3, and what an ERP answers to it.
 */
import { ErpV1 } from "@crossdock/core"
import type { Client } from "@crossdock/protocols/erp-open-api"
import type { ErpSuiteFixture } from "@crossdock/testkit/peers"
import * as Schema from "effect/Schema"

type CallName = Client.Offered

const decoded = (schema: Schema.Codec<any, any>, encoded: unknown): any => Schema.decodeUnknownSync(schema)(encoded)

const currencies = { purchaseCurrency: "CNY", firstLegCurrency: "CNY", transferCurrency: "CNY" }
const line = { sku: "W-1", expected: 3, purchasePrice: "4.50", firstLegPrice: "0.25", transferPrice: "0" }
const placed = { ...line, name: "Lamp", received: 0, good: 0, bad: 0 }
const page = { limit: 100 }

const payloads: { readonly [N in CallName]: (number: string) => object } = {
  listInboundOrders: (number) => ({ number, ...page }),
  submitInboundOrder: (customNumber) => ({ warehouseName: "Main", customNumber, ...currencies, lines: [line] }),
  cancelInboundOrder: (asnNumber) => ({ asnNumber }),
  listReceivedBatches: () => ({ receivedFrom: "2026-03-01T00:00:00.000Z", receivedTo: "2026-03-02T00:00:00.000Z", ...page }),
  listStockBalances: () => ({ warehouseNames: ["Main"], ...page }),
  listStockMovements: () => ({ from: "2026-03-01T00:00:00.000Z", to: "2026-03-02T00:00:00.000Z", ...page }),
  listAssemblyOrders: (number) => ({ number, ...page }),
  listSplitOrders: (number) => ({ number, ...page }),
  listTransferOrders: (number) => ({ number, ...page }),
  createTransferOrder: (customNumber) => ({
    warehouseName: "Main",
    toWarehouseName: "Shop",
    customNumber,
    carrierName: "Truck",
    lines: [{ sku: "W-1", quantity: 1, asnNumber: "IN/7" }]
  }),
  moveStock: () => ({
    moves: [{ sku: "W-1", warehouseName: "Main", batchNo: "B-1", fromLocationCode: "A", toLocationCode: "B", quantity: "1", reason: "sorted" }]
  }),
  listStorageLocationStock: () => ({ skus: ["W-1"], warehouseNames: ["Main"], ...page }),
  listBatchStock: () => ({ ...page }),
  listMarketplaceStock: () => ({ ...page }),
  listMarketplaceWarehouses: () => ({})
}

const answers: Readonly<Partial<Record<string, object>>> = {
  submitInboundOrder: { asnNumber: "IN/7", warehouseName: "Main", warehouseId: "1", type: "MANUAL", phase: "announced", status: "NEW", ...currencies, lines: [placed] },
  createTransferOrder: { transferNumber: "T-1" },
  listMarketplaceWarehouses: ["WHS-1"]
}

/** A payload of each operation, for the fixture of the suite. */
export const calls = Object.fromEntries(
  Object.entries(payloads).map(([name, payload]) => [name, (number: string) => decoded(ErpV1.contract.operations[name as CallName].payload, payload(number))])
) as NonNullable<ErpSuiteFixture.SuiteFixture["calls"]>

/** The answer to each operation. */
export const answerOf = ({ name, success }: ErpV1.AnyOperation): unknown =>
  success === Schema.Void ? undefined : decoded(success, answers[name] ?? { items: [], total: 0 })
