/**
 * A database of a release that counted received goods in whole numbers.
 */
import { assert, it } from "@effect/vitest"
import { Quantity, Sku } from "@crossdock/core"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { hash } from "node:crypto"
import { Events } from "../../src/delivery/Events.ts"
import { Database } from "../../src/store/Database.ts"
import * as Books from "../support/Books.ts"
import { onBothDatabases } from "../support/Databases.ts"
import { asn } from "../support/Orders.ts"
import { type World, world } from "../support/World.ts"

const report = (w: World, batchNo: string, received: string) =>
  Effect.flatMap(Events, (events) =>
    events.inbound({ scope: w.link.scope, link: w.link, who: "peer" }, {
      asnNumber: asn("ASN-1").asnNumber,
      warehouseCode: "WH-1",
      phase: "receiving",
      status: "UNLOADING",
      updatedAt: DateTime.makeUnsafe(1000),
      lines: [{ sku: Sku.Sku.make("SKU-1"), received: Quantity.of(received), estimated: Quantity.of(10) }],
      batchNo
    }))

const counts = ["estimated", "received", "good", "bad", "ahead"]

/** The table as an earlier release made it, with its rows. */
const asBefore = [
  "alter table inbound_line rename to inbound_line_decimal",
  `create table inbound_line (
    scope text not null, asn_number text not null, generation integer not null, sku text not null, name text,
    estimated bigint, received bigint not null, good bigint not null, bad bigint not null, ahead bigint not null default 0,
    primary key (scope, asn_number, generation, sku))`,
  `insert into inbound_line select scope, asn_number, generation, sku, name, ${counts.map((count) => `cast(${count} as bigint)`).join(", ")}
   from inbound_line_decimal`,
  "drop table inbound_line_decimal",
  "delete from crossdock_migrations where migration_id >= 20"
]

onBothDatabases("whole numbers that an earlier release stored", (fresh) => {
  it.effect("are decimals after a start, a batch of before is known again, and a fraction is added to them", () =>
    Effect.gen(function*() {
      const database = yield* Effect.promise(fresh)
      yield* world(database, { isIdle: true }, (w) =>
        Effect.gen(function*() {
          yield* report(w, "B-1", "4")
          const db = yield* Database
          const [known] = yield* db.query("select digest from inbox where dedup_key = 'batch:B-1'")
          assert.strictEqual(known?.digest, hash("sha256", JSON.stringify([{ sku: "SKU-1", received: 4, estimated: 10 }])))
          yield* Effect.forEach(asBefore, (statement) => db.query(statement), { discard: true })
          assert.deepStrictEqual((yield* db.query("select estimated, received, ahead from inbound_line")).map((row) => Object.values(row).map(Number)), [[10, 4, 0]])
        }))
      yield* world(database, { isIdle: true }, (w) =>
        Effect.gen(function*() {
          assert.deepStrictEqual((yield* Books.receivedText(w.link.scope))["SKU-1"], ["4", "4", "0"])
          assert.strictEqual(yield* report(w, "B-1", "4"), "repeat")
          yield* report(w, "B-2", "1.25")
          assert.deepStrictEqual((yield* Books.receivedText(w.link.scope))["SKU-1"], ["5.25", "5.25", "0"])
          assert.deepStrictEqual(yield* Books.history(w.link.scope, "inbound:ASN-1", "conflict"), [])
        }))
    }))
})
