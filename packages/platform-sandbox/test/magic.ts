/** What each magic value does. Every row of both tables has an entry here; a new one without an entry fails to run. */
import { AdapterError, Decimal, PlatformV1, Quantity, StockLevel, type SqlStorage } from "@crossdock/core"
import type { Vitest } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"
import * as TestClock from "effect/testing/TestClock"
import { assert, describe } from "vitest"
import { magicBuyers } from "../src/MagicBuyers.ts"
import { magicSkus } from "../src/MagicSkus.ts"
import { goods, open, reasonOf, type Shop } from "./fixtures.ts"

type Proof = Effect.Effect<void, unknown, SqlStorage.SqlStorage | Scope.Scope>

/** The four calls that change something, each about an order with the SKU or about its stock, and whether it took effect. */
const writesOf = Effect.fnUntraced(function*(shop: Shop, sku: string) {
  for (const id of ["ship", "arrange"]) yield* shop.place(id, { goods: goods(sku) })
  const parcelOf = (id: string) => Effect.map(shop.records, ({ parcels }) => parcels.find(({ onlineOrderId }) => onlineOrderId === id))
  return [
    { name: "markReadyToShip", work: shop.ship("ship", "T-1"), isDone: Effect.map(parcelOf("ship"), (parcel) => parcel?.isShipped === true) },
    { name: "createShipment", work: shop.arrange("arrange"), isDone: Effect.map(parcelOf("arrange"), (parcel) => parcel !== undefined) },
    {
      name: "updateStock",
      work: shop.call(PlatformV1.UpdateStock, { items: [{ productId: sku, stock: StockLevel.figure(3) }] }),
      isDone: Effect.map(shop.records, ({ stock }) => stock.some(({ available, productId }) => productId === sku && available === 3))
    }
  ] as ReadonlyArray<{ readonly name: string; readonly work: Effect.Effect<unknown, AdapterError.AdapterError>; readonly isDone: Effect.Effect<boolean, unknown> }>
})

const failing = (tag: AdapterError.Reason["_tag"], effect: "none" | "done", times: "once" | "always") => (sku: string): Proof =>
  Effect.gen(function*() {
    const shop = yield* open(`sku-${sku}`)
    for (const { isDone, name, work } of yield* writesOf(shop, sku)) {
      assert.strictEqual((yield* reasonOf(work))._tag, tag, name)
      assert.strictEqual(yield* isDone, effect === "done", name)
      if (times === "always" && effect === "none") assert.strictEqual((yield* reasonOf(work))._tag, tag, name)
      if (times === "once") {
        yield* work
        assert.isTrue(yield* isDone, name)
      }
    }
    const parcel = (yield* shop.records).parcels.find(({ onlineOrderId }) => onlineOrderId === "arrange")
    if (parcel === undefined) return
    const recall = shop.recall("arrange", parcel.trackingNumber)
    assert.strictEqual((yield* reasonOf(recall))._tag, tag)
    if (times === "once") yield* recall
    assert.isFalse((yield* shop.records).parcels.some(({ onlineOrderId }) => onlineOrderId === "arrange"))
  })

const codeOf = (reason: AdapterError.Reason) => (reason._tag === "Rejected" ? reason.fault.code : reason._tag)

const labelled = (check: (label: typeof PlatformV1.GetLabels.success.Type) => void) => (sku: string): Proof =>
  Effect.gen(function*() {
    const shop = yield* open(`sku-${sku}`)
    yield* shop.place("O-1", { goods: [{ sku: "SKU-1001", quantity: 1 }, { sku, quantity: 1 }] })
    yield* shop.arrange("O-1")
    check(yield* shop.labels("O-1"))
  })

const refusing = (code: string, call: (shop: Shop) => Effect.Effect<unknown, AdapterError.AdapterError>, others: (shop: Shop) => Effect.Effect<unknown, unknown>) => (sku: string): Proof =>
  Effect.gen(function*() {
    const shop = yield* open(`sku-${sku}`)
    yield* shop.place("O-1", { goods: goods(sku) })
    yield* others(shop)
    assert.strictEqual(codeOf(yield* reasonOf(call(shop))), code)
  })

const bytesOf = ({ items: [label] }: typeof PlatformV1.GetLabels.success.Type) => Buffer.from(label?.source._tag === "Content" ? Redacted.value(label.source.base64) : "", "base64")

const skus: Readonly<Record<string, (sku: string) => Proof>> = {
  FAIL_ONCE: failing("PeerUnavailable", "none", "once"),
  UNREACHABLE_ONCE: failing("TransportFailed", "none", "once"),
  RATE_LIMITED_ONCE: failing("RateLimited", "none", "once"),
  REJECTED: failing("Rejected", "none", "always"),
  UNLISTED_FAULT: failing("FaultUnlisted", "none", "always"),
  LOST_ANSWER: failing("TransportFailed", "done", "always"),
  ERROR_PAGE: failing("PeerUnavailable", "done", "always"),
  GARBLED_ANSWER: failing("ResponseInvalid", "done", "always"),
  STOCK_REFUSED: (sku) =>
    Effect.gen(function*() {
      const shop = yield* open(`sku-${sku}`)
      const stock = StockLevel.figure(3)
      const { failures } = yield* shop.call(PlatformV1.UpdateStock, { items: [{ productId: sku, stock }, { productId: "P-1001", stock }] })
      assert.deepStrictEqual(failures.map(({ productId }) => productId), [sku])
      assert.deepStrictEqual((yield* shop.records).stock.filter(({ available }) => available === 3).map(({ productId }) => productId), ["P-1001"])
    }),
  UNTRACKED: (sku) =>
    Effect.gen(function*() {
      const shop = yield* open(`sku-${sku}`)
      const { items: [product] } = yield* shop.call(PlatformV1.ListProducts, { productIds: [sku], limit: 10 })
      assert.isFalse(product?.tracksStock)
      const { failures } = yield* shop.call(PlatformV1.UpdateStock, { items: [{ productId: sku, stock: StockLevel.figure(3) }] })
      assert.match(failures[0]?.reason ?? "", /^NOT_TRACKED/)
    }),
  SET: (sku) =>
    Effect.gen(function*() {
      const shop = yield* open(`sku-${sku}`)
      const { items: [product] } = yield* shop.call(PlatformV1.ListProducts, { productIds: [sku], limit: 10 })
      assert.deepStrictEqual(product?.components?.map(({ productId, quantity, variantId }) => [productId, variantId, Decimal.toText(quantity)]), [["P-1001", "V-1001", "2"], ["P-1002", "V-1002", "1"]])
    }),
  SHIP_REFUSED: refusing("SHIP_REFUSED", (shop) => shop.ship("O-1", "T-1"), (shop) => shop.arrange("O-1")),
  NO_CARRIER: refusing("NO_CARRIER", (shop) => shop.arrange("O-1"), (shop) => shop.ship("O-1", "T-1")),
  CANCEL_REFUSED: refusing(
    "CANCEL_REFUSED",
    (shop) => Effect.flatMap(Effect.orDie(shop.records), ({ parcels: [parcel] }) => shop.recall("O-1", parcel!.trackingNumber)),
    (shop) => shop.arrange("O-1")
  ),
  LABEL_LINK: labelled(({ items: [label] }) => assert.isTrue(label?.source._tag === "Link" && URL.canParse(Redacted.value(label.source.url)))),
  LABEL_LARGE: labelled((labels) => {
    assert.isAtLeast(bytesOf(labels).length, 30 * 1024 * 1024)
    assert.strictEqual(bytesOf(labels).toString("latin1", 0, 5), "%PDF-")
  }),
  LABEL_BROKEN: labelled((labels) => assert.match(bytesOf(labels).toString("latin1"), /^<!doctype html>/)),
  LABEL_MISSING: labelled((labels) => assert.deepStrictEqual(labels, { items: [] }))
}

type Order = typeof PlatformV1.GetOrders.success.Type["items"][number]

const shaped = (check: (order: Order) => void) => (buyer: string): Proof =>
  Effect.gen(function*() {
    const shop = yield* open(`buyer-${buyer}`)
    const placed = yield* shop.place("O-1", { buyer })
    const order = yield* shop.order("O-1")
    assert.deepStrictEqual(order, placed)
    check(order!)
  })

/** What an order is before and after `payAfter`. */
const turning = (before: string, after: string) => (buyer: string): Proof =>
  Effect.gen(function*() {
    const shop = yield* open(`buyer-${buyer}`)
    yield* shop.place("O-1", { buyer })
    assert.strictEqual((yield* shop.order("O-1"))?.status, before)
    yield* TestClock.adjust("30 seconds")
    const order = (yield* shop.order("O-1"))!
    assert.strictEqual(order.status, after)
    assert.strictEqual(Number(order.modifiedAt!.epochMilliseconds) - Number(order.createdAt.epochMilliseconds), before === after ? 0 : 30_000)
  })

const buyers: Readonly<Record<string, (buyer: string) => Proof>> = {
  MASKED: shaped(({ buyerName, receiver }) => {
    assert.isTrue(receiver.isMasked)
    for (const each of [buyerName, receiver.name, receiver.phone, receiver.address1]) assert.include(Redacted.value(each!), "*")
  }),
  NO_ADDRESS: shaped(({ receiver }) => assert.deepStrictEqual(receiver, {})),
  UNPAID: turning("UNPAID", "UNPAID"),
  PAYS_LATER: turning("UNPAID", "READY_TO_SHIP"),
  CASH_ON_DELIVERY: shaped(({ cashOnDelivery, paidAt, paymentMethod, phase, total }) => {
    assert.deepStrictEqual([paymentMethod, phase, paidAt], ["cashOnDelivery", "open", undefined])
    assert.strictEqual(Decimal.toText(cashOnDelivery!), Decimal.toText(total))
  }),
  CANCELS: turning("READY_TO_SHIP", "CANCELLED"),
  ON_HOLD: (buyer) =>
    Effect.gen(function*() {
      yield* turning("ON_HOLD", "READY_TO_SHIP")(buyer)
      const shop = yield* open(`buyer-${buyer}-2`)
      const { paidAt, phase } = yield* shop.place("O-1", { buyer })
      assert.deepStrictEqual([phase, paidAt !== undefined], ["onHold", true])
      assert.strictEqual(codeOf(yield* reasonOf(shop.ship("O-1", "T-1"))), "NOT_SHIPPABLE")
    }),
  REFUNDED: (buyer) =>
    Effect.gen(function*() {
      const shop = yield* open(`buyer-${buyer}`)
      const { refunds } = yield* shop.place("O-1", { buyer, goods: goods("SKU-1001", 2) })
      assert.isUndefined(refunds)
      yield* TestClock.adjust("1 minute")
      const order = (yield* shop.order("O-1"))!
      assert.deepStrictEqual(order.refunds?.map(({ amount, refundId }) => [refundId, Decimal.toText(amount)]), [["R-O-1", Decimal.toText(order.lines[0]!.price!)]])
      assert.deepStrictEqual(order.lines.map(({ refundedQuantity }) => refundedQuantity && Quantity.toNumber(refundedQuantity)), [1])
    }),
  COMPLETED_EARLY: (buyer) =>
    Effect.gen(function*() {
      const shop = yield* open(`buyer-${buyer}`)
      yield* shop.place("O-1", { buyer, goods: goods("SKU-1001", 2) })
      yield* shop.ship("O-1", "T-1", { "O-1-1": 1 })
      const early = (yield* shop.order("O-1"))!
      assert.deepStrictEqual([early.status, early.phase, early.shippedAt, early.deliveredAt], ["COMPLETED", "finished", undefined, undefined])
      yield* shop.ship("O-1", "T-2", { "O-1-1": 1 })
      const { fulfillments, phase } = (yield* shop.order("O-1"))!
      assert.deepStrictEqual([phase, fulfillments?.map(({ trackingNumber }) => trackingNumber)], ["finished", ["T-1", "T-2"]])
    }),
  MANY_LINES: shaped(({ lines }) => assert.strictEqual(new Set(lines.map(({ lineId }) => lineId)).size, 10_000)),
  ODD_TEXT: shaped(({ buyerMessage, lines, raw, receiver }) => {
    for (const text of [Redacted.value(buyerMessage!), lines[0]!.title]) assert.match(text, /%.*"[\s\S]*\n[\s\S]*陈/)
    assert.match(Redacted.value(receiver.name!), /"Ah" Kow 陈/)
    const text = Redacted.value(raw)
    assert.include(text, "9007199254740993001")
    assert.notStrictEqual(JSON.stringify(JSON.parse(text)), text)
  }),
  NO_TIME: shaped(({ modifiedAt }) => assert.isUndefined(modifiedAt)),
  UNREADABLE: (buyer) =>
    Effect.gen(function*() {
      const shop = yield* open(`buyer-${buyer}`)
      yield* shop.place("O-1", { buyer })
      assert.deepStrictEqual(yield* shop.read("O-1"), { items: [], unreadable: ["O-1"] })
    }),
  TWICE: (buyer) =>
    Effect.gen(function*() {
      const shop = yield* open(`buyer-${buyer}`)
      yield* shop.place("O-1", { buyer })
      assert.deepStrictEqual((yield* shop.read("O-1")).items.map(({ onlineOrderId }) => onlineOrderId), ["O-1", "O-1"])
    }),
  BY_PLATFORM: shaped(({ isFulfilledByPlatform, status }) => assert.deepStrictEqual([isFulfilledByPlatform, status], [true, "SHIPPED"])),
  PRE_SALE: shaped(({ isPreSale }) => assert.isTrue(isPreSale)),
  BUNDLE: shaped(({ lines }) => assert.deepStrictEqual(lines.map(({ bundle, tax }) => [bundle?.id, tax && Decimal.toText(tax)]), [["SBX-BUNDLE-1", "0.42"], ["SBX-BUNDLE-1", "0.21"]])),
  TWO_LOCATIONS: (buyer) =>
    Effect.gen(function*() {
      const shop = yield* open(`buyer-${buyer}`)
      yield* shop.place("O-1", { buyer })
      const { items: [order] } = yield* shop.read("O-1")
      assert.deepStrictEqual([order?.locationId, order?.lines.map(({ locationId }) => locationId)], ["SBX-1", [undefined, "SBX-2"]])
      const notice = { onlineOrderId: "O-1", trackingNumber: "T-1", providerCode: "SBX-POST" }
      assert.strictEqual(codeOf(yield* reasonOf(shop.call(PlatformV1.ReportOutgoingParcel, { ...notice, locationId: "SBX-9" }))), "UNKNOWN_LOCATION")
      yield* shop.call(PlatformV1.ReportOutgoingParcel, { ...notice, locationId: "SBX-2", parcelNumber: 1 })
      assert.deepStrictEqual((yield* shop.read("O-1")).items[0]?.fulfillments?.map(({ locationId }) => locationId), ["SBX-2"])
    })
}

/** Registers one test for each magic value. */
export const magic = (it: Pick<Vitest.MethodsNonLive<SqlStorage.SqlStorage>, "effect">): void => {
  describe("the magic SKU", () => {
    for (const { message, sku } of magicSkus) it.effect(`${sku}: ${message}`, () => skus[sku]!(sku))
  })
  describe("the magic buyer", () => {
    for (const { buyer, message } of magicBuyers) it.effect(`${buyer}: ${message}`, () => buyers[buyer]!(buyer))
  })
}
