/** Runs the first calls that the banner and the README show, against a runner on another port. */
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { type Home, homeOf } from "../support/runner.ts"
import type { Running } from "../support/processes.ts"

let home: Home
let running: Running
beforeAll(async () => {
  home = await homeOf()
  running = await home.start()
})
afterAll(() => home?.remove())

describe("the first call of the banner", () => {
  it("works as it stands there, on another port and in an environment that does not know it", async () => {
    const [, line] = /first call +npm run crossdock -- (.*)/.exec(running.stderr())!
    const { code, out } = await home.crossdock(...line!.split(" "))
    assert.strictEqual(code, 0, out)
    assert.strictEqual(JSON.parse(out).success, true)
  })

  it("works without an address where PORT names the runner", async () => {
    assert.strictEqual((await home.crossdock("call", "createOrder", "--example")).code, 0)
  })
})

/** An order that stays in picking, so that it can be cancelled. */
const staying = {
  warehouseKey: "sandbox",
  orderNumber: "SO-G2",
  onlineOrderId: "P-2",
  shopName: "Shop",
  warehouseCode: "SBX-1",
  logisticsCode: "SBX-STD",
  platform: "web",
  freight: 4.5,
  codEnabled: 0,
  receiver: { name: "A", phone: "1", email: "", country: "NL", state: "NH", city: "A", address1: "x", postalCode: "1" },
  skuList: [{ sku: "NEVER_SHIPS", erpSku: "E-1", name: "n", quantity: "1", amount: 10 }]
}

describe("the gateway of the sandbox", () => {
  it("answers an example of each of its ten operations with the credentials of the banner", async () => {
    assert.include(running.stderr(), `sandbox gateway    POST ${home.url}/global-api/v1/warehouse/<operation>   appKey sandbox   warehouseKey sandbox   secret sandbox-secret`)
    const numbered = (operation: string, number: string) => ["call", operation, "--gateway", "--example", "--number", number]
    const lines = [
      ["call", "initWarehouses", "--gateway", "--example"],
      ["call", "initChannels", "--gateway", "--example"],
      numbered("createOrder", "SO-G1"),
      numbered("getOrder", "SO-G1"),
      ["call", "createOrder", JSON.stringify(staying), "--gateway"],
      numbered("cancelOrder", staying.orderNumber),
      ["call", "syncInventory", "--gateway", "--example"],
      numbered("createAsnOrder", "ASN-G1"),
      numbered("getAsnList", "ASN-G1"),
      numbered("cancelAsnOrder", "ASN-G1"),
      ["call", "insertSkuInfo", "--gateway", "--example"]
    ]
    for (const line of lines) {
      const { code, err, out } = await home.crossdock(...line)
      // An ASN that the sandbox has already received cannot be cancelled.
      if (line[1] === "cancelAsnOrder") assert.strictEqual(JSON.parse(out).result.results[0].asnNumber, "ASN-G1")
      else assert.strictEqual(code, 0, `${line.join(" ")}\n${out}\n${err}`)
    }
  })
})
