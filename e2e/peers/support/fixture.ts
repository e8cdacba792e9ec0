/** Starts an ERP that receives callbacks and a runner, usually with Tryton as the warehouse, and signs calls with code of its own. */
import { join } from "node:path"
import { inject } from "vitest"
import { openBooks, type TrytonBooks } from "../../../tools/peers/tryton-books.mjs"
import { admin } from "../../../tools/peers/tryton.mjs"
import { call, type Credential } from "../../support/envelope.ts"
import type { Known } from "../../support/http.ts"
import { type ErpSink, type Received, startErpSink } from "../../support/peers.ts"
import { eventually, tempDir } from "../../support/processes.ts"
import { type Home, homeOf } from "../../support/runner.ts"

export const isLeftOut = inject("tryton") === undefined

export const warehouse = "WH-1"
export const shop: Credential = { accessId: "acc-shop", secretKey: "shop-secret" }

/** The address of Tryton with the database of the test file. */
export const served = (file: string) => {
  const tryton = inject("tryton")
  const database = tryton?.databases[file]
  if (tryton === undefined || database === undefined) throw new Error(`no Tryton for ${file}`)
  return { url: tryton.url, database, ...admin }
}

/** A simulated ERP and its runner. */
export interface ErpFixture {
  readonly sink: ErpSink
  readonly home: Home
  /** Signs and sends a call of the ERP. While its outcome is not known yet, it is sent again, as the response asks for (U-141). */
  readonly call: (method: string, content?: unknown, as?: Credential) => Promise<Known>
  /** The same, but it is sent once, whatever the response. */
  readonly callOnce: (method: string, content?: unknown, as?: Credential) => Promise<Known>
  /** The same, but the caller closes the connection before the answer. */
  readonly callBriefly: (method: string, content: unknown, patienceMs: number) => Promise<void>
  /** The callbacks about one order or ASN that the ERP accepted, oldest first; it has verified their signatures. */
  readonly pushed: (number: string, as?: Credential) => Promise<ReadonlyArray<Known>>
  /** Waits until one of them matches. */
  readonly pushedOnce: (number: string, fits: (data: Known) => boolean, as?: Credential) => Promise<ReadonlyArray<Known>>
  readonly stop: () => Promise<void>
}

export interface SuiteFixture extends ErpFixture {
  readonly books: TrytonBooks
}

export const fixture = async (options: {
  /** The name of the test file. */
  readonly file: string
  /** Default: one ERP and one link. */
  readonly composition?: string
  /** The pieces of each SKU. Default: 50 of SKU-1 and 20 of SKU-2. */
  readonly stock?: Readonly<Record<string, number>>
  /** The secret with which the ERP verifies callbacks. Default: the secret of the calls. */
  readonly callbacks?: ReadonlyArray<Credential>
  /** Default: the server itself. */
  readonly trytonUrl?: string
  readonly databaseUrl?: string
  /** What the composition needs beside Tryton and the ERP. */
  readonly env?: Readonly<Record<string, string>>
}): Promise<SuiteFixture> => {
  const tryton = served(options.file)
  const books = await openBooks({ url: tryton.url, database: tryton.database })
  await books.setUpWarehouse(warehouse, options.stock ?? { "SKU-1": 50, "SKU-2": 20 }, { "DHL-STD": "DHL", "UPS-EXP": "UPS" })
  return around(books, { ...options, tryton })
}

/** The same with a Tryton database that already exists. */
export const around = async (
  books: TrytonBooks,
  { composition = "tryton.config.ts", env = {}, tryton, trytonUrl, ...more }: {
    readonly tryton: { readonly url: string; readonly database: string; readonly password: string }
    readonly composition?: string
    readonly callbacks?: ReadonlyArray<Credential>
    readonly trytonUrl?: string
    readonly databaseUrl?: string
    readonly env?: Readonly<Record<string, string>>
  }
): Promise<SuiteFixture> => ({
  books,
  ...await erpWith({
    ...more,
    composition,
    env: { TRYTON_URL: trytonUrl ?? tryton.url, TRYTON_DATABASE: tryton.database, TRYTON_PASSWORD: tryton.password, ...env }
  })
})

/** Starts the ERP, and prepares a runner with a composition, which gets the address of the ERP and this environment. */
export const erpWith = async ({ callbacks = [shop], composition, databaseUrl, env }: {
  readonly composition: string
  readonly env: Readonly<Record<string, string>>
  readonly callbacks?: ReadonlyArray<Credential>
  readonly databaseUrl?: string
}): Promise<ErpFixture> => {
  const folder = tempDir("crossdock-erp-")
  const sink = await startErpSink({ history: join(folder.path, "history"), keys: callbacks })
  const home = await homeOf({
    composition,
    env: { CROSSDOCK_ERP_URL: sink.url, ...env },
    ...(databaseUrl !== undefined && { databaseUrl })
  })
  const pushed: ErpFixture["pushed"] = async (number, as = shop) => {
    const attempts: ReadonlyArray<Received> = await sink.attempts()
    const unverified = attempts.find(({ verified }) => !verified)
    if (unverified !== undefined) throw new Error(`the ERP did not verify ${JSON.stringify(unverified)}`)
    return attempts
      .filter(({ accessId, data, stored }) => stored && accessId === as.accessId && [data.orderNumber, data.asnNumber].includes(number))
      .map(({ data }) => data)
  }
  const callOnce: ErpFixture["callOnce"] = async (method, content, as = shop) =>
    (await call({ ...as, url: `${home.url}/warehouse`, method, content })).json
  return {
    sink,
    home,
    callOnce,
    call: async (method, content, as) => {
      const end = Date.now() + settledWithin
      for (;;) {
        const answer = await callOnce(method, content, as)
        if (!isDoubtful(answer) || Date.now() > end) return answer
        await new Promise((resolve) => setTimeout(resolve, 300))
      }
    },
    callBriefly: async (method, content, timeoutMs) => {
      await call({ ...shop, url: `${home.url}/warehouse`, method, content, timeoutMs }).catch(() => undefined)
    },
    pushed,
    pushedOnce: (number, fits, as) =>
      eventually(async () => {
        const all = await pushed(number, as)
        return all.some(fits) ? all : undefined
      }, { what: `a push about ${number}` }),
    stop: async () => {
      await sink.stop()
      folder.remove()
      home.remove()
    }
  }
}

/** A complete outbound order of document 1. */
export const orderOf = (
  orderNumber: string,
  lines: Readonly<Record<string, number>> = { "SKU-1": 3 },
  changed: Readonly<Record<string, unknown>> = {}
) => ({
  orderNumber,
  onlineOrderId: `WEB-${orderNumber}`,
  shopName: "Corner shop",
  warehouseCode: warehouse,
  logisticsCode: "DHL-STD",
  platform: "web",
  freight: 4.5,
  codEnabled: 0,
  receiver: {
    name: "Jane Planted",
    phone: "+49 30 901820",
    email: "jane@example.invalid",
    country: "DE",
    state: "BE",
    city: "Berlin",
    address1: "Planted Street 1",
    address2: "Backyard",
    postalCode: "10115"
  },
  skuList: Object.entries(lines).map(([sku, quantity]) => ({ sku, erpSku: sku, name: `Item ${sku}`, quantity: String(quantity), amount: 19.9 })),
  ...changed
})

export const asnOf = (asnNumber: string, lines: Readonly<Record<string, number>>) => ({
  asnNumber,
  warehouseCode: warehouse,
  type: "PURCHASE",
  skuList: Object.entries(lines).map(([sku, quantity]) => ({ sku, name: `Item ${sku}`, quantity }))
})

/** On a busy machine, Tryton may need longer for a create than the ERP's deadline (milliseconds). */
const settledWithin = 90_000

/** Whether the response says that the outcome of the call is not known yet. */
export const isDoubtful = (answer: Known): boolean => String(answer?.message).startsWith("DOUBTFUL: ")

/** Whether `success` is true, as a boolean or as text. */
export const isSuccess = (answer: Known): boolean => answer?.success === true || answer?.success === "true"

/** Long enough for several polls. */
export const polls = (count: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, count * 600))
