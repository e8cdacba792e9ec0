/**
 * What was begun for one issue of an order, or is told of it late, does nothing to the issue after it.
 */
import { assert, it } from "@effect/vitest"
import { type OutboundOrder, Quantity, WarehouseV1 } from "@crossdock/core"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { Dispatch } from "../../../src/contracts/warehouse/Dispatch.ts"
import { Reports } from "../../../src/contracts/warehouse/Reports.ts"
import { Database } from "../../../src/store/Database.ts"
import * as Books from "../../support/Books.ts"
import { onBothDatabases } from "../../support/Databases.ts"
import { asn, order } from "../../support/Orders.ts"
import * as Peers from "../../support/Peers.ts"
import { during, nothingOwed, pass, until, type World, world } from "../../support/World.ts"

const { orderNumber } = order("SO-1")

const create = (w: World) => Effect.flatMap(Dispatch, (dispatch) => dispatch.call(w.link, WarehouseV1.CreateOutboundOrder, order("SO-1"), ""))
const cancel = (w: World) => Effect.flatMap(Dispatch, (dispatch) => dispatch.call(w.link, WarehouseV1.CancelOutboundOrder, { orderNumber }, ""))
const announce = (w: World) => Effect.flatMap(Dispatch, (dispatch) => dispatch.call(w.link, WarehouseV1.CreateInboundOrder, asn("ASN-1"), ""))

const report = (told: Partial<OutboundOrder.OutboundStatus> & Pick<OutboundOrder.OutboundStatus, "phase">) =>
  Effect.flatMap(Reports, (reports) =>
    reports.take("wh", { _tag: "OutboundStatusChanged", status: { orderNumber, status: told.phase, warehouseCode: "WH-1", ...told } }))

const pieces = (w: World) =>
  w.erp.received.flatMap(({ content }) => (content.lines ?? []).map((line: { received: number }) => line.received)).filter((n: number) => n > 0)

const batch = (batchNo: string | undefined, at: number, received = 3) =>
  Effect.flatMap(Reports, (reports) =>
    reports.take("wh", {
      _tag: "InboundProgressed",
      progress: {
        asnNumber: asn("ASN-1").asnNumber, ...(batchNo !== undefined && { batchNo }), phase: "receiving", status: "receiving", warehouseCode: "WH-1", updatedAt: DateTime.makeUnsafe(at),
        lines: [{ sku: "SKU-1" as never, received: Quantity.of(received), good: Quantity.of(received), bad: Quantity.zero }]
      }
    } as never))

const many = (how: Peers.Behaviour) => Array.from({ length: 1000 }, () => how)

onBothDatabases("late words", (fresh) => {
  const inWorld = (title: string, test: (w: World) => Effect.Effect<unknown, unknown, any>) =>
    it.effect(title, () => Effect.flatMap(Effect.promise(fresh), (database) => world(database, {}, test as never)))

  inWorld("a cancel that waits ends with its issue, and the order that is issued again stays (D1-389)", (w) =>
    Effect.gen(function*() {
      w.warehouse.plan("createOutboundOrder", "lose-answer")
      w.warehouse.plan("getOutboundOrders", ...many("unavailable"))
      yield* during(Effect.flip(create(w)))
      yield* during(Effect.flip(cancel(w)))
      w.warehouse.plan("getOutboundOrders")
      w.warehouse.plan("cancelOutboundOrder", ...many("unreachable"))
      yield* until(Effect.sync(() => w.warehouse.calls.includes("cancelOutboundOrder")), 300_000)
      w.warehouse.orders[0]!.phase = "cancelled"
      yield* report({ phase: "cancelled", warehouseOrderNumber: "W-1" })
      yield* during(create(w))
      w.warehouse.plan("cancelOutboundOrder")
      yield* pass(600_000, 5000)
      assert.deepStrictEqual(w.warehouse.orders.map((held) => held.phase), ["cancelled", "open"])
      const rows = yield* (yield* Database).query("select id from intent where is_cancel_wanted = 1 or cancel_at is not null")
      assert.lengthOf(rows, 0)
    }))

  for (const tellsNumbers of [true, false]) {
    it.effect(`a restored runner does not take the first issue of an order, told ${tellsNumbers ? "by" : "without"} its number, for the second (D1-389)`, () =>
      Effect.gen(function*() {
        const database = yield* Effect.promise(fresh)
        const peers = { warehouse: Peers.warehouse(), erp: Peers.erp() }
        peers.warehouse.manners.tellsNumbers = tellsNumbers
        yield* world(database, { peers }, (w) => Effect.andThen(create(w), Effect.andThen(cancel(w), nothingOwed)))
        yield* world(database, { peers, restored: true }, (w) =>
          Effect.gen(function*() {
            const made = yield* during(create(w))
            assert.strictEqual(peers.warehouse.live("SO-1").length, 1)
            assert.strictEqual(made.warehouseOrderNumber, "W-2")
          }))
      }))
  }

  inWorld("a batch or totals of the first issue that are reported again are not counted for the second (D1-248 D1-250)", (w) =>
    Effect.gen(function*() {
      w.warehouse.manners.tellsNumbers = false
      yield* announce(w)
      yield* batch("B-1", 1000)
      yield* batch(undefined, 2000, 4)
      w.warehouse.asns[0]!.phase = "cancelled"
      yield* until(Effect.map(Books.inbound(w.link.scope), (row) => row?.phase === "cancelled"))
      yield* announce(w)
      yield* nothingOwed
      for (const wait of [0, 60_000]) {
        yield* pass(wait, 5000)
        yield* batch("B-1", 1000)
        yield* batch(undefined, 2000, 4)
        yield* nothingOwed
        assert.deepStrictEqual(yield* Books.received(w.link.scope, "ASN-1", 2), {})
      }
      assert.deepStrictEqual(pieces(w), [3, 1])
      // What the second issue receives counts under the same name.
      yield* batch("B-1", 3000)
      yield* nothingOwed
      assert.deepStrictEqual(yield* Books.received(w.link.scope, "ASN-1", 2), { "SKU-1": [3, 3, 0] })
      assert.deepStrictEqual(pieces(w), [3, 1, 3])
    }))
})
