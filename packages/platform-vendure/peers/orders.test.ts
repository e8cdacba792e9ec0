/** Orders of a real Vendure. What is asserted was read from Vendure by code that shares nothing with the plugin. */
import { Decimal, type PlatformOrder, PlatformV1, Quantity } from "@crossdock/core"
import { assert, describe, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { afterAll, beforeAll } from "vitest"
import type { ShopOrder } from "../../../tools/peers/vendure-shop.mjs"
import { fixture, isLeftOut, noting, type ShopFixture } from "./fixture.ts"
import { cents } from "./suite.ts"

const { GetOrders, TrackParcel, ListOrderStatuses } = PlatformV1

/** Vendure's times have whole seconds on this database, so what must differ in time is done so many seconds later. */
const later = (seconds: number) => Effect.sleep(`${seconds} seconds`)

describe.skipIf(isLeftOut)("orders of Vendure", () => {
  let peer: ShopFixture
  beforeAll(async () => {
    peer = await fixture()
  })
  afterAll(() => peer?.server.stop())

  const stored = (code: string): Effect.Effect<ShopOrder> => Effect.promise(() => peer.shop.order(code))
  const read = Effect.fnUntraced(function*(code: string) {
    const { items: [order] } = yield* (yield* peer.open()).call(GetOrders, { onlineOrderIds: [code], limit: 10 })
    return order!
  })
  /** The codes of all pages of a window, in the order in which they are read. */
  const inWindow = Effect.fnUntraced(function*(from: number, to: number, limit = 100, written = {}) {
    const platform = yield* peer.open({ written })
    const found: Array<PlatformOrder.PlatformOrder> = []
    let cursor: string | undefined
    do {
      const page: typeof GetOrders.success.Type = yield* platform.call(GetOrders, {
        updatedFrom: DateTime.makeUnsafe(from),
        updatedTo: DateTime.makeUnsafe(to),
        limit,
        ...(cursor !== undefined && { cursor })
      })
      assert.isAtMost(page.items.length, limit)
      found.push(...page.items)
      cursor = page.nextCursor
    } while (cursor !== undefined)
    return found.map(({ onlineOrderId }) => onlineOrderId)
  })

  it.live("adds up: lines and freight are the total, discounts and taxes are Vendure's (P-117)", () =>
    Effect.gen(function*() {
      const cart = yield* Effect.promise(() => peer.shop.cart("SUM-1", { "SKU-1": 3, "SKU-2": 2, "SKU-3": 1 }))
      yield* Effect.promise(() => cart.checkOut({ coupon: "TEN" }))
      yield* Effect.promise(() => cart.pay())
      const order = yield* read("SUM-1")
      const held = yield* stored("SUM-1")
      assert.strictEqual(Decimal.toText(order.total), `${Math.trunc(held.totalWithTax / 100)}.${String(held.totalWithTax % 100).padStart(2, "0")}`)
      const paid = order.lines.reduce((sum, { paidAmount }) => sum + cents(paidAmount!), 0)
      assert.strictEqual(paid + cents(order.buyerPaidFreight!), held.totalWithTax)
      assert.strictEqual(order.lines.reduce((sum, { discount }) => sum + cents(discount!), 0), cents(order.discount!))
      assert.deepStrictEqual(order.lines.map(({ tax }) => cents(tax!)), held.lines.map(({ lineTax }) => lineTax))
      assert.isAbove(cents(order.discount!), 0)
    }))

  it.live("does not read a cart, and reads the order from the moment when it is placed, however old its cart is (P-215)", () =>
    Effect.gen(function*() {
      const cart = yield* Effect.promise(() => peer.shop.cart("CART-1", { "SKU-1": 1 }))
      yield* Effect.promise(() => cart.checkOut())
      const platform = yield* peer.open()
      assert.deepStrictEqual((yield* platform.call(GetOrders, { onlineOrderIds: ["CART-1"], limit: 10 })).items, [])
      yield* later(5)
      yield* Effect.promise(() => cart.pay())
      const { orderPlacedAt, updatedAt } = yield* stored("CART-1")
      const placed = Date.parse(orderPlacedAt!)
      // Otherwise this test would not show that the time of placing counts.
      assert.isBelow(Date.parse(updatedAt), placed - 3000)
      assert.include(yield* inWindow(placed - 1, placed + 1), "CART-1")
      assert.notInclude(yield* inWindow(placed - 3_600_000, placed - 60_000), "CART-1")
      assert.strictEqual(DateTime.toEpochMillis((yield* read("CART-1")).createdAt), placed)
    }))

  it.live("reads an order again when it is settled, shipped and delivered, which Vendure does not show in updatedAt (P-215)", () =>
    Effect.gen(function*() {
      const cart = yield* Effect.promise(() => peer.shop.cart("LATE-1", { "SKU-1": 1 }))
      yield* Effect.promise(() => cart.checkOut())
      yield* Effect.promise(() => cart.pay("invoice"))
      const unpaid = yield* read("LATE-1")
      assert.deepInclude(unpaid, { phase: "unpaid", status: "PaymentAuthorized" })
      assert.isUndefined(unpaid.paidAt)

      const changes: ReadonlyArray<readonly [string, PlatformOrder.PlatformPhase, () => Promise<unknown>]> = [
        ["PaymentSettled", "open", () => peer.shop.settle("LATE-1")],
        ["Shipped", "open", async () => {
          const { lines } = await peer.shop.order("LATE-1")
          const id = await peer.shop.fulfil("HAND-1", { [lines[0]!.id]: 1 })
          await peer.shop.transition(id, "Shipped")
        }],
        ["Delivered", "finished", async () => {
          const { fulfillments } = await peer.shop.order("LATE-1")
          await peer.shop.transition(fulfillments[0]!.id, "Delivered")
        }]
      ]
      let before = unpaid
      for (const [status, phase, change] of changes) {
        yield* later(3)
        const from = Date.now() - 1000
        yield* Effect.promise(change)
        assert.include(yield* inWindow(from, Date.now()), "LATE-1")
        const order = yield* read("LATE-1")
        assert.deepInclude(order, { status, phase })
        assert.isTrue(DateTime.isGreaterThan(order.modifiedAt!, before.modifiedAt!), `modifiedAt after ${status}`)
        before = order
      }
      assert.deepInclude(before, { trackingNumber: "HAND-1", isShippedOnline: true })
      assert.isDefined(before.deliveredAt)
      // With followDays 0 the plugin looks at orders of the window only: the delivery, 9 s after the order was placed, is not seen.
      const { fulfillments, orderPlacedAt } = yield* stored("LATE-1")
      const delivered = Date.parse(fulfillments[0]!.updatedAt)
      assert.isAbove(delivered, Date.parse(orderPlacedAt!) + 4000)
      assert.notInclude(yield* inWindow(delivered, delivered + 1000, 100, { followDays: 0 }), "LATE-1")
    }))

  it.live("reads a cancelled order as cancelled, with nothing left of its lines (P-241 P-242)", () =>
    Effect.gen(function*() {
      yield* peer.buy("GONE-1")
      yield* Effect.promise(() => peer.shop.cancel("GONE-1"))
      const order = yield* read("GONE-1")
      assert.deepInclude(order, { phase: "cancelled", status: "Cancelled" })
      assert.isTrue(order.lines.every(({ quantity }) => Quantity.equals(quantity, Quantity.zero)))
      const { cancelled, finished } = yield* (yield* peer.open()).call(ListOrderStatuses, {})
      const { globalSettings } = yield* Effect.promise(() =>
        peer.shop.admin<{ globalSettings: { serverConfig: { orderProcess: ReadonlyArray<{ name: string }> } } }>("{ globalSettings { serverConfig { orderProcess { name } } } }"))
      const known = globalSettings.serverConfig.orderProcess.map(({ name }) => name)
      assert.includeMembers(known, [...cancelled, ...finished].map(({ status }) => status))
    }))

  it.live("reads every order of a window once, in small pages, while an order changes (P-218 P-219 P-222)", () =>
    Effect.gen(function*() {
      const codes = Array.from({ length: 7 }, (_, at) => `PAGE-${at}`)
      const from = Date.now()
      for (const code of codes) yield* peer.buy(code, { "SKU-1": 1 })
      const to = Date.now()
      const platform = yield* peer.open({ written: { pageSize: 1 } })
      const found: Array<string> = []
      let cursor: string | undefined
      let page = 0
      do {
        const answer: typeof GetOrders.success.Type = yield* platform.call(GetOrders, {
          updatedFrom: DateTime.makeUnsafe(from),
          updatedTo: DateTime.makeUnsafe(to),
          limit: 2,
          ...(cursor !== undefined && { cursor })
        })
        found.push(...answer.items.map(({ onlineOrderId }) => onlineOrderId))
        cursor = answer.nextCursor
        if (page++ === 1) yield* Effect.promise(() => peer.shop.cancel("PAGE-0"))
      } while (cursor !== undefined)
      assert.deepStrictEqual(found.filter((code) => code.startsWith("PAGE-")), codes)
    }))

  it.live("refuses a cursor that is not its own, and asks for the times and for the orders only (P-222)", () =>
    Effect.gen(function*() {
      const sent: Array<string> = []
      const platform = yield* peer.open({ over: noting(sent) })
      const window = { updatedFrom: DateTime.makeUnsafe(0), updatedTo: DateTime.makeUnsafe(1000), limit: 10 }
      for (const cursor of ["x", "[1]", "[1,[[2]]]"]) {
        const error = yield* Effect.flip(platform.call(GetOrders, { ...window, cursor }))
        assert.strictEqual(error.reason._tag, "RequestInvalid")
      }
      assert.deepStrictEqual(sent, [])
      assert.deepStrictEqual((yield* platform.call(GetOrders, window)).items, [])
      assert.deepStrictEqual(sent, ["query OrderTimes"])
    }))

  it.live("tells where a parcel is, with the history of its states (P-345 P-349)", () =>
    Effect.gen(function*() {
      yield* peer.buy("TRACK-1", { "SKU-1": 2 })
      const platform = yield* peer.open()
      const ask = (packageNumber?: string) => platform.call(TrackParcel, { onlineOrderId: "TRACK-1", ...(packageNumber !== undefined && { packageNumber }) })
      assert.deepStrictEqual(yield* ask(), { phase: "notFound", status: "PaymentSettled", events: [] })
      const { lines } = yield* stored("TRACK-1")
      const first = yield* Effect.promise(() => peer.shop.fulfil("WAY-1", { [lines[0]!.id]: 1 }))
      assert.deepInclude(yield* ask(), { phase: "created", status: "Pending" })
      yield* Effect.promise(() => peer.shop.transition(first, "Shipped"))
      const shipped = yield* ask("WAY-1")
      assert.deepInclude(shipped, { phase: "inTransit", status: "Shipped" })
      assert.deepStrictEqual(shipped.events.map(({ description }) => description), ["Created to Pending", "Pending to Shipped"])
      const second = yield* Effect.promise(() => peer.shop.fulfil("WAY-2", { [lines[0]!.id]: 1 }))
      yield* Effect.promise(() => peer.shop.transition(second, "Cancelled"))
      assert.deepInclude(yield* ask("WAY-2"), { phase: "cancelled" })
      assert.deepInclude(yield* ask(), { phase: "inTransit" })
      assert.deepInclude(yield* ask("WAY-3"), { phase: "notFound" })
      const alone = yield* Effect.flip(platform.call(TrackParcel, { packageNumber: "WAY-1" }))
      assert.strictEqual(alone.reason._tag, "RequestInvalid")
      const unknown = yield* Effect.flip(platform.call(TrackParcel, { onlineOrderId: "NO-SUCH" }))
      assert.strictEqual(unknown.reason._tag, "Rejected")
    }))
})
