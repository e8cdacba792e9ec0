/** One ERP that calls the platform interface, and a shop at an external service whose calls carry tokens that expire. */
import { defineRunner, env } from "@crossdock/config"
import { erpOpenApi } from "@crossdock/erp-open-api"
import { platformEnvelope } from "@crossdock/platform-envelope"

export default defineRunner({
  plugins: [erpOpenApi, platformEnvelope],
  connections: [
    { id: "erp", plugin: "erp-open-api", settings: { baseUrl: "http://127.0.0.1:9", accessId: "acc-shop", secretKey: "shop-secret", warehouseExtraType: "platform" } },
    {
      id: "shop",
      plugin: "platform-envelope",
      environment: "test",
      callsPerSecond: 1000,
      settings: {
        serviceUrl: env("E2E_SERVICE_URL"),
        accessId: "acc-demo",
        secretKey: "demo-secret",
        platform: "demo",
        shopId: "1",
        authorizationUrl: "https://platform.example/authorize"
      }
    }
  ],
  links: [{ erp: "erp", peer: "shop", protocol: "platform", id: "acc-shop", secretKey: "shop-secret", shop: { platform: "demo", shopId: "1" } }],
  server: { nodes: "several" }
})
