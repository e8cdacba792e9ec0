/** One ERP and one provider of document 1 behind one link; the runs set the times by the environment. */
import { defineRunner, env } from "@crossdock/core/config"
import { erpOpenApi } from "@crossdock/erp-open-api"
import { warehouseEnvelope } from "@crossdock/warehouse-envelope"

const { FAULTS_AT_ONCE, FAULTS_POLL, FAULTS_RATE, FAULTS_SCHEDULE, FAULTS_VISIBILITY, FAULTS_DEADLINE } = process.env

export default defineRunner({
  plugins: [erpOpenApi, warehouseEnvelope],
  connections: [
    {
      id: "erp",
      plugin: "erp-open-api",
      deliveriesAtOnce: Number(FAULTS_AT_ONCE),
      settings: { baseUrl: env("CROSSDOCK_ERP_URL"), accessId: "acc-shop", secretKey: "shop-secret", warehouseExtraType: "faults" }
    },
    {
      id: "house",
      plugin: "warehouse-envelope",
      environment: "test",
      pollInterval: Number(FAULTS_POLL),
      visibilityDelay: Number(FAULTS_VISIBILITY),
      callsPerSecond: Number(FAULTS_RATE),
      settings: {
        serviceUrl: env("FAULTS_SERVICE_URL"),
        accessId: "acc-demo",
        secretKey: "demo-secret",
        callbacks: { warehouseExtraType: "faults" }
      }
    }
  ],
  links: [{ erp: "erp", peer: "house", door: "warehouse", id: "acc-shop", secretKey: "shop-secret" }],
  server: { callerDeadline: Number(FAULTS_DEADLINE) },
  delivery: { schedule: (FAULTS_SCHEDULE ?? "").split(",").map(Number) }
})
