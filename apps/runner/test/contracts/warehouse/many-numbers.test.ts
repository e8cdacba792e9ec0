/**
 * A call about many orders costs what its orders cost once.
 */
import { assert, it } from "@effect/vitest"
import { type InboundOrder, type OutboundOrder, WarehouseV1 } from "@crossdock/core"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import { Dispatch } from "../../../src/contracts/warehouse/Dispatch.ts"
import { onBothDatabases } from "../../support/Databases.ts"
import { asn, order } from "../../support/Orders.ts"
import { type World, world } from "../../support/World.ts"

type Some<A> = readonly [A, ...Array<A>]

const call = <O extends WarehouseV1.AnyOperation>(w: World, operation: O, payload: O["payload"]["Type"]) =>
  Effect.flatMap(Dispatch, (dispatch) => dispatch.call(w.link, operation, payload, ""))

const times = <A>(many: number, one: A): Some<A> => [one, ...Array.from({ length: many - 1 }, () => one)]

onBothDatabases("a call about many orders", (fresh) => {
  const inWorld = (title: string, test: (w: World) => Effect.Effect<unknown, unknown, any>) =>
    it.effect(title, () => Effect.flatMap(Effect.promise(fresh), (database) => world(database, {}, test as never)))

  inWorld("asks for and answers a number once that is named many times (A041)", (w) =>
    Effect.gen(function*() {
      const [known, stranger] = [order("SO-1").orderNumber, order("SO-2").orderNumber]
      yield* call(w, WarehouseV1.CreateOutboundOrder, order("SO-1"))
      const orderNumbers: Some<OutboundOrder.OrderNumber> = [...times(5000, known), ...times(5000, stranger)]
      const found = yield* call(w, WarehouseV1.GetOutboundOrders, { orders: Arr.map(orderNumbers, (orderNumber) => ({ orderNumber })) })
      assert.deepStrictEqual(found.items.map(({ orderNumber }) => orderNumber), [known])
      assert.isAtMost(w.warehouse.calls.filter((name) => name === "getOutboundOrders").length, 2)
    }))

  inWorld("asks for, answers and cancels an inbound order once that is named many times (A041)", (w) =>
    Effect.gen(function*() {
      yield* call(w, WarehouseV1.CreateInboundOrder, asn("ASN-1"))
      const asnNumbers: Some<InboundOrder.AsnNumber> = times(10_000, asn("ASN-1").asnNumber)
      assert.lengthOf((yield* call(w, WarehouseV1.GetInboundOrders, { inboundOrders: Arr.map(asnNumbers, (asnNumber) => ({ asnNumber })) })).items, 1)
      assert.deepStrictEqual(yield* call(w, WarehouseV1.CancelInboundOrders, { asnNumbers }), { items: [{ asnNumber: asnNumbers[0] }] })
      assert.lengthOf(w.warehouse.calls.filter((name) => name === "cancelInboundOrders"), 1)
    }))
})
