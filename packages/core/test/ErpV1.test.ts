import { assert, describe, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as AdapterError from "../src/AdapterError.ts"
import * as ErpV1 from "../src/ErpV1.ts"
import * as OutboundOrder from "../src/model/OutboundOrder.ts"
import type * as Operation from "../src/Operation.ts"

const lost = new AdapterError.TransportFailed({ phase: "receive", cause: "reset" })

const status = ErpV1.ReceiveOutboundStatus.payload.make({ orderNumber: "SO-1" as never, phase: "open", status: "picked" })

/** An ERP that loses every answer about inbound orders, and remembers what reached it. */
const make = () => {
  const received: Array<readonly [content: string, deliveryId: string]> = []
  const plugin = ErpV1.plugin({
    id: "erp-acme",
    title: "Acme books",
    settings: Schema.Struct({}),
    offers: [],
    make: () =>
      Effect.succeed({
        handlers: {
          receiveOutboundStatus: {
            prepare: ({ orderNumber }) => Result.succeed({ content: `status of ${orderNumber}` }),
            deliver: ({ content }, { deliveryId }) => Effect.sync(() => (received.push([content, deliveryId]), {}))
          },
          receiveInboundProgress: {
            prepare: ({ asnNumber }) => Result.succeed({ content: `progress of ${asnNumber}` }),
            deliver: () => Effect.fail(lost)
          }
        }
      })
  })
  return { received, plugin, layer: plugin.layer({}) }
}

describe("an ERP plugin", () => {
  it("is a value that says what it is", () => {
    const { plugin } = make()
    assert.deepStrictEqual([plugin.contract, plugin.id, plugin.title, plugin.offers], ["erp/v1", "erp-acme", "Acme books", []])
  })

  it.effect("prepares what every attempt carries, and delivers it under the same id", () => {
    const { layer, received } = make()
    return Effect.gen(function*() {
      const erp = yield* ErpV1.Erp
      const prepared = yield* Effect.fromResult(erp.prepare(ErpV1.ReceiveOutboundStatus, status))
      yield* erp.deliver(ErpV1.ReceiveOutboundStatus, prepared, { deliveryId: "d-1" })
      yield* erp.deliver(ErpV1.ReceiveOutboundStatus, prepared, { deliveryId: "d-1" })
      yield* erp.call(ErpV1.ReceiveOutboundStatus, status)
      assert.deepStrictEqual(received, [["status of SO-1", "d-1"], ["status of SO-1", "d-1"], ["status of SO-1", "unstored"]])
    }).pipe(Effect.provide(layer))
  })

  it.effect("fails with the one error, which says where", () =>
    Effect.gen(function*() {
      const erp = yield* ErpV1.Erp
      const error = yield* Effect.flip(erp.deliver(ErpV1.ReceiveInboundProgress, { content: "" }, { deliveryId: "d-2" }))
      assert.deepStrictEqual([error.adapter, error.operation, error.reason], ["erp-acme", "receiveInboundProgress", lost])
    }).pipe(Effect.provide(make().layer)))

  it.effect("does not do what it has a push for and does not offer", () => {
    const { plugin: { callbackPaths: _, ...plugin } } = make()
    const never = { prepare: () => assert.fail("must not be called"), deliver: () => Effect.die("must not be called") }
    const silent = ErpV1.plugin({ ...plugin, receives: false, offers: [], make: () => Effect.succeed({ handlers: { receivePlatformOrder: never } } as never) })
    return Effect.gen(function*() {
      const erp = yield* ErpV1.Erp
      const { reason } = yield* Effect.flip(erp.deliver(ErpV1.ReceivePlatformOrder, { content: "" }, { deliveryId: "d-1" }))
      assert.strictEqual(reason._tag, "OperationUnsupported")
    }).pipe(Effect.provide(silent.layer({})))
  })

  it.effect("that does not take platform orders says so, prepared or not", () =>
    Effect.gen(function*() {
      const erp = yield* ErpV1.Erp
      const payload = {
        platform: "other",
        shopId: "1",
        onlineOrderId: "2",
        createdAt: "2026-03-01T00:00:00.000Z",
        phase: "open",
        status: "paid",
        paymentMethod: "online",
        currency: "EUR",
        total: "4.50",
        freight: "0",
        receiver: {},
        lines: [],
        raw: "{}"
      } as const
      const order = yield* Effect.orDie(Schema.decodeEffect(ErpV1.ReceivePlatformOrder.payload)(payload))
      for (const attempt of [
        Effect.asVoid(Effect.fromResult(erp.prepare(ErpV1.ReceivePlatformOrder, order))),
        erp.deliver(ErpV1.ReceivePlatformOrder, { content: "" }, { deliveryId: "d-3" }),
        erp.call(ErpV1.ReceivePlatformOrder, order)
      ]) {
        assert.strictEqual((yield* Effect.flip(attempt)).reason._tag, "OperationUnsupported")
      }
    }).pipe(Effect.provide(make().layer)))
})

describe("the ERP contract", () => {
  it("names every operation and whether it may be repeated", () => {
    const operations = Object.values<Operation.Any>(ErpV1.contract.operations)
    const named = (wanted: Operation.Kind) => operations.filter(({ kind }) => kind === wanted).map(({ name }) => name)
    assert.deepStrictEqual({ push: named("push"), read: named("read"), create: named("create"), cancel: named("cancel") }, {
      push: ["receiveOutboundStatus", "receiveInboundProgress", "receivePlatformOrder", "receiveRefund", "receiveReturn", "allotStock", "receiveShipments", "subscribe", "renew", "unsubscribe"],
      read: ["listOutboundOrders", "listStockBalances"],
      create: [],
      cancel: []
    })
  })

  it("refuses a question for outbound orders with neither a number nor a whole window (M3)", () => {
    const from = DateTime.makeUnsafe(1000)
    const to = DateTime.makeUnsafe(2000)
    const ask = (asked: Partial<typeof ErpV1.ListOutboundOrders.payload.Type>) => ErpV1.contract.check?.(ErpV1.ListOutboundOrders, { limit: 1, ...asked }, {})?.path
    assert.strictEqual(ask({}), "/updatedFrom")
    assert.strictEqual(ask({ updatedFrom: from }), "/updatedTo")
    assert.strictEqual(ask({ updatedFrom: to, updatedTo: from }), "/updatedFrom")
    assert.isUndefined(ask({ updatedFrom: from, updatedTo: to }))
    assert.isUndefined(ask({ orderNumber: OutboundOrder.OrderNumber.make("SO-1") }))
  })

  it("asks for a read beside everything whose outcome can be unknown", () => {
    const { demands, operations } = ErpV1.contract
    const uncertain = Object.values<Operation.Any>(operations).filter(({ kind }) => kind === "create" || kind === "cancel").map(({ name }) => name)
    // What is allotted is looked up before, so that it is not more than there is.
    assert.sameMembers(Object.keys(demands), [...uncertain, "allotStock", "subscribe", "renew"])
    for (const [name, demanded] of Object.entries(demands)) assert.strictEqual(operations[demanded].kind, operations[name as "subscribe"].kind === "push" && name !== "allotStock" ? "push" : "read")
  })

  it("requires two pushes of every ERP and nothing else", () =>
    assert.deepStrictEqual(ErpV1.contract.required.map(({ name }) => name), ["receiveOutboundStatus", "receiveInboundProgress"]))
})
