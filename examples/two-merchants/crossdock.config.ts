/** Two merchants who share one account at a provider of warehouses. */
import { defineRunner } from "@crossdock/config"
import { ledger } from "@crossdock/erp-ledger"
import { sandbox } from "@crossdock/warehouse-sandbox"

/** Keys for a first try. Use env("MERCHANT_A_KEY") for a real one. */
const [keyA, keyB] = ["the-key-of-merchant-a", "the-key-of-merchant-b"]

/** The books of a merchant, in an ERP inside the runner. Both merchants sell a mug, and each has stored 100 of its own. */
const books = (merchant: string) => ({
  books: merchant,
  warehouses: [{ id: "1", name: "Provider", code: "SBX-1" }],
  products: [{ sku: "MUG-BLUE", name: "Blue mug" }],
  openingStock: [{ warehouse: "Provider", sku: "MUG-BLUE", quantity: 100 }]
} as const)

export default defineRunner({
  plugins: [ledger, sandbox],
  connections: [
    { id: "erp-a", plugin: "erp-ledger", timeZone: "UTC", settings: books("merchant-a") },
    { id: "erp-b", plugin: "erp-ledger", timeZone: "UTC", settings: books("merchant-b") },
    { id: "provider", plugin: "warehouse-sandbox", timeZone: "UTC", settings: { shipAfter: "2 seconds" } }
  ],
  links: [
    { erp: "erp-a", peer: "provider", protocol: "warehouse", id: "merchant-a", secretKey: keyA, prefix: "A-", mapping: { sku: "required" } },
    { erp: "erp-b", peer: "provider", protocol: "warehouse", id: "merchant-b", secretKey: keyB, prefix: "B-", mapping: { sku: "required" } }
  ]
})
