/** One ERP, and a real Tryton as the warehouse. Times are short, so that tests are fast. */
import { defineRunner, env } from "@crossdock/core/config"
import { erpOpenApi } from "@crossdock/erp-open-api"
import { tryton } from "@crossdock/warehouse-tryton"

export default defineRunner({
  plugins: [erpOpenApi, tryton],
  connections: [
    {
      id: "erp",
      plugin: "erp-open-api",
      settings: { baseUrl: env("CROSSDOCK_ERP_URL"), accessId: "acc-shop", secretKey: "shop-secret", warehouseExtraType: "tryton" }
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
  links: [{ erp: "erp", peer: "house", door: "warehouse", id: "acc-shop", secretKey: "shop-secret" }]
})
