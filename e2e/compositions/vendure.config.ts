/** One ERP that calls the platform interface, and a real Vendure as the shop. */
import { defineRunner } from "@crossdock/config"
import { erpOpenApi } from "@crossdock/erp-open-api"
import { vendure } from "@crossdock/platform-vendure"
import { vendureShop } from "./peers.ts"

export default defineRunner({
  plugins: [erpOpenApi, vendure],
  connections: [
    { id: "erp", plugin: "erp-open-api", settings: { baseUrl: "http://127.0.0.1:9", accessId: "acc-shop", secretKey: "shop-secret", warehouseExtraType: "vendure" } },
    vendureShop
  ],
  links: [{ erp: "erp", peer: "shop", protocol: "platform", id: "acc-shop", secretKey: "shop-secret", shop: { platform: "vendure", shopId: "1" } }]
})
