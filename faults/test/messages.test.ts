/** What a producer sends, what the ERP receives and what the runner's database holds are about the same entity, whatever the message. */
import { assert, describe, it } from "vitest"
import * as Ledger from "../oracle/Ledger.ts"
import { batch, known, shopState, step, successOf } from "../support/Messages.ts"
import { contentOf } from "../support/Shop.ts"

const report = step("SO-1", 3, true)
const receipt = batch("ASN-1", 2)
const order = shopState("WEB-1", 2, true)

describe.each([
  { ...report, prefix: "N-", row: "warehouse:acc-shop outbound:SO-1", phase: "shipped" },
  { ...receipt, prefix: "N-", row: "warehouse:acc-shop inbound:ASN-1", phase: "receiving" },
  // Orders of a shop have no prefix.
  { ...order, method: "pushOrder", content: contentOf(order, 1), prefix: "", row: "platform:acc-shop:faults:1 platform_order:WEB-1", phase: "closed" }
])("a message of $method", ({ content, entity, key, method, phase, prefix, row, sequence }) => {
  it("is known at the ERP as it was sent", () => {
    const told = known(method, content, prefix)
    assert.deepInclude(told, { key: `${prefix}${key}`, entity: `${prefix}${entity}`, sequence, phase })
  })

  it("has a delivery of the same entity", async () => {
    const delivery = { id: "d-1", seq: 1, scope: row.split(" ")[0], entity: row, state: "Pending", attempt: 0, is_state: 1, cause: null }
    const { deliveries } = await Ledger.read((text) => Promise.resolve(text.includes("from delivery") ? [delivery] : []), () => prefix)
    assert.deepStrictEqual(deliveries.map((each) => each.entity), [`${prefix}${entity}`])
  })
})

it("an order of a shop is confirmed by what names it, and no unknown method is", () => {
  assert.deepStrictEqual(successOf("pushOrder", contentOf(order, 1)), { success: "true", onlineOrderId: "WEB-1", shopId: 1 })
  assert.deepStrictEqual(successOf("pushAsnInfo", receipt.content), { success: "true" })
  assert.throws(() => successOf("getOrder", {}), /getOrder/)
})
