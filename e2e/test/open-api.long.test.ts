/**
 * The books of the sandbox by document 3: the README's calls, an inbound order that goes to the warehouse and comes back as stock, and
 * every service type by the command line.
 */
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { eventually, type Running } from "../support/processes.ts"
import { example, missing, shell } from "../support/readme.ts"
import { openApiContent } from "../support/open-api.ts"
import { type Home, homeOf } from "../support/runner.ts"

let home: Home
let runner: Running
beforeAll(async () => {
  home = await homeOf()
  runner = await home.start()
})
afterAll(() => home?.remove())

const ask = (serviceType: string, bizParam: unknown) => openApiContent(home.url, serviceType, bizParam)

const paged = { page: 1, pageSize: 100 }
const stockQuery = { warehouse: "Sandbox One", skuList: ["SKU-1001"], ...paged }

const stock = async () => {
  const { result: [{ shippingQuantity, total }] } = await ask("QUERY_SIMPLE_LIST_INVENTORY_V2", stockQuery)
  return { total: Number(total), inTransit: Number(shippingQuantity) }
}

/** Calls a service type by the command line. */
const call = async (serviceType: string, ...args: ReadonlyArray<string>) => {
  const { code, err, out } = await home.crossdock("call", serviceType, "--open-api", "--json", ...args)
  return { code, err, out, content: JSON.parse(out).content }
}

describe("the README's calls of document 3", () => {
  const absent = missing("curl", "openssl")

  it.skipIf(absent.length > 0)(`create an inbound order once, which the warehouse receives and the books show (E-447)${absent.length > 0 ? ` (skipped: no ${absent.join(", ")})` : ""}`, async () => {
    const before = await stock()
    const script = example("open-api-call").replaceAll("http://127.0.0.1:8080", home.url)
    const [first, second] = [JSON.parse(await shell(script)), JSON.parse(await shell(script))]
    assert.deepInclude(first, { state: "success", errorCode: "" })
    const { result } = JSON.parse(first.bizContent)
    assert.strictEqual(JSON.parse(second.bizContent).result.asnNumber, result.asnNumber)
    const forged = JSON.parse(await shell(script.replace("\"bizParam=$bizParam\"", "\"bizParam=$bizParam \"")))
    assert.deepInclude(forged, { state: "fail", errorCode: "AUTH_001" })

    const received = { total: before.total + 10, inTransit: before.inTransit }
    await eventually(async () => (await stock()).total === received.total || undefined, { what: "the received goods in the books" })
    assert.deepStrictEqual(await stock(), received)
    const found = await ask("QUERY_ASN_BATCH_LIST", { receiveTimeFrom: "2020-01-01", receiveTimeTo: "2099-12-31", ...paged })
    const batches = found.result.filter(({ asnNumber }: { readonly asnNumber: string }) => asnNumber === result.asnNumber)
    assert.deepStrictEqual(batches.map(({ totalQuantity }: { readonly totalQuantity: number }) => Number(totalQuantity)), [5, 5])

    const line = example("open-api-stock").trim()
    assert.strictEqual(line, `npm run crossdock -- call QUERY_SIMPLE_LIST_INVENTORY_V2 '${JSON.stringify(stockQuery)}' --open-api`)
  })
})

describe("the command line", () => {
  it("has an example of each service type that the books answer, and states a refusal with exit code 1", async () => {
    assert.include(runner.stderr(), `POST ${home.url}/api/v1/inventory and ${home.url}/api/v1/asn   appId sandbox   appSecret sandbox-secret`)
    const lists = [
      "QUERY_ASN_LIST", "QUERY_ASN_BATCH_LIST", "QUERY_SIMPLE_LIST_INVENTORY_V2", "QUERY_SIMPLE_LIST_INVENTORY", "QUERY_INVENTORY_LOG_LIST",
      "QUERY_STORAGE_LOCATION_INVENTORY_LIST", "QUERY_BATCH_INVENTORY_LIST", "QUERY_INVENTORY_ASSEMBLY_LIST", "QUERY_INVENTORY_TRANSFER_LIST",
      "QUERY_INVENTORY_RESTORE_LIST", "QUERY_MARKETPLACE_SBS_INVENTORY_LIST", "QUERY_MARKETPLACE_SBS_WHS_ID_LIST"
    ]
    for (const serviceType of lists) {
      const { code, err, out } = await call(serviceType, "--example")
      assert.strictEqual(code, 0, `${serviceType}: ${err}${out}`)
    }
    const created = await call("CREATE_ASN_ORDER", "--example", "--form")
    const { asnNumber } = created.content.result
    const cancelled = await call("CANCEL_ASN_ORDER", "--example", "--number", asnNumber)
    assert.strictEqual(cancelled.code, 0, cancelled.out)
    const { result: [{ asnReceiveNumber }] } = await ask("QUERY_BATCH_INVENTORY_LIST", { skuList: ["SKU-1001"], warehouseName: "Sandbox One", ...paged })
    const moved = await call("TRANSFER_STORAGE_LOCATION", "--example", "--number", asnReceiveNumber)
    assert.strictEqual(moved.code, 0, moved.out)

    const refused = await home.crossdock("call", "CANCEL_ASN_ORDER", "{\"asnNumber\":\"NOBODY\"}", "--open-api")
    assert.strictEqual(refused.code, 1)
    assert.match(refused.err, /refused in the content: ASN_NOT_EXIST/)
    const elsewhere = await home.crossdock("call", "QUERY_ASN_LIST", "{}", "--open-api", "--url", `${home.url}/api/v1/inventory`)
    assert.deepStrictEqual([elsewhere.code, /refused in the envelope: SERVICE_TYPE_NOT_EXIST/.test(elsewhere.err)], [1, true], elsewhere.err)
  })

  it("verifies what it prints, and the body of a call", async () => {
    for (const form of [[], ["--form"]]) {
      const { out } = await home.crossdock("call", "QUERY_ASN_LIST", "--open-api", "--example", "--print", ...form)
      assert.strictEqual((await home.crossdock("verify", out)).code, 0)
    }
  })
})
