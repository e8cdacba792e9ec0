/** For each fault of `ALARM_ROWS` an ERP, a provider of document 1 and a link of its own, so that faults do not meet. */
import { defineRunner } from "@crossdock/config"
import { erpOpenApi } from "@crossdock/erp-open-api"
import { warehouseEnvelope } from "@crossdock/warehouse-envelope"

const rows = (process.env.ALARM_ROWS ?? "").split(",")
const peers = process.env.ALARM_PEERS ?? "http://127.0.0.1:9"

export default defineRunner({
  plugins: [erpOpenApi, warehouseEnvelope],
  connections: rows.flatMap((row) => [
    { id: `erp-${row}`, plugin: "erp-open-api" as const, settings: { baseUrl: `${peers}/erp/${row}`, accessId: row, secretKey: "shop-secret", warehouseExtraType: "x", listedFaults: { "unknown order": "rejected" as const } } },
    {
      id: `house-${row}`,
      plugin: "warehouse-envelope" as const,
      environment: "test" as const,
      pollInterval: "1 second" as const,
      ...(row === "words" && { refusals: "in doubt" as const }),
      visibilityDelay: "5 seconds" as const,
      settings: { serviceUrl: `${peers}/house/${row}`, accessId: row, secretKey: "demo-secret", listedFaults: { "wrong key": "credential-rejected" as const } }
    }
  ]),
  links: rows.map((row) => ({ erp: `erp-${row}`, peer: `house-${row}`, protocol: "warehouse" as const, id: row, secretKey: "shop-secret", ...(row === "unmapped" && { mapping: "required" as const }) })),
  server: { callerDeadline: "4 seconds" }
})
