/**
 * One ERP and one warehouse of document 1, for the cases pass-through, callback and drain. Nothing is switched off; only
 * the rate limit of calls to a peer and the limit of failed authentications are raised.
 */
import { defineRunner, env } from "@crossdock/config"
import { erpOpenApi } from "@crossdock/erp-open-api"
import { warehouseEnvelope } from "@crossdock/warehouse-envelope"
import { asJson, credentials, noLimit } from "./settings.ts"

export default defineRunner({
  plugins: [erpOpenApi, warehouseEnvelope],
  connections: [
    {
      id: "erp",
      plugin: "erp-open-api",
      environment: "test",
      callsPerSecond: noLimit,
      settings: { baseUrl: env("BENCH_ERP_URL"), ...credentials, warehouseExtraType: "bench", profile: asJson }
    },
    {
      id: "house",
      plugin: "warehouse-envelope",
      // The simulated warehouse also reports orders that the runner did not create.
      foreignEvents: "adopt",
      environment: "test",
      callsPerSecond: noLimit,
      // Orders stay open in a run, and only the case polling asks about them.
      pollInterval: (process.env.BENCH_POLL_INTERVAL ?? "24 hours") as "24 hours",
      settings: { serviceUrl: env("BENCH_WAREHOUSE_URL"), ...credentials, profile: asJson, callbacks: { warehouseExtraType: "bench" } }
    }
  ],
  links: [{ erp: "erp", peer: "house", protocol: "warehouse", id: credentials.accessId, secretKey: credentials.secretKey }],
  server: { authFailureLimit: noLimit }
})
