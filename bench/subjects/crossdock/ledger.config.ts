/** The books of an ERP behind the route of document 3, for the case ledger-read. Only the limit of calls is raised. */
import { defineRunner } from "@crossdock/config"
import { ledger } from "@crossdock/erp-ledger"
import { books, warehouses } from "../../growth/LedgerRows.ts"
import { noLimit } from "./settings.ts"

export default defineRunner({
  plugins: [ledger],
  connections: [{ id: "books", plugin: "erp-ledger", environment: "test", callsPerSecond: noLimit, settings: { books, warehouses } }],
  links: [{ erp: "books", protocol: "open-api", id: "sandbox", secretKey: "sandbox-secret" }],
  server: { openApiRate: "none" }
})
