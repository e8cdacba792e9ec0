/** One ERP that takes the orders of a shop behind a service of document 2. Times are short, so that tests are fast. */
import { defineRunner, env } from "@crossdock/config"
import { erpOpenApi } from "@crossdock/erp-open-api"
import { platformEnvelopeSigned } from "@crossdock/platform-envelope"

export default defineRunner({
  plugins: [erpOpenApi, platformEnvelopeSigned],
  connections: [
    {
      id: "erp",
      plugin: "erp-open-api",
      settings: { baseUrl: env("CROSSDOCK_ERP_URL"), accessId: "acc-shop", secretKey: "shop-secret", warehouseExtraType: "shop" }
    },
    {
      id: "shop",
      plugin: "platform-envelope-signed",
      timeZone: "UTC",
      environment: "test",
      pollInterval: "300 millis",
      visibilityDelay: "400 millis",
      callsPerSecond: 1000,
      settings: { serviceUrl: env("E2E_SERVICE_URL"), accessId: "acc-service", secretKey: "service-secret", platform: "fake", shopId: "1" }
    }
  ],
  links: [{ erp: "erp", peer: "shop", protocol: "platform", id: "acc-shop", secretKey: "shop-secret", shop: { platform: "fake", shopId: "1" } }],
  delivery: { schedule: ["0 seconds", "300 millis", "300 millis", "1 second", "1 second", "1 second", "2 seconds"] }
})
