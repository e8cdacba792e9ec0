/**
 * A world with an order desk: a shop in memory, two warehouses in memory, and the books of `@crossdock/erp-ledger`.
 */
import type { AnyPlugin, Desk as Written, DeskRule } from "@crossdock/config"
import { BooksV1 } from "@crossdock/books"
import { Decimal, ErpV1, OutboundOrder, Quantity, Sku } from "@crossdock/core"
import { ledger } from "@crossdock/erp-ledger"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { Connections } from "../../src/connection/Connections.ts"
import * as OrderSync from "../../src/contracts/platform/OrderSync.ts"
import { Events } from "../../src/contracts/warehouse/Events.ts"
import { Desk } from "../../src/desk/Desk.ts"
import { Database } from "../../src/store/Database.ts"
import * as FakeShop from "./FakeShop.ts"
import { during, nothingOwed, type Options, pass, until } from "./World.ts"

export const north = { link: "acc-1", warehouse: "North" } as const
export const south = { link: "acc-2", warehouse: "South" } as const

/** Ships from the north if it has everything, otherwise from both. */
export const usual: ReadonlyArray<DeskRule> = [{ name: "all", place: { at: [north, south], split: true } }]

/** Pieces by warehouse and SKU. */
export type Stock = Readonly<Record<"North" | "South", Readonly<Record<string, number>>>>

export const options = (shop: FakeShop.Shop, stock: Partial<Stock>, { desk, rules = usual, ...more }: Options & { readonly rules?: ReadonlyArray<DeskRule> } = {}): Options => {
  const openingStock = Object.entries(stock).flatMap(([warehouse, bySku]) =>
    Object.entries(bySku).filter(([, quantity]) => quantity > 0).map(([sku, quantity]) => ({ warehouse, sku, quantity, purchasePrice: "1.00", currency: "EUR" })))
  return {
    ...more,
    plugins: [shop.plugin, ledger as unknown as AnyPlugin, ...(more.plugins ?? [])],
    connections: [
      { id: "shop", plugin: shop.plugin.id },
      { id: "wh-2", plugin: "warehouse-fake" },
      {
        id: "ledger",
        plugin: "erp-ledger",
        settings: { products: [...new Set(openingStock.map(({ sku }) => sku))].map((sku) => ({ sku, name: sku })), warehouses: [{ id: "1", name: "North", code: "WH-1" }, { id: "2", name: "South", code: "WH-2" }], openingStock, allWarehouses: true }
      }
    ],
    links: [
      { copyTo: ["ledger"], warehouseNames: { North: "WH-1" } },
      { peer: "wh-2", id: "acc-2", copyTo: ["ledger"], warehouseNames: { South: "WH-2" } },
      { protocol: "platform", peer: "shop", id: "acc-9", shop: { platform: "fake", shopId: "1" } }
    ],
    desk: desk ?? { books: "ledger", rules } satisfies Written
  }
}

export type Order = Partial<FakeShop.Order>

/** A paid order with pieces of SKUs, one line for each. */
export const order = (pieces: Readonly<Record<string, number>>, more: Order = {}): Order => ({
  receiver: { name: Redacted.make("Ada Example"), country: "NL", city: "Amsterdam", address1: Redacted.make("Singel 1"), postalCode: Redacted.make("1012 AA") },
  lines: Object.entries(pieces).map(([sku, quantity], at) => ({
    lineId: `L-${at + 1}`,
    productId: `P-${sku}`,
    sku,
    title: `Article ${sku}`,
    quantity: Quantity.of(quantity),
    currency: "EUR",
    price: Decimal.fromText("2.50")!
  })),
  ...more
})

/** Reads what changed at the shop. */
export const sync = Effect.flatMap(Connections, (connections) => during(OrderSync.round(connections.linkOf(FakeShop.scope)!)))

/** Does what the desk has to do now. */
export const round = Effect.flatMap(Desk, (desk) => during(desk.round))

/** Nothing is being sent, and the books know of everything. */
export const settled = Effect.andThen(
  until(Effect.flatMap(Database, (db) => Effect.map(db.query("select state from intent where state in ('Pending', 'InFlight')"), (rows) => rows.length === 0))),
  nothingOwed
)

/** Lets the desk and everything else work until nothing is due. */
export const settle = Effect.gen(function*() {
  for (let times = 0; times < 3; times++) {
    yield* round
    yield* settled
  }
})

/** The buyer orders, and the desk does its work. */
export const buy = (shop: FakeShop.Shop, number: string, what: Order) => Effect.andThen(shop.change(number, what), Effect.andThen(sync, settle))

/** Lets a time pass, and the desk do what is due then. */
export const later = (millis: number) => Effect.andThen(pass(millis, Math.max(1000, Math.ceil(millis / 60))), settle)

/** What a warehouse reports, on the link of one place. */
export const reported = (place: { readonly link: string }, number: string, status: Partial<OutboundOrder.OutboundReport> = {}) =>
  Effect.gen(function*() {
    const link = (yield* Connections).linkOf(`warehouse:${place.link}`)!
    const events = yield* Events
    yield* during(events.outbound({ scope: link.scope, link, who: "peer" }, {
      orderNumber: OutboundOrder.OrderNumber.make(number), phase: "shipped", status: "SHIPPED", carrierName: "Post", ...status
    }))
  })

/** The same, and the desk does what follows. */
export const report = (...what: Parameters<typeof reported>) => Effect.andThen(reported(...what), settle)

/** Contents of a parcel, by SKU. */
export const lines = (bySku: Readonly<Record<string, number>>) => Object.entries(bySku).map(([sku, pieces]) => ({ sku: Sku.Sku.make(sku), quantity: Quantity.of(pieces) }))

/** A part of an order has left, and more is to come. */
export const partly = (trackingNumber: string, bySku?: Readonly<Record<string, number>>): Partial<OutboundOrder.OutboundReport> =>
  ({ phase: "open", status: "PARTLY", trackingNumber, shippedAt: DateTime.makeUnsafe(1000), ...(bySku && { lines: lines(bySku) }) })

/** The notices of parcels that reached the shop: order, tracking number, carrier, and pieces of each line, unless these are all of the order. */
export const told = ({ notices, orders }: FakeShop.Shop) =>
  notices.map(({ lines: inside = [], onlineOrderId, providerCode, trackingNumber }) => {
    const all = orders.get(onlineOrderId)?.lines ?? []
    const isWhole = all.length === inside.length && all.every(({ lineId, quantity }) => inside.some((one) => one.lineId === lineId && Quantity.equals(one.quantity, quantity)))
    return [onlineOrderId, trackingNumber, providerCode, ...(isWhole ? [] : inside.map(({ lineId, quantity }) => `${Quantity.toNumber(quantity)} ${lineId}`))].join(" ")
  })

/** A person lets the desk go on with an order. */
export const release = (number: string) =>
  Effect.flatMap(Desk, (desk) => Effect.andThen(desk.release({ scope: FakeShop.scope, number, who: "Ada" }), settle))

/** What the history of an order of the shop alarms people about. */
export const alarms = (number: string) =>
  Effect.flatMap(Database, (db) =>
    Effect.map(
      db.query("select h.detail from history h join entity e on e.id = h.first_id where e.scope = $1 and e.number = $2 and h.what = 'alarm' order by h.at", [FakeShop.scope, number]),
      (rows) => rows.map(({ detail }) => String(detail))
    ))

/** Pieces that a count finds, as a person enters them into the books. */
export const found = (warehouseName: string, sku: string, pieces: number) =>
  during(Effect.flatMap(Connections, (connections) =>
    connections.invoke("ledger", BooksV1.EnterRecords, Schema.decodeSync(BooksV1.EnterRecords.payload)({
      records: [{ kind: "stockCorrection", id: `${warehouseName} ${sku} ${pieces}`, warehouseName, sku, change: String(pieces), reason: "found in a count" }]
    }))))

/** State, cause and reason of an order at the desk. */
export const stateOf = (number: string) =>
  Effect.flatMap(Database, (db) =>
    Effect.map(
      db.one("select o.state, o.cause, o.because from desk_order o join entity e on e.id = o.entity where e.number = $1", [number]),
      (row) => [row?.state, row?.cause ?? undefined, row?.because ?? undefined] as const
    ))

/** The parts of an order that were sent: number, warehouse and state. */
export const partsOf = (number: string) =>
  Effect.flatMap(Database, (db) =>
    Effect.map(
      db.query("select p.number, p.warehouse, p.state from desk_part p join entity e on e.id = p.entity where e.number = $1 and p.state <> 'unsent' order by p.number", [number]),
      (rows) => rows.map((row) => [row.number, row.warehouse, row.state].join(" "))
    ))

/** What the books have: total, available and reserved pieces, by warehouse and SKU. What is nowhere is left out. */
export const stock = Effect.gen(function*() {
  const { items } = yield* during(Effect.flatMap(Connections, (connections) => connections.invoke("ledger", ErpV1.ListStockBalances, { limit: 1000 })))
  return Object.fromEntries(items.map(({ available, reserved, sku, total, warehouseName }) =>
    [`${warehouseName} ${sku}`, [total, available, reserved!].map((figure) => Number(Decimal.toText(figure)))]))
})
