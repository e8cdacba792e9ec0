import { assert, it } from "@effect/vitest"
import { WarehouseV1 } from "@crossdock/core"
import * as Effect from "effect/Effect"
import { TestClock } from "effect/testing"
import { Connections } from "../../src/connection/Connections.ts"
import { metrics } from "../../src/http/MetricsAnswer.ts"
import { Database } from "../../src/store/Database.ts"
import { onBothDatabases } from "../support/Databases.ts"
import { order } from "../support/Orders.ts"
import { type Options, until, type World, world } from "../support/World.ts"

const create = (number: string) =>
  Effect.flatMap(Connections, ({ invoke }) => Effect.exit(invoke("wh", WarehouseV1.CreateOutboundOrder, order(number))))

const stored = Effect.flatMap(Database, (db) => db.query("select connection, message from poll_failure where track = 'calls'"))

const value = (line: string) => Effect.map(metrics, (text) => {
  const found = text.split("\n").find((one) => one.startsWith(`${line} `))
  return found === undefined ? undefined : Number(found.slice(line.length + 1))
})

/** Counters are of the process, so that other tests count with them. */
const calls = (operation: string, outcome: string) =>
  Effect.map(value(`crossdock_peer_calls_total{connection="wh",operation="${operation}",outcome="${outcome}"}`), (n) => n ?? 0)

onBothDatabases("the health of a connection", (fresh) => {
  const inWorld = (title: string, test: (w: World, database: Awaited<ReturnType<typeof fresh>>) => Effect.Effect<unknown, unknown, any>, options: Options = {}) =>
    it.effect(title, () => Effect.flatMap(Effect.promise(fresh), (database) => world(database, { isIdle: true, ...options }, ((w: World) => test(w, database)) as never)))

  inWorld("comes from every call: a create without an answer shows at once where nothing is open (F3)", (w) =>
    Effect.gen(function*() {
      const connections = yield* Connections
      const [failed, worked] = [yield* calls("createOutboundOrder", "TransportFailed"), yield* calls("createOutboundOrder", "ok")]
      w.warehouse.plan("createOutboundOrder", "unreachable")
      yield* create("SO-1")
      yield* TestClock.adjust("3 seconds")
      assert.strictEqual(yield* value("crossdock_peer_failing_seconds{connection=\"wh\"}"), 3)
      assert.strictEqual((yield* calls("createOutboundOrder", "TransportFailed")) - failed, 1)
      assert.match(connections.failingOf("wh")?.because ?? "", /^createOutboundOrder: the peer could not be reached/)
      yield* until(Effect.map(stored, (rows) => rows.length === 1))
      yield* create("SO-2")
      assert.strictEqual((yield* calls("createOutboundOrder", "ok")) - worked, 1)
      assert.isUndefined(connections.failingOf("wh"))
      assert.strictEqual(yield* value("crossdock_peer_failing_seconds{connection=\"wh\"}"), 0)
      yield* until(Effect.map(stored, (rows) => rows.length === 0))
    }))

  inWorld("counts a refusal as an answer (F3)", (w) =>
    Effect.gen(function*() {
      const connections = yield* Connections
      w.warehouse.plan("createOutboundOrder", "unreachable", "refuse")
      yield* create("SO-1")
      assert.isDefined(connections.failingOf("wh"))
      yield* create("SO-2")
      assert.isUndefined(connections.failingOf("wh"))
      assert.isAbove(yield* calls("createOutboundOrder", "Rejected"), 0)
    }))

  inWorld("is known to a runner that starts again, and ends there with the first answer (F3)", (w, database) =>
    Effect.gen(function*() {
      w.warehouse.plan("createOutboundOrder", "unreachable")
      yield* create("SO-1")
      yield* until(Effect.map(stored, (rows) => rows.length === 1))
      yield* world(database, { isIdle: true, peers: w }, () =>
        Effect.gen(function*() {
          const connections = yield* Connections
          assert.isDefined(connections.failingOf("wh"))
          yield* create("SO-2")
          yield* until(Effect.map(stored, (rows) => rows.length === 0))
        }))
    }))
})
