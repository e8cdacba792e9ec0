/**
 * Starts an ERP that receives callbacks, a runner, and a provider that is not idempotent, each as a process, and signs
 * calls with independent code.
 */
import { join } from "node:path"
import { call, type Credential } from "./envelope.ts"
import type { Known } from "./http.ts"
import { type BreakableWarehouse, type Books, type ErpSink, type Received, startBreakableWarehouse, startErpSink } from "./peers.ts"
import { tempDir } from "./processes.ts"
import { type Home, homeOf } from "./runner.ts"

export const shop: Credential = { accessId: "acc-shop", secretKey: "shop-secret" }

/** The result of a call: an answer, or a broken connection. */
export type Seen = { readonly is: "answered"; readonly json: Known } | { readonly is: "broken" }

export interface World {
  readonly home: Home
  readonly warehouse: BreakableWarehouse
  readonly sink: ErpSink
  /** Signs a call of the ERP and sends it once. */
  readonly ask: (method: string, content: unknown) => Promise<Seen>
  /** The callbacks about one order or ASN that the ERP accepted, oldest first. */
  readonly told: (number: string) => Promise<ReadonlyArray<Received>>
  readonly stop: () => Promise<void>
}

export const worldOf = async (options: {
  readonly databaseUrl?: string
  /** Milliseconds. Default: 400. */
  readonly visibilityDelay?: number
} = {}): Promise<World> => {
  const folder = tempDir("crossdock-world-")
  const [sink, warehouse] = await Promise.all([
    startErpSink({ history: join(folder.path, "history"), keys: [shop] }),
    startBreakableWarehouse({ books: join(folder.path, "books") })
  ])
  const home = await homeOf({
    composition: "envelope.config.ts",
    env: {
      CROSSDOCK_ERP_URL: sink.url,
      E2E_SERVICE_URL: warehouse.url,
      ...(options.visibilityDelay !== undefined && { E2E_VISIBILITY_DELAY: String(options.visibilityDelay) })
    },
    ...(options.databaseUrl !== undefined && { databaseUrl: options.databaseUrl })
  })
  return {
    home,
    warehouse,
    sink,
    ask: (method, content) =>
      call({ ...shop, url: home.service, method, content }).then(
        ({ json }): Seen => ({ is: "answered", json }),
        (): Seen => ({ is: "broken" })
      ),
    told: async (number) => {
      const attempts = await sink.attempts()
      const unverified = attempts.find(({ verified }) => !verified)
      if (unverified !== undefined) throw new Error(`the ERP did not verify ${JSON.stringify(unverified)}`)
      return attempts.filter(({ data, stored }) => stored && [data.orderNumber, data.asnNumber].includes(number))
    },
    stop: async () => {
      await home.remove()
      await Promise.all([sink.stop(), warehouse.stop()])
      folder.remove()
    }
  }
}

export const orderOf = (orderNumber: string, changed: Readonly<Record<string, unknown>> = {}) => ({
  orderNumber,
  onlineOrderId: `WEB-${orderNumber}`,
  shopName: "Corner shop",
  warehouseCode: "WH-1",
  logisticsCode: "WH-1-STD",
  platform: "web",
  freight: 4.5,
  codEnabled: 0,
  receiver: {
    name: "Ada Example",
    phone: "+31 20 000 0000",
    email: "ada@example.com",
    country: "NL",
    state: "NH",
    city: "Amsterdam",
    address1: "Dam 1",
    postalCode: "1012 JS"
  },
  skuList: [{ sku: "SKU-1", erpSku: "E-1", name: "Mug", quantity: "2", amount: 19.9 }],
  ...changed
})

export const asnOf = (asnNumber: string, quantity = 10) => ({
  asnNumber,
  warehouseCode: "WH-1",
  type: "PURCHASE",
  skuList: [{ sku: "SKU-1", name: "Mug", quantity }]
})

/** The key by which an ERP recognises a repeated status of an order or batch of an ASN. */
export const keyOf = ({ data, method }: Received): string =>
  method === "pushAsnInfo"
    ? `${data.asnNumber} ${data.batchNo}`
    : JSON.stringify([data.orderNumber, data.warehouseOrderNumber, data.status, data.wmsStatus, data.trackNumber, data.shippingTime])

export const callsOf = ({ calls }: Books, method: string) => calls.filter((each) => each.method === method)
