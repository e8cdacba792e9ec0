/** A warehouse of document 1 that callers reach as a gateway of document 2A. Times are short, so that tests are fast. */
import { defineRunner, env } from "@crossdock/config"
import { erpOpenApi } from "@crossdock/erp-open-api"
import { warehouseEnvelope } from "@crossdock/warehouse-envelope"

export default defineRunner({
  plugins: [erpOpenApi, warehouseEnvelope],
  connections: [
    {
      id: "erp",
      plugin: "erp-open-api",
      timeZone: "America/Sao_Paulo",
      settings: { baseUrl: env("CROSSDOCK_ERP_URL"), accessId: "acc-shop", secretKey: "the key of the callbacks", warehouseExtraType: "bridge" }
    },
    {
      id: "house",
      plugin: "warehouse-envelope",
      timeZone: "America/Sao_Paulo",
      environment: "test",
      pollInterval: "250 millis",
      visibilityDelay: "400 millis",
      callsPerSecond: 1000,
      settings: { serviceUrl: env("E2E_PEER_URL"), accessId: "acc-bridge", secretKey: "the secret of the bridge" }
    }
  ],
  links: [{ erp: "erp", peer: "house", protocol: "gateway", id: "app-shop", secretKey: "the key of the shop", warehouseKey: "K-1" }],
  server: { callerDeadline: "5 seconds" }
})
