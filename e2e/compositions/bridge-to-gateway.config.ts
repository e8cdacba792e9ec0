/** A gateway of document 2A that callers reach as a warehouse of document 1. Times are short, so that tests are fast. */
import { defineRunner, env } from "@crossdock/config"
import { erpOpenApi } from "@crossdock/erp-open-api"
import { warehouseGateway } from "@crossdock/warehouse-gateway"

export default defineRunner({
  plugins: [erpOpenApi, warehouseGateway],
  connections: [
    {
      id: "erp",
      plugin: "erp-open-api",
      timeZone: "America/Sao_Paulo",
      settings: { baseUrl: env("CROSSDOCK_ERP_URL"), accessId: "acc-shop", secretKey: "the key of the callbacks", warehouseExtraType: "bridge" }
    },
    {
      id: "house",
      plugin: "warehouse-gateway",
      timeZone: "America/Sao_Paulo",
      environment: "test",
      pollInterval: "250 millis",
      visibilityDelay: "400 millis",
      callsPerSecond: 1000,
      settings: { baseUrl: env("E2E_PEER_URL"), appKey: "app-bridge", appSecret: "the secret of the bridge", warehouseKey: "K-1" }
    }
  ],
  links: [{ erp: "erp", peer: "house", protocol: "warehouse", id: "acc-shop", secretKey: "the key of the shop" }],
  server: { callerDeadline: "5 seconds" }
})
