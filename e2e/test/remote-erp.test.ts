/**
 * Two runners: a caller reaches the books of the second one through the first, which asks the second what changed.
 */
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { openApiContent } from "../support/open-api.ts"
import { eventually } from "../support/processes.ts"
import { type Home, homeOf } from "../support/runner.ts"

let erp: Home
let hub: Home
beforeAll(async () => {
  erp = await homeOf()
  await erp.start()
  hub = await homeOf({ composition: "remote-erp.config.ts", env: { CROSSDOCK_ERP_URL: erp.url } })
  await hub.start()
})
afterAll(() => Promise.all([hub?.remove(), erp?.remove()]))

const caller = { appId: "first", secret: "the-secret-of-the-first-runner" }
const ask = (serviceType: string, bizParam: unknown) => openApiContent(hub.url, serviceType, bizParam, caller)

const line = { sku: "SKU-1001", expectQuantity: 10, purchasePrice: "4.50", firstLegPrice: "0.25", transferPrice: "0" }
const order = (customNumber: string, more: object = {}) => ({ warehouseName: "Sandbox One", customNumber, purchasePriceCurrency: "CNY", asnSkuVOList: [line], ...more })

interface Shown {
  readonly phase?: string
  readonly history: ReadonlyArray<{ readonly what: string; readonly detail?: string }>
}

/** The record of an order in the first runner, or one without a phase. */
const show = async (number: string): Promise<Shown> => {
  const { items = [] } = await hub.admin(`/orders/${number}?link=open-api:first`)
  return items[0] ?? { history: [] }
}
const statuses = async (number: string) => (await show(number)).history.filter(({ what }) => what === "status").map(({ detail }) => detail)

describe("an ERP behind another runner", () => {
  it("creates an inbound order once, and the runner that its caller reaches learns what became of it (E-778)", async () => {
    const [first, second] = [await ask("CREATE_ASN_ORDER", order("C-1", { sendWarehouseFlag: "Y" })), await ask("CREATE_ASN_ORDER", order("C-1", { sendWarehouseFlag: "Y" }))]
    assert.deepInclude(first, { state: "success" })
    assert.strictEqual(second.result.asnNumber, first.result.asnNumber)
    await eventually(async () => (await show("C-1")).phase === "received" || undefined, { what: "the order that the ERP has received" })
    const told = await statuses("C-1")
    assert.strictEqual(told.at(-1)?.endsWith("(received), 10 of 10 received"), true, told.join("\n"))
    assert.strictEqual(new Set(told).size, told.length, "each change is in the history once")
    const { result } = await ask("QUERY_ASN_LIST", { number: "C-1", page: 1, pageSize: 10 })
    assert.lengthOf(result, 1)
  })

  it("tells of an order that was created and cancelled without the first runner (E-778)", async () => {
    const { result: { asnNumber } } = await openApiContent(erp.url, "CREATE_ASN_ORDER", order("C-2"))
    await eventually(async () => (await show(asnNumber)).phase === "announced" || undefined, { what: "the order in the first runner" })
    await openApiContent(erp.url, "CANCEL_ASN_ORDER", { asnNumber })
    await eventually(async () => (await show(asnNumber)).phase === "cancelled" || undefined, { what: "the cancelled order in the first runner" })
  })
})
