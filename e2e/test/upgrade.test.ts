/** Starts the current runner on the data of an earlier version: nothing is lost, and nothing is sent again. */
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { gunzipSync } from "node:zlib"
import { afterEach, assert, describe, it } from "vitest"
import { call } from "../support/envelope.ts"
import { type Home, homeOf } from "../support/runner.ts"

const fixture = (name: string): string => fileURLToPath(new URL(`../fixtures/${name}`, import.meta.url))
const orderNumber = "SO-20261127-1"
const sandbox = { accessId: "sandbox", secretKey: "sandbox-secret" }

let home: Home | undefined
afterEach(() => home?.remove())

const homeWith = async (name: string): Promise<Home> => {
  home = await homeOf()
  mkdirSync(home.data, { recursive: true })
  writeFileSync(join(home.data, "crossdock.sqlite"), gunzipSync(readFileSync(join(fixture(name), "crossdock.sqlite.gz"))))
  copyFileSync(join(fixture(name), "secret-key"), join(home.data, "secret-key"))
  return home
}

describe("a start on the data of an earlier version", () => {
  it("is refused for one that is too early, names what to start in between, and changes nothing", async () => {
    const { data, start } = await homeWith("data-0001")
    const bytes = readFileSync(join(data, "crossdock.sqlite"))
    const told = await start().then(() => "it started", String)
    assert.include(told, "its last migration is 0001_first, and this release upgrades from 0056_subscriptions on")
    assert.deepStrictEqual(readFileSync(join(data, "crossdock.sqlite")), bytes)
  })

  it.each(["data-0056"])("keeps every order of %s and opens what was sealed", async (name) => {
    const home = await homeWith(name)

    for (const start of ["first", "second"]) {
      const runner = await home.start()
      const answer = await call({ ...sandbox, url: home.service, method: "getOrder", content: { orderNumber } })
      assert.deepInclude(answer.json.data, { orderNumber, status: "SUCCESS", trackingNumber: "SBX7352000000011" }, start)
      const fresh = `SO-after-${start}`
      const content = {
        orderNumber: fresh,
        onlineOrderId: "P-1",
        shopName: "Shop",
        warehouseCode: "SBX-1",
        logisticsCode: "SBX-STD",
        platform: "web",
        freight: 1,
        codEnabled: 0,
        receiver: { name: "A", phone: "1", email: "", country: "NL", state: "", city: "A", address1: "x", postalCode: "" },
        skuList: [{ sku: "SKU-1001", erpSku: "E", name: "n", quantity: "1", amount: 1 }]
      }
      const made = await call({ ...sandbox, url: home.service, method: "createOrder", content })
      assert.strictEqual(made.json.success, true, JSON.stringify(made.json))
      await runner.stop()
    }
  })
})
