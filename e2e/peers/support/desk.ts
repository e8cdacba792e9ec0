/**
 * An order desk between a real Vendure, a real Tryton and the sandbox. What each of them has is read by code that shares nothing with
 * the plugins: Vendure by its GraphQL, Tryton by its JSON-RPC, and the sandbox and the books by calls that are signed here.
 */
import { assert } from "vitest"
import { type BookShipment, openBooks, type TrytonBooks } from "../../../tools/peers/tryton-books.mjs"
import { openingStock } from "../../compositions/order-desk-stock.ts"
import { call } from "../../support/envelope.ts"
import type { Known } from "../../support/http.ts"
import { openApiContent } from "../../support/open-api.ts"
import { eventually } from "../../support/processes.ts"
import { type Home, homeOf } from "../../support/runner.ts"
import { type Between, startBetween } from "./between.ts"
import { served } from "./fixture.ts"
import { startShop, type VendureShop } from "./vendure.ts"

/** Pieces by the names of the warehouse and the SKU, such as `Tryton SKU-1`: all, and those that are free for new orders. */
export type Stock = Readonly<Record<string, readonly [total: number, available: number]>>

export interface DeskFixture {
  readonly home: Home
  readonly vendure: VendureShop
  readonly tryton: TrytonBooks
  /** The proxy by which the runner reaches Tryton. */
  readonly between: Between
  /** What the admin API shows of an order of the shop at the desk. */
  readonly atDesk: (code: string) => Promise<Known>
  /** Waits until the desk has an order in a state. */
  readonly reaches: (code: string, state: string) => Promise<Known>
  /** Waits until an order has a single shipment in Tryton, in this state. */
  readonly shipmentAs: (code: string, state: BookShipment["state"]) => Promise<BookShipment>
  /** Waits until the books and the warehouses have this stock, and the shop offers what is available of each SKU in all of it. */
  readonly haveAll: (expected: Stock) => Promise<void>
  readonly stopRunner: () => Promise<unknown>
  readonly startRunner: () => Promise<unknown>
  readonly stop: () => Promise<void>
}

const inBooks = { appId: "acc-books", secret: "books-secret" }
const atSandbox = { accessId: "acc-sandbox", secretKey: "sandbox-secret" }
/** The scope of the link to the shop. */
export const shopLink = "platform:acc-shop:vendure:1"

/** Which shipping channel of a warehouse is meant, and which shipping method of the shop a carrier is. */
const names = [
  ["warehouse:acc-house", "PARCEL,DHL-STD"],
  ["warehouse:acc-sandbox", "PARCEL,SBX-STD"],
  [shopLink, "DHL,express"],
  [shopLink, "Sandbox Post,standard"]
] as const

const skuOf = (key: string): string => key.slice(key.lastIndexOf(" ") + 1)

/** Starts the peers and a runner. `house`: the code of a new warehouse in Tryton, which gets the opening stock. */
export const deskWith = async ({ databaseUrl, file, house }: { readonly file: string; readonly house: string; readonly databaseUrl?: string }): Promise<DeskFixture> => {
  const server = served(file)
  const [vendure, tryton, between] = await Promise.all([
    startShop(Object.fromEntries(Object.values(openingStock).flatMap((bySku) => Object.keys(bySku)).map((sku) => [sku, 0]))),
    openBooks({ url: server.url, database: server.database }),
    startBetween(server.url)
  ])
  await tryton.setUpWarehouse(house, openingStock.Tryton, { "DHL-STD": "DHL" })
  const [main] = vendure.shop.locations
  const home = await homeOf({
    composition: "order-desk.config.ts",
    env: {
      ...vendure.env,
      TRYTON_URL: between.url,
      TRYTON_DATABASE: server.database,
      TRYTON_PASSWORD: server.password,
      DESK_HOUSE: house,
      DESK_LOCATION: main!.id
    },
    ...(databaseUrl !== undefined && { databaseUrl })
  })
  let runner = await home.start()
  for (const [link, row] of names) {
    const imported = await home.admin("/maps/import", { link, csv: `kind,ours,theirs\nchannel,${row}\n` })
    assert.deepInclude(imported, { rows: 1 })
  }

  const ofBooks = async (): Promise<Stock> => {
    const { result } = await openApiContent(home.url, "QUERY_SIMPLE_LIST_INVENTORY_V2", { warehouses: Object.keys(openingStock), showEmpty: 1, page: 1, pageSize: 100 }, inBooks)
    return Object.fromEntries(result.map((one: Known) => [`${one.warehouse} ${one.sku}`, [one.total, one.available]]))
  }
  const ofTryton = async (): Promise<Stock> =>
    Object.fromEntries((await tryton.stockOf(house)).map(({ onHand, sku, unassigned }) => [`Tryton ${sku}`, [onHand, unassigned]]))
  const ofSandbox = async (): Promise<Stock> => {
    const { json } = await call({ ...atSandbox, url: home.service, method: "syncInventory", content: { page: 1, pageSize: 100, warehouseCode: "SBX-1" } })
    return Object.fromEntries(json.data.map((one: Known) => [`Sandbox One ${one.warehouseSku}`, [Number(one.totalQuantity), Number(one.sellableQuantity)]]))
  }
  /** What the shop sells of each SKU: its stock without what it has allocated to orders. */
  const inShop = async (skus: Iterable<string>): Promise<Readonly<Record<string, number>>> => {
    const found: Record<string, number> = {}
    for (const sku of skus) {
      const levels = await vendure.shop.levels(sku)
      found[sku] = levels.reduce((sum, { stockAllocated, stockOnHand }) => sum + stockOnHand - stockAllocated, 0)
    }
    return found
  }
  const atDesk: DeskFixture["atDesk"] = async (code) => (await home.admin(`/orders/${code}?link=${shopLink}`)).items?.[0]?.desk

  return {
    home,
    vendure,
    tryton,
    between,
    atDesk,
    reaches: (code, state) =>
      eventually(async () => {
        const found = await atDesk(code)
        assert.strictEqual(found?.state, state, JSON.stringify(found))
        return found
      }, { what: `${code} as ${state} at the desk`, everyMs: 200, timeoutMs: 60_000 }),
    shipmentAs: (code, state) =>
      eventually(async () => {
        const [shipment, ...others] = await tryton.shipmentsByReference(code, house)
        assert.deepStrictEqual([shipment?.state, others.length], [state, 0])
        return shipment!
      }, { what: `one shipment of ${code} that is ${state}`, everyMs: 200, timeoutMs: 60_000 }),
    haveAll: (expected) =>
      eventually(async () => {
        const keys = Object.keys(expected)
        const sold: Record<string, number> = {}
        for (const [key, [, available]] of Object.entries(expected)) sold[skuOf(key)] = (sold[skuOf(key)] ?? 0) + available
        const of = (found: Stock) => Object.fromEntries(keys.map((key) => [key, found[key]]))
        assert.deepStrictEqual(of(await ofBooks()), expected, "the books")
        assert.deepStrictEqual(of({ ...await ofTryton(), ...await ofSandbox() }), expected, "the warehouses")
        assert.deepStrictEqual(await inShop(Object.keys(sold)), sold, "the shop")
        return true as const
      }, { what: "the same stock everywhere", everyMs: 500, timeoutMs: 60_000 }).then(() => {}),
    stopRunner: () => runner.stop(),
    startRunner: async () => {
      runner = await home.start()
    },
    stop: async () => {
      await home.remove()
      await Promise.all([between.stop(), vendure.stop()])
    }
  }
}
