/**
 * Two merchants, A and B, who share a warehouse, a platform, the books, numbers and SKUs: what each has in the runner, what is stored of
 * one of them, and how it is removed. Each also has records under numbers that only he has. Every text of one has his mark.
 */
import type { AnyPlugin } from "@crossdock/config"
import { OutboundOrder, Transport, WarehouseV1 } from "@crossdock/core"
import { ledger } from "@crossdock/erp-ledger"
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { CallLog } from "../../src/calls/CallLog.ts"
import { Connections } from "../../src/connection/Connections.ts"
import * as OnBehalfOf from "../../src/connection/OnBehalfOf.ts"
import { Dispatch } from "../../src/contracts/warehouse/Dispatch.ts"
import { Reports } from "../../src/contracts/warehouse/Reports.ts"
import { IncomingEvents } from "../../src/records/IncomingEvents.ts"
import { Database, type Row } from "../../src/store/Database.ts"
import * as DeskWorld from "./DeskWorld.ts"
import * as FakeShop from "./FakeShop.ts"
import * as Orders from "./Orders.ts"
import * as SharedShop from "./SharedShop.ts"
import { during, nothingOwed, type Options } from "./World.ts"

export type Merchant = "A" | "B"

export const mark = (merchant: Merchant): string => `MARK-${merchant}`
export const linksOf = (merchant: Merchant) => ({ warehouse: `warehouse:w${merchant}`, shop: `platform:p${merchant}:fake:${merchant === "A" ? 1 : 2}:O${merchant}` }) as const
/** The link of the warehouse at which the desk places the orders of both. */
export const sharedLink = "warehouse:wS"

/** The composition, with stock for one piece of each order but of those that lack it. */
export const options = (shops: SharedShop.SharedShop): Options => ({
  plugins: [shops.plugin, ledger as unknown as AnyPlugin],
  connections: [
    { id: "shops", plugin: shops.plugin.id },
    {
      id: "ledger",
      plugin: "erp-ledger",
      settings: {
        products: ["SKU-1", "SKU-2"].map((sku) => ({ sku, name: sku })),
        warehouses: [{ id: "1", name: "North", code: "WH-1" }],
        openingStock: [{ warehouse: "North", sku: "SKU-1", quantity: 50, purchasePrice: "1.00", currency: "EUR" }],
        allWarehouses: true
      }
    }
  ],
  links: [
    { id: "wA", prefix: "A-" },
    { id: "wB", prefix: "B-" },
    { id: "wS", prefix: "S-", copyTo: ["ledger"], warehouseNames: { North: "WH-1" } },
    { protocol: "platform", peer: "shops", id: "pA", shop: { platform: "fake", shopId: "1", onlineShopId: "OA" } },
    { protocol: "platform", peer: "shops", id: "pB", shop: { platform: "fake", shopId: "2", onlineShopId: "OB" } }
  ],
  desk: { books: "ledger", rules: [{ name: "all", place: { at: [{ link: "wS", warehouse: "North" }] } }] }
})

const shipped = (connection: string, number: string, trackingNumber: string) =>
  Effect.flatMap(Reports, (reports) =>
    during(reports.take(connection, {
      _tag: "OutboundStatusChanged",
      status: { orderNumber: OutboundOrder.OrderNumber.make(number), phase: "shipped", status: "GONE", trackingNumber }
    }, "raw")))

const message = (body: object): Pick<Transport.Request, "body" | "headers"> => ({ headers: [["content-type", "application/json"]], body: JSON.stringify(body) })

/** A call that the log keeps, with a request and an answer. */
const logged = Effect.fnUntraced(function*(call: { readonly direction: "in" | "out"; readonly scope: string; readonly onBehalfOf?: string; readonly operation: string; readonly asked: object; readonly answered: object; readonly code?: string }) {
  const at = yield* Clock.currentTimeMillis
  const { answered, asked, code = "OK", ...more } = call
  ;(yield* CallLog).record({
    ...more, at, millis: 5, protocol: "warehouse", code, status: 200, about: [asked, answered],
    request: { ...message(asked), method: "POST", url: new URL("https://peer.example/") },
    response: { ...message(answered), status: 200 }
  })
  yield* (yield* CallLog).flush
})

/** The numbers that only one of them has. */
export const ownOf = (merchant: Merchant) => ({
  order: `SO-${merchant}-ONLY`, asn: `ASN-${merchant}-ONLY`, shopOrder: `${merchant}-ONLY`, heldOrder: `${merchant}-HELD`, tracking: `TRACK-${merchant}`, sku: `SKU-${mark(merchant)}`
}) as const

/** Puts into the runner what a merchant has. */
export const stage = Effect.fnUntraced(function*(merchant: Merchant) {
  const connections = yield* Connections
  const dispatch = yield* Dispatch
  const events = yield* IncomingEvents
  const db = yield* Database
  const own = ownOf(merchant)
  const { shop, warehouse } = linksOf(merchant)
  const link = connections.linkOf(warehouse)!
  const ask = <O extends WarehouseV1.AnyOperation>(operation: O, payload: O["payload"]["Type"]) => OnBehalfOf.link(warehouse, during(dispatch.call(link, operation, payload, "")))
  for (const number of ["SO-1", "SO-2", own.order]) yield* ask(WarehouseV1.CreateOutboundOrder, Orders.order(number, { shopName: mark(merchant) }))
  for (const number of ["ASN-1", own.asn]) yield* ask(WarehouseV1.CreateInboundOrder, Orders.asn(number))
  yield* shipped("wh", `${merchant}-SO-1`, "TRACK-SHARED")
  yield* shipped("wh", `${merchant}-${own.order}`, own.tracking)
  yield* nothingOwed

  const onlineShopId = merchant === "A" ? "OA" : "OB"
  for (const [number, sku] of [["1001", "SKU-1"], ["1002", "SKU-2"], [own.shopOrder, "SKU-1"], [own.heldOrder, "SKU-2"]] as const) {
    const order = FakeShop.order(number, 1_700_000_000_000, {
      shopId: merchant === "A" ? "1" : "2", onlineShopId, createdAt: DateTime.makeUnsafe(1_700_000_000_000), ...DeskWorld.order({ [sku]: 1 }),
      receiver: { name: Redacted.make(`Ada ${mark(merchant)}`), country: "NL", city: "Amsterdam", address1: Redacted.make("Singel 1"), postalCode: Redacted.make("1012 AA") },
      raw: Redacted.make(JSON.stringify({ of: mark(merchant) }))
    })
    yield* during(events.take("shops", { _tag: "OrderPushed", order } as never, "a message"))
  }
  yield* DeskWorld.settle

  // What takes days, or what a peer has to do wrong.
  const now = yield* Clock.currentTimeMillis
  const word = mark(merchant)
  yield* db.query(`update intent set state = 'Doubtful', due_at = 9000000000000 where scope = $1 and entity in (select id from entity where scope = $1 and number = 'SO-2')`, [warehouse])
  yield* db.query(`update delivery set state = 'Dead', attempt = 3, cause = $2, due_at = 9000000000000 where scope = $1 and entity like '%ONLY'`, [warehouse, `the ERP refused ${word}`])
  yield* db.query("insert into attempt (subject, number, kind, at, took, outcome, detail) select id, 1, 'push', $2, 3, 'failed', $3 from delivery where scope = $1", [warehouse, now, word])
  yield* db.query("update desk_order set because = $2 where state = 'held' and entity in (select id from entity where scope = $1)", [shop, `it lacks a piece of ${word}`])
  for (const [kind, ours, theirs] of [["sku", "SKU-1", `${merchant}-SKU-1`], ["sku", own.sku, `${merchant}-${word}`], ["warehouse", "North", `WH-${word}`]] as const) {
    yield* db.query("insert into mapping (scope, kind, ours, theirs, source, updated_at) values ($1, $2, $3, $4, 'person', $5)", [warehouse, kind, ours, theirs, now])
  }
  for (const kind of ["sku", "warehouse"]) yield* db.query("insert into unmatched (scope, kind, name, times, first_at, last_at) values ($1, $2, $3, 4, $4, $4)", [warehouse, kind, `SKU-1 ${word}`, now])
  yield* db.query("insert into stock_drift (scope, warehouse, sku, figure, books, theirs, since, checked_at) values ($1, 'North', 'SKU-1', 'total', '5', '7', $2, $2), ($1, 'North', $3, 'total', '5', '7', $2, $2)", [warehouse, now, own.sku])
  yield* db.query("insert into published_stock (scope, product_id, variant_id, sku, tried, tried_at, because, is_refused) values ($1, 'I-1', '', 'SKU-1', '[]', $2, $3, 1)", [shop, now, word])
  yield* db.query("insert into untaken_order (scope, kind, number, times, first_at, last_at) values ($1, 'refused', $2, 2, $3, $3)", [shop, `U-${word}`, now])

  const other = merchant === "A" ? "B" : "A"
  yield* logged({ direction: "in", scope: warehouse, operation: "createOutboundOrder", asked: { orderNumber: "SO-1", of: word }, answered: { ok: true, of: word } })
  yield* logged({ direction: "in", scope: warehouse, operation: "getOutboundOrders", asked: { orderNumber: own.order }, answered: { of: word }, code: "ORDER_UNKNOWN" })
  yield* logged({ direction: "out", scope: "wh", onBehalfOf: warehouse, operation: "createOutboundOrder", asked: { orderNumber: `${merchant}-SO-1`, of: word }, answered: { of: word } })
  // What the shared warehouse answers to one is about both.
  yield* logged({ direction: "out", scope: "wh", onBehalfOf: warehouse, operation: "getOutboundOrders", asked: {}, answered: { orderNumber: [`A-SO-1`, `${other}-${ownOf(other).order}`], of: mark(other) } })
})

/** SQL: the ids of all rows of a merchant's orders, also of those at the link that the desk uses. `$1` and `$2` are his links. */
const entities = `(select id from entity where scope in ($1, $2) union select p.record from desk_part p join entity o on o.id = p.entity where o.scope = $2 and p.record is not null)`
const deliveries = `(scope in ($1, $2) or entity in (select e.scope || ' ' || e.kind || ':' || e.number from entity e where e.id in ${entities}))`
const calls = `(scope in ($1, $2) or on_behalf_of in ($1, $2))`

/** The rows of a merchant, by table: how they are found. In the order in which they are removed. */
const rows: ReadonlyArray<readonly [table: string, condition: string]> = [
  ["attempt", `(subject in (select id from delivery where ${deliveries}) or subject in (select id from intent where entity in ${entities}))`],
  ["delivery_content", `seq in (select seq from delivery where ${deliveries})`],
  ["delivery", deliveries],
  ["call_number", `call_id in (select id from call where ${calls})`],
  ["call", calls],
  ["history", `first_id in ${entities}`],
  ["intent_content", `entity in ${entities}`],
  ["intent", `entity in ${entities}`],
  ...["parcel", "inbound_line", "platform_order"].map((table) => [table, `entity in ${entities}`] as const),
  ["desk_parcel", `entity in ${entities}`],
  ["desk_need", `entity in ${entities}`],
  ["desk_order", `entity in ${entities}`],
  ...["call_count", "call_point", "mapping", "unmatched", "stock_drift", "published_stock", "untaken_order", "shop_state"].map((table) => [table, "scope in ($1, $2)"] as const)
]

const found = (text: string, merchant: Merchant) => {
  const { shop, warehouse } = linksOf(merchant)
  return Effect.flatMap(Database, (db) => db.query(text, text.includes("$1") ? [warehouse, shop] : []))
}

/** All that is stored of a merchant, as one text. */
export const storedOf = (merchant: Merchant) =>
  Effect.map(
    Effect.forEach([...rows, ["desk_part", `entity in ${entities}`], ["entity", `id in ${entities}`]] as const, ([table, condition]) =>
      Effect.map(found(`select /* of a merchant */ * from ${table} where ${condition}`, merchant), (all: ReadonlyArray<Row>) => [table, all.map((row) => JSON.stringify(row)).toSorted()] as const)),
    (all) => all
  )

/** Removes all that is stored of a merchant, as if he had never been. */
export const remove = Effect.fnUntraced(function*(merchant: Merchant) {
  const ids = (yield* found(`select /* of a merchant */ id from entity where id in ${entities}`, merchant)).map(({ id }) => Number(id))
  for (const [table, condition] of rows) yield* found(`delete /* of a merchant */ from ${table} where ${condition}`, merchant)
  const db = yield* Database
  for (const id of ids) {
    yield* db.query("delete from desk_part where entity = $1", [id])
    yield* db.query("delete from entity where id = $1", [id])
  }
})
