/**
 * A database of a release that stored the content of a delivery in its row.
 */
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Context from "effect/Context"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { Database } from "../../src/store/Database.ts"
import * as Migrations from "../../src/store/Migrations.ts"
import { Vault } from "../../src/store/Vault.ts"
import { contentPlace } from "../../src/outbox/DeliveryContents.ts"
import { onBothDatabases } from "../support/Databases.ts"
import * as EarlierDatabase from "../support/EarlierDatabase.ts"
import { nothingOwed, world } from "../support/World.ts"

const contentOf = (id: string): string => JSON.stringify({ orderNumber: id, note: "as it was stored" })

/** Deliveries as every release before stored them: two owed for one order, one that was sent, and one that was given up. */
const stored = [["d-1", "SO-1", "Pending", 0], ["d-2", "SO-1", "Pending", 0], ["d-3", "SO-2", "Delivered", 1], ["d-4", "SO-3", "Dead", 3]] as const

const rowsOf = (vault: Vault["Service"]) => [
  ...stored.map(([id, number, state, attempt]) =>
    `insert into delivery (id, connection, scope, entity, operation, content_sealed, is_state, state, attempt, due_at, created_at, updated_at)
     values ('${id}', 'books', 'warehouse:acc-1', 'warehouse:acc-1 outbound:${number}', 'receiveOutboundStatus', '${vault.seal(contentPlace(id), contentOf(id))}',
       0, '${state}', ${attempt}, 0, 0, 0)`),
  "insert into attempt (subject, number, kind, at, took, outcome) values ('d-3', 1, 'push', 5, 7, 'delivered')"
]

const before = Migrations.names.findIndex((name) => name.endsWith("_content_apart"))

onBothDatabases("contents that an earlier release stored in the row of the delivery", (fresh) => {
  it.effect.each(Array.from({ length: before }, (_, index) => index + 1))("are sent once and in order after a start on a database of release %i", (release) =>
    Effect.gen(function*() {
      const database = yield* Effect.promise(fresh)
      const vault = Context.get(yield* Layer.build(Vault.layer(Redacted.make("test key"))), Vault)
      yield* Effect.promise(() => EarlierDatabase.fill(database, release, rowsOf(vault)))
      yield* world(database, {}, ({ erp }) =>
        Effect.gen(function*() {
          yield* nothingOwed
          assert.deepStrictEqual(erp.received.map(({ deliveryId, text }) => [deliveryId, text]), ["d-1", "d-2"].map((id) => [id, contentOf(id)]))
          const rows = yield* Effect.flatMap(Database, (db) => db.query("select id, state, content_sealed from delivery join delivery_content using (seq) order by seq"))
          assert.deepStrictEqual(rows.map(({ id, state }) => [id, state]), stored.map(([id, , state]) => [id, state === "Pending" ? "Delivered" : state]))
          for (const { content_sealed, id } of rows) assert.strictEqual(yield* vault.open(contentPlace(id), content_sealed), contentOf(id))
        }))
    }).pipe(Effect.scoped))
})
