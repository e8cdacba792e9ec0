/**
 * The books of the sandbox, at the route of document 3: they follow what the warehouse of the sandbox does.
 */
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Jobs from "../../src/jobs/Jobs.ts"
import * as WarehouseJobs from "../../src/contracts/warehouse/Jobs.ts"
import * as Sandbox from "../../src/Sandbox.ts"
import { Database } from "../../src/store/Database.ts"
import { onBothDatabases } from "../support/Databases.ts"
import { envelope, type Live, live, soon } from "../support/Live.ts"
import * as OpenApi from "../support/OpenApi.ts"
import { orderContent } from "../support/Wire.ts"

const signed = { appId: "sandbox", secretKey: "sandbox-secret" }
const ask = (w: Live, serviceType: string, bizParam: unknown) =>
  Effect.map(OpenApi.call(w, serviceType, bizParam, signed), (answer) => {
    assert.strictEqual(OpenApi.codeOf(answer), "ok", OpenApi.messageOf(answer))
    return OpenApi.contentOf(answer)
  })

const balance = (w: Live, sku: string) =>
  Effect.map(ask(w, "QUERY_SIMPLE_LIST_INVENTORY_V2", { warehouses: ["Sandbox One"], skuList: [sku], fillCostAndGoods: true }), ({ result }) => result[0])

const sku = "SKU-1001"

onBothDatabases("the books of the sandbox", (fresh) => {
  const inSandbox = (title: string, test: (w: Live) => Effect.Effect<unknown, unknown, any>) =>
    it.live(title, () =>
      Effect.gen(function*() {
        const composition = (port: number) => Sandbox.composition({ credentials: Sandbox.wellKnown, erpUrl: new URL(`http://127.0.0.1:${port}`) })
        yield* live(yield* Effect.promise(fresh), composition, test)
      }))

  inSandbox("begin with the stock of the warehouse, lose what it ships, and tell why (E-157 E-211)", (w) =>
    Effect.gen(function*() {
      yield* Effect.forkScoped(Jobs.run(WarehouseJobs.polls))
      assert.deepInclude(yield* balance(w, sku), { total: 100, available: 100, totalCost: 1250, warehouseCode: "SBX-1" })
      const content = orderContent("SO-1", {
        warehouseCode: "SBX-1",
        logisticsCode: "SBX-STD",
        skuList: [{ sku, erpSku: sku, name: "Thing", quantity: 3, amount: 10 }]
      })
      assert.deepInclude((yield* w.call({ body: envelope("createOrder", content, { accessId: "sandbox", secretKey: "sandbox-secret" }) })).body, { success: true })
      const waiting = "exists (select 1 from delivery d where d.connection = 'books' and d.state <> 'Delivered')"
      const reported = Effect.flatMap(Database, (db) => db.one(`select 1 as is_reported from entity e where e.number = 'SO-1' and e.scope like 'warehouse:%' and e.phase = 'shipped' and not ${waiting}`))
      yield* soon(Effect.map(reported, (row) => row !== undefined))
      assert.deepInclude(yield* balance(w, sku), { total: 97, available: 97 })
      const { result } = yield* ask(w, "QUERY_INVENTORY_LOG_LIST", { operateTimeFrom: "2020-01-01 00:00:00", operateTimeTo: "2100-01-01 00:00:00", warehouseName: "Sandbox One", sku })
      assert.deepStrictEqual(
        result.map((entry: any) => [entry.billNumber, entry.inventoryBefore, entry.inventoryDiff, entry.inventoryAfter]).toSorted(),
        [["OPENING", 0, 100, 100], ["SO-1", 100, -3, 97]]
      )
      assert.strictEqual(new Set(result.map((entry: any) => entry.uniqueId)).size, 2)
    }))

  inSandbox("take an inbound order, which cancels once and for all (E-404 U-105)", (w) =>
    Effect.gen(function*() {
      const { asnNumber } = (yield* ask(w, "CREATE_ASN_ORDER", {
        warehouseName: "Sandbox One",
        customNumber: "C-1",
        purchasePriceCurrency: "CNY",
        asnSkuVOList: [{ sku, purchasePrice: 1.5, expectQuantity: 4 }]
      })).result
      assert.deepInclude(yield* balance(w, sku), { total: 100, shippingQuantity: 4 })
      for (let times = 0; times < 2; times++) yield* ask(w, "CANCEL_ASN_ORDER", { asnNumber })
      assert.deepInclude(yield* balance(w, sku), { total: 100, shippingQuantity: 0 })
      const { result, total } = yield* ask(w, "QUERY_ASN_LIST", { number: "C-1" })
      assert.deepStrictEqual([total, result[0].asnNumber, result[0].status], [1, asnNumber, "CANCELLED"])
    }))

  inSandbox("move stock between locations, once for the same request", (w) =>
    Effect.gen(function*() {
      const move = { sku, warehouseName: "Sandbox One", storageLocationCode: "SYS LOC", asnReceiveNumber: "OPENING-1", destStorageLocationCode: "R-1", transferNumber: 5, reason: "nearer" }
      const timestamp = Date.now()
      for (let times = 0; times < 2; times++) {
        assert.strictEqual(OpenApi.codeOf(yield* OpenApi.call(w, "TRANSFER_STORAGE_LOCATION", [move], { ...signed, timestamp })), "ok")
      }
      const { result } = yield* ask(w, "QUERY_STORAGE_LOCATION_INVENTORY_LIST", { skuList: [sku], warehouses: ["Sandbox One"] })
      assert.deepStrictEqual(result.map((one: any) => [one.storageLocationCode, one.total]).toSorted(), [["R-1", 5], ["SYS LOC", 95]])
      const refused = yield* OpenApi.call(w, "TRANSFER_STORAGE_LOCATION", [{ ...move, transferNumber: 500 }], signed)
      assert.strictEqual(OpenApi.codeOf(refused), "STOCK_NOT_ENOUGH")
    }))
})
