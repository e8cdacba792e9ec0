/**
 * An order desk that publishes stock, and an ERP that is the source of outbound orders. Shops and the ERP answer as a test writes it, so that
 * each can be wrong in a way of its own.
 */
import { defineRunner } from "@crossdock/config"
import { ledger } from "@crossdock/erp-ledger"
import { platformEnvelopeSigned } from "@crossdock/platform-envelope"
import { warehouseEnvelope } from "@crossdock/warehouse-envelope"
import { scriptedErp, scriptedShop } from "./scripted-plugins.ts"

const peers = process.env.ALARM_PEERS ?? "http://127.0.0.1:9"
const warehouse = process.env.WAREHOUSE ?? "http://127.0.0.1:9"
/** The address of each shop whose orders the desk places, by its name. */
const shops = Object.entries(JSON.parse(process.env.ALARM_SHOPS ?? "{}") as Readonly<Record<string, string>>).map(([name, serviceUrl], at) => ({ name, serviceUrl, shopId: String(at + 1) }))

const test = { environment: "test", pollInterval: "1 second", visibilityDelay: "1 second" } as const
const house = (id: string, accessId: string, serviceUrl: string) => ({ id, plugin: "warehouse-envelope" as const, ...test, settings: { serviceUrl, accessId, secretKey: "demo-secret" } })
const scripted = (name: string) => ({ id: `shop-${name}`, plugin: "scripted-shop" as const, timeZone: "UTC" as const, ...test, settings: { name } })
const shopLink = (peer: string, shopId: string, id: string, onlineShopId?: string) =>
  ({ erp: "books", peer: `shop-${peer}`, protocol: "platform" as const, id: `acc-${id}`, secretKey: "shop-secret", shop: { platform: "fake", shopId, ...(onlineShopId !== undefined && { onlineShopId }) } })

export default defineRunner({
  plugins: [ledger, platformEnvelopeSigned, warehouseEnvelope, scriptedErp, scriptedShop],
  connections: [
    {
      id: "books",
      plugin: "erp-ledger",
      timeZone: "UTC",
      environment: "test",
      settings: {
        warehouses: [{ id: "1", name: "North", code: "WH-1" }, { id: "2", name: "South", code: "WH-2" }],
        products: [{ sku: "SKU-1", name: "Mug" }, { sku: "SKU-2", name: "Jug" }],
        openingStock: ["SKU-1", "SKU-2"].map((sku) => ({ warehouse: "North", sku, quantity: 10, purchasePrice: "5.00", currency: "EUR" }))
      }
    },
    { id: "source", plugin: "scripted-erp", timeZone: "UTC", ...test, settings: { name: "source" } },
    house("house", "acc-desk", warehouse),
    { ...house("house-erp", "acc-erp", warehouse), standstillAfter: "10 seconds" },
    house("house-counts", "counts", `${peers}/house/counts`),
    ...["stock", "away", "shared"].map(scripted),
    ...shops.map(({ name, serviceUrl, shopId }) => ({
      id: `shop-${name}`,
      plugin: "platform-envelope-signed" as const,
      timeZone: "UTC" as const,
      ...test,
      callsPerSecond: 100,
      settings: { serviceUrl, accessId: "acc-service", secretKey: "service-secret", platform: "fake", shopId }
    }))
  ],
  links: [
    { erp: "books", peer: "house", protocol: "warehouse", id: "acc-house", secretKey: "shop-secret", warehouseNames: { North: "WH-1" } },
    { erp: "books", peer: "house-counts", protocol: "warehouse", id: "acc-counts", secretKey: "shop-secret", warehouseNames: { South: "WH-2" } },
    { erp: "source", peer: "house-erp", protocol: "warehouse", id: "acc-source", secretKey: "shop-secret", warehouseNames: { Hall: "WH-2" } },
    ...shops.map(({ name, shopId }) => shopLink(name, shopId, name)),
    shopLink("stock", "11", "stock"),
    shopLink("away", "12", "away"),
    shopLink("shared", "13", "one", "ONE"),
    shopLink("shared", "14", "two", "TWO")
  ],
  desk: {
    books: "books",
    rules: [
      { name: "looked at", when: { shops: ["acc-held"] }, hold: "a person looks at it" },
      { name: "not placed", when: { shops: ["acc-one", "acc-two"] }, hold: "this desk places no orders of them" },
      { name: "north", when: { shops: ["acc-orders"] }, place: { at: [{ link: "acc-house", warehouse: "North" }], channel: "STD" } }
    ],
    stock: {
      every: "1 second",
      reconcileEvery: "3 seconds",
      publish: ["stock", "away"].map((name) => ({ shop: `acc-${name}`, location: "L-1", warehouses: ["North"] }))
    }
  }
})
