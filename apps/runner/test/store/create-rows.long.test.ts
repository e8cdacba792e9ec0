/**
 * A database of a release that stored a create under the text of its order, with its contents in its row.
 */
import { assert, it } from "@effect/vitest"
import { OutboundOrder, WarehouseV1 } from "@crossdock/core"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { createHash } from "node:crypto"
import { Dispatch } from "../../src/contracts/warehouse/Dispatch.ts"
import { Database } from "../../src/store/Database.ts"
import * as Migrations from "../../src/store/Migrations.ts"
import { Vault } from "../../src/store/Vault.ts"
import * as Books from "../support/Books.ts"
import { onBothDatabases } from "../support/Databases.ts"
import * as EarlierDatabase from "../support/EarlierDatabase.ts"
import { order } from "../support/Orders.ts"
import { during, until, world } from "../support/World.ts"

const before = Migrations.names.findIndex((name) => name.endsWith("_create_rows"))
/** The first release that had a row for each generation of an order. */
const withEntities = Migrations.names.findIndex((name) => name.endsWith("_entities")) + 1

const scope = "warehouse:acc-1"
const textOf = (number: string) => Schema.encodeSync(Schema.fromJsonString(WarehouseV1.CreateOutboundOrder.payload))(order(number))

/** The create of one order in each state, and of one that was created again. */
const creates = [["SO-1", 1, "Pending"], ["SO-2", 1, "Dead"], ["SO-3", 1, "Cancelled"], ["SO-3", 2, "Delivered"], ["SO-4", 1, "Doubtful"]] as const

const rowsOf = (vault: Vault["Service"], release: number) => [
  ...creates.map(([number, generation, state]) => {
    const id = `${number}-${generation}`
    const text = textOf(number)
    const sealed = (which: string) => vault.seal(`intent ${id} ${which}`, text)
    return `insert into intent (id, scope, connection, operation, entity, generation, digest, number_sent, asked_sealed, payload_sealed, state, attempt,
        due_at, result, error, created_at, updated_at)
      values ('${id}', '${scope}', 'wh', 'createOutboundOrder', 'outbound:${number}', ${generation}, '${createHash("sha256").update(text, "utf8").digest("hex")}', '${number}',
        '${sealed("asked")}', '${sealed("sent")}', '${state}', ${state === "Pending" ? 0 : 1}, 0,
        ${state === "Delivered" ? "'{\"warehouseOrderNumber\":\"W-3\"}'" : "null"}, ${state === "Dead" ? "'refused'" : "null"}, ${generation}, ${generation})`
  }),
  release >= withEntities
    ? `insert into entity (scope, kind, number, generation, connection, number_sent, peer_number, is_open, checked_at, created_at, updated_at)
       values ('${scope}', 'outbound', 'SO-3', 2, 'wh', 'SO-3', 'W-3', 1, 0, 2, 2)`
    : `insert into outbound (scope, order_number, connection, generation, number_sent, warehouse_order_number, is_open, checked_at, created_at, updated_at)
       values ('${scope}', 'SO-3', 'wh', 2, 'SO-3', 'W-3', 1, 0, 2, 2)`
]

onBothDatabases("creates that an earlier release stored", (fresh) => {
  const ofRelease = Effect.fnUntraced(function*(release: number) {
    const database = yield* Effect.promise(fresh)
    const vault = Context.get(yield* Layer.build(Vault.layer(Redacted.make("test key"))), Vault)
    yield* Effect.promise(() => EarlierDatabase.fill(database, release, rowsOf(vault, release)))
    return database
  })

  it.effect.each(Array.from({ length: before }, (_, index) => index + 1))("have their rows after a start on a database of release %i", (release) =>
    Effect.gen(function*() {
      const database = yield* ofRelease(release)
      yield* Effect.scoped(Effect.provide(
        Effect.gen(function*() {
          const db = yield* Database
          const rows = yield* db.query(
            `select e.number, e.generation, i.state, e.is_known, e.is_open, f.generation as first from intent i join entity e on e.id = i.entity
             left join entity f on f.id = e.first_id order by 1, 2`
          )
          assert.deepStrictEqual(rows.map((row) => Object.values(row)), [
            ["SO-1", 1, "Pending", 0, 0, null],
            ["SO-2", 1, "Dead", 0, 0, null],
            ["SO-3", 1, "Cancelled", 0, 0, null],
            ["SO-3", 2, "Delivered", 1, 1, 1],
            ["SO-4", 1, "Doubtful", 0, 0, null]
          ])
        }),
        Database.layer(database)
      ))
    }).pipe(Effect.scoped))

  it.effect.each([1, withEntities, before])("go on as they were on a database of release %i (D1-389)", (release) =>
    Effect.gen(function*() {
      const database = yield* ofRelease(release)
      yield* world(database, {}, (w) =>
        Effect.gen(function*() {
          const db = yield* Database
          const isSettled = Effect.map(db.query("select id from intent where state in ('Pending', 'InFlight')"), (rows) => rows.length === 0)
          yield* until(isSettled)
          // What was stored encrypted is what is sent, and a repeat is recognised by it.
          assert.deepStrictEqual(w.warehouse.orders.map(({ orderNumber }) => orderNumber), ["SO-1"])
          const again = (number: string) =>
            Effect.flatMap(Dispatch, (dispatch) => during(dispatch.call(w.link, WarehouseV1.CreateOutboundOrder, order(number), "")))
          assert.strictEqual((yield* again("SO-3")).warehouseOrderNumber, "W-3")
          assert.strictEqual((yield* again("SO-1")).warehouseOrderNumber, "W-1")
          assert.strictEqual((yield* again("SO-2")).warehouseOrderNumber, "W-2")
          assert.deepStrictEqual((yield* Books.generations(scope, "outbound", OutboundOrder.OrderNumber.make("SO-2"))).map(({ generation }) => generation), [2])
        }))
    }).pipe(Effect.scoped))
})
