/** One ERP with a real Vendure as the shop, and a real Tryton as the warehouse if there is one, otherwise the sandbox. */
import { defineRunner, env } from "@crossdock/config"
import { erpOpenApi } from "@crossdock/erp-open-api"
import { vendure } from "@crossdock/platform-vendure"
import { sandbox } from "@crossdock/warehouse-sandbox"
import { tryton } from "@crossdock/warehouse-tryton"
import { trytonHouse, vendureShop } from "./peers.ts"

const sandboxHouse = { id: "house", plugin: "warehouse-sandbox", settings: { pickAfter: "200 millis", shipAfter: "500 millis" } } as const
const caller = { erp: "erp", id: "acc-shop", secretKey: "shop-secret" } as const

export default defineRunner({
  plugins: [erpOpenApi, vendure, sandbox, tryton],
  connections: [
    {
      id: "erp",
      plugin: "erp-open-api",
      settings: { baseUrl: env("CROSSDOCK_ERP_URL"), accessId: "acc-shop", secretKey: "shop-secret", warehouseExtraType: "house" }
    },
    { ...vendureShop, pollInterval: "500 millis" },
    process.env.TRYTON_URL === undefined ? sandboxHouse : trytonHouse
  ],
  links: [
    { ...caller, peer: "house", protocol: "warehouse" },
    { ...caller, peer: "shop", protocol: "platform", shop: { platform: "vendure", shopId: "1" } }
  ]
})
