/** An order desk between four shops and one warehouse, for faults that hold orders and for a shop that revokes its token. */
import { defineRunner } from "@crossdock/config"
import { ledger } from "@crossdock/erp-ledger"
import { platformEnvelopeSigned } from "@crossdock/platform-envelope"
import { warehouseEnvelope } from "@crossdock/warehouse-envelope"

const peers = process.env.ALARM_PEERS ?? "http://127.0.0.1:9"
/** The address of each shop by its name. */
const shops = Object.entries(JSON.parse(process.env.ALARM_SHOPS ?? "{}") as Readonly<Record<string, string>>).map(([name, url], at) => ({ name, url, shopId: String(at + 1) }))

export default defineRunner({
  plugins: [ledger, platformEnvelopeSigned, warehouseEnvelope],
  connections: [
    {
      id: "books",
      plugin: "erp-ledger",
      timeZone: "UTC",
      environment: "test",
      settings: {
        warehouses: [{ id: "1", name: "North", code: "WH-1" }, { id: "2", name: "South", code: "WH-2" }],
        products: [{ sku: "SKU-1", name: "Mug" }],
        openingStock: [{ warehouse: "North", sku: "SKU-1", quantity: 10, purchasePrice: "5.00", currency: "EUR" }]
      }
    },
    {
      id: "house-desk",
      plugin: "warehouse-envelope",
      environment: "test",
      pollInterval: "1 second",
      visibilityDelay: "5 seconds",
      settings: { serviceUrl: `${peers}/house/desk`, accessId: "desk", secretKey: "demo-secret" }
    },
    ...shops.map(({ name, shopId, url }) => ({
      id: `shop-${name}`,
      plugin: "platform-envelope-signed" as const,
      timeZone: "UTC" as const,
      environment: "test" as const,
      pollInterval: "500 millis" as const,
      visibilityDelay: "500 millis" as const,
      callsPerSecond: 100,
      settings: { serviceUrl: url, accessId: "acc-service", secretKey: "service-secret", platform: "fake", shopId }
    }))
  ],
  links: [
    { erp: "books", peer: "house-desk", protocol: "warehouse", id: "acc-desk", secretKey: "shop-secret", warehouseNames: { North: "WH-1", South: "WH-2" } },
    ...shops.map(({ name, shopId }) => ({ erp: "books", peer: `shop-${name}`, protocol: "platform" as const, id: `acc-${name}`, secretKey: "shop-secret", shop: { platform: "fake", shopId } }))
  ],
  desk: {
    books: "books",
    rules: [
      { name: "looked at", when: { shops: ["acc-rule"] }, hold: "a person looks at it" },
      { name: "south", when: { shops: ["acc-stock"] }, place: { at: [{ link: "acc-desk", warehouse: "South" }], channel: "STD" } },
      { name: "north", place: { at: [{ link: "acc-desk", warehouse: "North" }], channel: "STD" } }
    ]
  }
})
