/**
 * An ERP as the source of outbound orders: each is placed once, whatever comes in between, and cancelled if the ERP does not want it any
 * more.
 */
import { AdapterError } from "@crossdock/core"
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Struct from "effect/Struct"
import { TestClock } from "effect/testing"
import { OrderSource } from "../../../src/contracts/erp/OrderSource.ts"
import * as ErpJobs from "../../../src/contracts/erp/Jobs.ts"
import type { Name } from "../../../src/engine/Failpoint.ts"
import * as Jobs from "../../../src/jobs/Jobs.ts"
import { IncomingEvents } from "../../../src/records/IncomingEvents.ts"
import { Connections } from "../../../src/connection/Connections.ts"
import { Database } from "../../../src/store/Database.ts"
import { onBothDatabases } from "../../support/Databases.ts"
import * as OrderingErp from "../../support/OrderingErp.ts"
import * as Peers from "../../support/Peers.ts"
import { during, inWorldOn, type Options, pass, until, type World, world } from "../../support/World.ts"

const minute = 60_000

const optionsOf = (erp: OrderingErp.OrderingErp, more: Options = {}): Options => ({
  plugins: [erp.plugin],
  connections: [{ id: "source", plugin: erp.plugin.id }],
  links: [{ erp: "source" }],
  ...more
})

const round = during(Effect.flatMap(OrderSource, (source) => source.round("source")))
const withdraw = during(Effect.flatMap(OrderSource, (source) => source.withdraw("source")))
const rows = (text: string) => Effect.flatMap(Database, (db) => Effect.map(db.query(text), (found) => found.map((row) => Object.values(row).join(" "))))
const states = rows("select number, state from ready_order order by number")
const messages = rows("select number, message from ready_order where message is not null order by number")
const placed = (w: World) => w.warehouse.orders.map(({ orderNumber }) => orderNumber).toSorted()
const placing = (w: World, count: number) => until(Effect.sync(() => w.warehouse.orders.length >= count))

/** An event as the plugin of the ERP reads it from a callback. */
const called = (body: string) =>
  during(Effect.gen(function*() {
    const incoming = yield* (yield* Connections).incoming("source")
    const events = yield* IncomingEvents
    return yield* incoming!({ method: "POST", url: new URL("http://runner/callbacks/source"), headers: [], body }, (event) => events.take("source", event, body), { subscriptions: [] })
  }))

onBothDatabases("orders of an ERP that is their source", (fresh) => {
  const inWorld = (title: string, test: (w: World, erp: OrderingErp.OrderingErp) => Effect.Effect<unknown, unknown, any>, more: Options = {}) => {
    const erp = OrderingErp.ordering()
    inWorldOn(fresh)(title, optionsOf(erp, more), (w) => test(w, erp))
  }

  inWorld("are placed once by the link, however often they are read (M3)", (w, erp) =>
    Effect.gen(function*() {
      yield* round
      yield* erp.put("SO-1")
      yield* erp.put("SO-2")
      for (const time of [1, 2, 3]) yield* Effect.andThen(TestClock.adjust(time * 1000), round)
      yield* placing(w, 2)
      yield* pass(2 * minute, 1000)
      yield* round
      assert.deepStrictEqual(placed(w), ["SO-1", "SO-2"])
      assert.deepStrictEqual(yield* states, ["SO-1 placed", "SO-2 placed"])
    }))

  inWorld("are told by their status to the ERP (M3)", (w, erp) =>
    Effect.gen(function*() {
      yield* erp.put("SO-1")
      yield* TestClock.adjust(1000)
      yield* round
      yield* placing(w, 1)
      Object.assign(w.warehouse.orders[0]!, { phase: "shipped", status: "SHIPPED", trackingNumber: "T-1" })
      yield* until(Effect.sync(() => erp.received.some(({ content }) => content.phase === "shipped" && content.orderNumber === "SO-1")))
    }))

  inWorld("get the prefix of the link, and the code of the warehouse that the ERP names (M3)", (w, erp) =>
    Effect.gen(function*() {
      yield* erp.put("SO-1", { warehouseName: "North" })
      yield* erp.put("SO-2", { warehouseName: "Nowhere" })
      erp.orders.set("SO-2", { ...erp.orders.get("SO-2")!, order: Struct.omit(erp.orders.get("SO-2")!.order, ["warehouseCode"]) })
      yield* TestClock.adjust(1000)
      yield* round
      yield* placing(w, 1)
      yield* pass(5000)
      assert.deepStrictEqual(w.warehouse.orders.map(({ order, orderNumber }) => [orderNumber, order.warehouseCode]), [["P-SO-1", "WH-N"]])
      assert.deepStrictEqual(yield* states, ["SO-1 placed", "SO-2 refused"])
      assert.include((yield* messages)[0], "no link has the warehouse \"Nowhere\"")
    }), { links: [{ erp: "source", prefix: "P-", warehouseNames: { North: "WH-N" } }] })

  inWorld("on several pages that shift are all placed (M3)", (w, erp) =>
    Effect.gen(function*() {
      yield* round
      const numbers = Array.from({ length: 250 }, (_, at) => `SO-${String(at).padStart(3, "0")}`)
      for (const number of numbers) yield* erp.put(number)
      yield* TestClock.adjust(1000)
      // It leaves the first page, and all others move up.
      erp.between.push(Effect.void, erp.put("SO-000"))
      yield* round
      yield* TestClock.adjust(minute)
      yield* round
      assert.deepStrictEqual((yield* rows("select number from ready_order order by number")), numbers)
    }), { isIdle: true })

  inWorld("that cannot be read stop no other, are named, and are placed once they can (M3)", (w, erp) =>
    Effect.gen(function*() {
      yield* erp.put("SO-1")
      yield* erp.put("SO-2")
      erp.unreadable.add("SO-1")
      yield* TestClock.adjust(1000)
      yield* round
      yield* placing(w, 1)
      assert.deepStrictEqual(placed(w), ["SO-2"])
      assert.deepStrictEqual(yield* states, ["SO-1 unread", "SO-2 placed"])
      assert.include((yield* messages)[0], "could not be read")
      erp.unreadable.clear()
      yield* TestClock.adjust(5 * minute)
      yield* round
      yield* placing(w, 2)
      assert.deepStrictEqual(yield* states, ["SO-1 placed", "SO-2 placed"])
    }))

  inWorld("that the ERP cancels before they leave are cancelled at the warehouse (M3)", (w, erp) =>
    Effect.gen(function*() {
      yield* erp.put("SO-1")
      yield* TestClock.adjust(1000)
      yield* round
      yield* placing(w, 1)
      yield* pass(2000)
      w.warehouse.plan("cancelOutboundOrder", "unreachable", "unreachable", "unreachable", "unreachable")
      yield* erp.put("SO-1", { state: "cancelled" })
      yield* TestClock.adjust(1000)
      yield* round
      yield* withdraw
      assert.deepStrictEqual(yield* states, ["SO-1 cancelling"])
      yield* TestClock.adjust(minute)
      yield* withdraw
      assert.deepStrictEqual(yield* states, ["SO-1 cancelled"])
      assert.deepStrictEqual(w.warehouse.orders.map(({ phase }) => phase), ["cancelled"])
    }))

  inWorld("that are cancelled after they left stay shipped, and a person is told (M3)", (w, erp) =>
    Effect.gen(function*() {
      yield* erp.put("SO-1")
      yield* TestClock.adjust(1000)
      yield* round
      yield* placing(w, 1)
      Object.assign(w.warehouse.orders[0]!, { phase: "shipped", status: "SHIPPED", trackingNumber: "T-1" })
      yield* until(Effect.sync(() => erp.received.some(({ content }) => content.phase === "shipped")))
      w.warehouse.plan("cancelOutboundOrder", "refuse")
      yield* erp.put("SO-1", { state: "cancelled" })
      yield* TestClock.adjust(1000)
      yield* round
      yield* withdraw
      assert.deepStrictEqual(yield* states, ["SO-1 kept"])
      assert.include((yield* messages)[0], "the warehouse has not")
    }))

  inWorld("that are cancelled after they were closed short are kept, and no warehouse is asked again (0059)", (w, erp) =>
    Effect.gen(function*() {
      yield* erp.put("SO-1")
      yield* TestClock.adjust(1000)
      yield* round
      yield* placing(w, 1)
      Object.assign(w.warehouse.orders[0]!, { phase: "closedShort", status: "CLOSED", trackingNumber: "T-1" })
      yield* until(Effect.sync(() => erp.received.some(({ content }) => content.phase === "shipped")))
      w.warehouse.plan("cancelOutboundOrder", "refuse")
      yield* erp.put("SO-1", { state: "cancelled" })
      yield* TestClock.adjust(1000)
      yield* round
      yield* withdraw
      assert.deepStrictEqual(yield* states, ["SO-1 kept"])
      assert.include((yield* messages)[0], "the warehouse has not")
    }))

  inWorld("that were cancelled or done before they were placed never are (M3)", (w, erp) =>
    Effect.gen(function*() {
      yield* erp.put("SO-1", { state: "cancelled" })
      yield* erp.put("SO-2", { state: "done" })
      yield* TestClock.adjust(1000)
      yield* round
      yield* pass(5000)
      assert.deepStrictEqual(placed(w), [])
      assert.deepStrictEqual(yield* states, ["SO-1 cancelled", "SO-2 done"])
    }))

  inWorld("that the warehouse refuses are told to the ERP and shown, and placed once the ERP has changed them (M3)", (w, erp) =>
    Effect.gen(function*() {
      yield* erp.put("SO-1")
      w.warehouse.plan("createOutboundOrder", { message: "no such street" })
      yield* TestClock.adjust(1000)
      yield* round
      yield* until(Effect.sync(() => erp.received.length > 0))
      const { failedReason, ...told } = erp.received[0]!.content
      assert.include(failedReason, "no such street")
      assert.deepStrictEqual(told, { orderNumber: "SO-1", warehouseCode: "WH-1", phase: "failed", status: "REFUSED" })
      assert.deepStrictEqual(yield* states, ["SO-1 refused"])
      // The ERP's own note of the refusal is no change of the order.
      yield* erp.put("SO-1")
      yield* TestClock.adjust(minute)
      yield* round
      yield* pass(5000)
      assert.deepStrictEqual(placed(w), [])
      yield* erp.put("SO-1", { order: { shopName: "Corrected" } })
      yield* TestClock.adjust(1000)
      yield* round
      yield* placing(w, 1)
      assert.deepStrictEqual(yield* states, ["SO-1 placed"])
    }))

  inWorld("whose warehouse is not reached are placed once it is (M3)", (w, erp) =>
    Effect.gen(function*() {
      yield* erp.put("SO-1")
      w.warehouse.plan("createOutboundOrder", "unreachable", "unreachable", "unreachable", "unreachable")
      yield* TestClock.adjust(1000)
      yield* round
      yield* until(Effect.map(states, ([first]) => first === "SO-1 refused"))
      assert.deepStrictEqual(erp.received, [])
      w.warehouse.plan("createOutboundOrder")
      yield* TestClock.adjust(2 * minute)
      yield* round
      yield* placing(w, 1)
      assert.deepStrictEqual(placed(w), ["SO-1"])
    }))

  inWorld("that are changed after they were placed stay as they are, and a person is told (M3)", (w, erp) =>
    Effect.gen(function*() {
      yield* erp.put("SO-1")
      yield* TestClock.adjust(1000)
      yield* round
      yield* placing(w, 1)
      yield* erp.put("SO-1", { order: { shopName: "Another" } })
      yield* TestClock.adjust(1000)
      yield* round
      assert.deepStrictEqual(placed(w), ["SO-1"])
      assert.include((yield* messages)[0], "DIFFERENT_CONTENT")
    }))

  inWorld("arrive by events with and without the order, once, and not as they were before (M3)", (w, erp) =>
    Effect.gen(function*() {
      yield* round
      yield* erp.put("SO-1")
      yield* erp.put("SO-2")
      assert.strictEqual((yield* called("SO-1")).status, 200)
      assert.strictEqual((yield* called("thin SO-2")).status, 200)
      assert.strictEqual((yield* called("SO-1")).status, 200)
      yield* placing(w, 2)
      yield* TestClock.adjust(minute)
      yield* round
      const before = erp.orders.get("SO-1")!
      yield* erp.put("SO-1", { state: "cancelled" })
      assert.strictEqual((yield* called("thin SO-1")).status, 200)
      erp.orders.set("SO-1", before)
      assert.strictEqual((yield* called("SO-1")).status, 200)
      yield* withdraw
      assert.deepStrictEqual(yield* states, ["SO-1 cancelled", "SO-2 placed"])
      assert.deepStrictEqual(placed(w), ["SO-1", "SO-2"])
    }))

  inWorld("that an event names before the list shows them are read later (M3)", (w, erp) =>
    Effect.gen(function*() {
      yield* round
      assert.strictEqual((yield* called("thin SO-1")).status, 200)
      yield* erp.put("SO-1")
      yield* TestClock.adjust(minute)
      yield* round
      yield* placing(w, 1)
    }))

  inWorld("are read again after a failure, which operators see until then (M3)", (w, erp) =>
    Effect.gen(function*() {
      yield* erp.put("SO-1")
      erp.failures.push(new AdapterError.Rejected({ fault: { code: "X", message: "not now" } }))
      yield* TestClock.adjust(1000)
      yield* round
      assert.include((yield* rows("select poll_failure from connection_state where id = 'source'"))[0], "not now")
      yield* round
      yield* placing(w, 1)
      assert.deepStrictEqual(yield* rows("select poll_failure from connection_state where id = 'source'"), [""])
    }))

  inWorld("are read and cancelled by jobs (M3)", (w, erp) =>
    Effect.gen(function*() {
      yield* Effect.forkScoped(Jobs.run(ErpJobs.jobs))
      yield* erp.put("SO-1")
      yield* until(Effect.sync(() => w.warehouse.orders.length === 1))
      yield* pass(2000)
      yield* erp.put("SO-1", { state: "cancelled" })
      yield* until(Effect.sync(() => w.warehouse.orders[0]?.phase === "cancelled"), 3 * minute)
    }))

  inWorld("are not asked for without a link to a warehouse (M3)", () =>
    Effect.map(ErpJobs.jobs, (jobs) => assert.deepStrictEqual(jobs, [])), { links: [{}] })

  for (const point of ["intent.before-commit", "sync.before-commit", "sync.committed"] as const) {
    it.effect(`are placed once when the process ends at ${point} (M3)`, () =>
      Effect.gen(function*() {
        const database = yield* Effect.promise(fresh)
        const erp = OrderingErp.ordering()
        const peers = { warehouse: Peers.warehouse(), erp: Peers.erp() }
        yield* world(database, optionsOf(erp, { isIdle: true, peers }), () => round)
        yield* erp.put("SO-1")
        yield* erp.put("SO-2")
        yield* TestClock.adjust(1000)
        let isDown = false
        const failpoint = (name: Name) => {
          if (name !== point || isDown) return
          isDown = true
          throw new Error("the process ends")
        }
        yield* Effect.exit(world(database, optionsOf(erp, { failpoint, isIdle: true, peers }), () => round))
        assert.isTrue(isDown)
        yield* world(database, optionsOf(erp, { peers }), (w) =>
          Effect.gen(function*() {
            yield* TestClock.adjust(1000)
            yield* round
            yield* placing(w, 2)
            yield* pass(10_000)
            assert.deepStrictEqual(placed(w), ["SO-1", "SO-2"])
          }))
      }))
  }

  it.effect("are placed once when several rounds read at the same time (M3)", () =>
    Effect.gen(function*() {
      const database = yield* Effect.promise(fresh)
      const erp = OrderingErp.ordering()
      const peers = { warehouse: Peers.warehouse(), erp: Peers.erp() }
      yield* world(database, optionsOf(erp, { peers }), (w) =>
        Effect.gen(function*() {
          yield* round
          for (const at of [1, 2, 3]) yield* erp.put(`SO-${at}`)
          yield* TestClock.adjust(1000)
          const source = yield* OrderSource
          yield* during(Effect.all([source.round("source"), source.round("source"), source.round("source")], { concurrency: "unbounded" }))
          yield* placing(w, 3)
          yield* pass(5000)
          assert.deepStrictEqual(placed(w), ["SO-1", "SO-2", "SO-3"])
        }))
    }))
})
