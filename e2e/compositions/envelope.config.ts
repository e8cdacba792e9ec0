/** One ERP and one provider of document 1 behind one link. Times are short, so that tests are fast. */
import { defineRunner, env } from "@crossdock/config"
import { erpOpenApi } from "@crossdock/erp-open-api"
import { warehouseEnvelope } from "@crossdock/warehouse-envelope"

export default defineRunner({
  plugins: [erpOpenApi, warehouseEnvelope],
  connections: [
    {
      id: "erp",
      plugin: "erp-open-api",
      settings: { baseUrl: env("CROSSDOCK_ERP_URL"), accessId: "acc-shop", secretKey: "shop-secret", warehouseExtraType: "envelope" }
    },
    {
      id: "house",
      plugin: "warehouse-envelope",
      // The simulated provider also reports orders that the runner did not create.
      foreignEvents: "adopt",
      environment: "test",
      pollInterval: "300 millis",
      visibilityDelay: `${Number(process.env.E2E_VISIBILITY_DELAY ?? 400)} millis`,
      callsPerSecond: 1000,
      settings: { serviceUrl: env("E2E_SERVICE_URL"), accessId: "acc-demo", secretKey: "demo-secret" }
    }
  ],
  links: [{ erp: "erp", peer: "house", protocol: "warehouse", id: "acc-shop", secretKey: "shop-secret" }],
  server: { callerDeadline: "4 seconds" },
  delivery: { schedule: ["0 seconds", "300 millis", "300 millis", "1 second", "1 second", "1 second", "2 seconds"] }
})
