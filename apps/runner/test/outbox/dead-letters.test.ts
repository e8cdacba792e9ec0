import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { Outbox } from "../../src/outbox/Outbox.ts"
import { Retention } from "../../src/jobs/Retention.ts"
import { Database } from "../../src/store/Database.ts"
import { onBothDatabases } from "../support/Databases.ts"
import { delivery, isIn, owe } from "../support/Owed.ts"
import * as Peers from "../support/Peers.ts"
import { during, inWorldOn, type Options, pass, until, type World, world } from "../support/World.ts"

const replay = (...ids: ReadonlyArray<string>) => Effect.flatMap(Outbox, (outbox) => outbox.replay(ids))

const received = (w: World) => w.erp.received.map(({ content }): string => content.trackingNumber)

/** The earlier one of a line is tried again after the later one would be, and the time of that has come. */
const laterThan = (earlier: string, later: string) =>
  Effect.gen(function*() {
    const db = yield* Database
    yield* db.query("update delivery set due_at = (select due_at from delivery where id = $2) + 3000 where id = $1", [earlier, later])
    yield* pass(12_000, 500)
  })

const schedule = [0, "5 seconds", "10 seconds", "10 seconds", "10 seconds", "10 seconds"] as const
const passing: Options = { connections: [{ id: "books2", plugin: "erp-fake", onDead: "continue" }], delivery: { schedule } }
const holding: Options = { connections: [{ id: "books2", plugin: "erp-fake", onDead: "hold" }], delivery: { schedule } }

onBothDatabases("dead letters", (fresh) => {
  const inWorld = inWorldOn(fresh)

  inWorld("onDead hold: what comes after a dead letter waits until that is replayed, and arrives after it", holding, (w) =>
    Effect.gen(function*() {
      w.erp.planFor("SO-1", "refuse")
      const first = yield* owe("SO-1", "T-1", "books2")
      yield* until(isIn(first, "Dead"))
      const second = yield* owe("SO-1", "T-2", "books2")
      const other = yield* owe("SO-2", "T-3", "books2")
      yield* until(isIn(other, "Delivered"))
      yield* pass(60_000, 500)
      assert.strictEqual((yield* delivery(second)).state, "Pending")
      yield* replay(first)
      yield* until(isIn(second, "Delivered"))
      assert.deepStrictEqual(received(w), ["T-3", "T-1", "T-2"])
    }))

  inWorld("onDead continue: what comes after a dead letter passes it, and the replayed one arrives too", passing, (w) =>
    Effect.gen(function*() {
      w.erp.planFor("SO-1", "refuse")
      const first = yield* owe("SO-1", "T-1", "books2")
      yield* until(isIn(first, "Dead"))
      const second = yield* owe("SO-1", "T-2", "books2")
      yield* until(isIn(second, "Delivered"))
      assert.strictEqual((yield* delivery(first)).state, "Dead")
      yield* replay(first)
      yield* until(isIn(first, "Delivered"))
      assert.deepStrictEqual(received(w), ["T-2", "T-1"])
    }))

  inWorld("onDead continue: a dead letter that is replayed before one that waits for its next try stops no other order", passing, (w) =>
    Effect.gen(function*() {
      w.erp.planFor("SO-1", "refuse", "unlisted", "unlisted")
      const first = yield* owe("SO-1", "T-1", "books2")
      yield* until(isIn(first, "Dead"))
      const second = yield* owe("SO-1", "T-2", "books2")
      yield* until(Effect.map(delivery(second), (row) => row.state === "Pending" && row.attempt === 1))
      assert.deepStrictEqual(yield* replay(first), [first])
      yield* until(Effect.map(delivery(first), (row) => row.state === "Pending" && row.attempt === 1))
      yield* laterThan(first, second)
      const others = [yield* owe("SO-2", "T-3", "books2"), yield* owe("SO-3", "T-4", "books2")]
      yield* until(isIn(others[0]!, "Delivered"), 20_000)
      yield* until(isIn(others[1]!, "Delivered"), 20_000)
      yield* until(isIn(second, "Delivered"))
      // The order of its line is kept once it is in it again.
      assert.deepStrictEqual(received(w).filter((tracking) => tracking === "T-1" || tracking === "T-2"), ["T-1", "T-2"])
    }))

  inWorld("onDead continue: the same where the endpoint has failed and is given one at a time", passing, (w) =>
    Effect.gen(function*() {
      w.erp.planFor("SO-1", "refuse", "unreachable", "unreachable")
      w.erp.planFor("SO-9", "unreachable")
      const first = yield* owe("SO-1", "T-1", "books2")
      yield* until(isIn(first, "Dead"))
      const second = yield* owe("SO-1", "T-2", "books2")
      yield* until(Effect.map(delivery(second), (row) => row.state === "Pending" && row.attempt === 1))
      yield* replay(first)
      yield* until(Effect.map(delivery(first), (row) => row.state === "Pending" && row.attempt === 1))
      yield* laterThan(first, second)
      const other = yield* owe("SO-2", "T-3", "books2")
      yield* until(isIn(other, "Delivered"), 300_000, 500)
      yield* until(isIn(second, "Delivered"), 300_000, 500)
    }))

  it.effect("what was let pass before the composition says hold stops no other order, and what was held before it says continue goes on", () =>
    Effect.gen(function*() {
      const database = yield* Effect.promise(fresh)
      const peers = { warehouse: Peers.warehouse(), erp: Peers.erp() }
      const ids: Array<string> = []
      yield* world(database, { ...passing, peers }, (w) =>
        Effect.gen(function*() {
          w.erp.planFor("SO-1", "refuse", "unreachable")
          ids.push(yield* owe("SO-1", "T-1", "books2"))
          yield* until(isIn(ids[0]!, "Dead"))
          ids.push(yield* owe("SO-1", "T-2", "books2"))
          yield* until(Effect.map(delivery(ids[1]!), (row) => row.state === "Pending" && row.attempt === 1))
        }))
      yield* world(database, { ...holding, peers }, (w) =>
        Effect.gen(function*() {
          yield* pass(10_000, 500)
          const other = yield* owe("SO-2", "T-3", "books2")
          yield* until(isIn(other, "Delivered"), 60_000)
          assert.deepStrictEqual(received(w), ["T-3"])
          assert.strictEqual((yield* delivery(ids[1]!)).state, "Pending")
        }))
      yield* world(database, { ...passing, peers }, () => until(isIn(ids[1]!, "Delivered"), 60_000))
    }))

  inWorld("what waits behind a dead letter that retention removes is sent", {}, (w) =>
    Effect.gen(function*() {
      const db = yield* Database
      w.erp.planFor("SO-1", "refuse")
      const first = yield* owe("SO-1", "T-1")
      yield* until(isIn(first, "Dead"))
      const second = yield* owe("SO-1", "T-2")
      const third = yield* owe("SO-1", "T-3")
      yield* pass(1000)
      assert.strictEqual((yield* delivery(second)).state, "Pending")
      yield* db.query("update delivery set updated_at = updated_at - $1", [91 * 86_400_000])
      assert.deepStrictEqual(yield* during(Effect.flatMap(Retention, (retention) => retention.prune)), { "dead letters": 1 })
      yield* until(isIn(third, "Delivered"), 10_000)
      assert.deepStrictEqual(received(w), ["T-2", "T-3"])
    }))
})
