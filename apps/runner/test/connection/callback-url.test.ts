import { assert, describe, it } from "vitest"
import { callbackUrl } from "../../src/connection/Subscriptions.ts"

describe("the address that a peer calls", () => {
  it.each([
    ["https://wms.example", "https://wms.example/callbacks/house"],
    ["https://wms.example/crossdock", "https://wms.example/crossdock/callbacks/house"],
    ["https://wms.example/crossdock/", "https://wms.example/crossdock/callbacks/house"],
    ["https://wms.example/a/b?c=d#e", "https://wms.example/a/b/callbacks/house"]
  ])("keeps the path of CROSSDOCK_PUBLIC_URL: %s", (publicUrl, address) => {
    assert.strictEqual(callbackUrl(new URL(publicUrl), "house").href, address)
  })

  it("goes on below the address of the connection where the plugin says so", () => {
    assert.strictEqual(
      callbackUrl(new URL("https://wms.example/x"), "house", "/sys/automatic/receiveOdo/acme").href,
      "https://wms.example/x/callbacks/house/sys/automatic/receiveOdo/acme"
    )
  })
})
