/**
 * A database of a release that counted received goods in whole numbers.
 */
import { assert, it } from "@effect/vitest"
import { Quantity, Sku } from "@crossdock/core"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { hash } from "node:crypto"
import { Events } from "../../src/contracts/warehouse/Events.ts"
import * as Books from "../support/Books.ts"
import { onBothDatabases } from "../support/Databases.ts"
import * as EarlierDatabase from "../support/EarlierDatabase.ts"
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

const digest = hash("sha256", JSON.stringify([{ sku: "SKU-1", received: 4, estimated: 10 }]))

/** What the last release with whole numbers stored. */
const asBefore = [
  `insert into inbound (scope, asn_number, connection, generation, number_sent, is_open, checked_at, created_at, updated_at, batches, phase, peer_status, reported_at)
   values ('warehouse:acc-1', 'ASN-1', 'wh', 1, 'ASN-1', 1, 0, 0, 0, 1, 'receiving', 'UNLOADING', 1000)`,
  `insert into inbound_line (scope, asn_number, generation, sku, estimated, received, good, bad, ahead)
   values ('warehouse:acc-1', 'ASN-1', 1, 'SKU-1', 10, 4, 4, 0, 0)`,
  `insert into inbox (scope, entity, dedup_key, digest, reported_at, times, first_at, last_at)
   values ('warehouse:acc-1', 'inbound:ASN-1', 'batch:B-1', '${digest}', 1000, 1, 0, 0)`
]

onBothDatabases("whole numbers that an earlier release stored", (fresh) => {
  it.effect("are decimals after a start, a batch of before is known again, and a fraction is added to them", () =>
    Effect.gen(function*() {
      const database = yield* Effect.promise(fresh)
      yield* Effect.promise(() => EarlierDatabase.fill(database, 19, asBefore))
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
