/**
 * Rows of orders that a migration made from a received report, lines of history without a row, and outcomes without a row.
 */
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Entities from "../../src/records/Entities.ts"
import { Database } from "../../src/store/Database.ts"
import * as History from "../../src/store/History.ts"
import { Vault } from "../../src/store/Vault.ts"
import { onBothDatabases } from "../support/Databases.ts"

onBothDatabases("the rows of orders", (fresh) => {
  const onDatabase = (title: string, test: (db: Database["Service"], vault: Vault["Service"]) => Effect.Effect<unknown, unknown>) =>
    it.effect(title, () =>
      Effect.flatMap(Effect.promise(fresh), (database) =>
        Effect.gen(function*() {
          yield* test(yield* Database, yield* Vault)
        }).pipe(Effect.provide(Layer.merge(Vault.layer(Redacted.make("test key")), Database.layer(database))))))

  const insert = (number: string, connection: string) =>
    `insert into entity (scope, kind, number, generation, connection, number_sent, is_known, is_open, checked_at, created_at, updated_at)
     values ('s', 'outbound', '${number}', 1, '${connection}', '${number}', 0, 0, 0, 0, 0)`

  onDatabase("that a migration made without a connection get it with the next report, and others keep theirs (D1-402)", (db) =>
    Effect.gen(function*() {
      const entities = Entities.make(db)
      const source = { scope: "s", who: "peer", link: { peer: "wh", prefix: "P-", scope: "s" } as never } as const
      yield* db.query(insert("SO-1", ""))
      yield* db.query(insert("SO-2", "before"))
      const made = yield* entities.reported(source, "outbound", "SO-1", 5)
      const kept = yield* entities.reported(source, "outbound", "SO-2", 5)
      assert.deepStrictEqual([made, kept].map((row) => [row.connection, row.number_sent, row.is_known]), [["wh", "P-SO-1", 1], ["before", "SO-2", 1]])
      assert.strictEqual((yield* entities.sent("wh", "outbound", "P-SO-1"))?.number, "SO-1")
    }))

  onDatabase("that are missing: a line of history keeps the number as its subject, and its age removes it", (db, vault) =>
    Effect.gen(function*() {
      yield* db.query(insert("SO-1", "wh"))
      for (const number of ["SO-1", "SO-2"]) {
        yield* History.record(db, vault, { scope: "s", entity: `outbound:${number}`, who: "peer", what: "status" })
      }
      const lines = yield* db.query("select first_id is null as is_apart, subject from history order by id")
      assert.deepStrictEqual(lines.map((row) => [Boolean(row.is_apart), row.subject]), [[false, null], [true, "s outbound:SO-2"]])
    }))

  onDatabase("that are missing: no outcome of a create passes for stored (D1-328)", (db) =>
    Effect.gen(function*() {
      const { accepted, failed } = Entities.make(db)
      const intent = { entity: 7, id: "I-7", scope: "s", kind: "outbound", number: "SO-1", generation: 1 }
      const order = { intent, warehouseCode: undefined, peerWarehouseCode: undefined, now: 1 }
      const outcomes = yield* Effect.all([
        Effect.exit(accepted({ ...order, peerNumber: "W-1" })),
        Effect.exit(failed({ ...order, status: "GONE", reason: "gone" }))
      ])
      assert.deepStrictEqual(outcomes.map(Exit.hasDies), [true, true])
    }))
})
