/**
 * What an ERP is told is completed from what it asked for, and a number of ours never stands for one of the warehouse.
 */
import { assert, it } from "@effect/vitest"
import { type OutboundOrder, Quantity, WarehouseV1 } from "@crossdock/core"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { Dispatch } from "../../../src/contracts/warehouse/Dispatch.ts"
import { Outbox } from "../../../src/outbox/Outbox.ts"
import { Reports } from "../../../src/contracts/warehouse/Reports.ts"
import { Database } from "../../../src/store/Database.ts"
import * as Books from "../../support/Books.ts"
import { onBothDatabases } from "../../support/Databases.ts"
import { asn, order } from "../../support/Orders.ts"
import * as Peers from "../../support/Peers.ts"
import { during, inWorldOn, nothingOwed, pass, until, type World, world } from "../../support/World.ts"

const prefixed = { links: [{ prefix: "N-" }] }

const create = (w: World) => Effect.flatMap(Dispatch, (dispatch) => dispatch.call(w.link, WarehouseV1.CreateOutboundOrder, order("SO-1"), ""))
const announce = (w: World) => Effect.flatMap(Dispatch, (dispatch) => dispatch.call(w.link, WarehouseV1.CreateInboundOrder, asn("ASN-1"), ""))
const cancel = (w: World) =>
  Effect.flatMap(Dispatch, (dispatch) => dispatch.call(w.link, WarehouseV1.CancelOutboundOrder, { orderNumber: order("SO-1").orderNumber }, ""))
const ask = (w: World) =>
  Effect.flatMap(Dispatch, (dispatch) => dispatch.call(w.link, WarehouseV1.GetOutboundOrders, { orders: [{ orderNumber: order("SO-1").orderNumber }] }, ""))

const report = (told: Partial<OutboundOrder.OutboundStatus> & Pick<OutboundOrder.OutboundStatus, "phase">) =>
  Effect.flatMap(Reports, (reports) =>
    reports.take("wh", { _tag: "OutboundStatusChanged", status: { orderNumber: order("N-SO-1").orderNumber, status: told.phase, ...told } }))

const receive = (batchNo: string, received: number, more: { readonly phase?: "receiving" | "received"; readonly warehouseCode?: string } = {}) =>
  Effect.flatMap(Reports, (reports) =>
    reports.take("wh", {
      _tag: "InboundProgressed",
      progress: {
        asnNumber: asn("N-ASN-1").asnNumber,
        phase: "receiving",
        status: "receiving",
        updatedAt: DateTime.makeUnsafe(1000),
        lines: [{ sku: asn("x").lines[0].sku, received: Quantity.of(received) }],
        batchNo,
        ...more
      }
    }))

const states = Effect.map(Books.deliveries, (rows) => rows.map((row) => row.state))

onBothDatabases("what an ERP is told", (fresh) => {
  const inWorld = inWorldOn(fresh)

  for (const warehouseCode of [undefined, "WH-1"]) {
    inWorld(`news that come before their create is settled ${warehouseCode === undefined ? "without a warehouse" : "of which the first names its warehouse"} all reach the ERP (D1-369)`, prefixed, (w) =>
      Effect.gen(function*() {
        w.warehouse.plan("createOutboundOrder", "lose-answer")
        const asking = yield* Effect.forkChild(Effect.exit(create(w)))
        yield* until(Effect.sync(() => w.warehouse.orders.length === 1))
        yield* report({ phase: "open", status: "PACKED", ...(warehouseCode && { warehouseCode }) })
        yield* report({ phase: "shipped", trackingNumber: "T-1" })
        yield* nothingOwed
        assert.notInclude(yield* states, "Dead")
        assert.deepStrictEqual(w.erp.received.map(({ content }) => [content.phase, content.warehouseCode]).at(-1), ["shipped", "WH-1"])
        yield* Fiber.interrupt(asking)
      }))
  }

  inWorld("goods that are reported before their announcement is settled, without a warehouse, all reach the ERP (D1-371)", prefixed, (w) =>
    Effect.gen(function*() {
      w.warehouse.plan("createInboundOrder", "lose-answer")
      const asking = yield* Effect.forkChild(Effect.exit(announce(w)))
      yield* until(Effect.sync(() => w.warehouse.asns.length === 1))
      yield* receive("B-1", 3, { warehouseCode: "WH-1" })
      yield* receive("B-2", 8, { phase: "received" })
      yield* nothingOwed
      assert.deepStrictEqual(yield* states, ["Delivered", "Delivered"])
      assert.deepStrictEqual(w.erp.received.map(({ content }) => [content.batchNo, content.lines[0].received, content.warehouseCode]), [
        ["B-1", 3, "WH-1"],
        ["B-2", 8, "WH-1"]
      ])
      yield* Fiber.interrupt(asking)
    }))

  inWorld("a dead letter of an earlier release that lacks its warehouse is completed when it is replayed, and frees what it held (D1-369)", prefixed, (w) =>
    Effect.gen(function*() {
      const db = yield* Database
      yield* create(w)
      // As that release knew it: neither from the create nor from a report.
      yield* db.query("update entity set warehouse_code = null, peer_warehouse_code = null")
      const intents = yield* db.query("select * from intent")
      yield* db.query("delete from intent")
      yield* report({ phase: "open", status: "PACKED" })
      yield* report({ phase: "shipped", trackingNumber: "T-1" })
      const dead = yield* until(Effect.map(states, (all) => all.includes("Dead"))).pipe(Effect.andThen(Books.deliveries))
      const [intent] = intents
      const columns = Object.keys(intent!)
      yield* db.query(
        `insert into intent (${columns.join(", ")}) values (${columns.map((_, at) => `$${at + 1}`).join(", ")})`,
        columns.map((column) => intent![column])
      )
      yield* (yield* Outbox).replay(dead.filter((row) => row.state === "Dead").map((row) => row.id))
      yield* nothingOwed
      assert.notInclude(yield* states, "Dead")
      assert.deepStrictEqual(w.erp.received.map(({ content }) => [content.phase, content.warehouseCode]).at(-1), ["shipped", "WH-1"])
    }))

  it.effect("news for an ERP whose plugin cannot be opened are taken and kept, and sent once it can be (D1-369)", () =>
    Effect.gen(function*() {
      const database = yield* Effect.promise(fresh)
      const peers = { warehouse: Peers.warehouse(), erp: Peers.erp() }
      peers.erp.manners.opens = false
      yield* world(database, { ...prefixed, peers }, (w) =>
        Effect.gen(function*() {
          yield* create(w)
          yield* report({ phase: "shipped", trackingNumber: "T-1" })
          yield* pass(1000)
          // It may be tried just now, which opens the plugin first.
          yield* until(Effect.map(states, (all) => all.join() === "Pending"))
          assert.deepStrictEqual(w.erp.attempts, [])
          w.erp.manners.opens = true
          w.erp.plan("unavailable")
          yield* nothingOwed
          assert.deepStrictEqual(w.erp.received.map(({ content }) => [content.phase, content.trackingNumber]), [["shipped", "T-1"]])
          assert.strictEqual(new Set(w.erp.attempts.map(({ text }) => text)).size, 1)
        }))
    }))

  inWorld("keeps what a plugin throws at when it writes it down, and tells it when it is replayed (D1-369)", prefixed, (w) =>
    Effect.gen(function*() {
      yield* create(w)
      yield* report({ phase: "open", status: "PACKED" })
      yield* nothingOwed
      w.erp.manners.throws = true
      yield* report({ phase: "shipped", trackingNumber: "T-1" })
      assert.strictEqual((yield* Books.outbound(w.link.scope))?.phase, "shipped")
      assert.deepStrictEqual(w.erp.received.map(({ content }) => content.phase), ["open"])
      const letters = Effect.flatMap(Database, (db) => db.query("select id from delivery where state = 'Dead'"))
      yield* until(Effect.map(letters, (rows) => rows.length === 1))
      w.erp.manners.throws = false
      const dead = yield* letters
      yield* (yield* Outbox).replay(dead.map(({ id }) => String(id)))
      yield* nothingOwed
      assert.deepStrictEqual(w.erp.received.map(({ content }) => content.phase), ["open", "shipped"])
    }))

  const two = { links: [{ id: "a", prefix: "A-" }, { id: "b", prefix: "B-" }] }

  inWorld("by the warehouse's number of another link's order nothing is cancelled or asked for (D1-402)", two, (w) =>
    Effect.gen(function*() {
      const dispatch = yield* Dispatch
      const [first, second] = w.composed.links
      const created = yield* dispatch.call(first!, WarehouseV1.CreateOutboundOrder, order("VICTIM"), "")
      const orderNumber = order("NOTMINE").orderNumber
      const { warehouseOrderNumber = "" } = created
      for (const link of [first!, second!]) {
        const refusal = yield* Effect.flip(dispatch.call(link, WarehouseV1.CancelOutboundOrder, { orderNumber, warehouseOrderNumber }, ""))
        assert.strictEqual(refusal.code, "ORDER_NOT_FOUND")
        const asked = { orders: [{ orderNumber, warehouseOrderNumber }] as const }
        assert.deepStrictEqual(yield* dispatch.call(link, WarehouseV1.GetOutboundOrders, asked, ""), { items: [] })
      }
      assert.deepStrictEqual([w.warehouse.given, w.warehouse.orders[0]?.phase], [[], "open"])
    }))

  inWorld("where the warehouse's number is not known none is invented, and ours goes nowhere (contract.md M2)", prefixed, (w) =>
    Effect.gen(function*() {
      Object.assign(w.warehouse.manners, { tellsNumbers: false, checksNumbers: true })
      w.warehouse.plan("createOutboundOrder", "lose-answer")
      const answer = yield* during(create(w), 300_000)
      assert.deepStrictEqual(answer, {})
      w.warehouse.orders[0]!.status = "PACKED"
      yield* until(Effect.sync(() => w.erp.received.length === 1))
      assert.isUndefined(w.erp.received[0]?.content.warehouseOrderNumber)
      assert.isUndefined((yield* ask(w)).items[0]?.warehouseOrderNumber)
      yield* cancel(w)
      assert.strictEqual(w.warehouse.orders[0]?.phase, "cancelled")
      assert.deepStrictEqual(w.warehouse.given, [])
    }))

  inWorld("once a report has the warehouse's number, it is told, and the warehouse is asked with it (D1-273)", prefixed, (w) =>
    Effect.gen(function*() {
      Object.assign(w.warehouse.manners, { tellsNumbers: false, checksNumbers: true })
      w.warehouse.plan("createOutboundOrder", "lose-answer")
      yield* during(create(w), 300_000)
      yield* report({ phase: "open", status: "PACKED", warehouseOrderNumber: "W-1" })
      yield* nothingOwed
      assert.strictEqual(w.erp.received.at(-1)?.content.warehouseOrderNumber, "W-1")
      assert.strictEqual((yield* create(w)).warehouseOrderNumber, "W-1")
      yield* cancel(w)
      assert.strictEqual(w.warehouse.orders[0]?.phase, "cancelled")
      assert.deepInclude(w.warehouse.given, ["cancelOutboundOrder", "W-1"])
    }))

  inWorld("what an earlier release kept of ours for the warehouse's is neither told nor sent (D1-273)", prefixed, (w) =>
    Effect.gen(function*() {
      Object.assign(w.warehouse.manners, { tellsNumbers: false, checksNumbers: true })
      yield* create(w)
      const db = yield* Database
      yield* db.query("update entity set peer_number = number_sent")
      yield* db.query("update intent set result = $1", ["{\"warehouseOrderNumber\":\"N-SO-1\"}"])
      assert.deepStrictEqual(yield* create(w), {})
      w.warehouse.orders[0]!.status = "PACKED"
      yield* until(Effect.sync(() => w.erp.received.length === 1))
      assert.isUndefined(w.erp.received[0]?.content.warehouseOrderNumber)
      yield* cancel(w)
      assert.strictEqual(w.warehouse.orders[0]?.phase, "cancelled")
      assert.deepStrictEqual(w.warehouse.given, [])
    }))
})
