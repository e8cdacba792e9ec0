/**
 * Creates that are stored in a transaction of other work, without a caller that waits for them.
 */
import { assert } from "@effect/vitest"
import { Quantity, WarehouseV1 } from "@crossdock/core"
import * as Effect from "effect/Effect"
import { Intents } from "../../src/intents/Intents.ts"
import { Database } from "../../src/store/Database.ts"
import { onBothDatabases } from "../support/Databases.ts"
import { order } from "../support/Orders.ts"
import { inWorldOn, pass, until, type World } from "../support/World.ts"

const put = (w: World, asked = order("SO-1")) => Effect.flatMap(Intents, (intents) => intents.put(w.link, WarehouseV1.CreateOutboundOrder, asked, "desk"))

const rows = Effect.flatMap(Database, (db) => db.query("select id, state from intent order by entity"))

onBothDatabases("a create without a caller", (fresh) => {
  const inWorld = inWorldOn(fresh)

  inWorld("is sent once after the commit of the work that stores it, and its order is known", {}, (w) =>
    Effect.gen(function*() {
      const db = yield* Database
      const intents = yield* Intents
      const stored = yield* db.transaction(Effect.gen(function*() {
        yield* db.query("insert into setting (name, content) values ('work', 'done')")
        const created = yield* put(w)
        yield* pass(500)
        assert.lengthOf(w.warehouse.calls, 0)
        return created
      }))
      assert.isFalse("refusal" in stored || stored.isRepeat)
      const { id, record } = stored as { readonly id: string; readonly record: number }
      yield* until(Effect.map(rows, ([row]) => row?.state === "Delivered"))
      assert.deepInclude(yield* intents.settled(id, 0), { id, state: "Delivered" })
      assert.deepStrictEqual(yield* db.transaction(put(w)), { id, record, isRepeat: true })
      yield* pass(5000)
      assert.deepStrictEqual(w.warehouse.calls.filter((call) => call === "createOutboundOrder"), ["createOutboundOrder"])
      assert.lengthOf(yield* db.query("select number from entity where number = 'SO-1'"), 1)
      assert.deepStrictEqual((yield* db.query("select who from history where what = 'asked'")).map(({ who }) => who), ["desk"])
    }))

  inWorld("is neither stored nor sent if the work that stores it is rolled back", {}, (w) =>
    Effect.gen(function*() {
      const db = yield* Database
      yield* Effect.flip(db.transaction(Effect.andThen(put(w), Effect.fail("something else went wrong"))))
      yield* pass(5000)
      assert.deepStrictEqual([yield* rows, w.warehouse.calls], [[], []])
    }))

  inWorld("is sent again by itself when two queries do not find it, and not once a cancel waits", {}, (w) =>
    Effect.gen(function*() {
      const db = yield* Database
      const created = () => w.warehouse.calls.filter((call) => call === "createOutboundOrder").length
      w.warehouse.plan("createOutboundOrder", "lose-request")
      yield* db.transaction(put(w))
      yield* until(Effect.map(rows, ([row]) => row?.state === "Delivered"), 600_000, 500)
      assert.deepStrictEqual([created(), w.warehouse.live("SO-1").length], [2, 1])
      w.warehouse.plan("createOutboundOrder", "lose-request")
      yield* db.transaction(put(w, order("SO-2")))
      yield* until(Effect.map(rows, ([, row]) => row?.state === "Doubtful"))
      yield* db.query("update intent set is_cancel_wanted = 1 where state = 'Doubtful'")
      yield* until(Effect.map(rows, ([, row]) => row?.state === "Cancelled"), 600_000, 500)
      assert.deepStrictEqual([created(), w.warehouse.live("SO-2").length], [3, 0])
    }))

  inWorld("is refused under a number that was used with other content, and the work may go on", {}, (w) =>
    Effect.gen(function*() {
      const db = yield* Database
      yield* db.transaction(put(w))
      const other = { ...order("SO-1"), lines: [{ ...order("SO-1").lines[0], quantity: Quantity.of(9) }] } as const
      const refused = yield* db.transaction(Effect.tap(put(w, other), () => db.query("insert into setting (name, content) values ('work', 'done')")))
      assert.deepInclude((refused as { readonly refusal: object }).refusal, { code: "DIFFERENT_CONTENT" })
      assert.lengthOf(yield* db.query("select name from setting where name = 'work'"), 1)
      assert.lengthOf(yield* rows, 1)
    }))
})
