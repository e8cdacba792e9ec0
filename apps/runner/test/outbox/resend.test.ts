/**
 * Delivered messages are sent again to a receiver that has lost them: each once, in the order of its queue, under the id that it had.
 */
import { assert, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { Erasure } from "../../src/jobs/Erasure.ts"
import { Retention } from "../../src/jobs/Retention.ts"
import { Outbox } from "../../src/outbox/Outbox.ts"
import { Database } from "../../src/store/Database.ts"
import * as AdminWorld from "../api/AdminWorld.ts"
import { onBothDatabases } from "../support/Databases.ts"
import { delivery, isIn, owe } from "../support/Owed.ts"
import { during, type Options, pass, type RunnerServices, until, type World, world } from "../support/World.ts"

type Client = Effect.Success<ReturnType<typeof AdminWorld.client>>

const received = (w: World) => w.erp.received.map(({ content }): string => content.trackingNumber)
const because = { confirm: true, who: "Ada", reason: "the ERP was restored" } as const
const isDelivered = (ids: ReadonlyArray<string>) => Effect.map(Effect.forEach(ids, (id) => isIn(id, "Delivered")), (all) => all.every((is) => is))
const nothingWaits = Effect.flatMap(Database, (db) =>
  Effect.map(db.one("select count(*) as n from delivery where state in ('Pending', 'InFlight')"), (row) => Number(row?.n) === 0))

onBothDatabases("delivered messages that are sent again", (fresh) => {
  const inWorld = (title: string, options: Options, test: (w: World, client: Client) => Effect.Effect<unknown, unknown, RunnerServices | Scope.Scope>) =>
    it.effect(title, () =>
      Effect.flatMap(Effect.promise(fresh), (database) =>
        world(database, options, (w) => Effect.flatMap(AdminWorld.client(w), (client) => test(w, client)))))

  inWorld("are counted first, then arrive under their own ids and in the order of their queue, however often they are asked for (F10)", {}, (w, client) =>
    Effect.gen(function*() {
      const ids = [yield* owe("SO-1", "T-1"), yield* owe("SO-1", "T-2"), yield* owe("SO-2", "T-3")]
      yield* until(isDelivered(ids))
      const before = w.erp.received.map(({ deliveryId }) => deliveryId).toSorted()
      w.erp.received.splice(0)
      const counted = yield* client.deliveries.resend({ payload: { connection: "books" } })
      assert.deepInclude(counted, { count: 3, overtaken: 0, sentAgain: 0, erased: 0, isDone: false })
      yield* pass(2000)
      assert.deepStrictEqual(received(w), [])
      const done = yield* client.deliveries.resend({ payload: { connection: "books", ...because } })
      assert.deepInclude(done, { count: 3, sentAgain: 0, isDone: true })
      yield* until(nothingWaits)
      assert.deepStrictEqual(w.erp.received.map(({ deliveryId }) => deliveryId).toSorted(), before)
      assert.deepStrictEqual(received(w).filter((tracking) => tracking !== "T-3"), ["T-1", "T-2"])
      const again = yield* client.deliveries.resend({ payload: { connection: "books", ...because } })
      assert.deepInclude(again, { count: 0, sentAgain: 3, isDone: true })
      yield* pass(2000)
      assert.lengthOf(w.erp.received, 3)
      const lines = yield* (yield* Database).query("select who, detail from history where what = 'decided' order by id")
      assert.deepStrictEqual(lines.map(({ detail, who }) => [who, String(detail)]), [
        ...ids.map((id) => ["Ada (admin token)", `delivery ${id} is sent again: the ERP was restored`]),
        ["Ada (admin token)", "3 deliveries: each is sent again: the ERP was restored"]
      ])
    }))

  inWorld("keep both attempts in their list", {}, (w, client) =>
    Effect.gen(function*() {
      const id = yield* owe("SO-1", "T-1")
      yield* until(isIn(id, "Delivered"))
      const first = yield* client.deliveries.show({ params: { id } })
      yield* pass(60_000, 1000)
      w.erp.planFor("SO-1", "unreachable")
      yield* client.deliveries.resend({ payload: { ids: [id], ...because } })
      yield* until(Effect.map(delivery(id), (row) => row.state === "Delivered" && row.attempt === 2))
      const shown = yield* client.deliveries.show({ params: { id } })
      assert.deepStrictEqual(shown.attemptList.map(({ outcome }) => outcome), ["delivered", "TransportFailed", "delivered"])
      assert.deepStrictEqual(shown.attemptList[0], first.attemptList[0])
      // The console offers to send again only what was not (issue 27).
      assert.deepStrictEqual([first.resentAt, shown.resentAt !== undefined], [undefined, true])
      assert.lengthOf(w.erp.received, 2)
    }))

  inWorld("are those of a time of delivery, an order or a connection", { connections: [{ id: "books2", plugin: "erp-fake" }] }, (w, client) =>
    Effect.gen(function*() {
      const ids = [yield* owe("SO-1", "T-1")]
      yield* until(isDelivered(ids))
      yield* pass(60_000, 1000)
      const between = yield* DateTime.now
      ids.push(yield* owe("SO-2", "T-2"), yield* owe("SO-3", "T-3", "books2"))
      yield* until(isDelivered(ids))
      const count = (payload: object) => Effect.map(client.deliveries.resend({ payload }), (found) => found.count)
      assert.strictEqual(yield* count({ since: between }), 2)
      assert.strictEqual(yield* count({ until: between }), 1)
      assert.strictEqual(yield* count({ since: between, until: between }), 0)
      assert.strictEqual(yield* count({ connection: "books2" }), 1)
      assert.strictEqual(yield* count({ isAll: true }), 3)
      assert.strictEqual(yield* count({ link: w.link.scope }), 3)
      const unknown = yield* Effect.flip(client.deliveries.resend({ payload: { number: "SO-9" } }))
      assert.deepInclude(unknown, { _tag: "NotFound" })
      const nobody = yield* Effect.flip(client.deliveries.resend({ payload: { connection: "nobody" } }))
      assert.deepInclude(nobody, { _tag: "NotFound" })
      const nothing = yield* Effect.flip(client.deliveries.resend({ payload: { ...because } }))
      assert.deepInclude(nothing, { _tag: "Invalid", path: "/payload" })
      const unsaid = yield* Effect.flip(client.deliveries.resend({ payload: { isAll: true, confirm: true } }))
      assert.deepInclude(unsaid, { _tag: "Invalid", path: "/payload/reason" })
    }))

  inWorld("once more, if the receiver has lost them again: those that were sent again before a time", {}, (w, client) =>
    Effect.gen(function*() {
      const id = yield* owe("SO-1", "T-1")
      yield* until(isIn(id, "Delivered"))
      yield* client.deliveries.resend({ payload: { ids: [id], ...because } })
      yield* until(isIn(id, "Delivered"))
      yield* pass(60_000, 1000)
      const payload = { ids: [id], resentBefore: yield* DateTime.now, ...because }
      for (const count of [1, 0]) {
        assert.strictEqual((yield* client.deliveries.resend({ payload })).count, count)
        yield* until(isIn(id, "Delivered"))
        assert.lengthOf(w.erp.received, 3)
      }
    }))

  inWorld("are not those after which a newer one of the same order has arrived, unless that is confirmed", {}, (w, client) =>
    Effect.gen(function*() {
      const old = yield* owe("SO-1", "T-1")
      yield* until(isIn(old, "Delivered"))
      yield* pass(60_000, 1000)
      const payload = { until: yield* DateTime.now, ...because }
      const newer = yield* owe("SO-1", "T-2")
      yield* until(isIn(newer, "Delivered"))
      assert.deepInclude(yield* client.deliveries.resend({ payload: { until: payload.until } }), { count: 1, overtaken: 1 })
      assert.deepInclude(yield* client.deliveries.resend({ payload }), { count: 0, overtaken: 1 })
      assert.deepInclude(yield* client.deliveries.resend({ payload: { isAll: true } }), { count: 2, overtaken: 0 })
      assert.deepInclude(yield* client.deliveries.resend({ payload: { ...payload, overtaken: true } }), { count: 1, overtaken: 0 })
      yield* until(isIn(old, "Delivered"))
      assert.deepStrictEqual(received(w), ["T-1", "T-2", "T-1"])
    }))

  inWorld("go before what waits for the same order, and are held by its dead letter", {}, (w, client) =>
    Effect.gen(function*() {
      const first = yield* owe("SO-1", "T-1")
      yield* until(isIn(first, "Delivered"))
      yield* client.connections.pause({ params: { id: "books" }, payload: {} })
      const second = yield* owe("SO-1", "T-2")
      yield* pass(1000)
      yield* client.deliveries.resend({ payload: { ids: [first], ...because } })
      assert.deepStrictEqual((yield* client.deliveries.show({ params: { id: second } })).heldBehind, first)
      yield* client.connections.resume({ params: { id: "books" } })
      yield* until(isDelivered([first, second]))
      assert.deepStrictEqual(received(w), ["T-1", "T-1", "T-2"])
    }))

  inWorld("are not those whose message is gone: removed by retention, or erased", {}, (w, client) =>
    Effect.gen(function*() {
      const db = yield* Database
      const ids = [yield* owe("SO-1", "T-1"), yield* owe("SO-2", "T-2"), yield* owe("SO-3", "T-3")]
      yield* until(isDelivered(ids))
      yield* db.query("update delivery set updated_at = updated_at - $1 where id = $2", [31 * 86_400_000, ids[0]!])
      yield* during(Effect.flatMap(Retention, (retention) => retention.prune))
      yield* (yield* Erasure).erase([{ scope: w.link.scope, kind: "outbound", number: "SO-2" }])
      const counted = yield* client.deliveries.resend({ payload: { isAll: true } })
      assert.deepInclude(counted, { count: 1, erased: 1, sentAgain: 0 })
      assert.strictEqual(DateTime.toEpochMillis(counted.keptSince), (yield* Clock.currentTimeMillis) - 30 * 86_400_000)
      assert.deepInclude(yield* client.deliveries.resend({ payload: { isAll: true, ...because } }), { count: 1, erased: 1 })
      yield* until(nothingWaits)
      assert.deepStrictEqual(received(w).slice(3), ["T-3"])
      assert.deepStrictEqual(yield* (yield* Outbox).resend([ids[1]!], Number.MAX_SAFE_INTEGER), [])
    }))
})
