/**
 * Who asks for an order whose create is not settled is never told that there is none.
 */
import { assert } from "@effect/vitest"
import { InboundOrder, OutboundOrder, WarehouseV1 } from "@crossdock/core"
import * as Effect from "effect/Effect"
import { Connections } from "../../../src/connection/Connections.ts"
import { Dispatch } from "../../../src/contracts/warehouse/Dispatch.ts"
import { onBothDatabases } from "../../support/Databases.ts"
import { asn, order } from "../../support/Orders.ts"
import { during, inWorldOn, type World } from "../../support/World.ts"

const create = (w: World, number: string) =>
  Effect.flatMap(Dispatch, (dispatch) => dispatch.call(w.link, WarehouseV1.CreateOutboundOrder, order(number), ""))

const createAsn = (w: World, number: string) =>
  Effect.flatMap(Dispatch, (dispatch) => dispatch.call(w.link, WarehouseV1.CreateInboundOrder, asn(number), ""))

const ask = (w: World, ...numbers: ReadonlyArray<string>) =>
  Effect.flatMap(Dispatch, (dispatch) =>
    dispatch.call(w.link, WarehouseV1.GetOutboundOrders, {
      orders: numbers.map((number) => ({ orderNumber: OutboundOrder.OrderNumber.make(number) })) as never
    }, ""))

const askAsns = (w: World, ...numbers: ReadonlyArray<string>) =>
  Effect.flatMap(Dispatch, (dispatch) =>
    dispatch.call(w.link, WarehouseV1.GetInboundOrders, {
      inboundOrders: numbers.map((number) => ({ asnNumber: InboundOrder.AsnNumber.make(number) })) as never
    }, ""))

onBothDatabases("orders whose create is not settled", (fresh) => {
  const inWorld = inWorldOn(fresh)

  inWorld("answers DOUBTFUL for an order of unknown outcome while the warehouse says that it has none (U-141)", {}, (w) =>
    Effect.gen(function*() {
      w.warehouse.plan("createOutboundOrder", "lose-request")
      yield* Effect.flip(during(create(w, "SO-1")))
      const refusal = yield* Effect.flip(ask(w, "SO-1"))
      assert.strictEqual(`${refusal.code}: ${refusal.message}`, "DOUBTFUL: outcome not known yet; ask again with the same number")
    }))

  inWorld("answers DOUBTFUL for an order of unknown outcome while the warehouse cannot be asked (U-141)", {}, (w) =>
    Effect.gen(function*() {
      w.warehouse.plan("createOutboundOrder", "lose-request")
      yield* Effect.flip(during(create(w, "SO-1")))
      w.warehouse.plan("getOutboundOrders", ...Array.from({ length: 9 }, () => "refuse" as const))
      assert.strictEqual((yield* Effect.flip(ask(w, "SO-1"))).code, "DOUBTFUL")
    }))

  inWorld("tells what the warehouse shows of an order of unknown outcome", { isIdle: true, server: { callerDeadline: "1 second" } }, (w) =>
    Effect.gen(function*() {
      w.warehouse.plan("createOutboundOrder", "lose-answer")
      yield* Effect.flip(during(create(w, "SO-1")))
      const { items: [told] } = yield* ask(w, "SO-1")
      assert.deepStrictEqual([told?.phase, told?.status, told?.warehouseOrderNumber], ["open", "NEW", "W-1"])
    }))

  inWorld("names an order of unknown outcome among others, which are told as they are (D1-288)", {}, (w) =>
    Effect.gen(function*() {
      yield* create(w, "SO-2")
      w.warehouse.plan("createOutboundOrder", "lose-request")
      yield* Effect.flip(during(create(w, "SO-1")))
      const told = yield* ask(w, "SO-1", "SO-2", "SO-3")
      assert.deepStrictEqual(told.items.map((one) => [one.orderNumber as string, one.phase, one.status]), [
        ["SO-1", "open", "DOUBTFUL"],
        ["SO-2", "open", "NEW"]
      ])
    }))

  inWorld("answers for the issue that is not settled, and not for an earlier one that was cancelled (U-142)", {}, (w) =>
    Effect.gen(function*() {
      yield* create(w, "SO-1")
      const dispatch = yield* Dispatch
      yield* dispatch.call(w.link, WarehouseV1.CancelOutboundOrder, { orderNumber: OutboundOrder.OrderNumber.make("SO-1") }, "")
      w.warehouse.plan("createOutboundOrder", "lose-request")
      yield* Effect.flip(during(create(w, "SO-1")))
      assert.strictEqual((yield* Effect.flip(ask(w, "SO-1"))).code, "DOUBTFUL")
    }))

  inWorld("says why an order waits that was not sent, and does not ask the warehouse for it", {}, (w) =>
    Effect.gen(function*() {
      const connections = yield* Connections
      yield* connections.pause("wh", "a test")
      yield* Effect.flip(create(w, "SO-1"))
      assert.strictEqual((yield* Effect.flip(ask(w, "SO-1"))).code, "CONNECTION_PAUSED")
      assert.notInclude(w.warehouse.calls, "getOutboundOrders")
    }))

  inWorld("answers DOUBTFUL for an ASN of unknown outcome, and names it among others", {}, (w) =>
    Effect.gen(function*() {
      yield* createAsn(w, "ASN-2")
      w.warehouse.plan("createInboundOrder", "lose-request")
      yield* Effect.flip(during(createAsn(w, "ASN-1")))
      assert.strictEqual((yield* Effect.flip(askAsns(w, "ASN-1"))).code, "DOUBTFUL")
      const told = yield* askAsns(w, "ASN-1", "ASN-2")
      assert.deepStrictEqual(told.items.map((one) => [one.asnNumber as string, one.status]).toSorted(), [["ASN-1", "DOUBTFUL"], ["ASN-2", "announced"]])
    }))
})
