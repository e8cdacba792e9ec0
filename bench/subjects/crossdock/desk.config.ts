/** A shop and a warehouse with an order desk between them, and the books of the embedded ERP, for the case desk. */
import { defineRunner, env } from "@crossdock/config"
import { ledger } from "@crossdock/erp-ledger"
import { platformEnvelopeSigned } from "@crossdock/platform-envelope"
import { warehouseEnvelope } from "@crossdock/warehouse-envelope"
import { articles, pieces } from "../../peers/articles.ts"
import { credentials, noLimit } from "./settings.ts"

const isOneOfSeveral = process.env.BENCH_NODES === "several"

const times = {
  environment: "test",
  // With a second between two polls an order is read about as often in its window as with a minute in production.
  pollInterval: "1 second",
  callsPerSecond: noLimit,
  // Several nodes require more than the time after which one of them counts as lost.
  ...(isOneOfSeveral ? { visibilityDelay: "40 seconds" as const } : {})
} as const

export default defineRunner({
  plugins: [ledger, platformEnvelopeSigned, warehouseEnvelope],
  connections: [
    {
      id: "books",
      plugin: "erp-ledger",
      environment: "test",
      settings: {
        warehouses: [{ id: "1", name: "North", code: "WH-N" }],
        products: articles.map((sku) => ({ sku, name: `Article ${sku}` })),
        openingStock: articles.map((sku) => ({ warehouse: "North", sku, quantity: pieces })),
        allWarehouses: true
      }
    },
    {
      id: "north",
      plugin: "warehouse-envelope",
      ...times,
      settings: { serviceUrl: env("BENCH_WAREHOUSE_URL"), ...credentials, callbacks: { warehouseExtraType: "bench" } }
    },
    {
      id: "shop",
      plugin: "platform-envelope-signed",
      ...times,
      settings: { serviceUrl: env("BENCH_SHOP_URL"), ...credentials, platform: "bench", shopId: "1" }
    }
  ],
  links: [
    { erp: "books", peer: "north", protocol: "warehouse", id: "desk-north", secretKey: credentials.secretKey, warehouseNames: { North: "WH-N" } },
    { erp: "books", peer: "shop", protocol: "platform", id: "desk-shop", secretKey: credentials.secretKey, shop: { platform: "bench", shopId: "1" } }
  ],
  desk: {
    books: "books",
    rules: [{ name: "everything from the north", place: { at: [{ link: "desk-north", warehouse: "North" }], channel: "STD" } }]
  },
  server: { nodes: isOneOfSeveral ? "several" : "one" }
})
