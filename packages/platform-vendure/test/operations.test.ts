/** What is sent to Vendure, and how its answers are read, over answers that were written by hand. */
import { Decimal, PlatformV1, Quantity, StockLevel } from "@crossdock/core"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { coverage } from "../src/operations/MarkReadyToShip.ts"
import { type Asked, open, type Reply, serverConfig } from "./fixtures.ts"

const { TrackParcel, ListProducts, ReportOutgoingParcel, UpdateStock } = PlatformV1
const { figure } = StockLevel

describe("ready to ship", () => {
  interface Parcel {
    readonly id: string
    readonly state: string
    readonly trackingCode: string
    readonly createdAt: string
    readonly lines: ReadonlyArray<{ readonly orderLineId: string; readonly quantity: number }>
  }
  const lines = [{ id: "11", quantity: 2 }, { id: "12", quantity: 1 }]
  const call = { onlineOrderId: "PJQ4", trackingNumber: "T-1", providerCode: "standard" }
  const refused = (__typename: string, errorCode: string, more = {}) => ({ __typename, errorCode, message: "no", ...more })
  const shipping = (parcels: ReadonlyArray<Parcel>, { args = ["method", "trackingCode"], state = "PaymentSettled" } = {}): Reply => ({
    data: {
      orders: { items: [{ code: "PJQ4", state, lines, fulfillments: parcels }] },
      shippingMethods: { items: [{ code: "standard", name: "Standard Post", fulfillmentHandlerCode: "hand" }] },
      fulfillmentHandlers: [{ code: "other", args: [] }, { code: "hand", args: args.map((name) => ({ name })) }]
    }
  })
  const made = { data: { addFulfillmentToOrder: { __typename: "Fulfillment", id: "5", state: "Pending" } } }
  const shipped = { data: { transitionFulfillmentToState: { __typename: "Fulfillment", id: "5", state: "Shipped" } } }
  const parcel = (id: string, state: string, contents: Readonly<Record<string, number>>, trackingCode = "T-1"): Parcel => ({
    id,
    state,
    trackingCode,
    createdAt: "2026-11-21T09:00:00.000Z",
    lines: Object.entries(contents).map(([orderLineId, quantity]) => ({ orderLineId, quantity }))
  })
  /** A shop whose replies to the three documents are given; the order may be read twice. */
  const shop = (reads: ReadonlyArray<Reply>, creation: Reply = made, transition: Reply = shipped) => {
    let count = 0
    return open(({ document }) =>
      document === "query Shipping" ? reads[Math.min(count++, reads.length - 1)]! : document === "mutation AddFulfillment" ? creation : transition)
  }
  const documents = (sent: ReadonlyArray<Asked>) => sent.map(({ document }) => document.split(" ")[1])

  it.effect("creates a fulfillment with what is left, and ships it (P-247 P-248 P-249)", () =>
    Effect.gen(function*() {
      const before = parcel("4", "Shipped", { 11: 1 }, "T-0")
      const { adapter, sent } = shop([shipping([before]), shipping([before, parcel("5", "Pending", { 11: 1, 12: 1 })])])
      yield* adapter.call(ReportOutgoingParcel, call)
      assert.deepStrictEqual(documents(sent), ["Shipping", "AddFulfillment", "Shipping", "ShipFulfillment"])
      assert.deepStrictEqual(sent.filter((_, at) => at !== 2).map(({ variables }) => variables), [
        { code: "PJQ4", provider: "standard" },
        {
          input: {
            lines: [{ orderLineId: "11", quantity: 1 }, { orderLineId: "12", quantity: 1 }],
            handler: { code: "hand", arguments: [{ name: "method", value: "Standard Post" }, { name: "trackingCode", value: "T-1" }] }
          }
        },
        { id: "5" }
      ])
    }))

  it.effect("creates nothing where a fulfillment has the tracking number; one that has not left is shipped (P-396)", () =>
    Effect.gen(function*() {
      const done = shop([shipping([parcel("4", "Shipped", { 11: 2, 12: 1 })])])
      yield* done.adapter.call(ReportOutgoingParcel, call)
      assert.deepStrictEqual(documents(done.sent), ["Shipping"])
      const half = shop([shipping([parcel("4", "Pending", { 11: 2, 12: 1 })])])
      yield* half.adapter.call(ReportOutgoingParcel, call)
      assert.deepStrictEqual(half.sent.map(({ variables }) => variables).at(-1), { id: "4" })
      assert.deepStrictEqual(documents(half.sent), ["Shipping", "ShipFulfillment"])
    }))

  it.effect("cancels the second of two fulfillments that one request has made, and ships the first, whoever looks (P-396)", () =>
    Effect.gen(function*() {
      const lines = [{ lineId: "11", quantity: Quantity.of(1) }] as const
      const twins = shipping([parcel("10", "Pending", { 11: 1 }), parcel("9", "Pending", { 11: 1 })])
      for (const reads of [[shipping([]), twins], [twins]]) {
        const { adapter, sent } = shop(reads, { data: { addFulfillmentToOrder: { __typename: "Fulfillment", id: "10", state: "Pending" } } })
        yield* adapter.call(ReportOutgoingParcel, { ...call, lines })
        const moves = sent.filter(({ variables }) => "id" in variables).map(({ document, variables }) => [document.split(" ")[1], variables["id"]])
        assert.deepStrictEqual(moves, [["CancelFulfillment", "10"], ["ShipFulfillment", "9"]])
      }
      const late = shop([shipping([parcel("9", "Pending", { 11: 1 }), parcel("10", "Shipped", { 11: 1 })])])
      yield* late.adapter.call(ReportOutgoingParcel, { ...call, lines })
      assert.deepStrictEqual(documents(late.sent), ["Shipping", "CancelFulfillment"])
    }))

  it.effect("ships the fulfillment that it made, even if the order does not show it yet", () =>
    Effect.gen(function*() {
      const { adapter, sent } = shop([shipping([])])
      yield* adapter.call(ReportOutgoingParcel, call)
      assert.deepStrictEqual(sent.at(-1)!.variables, { id: "5" })
    }))

  it.effect("takes a fulfillment that an equal request has made meanwhile, and no other one (P-396)", () =>
    Effect.gen(function*() {
      const taken: Reply = { data: { addFulfillmentToOrder: refused("ItemsAlreadyFulfilledError", "ITEMS_ALREADY_FULFILLED_ERROR") } }
      const own = shop([shipping([]), shipping([parcel("9", "Pending", { 11: 2, 12: 1 })])], taken)
      yield* own.adapter.call(ReportOutgoingParcel, call)
      assert.deepStrictEqual(documents(own.sent), ["Shipping", "AddFulfillment", "Shipping", "ShipFulfillment"])
      const other = shop([shipping([]), shipping([parcel("9", "Pending", { 11: 2 }, "T-9")])], taken)
      const error = yield* Effect.flip(other.adapter.call(ReportOutgoingParcel, call))
      assert.strictEqual(error.reason._tag, "Rejected")
    }))

  it.effect("says whether a refusal may have left something behind (D1-376 U-141)", () =>
    Effect.gen(function*() {
      const created = (result: object): Reply => ({ data: { addFulfillmentToOrder: result } })
      const cases: ReadonlyArray<readonly [Reply, Reply, boolean]> = [
        [created(refused("InsufficientStockOnHandError", "INSUFFICIENT_STOCK_ON_HAND_ERROR")), shipped, false],
        [created(refused("CreateFulfillmentError", "CREATE_FULFILLMENT_ERROR", { fulfillmentHandlerError: "carrier is down" })), shipped, true],
        [created(refused("FulfillmentStateTransitionError", "FULFILLMENT_STATE_TRANSITION_ERROR", { transitionError: "no" })), shipped, true],
        [made, { data: { transitionFulfillmentToState: refused("FulfillmentStateTransitionError", "FULFILLMENT_STATE_TRANSITION_ERROR") } }, true],
        [made, { response: { status: 429, headers: [["retry-after", "7"]], body: "" } }, true],
        [made, { response: { status: 200, headers: [], body: "{\"errors\":[{\"message\":\"no\",\"extensions\":{\"code\":\"FORBIDDEN\"}}]}" } }, true]
      ]
      for (const [creation, transition, mayHaveApplied] of cases) {
        const error = yield* Effect.flip(shop([shipping([])], creation, transition).adapter.call(ReportOutgoingParcel, call))
        assert.strictEqual(error.mayHaveApplied, mayHaveApplied, JSON.stringify(error.reason))
        // A refusal in the peer's words would be final.
        assert.notStrictEqual(error.reason._tag, "FaultUnlisted", JSON.stringify(error.reason))
      }
    }))

  it.effect("refuses a handler that cannot store a tracking number, and sends only arguments that a handler knows", () =>
    Effect.gen(function*() {
      const without = yield* Effect.flip(shop([shipping([], { args: ["method"] })]).adapter.call(ReportOutgoingParcel, call))
      assert.isTrue(without.reason._tag === "Rejected" && without.reason.fault.code === "NO_TRACKING")
      const { adapter, sent } = shop([shipping([], { args: ["trackingCode", "weight"] })])
      yield* adapter.call(ReportOutgoingParcel, call)
      assert.deepStrictEqual(sent[1]!.variables["input"].handler.arguments, [{ name: "trackingCode", value: "T-1" }])
    }))

  it("counts a request as carried out only if all of its lines are under the number (P-396)", () => {
    const of = (contents: Readonly<Record<string, number>>) => new Map(Object.entries(contents))
    assert.deepStrictEqual([coverage(undefined, of({})), coverage(undefined, of({ 11: 1 }))], ["none", "all"])
    assert.strictEqual(coverage(of({ 11: 1 }), of({ 11: 1, 12: 3 })), "all")
    assert.strictEqual(coverage(of({ 11: 1 }), of({ 12: 1 })), "none")
    assert.strictEqual(coverage(of({ 11: 1, 12: 1 }), of({ 12: 1 })), "other")
    assert.strictEqual(coverage(of({ 11: 2 }), of({ 11: 1 })), "other")
  })

  it.effect("adds up lines that are named twice", () =>
    Effect.gen(function*() {
      const { adapter, sent } = shop([shipping([])])
      yield* adapter.call(ReportOutgoingParcel, { ...call, lines: [{ lineId: "11", quantity: Quantity.of(1) }, { lineId: "11", quantity: Quantity.of("1.0") }] })
      assert.deepStrictEqual(sent[1]!.variables["input"].lines, [{ orderLineId: "11", quantity: 2 }])
    }))
})

describe("stock", () => {
  const variants = [
    { id: "1", productId: "5", stockLevels: [{ stockLocationId: "L1", stockOnHand: 9, stockAllocated: 4 }, { stockLocationId: "L2", stockOnHand: 3, stockAllocated: 1 }] },
    { id: "2", productId: "6", stockLevels: [] }
  ]
  const found: Reply = { data: { productVariants: { items: variants }, stockLocations: { items: [{ id: "L1" }, { id: "L2" }] } } }
  const items = [{ productId: "5", variantId: "1", stock: figure(6) }, { productId: "6", stock: figure(2), stockByLocation: [{ locationId: "L2", available: figure(2) }] }] as const
  const inputs = (sent: ReadonlyArray<Asked>) => sent.filter(({ document }) => document === "mutation SetStock").map(({ variables }) => variables["input"])
  const set: Reply = { data: { updateProductVariants: [null] } }

  it.effect("is set as stock on hand, or beyond what is allocated (P-288 P-289)", () =>
    Effect.gen(function*() {
      for (const [stockAs, first, second] of [["onHand", 6, 0], ["available", 10, 1]] as const) {
        const { adapter, sent } = open(({ document }) => (document === "query Stock" ? found : set), { stockAs })
        assert.deepStrictEqual(yield* adapter.call(UpdateStock, { items }), { failures: [] })
        assert.deepStrictEqual(inputs(sent), [[
          { id: "1", stockLevels: [{ stockLocationId: "L1", stockOnHand: first }, { stockLocationId: "L2", stockOnHand: second }] },
          { id: "2", stockLevels: [{ stockLocationId: "L2", stockOnHand: 2 }] }
        ]])
      }
    }))

  it.effect("that Vendure refuses is set article by article, and the refused one is named (P-297)", () =>
    Effect.gen(function*() {
      const refusal: Reply = { response: { status: 200, headers: [], body: "{\"errors\":[{\"message\":\"too odd\",\"extensions\":{\"code\":\"USER_INPUT_ERROR\"}}],\"data\":null}" } }
      const { adapter, sent } = open(({ document, variables }) =>
        document === "query Stock" ? found : (variables["input"] as ReadonlyArray<{ id: string }>).some(({ id }) => id === "2") ? refusal : set)
      const { failures } = yield* adapter.call(UpdateStock, { items })
      assert.deepStrictEqual(failures, [{ productId: "6", reason: "USER_INPUT_ERROR: too odd" }])
      assert.deepStrictEqual(inputs(sent).map((input) => input.length), [2, 1, 1])
    }))

  it.effect("is set once more without what was shipped while it was set, so that the shop does not offer those pieces again", () =>
    Effect.gen(function*() {
      const item = { productId: "5", variantId: "1", stock: figure(6), stockByLocation: [{ locationId: "L1", available: figure(6) }] } as const
      /** Sets the stock of a shop that has these pieces allocated each time it is asked. */
      const tell = Effect.fnUntraced(function*(...allocated: ReadonlyArray<number>) {
        let asked = 0
        const reading = (): Reply => {
          const stockLevels = [{ stockLocationId: "L1", stockOnHand: 9, stockAllocated: allocated[Math.min(asked++, allocated.length - 1)] }]
          return { data: { productVariants: { items: [{ id: "1", productId: "5", stockLevels }] }, stockLocations: { items: [{ id: "L1" }] } } }
        }
        const { adapter, sent } = open(({ document }) => (document === "query Stock" ? reading() : set), { stockAs: "available" })
        const { failures } = yield* adapter.call(UpdateStock, { items: [item] })
        return [inputs(sent).map(([{ stockLevels: [level] }]) => level.stockOnHand), failures.map(({ locationId, reason }) => [locationId, reason.split(":")[0]])]
      })
      assert.deepStrictEqual(yield* tell(4, 4), [[10], []])
      assert.deepStrictEqual(yield* tell(4, 1, 1), [[10, 7], []])
      assert.deepStrictEqual(yield* tell(4, 3, 0), [[10, 9, 6], []])
      // A new order has taken pieces, which are its own.
      assert.deepStrictEqual(yield* tell(4, 5), [[10], []])
      assert.deepStrictEqual(yield* tell(9, 8, 7, 6, 5, 4, 3, 2), [[15, 14, 13, 12, 11], [["L1", "ALLOCATION_CHANGES"]]])
    }))

  it.effect("of articles that Vendure does not know is not sent (P-292 P-293)", () =>
    Effect.gen(function*() {
      const { adapter, sent } = open(() => found)
      const { failures } = yield* adapter.call(UpdateStock, {
        items: [{ productId: "77", stock: figure(1) }, { productId: "5", variantId: "77", stock: figure(1) }, { productId: "5", variantId: "2", stock: figure(1) }]
      })
      assert.deepStrictEqual(failures.map(({ reason }) => reason.split(":")[0]), ["UNKNOWN_ARTICLE", "UNKNOWN_ARTICLE", "UNKNOWN_VARIANT"])
      assert.deepStrictEqual(inputs(sent), [])
    }))
})

describe("articles and parcels", () => {
  const variant = {
    id: "1", productId: "5", createdAt: "2026-11-01T00:00:00.000Z", sku: "SKU-1", name: "Chair, blue", enabled: true, trackInventory: "INHERIT",
    priceWithTax: 1199, currencyCode: "EUR", featuredAsset: null,
    options: [{ name: "Blue", group: { code: "colour", name: "Colour" } }, { name: "XL", group: { code: "x", name: "Size" } }],
    product: { name: "Chair", enabled: false, featuredAsset: { preview: "https://shop.example/chair.jpg" } },
    stockLevels: [{ stockLocationId: "L1", stockOnHand: 9, stockAllocated: 4 }, { stockLocationId: "L2", stockOnHand: 3, stockAllocated: 4 }]
  }
  const read = (changed: object) =>
    Effect.map(
      open(() => ({ data: { productVariants: { items: [{ ...variant, ...changed }] }, ...serverConfig() } })).adapter.call(ListProducts, { productIds: ["5"], limit: 10 }),
      ({ items }) => items[0]!
    )

  it.effect("have the stock that can be sold, and what the shop tells of them (P-132 P-141 P-151)", () =>
    Effect.gen(function*() {
      const { price, stock, stockByLocation, ...article } = yield* read({})
      assert.deepStrictEqual(article, {
        productId: "5",
        variantId: "1",
        sku: "SKU-1",
        sellerSku: "SKU-1",
        title: "Chair",
        name: "Chair, blue",
        status: "DISABLED",
        imageUrl: "https://shop.example/chair.jpg",
        currency: "EUR",
        color: "Blue",
        size: "XL"
      })
      assert.deepStrictEqual([Decimal.toText(price!), Decimal.toText(stock!)], ["11.99", "4"])
      assert.deepStrictEqual(stockByLocation!.map(({ available, locationId }) => [locationId, Decimal.toText(available)]), [["L1", "5"], ["L2", "-1"]])
      const untracked = yield* read({ trackInventory: "FALSE" })
      assert.deepStrictEqual([untracked.stock, untracked.stockByLocation], [undefined, undefined])
    }))

  it.effect("are read in pages of at most the limit, with no request after the last one (P-276)", () =>
    Effect.gen(function*() {
      const all = [1, 2, 3].map((at) => ({ ...variant, id: String(at) }))
      const { adapter, sent } = open(({ variables }) => ({ data: { productVariants: { items: all.slice(0, variables["take"]) }, ...serverConfig() } }))
      const ask = (limit: number, cursor?: string) => adapter.call(ListProducts, { productIds: ["5"], limit, ...(cursor && { cursor }) })
      const first = yield* ask(2)
      const second = yield* ask(2, first.nextCursor)
      assert.deepStrictEqual([first, second].map(({ items }) => items.map(({ variantId }) => variantId)), [["1", "2"], ["3"]])
      assert.isUndefined(second.nextCursor)
      assert.isUndefined((yield* ask(3)).nextCursor)
      assert.strictEqual(sent.length, 3)
      assert.strictEqual((yield* Effect.flip(ask(3, "x"))).reason._tag, "RequestInvalid")
    }))

  it.effect("are found by the fulfillment, whose history may have entries of any kind (P-345 P-349)", () =>
    Effect.gen(function*() {
      const entry = (fulfillmentId: unknown, to: string) => ({ createdAt: "2026-11-01T00:00:00.000Z", data: { fulfillmentId, from: "Pending", to } })
      const { adapter } = open(() => ({
        data: {
          orders: {
            items: [{
              state: "Shipped",
              fulfillments: [{ id: "1", state: "InCustoms", trackingCode: "T-1" }],
              history: { items: [entry(1, "Shipped"), entry("1", "InCustoms"), entry(2, "Shipped"), { createdAt: "2026-11-01T00:00:00.000Z", data: { note: "x" } }] }
            }]
          }
        }
      }))
      const { events, phase, status } = yield* adapter.call(TrackParcel, { onlineOrderId: "PJQ4", packageNumber: "T-1" })
      assert.deepStrictEqual([phase, status, events.map(({ description }) => description)], ["unknown", "InCustoms", ["Pending to Shipped", "Pending to InCustoms"]])
    }))
})
