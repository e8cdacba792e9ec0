/**
 * Orders of an ERP that change their mind while a warehouse is slow, and what is kept of them.
 */
import { assert, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Struct from "effect/Struct"
import { TestClock } from "effect/testing"
import { Connections } from "../../../src/connection/Connections.ts"
import { OrderSource } from "../../../src/contracts/erp/OrderSource.ts"
import { Retention } from "../../../src/jobs/Retention.ts"
import { IncomingEvents } from "../../../src/records/IncomingEvents.ts"
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
const query = (text: string) => Effect.flatMap(Database, (db) => db.query(text))
const rows = (text: string) => Effect.map(query(text), (found) => found.map((row) => Object.values(row).join(" ")))
const states = rows("select number, state from ready_order order by number")
const placed = (w: World) => w.warehouse.orders.map(({ orderNumber }) => orderNumber).toSorted()
const open = (w: World) => w.warehouse.orders.flatMap(({ orderNumber, phase }) => phase === "cancelled" ? [] : [orderNumber])
const placing = (w: World, count: number) => until(Effect.sync(() => w.warehouse.orders.length >= count))

/** An event with the whole order, as the plugin of the ERP reads it from a callback. */
const called = (body: string) =>
  Effect.gen(function*() {
    const incoming = yield* (yield* Connections).incoming("source")
    const events = yield* IncomingEvents
    return yield* incoming!({ method: "POST", url: new URL("http://runner/callbacks/source"), headers: [], body }, (event) => events.take("source", event, body))
  })

/** Both jobs of the source at their pace. */
const atWork = (millis: number) =>
  Effect.gen(function*() {
    for (let passed = 0; passed < millis; passed += 10_000) {
      yield* pass(10_000, 1000)
      yield* round
      yield* withdraw
    }
  })

onBothDatabases("orders of an ERP that is their source, after changes", (fresh) => {
  const inWorld = (title: string, test: (w: World, erp: OrderingErp.OrderingErp) => Effect.Effect<unknown, unknown, any>, more: Options = {}) => {
    const erp = OrderingErp.ordering()
    inWorldOn(fresh)(title, optionsOf(erp, more), (w) => test(w, erp))
  }

  inWorld("reach the warehouse when they are wanted again while their cancel waits for a create in doubt (M3)", (w, erp) =>
    Effect.gen(function*() {
      yield* erp.put("SO-1")
      w.warehouse.hide(true)
      w.warehouse.plan("createOutboundOrder", "lose-request")
      w.warehouse.plan("getOutboundOrders", ...Array.from({ length: 200 }, () => "unreachable" as const))
      yield* TestClock.adjust(1000)
      yield* round
      yield* until(Effect.map(rows("select state from intent"), ([first]) => first === "Doubtful"))
      yield* erp.put("SO-1", { state: "cancelled" })
      yield* TestClock.adjust(1000)
      yield* round
      yield* withdraw
      assert.deepStrictEqual(yield* states, ["SO-1 cancelling"])
      yield* erp.put("SO-1", { state: "ready" })
      yield* TestClock.adjust(1000)
      yield* round
      w.warehouse.plan("getOutboundOrders")
      w.warehouse.hide(false)
      yield* atWork(10 * minute)
      assert.deepStrictEqual(open(w), ["SO-1"])
    }))

  inWorld("reach the warehouse when they are wanted again while it decides about their cancel (M3, D-0047)", (w, erp) =>
    Effect.gen(function*() {
      yield* erp.put("SO-1")
      yield* TestClock.adjust(1000)
      yield* round
      yield* placing(w, 1)
      yield* pass(2000)
      w.warehouse.manners.decidesCancelsLater = true
      yield* erp.put("SO-1", { state: "cancelled" })
      yield* TestClock.adjust(1000)
      yield* round
      yield* withdraw
      assert.deepStrictEqual(yield* states, ["SO-1 cancelling"])
      yield* erp.put("SO-1", { state: "ready" })
      yield* TestClock.adjust(1000)
      yield* round
      Object.assign(w.warehouse.orders[0]!, { phase: "cancelled", status: "CANCELLED" })
      yield* atWork(20 * minute)
      assert.deepStrictEqual(open(w), ["SO-1"])
    }))

  inWorld("that change while the warehouse still refuses what they were are placed as they are by then (M3)", (w, erp) =>
    Effect.gen(function*() {
      yield* erp.put("SO-1")
      w.warehouse.plan("createOutboundOrder", { after: { message: "no such street" } } as never)
      yield* TestClock.adjust(1000)
      yield* round
      yield* erp.put("SO-1", { order: { shopName: "Corrected" } })
      yield* TestClock.adjust(500)
      yield* round
      yield* atWork(2 * minute)
      assert.deepStrictEqual(placed(w), ["SO-1"])
      assert.deepStrictEqual(yield* states, ["SO-1 placed"])
    }))

  inWorld("are cancelled although their row is old, as long as they are open (M3)", (w, erp) =>
    Effect.gen(function*() {
      yield* erp.put("SO-1")
      yield* TestClock.adjust(1000)
      yield* round
      yield* placing(w, 1)
      yield* pass(2000)
      yield* query("update ready_order set updated_at = -99999999999")
      yield* Effect.flatMap(Retention, (retention) => during(retention.prune, 600_000))
      yield* erp.put("SO-1", { state: "cancelled" })
      yield* TestClock.adjust(1000)
      yield* round
      yield* withdraw
      assert.deepStrictEqual(open(w), [])
    }))

  inWorld("are not placed again because their row is old, while the ERP tells of them (M3)", (w, erp) =>
    Effect.gen(function*() {
      yield* erp.put("SO-1")
      yield* TestClock.adjust(1000)
      yield* round
      yield* placing(w, 1)
      Object.assign(w.warehouse.orders[0]!, { phase: "delivered", status: "DELIVERED", trackingNumber: "T-1" })
      yield* until(Effect.map(rows("select phase from entity"), ([first]) => first === "delivered"))
      yield* query("update ready_order set updated_at = -99999999999")
      yield* erp.put("SO-1")
      yield* TestClock.adjust(1000)
      yield* round
      yield* query("update entity set updated_at = -99999999999, is_open = 0")
      yield* query("update intent set updated_at = -99999999999")
      yield* Effect.flatMap(Retention, (retention) => during(retention.prune, 600_000))
      yield* erp.put("SO-1")
      yield* TestClock.adjust(1000)
      yield* round
      yield* pass(5000)
      assert.deepStrictEqual(placed(w), ["SO-1"])
    }))

  inWorld("are not placed by an event that another node has told of a later cancel meanwhile (M3)", (w, erp) =>
    Effect.gen(function*() {
      yield* erp.put("SO-1")
      const db = yield* Database
      const [written, mayCommit] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      const other = yield* Effect.forkChild(db.transaction(Effect.gen(function*() {
        yield* db.query("insert into ready_order (connection, number, digest, changed_at, state, since, updated_at) values ('source', 'SO-1', 'later', 1000, 'cancelled', 0, 0)")
        yield* Deferred.succeed(written, undefined)
        yield* Deferred.await(mayCommit)
      })))
      yield* Deferred.await(written)
      const event = yield* Effect.forkChild(called("SO-1"))
      yield* pass(1000)
      yield* Deferred.succeed(mayCommit, undefined)
      yield* Fiber.join(other)
      assert.strictEqual((yield* during(Fiber.join(event))).status, 200)
      yield* pass(5000)
      assert.deepStrictEqual(placed(w), [])
      assert.deepStrictEqual(yield* states, ["SO-1 cancelled"])
    }))

  inWorld("are not cancelled by a late word of before they were wanted again (M3)", (w, erp) =>
    Effect.gen(function*() {
      yield* erp.put("SO-1")
      yield* TestClock.adjust(1000)
      yield* round
      yield* placing(w, 1)
      yield* TestClock.adjust(1000)
      yield* erp.put("SO-1", { state: "cancelled" })
      const cancelled = erp.orders.get("SO-1")!
      yield* TestClock.adjust(1000)
      yield* erp.put("SO-1", { state: "ready" })
      const wanted = erp.orders.get("SO-1")!
      yield* TestClock.adjust(1000)
      yield* round
      erp.orders.set("SO-1", cancelled)
      assert.strictEqual((yield* during(called("SO-1"))).status, 200)
      erp.orders.set("SO-1", wanted)
      assert.deepStrictEqual(yield* states, ["SO-1 placed"])
    }))

  it.effect("stay at one warehouse when they are sent to another after a refusal that the first did not mean (M3)", () =>
    Effect.gen(function*() {
      const database = yield* Effect.promise(fresh)
      const erp = OrderingErp.ordering()
      const peers = { warehouse: Peers.warehouse(), erp: Peers.erp() }
      const second = Peers.warehouse()
      const options = optionsOf(erp, {
        peers,
        plugins: [erp.plugin, { ...second.plugin, id: "second-warehouse" }],
        connections: [{ id: "source", plugin: erp.plugin.id }, { id: "wh2", plugin: "second-warehouse" }],
        links: [
          { erp: "source", warehouseNames: { North: "WH-N" } },
          { erp: "source", peer: "wh2", id: "acc-2", warehouseNames: { South: "WH-S" } }
        ]
      })
      yield* world(database, options, (w) =>
        Effect.gen(function*() {
          yield* erp.put("SO-1", { warehouseName: "North" })
          w.warehouse.hide(true)
          w.warehouse.plan("createOutboundOrder", "unlisted")
          yield* TestClock.adjust(1000)
          yield* round
          yield* until(Effect.map(states, ([first]) => first === "SO-1 refused"))
          yield* erp.put("SO-1", { warehouseName: "South" })
          yield* TestClock.adjust(1000)
          yield* round
          yield* until(Effect.sync(() => second.orders.length === 1))
          w.warehouse.hide(false)
          yield* pass(60 * minute, 10_000)
          const all = [...w.warehouse.orders, ...second.orders]
          assert.deepStrictEqual(all.map(({ order, phase }) => [order.warehouseCode, phase === "cancelled"]), [["WH-N", true], ["WH-S", false]])
        }))
    }))

  inWorld("are read again at once when the clock was ahead and was set back (M3)", (w, erp) =>
    Effect.gen(function*() {
      yield* round
      yield* query("update order_sync set read_until = 86400000 where track = 'outbound'")
      yield* erp.put("SO-1")
      yield* TestClock.adjust(1000)
      yield* round
      yield* placing(w, 1)
    }))

  it.effect("without a warehouse are placed once the composition has it, though the ERP tells nothing new (M3)", () =>
    Effect.gen(function*() {
      const database = yield* Effect.promise(fresh)
      const erp = OrderingErp.ordering()
      const peers = { warehouse: Peers.warehouse(), erp: Peers.erp() }
      const named = (warehouseNames: Readonly<Record<string, string>>) => optionsOf(erp, { peers, links: [{ erp: "source", warehouseNames }] })
      yield* world(database, named({ North: "WH-N" }), () =>
        Effect.gen(function*() {
          yield* erp.put("SO-1", { warehouseName: "South" })
          erp.orders.set("SO-1", { ...erp.orders.get("SO-1")!, order: Struct.omit(erp.orders.get("SO-1")!.order, ["warehouseCode"]) })
          yield* TestClock.adjust(1000)
          yield* round
          assert.deepStrictEqual(yield* states, ["SO-1 refused"])
          yield* TestClock.adjust(60 * minute)
          yield* round
        }))
      yield* world(database, named({ South: "WH-S" }), (w) =>
        Effect.gen(function*() {
          yield* TestClock.adjust(1000)
          yield* round
          yield* placing(w, 1)
          assert.deepStrictEqual(yield* states, ["SO-1 placed"])
        }))
    }))

  it.effect("are cancelled at the warehouse although a restored backup does not know them (M3)", () =>
    Effect.gen(function*() {
      const database = yield* Effect.promise(fresh)
      const erp = OrderingErp.ordering()
      const peers = { warehouse: Peers.warehouse(), erp: Peers.erp() }
      yield* world(yield* Effect.promise(fresh), optionsOf(erp, { peers }), (w) =>
        Effect.gen(function*() {
          yield* erp.put("SO-1")
          yield* TestClock.adjust(1000)
          yield* round
          yield* placing(w, 1)
        }))
      yield* world(database, optionsOf(erp, { peers, restored: true }), (w) =>
        Effect.gen(function*() {
          yield* erp.put("SO-1", { state: "cancelled" })
          yield* TestClock.adjust(1000)
          yield* round
          yield* withdraw
          assert.deepStrictEqual(open(w), [])
        }))
    }))
})
