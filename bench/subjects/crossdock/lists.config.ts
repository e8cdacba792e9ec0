/** Two shops, two warehouses, an ERP that is told, and books, for `bench/lists`. No peer is asked for anything while the lists are. */
import { defineRunner, env } from "@crossdock/config"
import { ledger } from "@crossdock/erp-ledger"
import { erpOpenApi } from "@crossdock/erp-open-api"
import { platformEnvelopeSigned } from "@crossdock/platform-envelope"
import { warehouseEnvelope } from "@crossdock/warehouse-envelope"
import { books, warehouses } from "../../growth/LedgerRows.ts"
import { asJson, credentials, noLimit } from "./settings.ts"

const { secretKey } = credentials
const quiet = { environment: "test", pollInterval: "24 hours", callsPerSecond: noLimit } as const
const warehouse = { ...credentials, serviceUrl: env("BENCH_WAREHOUSE_URL"), callbacks: { warehouseExtraType: "bench" } }
const shopOf = (shopId: string) => ({ ...credentials, serviceUrl: env("BENCH_SHOP_URL"), platform: "bench", shopId })

export default defineRunner({
  plugins: [ledger, erpOpenApi, platformEnvelopeSigned, warehouseEnvelope],
  connections: [
    { id: "books", plugin: "erp-ledger", environment: "test", settings: { books, warehouses, allWarehouses: true } },
    { id: "erp", plugin: "erp-open-api", environment: "test", settings: { baseUrl: env("BENCH_ERP_URL"), ...credentials, warehouseExtraType: "bench", profile: asJson } },
    { id: "north", plugin: "warehouse-envelope", ...quiet, settings: warehouse },
    { id: "south", plugin: "warehouse-envelope", ...quiet, settings: warehouse },
    { id: "shop", plugin: "platform-envelope-signed", ...quiet, settings: shopOf("1") },
    { id: "other", plugin: "platform-envelope-signed", ...quiet, settings: shopOf("2") }
  ],
  links: [
    { erp: "books", peer: "north", protocol: "warehouse", id: "north", secretKey, warehouseNames: { One: "WH-N" } },
    { erp: "erp", peer: "south", protocol: "warehouse", id: "south", secretKey, warehouseNames: { Two: "WH-S" } },
    { erp: "books", peer: "shop", protocol: "platform", id: "shop", secretKey, shop: { platform: "bench", shopId: "1" } },
    { erp: "books", peer: "other", protocol: "platform", id: "other", secretKey, shop: { platform: "bench", shopId: "2" } }
  ],
  desk: { books: "books", rules: [{ name: "everything from the north", place: { at: [{ link: "north", warehouse: "One" }], channel: "STD" } }] }
})
