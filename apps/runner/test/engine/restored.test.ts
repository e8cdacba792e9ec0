/**
 * A runner on a restored backup: the first world is what the backup holds, a second one on a database of its own is what
 * came after it, and the third starts on the backup again. The warehouse and the ERP live on through all of them.
 */
import { assert, it } from "@effect/vitest"
import { OutboundOrder, WarehouseV1 } from "@crossdock/core"
import * as Effect from "effect/Effect"
import { Connections } from "../../src/connection/Connections.ts"
import { Dispatch } from "../../src/contracts/warehouse/Dispatch.ts"
import * as MetricsAnswer from "../../src/http/MetricsAnswer.ts"
import * as Health from "../../src/http/Health.ts"
import { Intents } from "../../src/intents/Intents.ts"
import { Restored } from "../../src/engine/RestoreMode.ts"
import { Mapping } from "../../src/mapping/NameMapping.ts"
import { Database } from "../../src/store/Database.ts"
import { client } from "../api/AdminWorld.ts"
import { onBothDatabases } from "../support/Databases.ts"
import { order } from "../support/Orders.ts"
import * as Peers from "../support/Peers.ts"
import { during, nothingOwed, type Options, pass, until, type World, world } from "../support/World.ts"

const create = (w: World, number: string) =>
  Effect.flatMap(Dispatch, (dispatch) => dispatch.call(w.link, WarehouseV1.CreateOutboundOrder, order(number), ""))

const cancel = (w: World, number: string) =>
  Effect.flatMap(Dispatch, (dispatch) =>
    dispatch.call(w.link, WarehouseV1.CancelOutboundOrder, { orderNumber: OutboundOrder.OrderNumber.make(number) }, ""))

const states = Effect.flatMap(Database, (db) =>
  Effect.map(db.query("select e.kind || ':' || e.number as entity, i.state from intent i join entity e on e.id = i.entity order by 1"), (rows) => rows.map((row) => `${row.entity} ${row.state}`)))

const sent = (w: World, operation = "createOutboundOrder") => w.warehouse.calls.filter((call) => call === operation).length

/** Orders in the warehouse's own books. */
const books = (w: World) => w.warehouse.orders.map(({ orderNumber }) => orderNumber).toSorted()

const pause = Effect.flatMap(Connections, (connections) => connections.pause("wh", "a test"))
const resume = (w: World) =>
  Effect.gen(function*() {
    yield* (yield* Connections).resume("wh")
    yield* (yield* Intents).release(w.link.scope)
  })

/** Every name that orders wait for has a row, and what waited goes on. */
const named = (w: World) =>
  Effect.gen(function*() {
    const mapping = yield* Mapping
    for (const [kind, name] of [["sku", "SKU-1"], ["warehouse", "WH-1"], ["channel", "STD"]] as const) {
      yield* mapping.set(w.link.scope, kind, [{ ours: name, theirs: name, source: "manual" }])
    }
    yield* (yield* Intents).release(w.link.scope)
  })

onBothDatabases("a restored backup", (fresh) => {
  /** `before`: what the backup holds; `since`: what came after it; `after`: on the backup again. */
  const restoring = (
    title: string,
    { after, before, options = {}, since = () => Effect.void }: {
      readonly options?: Options
      readonly before: (w: World) => Effect.Effect<unknown, unknown, any>
      readonly since?: (w: World) => Effect.Effect<unknown, unknown, any>
      readonly after: (w: World, start: Options) => Effect.Effect<unknown, unknown, any>
    }
  ) =>
    it.effect(title, () =>
      Effect.gen(function*() {
        const [backup, later] = [yield* Effect.promise(fresh), yield* Effect.promise(fresh)]
        const peers = { warehouse: Peers.warehouse(), erp: Peers.erp() }
        const start = { ...options, peers }
        yield* world(backup, start, (w) => before(w) as never)
        yield* world(later, start, (w) => since(w) as never)
        yield* world(backup, { ...start, restored: true }, (w) => after(w, start) as never)
      }))

  restoring("sends neither a create nor a delivery that was owed when it was made", {
    before: (w) =>
      Effect.gen(function*() {
        w.erp.plan(...Array.from({ length: 9 }, () => "unreachable" as const))
        yield* create(w, "SO-1")
        yield* until(Effect.sync(() => w.erp.attempts.length > 0))
        yield* pause
        yield* Effect.flip(create(w, "SO-2"))
      }),
    after: (w) =>
      Effect.gen(function*() {
        yield* resume(w)
        const before = [sent(w), w.erp.attempts.length]
        yield* pass(120_000, 1000)
        assert.deepStrictEqual([sent(w), w.erp.attempts.length], before)
        assert.deepStrictEqual(yield* states, ["outbound:SO-1 Delivered", "outbound:SO-2 Doubtful"])
      })
  })

  restoring("takes an order as made that went out after it, whether it holds the order or not", {
    before: (w) =>
      Effect.gen(function*() {
        yield* pause
        yield* Effect.flip(create(w, "SO-1"))
      }),
    since: (w) => Effect.all([create(w, "SO-1"), create(w, "SO-2")]),
    after: (w) =>
      Effect.gen(function*() {
        yield* resume(w)
        const answers = yield* Effect.forEach(["SO-1", "SO-2"], (number) => during(create(w, number)))
        assert.deepStrictEqual(answers.map((answer) => answer.warehouseOrderNumber), ["W-1", "W-2"])
        yield* pass(30_000, 1000)
        assert.deepStrictEqual(books(w), ["SO-1", "SO-2"])
      })
  })

  restoring("sends an order that the ERP asks for and the warehouse does not have once, after asking twice", {
    before: () => Effect.void,
    after: (w) =>
      Effect.gen(function*() {
        const answer = yield* during(create(w, "SO-1"))
        assert.strictEqual(answer.warehouseOrderNumber, "W-1")
        assert.deepStrictEqual(w.warehouse.calls.slice(0, 3), ["getOutboundOrders", "getOutboundOrders", "createOutboundOrder"])
        assert.deepStrictEqual(books(w), ["SO-1"])
      })
  })

  restoring("sends no order twice that waited for a name when it was made", {
    options: { links: [{ mapping: "required" }] },
    before: (w) => Effect.flip(create(w, "SO-1")),
    since: (w) =>
      Effect.gen(function*() {
        w.warehouse.orders.push({ ...(yield* made(w)), orderNumber: "SO-1" })
      }),
    after: (w) =>
      Effect.gen(function*() {
        yield* named(w)
        yield* until(Effect.map(states, ([state]) => state === "outbound:SO-1 Delivered"))
        assert.deepStrictEqual([sent(w), books(w)], [0, ["SO-1"]])
      })
  })

  restoring("cancels an order at the warehouse that waited for a name when it was made and was sent since", {
    options: { links: [{ mapping: "required" }] },
    before: (w) => Effect.flip(create(w, "SO-1")),
    since: (w) =>
      Effect.gen(function*() {
        w.warehouse.orders.push({ ...(yield* made(w)), orderNumber: "SO-1" })
      }),
    after: (w) =>
      Effect.gen(function*() {
        yield* Effect.exit(during(cancel(w, "SO-1")))
        yield* named(w)
        yield* until(Effect.sync(() => w.warehouse.live("SO-1").length === 0), 60_000, 500)
        assert.deepStrictEqual([sent(w), yield* states], [0, ["outbound:SO-1 Delivered"]])
      })
  })

  restoring("carries out no cancel that waited when it was made, and says so", {
    before: (w) =>
      Effect.gen(function*() {
        w.warehouse.plan("createOutboundOrder", "lose-request")
        w.warehouse.plan("getOutboundOrders", ...Array.from({ length: 90 }, () => "unavailable" as const))
        yield* Effect.flip(during(create(w, "SO-1")))
        yield* Effect.flip(during(cancel(w, "SO-1")))
      }),
    since: (w) => {
      w.warehouse.plan("getOutboundOrders")
      return create(w, "SO-1")
    },
    after: (w) =>
      Effect.gen(function*() {
        yield* until(Effect.map(states, ([state]) => state === "outbound:SO-1 Delivered"))
        yield* pass(10_000, 1000)
        assert.strictEqual(sent(w, "cancelOutboundOrder"), 0)
        const admin = yield* client(w)
        const { items: [shown] } = yield* admin.orders.show({ params: { number: "SO-1" }, query: {} })
        assert.match(JSON.stringify(shown!.conflicts), /a cancel waited when the backup was made/)
      })
  })

  restoring("stays careful after a start that does not say it, until a person ends it", {
    before: (w) =>
      Effect.gen(function*() {
        w.erp.plan("unreachable")
        yield* create(w, "SO-1")
        yield* until(Effect.sync(() => w.erp.attempts.length > 0))
      }),
    after: (w) =>
      Effect.gen(function*() {
        const readiness = yield* Health.readiness
        assert.isTrue(readiness.ok)
        assert.match(readiness.restored ?? "", /restore end/)
        assert.include(yield* MetricsAnswer.metrics, "crossdock_restored 1")
        const admin = yield* client(w)
        assert.deepInclude(yield* admin.runner.restore(), { isRestored: true, deliveries: 1, doubtful: 0 })
        const held = w.erp.attempts.length
        yield* pass(60_000, 1000)
        assert.strictEqual(w.erp.attempts.length, held)
        assert.deepInclude(yield* admin.runner.endRestore({ query: {} }), { isRestored: false })
        yield* nothingOwed
        assert.deepStrictEqual(w.erp.received.map(({ content }) => content.orderNumber), ["SO-1"])
        yield* create(w, "SO-2")
        assert.strictEqual(w.warehouse.calls.at(-1), "createOutboundOrder")
      })
  })

  it.effect("is begun once under one name, and by the database that holds it", () =>
    Effect.gen(function*() {
      const database = yield* Effect.promise(fresh)
      const isOn = Effect.map(Restored, (restored) => restored.since() !== undefined)
      const seen: Array<boolean> = []
      const start = (restored: string | undefined, isEnded = false) =>
        world(database, restored === undefined ? {} : { restored }, () =>
          Effect.gen(function*() {
            seen.push(yield* isOn)
            if (isEnded) yield* (yield* Restored).end
          }))
      yield* start("one")
      yield* start(undefined)
      yield* start("one", true)
      yield* start("one")
      yield* start("two")
      assert.deepStrictEqual(seen, [true, true, true, false, true])
    }))
})

/** What the warehouse holds of an order. */
const made = (w: World) =>
  Effect.sync((): Peers.HeldOrder => ({
    orderNumber: "SO-1",
    warehouseOrderNumber: `W-${w.warehouse.orders.length + 1}`,
    order: order("SO-1"),
    phase: "open",
    status: "announced",
    trackingNumber: undefined,
    failedReason: undefined
  }))
