/**
 * A shop and two warehouses with an order desk between them, and the books of the embedded ERP. The runs set the times, the opening stock
 * and the addresses by environment variables.
 */
import { defineRunner, env } from "@crossdock/config"
import { ledger } from "@crossdock/erp-ledger"
import { platformEnvelopeSigned } from "@crossdock/platform-envelope"
import { warehouseEnvelope } from "@crossdock/warehouse-envelope"
import { muteWarehouse } from "./MuteWarehouse.ts"

const { FAULTS_DESK_STOCK, FAULTS_MUTE, FAULTS_NODES, FAULTS_POLL, FAULTS_VISIBILITY } = process.env

const openingStock: ReadonlyArray<{ readonly warehouse: string; readonly sku: string; readonly quantity: number }> = JSON.parse(FAULTS_DESK_STOCK ?? "[]")

const times = { environment: "test", pollInterval: `${Number(FAULTS_POLL)} millis`, visibilityDelay: `${Number(FAULTS_VISIBILITY)} millis`, callsPerSecond: 1000 } as const

/** Whether the warehouses cannot be asked for the orders that they have. */
const isMute = FAULTS_MUTE === "1"

const warehouse = (id: string, address: string) => ({
  id,
  plugin: isMute ? "warehouse-mute" : "warehouse-envelope",
  ...times,
  settings: { serviceUrl: env(address), accessId: "acc-demo", secretKey: "demo-secret", callbacks: { warehouseExtraType: "faults" } }
} as const)

const north = { link: "acc-north", warehouse: "North" } as const
const south = { link: "acc-south", warehouse: "South" } as const
const secretKey = "shop-secret"

export default defineRunner({
  plugins: [ledger, platformEnvelopeSigned, isMute ? muteWarehouse : warehouseEnvelope],
  connections: [
    {
      id: "books",
      plugin: "erp-ledger",
      environment: "test",
      settings: {
        warehouses: [{ id: "1", name: "North", code: "WH-N" }, { id: "2", name: "South", code: "WH-S" }],
        products: [...new Set(openingStock.map(({ sku }) => sku))].map((sku) => ({ sku, name: `Article ${sku}` })),
        openingStock,
        allWarehouses: true
      }
    },
    warehouse("north", "FAULTS_NORTH_URL"),
    warehouse("south", "FAULTS_SOUTH_URL"),
    {
      id: "shop",
      plugin: "platform-envelope-signed",
      ...times,
      settings: { serviceUrl: env("FAULTS_SHOP_URL"), accessId: "acc-demo", secretKey: "demo-secret", platform: "faults", shopId: "1" }
    }
  ],
  links: [
    { erp: "books", peer: "north", protocol: "warehouse", id: "acc-north", secretKey, warehouseNames: { North: "WH-N" } },
    { erp: "books", peer: "south", protocol: "warehouse", id: "acc-south", secretKey, warehouseNames: { South: "WH-S" } },
    { erp: "books", peer: "shop", protocol: "platform", id: "acc-shop", secretKey, shop: { platform: "faults", shopId: "1" } }
  ],
  desk: {
    books: "books",
    rules: [
      { name: "north has everything", when: { stock: "all" }, place: { at: [north], channel: "STD" } },
      { name: "south has everything", when: { stock: "all" }, place: { at: [south], channel: "STD" } },
      { name: "both together", place: { at: [north, south], split: true, channel: "STD" } }
    ]
  },
  server: { nodes: FAULTS_NODES === "several" ? "several" : "one" },
  delivery: { schedule: [0, "200 millis", "500 millis", "1 second", "2 seconds", "2 seconds", "2 seconds", "5 seconds", "5 seconds", "10 seconds", "30 seconds", "60 seconds"] }
})
