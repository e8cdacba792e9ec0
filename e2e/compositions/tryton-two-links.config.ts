/** Two customers of one warehouse: two accessIds that share a Tryton login, each with its own ERP connection. */
import { defineRunner, env } from "@crossdock/config"
import { erpOpenApi } from "@crossdock/erp-open-api"
import { tryton } from "@crossdock/warehouse-tryton"

export default defineRunner({
  plugins: [erpOpenApi, tryton],
  connections: [
    {
      id: "erp-north",
      plugin: "erp-open-api",
      settings: { baseUrl: env("CROSSDOCK_ERP_URL"), accessId: "acc-north", secretKey: "north-callbacks", warehouseExtraType: "north" }
    },
    {
      id: "erp-south",
      plugin: "erp-open-api",
      settings: { baseUrl: env("CROSSDOCK_ERP_URL"), accessId: "acc-south", secretKey: "south-callbacks", warehouseExtraType: "south" }
    },
    {
      id: "house",
      plugin: "warehouse-tryton",
      timeZone: "UTC",
      environment: "test",
      pollInterval: "500 millis",
      visibilityDelay: "1 second",
      callsPerSecond: 100,
      settings: { baseUrl: env("TRYTON_URL"), database: env("TRYTON_DATABASE"), user: "admin", password: env("TRYTON_PASSWORD"), supplier: "SUPPLIER", currency: "EUR" }
    }
  ],
  links: [
    { erp: "erp-north", peer: "house", protocol: "warehouse", id: "acc-north", secretKey: "north-calls", prefix: "N-" },
    { erp: "erp-south", peer: "house", protocol: "warehouse", id: "acc-south", secretKey: "south-calls", prefix: "S-" }
  ]
})
