/**
 * The first loop on the sandbox: an inbound order that is created by document 3 is announced to the warehouse, and what the warehouse
 * receives shows in the books, once, whatever is repeated or killed meanwhile.
 */
import { setTimeout as wait } from "node:timers/promises"
import { afterAll, assert, beforeAll, describe, it, onTestFinished } from "vitest"
import { openApi, openApiContent } from "../support/open-api.ts"
import { type Postgres, startPostgres } from "../support/postgres.ts"
import { eventually } from "../support/processes.ts"
import { homeOf } from "../support/runner.ts"

let postgres: Postgres
beforeAll(async () => {
  postgres = await startPostgres()
})
afterAll(() => postgres.stop())

const page = { page: 1, pageSize: 100 }
const dayOf = (at: number): string => new Date(at + 8 * 3_600_000).toISOString().slice(0, 10)

const order = {
  warehouseName: "Sandbox One",
  customNumber: "LOOP-1",
  purchasePriceCurrency: "CNY",
  sendWarehouseFlag: "Y",
  asnSkuVOList: [{ sku: "SKU-1001", purchasePrice: 12.5, expectQuantity: 10 }, { sku: "SKU-1002", purchasePrice: 3, expectQuantity: 4 }]
}

describe.each(["SQLite", "PostgreSQL"] as const)("the first loop on %s", (database) => {
  it("announces an order to the warehouse and books what it receives, once (E-438 E-447 E-544)", async () => {
    const home = await homeOf(database === "SQLite" ? {} : { databaseUrl: (await postgres.createDatabase()).url })
    onTestFinished(home.remove)
    const first = await home.start()
    const call = (serviceType: string, bizParam: object) => openApiContent(home.url, serviceType, bizParam)
    const stockOf = async (sku: string) => {
      const { result } = await call("QUERY_SIMPLE_LIST_INVENTORY_V2", { warehouse: "Sandbox One", skuList: [sku], ...page })
      const [record] = result
      return [record.total, record.available, record.shippingQuantity].map(Number)
    }
    const batches = async () => {
      const { result } = await call("QUERY_ASN_BATCH_LIST", { receiveTimeFrom: dayOf(Date.now() - 86_400_000), receiveTimeTo: dayOf(Date.now() + 86_400_000), numberParam: "LOOP-1", ...page })
      return result
    }
    const before = await stockOf("SKU-1001")

    const created = await call("CREATE_ASN_ORDER", order)
    const { asnNumber } = created.result
    assert.deepStrictEqual(await stockOf("SKU-1001"), [before[0], before[1], before[2]! + 10])
    const again = await call("CREATE_ASN_ORDER", order)
    assert.strictEqual(again.result.asnNumber, asnNumber)

    await first.kill()
    await home.start()
    const received = await eventually(async () => {
      const found = await batches()
      const pieces = found.reduce((sum: number, { totalQuantity }: { readonly totalQuantity: number }) => sum + Number(totalQuantity), 0)
      return pieces >= 14 ? found : undefined
    }, { what: "all goods of the inbound order", timeoutMs: 60_000 })
    await wait(3000)
    assert.lengthOf(received, 2)
    assert.deepStrictEqual((await batches()).map(({ receiveNumber }: { readonly receiveNumber: string }) => receiveNumber).toSorted(), received.map(({ receiveNumber }: { readonly receiveNumber: string }) => receiveNumber).toSorted())
    assert.deepStrictEqual(await stockOf("SKU-1001"), [before[0]! + 10, before[1]! + 10, before[2]])
    assert.deepStrictEqual(await stockOf("SKU-1002"), [104, 104, 0])

    const listed = await home.crossdock("books", "stock", "--sku", "SKU-1002", "--warehouse", "Sandbox One", "--json")
    assert.strictEqual(JSON.parse(listed.out).items[0].total, "104")
    const refused = await openApi(home.url, "CANCEL_ASN_ORDER", { asnNumber })
    assert.strictEqual(refused.code, "ASN_STATE_INVALID", refused.text)
  })
})
