/** Settings of a warehouse type beyond the document: its plugin declares them, operators enter them, and authInfo carries them. */
import { writeFileSync } from "node:fs"
import { createServer, type IncomingHttpHeaders } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { tempDir } from "../support/processes.ts"
import { type Home, homeOf } from "../support/runner.ts"

const portalKey = "hunter2-of-the-portal"
const folder = tempDir("crossdock-auth-info-")

/** A gateway without orders that records the headers of each request. */
const heard: Array<IncomingHttpHeaders> = []
const gateway = createServer((request, response) => {
  heard.push(request.headers)
  request.resume().on("end", () => response.end(JSON.stringify({ success: true, result: { warehouseGetOrderList: [] } })))
})

let home: Home
let baseUrl: string
beforeAll(async () => {
  await new Promise<void>((listening) => gateway.listen(0, "127.0.0.1", listening))
  baseUrl = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`
  home = await homeOf({ composition: "warehouse-type.config.ts" })
  await home.start()
})
afterAll(async () => {
  await home.remove()
  await new Promise((closed) => gateway.close(closed))
  folder.remove()
})

const file = (name: string, content: string): string => {
  writeFileSync(join(folder.path, name), content, { mode: 0o600 })
  return join(folder.path, name)
}

const account = { baseUrl: "", appKey: "isv-7", appSecret: "the-secret-of-the-account", warehouseKey: "NL1" }
const connection = (settings: object) => JSON.stringify({ id: "acme-nl", plugin: "warehouse-acme", settings: { ...account, baseUrl, ...settings } })

const sentAuthInfo = () => JSON.parse(String(heard.at(-1)?.authinfo)) as unknown

describe("further authorization of a warehouse type", () => {
  it("is part of the form, the secret as one that is only written", async () => {
    const { settings } = await home.admin("/plugins/warehouse-acme")
    assert.deepInclude(settings.properties.customerNumber, { title: "Customer number", description: "Stands on the contract" })
    assert.deepInclude(settings.properties.portalKey, { title: "Portal key", writeOnly: true, format: "password" })
    assert.deepStrictEqual(settings.required.toSorted(), ["appKey", "appSecret", "baseUrl", "customerNumber", "portalKey", "warehouseKey"])
    const shown = await home.crossdock("plugins", "show", "warehouse-acme")
    assert.match(shown.out, /customerNumber +string +yes +- +Customer number: Stands on the contract\n +portalKey +string, secret +yes +- +Portal key\n +depot +string +no/)
  })

  it("is asked for where it is missing", async () => {
    const { code, err, out } = await home.crossdock("connections", "add", file("less.json", connection({ customerNumber: "" })))
    assert.strictEqual(code, 1)
    assert.include(err, "/settings/portalKey\n    this member is missing; add it (Portal key)")
    assert.include(err, "/settings/customerNumber")
    assert.notInclude(out + err, account.appSecret)
  })

  it("travels in authInfo with every call, and a new one in the place of the old (G-014 G-342)", async () => {
    const added = await home.crossdock("connections", "add", file("acme.json", connection({ customerNumber: "C-7", portalKey })), "--test")
    assert.strictEqual(added.code, 0, added.err + added.out)
    assert.deepStrictEqual(sentAuthInfo(), [{ authInfoKey: "customerNumber", value: "C-7" }, { authInfoKey: "portalKey", value: portalKey }])
    const literal = await home.crossdock("connections", "rotate", "acme-nl", "portalKey=hunter2")
    assert.strictEqual(literal.code, 2)
    assert.include(literal.err, "portalKey is a secret")
    const rotated = await home.crossdock("connections", "rotate", "acme-nl", `portalKey=@${file("key", "hunter2-the-next\n")}`, "depot=South", "--test")
    assert.strictEqual(rotated.code, 0, rotated.err + rotated.out)
    assert.deepStrictEqual(sentAuthInfo(), [
      { authInfoKey: "customerNumber", value: "C-7" },
      { authInfoKey: "portalKey", value: "hunter2-the-next" },
      { authInfoKey: "depot", value: "South" }
    ])
    const shown = await home.crossdock("connections", "show", "acme-nl", "--json")
    for (const { err, out } of [added, literal, rotated, shown]) assert.notInclude(out + err, "hunter2")
  })
})
