/** One ERP, and a real Tryton as the warehouse. */
import { defineRunner, env } from "@crossdock/config"
import { erpOpenApi } from "@crossdock/erp-open-api"
import { tryton } from "@crossdock/warehouse-tryton"
import { trytonHouse } from "./peers.ts"

export default defineRunner({
  plugins: [erpOpenApi, tryton],
  connections: [
    {
      id: "erp",
      plugin: "erp-open-api",
      settings: { baseUrl: env("CROSSDOCK_ERP_URL"), accessId: "acc-shop", secretKey: "shop-secret", warehouseExtraType: "tryton" }
    },
    trytonHouse
  ],
  links: [{ erp: "erp", peer: "house", protocol: "warehouse", id: "acc-shop", secretKey: "shop-secret" }]
})
