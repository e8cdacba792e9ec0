/** A shop whose orders the order desk places at two warehouses, with labels of the shop. */
import { defineRunner } from "@crossdock/config"
import { ledger } from "@crossdock/erp-ledger"
import { platformSandboxOpen } from "@crossdock/platform-sandbox"
import { sandbox } from "@crossdock/warehouse-sandbox"

/** A key for a first try. Use env("LINK_KEY") for a real one. */
const secretKey = "the-key-of-the-links"

const north = { link: "north", warehouse: "North" } as const
const south = { link: "south", warehouse: "South" } as const

export default defineRunner({
  plugins: [ledger, platformSandboxOpen, sandbox],
  connections: [
    // Three orders arrive, one every second. Each has mugs and a tea pot.
    { id: "shop", plugin: "platform-sandbox-open", timeZone: "UTC", settings: { orders: 3, orderEvery: "1 second", skus: ["SKU-1001", "SKU-1002"] } },
    { id: "north", plugin: "warehouse-sandbox", timeZone: "UTC", settings: { account: "north" } },
    { id: "south", plugin: "warehouse-sandbox", timeZone: "UTC", settings: { account: "south" } },
    {
      // The books say what is in stock where: mugs in the north, tea pots in the south.
      id: "books",
      plugin: "erp-ledger",
      timeZone: "UTC",
      settings: {
        warehouses: [{ id: "1", name: "North", code: "SBX-1" }, { id: "2", name: "South", code: "SBX-2" }],
        products: [{ sku: "SKU-1001", name: "Blue mug" }, { sku: "SKU-1002", name: "Tea pot" }],
        openingStock: [{ warehouse: "North", sku: "SKU-1001", quantity: 100 }, { warehouse: "South", sku: "SKU-1002", quantity: 100 }],
        allWarehouses: true
      }
    }
  ],
  links: [
    { erp: "books", peer: "shop", protocol: "platform", id: "shop", secretKey, shop: { platform: "sandbox", shopId: "1" } },
    { erp: "books", peer: "north", protocol: "warehouse", id: "north", secretKey, warehouseNames: { North: "SBX-1" } },
    { erp: "books", peer: "south", protocol: "warehouse", id: "south", secretKey, warehouseNames: { South: "SBX-2" } }
  ],
  desk: {
    books: "books",
    rules: [
      { name: "far away", when: { countries: ["US", "CA"] }, hold: "nobody has checked the customs papers" },
      { name: "everything else", place: { at: [north, south], split: true, label: { providerCode: "SBX-POST", providerName: "Sandbox Post" } } }
    ]
  }
})
