/**
 * One ERP and one warehouse of document 1, for pass-through, callback and drain. Nothing is switched off; what is raised
 * are the rates that a peer is spared by default, and what counts as too many failed authentications.
 */
import { defineRunner, env } from "@crossdock/core/config"
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
      // Its provider reports orders that it was never sent, too.
      foreignEvents: "adopt",
      environment: "test",
      callsPerSecond: noLimit,
      // The orders of a run stay open; asking about them is the case stock's and polling's work, not this one's.
      pollInterval: "24 hours",
      settings: { serviceUrl: env("BENCH_WAREHOUSE_URL"), ...credentials, profile: asJson, callbacks: { warehouseExtraType: "bench" } }
    }
  ],
  links: [{ erp: "erp", peer: "house", door: "warehouse", id: credentials.accessId, secretKey: credentials.secretKey }],
  server: { authFailureLimit: noLimit }
})
