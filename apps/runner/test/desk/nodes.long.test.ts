/**
 * Three nodes work on the same orders side by side: each is placed once, told once and cancelled once.
 */
import { AdapterError, OutboundOrder, WarehouseV1 } from "@crossdock/core"
import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { Connections } from "../../src/connection/Connections.ts"
import { Dispatch } from "../../src/contracts/warehouse/Dispatch.ts"
import { Events } from "../../src/contracts/warehouse/Events.ts"
import { Desk } from "../../src/desk/Desk.ts"
import * as World from "../support/DeskWorld.ts"
import * as FakeShop from "../support/FakeShop.ts"
import { type Cluster, type Node, withNodes } from "../support/Nodes.ts"
import * as Orders from "../support/Orders.ts"
import { during, pass, type RunnerServices, until } from "../support/World.ts"

const shop = FakeShop.shop()
const numbers = Array.from({ length: 8 }, (_, at) => `S-${at + 1}`)

const everywhere = (nodes: ReadonlyArray<Node>, work: Effect.Effect<unknown, unknown, RunnerServices>) =>
  during(Effect.all(nodes.map((node) => node.on(work)), { concurrency: "unbounded" }))

const settled = ({ db }: Cluster) =>
  until(Effect.map(
    db.query("select 1 as one from intent where state in ('Pending', 'InFlight') union all select 1 from delivery where state in ('Pending', 'InFlight')"),
    (rows) => rows.length === 0
  ))

const rounds = Effect.fnUntraced(function*(cluster: Cluster, nodes: ReadonlyArray<Node>) {
  for (let times = 0; times < 3; times++) {
    yield* everywhere(nodes, Effect.flatMap(Desk, ({ round }) => round))
    yield* settled(cluster)
    // Nodes that disturb each other try again a little later.
    yield* pass(3000, 1000)
  }
})

const shipped = (number: string, pieces: Readonly<Record<string, number>> = { A: 1 }) =>
  Effect.gen(function*() {
    const link = (yield* Connections).linkOf("warehouse:acc-1")!
    yield* (yield* Events).outbound({ scope: link.scope, link, who: "peer" }, {
      orderNumber: OutboundOrder.OrderNumber.make(number), phase: "shipped", status: "SHIPPED", carrierName: "Post", trackingNumber: `T-${number}`, lines: World.lines(pieces)
    })
  })

withNodes("orders are placed, shipped and cancelled once although three nodes work on them side by side", (cluster) =>
  Effect.gen(function*() {
    const nodes = yield* Effect.forEach(["one", "two", "three"], (name) => cluster.join(name))
    const [first] = nodes as [Node]
    for (const number of numbers) yield* shop.change(number, World.order({ A: 1 }))
    yield* first.on(World.sync)
    yield* rounds(cluster, nodes)
    const states = Effect.map(cluster.db.query("select e.number, o.state from desk_order o join entity e on e.id = o.entity"), (rows) => {
      const byNumber = new Map(rows.map(({ number, state }) => [String(number), String(state)]))
      return numbers.map((number) => byNumber.get(number))
    })
    const parts = cluster.db.query("select e.number as shop, p.number, p.state from desk_part p join entity e on e.id = p.entity where p.state <> 'unsent' order by p.entity")
    assert.deepStrictEqual(yield* states, numbers.map(() => "placed"))
    const placed = new Map((yield* parts).map(({ number, shop }) => [String(shop), String(number)]))
    assert.deepStrictEqual([placed.size, cluster.warehouse.orders.length], [8, 8])
    assert.sameMembers(cluster.warehouse.orders.map(({ orderNumber }) => orderNumber), [...placed.values()])
    const [left, cancelled] = [numbers.slice(0, 4), numbers.slice(4)]
    for (const number of left) yield* everywhere(nodes, shipped(placed.get(number)!))
    for (const number of cancelled) yield* shop.change(number, World.order({ A: 1 }, { phase: "cancelled", status: "CANCELLED" }))
    yield* first.on(World.sync)
    yield* rounds(cluster, nodes)
    assert.deepStrictEqual(yield* states, [...left.map(() => "done"), ...cancelled.map(() => "closed")])
    assert.sameMembers(shop.notices.map(({ trackingNumber }) => trackingNumber), left.map((number) => `T-${placed.get(number)}`))
    assert.lengthOf(cluster.warehouse.orders.filter(({ phase }) => phase === "cancelled"), 4)
    assert.deepStrictEqual(yield* first.on(World.stock), { "North A": [16, 16, 0] })
  }), World.options(shop, { North: { A: 20 } }))

const refusing = FakeShop.shop()

withNodes("a parcel is told again although what becomes of its first notice is stored at the same time (engine F20)", ({ db, join }) =>
  Effect.gen(function*() {
    const node = yield* join("one")
    refusing.noticeFailures.push(new AdapterError.FaultUnlisted({ fault: { code: "", message: "not now" } }))
    yield* node.on(World.buy(refusing, "S-1", World.order({ A: 1 })))
    yield* node.on(World.report(World.north, "S-1", { trackingNumber: "T-1" }))
    yield* node.on(World.later(60_000))
    assert.deepStrictEqual((yield* node.on(World.stateOf("S-1"))).slice(0, 2), ["held", "shop"])
    yield* node.on(Effect.flatMap(Desk, ({ release }) => release({ scope: FakeShop.scope, number: "S-1", who: "Ada" })))
    const deskWaits = Effect.map(db.query("select pid from pg_stat_activity where application_name = 'one' and wait_event_type = 'Lock'"), (rows) => rows.length > 0)
    // What stores the end of a create changes the row of the create, and then that of the order.
    yield* db.transaction(Effect.gen(function*() {
      yield* db.query("update intent set updated_at = updated_at where id = (select intent from desk_parcel)")
      yield* node.begin(Effect.flatMap(Desk, ({ round }) => round))
      yield* until(deskWaits)
      yield* db.query("update desk_order set updated_at = updated_at")
    }))
    yield* node.on(World.settle)
    assert.deepStrictEqual([(yield* node.on(World.stateOf("S-1")))[0], World.told(refusing)], ["done", ["S-1 T-1 Post", "S-1 T-1 Post"]])
  }), World.options(refusing, { North: { A: 5 } }))

const otherShop = FakeShop.shop()

/** The ERP creates an order of its own at the warehouse. Returns whether it was accepted. */
const created = (number: string) =>
  Effect.gen(function*() {
    const dispatch = yield* Dispatch
    const link = (yield* Connections).linkOf("warehouse:acc-1")!
    return Result.isSuccess(yield* Effect.result(dispatch.call(link, WarehouseV1.CreateOutboundOrder, Orders.order(number), "")))
  })

withNodes("orders of an ERP under the numbers of a shop's orders are never taken for those, although three nodes work on both side by side", (cluster) =>
  Effect.gen(function*() {
    const nodes = yield* Effect.forEach(["one", "two", "three"], (name) => cluster.join(name))
    const [first] = nodes as [Node]
    for (const number of numbers) yield* otherShop.change(number, World.order({ A: 1 }))
    yield* first.on(World.sync)
    const byErp = (some: ReadonlyArray<string>) => during(Effect.filter(some, (number, at) => nodes[at % nodes.length]!.on(created(number)), { concurrency: "unbounded" }))
    // The ERP is first with some, and all are at work at once with the others.
    const earlier = yield* byErp(numbers.slice(0, 4))
    const [others] = yield* Effect.all([byErp(numbers.slice(4)), everywhere(nodes, Effect.flatMap(Desk, ({ round }) => round))], { concurrency: "unbounded" })
    yield* rounds(cluster, nodes)
    const placed = (yield* cluster.db.query("select number from desk_part where state not in ('unsent', 'void')")).map(({ number }) => String(number))
    const ofErp = [...earlier, ...others]
    assert.deepStrictEqual([placed.length, earlier.length], [8, 4])
    assert.deepStrictEqual(placed.filter((number) => ofErp.includes(number)), [])
    // Some warehouses do not tell what has left.
    for (const number of ofErp) yield* everywhere(nodes, shipped(number, earlier.includes(number) ? {} : { "SKU-1": 1 }))
    yield* rounds(cluster, nodes)
    assert.deepStrictEqual([otherShop.notices.length, (yield* first.on(World.stock))["North A"]], [0, [20, 12, 8]])
    for (const number of placed) yield* everywhere(nodes, shipped(number))
    yield* rounds(cluster, nodes)
    assert.sameMembers(otherShop.notices.map(({ trackingNumber }) => trackingNumber), placed.map((number) => `T-${number}`))
    assert.deepStrictEqual((yield* first.on(World.stock))["North A"], [12, 12, 0])
  }), World.options(otherShop, { North: { A: 20 } }))
