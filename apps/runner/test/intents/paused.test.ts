/**
 * A paused connection stands still, and what needs no peer goes on.
 */
import { assert, it } from "@effect/vitest"
import { Sku, WarehouseV1 } from "@crossdock/core"
import * as Effect from "effect/Effect"
import { Connections } from "../../src/connection/Connections.ts"
import { Dispatch } from "../../src/contracts/warehouse/Dispatch.ts"
import { Intents } from "../../src/intents/Intents.ts"
import { Database } from "../../src/store/Database.ts"
import { onBothDatabases } from "../support/Databases.ts"
import { type Node, withNodes } from "../support/Nodes.ts"
import { asn, order } from "../support/Orders.ts"
import * as Peers from "../support/Peers.ts"
import { type Options, pass, until, type World, world } from "../support/World.ts"

const number = order("SO-1").orderNumber
const inbound = asn("ASN-1").asnNumber

const call = <O extends WarehouseV1.AnyOperation>(w: World, operation: O, payload: O["payload"]["Type"]) =>
  Effect.flatMap(Dispatch, (dispatch) => dispatch.call(w.link, operation, payload, ""))

onBothDatabases("a paused connection", (fresh) => {
  const inWorld = (title: string, test: (w: World) => Effect.Effect<unknown, unknown, any>, options: Options = {}) =>
    it.effect(title, () => Effect.flatMap(Effect.promise(fresh), (database) => world(database, options, test as never)))

  inWorld("is asked nothing, and its callers are told that an operator has to mend it", (w) =>
    Effect.gen(function*() {
      const connections = yield* Connections
      yield* call(w, WarehouseV1.CreateOutboundOrder, order("SO-1"))
      yield* call(w, WarehouseV1.CreateInboundOrder, asn("ASN-1"))
      yield* connections.pause("wh", "a test")
      const before = w.warehouse.calls.length
      yield* pass(45_000, 1000)
      const refused = yield* Effect.all([
        Effect.flip(call(w, WarehouseV1.GetOutboundOrders, { orders: [{ orderNumber: number }] })),
        Effect.flip(call(w, WarehouseV1.GetInboundOrders, { inboundOrders: [{ asnNumber: inbound }] })),
        Effect.flip(call(w, WarehouseV1.CancelOutboundOrder, { orderNumber: number })),
        Effect.flip(call(w, WarehouseV1.ListStock, { warehouseCode: "WH-1", limit: 10 })),
        Effect.flip(call(w, WarehouseV1.ListWarehouses, {})),
        Effect.flip(call(w, WarehouseV1.UpsertProduct, { sku: Sku.Sku.make("S"), erpSku: "S", title: "T" } as never)),
        Effect.flip(call(w, WarehouseV1.CreateOutboundOrder, order("SO-2")))
      ])
      assert.deepStrictEqual(refused.map(({ code }) => code), refused.map(() => "CONNECTION_PAUSED"))
      for (const { message } of refused) assert.match(message, /connection to the warehouse is paused .* operator (?:has )?resume[sd]/)
      const { items: [cancelled] } = yield* call(w, WarehouseV1.CancelInboundOrders, { asnNumbers: [inbound] })
      assert.match(cancelled?.failure ?? "", /^CONNECTION_PAUSED/)
      assert.strictEqual(w.warehouse.calls.length, before)
    }))

  inWorld("is not asked what became of a create, and is asked once it is resumed", (w) =>
    Effect.gen(function*() {
      const connections = yield* Connections
      w.warehouse.plan("createOutboundOrder", "lose-answer")
      yield* Effect.forkScoped(Effect.exit(call(w, WarehouseV1.CreateOutboundOrder, order("SO-1"))))
      const stateIs = (state: string) => Effect.flatMap(Database, (db) =>
        Effect.map(db.one("select state from intent"), (row) => row?.state === state))
      yield* until(stateIs("Doubtful"))
      yield* connections.pause("wh", "a test")
      yield* pass(60_000, 1000)
      assert.deepStrictEqual(w.warehouse.calls, ["createOutboundOrder"])
      yield* connections.resume("wh")
      yield* until(stateIs("Delivered"))
    }))

  inWorld("is sent no create that waited for its turn when it was paused", (w) =>
    Effect.gen(function*() {
      const connections = yield* Connections
      yield* call(w, WarehouseV1.CreateOutboundOrder, order("SO-1"))
      yield* Effect.forkScoped(Effect.exit(call(w, WarehouseV1.CreateOutboundOrder, order("SO-2"))))
      yield* until(Effect.flatMap(Database, (db) => Effect.map(db.query("select id from intent"), (rows) => rows.length === 2)))
      assert.deepStrictEqual(w.warehouse.calls, ["createOutboundOrder"])
      yield* connections.pause("wh", "a test")
      yield* pass(5000)
      assert.deepStrictEqual(w.warehouse.calls, ["createOutboundOrder"])
    }), { callsPerSecond: 1 })

  inWorld("is paused on every node within seconds, whichever was told, and resumed on every one as well", (w) =>
    Effect.gen(function*() {
      const connections = yield* Connections
      const db = yield* Database
      // As another node writes it; this one may have a row of its own by then.
      yield* db.query("insert into connection_state (id, paused, paused_because, paused_at) values ('wh', 1, 'told another', 0) on conflict (id) do update set paused = 1, paused_because = 'told another', paused_at = 0")
      yield* until(Effect.sync(() => connections.pausedOf("wh")?.because === "told another"))
      assert.strictEqual((yield* Effect.flip(call(w, WarehouseV1.CreateOutboundOrder, order("SO-1")))).code, "CONNECTION_PAUSED")
      yield* db.query("update connection_state set paused = 0 where id = 'wh'")
      yield* until(Effect.sync(() => connections.pausedOf("wh") === undefined))
      yield* call(w, WarehouseV1.CreateOutboundOrder, order("SO-2"))
    }))

  inWorld("does not keep an order from being cancelled that was never sent", (w) =>
    Effect.gen(function*() {
      const connections = yield* Connections
      yield* connections.pause("wh", "a test")
      assert.strictEqual((yield* Effect.flip(call(w, WarehouseV1.CreateOutboundOrder, order("SO-1")))).code, "CONNECTION_PAUSED")
      yield* call(w, WarehouseV1.CancelOutboundOrder, { orderNumber: number })
      yield* connections.resume("wh")
      yield* pass(5000)
      assert.strictEqual(w.warehouse.orders.length, 0)
    }))

  inWorld("answers what is stored and young enough", (w) =>
    Effect.gen(function*() {
      const connections = yield* Connections
      yield* call(w, WarehouseV1.CreateOutboundOrder, order("SO-1"))
      yield* call(w, WarehouseV1.GetOutboundOrders, { orders: [{ orderNumber: number }] })
      yield* call(w, WarehouseV1.ListWarehouses, {})
      yield* connections.pause("wh", "a test")
      assert.strictEqual((yield* call(w, WarehouseV1.GetOutboundOrders, { orders: [{ orderNumber: number }] })).items[0]?.phase, "open")
      assert.strictEqual((yield* call(w, WarehouseV1.ListWarehouses, {})).items[0]?.code, "WH-1")
    }))

  inWorld("or not: a cancel that the database fails is not stored, and repeated it is carried out", (w) =>
    Effect.gen(function*() {
      const db = yield* Database
      yield* call(w, WarehouseV1.CreateOutboundOrder, order("SO-1"))
      yield* call(w, WarehouseV1.CreateInboundOrder, asn("ASN-1"))
      yield* db.query("alter table entity rename to away")
      const refusal = yield* Effect.flip(call(w, WarehouseV1.CancelOutboundOrder, { orderNumber: number }))
      const { items: [failed] } = yield* call(w, WarehouseV1.CancelInboundOrders, { asnNumbers: [inbound] })
      assert.strictEqual(refusal.code, "NOT_STORED")
      assert.match(failed?.failure ?? "", /^NOT_STORED/)
      assert.strictEqual(w.warehouse.live("SO-1").length, 1)
      yield* db.query("alter table away rename to entity")
      yield* call(w, WarehouseV1.CancelOutboundOrder, { orderNumber: number })
      assert.deepStrictEqual(yield* call(w, WarehouseV1.CancelInboundOrders, { asnNumbers: [inbound] }), { items: [{ asnNumber: inbound }] })
      assert.strictEqual(w.warehouse.live("SO-1").length, 0)
    }))
})

onBothDatabases("what is held because its connection is paused", (fresh) => {
  it.effect("goes on at the next start where the process that resumed it ended before it let go", () =>
    Effect.gen(function*() {
      const database = yield* Effect.promise(fresh)
      const peers = { warehouse: Peers.warehouse(), erp: Peers.erp() }
      yield* world(database, { peers }, (w) =>
        Effect.gen(function*() {
          yield* (yield* Connections).pause("wh", "a test")
          yield* Effect.flip(call(w, WarehouseV1.CreateOutboundOrder, order("SO-1")))
          yield* (yield* Connections).resume("wh")
        }))
      assert.lengthOf(peers.warehouse.orders, 0)
      yield* world(database, { peers }, () => until(Effect.sync(() => peers.warehouse.orders.length === 1)))
    }))
})

withNodes("what a node holds that has not yet learnt of a resume goes on once it has (PostgreSQL)", ({ join, warehouse }) =>
  Effect.gen(function*() {
    const [a, b] = [yield* join("a"), yield* join("b")]
    const pausedAt = (node: Node) => node.on(Effect.map(Connections, (connections) => connections.pausedOf("wh") !== undefined))
    yield* a.on(Effect.flatMap(Connections, (connections) => connections.pause("wh", "a test")))
    yield* until(pausedAt(b))
    // As the admin API does it.
    yield* a.on(Effect.flatMap(Connections, (connections) => connections.resume("wh")))
    yield* a.on(Effect.flatMap(Intents, (intents) => intents.release(a.link.scope)))
    const refusal = yield* b.on(Effect.flip(Effect.flatMap(Dispatch, (dispatch) => dispatch.call(b.link, WarehouseV1.CreateOutboundOrder, order("SO-1"), ""))))
    assert.strictEqual(refusal.code, "CONNECTION_PAUSED")
    yield* until(Effect.sync(() => warehouse.orders.length === 1), 10_000)
  }))

withNodes("what a node holds because of a pause that begins and ends between two rounds of its creates goes on (PostgreSQL)", ({ join, warehouse }) =>
  Effect.gen(function*() {
    const [a, b] = [yield* join("a", { isIdle: true }), yield* join("b", { isIdle: true })]
    const learn = b.on(Effect.flatMap(Connections, (connections) => connections.learnPauses))
    yield* b.begin(Effect.flatMap(Intents, (intents) => intents.run))
    yield* pass(1000)
    // From here until it holds the create, no time passes in which its loop could look.
    yield* a.on(Effect.flatMap(Connections, (connections) => connections.pause("wh", "a test")))
    yield* learn
    const refusal = yield* b.on(Effect.flip(Effect.flatMap(Dispatch, (dispatch) => dispatch.call(b.link, WarehouseV1.CreateOutboundOrder, order("SO-1"), ""))))
    assert.strictEqual(refusal.code, "CONNECTION_PAUSED")
    yield* a.on(Effect.flatMap(Connections, (connections) => connections.resume("wh")))
    yield* learn
    yield* until(Effect.sync(() => warehouse.orders.length === 1), 10_000)
  }))
