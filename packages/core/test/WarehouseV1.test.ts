import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { expectTypeOf } from "vitest"
import * as AdapterError from "../src/AdapterError.ts"
import type * as Document from "../src/model/Document.ts"
import type { OutboundOrder } from "../src/model/OutboundOrder.ts"
import * as WarehouseV1 from "../src/WarehouseV1.ts"

const orderNumbers = (count: number) => {
  const [first = "", ...rest] = Array.from({ length: count }, (_, at) => `SO-${at + 1}`)
  return WarehouseV1.GetOutboundOrders.payload.make({ orders: [{ orderNumber: first }, ...rest.map((orderNumber) => ({ orderNumber }))] as never })
}

const line = { sku: "SKU-1", quantity: 1 }

const order = (lines: number): Effect.Effect<OutboundOrder> =>
  Effect.orDie(Schema.decodeUnknownEffect(WarehouseV1.CreateOutboundOrder.payload)({
    orderNumber: "SO-1",
    warehouseCode: "NL1",
    receiver: { name: "n", country: "NL", city: "c", address1: "a" },
    lines: Array.from({ length: lines }, () => line)
  }))

const refused = new AdapterError.Rejected({ fault: { code: "E1", message: "left already" } })

const limits = { linesPerOrder: 2, ordersPerQuery: 3 }

/** A warehouse that remembers what it was asked. */
const make = () => {
  const asked: Array<string> = []
  const plugin = WarehouseV1.plugin({
    id: "warehouse-acme",
    settings: Schema.Struct({ prefix: Schema.String }),
    limits,
    offers: ["listWarehouses"],
    make: (settings) =>
      Effect.succeed({
        handlers: {
          createOutboundOrder: ({ orderNumber }) =>
            Effect.sync(() => {
              asked.push(orderNumber)
              return { warehouseOrderNumber: `${settings.prefix}${orderNumber}` }
            }),
          cancelOutboundOrder: () => Effect.fail(refused),
          getOutboundOrders: (payload) => Effect.as(Effect.sync(() => asked.push(...payload.orders.map(({ orderNumber }) => orderNumber))), { items: [] }),
          listWarehouses: () => Effect.succeed({ items: [{ code: "NL1", name: "Amsterdam" }] })
        }
      })
  })
  return { asked, plugin, layer: plugin.layer({ prefix: "W-" }) }
}

const call = <O extends WarehouseV1.AnyOperation>(operation: O, payload: O["payload"]["Type"]) =>
  Effect.flatMap(WarehouseV1.Warehouse, (warehouse) => warehouse.call(operation, payload))

describe("a warehouse plugin", () => {
  it("is a value that says what it is", () => {
    const { plugin } = make()
    assert.deepStrictEqual(
      [plugin.contract, plugin.id, plugin.title, plugin.offers, plugin.facts({ prefix: "" })],
      ["warehouse/v1", "warehouse-acme", "warehouse-acme", ["listWarehouses"], { limits: { linesPerOrder: 2, ordersPerQuery: 3 } }]
    )
    assert.isFalse(plugin.receives)
    expectTypeOf(plugin.id).toEqualTypeOf<"warehouse-acme">()
    expectTypeOf(plugin.layer).returns.toEqualTypeOf<Layer.Layer<WarehouseV1.Warehouse, AdapterError.Reason>>()
  })

  it.effect("is called by operation, with its settings", () => {
    const { asked, layer } = make()
    return Effect.gen(function*() {
      const created = yield* call(WarehouseV1.CreateOutboundOrder, yield* order(2))
      expectTypeOf(created).toEqualTypeOf<{ readonly warehouseOrderNumber?: string }>()
      assert.strictEqual(created.warehouseOrderNumber, "W-SO-1")
      assert.deepStrictEqual(yield* call(WarehouseV1.ListWarehouses, {}), { items: [{ code: "NL1", name: "Amsterdam" }] })
      assert.deepStrictEqual(asked, ["SO-1"])
    }).pipe(Effect.provide(layer))
  })

  it.effect("refuses an order that is to leave whole, unless its limits say that it can (0040)", () =>
    Effect.gen(function*() {
      const whole = { ...yield* order(1), shipsComplete: true }
      const { reason } = yield* Effect.flip(call(WarehouseV1.CreateOutboundOrder, whole))
      assert.deepStrictEqual([reason._tag, reason._tag === "RequestInvalid" && reason.path], ["RequestInvalid", "/shipsComplete"])
      const { plugin } = make()
      const able = WarehouseV1.plugin({ ...plugin, receives: false, limits: { ...limits, canShipComplete: true }, callbackPaths: undefined, make: () => Effect.succeed({ handlers: { createOutboundOrder: () => Effect.succeed({}) } }) } as never)
      assert.deepStrictEqual(yield* Effect.provide(call(WarehouseV1.CreateOutboundOrder, whole), able.layer({} as never) as never), {})
    }).pipe(Effect.provide(make().layer)))

  it.effect("refuses documents that its limits do not state, where they are in the order (0066)", () => {
    const document = (kind: Document.DocumentKind, format: string, source: Document.DocumentSource): Document.Document => ({ kind, format, source })
    const content = { _tag: "Content", base64: Redacted.make("JVBERi0=") } as const
    const refusalOf = (documents: ReadonlyArray<Document.Document>, more: Partial<WarehouseV1.Limits>, packageType: "NORMAL" | "OWN_PACKAGE" = "OWN_PACKAGE") =>
      Effect.gen(function*() {
        const { plugin: { callbackPaths: _, ...plugin } } = make()
        const able = WarehouseV1.plugin({ ...plugin, receives: false, limits: { ...limits, ...more }, offers: [], make: () => Effect.succeed({ handlers: { createOutboundOrder: () => Effect.succeed({}) } } as never) })
        const asked = { ...yield* order(1), packageType, documents }
        const answer = yield* Effect.result(Effect.provide(call(WarehouseV1.CreateOutboundOrder, asked), able.layer({ prefix: "" })))
        if (Result.isSuccess(answer)) return "taken"
        assert.instanceOf(answer.failure, AdapterError.AdapterError)
        const { reason } = answer.failure
        return reason._tag === "RequestInvalid" ? `${reason.path} ${reason.message}` : reason._tag
      })
    const label = document("label", "PDF", content)
    const takes = { documents: { label: ["PDF", "ZPL"], invoice: ["PDF"] } } as const
    return Effect.gen(function*() {
      assert.strictEqual(yield* refusalOf([label], {}), "/documents/0/kind is label, and this warehouse takes no documents; send the order without it")
      assert.strictEqual(yield* refusalOf([label], {}, "NORMAL"), "taken", "a label without OWN_PACKAGE has no effect (U-75)")
      assert.strictEqual(yield* refusalOf([label, document("invoice", "PDF", content)], takes), "taken")
      assert.include(yield* refusalOf([document("label", "PNG", content)], takes), "/documents/0/format is PNG, and this warehouse takes a label as PDF or ZPL")
      assert.include(yield* refusalOf([label, document("customs", "PDF", content)], takes), "/documents/1/kind is customs, and this warehouse takes label and invoice")
      const link = document("label", "PDF", { _tag: "Link", url: Redacted.make("https://labels.example/1") })
      assert.include(yield* refusalOf([link], takes), "/documents/0/source is a link, and this warehouse takes content")
      assert.strictEqual(yield* refusalOf([link], { ...takes, documentSources: ["Content", "Link"] }), "taken")
      assert.include(yield* refusalOf(Array.from({ length: 51 }, () => label), takes), "/documents are 51 with")
      const large = document("label", "PDF", { _tag: "Content", base64: Redacted.make("A".repeat(10_000_001)) })
      assert.include(yield* refusalOf([large, large], takes), "/documents are 2 with 20000002 characters of Base64")
    })
  })

  it.effect("fails with the one error, which says where", () =>
    Effect.gen(function*() {
      const payload = WarehouseV1.CancelOutboundOrder.payload.make({ orderNumber: "SO-1" as never })
      const error = yield* Effect.flip(call(WarehouseV1.CancelOutboundOrder, payload))
      assert.instanceOf(error, AdapterError.AdapterError)
      assert.deepStrictEqual([error.adapter, error.operation, error.reason], ["warehouse-acme", "cancelOutboundOrder", refused])
    }).pipe(Effect.provide(make().layer)))

  it.effect("that does not offer an operation says so", () =>
    Effect.gen(function*() {
      const error = yield* Effect.flip(call(WarehouseV1.ListChannels, {}))
      assert.strictEqual(error.reason._tag, "OperationUnsupported")
      assert.strictEqual(error.operation, "listChannels")
    }).pipe(Effect.provide(make().layer)))

  it.effect("does not do what it has a handler for and does not offer", () => {
    const { plugin: { callbackPaths: _, ...plugin } } = make()
    const silent = WarehouseV1.plugin({
      ...plugin,
      limits,
      receives: false,
      offers: [],
      make: () => Effect.succeed({ handlers: { listWarehouses: () => Effect.die("must not be called") } } as never)
    })
    return Effect.gen(function*() {
      const { reason } = yield* Effect.flip(call(WarehouseV1.ListWarehouses, {}))
      assert.strictEqual(reason._tag, "OperationUnsupported")
    }).pipe(Effect.provide(silent.layer({ prefix: "" })))
  })

  it.effect("is not asked beyond its limits", () => {
    const { asked, layer } = make()
    return Effect.gen(function*() {
      const long = yield* Effect.flip(call(WarehouseV1.CreateOutboundOrder, yield* order(3)))
      assert.deepStrictEqual(long.reason, new AdapterError.RequestInvalid({
        path: "/lines",
        message: "this warehouse takes 2 lines per order, not 3"
      }))
      const many = yield* Effect.flip(call(WarehouseV1.GetOutboundOrders, orderNumbers(4)))
      assert.strictEqual(many.reason._tag, "RequestInvalid")
      yield* call(WarehouseV1.GetOutboundOrders, orderNumbers(3))
      assert.deepStrictEqual(asked, ["SO-1", "SO-2", "SO-3"])
    }).pipe(Effect.provide(layer))
  })
})

describe("the warehouse contract", () => {
  it("names every operation once, with the kind that decides about a repeat", () => {
    const all = [...WarehouseV1.contract.required, ...WarehouseV1.contract.optional]
    assert.deepStrictEqual(WarehouseV1.contract.required.map(({ name }) => name), ["createOutboundOrder", "cancelOutboundOrder", "getOutboundOrders"])
    assert.strictEqual(new Set(all.map(({ name }) => name)).size, all.length)
    assert.deepStrictEqual(Object.keys(WarehouseV1.contract.operations).toSorted(), all.map(({ name }) => name).toSorted())
    assert.deepStrictEqual(Object.fromEntries(all.map(({ kind, name }) => [name, kind])), {
      createOutboundOrder: "create",
      cancelOutboundOrder: "cancel",
      getOutboundOrders: "read",
      listWarehouses: "read",
      listChannels: "read",
      listStock: "read",
      createInboundOrder: "create",
      getInboundOrders: "read",
      cancelInboundOrders: "cancel",
      upsertProduct: "push",
      subscribe: "push",
      renew: "push",
      unsubscribe: "push"
    })
  })
})

describe("a preset of a warehouse", () => {
  const can = ["listWarehouses", "createInboundOrder", "getInboundOrders"] as const
  const failed = () => Effect.fail(refused)
  const handlers = {
    createOutboundOrder: failed,
    cancelOutboundOrder: failed,
    getOutboundOrders: failed,
    listWarehouses: () => Effect.succeed({ items: [{ code: "NL1", name: "Amsterdam" }] }),
    createInboundOrder: failed,
    getInboundOrders: failed
  }
  /** A wrapper whose caller chooses the offers; it needs no cast. */
  const presetOf = <const Id extends string>(id: Id, offers: ReadonlyArray<(typeof can)[number]>) =>
    WarehouseV1.pluginWithSelectedOffers({ id, settings: Schema.Struct({}), limits, can, offers, make: () => Effect.succeed({ handlers }) })

  it.effect("offers what its caller chose and nothing else that it could do", () =>
    Effect.gen(function*() {
      const plugin = presetOf("warehouse-lean", ["listWarehouses"])
      expectTypeOf(plugin.id).toEqualTypeOf<"warehouse-lean">()
      assert.deepStrictEqual(plugin.offers, ["listWarehouses"])
      const layer = plugin.layer({})
      assert.lengthOf((yield* Effect.provide(call(WarehouseV1.ListWarehouses, {}), layer)).items, 1)
      const asked = call(WarehouseV1.GetInboundOrders, WarehouseV1.GetInboundOrders.payload.make({ inboundOrders: [{ asnNumber: "ASN-1" as never }] }))
      const failure = yield* Effect.flip(Effect.provide(asked, layer))
      assert.strictEqual("reason" in failure && failure.reason._tag, "OperationUnsupported")
    }))

  it("throws if an offered operation lacks the one that it demands", () => {
    assert.throws(() => presetOf("warehouse-half", ["createInboundOrder"]), "warehouse-half: createInboundOrder also needs getInboundOrders")
  })

  it("needs a handler for all that it can do", () => {
    const { listWarehouses: _, ...fewer } = handlers
    // @ts-expect-error Property 'listWarehouses' is missing
    WarehouseV1.pluginWithSelectedOffers({ id: "x", settings: Schema.Struct({}), limits, can, offers: [], make: () => Effect.succeed({ handlers: fewer }) })
  })
})
