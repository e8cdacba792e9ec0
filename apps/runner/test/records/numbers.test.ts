/**
 * A number stays what it was sent as, whatever becomes of the links afterwards.
 */
import { assert, it } from "@effect/vitest"
import { InboundOrder, OutboundOrder, Quantity, WarehouseV1 } from "@crossdock/core"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { Dispatch } from "../../src/contracts/warehouse/Dispatch.ts"
import { Reports } from "../../src/contracts/warehouse/Reports.ts"
import * as Books from "../support/Books.ts"
import { onBothDatabases } from "../support/Databases.ts"
import { asn, order } from "../support/Orders.ts"
import * as Peers from "../support/Peers.ts"
import { nothingOwed, type Options, until, type World, world } from "../support/World.ts"

const several: Options = { links: [{ id: "acc-1", prefix: "A-" }, { id: "acc-2", prefix: "B-" }] }
const orderNumber = OutboundOrder.OrderNumber.make
const asnNumber = InboundOrder.AsnNumber.make

const send = (w: World, number: string) =>
  Effect.gen(function*() {
    const dispatch = yield* Dispatch
    yield* dispatch.call(w.link, WarehouseV1.CreateOutboundOrder, order(number), "")
    yield* dispatch.call(w.link, WarehouseV1.CreateInboundOrder, asn(number), "")
  })

onBothDatabases("numbers sent before a link had a prefix", (fresh) => {
  /** `before` runs with one link without a prefix, `after` once there are two with one. */
  const acrossLinks = (title: string, numbers: ReadonlyArray<string>, after: (w: World) => Effect.Effect<unknown, unknown, any>) =>
    it.effect(title, () =>
      Effect.gen(function*() {
        const database = yield* Effect.promise(fresh)
        const peers = { warehouse: Peers.warehouse(), erp: Peers.erp() }
        yield* world(database, { peers }, (w) => Effect.forEach(numbers, (number) => send(w, number)))
        yield* world(database, { peers, ...several }, (w) => after(w) as never)
      }))

  // The second number looks as if it had the prefix already.
  const numbers = ["SO-1", "A-2"]

  acrossLinks("are polled and told under the ERP's own (D1-402)", numbers, (w) =>
    Effect.gen(function*() {
      for (const held of w.warehouse.orders) Object.assign(held, { phase: "shipped", status: "SHIPPED", trackingNumber: `T-${held.orderNumber}` })
      for (const held of w.warehouse.asns) held.phase = "shipping"
      yield* until(Effect.sync(() => w.erp.received.length === 4))
      yield* nothingOwed
      const told = w.erp.received.map(({ content }) => content.orderNumber ?? content.asnNumber)
      assert.deepStrictEqual(told.toSorted(), ["A-2", "A-2", "SO-1", "SO-1"])
    }))

  acrossLinks("are asked for and answered under the ERP's own (D1-402)", numbers, (w) =>
    Effect.gen(function*() {
      const dispatch = yield* Dispatch
      const outbound = yield* dispatch.call(w.link, WarehouseV1.GetOutboundOrders, { orders: [{ orderNumber: orderNumber("A-2") }, { orderNumber: orderNumber("SO-1") }] }, "")
      assert.deepStrictEqual(outbound.items.map((one) => [one.orderNumber as string, one.warehouseOrderNumber]), [["A-2", "W-2"], ["SO-1", "W-1"]])
      const inbound = yield* dispatch.call(w.link, WarehouseV1.GetInboundOrders, { inboundOrders: [{ asnNumber: asnNumber("SO-1") }, { asnNumber: asnNumber("A-2") }] }, "")
      assert.deepStrictEqual(inbound.items.map((one) => [one.asnNumber as string, one.referenceNumber]), [["SO-1", "R-1"], ["A-2", "R-2"]])
    }))

  acrossLinks("are cancelled as they were sent (D1-402)", numbers, (w) =>
    Effect.gen(function*() {
      const dispatch = yield* Dispatch
      for (const number of numbers) {
        yield* dispatch.call(w.link, WarehouseV1.CancelOutboundOrder, { orderNumber: orderNumber(number) }, "")
        const { items: [answer] } = yield* dispatch.call(w.link, WarehouseV1.CancelInboundOrders, { asnNumbers: [asnNumber(number)] }, "")
        assert.deepStrictEqual(answer, { asnNumber: asnNumber(number) })
        assert.strictEqual((yield* Books.inbound(w.link.scope, number))?.phase, "cancelled")
        assert.strictEqual((yield* Books.outbound(w.link.scope, number))?.phase, "cancelled")
      }
      assert.deepStrictEqual(w.warehouse.orders.map((held) => held.phase), ["cancelled", "cancelled"])
      assert.deepStrictEqual(w.warehouse.asns.map((held) => held.phase), ["cancelled", "cancelled"])
    }))

  acrossLinks("are known when the warehouse tells of them unasked (D1-402)", numbers, (w) =>
    Effect.gen(function*() {
      const reports = yield* Reports
      for (const number of numbers) {
        yield* reports.take("wh", {
          _tag: "OutboundStatusChanged",
          status: { orderNumber: orderNumber(number), phase: "shipped", status: "SHIPPED", trackingNumber: `T-${number}` }
        })
        yield* reports.take("wh", {
          _tag: "InboundProgressed",
          progress: {
            asnNumber: asnNumber(number),
            phase: "receiving",
            status: "receiving",
            updatedAt: DateTime.makeUnsafe(1000),
            lines: [{ sku: asn("x").lines[0].sku, received: Quantity.of(1) }],
            batchNo: "B-1"
          }
        })
      }
      for (const number of numbers) {
        assert.deepStrictEqual(yield* Books.parcels(w.link.scope, number), [`T-${number}`])
        assert.deepStrictEqual(yield* Books.received(w.link.scope, number), { "SKU-1": [1, 1, 0] })
      }
    }))
})
