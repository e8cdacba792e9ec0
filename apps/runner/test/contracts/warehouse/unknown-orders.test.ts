/**
 * A cancel of an order that nobody knows: one code for the ERP, whatever the warehouse says.
 */
import { assert, it } from "@effect/vitest"
import { AdapterError, WarehouseV1 } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { Dispatch } from "../../../src/contracts/warehouse/Dispatch.ts"
import { onBothDatabases } from "../../support/Databases.ts"
import { asn, order } from "../../support/Orders.ts"
import { during, type World, world } from "../../support/World.ts"

const { FaultUnlisted, Rejected, TransportFailed } = AdapterError
const fault = { code: "", message: "order not found" }

/** Refuses every cancel with the next of these reasons, the last of them again and again, and shows what it is told to. */
const refusing = (...reasons: readonly [AdapterError.Reason, ...ReadonlyArray<AdapterError.Reason>]) => {
  const state = { shows: false, tries: 0 }
  const plugin = WarehouseV1.plugin({
    id: "warehouse-refusing",
    settings: Schema.Struct({}),
    limits: { linesPerOrder: 50, ordersPerQuery: 20, visibilityDelay: "2 seconds", pollInterval: "10 minutes" },
    offers: ["createInboundOrder", "getInboundOrders", "cancelInboundOrders"],
    make: () => {
      const refused = Effect.suspend(() => Effect.fail(reasons[Math.min(state.tries++, reasons.length - 1)]!))
      return Effect.succeed({
        handlers: {
          createOutboundOrder: () => Effect.succeed({ warehouseOrderNumber: "W-1" }),
          cancelOutboundOrder: () => refused,
          getOutboundOrders: ({ orders }): Effect.Effect<typeof WarehouseV1.GetOutboundOrders.success.Type> =>
            Effect.sync(() => ({ items: state.shows ? orders.map(({ orderNumber }) => ({ orderNumber, phase: "open" as const, status: "announced" })) : [] })),
          createInboundOrder: () => Effect.succeed({}),
          getInboundOrders: (): Effect.Effect<typeof WarehouseV1.GetInboundOrders.success.Type> => Effect.succeed({ items: [] }),
          cancelInboundOrders: ({ asnNumbers }: typeof WarehouseV1.CancelInboundOrders.payload.Type) => Effect.succeed({ items: asnNumbers.map((asnNumber) => ({ asnNumber, failure: "no such delivery" })) })
        }
      })
    }
  })
  return { plugin, state }
}

const { orderNumber } = order("SO-NONE")
const cancel = (w: World) =>
  during(Effect.flip(Effect.flatMap(Dispatch, (dispatch) => dispatch.call(w.link, WarehouseV1.CancelOutboundOrder, { orderNumber }, ""))))

onBothDatabases("a cancel of an unknown order", (fresh) => {
  const inWorld = (
    title: string,
    warehouse: ReturnType<typeof refusing>,
    test: (w: World) => Effect.Effect<unknown, unknown, any>
  ) => it.effect(title, () => Effect.flatMap(Effect.promise(fresh), (database) => world(database, { plugin: warehouse.plugin }, (w) => test(w) as never)))

  for (
    const [message, reason, words] of [
      ["refuses with a code", new Rejected({ fault: { code: "NOT_FOUND", message: "no such order" } }), "NOT_FOUND: no such order"],
      ["refuses in words that nobody lists", new FaultUnlisted({ fault }), "order not found"]
    ] as const
  ) {
    inWorld(`is one that is not found where the warehouse ${message} and shows none`, refusing(reason), (w) =>
      Effect.gen(function*() {
        const { code, isUnproven, path, message: told } = yield* cancel(w)
        assert.deepStrictEqual([code, path, isUnproven], ["ORDER_NOT_FOUND", "/orderNumber", undefined])
        assert.strictEqual(told, `order not found; ask with a number that was accepted by createOrder; the warehouse says: ${words}`)
      }))
  }

  inWorld("says the words of another runner once", refusing(new Rejected({ fault: { code: "ORDER_NOT_FOUND", message: "/orderNumber: order not found" } })), (w) =>
    Effect.gen(function*() {
      const { code, message } = yield* cancel(w)
      assert.deepStrictEqual([code, message], ["ORDER_NOT_FOUND", "order not found; ask with a number that was accepted by createOrder"])
    }))

  const shipped = refusing(new Rejected({ fault: { code: "SHIPPED", message: "it has left" } }))
  inWorld("keeps the refusal of a warehouse that shows the order", shipped, (w) =>
    Effect.gen(function*() {
      shipped.state.shows = true
      assert.strictEqual((yield* cancel(w)).code, "SHIPPED")
    }))

  inWorld("keeps the refusal of a warehouse that shows no order which the runner knows", refusing(new FaultUnlisted({ fault })), (w) =>
    Effect.gen(function*() {
      yield* Effect.flatMap(Dispatch, (dispatch) => dispatch.call(w.link, WarehouseV1.CreateOutboundOrder, order("SO-NONE"), ""))
      assert.strictEqual((yield* cancel(w)).code, "WAREHOUSE_FAULT")
    }))

  inWorld("is not taken for absent after an answer was lost, which may have cancelled it", refusing(new TransportFailed({ phase: "receive", cause: "reset" }), new FaultUnlisted({ fault })), (w) =>
    Effect.gen(function*() {
      assert.strictEqual((yield* cancel(w)).code, "WAREHOUSE_FAULT")
    }))

  inWorld("has the same code for an inbound order, which is refused beside its number", refusing(new Rejected({ fault })), (w) =>
    Effect.gen(function*() {
      const { asnNumber } = asn("ASN-NONE")
      const call = Effect.flatMap(Dispatch, (dispatch) => dispatch.call(w.link, WarehouseV1.CancelInboundOrders, { asnNumbers: [asnNumber] }, ""))
      assert.deepStrictEqual(yield* during(call), { items: [{
        asnNumber,
        failure: "ORDER_NOT_FOUND: order not found; ask with a number that was accepted by createAsnOrder; the warehouse says: no such delivery"
      }] })
    }))
})
