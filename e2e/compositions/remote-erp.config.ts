/** An ERP behind the runner at `CROSSDOCK_ERP_URL`, which a caller reaches through this one. */
import { defineRunner, env } from "@crossdock/config"
import { erpOpenApi } from "@crossdock/erp-open-api"

export default defineRunner({
  plugins: [erpOpenApi],
  connections: [{
    id: "remote",
    plugin: "erp-open-api",
    pollInterval: "300 millis",
    settings: {
      baseUrl: env("CROSSDOCK_ERP_URL"),
      accessId: "sandbox",
      secretKey: "sandbox-secret",
      warehouseExtraType: "sandbox",
      openApi: { profile: { contentType: "urlencoded" } }
    }
  }],
  links: [{ erp: "remote", protocol: "open-api", id: "first", secretKey: "the-secret-of-the-first-runner" }]
})
