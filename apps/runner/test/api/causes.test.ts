/**
 * Lists by cause with more causes than they show say so.
 */
import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { Database } from "../../src/store/Database.ts"
import { commands } from "../cli/CommandWorld.ts"
import { onBothDatabases } from "../support/Databases.ts"
import { inWorldOn } from "../support/World.ts"
import * as AdminWorld from "./AdminWorld.ts"

const dead = `insert into delivery (id, connection, scope, entity, operation, is_state, state, attempt, due_at, cause, created_at, updated_at)
  values ($1, 'erp', 'warehouse:acc-1', $1, 'receiveOutboundOrder', 1, 'Dead', 1, 0, $2, $3, 0)`

onBothDatabases("a list by cause", (fresh) => {
  inWorldOn(fresh)("says how many causes it leaves out, and how many rows these have (issue 25)", {}, (w) =>
    Effect.gen(function*() {
      const db = yield* Database
      const client = yield* AdminWorld.client(w)
      const { run } = yield* commands(w)
      const failed = (from: number, to: number) =>
        db.transaction(Effect.forEach(Array.from({ length: to - from }, (_, at) => from + at), (n) => db.query(dead, [`D-${n}`, `cause ${n % 203}`, n])))
      yield* failed(0, 200)
      const all = yield* client.deliveries.causes({ query: {} })
      assert.deepStrictEqual([all.items.length, all.others], [200, undefined])
      yield* failed(200, 203 * 2)
      const cut = yield* client.deliveries.causes({ query: {} })
      assert.deepStrictEqual([cut.items.length, cut.others], [200, { causes: 3, count: 6 }])
      const { out } = yield* run("deliveries", "ls", "--by", "cause")
      assert.include(out, "3 more causes with 6 in all are not listed")
      // The orders to which the causes below belong need no creates: intents are counted by what was stored of their refusals.
      yield* db.query(`insert into intent (entity, id, scope, connection, operation, digest, state, attempt, due_at, error, created_at, updated_at)
        select seq, id, scope, 'wh', 'createOutboundOrder', id, 'Doubtful', 1, 0, cause, 0, 0 from delivery`)
      const intents = yield* client.intents.causes({ query: {} })
      assert.deepStrictEqual(intents.others, { causes: 3, count: 6 })
    }))
})
