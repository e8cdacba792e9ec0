/**
 * One warehouse and BENCH_ENDPOINTS ERPs, each with its own host and prefix, for the case fairness. BENCH_ERP_PORT is the
 * port of all of them.
 */
import { defineRunner, env } from "@crossdock/config"
import { erpOpenApi } from "@crossdock/erp-open-api"
import { warehouseEnvelope } from "@crossdock/warehouse-envelope"
import { addressOf } from "../../peers/addresses.ts"
import { asJson, credentials, noLimit } from "./settings.ts"

const endpoints = Array.from({ length: Number(process.env.BENCH_ENDPOINTS) }, (_, at) => ({
  id: `erp-${String(at).padStart(4, "0")}`,
  prefix: `E${String(at).padStart(4, "0")}-`,
  baseUrl: `http://${addressOf(at)}:${process.env.BENCH_ERP_PORT}`
}))

export default defineRunner({
  plugins: [erpOpenApi, warehouseEnvelope],
  connections: [
    ...endpoints.map(({ baseUrl, id }) => ({
      id,
      plugin: "erp-open-api" as const,
      environment: "test" as const,
      callsPerSecond: noLimit,
      settings: { baseUrl, ...credentials, warehouseExtraType: "bench", profile: asJson }
    })),
    {
      id: "house",
      plugin: "warehouse-envelope" as const,
      // The simulated warehouse also reports orders that the runner did not create.
      foreignEvents: "adopt" as const,
      environment: "test" as const,
      callsPerSecond: noLimit,
      pollInterval: "24 hours",
      settings: { serviceUrl: env("BENCH_WAREHOUSE_URL"), ...credentials, profile: asJson, callbacks: { warehouseExtraType: "bench" } }
    }
  ],
  links: endpoints.map(({ id, prefix }) => ({
    erp: id,
    peer: "house",
    protocol: "warehouse" as const,
    id,
    prefix,
    secretKey: credentials.secretKey
  })),
  server: { authFailureLimit: noLimit }
})
