/**
 * The composition of the demo: a shop, an order desk, two warehouses and an ERP with books, all simulated in one runner.
 */
import { defineRunner } from "@crossdock/config"
import { ledger } from "@crossdock/erp-ledger"
import { staffedWarehouse } from "./src/plugins/StaffedWarehouse.ts"
import { visitedShop } from "./src/plugins/VisitedShop.ts"

const one = { link: "one", warehouse: "Sandbox One" } as const
const two = { link: "two", warehouse: "Sandbox Two" } as const

/** Both warehouses are empty at first, and wait for the worker before each step. */
const warehouse = (id: string) =>
  ({ id, plugin: "staffed-warehouse", timeZone: "UTC", environment: "test", pollInterval: "200 millis", callsPerSecond: 1000, settings: { account: id, pieces: 0, receiveAfter: "1 day", shipAfter: "1 day", pickAfter: "1 day" } }) as const

export default defineRunner({
  plugins: [staffedWarehouse, visitedShop, ledger],
  connections: [
    warehouse("one"),
    warehouse("two"),
    { id: "shop", plugin: "visited-shop", timeZone: "UTC", environment: "test", callsPerSecond: 1000, settings: { orders: 0 } },
    {
      id: "books",
      plugin: "erp-ledger",
      timeZone: "UTC",
      environment: "test",
      settings: {
        warehouses: [{ id: "1", name: "Sandbox One", code: "SBX-1" }, { id: "2", name: "Sandbox Two", code: "SBX-2" }],
        products: [{ sku: "SKU-1001", name: "Blue mug" }, { sku: "SKU-1002", name: "Tea pot" }],
        allWarehouses: true
      }
    }
  ],
  links: [
    { erp: "books", peer: "one", protocol: "warehouse", id: "one", secretKey: "sandbox-secret", warehouseNames: { "Sandbox One": "SBX-1" } },
    { erp: "books", peer: "two", protocol: "warehouse", id: "two", secretKey: "sandbox-secret", warehouseNames: { "Sandbox Two": "SBX-2" } },
    { erp: "books", peer: "shop", protocol: "platform", id: "shop", secretKey: "sandbox-secret", shop: { platform: "sandbox", shopId: "1" } },
    { erp: "books", protocol: "open-api", id: "sandbox", secretKey: "sandbox-secret" }
  ],
  desk: {
    books: "books",
    rules: [
      { name: "one parcel", priority: 1, when: { stock: "all" }, place: { at: [one, two] } },
      { name: "two parcels", place: { at: [one, two], split: true, label: { providerCode: "SBX-POST", providerName: "Sandbox Post" } } }
    ],
    stock: {
      every: "1 second",
      reconcileEvery: "1 second",
      publish: [{ shop: "shop", location: "SBX-1", warehouses: ["Sandbox One"] }, { shop: "shop", location: "SBX-2", warehouses: ["Sandbox Two"] }]
    }
  }
})
