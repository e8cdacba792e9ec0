/**
 * No caller waits longer than the caller deadline, whatever it asked and however its warehouse behaves.
 */
import { assert, it } from "@effect/vitest"
import { Sku, WarehouseV1 } from "@crossdock/core"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Deadline from "../../src/engine/Deadline.ts"
import { Dispatch } from "../../src/contracts/warehouse/Dispatch.ts"
import * as Books from "../support/Books.ts"
import { onBothDatabases } from "../support/Databases.ts"
import { asn, order } from "../support/Orders.ts"
import { during, pass, until, type World, world } from "../support/World.ts"

const number = order("SO-1").orderNumber
const asnNumber = asn("ASN-1").asnNumber
const deadline = 5000
/** The test clock moves in steps. */
const step = 100

const call = <O extends WarehouseV1.AnyOperation>(w: World, operation: O, payload: O["payload"]["Type"]) =>
  Effect.flatMap(Dispatch, (dispatch) => dispatch.call(w.link, operation, payload, ""))

/** How a call ends, and after how long. */
const timed = Effect.fnUntraced(function*<A, R>(work: Effect.Effect<A, { readonly code: string }, R>) {
  const began = yield* Clock.currentTimeMillis
  const exit = yield* Effect.exit(during(Effect.result(work)))
  const took = (yield* Clock.currentTimeMillis) - began
  const result = Exit.isSuccess(exit) ? exit.value : undefined
  return { took, code: result?._tag === "Failure" ? result.failure.code : undefined, value: result?._tag === "Success" ? result.success : undefined }
})

onBothDatabases("the caller deadline", (fresh) => {
  const inWorld = (title: string, test: (w: World) => Effect.Effect<unknown, unknown, any>) =>
    it.effect(title, () =>
      Effect.flatMap(Effect.promise(fresh), (database) => world(database, { server: { callerDeadline: "5 seconds" } }, test as never)))

  const hang = (w: World, ...operations: ReadonlyArray<WarehouseV1.OperationName>) =>
    operations.forEach((operation) => w.warehouse.plan(operation, ...Array.from({ length: 20 }, () => "hang" as const)))

  inWorld("ends every read and every product that the warehouse does not answer (U-123)", (w) =>
    Effect.gen(function*() {
      hang(w, "getOutboundOrders", "getInboundOrders", "listWarehouses", "listChannels", "listStock", "upsertProduct")
      const calls: ReadonlyArray<Effect.Effect<unknown, { readonly code: string }, Dispatch>> = [
        call(w, WarehouseV1.GetOutboundOrders, { orders: [{ orderNumber: number }] }),
        call(w, WarehouseV1.GetInboundOrders, { inboundOrders: [{ asnNumber }] }),
        call(w, WarehouseV1.ListWarehouses, {}),
        call(w, WarehouseV1.ListChannels, {}),
        call(w, WarehouseV1.ListStock, { warehouseCode: "WH-1", limit: 10 }),
        call(w, WarehouseV1.UpsertProduct, { sku: Sku.Sku.make("S"), erpSku: "S", title: "T" } as never)
      ]
      for (const one of calls) {
        const { code, took } = yield* timed(one)
        assert.strictEqual(code, "NO_ANSWER")
        assert.isAtMost(took, deadline + step)
      }
    }))

  inWorld("ends a cancel as DOUBTFUL, and what the warehouse did of it is still recorded (U-123, U-141)", (w) =>
    Effect.gen(function*() {
      yield* during(call(w, WarehouseV1.CreateOutboundOrder, order("SO-1")))
      w.warehouse.plan("cancelOutboundOrder", "hang")
      const { code, took } = yield* timed(call(w, WarehouseV1.CancelOutboundOrder, { orderNumber: number }))
      assert.strictEqual(code, "DOUBTFUL")
      assert.isAtMost(took, deadline + step)
      yield* until(Effect.map(Books.outbound(w.link.scope), (row) => row?.["phase"] === "cancelled"), 60_000)
      assert.strictEqual(w.warehouse.calls.filter((name) => name === "cancelOutboundOrder").length, 1)
    }))

  inWorld("starts no further try of a cancel once its caller was answered", (w) =>
    Effect.gen(function*() {
      yield* during(call(w, WarehouseV1.CreateOutboundOrder, order("SO-1")))
      hang(w, "cancelOutboundOrder", "getOutboundOrders")
      const { code } = yield* timed(call(w, WarehouseV1.CancelOutboundOrder, { orderNumber: number }))
      assert.strictEqual(code, "DOUBTFUL")
      yield* pass(200_000, 1000)
      assert.strictEqual(w.warehouse.calls.filter((name) => name === "cancelOutboundOrder").length, 1)
    }))

  inWorld("counts the wait for an unsettled create and the cancel after it together", (w) =>
    Effect.gen(function*() {
      w.warehouse.plan("createOutboundOrder", "lose-answer")
      hang(w, "cancelOutboundOrder")
      yield* Effect.forkChild(Effect.ignore(call(w, WarehouseV1.CreateOutboundOrder, order("SO-1"))))
      yield* until(Effect.sync(() => w.warehouse.orders.length === 1))
      const { code, took } = yield* timed(call(w, WarehouseV1.CancelOutboundOrder, { orderNumber: number }))
      assert.strictEqual(code, "DOUBTFUL")
      assert.isAtMost(took, deadline + step)
    }))

  inWorld("is one for all calls that a request becomes", (w) =>
    Effect.gen(function*() {
      hang(w, "listStock", "cancelOutboundOrder")
      const stock = Effect.orDie(Effect.flip(call(w, WarehouseV1.ListStock, { warehouseCode: "WH-1", limit: 10 })))
      const cancel = Effect.orDie(Effect.flip(call(w, WarehouseV1.CancelOutboundOrder, { orderNumber: number })))
      const request = Deadline.within(deadline, Effect.map(Effect.all([stock, cancel]), ([first, second]) => [first.code, second.code]))
      const { took, value } = yield* timed(request)
      assert.deepStrictEqual(value, ["NO_ANSWER", "NOT_SENT"])
      assert.isAtMost(took, deadline + step)
      assert.notInclude(w.warehouse.calls, "cancelOutboundOrder")
    }))

  inWorld("names the inbound orders whose cancel is not known, and those whose turn did not come", (w) =>
    Effect.gen(function*() {
      const numbers = ["ASN-1", "ASN-2", "ASN-3"].map((one) => asn(one).asnNumber)
      yield* Effect.forEach(numbers, (one) => during(call(w, WarehouseV1.CreateInboundOrder, asn(one))))
      w.warehouse.plan("cancelInboundOrders", "works", "hang")
      const { took, value } = yield* timed(call(w, WarehouseV1.CancelInboundOrders, { asnNumbers: numbers as never }))
      assert.isAtMost(took, deadline + step)
      const failures = (value as typeof WarehouseV1.CancelInboundOrders.success.Type).items.map(({ failure }) => failure?.split(":")[0])
      assert.deepStrictEqual(failures, [undefined, "DOUBTFUL", "NOT_SENT"])
      yield* until(Effect.map(Books.inbound(w.link.scope, "ASN-2"), (row) => row?.["phase"] === "cancelled"), 60_000)
      assert.strictEqual((yield* Books.inbound(w.link.scope, "ASN-3"))?.["phase"] === "cancelled", false)
    }))
})
