/** A real Vendure as the shop, the order desk, and two warehouses: a real Tryton and the sandbox. The embedded ERP keeps the books. */
import { defineRunner } from "@crossdock/config"
import { ledger } from "@crossdock/erp-ledger"
import { vendure } from "@crossdock/platform-vendure"
import { sandbox } from "@crossdock/warehouse-sandbox"
import { tryton } from "@crossdock/warehouse-tryton"
import { openingStock } from "./order-desk-stock.ts"
import { trytonHouse, vendureShop } from "./peers.ts"

const books = Object.entries(openingStock).flatMap(([warehouse, bySku]) =>
  Object.entries(bySku).map(([sku, quantity]) => ({ warehouse, sku, quantity, purchasePrice: "5.00", currency: "EUR" })))
/** The code of the warehouse in Tryton, and the location of the shop that offers the stock of both warehouses. */
const { DESK_HOUSE: houseCode = "", DESK_LOCATION: location = "" } = process.env

export default defineRunner({
  plugins: [ledger, vendure, sandbox, tryton],
  connections: [
    {
      id: "books",
      plugin: "erp-ledger",
      timeZone: "UTC",
      environment: "test",
      settings: {
        warehouses: [{ id: "1", name: "Tryton", code: houseCode }, { id: "2", name: "Sandbox One", code: "SBX-1" }],
        products: [...new Set(books.map(({ sku }) => sku))].map((sku) => ({ sku, name: sku })),
        openingStock: books
      }
    },
    { ...vendureShop, pollInterval: "500 millis", settings: { ...vendureShop.settings, stockAs: "available" } },
    trytonHouse,
    { id: "sandbox", plugin: "warehouse-sandbox", timeZone: "UTC", environment: "test", callsPerSecond: 100, settings: { pickAfter: "200 millis", shipAfter: "1 second" } }
  ],
  links: [
    { erp: "books", peer: "house", protocol: "warehouse", id: "acc-house", secretKey: "house-secret", warehouseNames: { Tryton: houseCode } },
    { erp: "books", peer: "sandbox", protocol: "warehouse", id: "acc-sandbox", secretKey: "sandbox-secret", warehouseNames: { "Sandbox One": "SBX-1" } },
    { erp: "books", peer: "shop", protocol: "platform", id: "acc-shop", secretKey: "shop-secret", shop: { platform: "vendure", shopId: "1" } },
    { erp: "books", protocol: "open-api", id: "acc-books", secretKey: "books-secret" }
  ],
  desk: {
    books: "books",
    rules: [{
      name: "nearest",
      place: { at: [{ link: "acc-house", warehouse: "Tryton" }, { link: "acc-sandbox", warehouse: "Sandbox One" }], split: true, channel: "PARCEL" }
    }],
    stock: {
      every: "1 second",
      reconcileEvery: "3 seconds",
      publish: [{ shop: "acc-shop", location, warehouses: ["Tryton", "Sandbox One"] }]
    }
  }
})
