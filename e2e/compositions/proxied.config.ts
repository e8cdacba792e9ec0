/** The sandbox behind a proxy on this machine, for two callers. */
import { defineRunner } from "@crossdock/config"
import { erpOpenApi } from "@crossdock/erp-open-api"
import { sandbox } from "@crossdock/warehouse-sandbox"

export default defineRunner({
  plugins: [erpOpenApi, sandbox],
  connections: [
    {
      id: "erp",
      plugin: "erp-open-api",
      settings: { baseUrl: "http://127.0.0.1:9", accessId: "acc-shop", secretKey: "the secret of the shop", warehouseExtraType: "sandbox" }
    },
    { id: "sandbox", plugin: "warehouse-sandbox", environment: "test", callsPerSecond: 1000, settings: {} }
  ],
  links: [{ erp: "erp", peer: "sandbox", protocol: "warehouse", id: "acc-shop", secretKey: "the secret of the shop" }],
  server: { trustedProxies: ["127.0.0.1"] }
})
