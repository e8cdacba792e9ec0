/**
 * A database of a release that stored the words of document 1 in place of phases.
 */
import { assert, it } from "@effect/vitest"
import { InboundOrder, type OutboundOrder, Quantity, Sku } from "@crossdock/core"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { hash } from "node:crypto"
import { Events } from "../../src/delivery/Events.ts"
import * as Unprepared from "../../src/delivery/Unprepared.ts"
import { Database } from "../../src/store/Database.ts"
import { Vault } from "../../src/store/Vault.ts"
import * as Books from "../support/Books.ts"
import { onBothDatabases } from "../support/Databases.ts"
import { asn, order } from "../support/Orders.ts"
import { type World, world } from "../support/World.ts"

const { orderNumber } = order("SO-1")

const report = (w: World, told: Pick<OutboundOrder.OutboundStatus, "phase" | "status">) =>
  Effect.flatMap(Events, (events) => events.outbound({ scope: w.link.scope, link: w.link, who: "peer" }, { orderNumber, warehouseCode: "WH-1", ...told }))

const receive = (w: World) =>
  Effect.flatMap(Events, (events) =>
    events.inbound({ scope: w.link.scope, link: w.link, who: "peer" }, {
      asnNumber: InboundOrder.AsnNumber.make(asn("ASN-1").asnNumber),
      warehouseCode: "WH-1",
      phase: "receiving",
      status: "UNLOADING",
      updatedAt: DateTime.makeUnsafe(1000),
      lines: [{ sku: Sku.Sku.make("SKU-1"), received: Quantity.of(1) }],
      batchNo: "B-1"
    }))

/** What an earlier release left, as the migration finds it. */
const asBefore = [
  "update outbound set phase = 'SENDING'",
  "update inbound set phase = 'RECEIVING'",
  ...["outbound", "inbound"].map((table) => `alter table ${table} rename column phase to status`),
  ...["outbound", "parcel"].flatMap((table) => [`alter table ${table} drop column tracking_url`, `alter table ${table} drop column delivered_at`]),
  "delete from crossdock_migrations where migration_id >= 19"
]

onBothDatabases("words that an earlier release stored", (fresh) => {
  it.effect("are phases after a start, and what was reported before is known again", () =>
    Effect.gen(function*() {
      const database = yield* Effect.promise(fresh)
      yield* world(database, { isIdle: true }, (w) =>
        Effect.gen(function*() {
          yield* report(w, { phase: "open", status: "PICKED" })
          yield* report(w, { phase: "open", status: "PACKED" })
          yield* receive(w)
          const db = yield* Database
          const key = `status:${hash("sha256", JSON.stringify([1, null, "SENDING", "PICKED", null, null]))}`
          assert.lengthOf(yield* db.query("select entity from inbox where dedup_key = $1", [key]), 1)
          yield* Effect.forEach(asBefore, (statement) => db.query(statement), { discard: true })
        }))
      yield* world(database, { isIdle: true }, (w) =>
        Effect.gen(function*() {
          assert.deepInclude(yield* Books.outbound(w.link.scope), { phase: "open", peer_status: "PACKED", tracking_url: null, delivered_at: null })
          assert.deepInclude(yield* Books.inbound(w.link.scope), { phase: "receiving", peer_status: "UNLOADING" })
          assert.strictEqual(yield* report(w, { phase: "open", status: "PICKED" }), "repeat")
        }))
    }))

  it.effect("are read out of messages that are not written down yet", () =>
    Effect.flatMap(Effect.promise(fresh), (database) =>
      world(database, { isIdle: true }, () =>
        Effect.gen(function*() {
          const vault = yield* Vault
          const opened = (operation: string, payload: object) =>
            Unprepared.open(vault, { id: "d-1", operation, payload_sealed: vault.seal("delivery d-1 payload", JSON.stringify(payload)) })
          assert.deepStrictEqual<unknown>(
            yield* opened("receiveOutboundStatus", { orderNumber: "SO-1", status: "SUCCESS", peerStatus: "GONE", trackingNumber: "T-1" }),
            { orderNumber: "SO-1", phase: "shipped", status: "GONE", trackingNumber: "T-1" }
          )
          assert.deepInclude<unknown>(
            yield* opened("receiveInboundProgress", { asnNumber: "ASN-1", status: "CLOSED", peerStatus: "", updatedAt: "2026-01-01T00:00:00.000Z", lines: [] }),
            { asnNumber: "ASN-1", phase: "closed", status: "CLOSED" }
          )
        }))))
})
