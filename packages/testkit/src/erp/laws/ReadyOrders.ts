/**
 * The laws of listOutboundOrders: orders are told by their number and by the time of their last change, in every state, and none is
 * passed over.
 */
import { ErpV1, OutboundOrder, Quantity, type ReadyOrder } from "@crossdock/core"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { assert, equal, sameMembers } from "../../Assertions.ts"
import { having, type Laws } from "../../Law.ts"
import { ask, type LawContext } from "../LawContext.ts"
import { can, type OrderSource, type SuiteFixture } from "../SuiteFixture.ts"

type Source = OrderSource<unknown>
type Query = typeof ErpV1.ListOutboundOrders.payload.Type
type Ready = ReadyOrder.ReadyOrder

const second = 1000
const minute = 60 * second
const mostPages = 1000

const numberOf = ({ order }: Ready): string => order.orderNumber

/** Reads one order by its number. */
const byNumber = (context: LawContext, number: string) =>
  Effect.map(
    ask(context, ErpV1.ListOutboundOrders, { orderNumber: OutboundOrder.OrderNumber.make(number), limit: 100 }),
    ({ items }) => items.filter((each) => numberOf(each) === number)
  )

/** Reads the only record of an order. */
const known = (context: LawContext, number: string) =>
  Effect.map(byNumber(context, number), ([first, ...more]) => {
    assert(first !== undefined, `the order ${number} exists at the ERP and is not read by its number`)
    equal(more.length, 0, `further records of the order ${number}`)
    return first!
  })

/** Reads all pages of a window. */
const inWindow = Effect.fnUntraced(function*(context: LawContext, window: Pick<Query, "updatedFrom" | "updatedTo">, limit = 100, first?: string) {
  const items: Array<Ready> = []
  let cursor = first
  for (let pages = 0; pages < mostPages; pages++) {
    const page = yield* ask(context, ErpV1.ListOutboundOrders, { ...window, limit, ...(cursor !== undefined && { cursor }) })
    assert(page.items.length <= limit, `a page has ${page.items.length} records, although at most ${limit} were asked for`)
    items.push(...page.items)
    cursor = page.nextCursor
    if (cursor === undefined) return items
  }
  assert(false, `the window does not end: it has more than ${mostPages} pages`)
  return items
})

/** The window between two distances from a time, in milliseconds. */
const around = (time: DateTime.Utc, from: number, to: number) => ({ updatedFrom: DateTime.add(time, { milliseconds: from }), updatedTo: DateTime.add(time, { milliseconds: to }) })

const own = (items: ReadonlyArray<Ready>, numbers: ReadonlyArray<string>) => items.map(numberOf).filter((number) => numbers.includes(number))

const placed = Effect.fnUntraced(function*(context: LawContext, source: Source, hint: string) {
  const number = context.fresh(hint)
  const lines = yield* source.place(number)
  return { number, lines }
})

/** Three orders that changed later than all others, and a window from a second before the first of them. */
const placedThree = Effect.fnUntraced(function*(context: LawContext, source: Source, hint: string) {
  yield* context.time.separate
  const numbers: Array<string> = []
  for (const part of [1, 2, 3]) {
    numbers.push((yield* placed(context, source, `${hint}-${part}`)).number)
    yield* context.time.separate
  }
  return { numbers, window: around((yield* known(context, numbers[0]!)).updatedAt, -second, 30 * minute) }
})

export const listOutboundOrdersLaws: Laws<LawContext, SuiteFixture<unknown>> = {
  "listOutboundOrders/told": [
    "",
    "tells an order that is ready for a warehouse by its number, with every line",
    having(can.orders, Effect.fnUntraced(function*(context: LawContext, source: Source) {
      const { lines, number } = yield* placed(context, source, "told")
      const { order, state } = yield* known(context, number)
      equal(state, "ready", "the state of an order that is ready")
      equal(order.lines.map(({ quantity, sku }) => [sku as string, Quantity.toNumber(quantity)]), lines.map(({ quantity, sku }) => [sku, quantity]), "the lines of the order")
    }))
  ],
  "listOutboundOrders/unknown": [
    "",
    "leaves out an order that the ERP does not know, also beside one whose number begins alike",
    having(can.orders, Effect.fnUntraced(function*(context: LawContext, source: Source) {
      const { number } = yield* placed(context, source, "similar")
      const { items } = yield* ask(context, ErpV1.ListOutboundOrders, { orderNumber: OutboundOrder.OrderNumber.make(`${number}9`), limit: 100 })
      equal(items.map(numberOf), [], "orders found for a number that no order has")
    }))
  ],
  "listOutboundOrders/window": [
    "",
    "tells the orders that changed in a window of time, from its first moment on, and no others",
    having(can.orders, Effect.fnUntraced(function*(context: LawContext, source: Source) {
      const { number } = yield* placed(context, source, "in-window")
      const { updatedAt } = yield* known(context, number)
      equal(own(yield* inWindow(context, around(updatedAt, -5 * minute, 5 * minute)), [number]), [number], "orders of a window around their last change")
      equal(own(yield* inWindow(context, around(updatedAt, 0, 5 * minute)), [number]), [number], "orders of a window that begins with their last change")
      equal(own(yield* inWindow(context, around(updatedAt, minute, 5 * minute)), [number]), [], "orders of a window that began a minute after their last change")
      equal(own(yield* inWindow(context, around(updatedAt, -5 * minute, -minute)), [number]), [], "orders of a window that ended a minute before their last change")
    }))
  ],
  "listOutboundOrders/pages": [
    "",
    "tells every order of a window when its small pages are followed by their cursors",
    having(can.orders, Effect.fnUntraced(function*(context: LawContext, source: Source) {
      const { numbers, window } = yield* placedThree(context, source, "page")
      sameMembers([...new Set(own(yield* inWindow(context, window, 1), numbers))], numbers, "the orders on all pages of the window")
    }))
  ],
  "listOutboundOrders/changed": [
    "",
    "tells an order again at the time of its change, so that a window after it has the order as it is by then",
    having(can.orders, Effect.fnUntraced(function*(context: LawContext, source: Source) {
      const { numbers: [first, ...others], window } = yield* placedThree(context, source, "changed")
      const before = yield* known(context, first!)
      yield* context.time.separate
      yield* source.change(first!)
      const after = yield* known(context, first!)
      assert(DateTime.isGreaterThan(after.updatedAt, before.updatedAt), `the order ${first} changed, and its updatedAt did not move`)
      equal(own(yield* inWindow(context, around(after.updatedAt, 0, minute)), [first!]), [first!], "orders of a window that begins with the change")
      sameMembers([...new Set(own(yield* inWindow(context, window), [first!, ...others]))], [first!, ...others], "the orders of the window when it is read again")
    }))
  ],
  "listOutboundOrders/cancelled": [
    "",
    "tells an order that the ERP has cancelled as cancelled, by its number and in a window around the cancel",
    having(can.orders, Effect.fnUntraced(function*(context: LawContext, source: Source) {
      const { number } = yield* placed(context, source, "cancelled")
      yield* context.time.separate
      yield* source.cancel(number)
      const { state, updatedAt } = yield* known(context, number)
      equal(state, "cancelled", "the state of a cancelled order")
      const found = (yield* inWindow(context, around(updatedAt, -second, minute))).filter((each) => numberOf(each) === number)
      equal(found.map((each) => each.state), ["cancelled"], "what a window around the cancel tells of the order")
    }))
  ]
}
