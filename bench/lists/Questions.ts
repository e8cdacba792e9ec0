/**
 * What the lists of the admin API are asked for among many orders: each list alone, by each of its filters, and deep.
 */
import { links, skus } from "./Rows.ts"

export interface Question {
  readonly name: string
  readonly path: string
  /** Of a POST. */
  readonly payload?: unknown
  /** Asked by an account that is limited to the link of a shop. */
  readonly isLimited?: boolean
}

const day = 86_400_000
const sku = `SKU-${100_000 + skus / 2}`

const ofOrders = (orders: number, now: number): ReadonlyArray<readonly [name: string, query: Readonly<Record<string, string>>]> => {
  const iso = (ago: number) => new Date(now - ago * day).toISOString()
  return [
    ["the newest", {}],
    ["of shops", { kind: "platform_order" }],
    ["of shops, counted", { kind: "platform_order", total: "true" }],
    ["all, counted", { total: "true" }],
    ["a rare kind", { kind: "inbound" }],
    ["a rare kind, counted", { kind: "inbound", total: "true" }],
    ["a kind that none has", { kind: "erp_move" }],
    ["a link with few", { link: links.other }],
    ["a link with many", { link: links.north }],
    ["a common phase", { phase: "shipped" }],
    ["a rare phase", { phase: "failed" }],
    ["a phase that none has", { phase: "delivered" }],
    ["open", { open: "true" }],
    ["closed", { open: "false" }],
    ["to look at", { toLookAt: "true" }],
    ...["held", "waiting", "deciding", "inDoubt", "placed", "shipped", "refused"].map((state) => [`state ${state}`, { state }] as const),
    ["state shipped, counted", { state: "shipped", total: "true" }],
    ["held for stock, counted", { cause: "stock", total: "true" }],
    ["a warehouse", { warehouse: "north" }],
    ["a span of time", { since: iso(12), until: iso(11) }],
    ["of shops, a span of time", { kind: "platform_order", since: iso(12), until: iso(11) }],
    ["a number", { q: `S${Math.floor(orders / 4) * 2}` }],
    ["beginning of many numbers", { q: "S1", total: "true" }]
  ]
}

/** A later page begins where the first one ended, and `{page}` stands for its cursor. */
export const all = (orders: number, now: number): ReadonlyArray<Question> => {
  const asked = (group: string, path: string) => ([name, query]: readonly [name: string, query: Readonly<Record<string, string>>]): Question => ({ name: `${group}: ${name}`, path: `${path}?${new URLSearchParams(query)}` })
  const shopOrder = `S${Math.floor(orders / 4) * 2}`
  return [
    ...ofOrders(orders, now).map(asked("orders.list", "/orders")),
    ...([["a limited account", {}], ["a limited account, of shops", { kind: "platform_order" }]] as const).map(asked("orders.list", "/orders")).map((one) => ({ ...one, isLimited: true })),
    { name: "orders.show", path: `/orders/${shopOrder}` },
    ...([["all", {}], ["dead", { dead: "true" }], ["a state", { state: "Delivered" }], ["a connection", { connection: "erp" }], ["a cause", { cause: "Rejected" }]] as const).map(asked("deliveries.list", "/deliveries")),
    { name: "deliveries.causes", path: "/deliveries/causes" },
    ...([["all", {}], ["a number", { number: "P777" }], ["a scope", { scope: "north" }], ["refused", { refused: "true" }], ["a code", { code: "TransportFailed" }], ["an operation", { operation: "createOutboundOrder" }], ["served, the oldest", { direction: "in", order: "oldest" }], ["none", { code: "NO_SUCH" }]] as const).map(asked("calls.list", "/calls")),
    { name: "calls.counts: an hour", path: "/calls/counts" },
    ...([["waiting", {}], ["any", { state: "any" }], ["in doubt", { state: "Doubtful" }], ["refused", { state: "Dead" }], ["a connection", { state: "any", connection: "north" }]] as const).map(asked("intents.list", "/intents")),
    { name: "intents.causes", path: "/intents/causes" },
    { name: "desk.list", path: "/desk" },
    { name: "desk.causes", path: "/desk/causes" },
    ...["15m", "1h", "24h", "7d"].map((span) => ({ name: `flow.show: ${span}`, path: `/flow?span=${span}` })),
    { name: "flow.show: 7d, a limited account", path: "/flow?span=7d", isLimited: true },
    ...([["a number", { q: shopOrder }], ["a beginning of many", { q: "S12" }], ["nothing", { q: "nobody-has-this" }]] as const).map(asked("search.find", "/search")),
    { name: "search.find: a beginning of many, a limited account", path: "/search?q=S12", isLimited: true },
    { name: "search.many: 200", path: "/search/many", payload: { numbers: Array.from({ length: 200 }, (_, at) => `P${at * 11 + 1}`) } },
    ...["drift", "refused"].map((name) => ({ name: `stock.${name}`, path: `/stock/${name}` })),
    ...["told", "reserved", "needed"].map((name) => ({ name: `stock.${name}`, path: `/stock/${name}?sku=${sku}` })),
    { name: "books.stock", path: "/connections/books/stock" },
    { name: "books.movements", path: "/connections/books/movements" },
    { name: "books.movements: a SKU", path: "/connections/books/movements?sku=SKU-100007" },
    ...([["all", {}], ["a person", { who: "person 3" }], ["an operation", { operation: "desk.hold" }], ["an order", { subject: "S500" }], ["an operation that none was", { operation: "people.remove" }]] as const).map(asked("audit.list", "/audit")),
    { name: "maps.list: SKUs", path: `/maps?link=${links.north}&kind=sku` },
    { name: "maps.list: a part of a name that few have", path: `/maps?link=${links.north}&q=19999` },
    { name: "maps.unmatched", path: `/maps/unmatched?link=${links.north}` },
    { name: "connections: a limited account", path: "/connections", isLimited: true },
    ...["/connections", "/links", "/nodes", "/runner", "/drift", "/findings", "/people", "/compare", "/plugins"].map((path) => ({ name: path.slice(1), path }))
  ]
}
