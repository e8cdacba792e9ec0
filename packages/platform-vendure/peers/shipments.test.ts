/** Ready-to-ship calls to a real Vendure. The fulfillments are read by code that shares nothing with the plugin. */
import { type AdapterError, PlatformV1, Quantity } from "@crossdock/core"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { afterAll, beforeAll } from "vitest"
import { cutAt, fixture, isLeftOut, noting, type ShopFixture, twice, type Wire } from "./fixture.ts"

const { GetOrders, ReportOutgoingParcel } = PlatformV1

describe.skipIf(isLeftOut)("shipments in Vendure", () => {
  let peer: ShopFixture
  beforeAll(async () => {
    peer = await fixture()
  })
  afterAll(() => peer?.server.stop())

  const stored = (code: string) => Effect.promise(() => peer.shop.order(code))
  /** The fulfillments of an order: state, tracking number, and pieces by SKU. */
  const parcels = Effect.fnUntraced(function*(code: string) {
    const { fulfillments, lines } = yield* stored(code)
    const skuOf = (id: string) => lines.find((line) => line.id === id)!.productVariant.sku
    return fulfillments.toSorted((a, b) => Number(a.id) - Number(b.id)).map(({ lines: contents, state, trackingCode }) => [
      state,
      trackingCode,
      Object.fromEntries(contents.map(({ orderLineId, quantity }) => [skuOf(orderLineId), quantity]))
    ])
  })
  /** Ships pieces by SKU; without them, the whole order. */
  const ship = Effect.fnUntraced(function*(
    code: string,
    trackingNumber: string,
    { over, pieces, providerCode = "express" }: { readonly pieces?: Readonly<Record<string, number>>; readonly over?: Wire; readonly providerCode?: string } = {}
  ) {
    const { lines } = yield* stored(code)
    const asked = pieces && Object.entries(pieces).map(([sku, quantity]) => ({
      lineId: lines.find(({ productVariant }) => productVariant.sku === sku)?.id ?? sku,
      quantity: Quantity.of(quantity)
    }))
    const platform = yield* peer.open(over && { over })
    yield* platform.call(ReportOutgoingParcel, { onlineOrderId: code, trackingNumber, providerCode, ...(asked && { lines: asked as never }) })
  })
  /** The tracking numbers that the plugin reads of an order. */
  const shown = Effect.fnUntraced(function*(code: string) {
    const { items: [order] } = yield* (yield* peer.open()).call(GetOrders, { onlineOrderIds: [code], limit: 10 })
    return (order!.fulfillments ?? []).map(({ trackingNumber }) => trackingNumber)
  })
  const reason = (work: Effect.Effect<void, AdapterError.AdapterError>) => Effect.flip(work)

  it.live("ships a whole order in one parcel under the name of its shipping method (P-247 P-248 P-249)", () =>
    Effect.gen(function*() {
      yield* peer.buy("ALL-1")
      yield* ship("ALL-1", "T-1")
      assert.deepStrictEqual(yield* parcels("ALL-1"), [["Shipped", "T-1", { "SKU-1": 2, "SKU-2": 1 }]])
      const { fulfillments, state } = yield* stored("ALL-1")
      assert.deepStrictEqual([state, fulfillments[0]!.method], ["Shipped", "Express Courier"])
      assert.deepStrictEqual(yield* shown("ALL-1"), ["T-1"])
      const [level] = yield* Effect.promise(() => peer.shop.levels("SKU-1"))
      assert.strictEqual(level!.stockOnHand, 998)
    }))

  it.live("ships an order in parts, and then the rest of it (P-250 P-251 P-252)", () =>
    Effect.gen(function*() {
      yield* peer.buy("PART-1")
      yield* ship("PART-1", "P-1", { pieces: { "SKU-1": 1 } })
      assert.strictEqual((yield* stored("PART-1")).state, "PartiallyShipped")
      yield* ship("PART-1", "P-2", { providerCode: "standard" })
      assert.deepStrictEqual(yield* parcels("PART-1"), [["Shipped", "P-1", { "SKU-1": 1 }], ["Shipped", "P-2", { "SKU-1": 1, "SKU-2": 1 }]])
      assert.deepStrictEqual([(yield* stored("PART-1")).state, yield* shown("PART-1")], ["Shipped", ["P-1", "P-2"]])
    }))

  for (const [document, when, made] of [
    ["mutation AddFulfillment", "before", 0],
    ["mutation AddFulfillment", "after", 1],
    ["mutation ShipFulfillment", "before", 1],
    ["mutation ShipFulfillment", "after", 1]
  ] as const) {
    it.live(`completes one parcel after the connection broke ${when} ${document} (P-396)`, () =>
      Effect.gen(function*() {
        const code = `CUT-${document.slice(9, 12)}-${when}`
        yield* peer.buy(code)
        const failure = yield* reason(ship(code, `C-${code}`, { over: cutAt(document, when) }))
        assert.strictEqual(failure.mayHaveApplied, made > 0)
        assert.lengthOf(yield* parcels(code), made)
        // Whoever asks meanwhile sees the parcel only if it has left, and repeats the call otherwise.
        const isShipped = document === "mutation ShipFulfillment" && when === "after"
        assert.deepStrictEqual(yield* shown(code), isShipped ? [`C-${code}`] : [])
        for (let repeat = 0; repeat < 2; repeat++) {
          yield* ship(code, `C-${code}`)
          assert.deepStrictEqual(yield* parcels(code), [["Shipped", `C-${code}`, { "SKU-1": 2, "SKU-2": 1 }]])
        }
      }))
  }

  it.live("makes one parcel of a request that arrives twice, and of two calls at once (P-396)", () =>
    Effect.gen(function*() {
      yield* peer.buy("TWICE-1")
      yield* ship("TWICE-1", "W-1", { over: twice("mutation AddFulfillment") })
      assert.deepStrictEqual(yield* parcels("TWICE-1"), [["Shipped", "W-1", { "SKU-1": 2, "SKU-2": 1 }]])

      yield* peer.buy("TWICE-3")
      yield* ship("TWICE-3", "W-3", { over: twice("mutation AddFulfillment"), pieces: { "SKU-1": 1 } })
      const active = (yield* parcels("TWICE-3")).filter(([state]) => state !== "Cancelled")
      assert.deepStrictEqual(active, [["Shipped", "W-3", { "SKU-1": 1 }]])

      yield* peer.buy("TWICE-2")
      const platform = yield* peer.open()
      const call = platform.call(ReportOutgoingParcel, { onlineOrderId: "TWICE-2", trackingNumber: "W-2", providerCode: "express" })
      yield* Effect.all([call, call, call], { concurrency: 3 })
      assert.deepStrictEqual(yield* parcels("TWICE-2"), [["Shipped", "W-2", { "SKU-1": 2, "SKU-2": 1 }]])
    }))

  it.live("repeats a part without a second parcel, adds another line under the same number, and refuses other quantities (P-396)", () =>
    Effect.gen(function*() {
      yield* peer.buy("SAME-1")
      yield* ship("SAME-1", "S-1", { pieces: { "SKU-1": 1 } })
      yield* ship("SAME-1", "S-1", { pieces: { "SKU-1": 1 } })
      assert.lengthOf(yield* parcels("SAME-1"), 1)
      const other = yield* reason(ship("SAME-1", "S-1", { pieces: { "SKU-1": 2 } }))
      assert.strictEqual(other.reason._tag, "Duplicate")
      yield* ship("SAME-1", "S-1", { pieces: { "SKU-2": 1 } })
      assert.deepStrictEqual(yield* parcels("SAME-1"), [["Shipped", "S-1", { "SKU-1": 1 }], ["Shipped", "S-1", { "SKU-2": 1 }]])
    }))

  it.live("completes a fulfillment that a person prepared, and ignores one that was cancelled", () =>
    Effect.gen(function*() {
      yield* peer.buy("HAND-1")
      const { lines } = yield* stored("HAND-1")
      const all = Object.fromEntries(lines.map(({ id, quantity }) => [id, quantity]))
      const wrong = yield* Effect.promise(() => peer.shop.fulfil("H-1", all))
      yield* Effect.promise(() => peer.shop.transition(wrong, "Cancelled"))
      yield* Effect.promise(() => peer.shop.fulfil("H-1", all))
      yield* ship("HAND-1", "H-1")
      assert.deepStrictEqual((yield* parcels("HAND-1")).map(([state]) => state), ["Cancelled", "Shipped"])
      assert.deepStrictEqual(yield* shown("HAND-1"), ["H-1"])
    }))

  it.live("refuses what cannot be shipped, with the reason, and changes nothing", () =>
    Effect.gen(function*() {
      yield* peer.buy("NO-1")
      yield* peer.buy("NO-2")
      yield* Effect.promise(() => peer.shop.cancel("NO-2"))
      yield* peer.buy("NO-3")
      yield* ship("NO-3", "N-3")
      const sent: Array<string> = []
      const over = noting(sent)
      const cases: ReadonlyArray<readonly [string, string, Parameters<typeof ship>[2]]> = [
        ["UNKNOWN_PROVIDER", "NO-1", { over, providerCode: "no-such" }],
        ["UNKNOWN_LINE", "NO-1", { over, pieces: { "999999": 1 } }],
        ["TOO_MANY", "NO-1", { over, pieces: { "SKU-1": 3 } }],
        ["NOT_SHIPPABLE", "NO-2", { over }],
        ["ALREADY_SHIPPED", "NO-3", { over }]
      ]
      for (const [code, order, options] of cases) {
        const { reason: found } = yield* reason(ship(order, "N-1", options))
        assert.isTrue(found._tag === "Rejected" && found.fault.code === code, `${code}: ${JSON.stringify(found)}`)
      }
      const platform = yield* peer.open({ over })
      const unknown = yield* reason(platform.call(ReportOutgoingParcel, { onlineOrderId: "NO-SUCH", trackingNumber: "N", providerCode: "express" }))
      assert.isTrue(unknown.reason._tag === "Rejected" && unknown.reason.fault.code === "UNKNOWN_ORDER")
      const fraction = yield* reason(ship("NO-1", "N-1", { over, pieces: { "SKU-1": 0.5 } }))
      assert.strictEqual(fraction.reason._tag, "RequestInvalid")
      assert.deepStrictEqual([...new Set(sent)], ["query Shipping"])
      assert.deepStrictEqual(yield* parcels("NO-1"), [])
    }))

  it.live("passes on Vendure's refusal when it has too few pieces", () =>
    Effect.gen(function*() {
      yield* peer.buy("SHORT-1", { "SKU-3": 4 })
      const { variantId } = peer.shop.variants["SKU-3"]!
      const stockLevels = peer.shop.locations.map(({ id }) => ({ stockLocationId: id, stockOnHand: 1 }))
      yield* Effect.promise(() => peer.shop.admin("mutation($i: [UpdateProductVariantInput!]!) { updateProductVariants(input: $i) { id } }", { i: [{ id: variantId, stockLevels }] }))
      const { reason: found } = yield* reason(ship("SHORT-1", "X-1"))
      assert.isTrue(found._tag === "Rejected" && found.fault.code === "INSUFFICIENT_STOCK_ON_HAND_ERROR")
      assert.deepStrictEqual(yield* parcels("SHORT-1"), [])
    }))
})
