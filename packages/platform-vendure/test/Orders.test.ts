/** An order of Vendure as the contract states it, and the times by which a window selects. */
import { Drift, PlatformOrder, PlatformV1 } from "@crossdock/core"
import { assert, describe, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { open, order, type Reply, serverConfig } from "./fixtures.ts"

const { GetOrders } = PlatformV1

const encode = Schema.encodeSync(PlatformOrder.PlatformOrder)
const told = (items: ReadonlyArray<unknown>, precision?: number): Reply => ({ data: { orders: { items }, ...serverConfig(precision) } })

const read = Effect.fnUntraced(function*(changed: object = {}, precision?: number) {
  const { adapter } = open(() => told([{ ...order, ...changed }], precision))
  const { items: [found] } = yield* adapter.call(GetOrders, { onlineOrderIds: [order.code], limit: 10 })
  return found!
})

describe("an order", () => {
  it.effect("has what Vendure tells of it, and nothing more (P-084 P-117)", () =>
    Effect.gen(function*() {
      const { lines, raw, ...members } = encode(yield* read())
      assert.deepStrictEqual(members, {
        platform: "vendure",
        shopId: "1",
        onlineOrderId: "PJQ4",
        createdAt: "2026-11-20T09:00:00.123Z",
        paidAt: "2026-11-20T09:00:00.000Z",
        modifiedAt: "2026-11-21T10:00:00.000Z",
        phase: "open",
        status: "PartiallyShipped",
        paymentMethod: "online",
        currency: "EUR",
        total: "49.16",
        freight: "6.00",
        buyerPaidFreight: "6.00",
        discount: "4.80",
        sellerDiscount: "4.80",
        buyerName: "Jane Planted",
        receiver: {
          name: "Jane Planted",
          phone: "+49 30 901820",
          email: "jane@shop.example",
          country: "DE",
          city: "Berlin",
          address1: "Planted Street 1",
          address2: "Backyard, Planted Ltd",
          postalCode: "10115"
        },
        shippingService: "standard",
        carrierCode: "standard",
        carrierName: "Standard Post",
        trackingNumber: "T-1",
        // One parcel has not left, and one was cancelled.
        fulfillments: [{ fulfillmentId: "1", trackingNumber: "T-1", carrierName: "Express", shippedAt: "2026-11-21T09:00:00.000Z", lines: [{ lineId: "11", quantity: 2 }] }]
      })
      assert.deepStrictEqual(lines[0], {
        lineId: "11",
        productId: "5",
        variantId: "1",
        sku: "SKU-1",
        title: "Chair, blue",
        quantity: 2,
        currency: "EUR",
        price: "11.99",
        originalPrice: "11.99",
        paidPrice: "10.79",
        paidAmount: "21.58",
        tax: "4.00",
        goodsTax: "4.00",
        discount: "2.40",
        discountedTotal: "21.58",
        sellerDiscount: "1.20"
      })
      // A variant without SKU and name goes by its id.
      assert.deepInclude(lines[1], { sku: "2", title: "2" })
      assert.strictEqual(raw, JSON.stringify(order))
    }))

  it.effect("has amounts with the decimal places of the server (P-117)", () =>
    Effect.gen(function*() {
      assert.deepInclude(encode(yield* read({}, 3)), { total: "4.916", freight: "0.600" })
      assert.deepInclude(encode(yield* read({ currencyCode: "JPY" })), { currency: "JPY", total: "49.16" })
    }))

  it.effect("is unpaid, open, finished or cancelled by its payments and its state (P-241 P-242)", () =>
    Effect.gen(function*() {
      const [declined, settled] = order.payments
      const cases = [
        [{ state: "PaymentAuthorized", payments: [{ ...settled, state: "Authorized" }] }, "unpaid"],
        [{ state: "PaymentSettled", payments: [{ ...settled, amount: 4915 }] }, "unpaid"],
        [{ state: "PaymentSettled", payments: [declined, { ...settled, amount: 4915 }, { ...settled, amount: 1 }] }, "open"],
        [{ state: "InProduction" }, "open"],
        [{ state: "Delivered" }, "finished"],
        [{ state: "Cancelled", payments: [] }, "cancelled"],
        [{ state: "PaymentSettled", totalWithTax: 0, payments: null }, "open"]
      ] as const
      for (const [changed, phase] of cases) assert.strictEqual((yield* read(changed)).phase, phase, JSON.stringify(changed))
    }))

  it.effect("may lack a customer, an address, a shipping method and fulfillments", () =>
    Effect.gen(function*() {
      const bare = yield* read({ customer: null, shippingAddress: null, shippingLines: [], fulfillments: null, payments: null })
      assert.deepStrictEqual(bare.receiver, {})
      assert.deepStrictEqual([bare.buyerName, bare.fulfillments, bare.carrierCode, bare.paidAt], [undefined, undefined, undefined, undefined])
      const named = yield* read({ shippingAddress: { city: "Berlin" } })
      assert.strictEqual(Redacted.value(named.receiver.name!), "Jane Planted")
    }))

  it.effect("that cannot be read is named, and the others are read (P-214)", () =>
    Effect.gen(function*() {
      const broken = { ...order, code: "BROKEN", totalWithTax: "49.16" }
      const findings: Array<Drift.Finding> = []
      const { adapter } = open(() => told([broken, order]))
      const page = yield* adapter.call(GetOrders, { onlineOrderIds: ["PJQ4", "BROKEN", "UNKNOWN"], limit: 10 }).pipe(
        Effect.provideService(Drift.Drift, { report: (finding) => Effect.sync(() => void findings.push(finding)) })
      )
      assert.deepStrictEqual(page.items.map(({ onlineOrderId }) => onlineOrderId), ["PJQ4"])
      assert.strictEqual(Redacted.value(page.items[0]!.raw), JSON.stringify(order))
      assert.deepStrictEqual(page.unreadable, ["BROKEN"])
      assert.deepStrictEqual(findings.map(({ path, where }) => [where, path]), [["query Orders", "/0/totalWithTax"]])
    }))

  it.effect("is asked for once under each code, in pages of codes (P-218)", () =>
    Effect.gen(function*() {
      const { adapter, sent } = open(({ variables }) => told((variables["codes"] as ReadonlyArray<string>).map((code) => ({ ...order, code }))))
      const ask = (cursor?: string) => adapter.call(GetOrders, { onlineOrderIds: ["A", "B", "A", "C"], limit: 2, ...(cursor && { cursor }) })
      const first = yield* ask()
      const second = yield* ask(first.nextCursor)
      assert.deepStrictEqual([...first.items, ...second.items].map(({ onlineOrderId }) => onlineOrderId), ["A", "B", "C"])
      assert.isUndefined(second.nextCursor)
      assert.deepStrictEqual(sent.map(({ variables }) => variables["codes"]), [["A", "B"], ["C"]])
      assert.strictEqual((yield* Effect.flip(ask("x"))).reason._tag, "RequestInvalid")
    }))
})

describe("a window of time", () => {
  const times = (code: string, changed: object) => ({
    id: code,
    code,
    createdAt: "2026-11-01T00:00:00.000Z",
    updatedAt: "2026-11-01T00:00:00.000Z",
    orderPlacedAt: "2026-11-01T00:00:00.000Z",
    payments: null,
    fulfillments: null,
    ...changed
  })
  const from = "2026-11-20T10:00:00.500Z"
  const to = "2026-11-20T11:00:00.000Z"
  const window = { updatedFrom: DateTime.makeUnsafe(from), updatedTo: DateTime.makeUnsafe(to), limit: 100 }

  it.effect("has an order whose state changed in it, although Vendure does not say so in updatedAt (P-215 P-217)", () =>
    Effect.gen(function*() {
      const all = [
        times("cart", { updatedAt: "2026-11-20T10:30:00.000Z" }),
        times("placed", { orderPlacedAt: "2026-11-20T10:30:00.000Z" }),
        times("settled", { payments: [{ updatedAt: "2026-11-20T10:30:00.000Z" }] }),
        times("shipped", { fulfillments: [{ updatedAt: "2026-11-20T10:30:00.000Z" }] }),
        times("placed, changed later", { orderPlacedAt: "2026-11-20T10:30:00.000Z", updatedAt: "2026-11-21T00:00:00.000Z" }),
        times("truncated", { updatedAt: "2026-11-20T10:00:00.000Z" }),
        times("before", { updatedAt: "2026-11-20T09:59:59.000Z" }),
        times("after", { updatedAt: "2026-11-20T11:00:01.000Z" }),
        times("unchanged", {})
      ]
      const { adapter, sent } = open(({ document, variables }) =>
        document === "query OrderTimes" ? { data: { orders: { items: all } } } : told((variables["codes"] as ReadonlyArray<string>).map((code) => ({ ...order, code }))))
      const { items, nextCursor } = yield* adapter.call(GetOrders, window)
      assert.deepStrictEqual(items.map(({ onlineOrderId }) => onlineOrderId), ["cart", "placed", "settled", "shipped", "placed, changed later", "truncated"])
      assert.isUndefined(nextCursor)
      const [, , { _or: [updated, placed] }] = sent[0]!.variables["filter"]["_and"]
      // Databases that truncate times have what changed in the first second of the window under an earlier time.
      assert.deepStrictEqual(updated.updatedAt.between, { start: "2026-11-20T09:59:58.500Z", end: to })
      assert.deepStrictEqual(placed.orderPlacedAt.between, { start: "2026-11-06T09:59:59.500Z", end: to })
    }))

  it.effect("goes on behind the last order of a page, and ends with a query that is not full (P-222)", () =>
    Effect.gen(function*() {
      const all = Array.from({ length: 7 }, (_, at) => times(String(at), { updatedAt: "2026-11-20T10:30:00.000Z" }))
      const { adapter, sent } = open(({ document, variables }) =>
        document === "query OrderTimes"
          ? { data: { orders: { items: all.slice(0, variables["take"]) } } }
          : told((variables["codes"] as ReadonlyArray<string>).map((code) => ({ ...order, code }))), { pageSize: 1 })
      const found: Array<string> = []
      let cursor: string | undefined
      do {
        const page: typeof GetOrders.success.Type = yield* adapter.call(GetOrders, { ...window, ...(cursor !== undefined && { cursor }) })
        found.push(...page.items.map(({ onlineOrderId }) => onlineOrderId))
        cursor = page.nextCursor
      } while (cursor !== undefined)
      assert.deepStrictEqual(found, all.map(({ code }) => code))
      assert.isTrue(sent.every(({ variables }) => variables["take"] <= 1000))
    }))

  it.effect("fails where more orders were created in one second than Vendure returns at once", () =>
    Effect.gen(function*() {
      const all = Array.from({ length: 1200 }, (_, at) => times(String(at), {}))
      const { adapter } = open(({ variables }) => ({ data: { orders: { items: all.slice(0, variables["take"]) } } }))
      const error = yield* Effect.flip(adapter.call(GetOrders, window))
      assert.isTrue(error.reason._tag === "Rejected" && error.reason.fault.code === "TOO_MANY_AT_ONCE")
    }))
})
