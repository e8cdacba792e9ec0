/**
 * The composition that is used without a `crossdock.config.ts`: a simulated warehouse, a simulated shop, an embedded ERP with
 * the stock of that warehouse, and the ERP at `CROSSDOCK_ERP_URL`. Without that address the runner plays the ERP itself, so that the
 * whole cycle can be seen.
 */
import { type Composition, defineRunner } from "@crossdock/config"
import { ledger } from "@crossdock/erp-ledger"
import { erpOpenApi } from "@crossdock/erp-open-api"
import { platformSandbox, platformSandboxOpen } from "@crossdock/platform-sandbox"
import { sandbox } from "@crossdock/warehouse-sandbox"

export interface Credentials {
  readonly accessId: string
  readonly secretKey: string
}

/** The articles of both warehouses of the sandbox. */
const sandboxSkus = Array.from({ length: 50 }, (_, index) => `SKU-${1001 + index}`)

/** Publicly known, so they are valid on loopback only. */
export const wellKnown: Credentials = { accessId: "sandbox", secretKey: "sandbox-secret" }

/** The shop of the sandbox, as an ERP names it. Its code is of no use without the secret key, which signs every call. */
export const shop = { platform: "sandbox", shopId: "1", code: "sandbox-code" } as const

/** The books of the sandbox: its two warehouses with the stock of a new account. */
const books = {
  warehouses: [{ id: "1", name: "Sandbox One", code: "SBX-1" }, { id: "2", name: "Sandbox Two", code: "SBX-2" }],
  products: sandboxSkus.map((sku) => ({ sku, name: `Sandbox article ${sku.slice(4)}` })),
  openingStock: ["Sandbox One", "Sandbox Two"].flatMap((warehouse) =>
    sandboxSkus.map((sku) => ({ warehouse, sku, quantity: 100, purchasePrice: "12.50", currency: "CNY" })))
} as const

export const composition = (options: {
  readonly credentials: Credentials
  /** The address to which callbacks for the ERP are sent. */
  readonly erpUrl: URL
}): Composition =>
  defineRunner({
    plugins: [sandbox, platformSandbox, platformSandboxOpen, erpOpenApi, ledger],
    connections: [
      {
        id: "erp",
        plugin: "erp-open-api",
        timeZone: "UTC+8",
        environment: "test",
        settings: {
          baseUrl: options.erpUrl.href,
          accessId: options.credentials.accessId,
          secretKey: options.credentials.secretKey,
          warehouseExtraType: "sandbox"
        }
      },
      { id: "sandbox", plugin: "warehouse-sandbox", timeZone: "UTC+8", environment: "test", callsPerSecond: 1000, settings: {} },
      { id: "books", plugin: "erp-ledger", timeZone: "UTC+8", environment: "test", settings: books },
      { id: "shop", plugin: "platform-sandbox-open", timeZone: "UTC+8", environment: "test", callsPerSecond: 1000, settings: {} }
    ],
    links: [{
      erp: "erp",
      peer: "sandbox",
      copyTo: ["books"],
      warehouseNames: { "Sandbox One": "SBX-1", "Sandbox Two": "SBX-2" },
      protocol: "warehouse",
      id: options.credentials.accessId,
      secretKey: options.credentials.secretKey,
      furtherCallers: [{ protocol: "gateway", id: options.credentials.accessId, secretKey: options.credentials.secretKey, warehouseKey: "sandbox" }]
    }, {
      erp: "erp",
      peer: "shop",
      protocol: "platform",
      id: options.credentials.accessId,
      secretKey: options.credentials.secretKey,
      shop
    }, {
      erp: "books",
      protocol: "open-api",
      id: options.credentials.accessId,
      secretKey: options.credentials.secretKey
    }],
    receivers: [{ extraType: "sandbox", accessId: options.credentials.accessId, secretKey: options.credentials.secretKey, shop: { platform: shop.platform, shopId: shop.shopId } }]
  })
