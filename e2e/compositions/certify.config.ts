/** A simulated shop to which an order comes every second, served to one ERP. */
import { defineRunner } from "@crossdock/config"
import { erpOpenApi } from "@crossdock/erp-open-api"
import { platformSandboxOpen } from "@crossdock/platform-sandbox"

export default defineRunner({
  plugins: [erpOpenApi, platformSandboxOpen],
  connections: [
    { id: "erp", plugin: "erp-open-api", settings: { baseUrl: "http://127.0.0.1:9", accessId: "sandbox", secretKey: "sandbox-secret", warehouseExtraType: "sandbox" } },
    { id: "shop", plugin: "platform-sandbox-open", environment: "test", callsPerSecond: 1000, settings: { orderEvery: "1 second" } }
  ],
  links: [{ erp: "erp", peer: "shop", protocol: "platform", id: "sandbox", secretKey: "sandbox-secret", shop: { platform: "sandbox", shopId: "1", code: "sandbox-code" } }]
})
