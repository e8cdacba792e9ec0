/**
 * The books of an ERP that the runner serves at the route of document 3, on real sockets.
 */
import type { Link } from "@crossdock/config"
import { AdapterError } from "@crossdock/core"
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { onBothDatabases } from "../support/Databases.ts"
import * as FakeBooks from "../support/FakeBooks.ts"
import { type Live, live } from "../support/Live.ts"
import * as OpenApi from "../support/OpenApi.ts"

const time = { from: "2026-01-01 00:00:00", to: "2026-01-02 00:00:00" }
const order = (more: object = {}) => ({ warehouseName: "North", purchasePriceCurrency: "CNY", asnSkuVOList: [{ sku: "SKU-1", purchasePrice: 1.5, expectQuantity: 3 }], ...more })
const move = { sku: "SKU-1", warehouseName: "North", storageLocationCode: "A", asnReceiveNumber: "B-1", destStorageLocationCode: "B", transferNumber: 2, reason: "nearer" }

const transfer = (more: object) => ({ logisticsName: "truck", skuList: [{ sku: "SKU-1", transferQty: 1, originalAsnNumber: "ASN1" }], ...more })

/** A call of each service type. */
const calls: ReadonlyArray<readonly [string, unknown]> = [
  ["QUERY_ASN_LIST", {}],
  ["CREATE_ASN_ORDER", order()],
  ["CANCEL_ASN_ORDER", { asnNumber: "ASN1" }],
  ["QUERY_ASN_BATCH_LIST", { receiveTimeFrom: time.from, receiveTimeTo: time.to }],
  ["QUERY_SIMPLE_LIST_INVENTORY_V2", { warehouse: "North" }],
  ["QUERY_SIMPLE_LIST_INVENTORY", { warehouse: "North" }],
  ["QUERY_INVENTORY_LOG_LIST", { operateTimeFrom: time.from, operateTimeTo: time.to }],
  ["QUERY_STORAGE_LOCATION_INVENTORY_LIST", { skuList: ["SKU-1"], warehouses: ["North"] }],
  ["QUERY_BATCH_INVENTORY_LIST", { skuList: ["SKU-1"], warehouseName: "North" }],
  ["QUERY_MARKETPLACE_SBS_INVENTORY_LIST", {}],
  ["QUERY_MARKETPLACE_SBS_WHS_ID_LIST", {}],
  ["QUERY_INVENTORY_ASSEMBLY_LIST", { createTimeFrom: time.from, createTimeTo: time.to }],
  ["QUERY_INVENTORY_TRANSFER_LIST", { createTimeFrom: time.from, createTimeTo: time.to }],
  ["QUERY_INVENTORY_RESTORE_LIST", { orderTimeFrom: time.from, orderTimeTo: time.to }],
  ["CREATE_TRANSFER_AVAILABLE_ORDER", transfer({ warehouseName: "North", destWarehouseName: "South" })],
  ["TRANSFER_STORAGE_LOCATION", [move]]
]

type World = Live & { readonly books: FakeBooks.FakeBooks }

onBothDatabases("the open API of an ERP", (fresh) => {
  const served = (title: string, test: (w: World) => Effect.Effect<unknown, unknown, any>, { links, server }: Parameters<typeof OpenApi.composition>[1] = {}) =>
    it.live(title, () =>
      Effect.gen(function*() {
        const books = FakeBooks.books({ numbersPages: true })
        yield* live(yield* Effect.promise(fresh), OpenApi.composition(books, { ...(links && { links }), ...(server && { server }) }), (w) => test({ ...w, books }) as never)
      }))

  for (const contentType of ["multipart", "urlencoded"] as const) {
    served(`serves each service type, sent as ${contentType} (U-63)`, (w) =>
      Effect.gen(function*() {
        for (const [serviceType, bizParam] of calls) {
          const answer = yield* OpenApi.call(w, serviceType, bizParam, { contentType })
          assert.deepStrictEqual([answer.status, OpenApi.codeOf(answer)], [200, "ok"], `${serviceType}: ${OpenApi.messageOf(answer)}`)
        }
        assert.deepStrictEqual(w.books.calls.length, calls.length)
      }))
  }

  served("refuses a wrong signature and an unknown appId with one text, and a service type at the other path", (w) =>
    Effect.gen(function*() {
      const [unknown, wrong] = [yield* OpenApi.call(w, "QUERY_ASN_LIST", {}, { appId: "nobody" }), yield* OpenApi.call(w, "QUERY_ASN_LIST", {}, { secretKey: "wrong" })]
      assert.strictEqual(OpenApi.codeOf(wrong), "AUTH_001")
      assert.deepStrictEqual({ ...unknown.body, requestId: "", traceId: "" }, { ...wrong.body, requestId: "", traceId: "" })
      assert.strictEqual(OpenApi.codeOf(yield* OpenApi.call(w, "QUERY_ASN_LIST", {}, { path: "/api/v1/inventory" })), "SERVICE_TYPE_NOT_EXIST")
      assert.strictEqual((yield* OpenApi.call(w, "QUERY_ASN_LIST", {}, { path: "/api/v1/orders" })).status, 404)
      assert.deepStrictEqual(w.books.calls, [])
    }))

  served("reads any page of an ERP that numbers its pages without those before it", (w) =>
    Effect.gen(function*() {
      for (let at = 1; at <= 30; at++) w.books.balance("North", `SKU-${at}`, at)
      const answer = yield* OpenApi.call(w, "QUERY_SIMPLE_LIST_INVENTORY_V2", { warehouse: "North", page: 3, pageSize: 10 })
      const { result, total } = OpenApi.contentOf(answer)
      assert.deepStrictEqual([total, result.length, result[0].sku], [30, 10, "SKU-21"])
      assert.deepStrictEqual(w.books.calls.length, 1)
    }))

  served("creates an inbound order once for each number, and names it in the refusal of other content (E-437 U-106 A078)", (w) =>
    Effect.gen(function*() {
      const answers = yield* Effect.forEach(Array.from({ length: 50 }, (_, at) => at), (at) =>
        OpenApi.call(w, "CREATE_ASN_ORDER", order({ customNumber: "C-1" }), { timestamp: Date.now() - at }), { concurrency: "unbounded" })
      assert.deepStrictEqual([...new Set(answers.map(OpenApi.codeOf))], ["ok"])
      assert.deepStrictEqual([...new Set(answers.map((answer) => OpenApi.contentOf(answer).result.asnNumber))], ["ASN1"])
      assert.strictEqual(w.books.orders.length, 1)
      const other = yield* OpenApi.call(w, "CREATE_ASN_ORDER", order({ customNumber: "C-1", remark: "other" }))
      assert.strictEqual(OpenApi.codeOf(other), "CUSTOM_NUMBER_EXIST")
      assert.match(OpenApi.messageOf(other), /ASN1 has this number with other content/)
      assert.strictEqual(w.books.orders.length, 1)
    }))

  served("gives a create without a number one of its signature, so that the same bytes create it once, and a new request another (E-438)", (w) =>
    Effect.gen(function*() {
      const timestamp = Date.now()
      yield* OpenApi.call(w, "CREATE_ASN_ORDER", order(), { timestamp })
      yield* OpenApi.call(w, "CREATE_ASN_ORDER", order(), { timestamp })
      yield* OpenApi.call(w, "CREATE_ASN_ORDER", order(), { timestamp: timestamp - 1 })
      assert.strictEqual(w.books.orders.length, 2)
      yield* OpenApi.call(w, "TRANSFER_STORAGE_LOCATION", [move], { timestamp })
      yield* OpenApi.call(w, "TRANSFER_STORAGE_LOCATION", [move], { timestamp })
      assert.strictEqual(w.books.callsOf("moveStock").length, 1)
    }))

  served("cancels an inbound order, and tells what the ERP refuses (U-105)", (w) =>
    Effect.gen(function*() {
      yield* OpenApi.call(w, "CREATE_ASN_ORDER", order({ customNumber: "C-1" }))
      w.books.plan("cancelInboundOrder", "lose-answer")
      for (let times = 0; times < 2; times++) assert.strictEqual(OpenApi.codeOf(yield* OpenApi.call(w, "CANCEL_ASN_ORDER", { asnNumber: "ASN1" })), "ok")
      assert.strictEqual(w.books.orders[0]!.phase, "cancelled")
      assert.strictEqual(OpenApi.codeOf(yield* OpenApi.call(w, "CANCEL_ASN_ORDER", { asnNumber: "ASN2" })), "ASN_NOT_EXIST")
      const again = yield* OpenApi.call(w, "CREATE_ASN_ORDER", order({ customNumber: "C-1" }))
      assert.deepStrictEqual([OpenApi.contentOf(again).result.asnNumber, w.books.orders.length], ["ASN1", 1])
    }))

  served("passes on what the ERP refuses, and may be sent again under the same number", (w) =>
    Effect.gen(function*() {
      const refused = yield* OpenApi.call(w, "CREATE_ASN_ORDER", order({ customNumber: "C-1", warehouseName: "nowhere" }))
      assert.strictEqual(OpenApi.codeOf(refused), "WAREHOUSE_NOT_EXIST")
      assert.strictEqual(OpenApi.codeOf(yield* OpenApi.call(w, "CREATE_ASN_ORDER", order({ customNumber: "C-1" }))), "ok")
    }))

  served("answers with 429 above the rate of an appId (U-68)", (w) =>
    Effect.gen(function*() {
      // Calls of one millisecond would have one signature, and be repeats, which are counted apart.
      const now = Date.now()
      const answers = yield* Effect.forEach([1, 2, 3], (millis) => OpenApi.call(w, "QUERY_ASN_LIST", {}, { timestamp: now + millis }))
      assert.deepStrictEqual(answers.map(({ status }) => status), [200, 200, 429])
      assert.strictEqual((yield* OpenApi.call(w, "QUERY_MARKETPLACE_SBS_WHS_ID_LIST")).status, 200)
    }), { server: { openApiRate: 2 } })

  const limited = (visible: Link["scope"]) => ({ links: [{}, { id: "app-2", secretKey: "secret-key-2", scope: visible! }] })
  const asSecond = { appId: "app-2", secretKey: "secret-key-2" }

  served("shows a caller the warehouses of its scope alone, in full pages (U-47 E-775 A030)", (w) =>
    Effect.gen(function*() {
      for (let at = 1; at <= 12; at++) {
        yield* OpenApi.call(w, "CREATE_ASN_ORDER", order({ warehouseName: ["North", "South", "East"][at % 3] }))
      }
      for (const [warehouseName, destWarehouseName] of [["North", "South"], ["South", "West"], ["South", "East"]] as const) yield* OpenApi.call(w, "CREATE_TRANSFER_AVAILABLE_ORDER", transfer({ warehouseName, destWarehouseName }))
      const ask = (serviceType: string, bizParam: object) => Effect.map(OpenApi.call(w, serviceType, bizParam, asSecond), OpenApi.contentOf)
      const pages = yield* Effect.forEach([1, 2, 3, 4], (page) => ask("QUERY_ASN_LIST", { page, pageSize: 3 }))
      assert.deepStrictEqual(pages.map(({ result }) => result.length), [3, 3, 2, 0])
      assert.deepStrictEqual([...new Set(pages.flatMap(({ result }) => result.map((one: any) => one.warehouseName)))].toSorted(), ["East", "North"])
      assert.strictEqual(new Set(pages.flatMap(({ result }) => result.map((one: any) => one.asnNumber))).size, 8)
      const moves = yield* ask("QUERY_INVENTORY_TRANSFER_LIST", { createTimeFrom: time.from, createTimeTo: "2100-01-01 00:00:00" })
      assert.deepStrictEqual(moves.result.map((one: any) => [one.warehouseName, one.destWarehouseName]), [["North", "South"], ["South", "East"]])
      const foreign = w.books.orders.find(({ warehouseName }) => warehouseName === "South")!.asnNumber
      const own = w.books.orders.find(({ warehouseName }) => warehouseName === "North")!.asnNumber
      for (const [asnNumber, code] of [[foreign, "ASN_NOT_EXIST"], ["ASN999", "ASN_NOT_EXIST"], [own, "ok"]]) {
        assert.strictEqual(OpenApi.codeOf(yield* OpenApi.call(w, "CANCEL_ASN_ORDER", { asnNumber }, asSecond)), code, asnNumber)
      }
      assert.strictEqual(OpenApi.codeOf(yield* OpenApi.call(w, "CREATE_ASN_ORDER", order({ warehouseName: "South" }), asSecond)), "WAREHOUSE_NOT_EXIST")
    }), limited({ warehouses: ["North", "East"] }))

  served("reads no records of other warehouses to fill the pages of a caller that sees several (U-47)", (w) =>
    Effect.gen(function*() {
      for (let at = 1; at <= 3000; at++) yield* w.books.change(`F-${at}`, { warehouseName: "South" })
      for (const [number, warehouseName] of [["N-1", "North"], ["N-2", "North"], ["E-1", "East"]] as const) yield* w.books.change(number, { warehouseName })
      const page = (number: number) => Effect.map(OpenApi.call(w, "QUERY_ASN_LIST", { page: number, pageSize: 2 }, asSecond), (answer) => OpenApi.contentOf(answer).result.map((one: any) => one.asnNumber))
      assert.deepStrictEqual([yield* page(1), yield* page(2), yield* page(3)], [["N-1", "N-2"], ["E-1"], []])
      assert.deepStrictEqual([...new Set(w.books.callsOf("listInboundOrders").map(({ warehouseName }) => warehouseName))], ["North", "East"])
      assert.isAtMost(w.books.callsOf("listInboundOrders").length, 4)
    }), limited({ warehouses: ["North", "East"] }))

  served("makes at most 20 calls at the ERP for one of a caller, which goes on where the last one ended (U-47)", (w) =>
    Effect.gen(function*() {
      const made = (yield* OpenApi.call(w, "CREATE_TRANSFER_AVAILABLE_ORDER", transfer({ warehouseName: "South", destWarehouseName: "West" }))).status
      const [first] = w.books.transfers
      for (let at = 2; at <= 9000; at++) w.books.transfers.push({ ...first!, transferNumber: `TR${at}`, ...([4500, 8000, 9000].includes(at) && { toWarehouseName: "North" }) })
      const ask = (page: number) => OpenApi.call(w, "QUERY_INVENTORY_TRANSFER_LIST", { createTimeFrom: time.from, createTimeTo: "2100-01-01 00:00:00", page, pageSize: 1 }, asSecond)
      const pages: Array<unknown> = []
      let refused = 0
      for (let page = 1; page <= 4;) {
        const before = w.books.callsOf("listTransferOrders").length
        const answer = yield* ask(page)
        assert.isAtMost(w.books.callsOf("listTransferOrders").length - before, 20)
        if (OpenApi.codeOf(answer) === "ok") pages.push([page++, OpenApi.contentOf(answer).result.map((one: any) => one.transferNumber)])
        else {
          assert.deepStrictEqual([answer.status, OpenApi.codeOf(answer)], [503, "SYSTEM_ERROR"])
          assert.isAtMost(++refused, 5)
        }
      }
      assert.deepStrictEqual([made, pages, refused], [200, [[1, ["TR4500"]], [2, ["TR8000"]], [3, ["TR9000"]], [4, []]], 1])
    }), limited({ warehouses: ["North"] }))

  served("asks the ERP for the warehouse of a caller that sees one alone, with the total of its records (U-47)", (w) =>
    Effect.gen(function*() {
      for (let at = 0; at < 5; at++) yield* OpenApi.call(w, "CREATE_ASN_ORDER", order({ warehouseName: ["North", "South"][at % 2] }))
      const page = (number: number) => Effect.map(OpenApi.call(w, "QUERY_ASN_LIST", { page: number, pageSize: 2 }, asSecond), OpenApi.contentOf)
      const pages = [yield* page(1), yield* page(2)]
      assert.deepStrictEqual(pages.map(({ result, total }) => [total, result.map((one: any) => one.asnNumber)]), [[3, ["ASN1", "ASN3"]], [3, ["ASN5"]]])
      assert.deepStrictEqual([...new Set(w.books.callsOf("listInboundOrders").map(({ warehouseName }) => warehouseName))], ["North"])
    }), limited({ warehouses: ["North"] }))

  served("serves several callers of one link, each within its scope and with its own pages, and creates a number once for all of them (U-47 U-106)", (w) =>
    Effect.gen(function*() {
      for (let at = 0; at < 8; at++) yield* OpenApi.call(w, "CREATE_ASN_ORDER", order({ customNumber: `C-${at}`, warehouseName: ["North", "South", "East", "West"][at % 4] }))
      const named = (signed: OpenApi.Signed) => (number: number) =>
        Effect.map(OpenApi.call(w, "QUERY_ASN_LIST", { page: number, pageSize: 1 }, signed), (answer) => OpenApi.contentOf(answer).result.map((one: any) => one.asnNumber))
      const [second, third] = [named(asSecond), named({ appId: "app-3", secretKey: "secret-key-3" })]
      const pages = yield* Effect.forEach([1, 2, 3, 4], (number) => Effect.all([second(number), third(number)]))
      assert.deepStrictEqual(pages, [[["ASN1"], ["ASN2"]], [["ASN5"], ["ASN6"]], [["ASN3"], ["ASN4"]], [["ASN7"], ["ASN8"]]])
      const repeat = yield* OpenApi.call(w, "CREATE_ASN_ORDER", order({ customNumber: "C-0", warehouseName: "North" }), asSecond)
      assert.deepStrictEqual([OpenApi.contentOf(repeat).result.asnNumber, w.books.orders.length], ["ASN1", 8])
    }), {
    links: [{
      furtherCallers: [
        { protocol: "open-api", id: "app-2", secretKey: "secret-key-2", scope: { warehouses: ["North", "East"] } },
        { protocol: "open-api", id: "app-3", secretKey: "secret-key-3", scope: { warehouses: ["South", "West"] } }
      ]
    }]
  })

  served("asks for the balances of the scope if a caller names no warehouse, and otherwise leaves that to the ERP (U-112)", (w) =>
    Effect.gen(function*() {
      for (const [warehouseName, sku] of [["North", "A"], ["South", "B"], ["East", "C"]] as const) w.books.balance(warehouseName, sku, 1)
      const ask = (signed: OpenApi.Signed) => Effect.map(OpenApi.call(w, "QUERY_SIMPLE_LIST_INVENTORY_V2", {}, signed), (answer) => OpenApi.contentOf(answer).result.map((one: any) => one.sku))
      assert.deepStrictEqual([yield* ask({}), yield* ask(asSecond)], [["A", "B", "C"], ["A", "C"]])
      assert.deepStrictEqual(w.books.callsOf("listStockBalances").map(({ warehouseNames }) => warehouseNames), [undefined, ["North", "East"]])
      w.books.plan("listStockBalances", new AdapterError.RequestInvalid({ path: "/warehouseNames", message: "is missing" }))
      const refused = yield* OpenApi.call(w, "QUERY_SIMPLE_LIST_INVENTORY_V2", {})
      assert.deepStrictEqual([OpenApi.codeOf(refused), OpenApi.messageOf(refused)], ["DATA_INPUT_ERROR", "/warehouses: is missing"])
    }), limited({ warehouses: ["North", "East"] }))

  served("shows a caller the stock of marketplaces of its shops alone (E-739 E-756 U-47)", (w) =>
    Effect.gen(function*() {
      for (const [shopName, warehouseCode] of [["One", "M-1"], ["Two", "M-2"], ["Two", "M-1"]] as const) {
        w.books.article(shopName, warehouseCode)
      }
      const ask = (serviceType: string, bizParam: object) => Effect.map(OpenApi.call(w, serviceType, bizParam, asSecond), OpenApi.contentOf)
      assert.deepStrictEqual((yield* ask("QUERY_MARKETPLACE_SBS_WHS_ID_LIST", {})).result, ["M-1"])
      assert.strictEqual((yield* ask("QUERY_MARKETPLACE_SBS_INVENTORY_LIST", {})).total, 1)
      const none = yield* ask("QUERY_MARKETPLACE_SBS_INVENTORY_LIST", { shopNames: ["Two"] })
      assert.deepStrictEqual([none.total, none.result], [0, []])
    }), limited({ shops: ["One"] }))
})
