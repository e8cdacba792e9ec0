/**
 * 10,000 delivered messages are sent again although the runner ends in the middle, and the command is run twice. Another process goes on
 * with what the first one has left.
 */
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { Database } from "../../src/store/Database.ts"
import * as AdminWorld from "../api/AdminWorld.ts"
import { onBothDatabases } from "../support/Databases.ts"
import { owe } from "../support/Owed.ts"
import * as Peers from "../support/Peers.ts"
import { during, type Options, until, world } from "../support/World.ts"

const many = 10_000
/** Two messages about each order. */
const orders = many / 2
const because = { confirm: true, who: "Ada", reason: "the ERP was restored" } as const

const countOf = (condition: string) =>
  Effect.flatMap(Database, (db) => Effect.map(db.one(`select count(*) as n from delivery d where d.id <> '' and ${condition}`), (row) => Number(row?.n)))
const nothingWaits = Effect.map(countOf("d.state in ('Pending', 'InFlight')"), (count) => count === 0)

onBothDatabases("10,000 delivered messages that are sent again", (fresh) => {
  it.effect("arrive once more each, in the order of their queues, although the runner ends in the middle and the command is run again", () =>
    Effect.gen(function*() {
      const database = yield* Effect.promise(fresh)
      const peers = { warehouse: Peers.warehouse(), erp: Peers.erp() }
      const options: Options = { peers, deliveriesPerSecond: 100_000 }
      yield* world(database, options, () =>
        Effect.gen(function*() {
          const db = yield* Database
          for (let at = 0; at < orders; at += 500) {
            yield* db.transaction(Effect.forEach(Array.from({ length: 500 }, (_, more) => at + more), (n) =>
              Effect.andThen(owe(`SO-${n}`, `T-${n}-1`), owe(`SO-${n}`, `T-${n}-2`)), { discard: true }))
          }
          yield* until(nothingWaits, 600_000)
        }))
      assert.strictEqual(new Set(peers.erp.received.map(({ deliveryId }) => deliveryId)).size, many)
      peers.erp.received.splice(0)

      let sets = 0
      let pushes = 0
      const failpoint = (name: string) => {
        if (name === "push.before-send") pushes++
        // The command dies after two of its sets are committed.
        if (name === "deliveries.committed" && ++sets === 2) throw new Error("the process ends")
      }
      yield* world(database, { ...options, failpoint }, (w) =>
        Effect.gen(function*() {
          const client = yield* AdminWorld.client(w)
          const ended = yield* Effect.exit(client.deliveries.resend({ payload: { connection: "books", ...because } }))
          assert.isTrue(Exit.isFailure(ended))
          yield* until(Effect.sync(() => pushes >= 200), 600_000)
        }))
      const underWay = yield* world(database, { ...options, isIdle: true }, () =>
        Effect.gen(function*() {
          const begun = yield* countOf("d.resent_at is not null")
          assert.isAbove(begun, 0)
          assert.isBelow(begun, many)
          return pushes - (yield* countOf("d.resent_at is not null and d.state = 'Delivered'"))
        }))

      yield* world(database, options, (w) =>
        Effect.gen(function*() {
          const client = yield* AdminWorld.client(w)
          const payload = { connection: "books", ...because }
          const rest = yield* during(client.deliveries.resend({ payload }), 600_000)
          assert.isAbove(rest.count, 0)
          yield* until(nothingWaits, 600_000)
          const again = yield* during(client.deliveries.resend({ payload }), 600_000)
          assert.deepInclude(again, { count: 0, sentAgain: many })
          yield* until(nothingWaits, 600_000)
        }))

      const times = new Map<string, number>()
      for (const { deliveryId } of peers.erp.received) times.set(deliveryId, (times.get(deliveryId) ?? 0) + 1)
      assert.strictEqual(times.size, many)
      // What was being sent when the process ended may have arrived, so it is sent again under the same id.
      const twice = [...times.values()].filter((count) => count > 1).length
      assert.isAtMost(twice, underWay)
      const seen = new Set<string>()
      for (const { content } of peers.erp.received) {
        const tracking: string = content.trackingNumber
        if (tracking.endsWith("-2")) assert.isTrue(seen.has(tracking.replace(/-2$/, "-1")), tracking)
        seen.add(tracking)
      }
    }), 600_000)
})
