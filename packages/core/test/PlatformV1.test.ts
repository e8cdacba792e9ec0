import { assert, describe, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { expectTypeOf } from "vitest"
import * as AdapterError from "../src/AdapterError.ts"
import { isEnded, phaseOf, PlatformPhase, withClosedPhaseResolved } from "../src/model/PlatformOrder.ts"
import { figure } from "../src/model/StockLevel.ts"
import * as PlatformV1 from "../src/PlatformV1.ts"
import type * as Transport from "../src/Transport.ts"

const at = (text: string) => DateTime.makeUnsafe(text)

/** A shop that remembers what it was asked. */
const make = () => {
  const asked: Array<unknown> = []
  const plugin = PlatformV1.plugin({
    id: "platform-acme",
    settings: Schema.Struct({ shop: Schema.String }),
    limits: { ordersPerQuery: 2, stockUpdatesPerCall: 3 },
    offers: ["updateStock", "listProducts", "trackParcel", "setShopAccess"],
    receives: true,
    authorization: {
      url: ({ shop }, { redirectUrl, state }) => new URL(`https://${shop}.example/grant?state=${state}&to=${redirectUrl.href}`),
      exchange: (_, { params }) => Effect.succeed({ values: params })
    },
    make: () => {
      const told = <A>(answer: A) => (payload: unknown) => Effect.sync(() => (asked.push(payload), answer))
      return Effect.succeed({
        handlers: {
          getOrders: told({ items: [], unreadable: ["2"] }),
          updateStock: told({ failures: [{ productId: "p", reason: "gone" }] }),
          listProducts: told({ items: [] }),
          trackParcel: told({ phase: "inTransit", status: "MOVING", events: [] } as const),
          setShopAccess: told({})
        },
        incoming: (request: Transport.Request, emit: PlatformV1.StoreEvent) =>
          Effect.as(Effect.orDie(emit({ _tag: "OrderChanged", onlineOrderId: request.body })), { status: 200, headers: [], body: "" })
      })
    }
  })
  return { asked, plugin, layer: plugin.layer({ shop: "lamps" }) }
}

const call = <O extends PlatformV1.AnyOperation>(operation: O, payload: O["payload"]["Type"]) =>
  Effect.flatMap(PlatformV1.Platform, (platform) => platform.call(operation, payload))

const page = { limit: 100 }
const window = { updatedFrom: at("2026-03-01T00:00:00Z"), updatedTo: at("2026-03-02T00:00:00Z") }

describe("a platform plugin", () => {
  it("is a value that says what it is", () => {
    const { plugin } = make()
    assert.deepStrictEqual(
      [plugin.contract, plugin.id, plugin.offers, plugin.facts({ shop: "" }), plugin.receives],
      ["platform/v1", "platform-acme", ["updateStock", "listProducts", "trackParcel", "setShopAccess"], { limits: { ordersPerQuery: 2, stockUpdatesPerCall: 3 } }, true]
    )
    assert.isDefined(plugin.authorization)
    expectTypeOf(plugin.id).toEqualTypeOf<"platform-acme">()
    expectTypeOf(plugin.layer).returns.toEqualTypeOf<Layer.Layer<PlatformV1.Platform, AdapterError.Reason>>()
  })

  it.effect("is called by operation, and names what it could not read", () => {
    const { asked, layer } = make()
    return Effect.gen(function*() {
      const found = yield* call(PlatformV1.GetOrders, { ...page, onlineOrderIds: ["1", "2"] })
      expectTypeOf(found).toEqualTypeOf<typeof PlatformV1.GetOrders.success.Type>()
      assert.deepStrictEqual(found, { items: [], unreadable: ["2"] })
      yield* call(PlatformV1.GetOrders, { ...page, ...window })
      yield* call(PlatformV1.ReportShopAccess, { isLocked: true, callbackUrl: new URL("https://erp.example/push") })
      assert.lengthOf(asked, 3)
    }).pipe(Effect.provide(layer))
  })

  it.effect("tells that an order changed by its number alone", () => {
    const { layer } = make()
    return Effect.gen(function*() {
      const { incoming } = yield* PlatformV1.Platform
      const events: Array<PlatformV1.Event> = []
      yield* incoming!({ method: "POST", url: new URL("http://runner.test/"), headers: [], body: "7" }, (event) => Effect.sync(() => void events.push(event)), { subscriptions: [] })
      assert.deepStrictEqual(events, [{ _tag: "OrderChanged", onlineOrderId: "7" }])
    }).pipe(Effect.provide(layer))
  })

  it.effect("is not asked what its platform cannot answer", () => {
    const { asked, layer } = make()
    const item = { productId: "p", stock: figure(1) }
    const wrong: ReadonlyArray<readonly [string, Effect.Effect<unknown, AdapterError.AdapterError, PlatformV1.Platform>]> = [
      ["/updatedFrom", call(PlatformV1.GetOrders, page)],
      ["/updatedTo", call(PlatformV1.GetOrders, { ...page, updatedFrom: window.updatedFrom })],
      ["/updatedFrom", call(PlatformV1.GetOrders, { ...page, updatedTo: window.updatedTo, onlineOrderIds: ["1"] })],
      ["/updatedFrom", call(PlatformV1.GetOrders, { ...page, updatedFrom: window.updatedTo, updatedTo: window.updatedFrom })],
      ["/onlineOrderIds", call(PlatformV1.GetOrders, { ...page, onlineOrderIds: ["1", "2", "3"] })],
      ["/updatedFrom", call(PlatformV1.ListProducts, page)],
      ["/items", call(PlatformV1.UpdateStock, { items: [item, item, item, item] })],
      ["/onlineOrderId", call(PlatformV1.TrackParcel, {})]
    ]
    return Effect.gen(function*() {
      for (const [path, attempt] of wrong) {
        const { reason } = yield* Effect.flip(attempt)
        assert.strictEqual(reason._tag === "RequestInvalid" && reason.path, path)
      }
      yield* call(PlatformV1.ListProducts, { ...page, variantIds: ["v"] })
      // Beside ids of articles each end of a window is an option; numbers of orders select alone (P-261 P-262 P-216 U-99).
      yield* call(PlatformV1.ListProducts, { ...page, variantIds: ["v"], updatedFrom: window.updatedFrom })
      yield* call(PlatformV1.ListProducts, { ...page, productIds: ["p"], updatedTo: window.updatedTo })
      yield* call(PlatformV1.GetOrders, { ...page, onlineOrderIds: ["1"], updatedFrom: window.updatedTo, updatedTo: window.updatedFrom })
      yield* call(PlatformV1.TrackParcel, { packageNumber: "k" })
      assert.lengthOf(asked, 5)
      const { reason } = yield* Effect.flip(call(PlatformV1.GetLabels, { onlineOrderId: "1" }))
      assert.strictEqual(reason._tag, "OperationUnsupported")
    }).pipe(Effect.provide(layer))
  })
})

describe("the platform contract", () => {
  it("names the twelve operations of spec 2 part B that are no tokens, the announce hook, and the registrations of callbacks", () => {
    const kinds = Object.fromEntries(Object.values(PlatformV1.contract.operations).map(({ kind, name }) => [name, kind]))
    assert.deepStrictEqual(kinds, {
      getOrders: "read",
      listOrderStatuses: "read",
      markReadyToShip: "create",
      listProducts: "read",
      listProductStatuses: "read",
      updateStock: "push",
      listShippingProviders: "read",
      createShipment: "create",
      cancelShipment: "cancel",
      getLabels: "read",
      trackParcel: "read",
      listLocations: "read",
      setShopAccess: "push",
      subscribe: "push",
      renew: "push",
      unsubscribe: "push"
    })
    assert.deepStrictEqual(PlatformV1.contract.required, [PlatformV1.GetOrders])
  })

  const statuses = { finished: [{ status: "COMPLETED" }], cancelled: [{ status: "CANCELLED" }], onHold: [{ status: "ON_HOLD" }] }

  it.each([
    ["COMPLETED", true, "finished"],
    ["COMPLETED", false, "finished"],
    ["CANCELLED", false, "cancelled"],
    ["ON_HOLD", true, "onHold"],
    ["ON_HOLD", false, "onHold"],
    ["READY_TO_SHIP", true, "open"],
    ["UNPAID", false, "unpaid"],
    ["shipped", true, "open"]
  ] as const)("an order with the status %s and isPaid %s is %s: a listed word decides, else the payment does (P-045)", (status, isPaid, phase) => {
    assert.strictEqual(phaseOf(status, isPaid, statuses), phase)
  })

  it("takes the words for orders on hold as optional (P-045)", () => {
    const { onHold: _, ...ends } = statuses
    assert.strictEqual(phaseOf("ON_HOLD", true, ends), "open")
  })

  it.each([
    ["CANCELLED", "cancelled"],
    ["canceled", "cancelled"],
    ["Order_Cancelled", "cancelled"],
    ["已取消", "cancelled"],
    ["COMPLETED", "finished"],
    [" completed ", "finished"],
    ["ORDER FINISHED", "finished"],
    ["Delivered", "finished"],
    ["CLOSED", "closed"],
    ["TRADE_CLOSED", "closed"],
    ["REFUNDED", "closed"],
    ["CANCEL_REFUSED", "closed"],
    ["PARTIALLY_CANCELLED", "closed"],
    ["UNCOMPLETED", "closed"],
    ["", "closed"]
  ] as const)("a closed order with the status %s is %s (P-045)", (status, phase) => {
    assert.deepStrictEqual(withClosedPhaseResolved({ phase: "closed", status }), { phase, status })
  })

  it("leaves a phase alone that is told", () => {
    for (const phase of ["unpaid", "open", "onHold", "finished"] as const) assert.deepStrictEqual(withClosedPhaseResolved({ phase, status: "CANCELLED" }), { phase, status: "CANCELLED" })
    assert.deepStrictEqual(PlatformPhase.literals.filter(isEnded), ["finished", "cancelled", "closed"])
  })

  it.effect("keeps a platform's order through JSON, and shows nobody who bought it", () =>
    Effect.gen(function*() {
      const encoded = {
        platform: "shopify",
        shopId: "9007199254740993",
        onlineOrderId: "1",
        createdAt: "2026-03-01T00:00:00.000Z",
        phase: "open",
        status: "paid",
        paymentMethod: "online",
        currency: "EUR",
        total: "19.90",
        freight: "4.50",
        receiver: { name: "Jane Roe", country: "NL", isMasked: false },
        lines: [{ lineId: "l", productId: "p", sku: "S", title: "Lamp", quantity: 2, currency: "EUR", price: "7.70", sellerDiscount: "0.00" }],
        fulfillments: [{ trackingNumber: "T", lines: [{ lineId: "l", quantity: 1 }] }],
        raw: "{\"id\":1}"
      } as const
      const codec = Schema.toCodecJson(PlatformV1.GetOrders.success)
      const order = yield* Schema.decodeEffect(codec)({ items: [encoded] })
      assert.deepStrictEqual<unknown>(yield* Schema.encodeEffect(codec)(order), { items: [encoded] })
      assert.notInclude(JSON.stringify(order), "Jane Roe")
      assert.strictEqual(Redacted.value(order.items[0]!.receiver.name!), "Jane Roe")
    }))
})
