/**
 * Work that one node does at a time, seen by the peers of several nodes and by its rows.
 */
import { assert, describe, it } from "@effect/vitest"
import { AdapterError, Transport, WarehouseV1 } from "@crossdock/core"
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Latch from "effect/Latch"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import * as SendGuard from "../../src/connection/SendGuard.ts"
import { lease, sure } from "../../src/connection/NodeLeases.ts"
import { Connections } from "../../src/connection/Connections.ts"
import { Dispatch } from "../../src/contracts/warehouse/Dispatch.ts"
import * as Jobs from "../../src/jobs/Jobs.ts"
import * as SubscriptionJobs from "../../src/jobs/SubscriptionJobs.ts"
import * as WarehouseJobs from "../../src/contracts/warehouse/Jobs.ts"
import * as Poller from "../../src/jobs/Poller.ts"
import { Retention } from "../../src/jobs/Retention.ts"
import { Database } from "../../src/store/Database.ts"
import { onBothDatabases } from "../support/Databases.ts"
import { type Cluster, type Node, withNodes } from "../support/Nodes.ts"
import { order } from "../support/Orders.ts"
import { pass, until, world } from "../support/World.ts"

const create = (node: Node, number: string) =>
  node.on(Effect.flatMap(Dispatch, (dispatch) => dispatch.call(node.link, WarehouseV1.CreateOutboundOrder, order(number), "")))

const polls = ({ warehouse }: Pick<Cluster, "warehouse">) => warehouse.calls.filter((call) => call === "getOutboundOrders").length

const intervalAt = (node: Node) => node.on(Effect.map(Connections, (connections) => connections.get("wh")!.pollInterval))

/** A vendor that has to be told where to send its callbacks. */
const vendor = () => {
  const said: Array<string> = []
  const plugin = WarehouseV1.plugin({
    id: "warehouse-vendor",
    settings: Schema.Struct({}),
    limits: { linesPerOrder: 1, ordersPerQuery: 1 },
    receives: true,
    offers: ["subscribe", "unsubscribe"],
    make: () =>
      Effect.succeed({
        handlers: {
          createOutboundOrder: () => Effect.die("not asked for"),
          cancelOutboundOrder: () => Effect.die("not asked for"),
          getOutboundOrders: () => Effect.succeed({ items: [] }),
          subscribe: () =>
            Effect.map(Clock.currentTimeMillis, (now) => ({
              subscriptionId: `S-${said.push("subscribe")}`,
              expiresAt: DateTime.makeUnsafe(now + 24 * 3_600_000)
            })).pipe(Effect.delay("3 seconds")),
          unsubscribe: () => Effect.succeed({})
        },
        incoming: () => Effect.die("not called")
      })
  })
  return { said, plugin }
}

describe("work that one node does (PostgreSQL, several nodes)", () => {
  withNodes("a connection is polled once in each interval by one and the same node, however many nodes there are", (cluster) =>
    Effect.gen(function*() {
      const nodes = yield* Effect.forEach(["a", "b", "c"], (name) => cluster.join(name))
      yield* create(nodes[0]!, "SO-1")
      yield* Effect.forEach(nodes, (node) => node.begin(Jobs.run(WarehouseJobs.polls)))
      yield* until(Effect.sync(() => polls(cluster) > 0))
      const before = polls(cluster)
      const interval = yield* intervalAt(nodes[0]!)
      const owners = new Set<string>()
      for (let round = 0; round < 10; round++) {
        yield* pass(interval, 200)
        for (const { owner } of yield* cluster.db.query("select owner from job where name = 'poll'")) owners.add(String(owner))
      }
      assert.lengthOf([...owners], 1)
      assert.isAtMost(polls(cluster) - before, 10)
      assert.isAtLeast(polls(cluster) - before, 7)
    }))

  withNodes("a vendor is told once where to send its callbacks, however many nodes there are", ({ join }) =>
    Effect.gen(function*() {
      const { plugin, said } = vendor()
      const nodes = yield* Effect.forEach(["a", "b", "c"], (name) => join(name, { plugin }))
      yield* Effect.forEach(nodes, (node) => node.begin(Jobs.run(SubscriptionJobs.jobs(new URL("https://runner.example")))))
      yield* until(Effect.sync(() => said.length > 0))
      yield* pass(90_000, 1000)
      assert.deepStrictEqual(said, ["subscribe"])
    }))

  withNodes("a job of a killed node stays its own as long as its lease lasts, and is another's at most 3 s later", (cluster) =>
    Effect.gen(function*() {
      const { db, join } = cluster
      const node = yield* join("b")
      yield* create(node, "SO-1")
      // As a process left them that was killed during a poll. Leases are by the database's clock.
      const [{ now }] = (yield* db.query("select (extract(epoch from clock_timestamp()) * 1000)::bigint as now")) as [{ now: number }]
      yield* db.query("insert into node (id, epoch, leased_until, started_at) values ('a', 7, $1, 0)", [now + 3_600_000])
      yield* db.query("insert into job (name, connection, due_at, owner, epoch) values ('poll', 'wh', 0, 'a', 7)")
      yield* node.begin(Jobs.run(WarehouseJobs.polls))
      yield* pass(lease * 2, 200)
      assert.strictEqual(polls(cluster), 0)
      yield* db.query("update node set leased_until = 0 where id = 'a'")
      yield* until(Effect.sync(() => polls(cluster) === 1), 3000)
    }))

  withNodes("a round of polls that ended with its node goes on elsewhere with the orders that were not asked about yet", ({ db, join }) =>
    Effect.gen(function*() {
      const asked: Array<string> = []
      const plugin = WarehouseV1.plugin({
        id: "warehouse-slow",
        settings: Schema.Struct({}),
        limits: { linesPerOrder: 50, ordersPerQuery: 2, pollInterval: "60 seconds" },
        offers: [],
        make: () =>
          Effect.succeed({
            handlers: {
              createOutboundOrder: ({ orderNumber }) => Effect.succeed({ warehouseOrderNumber: `W-${orderNumber}` }),
              cancelOutboundOrder: () => Effect.die("not asked for"),
              getOutboundOrders: ({ orders }: typeof WarehouseV1.GetOutboundOrders.payload.Type) =>
                Effect.as(
                  Effect.delay(Effect.sync(() => void asked.push(...orders.map(({ orderNumber }) => orderNumber))), "1 second"),
                  { items: orders.map(({ orderNumber }) => ({ orderNumber, phase: "open" as const, status: "announced" })) }
                )
            }
          })
      })
      const [a, b] = [yield* join("a", { plugin }), yield* join("b", { plugin })]
      const numbers = Array.from({ length: 12 }, (_, at) => `SO-${at}`)
      yield* Effect.forEach(numbers, (number) => create(a, number))
      yield* db.query("update entity set checked_at = 0")
      const polling = Effect.provideService(Jobs.run(WarehouseJobs.polls), Poller.PageSize, 2)
      yield* a.begin(polling)
      yield* until(Effect.sync(() => asked.length >= 4))
      yield* a.halt
      yield* b.begin(polling)
      yield* until(Effect.sync(() => asked.length >= 12))
      yield* pass(5000)
      assert.deepStrictEqual(asked.toSorted(), numbers.toSorted())
    }))

  withNodes("a node that finds its claim gone stops the run, so that the job does not run twice for long", ({ db, join }) =>
    Effect.gen(function*() {
      const running = new Set<string>()
      const job = (node: string): Jobs.Job<never, never> => ({
        name: "long",
        connection: "",
        every: 1000,
        work: Effect.ensuring(Effect.andThen(Effect.sync(() => void running.add(node)), Effect.never), Effect.sync(() => void running.delete(node)))
      })
      const [a, b] = [yield* join("a"), yield* join("b")]
      yield* a.begin(Jobs.run(Effect.succeed([job("a")])))
      yield* until(Effect.sync(() => running.has("a")))
      yield* b.begin(Jobs.run(Effect.succeed([job("b")])))
      yield* pass(5000)
      assert.deepStrictEqual([...running], ["a"])
      // As another node strikes it out.
      yield* db.query("delete from node where id = 'a'")
      yield* until(Effect.sync(() => running.has("b") && !running.has("a")), 5000)
      yield* pass(5000)
      assert.deepStrictEqual([...running], ["b"])
    }))

  withNodes("a job that its node does not have any more, as after a change of the composition, is another's at once", ({ join }) =>
    Effect.gen(function*() {
      const runs: Array<string> = []
      let isListed = true
      const job = (node: string): Jobs.Job<never, never> => ({ name: "short", connection: "", every: 500, work: Effect.sync(() => void runs.push(node)) })
      const [a, b] = [yield* join("a"), yield* join("b")]
      yield* a.begin(Jobs.run(Effect.sync(() => isListed ? [job("a")] : [])))
      yield* until(Effect.sync(() => runs.length === 2))
      yield* b.begin(Jobs.run(Effect.succeed([job("b")])))
      yield* pass(3000)
      assert.notInclude(runs, "b")
      isListed = false
      yield* until(Effect.sync(() => runs.includes("b")), 3000)
    }))

  withNodes("a job whose node ends in order is another's at once", ({ join }) =>
    Effect.gen(function*() {
      const runs: Array<string> = []
      const job = (node: string): Jobs.Job<never, never> => ({
        name: "long",
        connection: "",
        every: 1000,
        work: Effect.andThen(Effect.sync(() => void runs.push(node)), Effect.never)
      })
      const [a, b] = [yield* join("a"), yield* join("b")]
      yield* a.begin(Jobs.run(Effect.succeed([job("a")])))
      yield* until(Effect.sync(() => runs.length === 1))
      yield* b.begin(Jobs.run(Effect.succeed([job("b")])))
      yield* a.halt
      yield* until(Effect.sync(() => runs.length === 2), 1500)
      assert.deepStrictEqual(runs, ["a", "b"])
    }))
})

onBothDatabases("jobs", (fresh) => {
  const counting = (runs: Array<number>, more: Partial<Jobs.Job<unknown, never>> = {}): Jobs.Job<unknown, never> => ({
    name: "count",
    connection: "",
    every: 60_000,
    work: Effect.map(Clock.currentTimeMillis, (now) => void runs.push(now)),
    ...more
  })
  const inWorld = (title: string, test: () => Effect.Effect<unknown, unknown, any>) =>
    it.effect(title, () => Effect.flatMap(Effect.promise(fresh), (database) => world(database, { isIdle: true }, test as never)))

  inWorld("a job runs again an interval after its end, also when it failed, and at once when its end could not be stored", () =>
    Effect.gen(function*() {
      const db = yield* Database
      const runs: Array<number> = []
      const work = Effect.gen(function*() {
        runs.push(yield* Clock.currentTimeMillis)
        if (runs.length === 1) return yield* Effect.fail("once")
        if (runs.length === 2) yield* db.query("alter table job rename to away")
      })
      yield* Effect.forkScoped(Effect.ignore(Jobs.run(Effect.succeed([counting(runs, { work })]))))
      yield* until(Effect.sync(() => runs.length === 2))
      assert.closeTo(runs[1]! - runs[0]!, 60_000, 1000)
      yield* pass(5000)
      yield* db.query("alter table away rename to job")
      yield* Effect.forkScoped(Jobs.run(Effect.succeed([counting(runs, { work })])))
      yield* until(Effect.sync(() => runs.length === 3), 3000)
    }))

  inWorld("a run that hangs is stopped once its time is over, and the job runs again an interval later", () =>
    Effect.gen(function*() {
      const runs: Array<number> = []
      const work = Effect.andThen(Effect.map(Clock.currentTimeMillis, (now) => void runs.push(now)), Effect.never)
      yield* Effect.forkScoped(Jobs.run(Effect.succeed([counting(runs, { work, limit: 30_000 })])))
      yield* until(Effect.sync(() => runs.length === 2))
      assert.closeTo(runs[1]! - runs[0]!, 90_000, 1000)
    }))

  inWorld("a run that ends while the jobs are read is not repeated before its interval", () =>
    Effect.gen(function*() {
      const runs: Array<number> = []
      const db = yield* Database
      const [end, read] = [yield* Latch.make(), yield* Latch.make()]
      let reads = 0
      const slow = Database.of({
        ...db,
        query: (text, values) =>
          Effect.tap(db.query(text, values), () => text.includes("from job") && runs.length === 1 && reads++ === 0 ? read.await : Effect.void)
      })
      const work = Effect.andThen(Effect.map(Clock.currentTimeMillis, (now) => void runs.push(now)), end.await)
      yield* Effect.forkScoped(Effect.provideService(Jobs.run(Effect.succeed([counting(runs, { work })])), Database, slow))
      yield* until(Effect.sync(() => reads === 1), 3000)
      yield* end.open
      const dueAt = Effect.map(db.query("select due_at from job"), ([row]) => Number(row?.due_at))
      yield* until(Effect.map(dueAt, (due) => due > runs[0]!), 3000)
      yield* read.open
      yield* pass(5000)
      assert.lengthOf(runs, 1)
    }))

  inWorld("a job that a clock ahead of time had planned runs once the clock is right", () =>
    Effect.gen(function*() {
      const runs: Array<number> = []
      const db = yield* Database
      yield* db.query("insert into job (name, connection, due_at) values ('count', '', $1)", [(yield* Clock.currentTimeMillis) + 86_400_000])
      yield* Effect.forkScoped(Jobs.run(Effect.succeed([counting(runs)])))
      yield* until(Effect.sync(() => runs.length === 1), 2000)
    }))

  inWorld("a job that another node has just ended, whose clock is a little ahead, is not due at once", () =>
    Effect.gen(function*() {
      const runs: Array<number> = []
      const db = yield* Database
      yield* db.query("insert into job (name, connection, due_at) values ('count', '', $1)", [(yield* Clock.currentTimeMillis) + 60_300])
      yield* Effect.forkScoped(Jobs.run(Effect.succeed([counting(runs)])))
      yield* pass(5000)
      assert.lengthOf(runs, 0)
    }))

  inWorld("a job whose work interrupts itself, as a plugin can do, runs again an interval later and not before", () =>
    Effect.gen(function*() {
      const runs: Array<number> = []
      const work = Effect.andThen(Effect.map(Clock.currentTimeMillis, (now) => void runs.push(now)), Effect.interrupt)
      yield* Effect.forkScoped(Jobs.run(Effect.succeed([counting(runs, { work })])))
      yield* pass(5000)
      assert.lengthOf(runs, 1)
      yield* until(Effect.sync(() => runs.length === 2), 60_000)
    }))

  inWorld("a job whose node has made no heartbeat for long makes one first, so that its requests leave", () =>
    Effect.gen(function*() {
      const requests: Array<boolean> = []
      const peer = Layer.succeed(Transport.Transport, Transport.Transport.of({
        send: (request) => {
          requests.push(request.mayLeave?.() !== false)
          return Effect.fail(new AdapterError.TransportFailed({ phase: "connect", cause: "nobody is there" }))
        }
      }))
      const work = Effect.flatMap(Transport.Transport, (transport) => transport.send({ method: "GET", url: new URL("https://peer.example"), headers: [], body: "" })).pipe(
        Effect.asVoid,
        Effect.provide(Layer.provide(SendGuard.layer, peer))
      )
      yield* pass(sure * 2)
      yield* Effect.forkScoped(Jobs.run(Effect.succeed([counting([], { work })])))
      yield* pass(3000)
      assert.deepStrictEqual(requests, [true])
    }))

  it.effect("retention runs an hour after the first start, however often the runner was started since", () =>
    Effect.gen(function*() {
      const database = yield* Effect.promise(fresh)
      const runs: Array<number> = []
      for (let start = 0; start < 3; start++) {
        yield* world(database, { isIdle: true }, () =>
          Effect.gen(function*() {
            const { job } = yield* Retention
            yield* Effect.forkScoped(Jobs.run(Effect.succeed([{ ...job, work: Effect.map(Clock.currentTimeMillis, (now) => void runs.push(now)) }])))
            yield* pass(25 * 60_000, 10_000)
          }))
      }
      assert.lengthOf(runs, 1)
    }))
})
