import { assert } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as CallCountSearch from "../../src/calls/CallCountSearch.ts"
import * as CallStore from "../../src/calls/CallStore.ts"
import { texts } from "../../src/cli/CallLogCommands.ts"
import { Database, type Value } from "../../src/store/Database.ts"
import * as AdminWorld from "../api/AdminWorld.ts"
import { onBothDatabases } from "../support/Databases.ts"
import { inWorldOn } from "../support/World.ts"

const minute = 60_000
const count = (at: number, code: string, calls: number, more: Partial<CallStore.CountRow> = {}): CallStore.CountRow =>
  ({ minute: at, scope: "wh", direction: "out", operation: "createOutboundOrder", code, calls, millis: calls * 10, ...more })

onBothDatabases("the counts of calls (issue 25)", (fresh) => {
  const inWorld = inWorldOn(fresh)

  inWorld("are added up by spans that begin at the time asked for, by link or connection, operation and outcome", {}, () =>
    Effect.gen(function*() {
      const db = yield* Database
      const counts = [count(100, "OK", 5), count(101, "OK", 3), count(101, "Rejected", 1), count(104, "OK", 2), count(105, "OK", 7), count(99, "OK", 9), count(102, "OK", 4, { scope: "books" })]
      yield* db.unit(CallStore.addition, { calls: [], counts })
      const asked = { from: 100 * minute, to: 105 * minute }
      const all = yield* CallCountSearch.read(db, asked)
      assert.deepStrictEqual(all.map(({ at, calls, code, millis, scope }) => [at / minute, scope, code, calls, millis]), [
        [100, "books", "OK", 4, 40],
        [100, "wh", "OK", 10, 100],
        [100, "wh", "Rejected", 1, 10]
      ])
      const spans = yield* CallCountSearch.read(db, { ...asked, step: 2, scope: "wh", code: "OK" })
      assert.deepStrictEqual(spans.map(({ at, calls }) => [at / minute, calls]), [[100, 8], [104, 2]])
      assert.deepStrictEqual(yield* CallCountSearch.read(db, { ...asked, operation: "other" }), [])
      // The database keeps each text prepared, so one that is asked every minute must not be a new one.
      const asking = new Set<string>()
      const watched = { query: (text: string, params?: ReadonlyArray<Value>) => Effect.suspend(() => db.query((asking.add(text), text), params)) }
      for (const later of [0, 1, 2]) yield* CallCountSearch.read(watched, { from: (100 + later) * minute, to: (105 + later) * minute, step: 1 + later })
      assert.strictEqual(asking.size, 1)
    }))

  inWorld("are asked for at the admin listener, which refuses an empty time and more counts than it answers", {}, (w) =>
    Effect.gen(function*() {
      const db = yield* Database
      const client = yield* AdminWorld.client(w)
      yield* db.unit(CallStore.addition, { calls: [], counts: Array.from({ length: CallCountSearch.most + 1 }, (_, at) => count(at, "OK", 1)) })
      const at = (minutes: number) => DateTime.makeUnsafe(minutes * minute)
      const { items } = yield* client.calls.counts({ query: { since: at(0), until: at(20_000) } })
      assert.deepStrictEqual(items.map(({ calls, direction, scope }) => [scope, direction, calls]), [["wh", "out", CallCountSearch.most + 1]])
      assert.include(texts.counts({ items }), "createOutboundOrder")
      assert.include(texts.counts({ items: [] }), "no calls")
      for (const query of [{ since: at(5), until: at(5) }, { since: at(0), until: at(20_000), step: 1 }]) {
        assert.strictEqual((yield* Effect.flip(client.calls.counts({ query })))._tag, "Invalid")
      }
    }))
})
