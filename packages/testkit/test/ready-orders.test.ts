/**
 * The laws of listOutboundOrders over an ERP in memory that is right, and over ones that are wrong in one way each.
 */
import { ErpV1, OutboundOrder, Quantity, type ReadyOrder } from "@crossdock/core"
import * as Sku from "@crossdock/core/model/Sku"
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { assert, describe, it } from "vitest"
import * as Conformance from "../src/erp/ErpConformance.ts"

type Ready = ReadyOrder.ReadyOrder
type Query = typeof ErpV1.ListOutboundOrders.payload.Type
type Page = typeof ErpV1.ListOutboundOrders.success.Type

/** What can be wrong with the ERP or its plugin. */
interface Wrong {
  readonly list?: (right: (query: Query) => Page, orders: ReadonlyMap<string, Ready>) => (query: Query) => Page
  /** What a change or a cancel makes of a record. */
  readonly changed?: (before: Ready, after: Ready) => Ready
}

const push = { prepare: () => Result.succeed({ content: "{}" }), deliver: () => Effect.succeed({}) }

const isIn = ({ updatedAt }: Ready, { updatedFrom, updatedTo }: Query) =>
  DateTime.isGreaterThanOrEqualTo(updatedAt, updatedFrom!) && DateTime.isLessThan(updatedAt, updatedTo!)

const listOf = (orders: ReadonlyMap<string, Ready>) => (query: Query): Page => {
  const found = [...orders.values()].filter((each) => query.orderNumber === undefined ? isIn(each, query) : each.order.orderNumber === query.orderNumber)
    .toSorted((a, b) => DateTime.toEpochMillis(a.updatedAt) - DateTime.toEpochMillis(b.updatedAt))
  const end = Number(query.cursor ?? 0) + query.limit
  return { items: found.slice(end - query.limit, end), ...(end < found.length && { nextCursor: String(end) }) }
}

const orderOf = (number: string): Ready["order"] => ({
  orderNumber: OutboundOrder.OrderNumber.make(number),
  onlineOrderId: number,
  shopName: "Shop",
  paymentMethod: "online",
  receiver: { name: Redacted.make("Ada"), country: "NL", address1: Redacted.make("Dam 1"), city: "Amsterdam" },
  lines: [{ sku: Sku.Sku.make("A"), quantity: Quantity.of(2) }, { sku: Sku.Sku.make("B"), quantity: Quantity.of(1) }]
} as unknown as Ready["order"])

const outcomes = ({ changed = (_, after) => after, list = (right) => right }: Wrong = {}) => {
  const orders = new Map<string, Ready>()
  const plugin = ErpV1.plugin({
    id: "erp-source",
    settings: Schema.Struct({}),
    offers: ["listOutboundOrders"],
    make: () =>
      Effect.succeed({
        handlers: { receiveOutboundStatus: push, receiveInboundProgress: push, listOutboundOrders: (query: Query) => Effect.sync(() => list(listOf(orders), orders)(query)) }
      })
  })
  const write = (number: string, change: (before: Ready) => Ready) =>
    Effect.map(Clock.currentTimeMillis, (now) => {
      const before = orders.get(number) ?? { order: orderOf(number), state: "ready", updatedAt: DateTime.makeUnsafe(now) }
      const after = { ...change(before), updatedAt: DateTime.makeUnsafe(now) }
      orders.set(number, orders.has(number) ? changed(before, after) : after)
    })
  const fixture = {
    received: Effect.succeed([]),
    orders: {
      place: (number: string) => Effect.as(write(number, (before) => before), [{ sku: "A", quantity: 2 }, { sku: "B", quantity: 1 }]),
      change: (number: string) => write(number, (before) => ({ ...before, order: { ...before.order, shopName: "Other" } })),
      cancel: (number: string) => write(number, (before) => ({ ...before, state: "cancelled" }))
    }
  }
  const report = Conformance.check({ plugin, settings: {}, fixture, layer: Layer.empty as never }, (law) => law.startsWith("listOutboundOrders/"))
  return Effect.runPromise(Effect.map(report, ({ laws }) => laws.map(({ law, outcome }) => [law.split("/")[1]!, outcome] as const)))
}

const laws = ["told", "unknown", "window", "pages", "changed", "cancelled"]

const wrongs: ReadonlyArray<readonly [message: string, wrong: Wrong, breaks: ReadonlyArray<string>]> = [
  ["leaves out the last line", { list: (right) => (query) => ({ ...right(query), items: right(query).items.map((each) => ({ ...each, order: { ...each.order, lines: [each.order.lines[0]] } })) }) }, ["told"]],
  [
    "finds orders whose number begins alike",
    { list: (right, orders) => (query) => query.orderNumber === undefined ? right(query) : { items: [...orders.values()].filter(({ order }) => query.orderNumber!.startsWith(order.orderNumber)) } },
    ["unknown"]
  ],
  ["reads no windows", { list: (right) => (query) => query.orderNumber === undefined ? { items: [] } : right(query) }, ["window", "pages", "changed", "cancelled"]],
  ["tells every order in every window", { list: (right, orders) => (query) => query.orderNumber === undefined ? { items: [...orders.values()].slice(0, query.limit) } : right(query) }, ["window", "pages"]],
  ["leaves out the first moment of a window", { list: (right) => (query) => query.orderNumber === undefined ? { ...right(query), items: right(query).items.filter(({ updatedAt }) => DateTime.isGreaterThan(updatedAt, query.updatedFrom!)) } : right(query) }, ["window", "changed"]],
  ["reads the first page alone", { list: (right) => (query) => ({ items: right(query).items }) }, ["pages"]],
  ["does not move the time of a change", { changed: ({ updatedAt }, after) => ({ ...after, updatedAt }) }, ["changed"]],
  ["tells only what is ready", { list: (right, orders) => (query) => listOf(new Map([...orders].filter(([, { state }]) => state === "ready")))(query) }, ["cancelled"]],
  ["tells a cancelled order as done", { changed: (_, after) => after.state === "cancelled" ? { ...after, state: "done" } : after }, ["cancelled"]]
]

describe("the source of outbound orders", () => {
  it("that is right keeps every law", async () => {
    assert.deepStrictEqual(await outcomes(), laws.map((law) => [law, "held"] as const))
  })

  it.each(wrongs)("that %s breaks the laws about it", async (_, wrong, breaks) => {
    assert.deepStrictEqual((await outcomes(wrong)).filter(([, outcome]) => outcome === "broken").map(([law]) => law), breaks)
  })

  it("has no law that cannot be broken", () => {
    assert.sameMembers([...new Set(wrongs.flatMap(([, , breaks]) => breaks))], laws)
  })
})
