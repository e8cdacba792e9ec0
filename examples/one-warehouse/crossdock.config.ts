/** One ERP and one warehouse. */
import { defineRunner, env } from "@crossdock/config"
import { erpOpenApi } from "@crossdock/erp-open-api"
import { sandbox } from "@crossdock/warehouse-sandbox"

/** The ERP signs its calls with these, and the runner signs what it reports. Use env("ERP_KEY") for a real key. */
const erp = { accessId: "sandbox", secretKey: "sandbox-secret" }

export default defineRunner({
  plugins: [erpOpenApi, sandbox],
  connections: [
    { id: "erp", plugin: "erp-open-api", timeZone: "UTC", settings: { ...erp, baseUrl: env("CROSSDOCK_ERP_URL"), warehouseExtraType: "main" } },
    // Replace the plugin by that of your warehouse, such as warehouse-envelope or warehouse-tryton.
    { id: "warehouse", plugin: "warehouse-sandbox", timeZone: "UTC", settings: { shipAfter: "2 seconds" } }
  ],
  links: [{ erp: "erp", peer: "warehouse", protocol: "warehouse", id: erp.accessId, secretKey: erp.secretKey }],
  // The runner also plays the ERP that is told, so that the example needs no other program. Remove this when CROSSDOCK_ERP_URL is your ERP.
  receivers: [{ extraType: "main", ...erp }]
})
