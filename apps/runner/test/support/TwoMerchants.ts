/**
 * Two merchants, A and B, who share a provider, a service with several shops, an ERP and its books, on a runner with real sockets. Each
 * calls with the clients of the protocols and with his own secrets alone. Every value that only A may see has `mark` in it.
 */
import { type AnyPlugin, type Composition, defineRunner, type Link } from "@crossdock/config"
import { Decimal, type ErpV1, type PlatformV1, Quantity, Transport, type WarehouseV1 } from "@crossdock/core"
import { Client as OpenApi, Profile as OpenApiProfile } from "@crossdock/protocols/erp-open-api"
import { Client as Gateway, Profile as GatewayProfile } from "@crossdock/protocols/gateway"
import { Client as Platform, Profile as PlatformProfile } from "@crossdock/protocols/platform-envelope"
import { Client as Warehouse, Profile as WarehouseProfile } from "@crossdock/protocols/warehouse-envelope"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Struct from "effect/Struct"
import type { IncomingEvents } from "../../src/records/IncomingEvents.ts"
import { Database } from "../../src/store/Database.ts"
import * as FakeBooks from "./FakeBooks.ts"
import { type Live, soon } from "./Live.ts"
import * as Peers from "./Peers.ts"
import * as SharedShop from "./SharedShop.ts"

/** What no answer to B may contain. */
export const mark = "SECRET-OF-A"

export type Merchant = "A" | "B"

/** The names by which the two are known: their shops, warehouses in the books, and marketplaces. */
export const shopOf = { A: { platform: "fake", shopId: "1", onlineShopId: "OA" }, B: { platform: "fake", shopId: "2", onlineShopId: "OB" } } as const
export const placeOf = { A: "North", B: "South" } as const
export const marketOf = { A: "Market A", B: "Market B" } as const

export const secretOf = (merchant: Merchant, door: string): string => `secret-${merchant}-${door}-0123456789`

const linksOf = (merchant: Merchant): ReadonlyArray<Link> => [
  {
    erp: "erp", peer: "provider", protocol: "warehouse", id: `w${merchant}`, secretKey: secretOf(merchant, "warehouse"), prefix: `${merchant}-`,
    furtherCallers: [{ protocol: "gateway", id: `g${merchant}`, secretKey: secretOf(merchant, "gateway"), warehouseKey: `key-${merchant}` }]
  },
  { erp: "erp", peer: "shops", protocol: "platform", id: `p${merchant}`, secretKey: secretOf(merchant, "platform"), shop: { ...shopOf[merchant], code: `code-of-${merchant}-0123456789` } },
  {
    erp: "books", protocol: "open-api", id: `o${merchant}`, secretKey: secretOf(merchant, "open-api"),
    scope: { warehouses: [placeOf[merchant]], shops: [marketOf[merchant]] }
  }
]

const receiverOf = (merchant: Merchant) =>
  ({ extraType: merchant, accessId: `r${merchant}`, secretKey: secretOf(merchant, "receiver"), shop: { platform: "fake", shopId: shopOf[merchant].shopId } }) as const

export const world = () => {
  const warehouse = Peers.warehouse()
  const erp = Peers.erp()
  const books = FakeBooks.books({ numbersPages: true })
  const shops = SharedShop.shops()
  const composition: Composition = defineRunner<ReadonlyArray<AnyPlugin>>({
    plugins: [warehouse.plugin, erp.plugin, books.plugin, shops.plugin],
    connections: [
      { id: "provider", plugin: "warehouse-fake", callsPerSecond: 1000, settings: {} },
      { id: "erp", plugin: "erp-fake", settings: {} },
      { id: "books", plugin: books.plugin.id, callsPerSecond: 1000, visibilityDelay: "200 millis", settings: {} },
      { id: "shops", plugin: shops.plugin.id, callsPerSecond: 1000, settings: {} }
    ],
    links: [...linksOf("A"), ...linksOf("B")],
    receivers: [receiverOf("A"), receiverOf("B")],
    server: { openApiRate: "none" }
  })
  return { warehouse, erp, books, shops, composition }
}

export type World = ReturnType<typeof world>

type Handler = (payload: any) => Effect.Effect<unknown, unknown>
type Handlers = Readonly<Record<string, Handler>>

/** A call, as it went over the wire. */
export interface Called {
  readonly outcome: "success" | "failure"
  /** The decoded answer, or the reason of the failure. */
  readonly value: unknown
  /** What the runner answered, as text; "" if the client sent nothing. */
  readonly text: string
}

/** The clients of one merchant by document. */
export interface Callers {
  readonly warehouse: Handlers
  readonly gateway: Handlers
  readonly platform: Handlers
  readonly erp: Handlers
}

export type Document = keyof Callers

/** Makes the clients of a merchant. `answers` gets the text of each answer. */
export const callersOf = (w: Pick<Live, "call" | "port">, merchant: Merchant, answers: Array<string>, theirs: { readonly warehouseKey?: string; readonly secrets?: (door: string) => string } = {}) => {
  const base = `http://127.0.0.1:${w.port}`
  const transport = Transport.Transport.of({
    send: ({ body, bytes, headers, method, url }) =>
      Effect.map(w.call({ method, path: `${url.pathname}${url.search}`, headers: Object.fromEntries(headers), body: bytes === undefined ? body : Buffer.from(bytes) }), (answer) => {
        answers.push(answer.text)
        return { status: answer.status, headers: [["content-type", String(answer.headers["content-type"])] as const], body: answer.text }
      })
  })
  const secret = (door: string) => Redacted.make((theirs.secrets ?? ((named: string) => secretOf(merchant, named)))(door))
  const timeZone = "UTC+8"
  return Effect.gen(function*() {
    const warehouse = yield* Warehouse.make({ serviceUrl: new URL(`${base}/warehouse`), accessId: `w${merchant}`, secretKey: secret("warehouse"), profile: WarehouseProfile.defaults, timeZone })
    const gateway = yield* Gateway.make({
      baseUrl: new URL(base), appKey: `g${merchant}`, appSecret: secret("gateway"), warehouseKey: theirs.warehouseKey ?? `key-${merchant}`, warehouseType: "any", profile: GatewayProfile.defaults, timeZone
    })
    const platform = yield* Platform.make({ serviceUrl: new URL(base), accessId: `p${merchant}`, secretKey: secret("platform"), ...shopOf[merchant], customerId: "1", profile: PlatformProfile.defaults, timeZone })
    const erp = yield* OpenApi.make({ baseUrl: new URL(base), appId: `o${merchant}`, appSecret: secret("open-api"), profile: OpenApiProfile.defaults, timeZone, rate: "none" })
    return { warehouse, gateway, platform: platform.handlers(), tokens: platform, erp } as unknown as Callers & { readonly tokens: Platform.Client }
  }).pipe(Effect.provideService(Transport.Transport, transport))
}

/** Calls an operation and keeps all that came back. */
export const called = (answers: Array<string>, work: Effect.Effect<unknown, unknown>): Effect.Effect<Called> =>
  Effect.suspend(() => {
    const before = answers.length
    return Effect.map(Effect.result(work), (result) => ({
      outcome: result._tag === "Success" ? "success" as const : "failure" as const,
      value: result._tag === "Success" ? result.success : result.failure,
      text: answers.slice(before).join("\n")
    }))
  })

/** The tables whose rows belong to a link, and how a row of it is found. */
const tables = ["entity", "delivery", "shop_state", "issued_token", "order_reread", "mapping"]

const ofA = (scope: string): boolean => /^(warehouse|gateway):[wg]A|^platform:pA|^open-api:oA|^receiver:A/.test(scope)

/** All that is stored of A. */
export const stored: Effect.Effect<string, never, Database> = Effect.orDie(Effect.gen(function*() {
  const db = yield* Database
  const found: Array<unknown> = []
  for (const table of tables) {
    const rows = yield* db.query(`select * from ${table}`)
    found.push(table, rows.filter((row) => ofA(String(row.scope ?? ""))).map((row) => JSON.stringify(row)).toSorted())
  }
  const intents = yield* db.query("select i.* from intent i")
  found.push(intents.filter((row) => ofA(String(row.scope))).map((row) => JSON.stringify(row)).toSorted())
  return JSON.stringify(found)
}))

/** All that the peers have of A. */
export const atPeers = ({ books, shops, warehouse }: World): string =>
  JSON.stringify([
    warehouse.orders.filter(({ orderNumber }) => orderNumber.startsWith("A-")).map(Struct.omit(["order"])),
    warehouse.asns.filter(({ asnNumber }) => asnNumber.startsWith("A-")).map(({ asnNumber, phase }) => [asnNumber, phase]),
    warehouse.products.filter((sku) => sku.startsWith("A-")),
    shops.shipments.filter(({ onlineOrderId }) => onlineOrderId.startsWith("A-")),
    shops.stock.filter((set) => set.startsWith("I-A")),
    [books.orders, books.movements, books.balances, books.transfers].map((records) => JSON.stringify(records.filter((record) => record.warehouseName === placeOf.A), (_, value) => typeof value === "bigint" ? String(value) : value))
  ])

/** Everything that is owed has been sent. */
export const settled = Effect.flatMap(Database, (db) =>
  soon(Effect.map(db.query("select id from delivery where state in ('Pending', 'InFlight')"), (rows) => rows.length === 0)))

const figure = (value: number) => Decimal.fromText(String(value))!

/** Records of a warehouse that nothing in the fake books creates. */
const recordsAt = (warehouseName: string, word: string) => {
  const at = { createdAt: DateTime.makeUnsafe(1_700_000_000_000) }
  const sku = `SKU-${word}`
  return {
    listReceivedBatches: { batchNo: word, asnNumber: "ASN7", warehouseName, receivedAt: at.createdAt, received: figure(1), skuCount: figure(1), lines: [] },
    listAssemblyOrders: { assemblyNumber: word, warehouseName, status: "NEW", ...at, lines: [] },
    listSplitOrders: { splitNumber: word, warehouseName, status: "NEW", ...at, lines: [] },
    listStorageLocationStock: { sku, warehouseName, locationCode: word, total: figure(3), available: figure(3) },
    listBatchStock: { sku, warehouseName, locationCode: word, batchNo: word, total: figure(3), available: figure(3) }
  } as const
}

/** Puts what both have into the books. */
export const fillBooks = ({ books }: World): void => {
  const [ofA, ofB] = [recordsAt("North", mark), recordsAt("South", "B")]
  for (const operation of Object.keys(ofA) as ReadonlyArray<keyof typeof ofA>) books.listed.set(operation, [ofA[operation], ofB[operation]])
  books.balance("North", `SKU-${mark}`, 5)
  books.balance("South", "SKU-B", 5)
  books.article(marketOf.A, `WAREHOUSE-${mark}`)
  books.article(marketOf.B, "WAREHOUSE-B")
}

export const pieces = Quantity.of
export type Services = Database | IncomingEvents
export type Operations = WarehouseV1.OperationName | PlatformV1.OperationName | ErpV1.OperationName
