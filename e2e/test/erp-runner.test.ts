/**
 * An ERP behind a second runner: the plugin in this process, the books of the sandbox in that one, and the route of document 3 between
 * them. The callbacks of document 1 go to an ERP in memory, which shows what it received.
 */
import { BooksV1 } from "@crossdock/books"
import { Transport } from "@crossdock/core"
import { erpOpenApi } from "@crossdock/erp-open-api"
import { BooksV1Suite } from "@crossdock/testkit"
import { ErpEnvelope, ErpStore, Peer } from "@crossdock/testkit/peers"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { afterAll } from "vitest"
import { openApiContent } from "../support/open-api.ts"
import { eventually } from "../support/processes.ts"
import { homeOf } from "../support/runner.ts"

const home = await homeOf()
afterAll(() => home.remove())
await home.start()

type SuiteFixture = BooksV1Suite.Options<typeof erpOpenApi.settings, Transport.Transport>["fixture"]
type Payloads = NonNullable<SuiteFixture["calls"]>
type Questions = NonNullable<SuiteFixture["lists"]>

const timeZone = "UTC+8"
const account = { extraType: "second", accessId: "sandbox", secretKey: Redacted.make("sandbox-secret"), timeZone }
const runner = Peer.over(new URL(home.url))

/** Calls of document 3 that create or change something. A read has no effect that could be lost. */
const writes = ["CREATE_ASN_ORDER", "CANCEL_ASN_ORDER", "CREATE_TRANSFER_AVAILABLE_ORDER", "TRANSFER_STORAGE_LOCATION"]
let changes = 0

const toRunner: Peer.Serve = (request, mode) => {
  const body = mode.is("credential") ? request.body.replace(/(?<=name="sign"\r\n\r\n)./, (digit) => (digit === "0" ? "1" : "0")) : request.body
  const { bytes: _, ...rest } = request
  return Effect.map(runner.answer({ ...rest, body }), ({ response }) => {
    if (writes.some((serviceType) => body.includes(`\r\n${serviceType}\r\n`)) && response.body.includes("\\\"state\\\":\\\"success\\\"")) changes++
    return response
  })
}

const { fixture, layer } = ErpEnvelope.make({ ...account, beside: { serve: toRunner, revision: () => changes } })

const decoded = <S extends Schema.Codec<any, any>>(schema: S, encoded: unknown): S["Type"] => Schema.decodeUnknownSync(schema)(encoded)

const days = { from: "2020-01-01T00:00:00.000Z", to: "2099-12-31T00:00:00.000Z" }
const receivedIn = { receivedFrom: days.from, receivedTo: days.to }
const created = { createdFrom: days.from, createdTo: days.to }
const prices = { purchasePrice: "4.50", firstLegPrice: "0.25", transferPrice: "0" }
const order = {
  warehouseName: "Sandbox One",
  purchaseCurrency: "CNY",
  firstLegCurrency: "CNY",
  transferCurrency: "CNY",
  lines: [{ sku: "SKU-1001", expected: 10, ...prices }]
}
const transfer = { warehouseName: "Sandbox One", toWarehouseName: "Sandbox Two", carrierName: "Truck", lines: [{ sku: "SKU-1002", quantity: 2, asnNumber: "OPENING-1" }] }
const move = { sku: "SKU-1003", warehouseName: "Sandbox One", batchNo: "OPENING-1", fromLocationCode: "SYS LOC", toLocationCode: "B-02", quantity: "1", reason: "nearer" }
const skus = ["SKU-1001", "SKU-1002", "SKU-1003"]
const numbers = ["1", "2", "3"]
let openOrder = ""

const entered = numbers.flatMap((number) => [
  {
    kind: "assembly",
    assemblyNumber: `A-${number}`,
    warehouseName: "Sandbox One",
    status: "FINISHED",
    createdAt: "2026-03-01T00:00:00.000Z",
    finishedAt: "2026-03-01T01:00:00.000Z",
    lines: [{ sku: "SKU-1005", status: "FINISHED", expected: "1", assembled: "1", parts: [{ sku: "SKU-1006", expected: "1", used: "1" }] }]
  },
  {
    kind: "split",
    splitNumber: `S-${number}`,
    warehouseName: "Sandbox One",
    status: "FINISHED",
    createdAt: "2026-03-01T00:00:00.000Z",
    finishedAt: "2026-03-01T01:00:00.000Z",
    lines: [{
      sku: "SKU-1007",
      name: "Lamp",
      imageUrl: "https://images.example/lamp.png",
      expected: "1",
      split: "1",
      fee: "0",
      cost: "1",
      parts: [{ id: "1", sku: "SKU-1008", name: "Bulb", perProduct: "1", received: "1", purchasePrice: "1", cost: "1" }]
    }]
  },
  {
    kind: "marketplaceStock",
    warehouseCode: "WHS-1",
    itemId: `I-${number}`,
    itemName: "Lamp",
    imageUrl: "https://images.example/lamp.png",
    shopName: "Shop",
    shopItems: [],
    matchStatus: "NORMAL",
    level: 1,
    ...Object.fromEntries([
      "inTransit", "sellable", "reserved", "unsellable", "excess", "coverageDays", "coverageDaysInWarehouse", "soldPerDay", "sold7Days", "sold15Days", "sold30Days",
      "sold60Days", "sold90Days", "aged0To30", "aged31To60", "aged61To90", "aged91To120", "aged121To180", "agedOver180"
    ].map((name) => [name, "1"]))
  }
])

/** The first loop: the sandbox receives what the ERP announces to it, in two batches for each order, and the books show them. */
const receivedBatches = () =>
  eventually(async () => {
    const { result } = await openApiContent(home.url, "QUERY_ASN_BATCH_LIST", { receiveTimeFrom: "2020-01-01", receiveTimeTo: "2099-12-31", page: 1, pageSize: 100 })
    return result.length >= 4 ? result : undefined
  }, { what: "the batches of two inbound orders" })

const prepare = Effect.gen(function*() {
  const erp = yield* BooksV1.Books
  const submit = (more: object) => erp.call(BooksV1.SubmitInboundOrder, decoded(BooksV1.SubmitInboundOrder.payload, { ...order, ...more }))
  yield* Effect.forEach(["1", "2"], (number) => submit({ customNumber: `FILL-${number}`, sendsToWarehouse: true }))
  openOrder = (yield* submit({ customNumber: "FILL-open" })).asnNumber
  yield* Effect.forEach(numbers, (number) => erp.call(BooksV1.CreateTransferOrder, decoded(BooksV1.CreateTransferOrder.payload, { ...transfer, customNumber: `FILL-${number}` })))
  yield* Effect.promise(() => home.admin("/connections/books/records", { records: entered }))
  yield* Effect.promise(receivedBatches)
})

const payloads: { readonly [N in keyof Payloads]: (number: string) => object } = {
  listInboundOrders: (number) => ({ number, limit: 100 }),
  submitInboundOrder: (customNumber) => ({ ...order, customNumber }),
  cancelInboundOrder: () => ({ asnNumber: openOrder }),
  listReceivedBatches: () => ({ ...receivedIn, limit: 100 }),
  listStockBalances: () => ({ warehouseNames: ["Sandbox One"], limit: 100 }),
  listStockMovements: () => ({ ...days, limit: 100 }),
  listAssemblyOrders: (number) => ({ number, limit: 100 }),
  listSplitOrders: (number) => ({ number, limit: 100 }),
  listTransferOrders: (number) => ({ number, limit: 100 }),
  createTransferOrder: (customNumber) => ({ ...transfer, customNumber }),
  moveStock: () => ({ moves: [move] }),
  listStorageLocationStock: () => ({ skus, warehouseNames: ["Sandbox One"], limit: 100 }),
  listBatchStock: () => ({ skus, limit: 100 }),
  listMarketplaceStock: () => ({ limit: 100 }),
  listMarketplaceWarehouses: () => ({})
}

const questions: { readonly [N in keyof Questions]: object } = {
  listInboundOrders: {},
  listReceivedBatches: receivedIn,
  listStockBalances: { skus, warehouseNames: ["Sandbox One", "Sandbox Two"] },
  listStockMovements: { ...days, sku: "SKU-1001" },
  listAssemblyOrders: created,
  listSplitOrders: created,
  listTransferOrders: created,
  listStorageLocationStock: { skus, warehouseNames: ["Sandbox One"] },
  listBatchStock: { skus, warehouseName: "Sandbox One" },
  listMarketplaceStock: {}
}

const payloadOf = (name: string, encoded: object) => decoded(BooksV1.contract.operations[name as keyof Payloads].payload, encoded) as never

const questionOf = (name: string, encoded: object) => {
  const { limit: _, ...question } = payloadOf(name, { ...encoded, limit: 1 }) as { readonly limit: number }
  return question as never
}

/** Those that wait for seconds are left to the suite of the plugin, which has a test clock. A real server refuses only what it knows. */
const untested = new Set(["slow", "drip", "refuse-unlisted"])

BooksV1Suite.suite({
  plugin: erpOpenApi,
  settings: decoded(erpOpenApi.settings, {
    baseUrl: home.url,
    accessId: account.accessId,
    secretKey: Redacted.value(account.secretKey),
    warehouseExtraType: account.extraType,
    listedFaults: { [ErpStore.finalRefusal]: "rejected" }
  }),
  fixture: {
    ...fixture,
    faults: (injection, operation) => (untested.has(injection) ? undefined : fixture.faults?.(injection, operation)),
    calls: Object.fromEntries(Object.entries(payloads).map(([name, payload]) => [name, (number: string) => payloadOf(name, payload(number))])) as Payloads,
    lists: Object.fromEntries(Object.entries(questions).map(([name, question]) => [name, questionOf(name, question)])) as Questions,
    prepare: Effect.orDie(prepare)
  },
  layer,
  clock: "live",
  timeout: 120_000,
  report: { name: "crossdock-conformance-erp-runner" }
})
