/**
 * Books for the suite of `erp/v1`: their settings, how they are filled, and what the laws ask of them.
 */
import { BooksV1 } from "@crossdock/books"
import { ErpV1 } from "@crossdock/core"
import type { BooksV1Suite } from "@crossdock/testkit"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { Settings } from "../src/Settings.ts"
import { warehouses } from "./books.ts"

type SuiteFixture = BooksV1Suite.Options<typeof Settings, never>["fixture"]

const skus = ["A", "B", "C"]

export const settings = Schema.decodeUnknownSync(Settings)({
  warehouses,
  products: skus.map((sku) => ({ sku, name: `Product ${sku}` })),
  openingStock: skus.map((sku) => ({ warehouse: "One", sku, quantity: 1000, purchasePrice: "4.50", currency: "CNY" }))
})

const decoded = <S extends Schema.Codec<any, any>>(schema: S, encoded: unknown): S["Type"] => Schema.decodeUnknownSync(schema)(encoded)

const days = { from: "2026-01-01T00:00:00.000Z", to: "2026-12-31T00:00:00.000Z" }
const receivedIn = { receivedFrom: days.from, receivedTo: days.to }
const currencies = { purchaseCurrency: "CNY", firstLegCurrency: "CNY", transferCurrency: "CNY" }
const order = { warehouseName: "One", ...currencies, lines: [{ sku: "A", expected: 9, purchasePrice: "4.50", firstLegPrice: "0.25", transferPrice: "0" }] }
const transfer = { warehouseName: "One", toWarehouseName: "Two", carrierName: "Truck", lines: [{ sku: "B", quantity: 2, asnNumber: "OPENING-1" }] }
const moved = { sku: "C", warehouseName: "One", batchNo: "OPENING-1", fromLocationCode: "SYS LOC", toLocationCode: "B-02", quantity: "1", reason: "nearer" }

const progress = (asnNumber: string) =>
  decoded(ErpV1.ReceiveInboundProgress.payload, {
    asnNumber,
    warehouseCode: "W-1",
    phase: "receiving",
    status: "RECEIVING",
    updatedAt: "2026-03-01T00:00:00.000Z",
    lines: [{ sku: "A", estimated: 9, received: 3, good: 2, bad: 1 }],
    batchNo: `${asnNumber}-1`
  })

const returned = (orderNumber: string) =>
  decoded(ErpV1.ReceiveReturn.payload, {
    returnId: "R-1",
    orderNumber,
    warehouseCode: "W-1",
    updatedAt: "2026-03-01T00:00:00.000Z",
    lines: [{ sku: "A", quantity: 2, condition: "sellable" }]
  })

const assembled = (assemblyNumber: string) => ({
  kind: "assembly",
  assemblyNumber,
  warehouseName: "One",
  status: "FINISHED",
  createdAt: "2026-03-01T00:00:00.000Z",
  finishedAt: "2026-03-01T01:00:00.000Z",
  lines: [{ sku: "C", status: "FINISHED", expected: "1", assembled: "1", parts: [{ sku: "A", expected: "1", used: "1" }] }]
})

const split = (splitNumber: string) => ({
  kind: "split",
  splitNumber,
  warehouseName: "One",
  status: "FINISHED",
  createdAt: "2026-03-01T00:00:00.000Z",
  finishedAt: "2026-03-01T01:00:00.000Z",
  lines: [{
    sku: "C",
    name: "Product C",
    imageUrl: "https://images.example/c.png",
    expected: "1",
    split: "1",
    fee: "0",
    cost: "0",
    parts: [{ id: "1", sku: "B", name: "Product B", perProduct: "1", received: "1", purchasePrice: "1", cost: "1" }]
  }]
})

const figures = Object.fromEntries([
  "inTransit", "sellable", "reserved", "unsellable", "excess", "coverageDays", "coverageDaysInWarehouse", "soldPerDay", "sold7Days", "sold15Days", "sold30Days",
  "sold60Days", "sold90Days", "aged0To30", "aged31To60", "aged61To90", "aged91To120", "aged121To180", "agedOver180"
].map((name) => [name, "1"]))

const atMarketplace = (itemId: string) => ({
  kind: "marketplaceStock",
  warehouseCode: "WHS-1",
  itemId,
  itemName: "Lamp",
  imageUrl: "https://images.example/lamp.png",
  shopName: "Shop",
  shopItems: [],
  matchStatus: "NORMAL",
  level: 1,
  ...figures
})

const thrice = <A, E, R>(work: (number: string) => Effect.Effect<A, E, R>) => Effect.forEach(["1", "2", "3"], work, { discard: true })

/** The order that `fill` has created last, of which nothing was received. */
let openOrder = ""

/** Fills the books of an ERP: three records of each kind. */
export const fill = Effect.fnUntraced(function*(erp: BooksV1.OpenConnection) {
  yield* thrice((number) =>
    Effect.flatMap(erp.call(BooksV1.SubmitInboundOrder, decoded(BooksV1.SubmitInboundOrder.payload, { ...order, customNumber: `FILL-${number}` })), ({ asnNumber }) =>
      erp.call(ErpV1.ReceiveInboundProgress, progress(asnNumber))))
  yield* thrice((number) => erp.call(BooksV1.CreateTransferOrder, decoded(BooksV1.CreateTransferOrder.payload, { ...transfer, customNumber: `FILL-${number}` })))
  const records = ["1", "2", "3"].flatMap((number) => [assembled(`FILL-A${number}`), split(`FILL-S${number}`), atMarketplace(`FILL-${number}`)])
  yield* erp.call(BooksV1.EnterRecords, decoded(BooksV1.EnterRecords.payload, { records }))
  openOrder = (yield* erp.call(BooksV1.SubmitInboundOrder, decoded(BooksV1.SubmitInboundOrder.payload, { ...order, customNumber: "FILL-open" }))).asnNumber
})

type Payloads = NonNullable<SuiteFixture["calls"]>
type Questions = NonNullable<SuiteFixture["lists"]>

const payloads: { readonly [N in keyof Required<Payloads>]: (number: string) => object } = {
  listInboundOrders: (number) => ({ number, limit: 100 }),
  submitInboundOrder: (customNumber) => ({ ...order, customNumber }),
  cancelInboundOrder: () => ({ asnNumber: openOrder }),
  listReceivedBatches: () => ({ ...receivedIn, limit: 100 }),
  listStockBalances: () => ({ warehouseNames: ["One"], limit: 100 }),
  listStockMovements: () => ({ ...days, limit: 100 }),
  listAssemblyOrders: (number) => ({ number, limit: 100 }),
  listSplitOrders: (number) => ({ number, limit: 100 }),
  listTransferOrders: (number) => ({ number, limit: 100 }),
  createTransferOrder: (customNumber) => ({ ...transfer, customNumber }),
  moveStock: () => ({ moves: [moved] }),
  listStorageLocationStock: () => ({ skus: ["A"], warehouseNames: ["One"], limit: 100 }),
  listBatchStock: () => ({ limit: 100 }),
  listMarketplaceStock: () => ({ limit: 100 }),
  listMarketplaceWarehouses: () => ({}),
  enterRecords: (sku) => ({ records: [{ kind: "product", sku, name: "Lamp" }] }),
  allotStock: (orderNumber) => ({ document: { link: "W", orderNumber, issue: "1" }, version: 1, warehouseName: "One", lines: [{ sku: "A", quantity: 1 }] })
}

const created = { createdFrom: days.from, createdTo: days.to }

const questions: { readonly [N in keyof Required<Questions>]: object } = {
  listInboundOrders: {},
  listReceivedBatches: receivedIn,
  listStockBalances: { warehouseNames: ["One", "Two"] },
  listStockMovements: days,
  listAssemblyOrders: created,
  listSplitOrders: created,
  listTransferOrders: created,
  listStorageLocationStock: { skus, warehouseNames: ["One"] },
  listBatchStock: { warehouseName: "One" },
  listMarketplaceStock: {}
}

const payloadOf = (name: string, encoded: object) => decoded(BooksV1.contract.operations[name as keyof Payloads].payload, encoded) as never

const questionOf = (name: string, encoded: object) => {
  const { limit: _, ...question } = payloadOf(name, { ...encoded, limit: 1 }) as { readonly limit: number }
  return question as never
}

/** What the laws ask of the books. A cancel is answered for an order that exists, so its payload needs `fill`. */
export const fixture = {
  keepsPages: true as const,
  calls: Object.fromEntries(Object.entries(payloads).map(([name, payload]) => [name, (number: string) => payloadOf(name, payload(number))])) as Payloads,
  lists: Object.fromEntries(Object.entries(questions).map(([name, question]) => [name, questionOf(name, question)])) as Questions,
  progress,
  returned
}
