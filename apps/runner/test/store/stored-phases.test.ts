/**
 * A database of a release that stored the words of document 1 in place of phases.
 */
import { assert, it } from "@effect/vitest"
import { ErpV1, type OutboundOrder } from "@crossdock/core"
import * as Effect from "effect/Effect"
import { hash } from "node:crypto"
import { Events } from "../../src/contracts/warehouse/Events.ts"
import * as DeliveryContents from "../../src/outbox/DeliveryContents.ts"
import { Vault } from "../../src/store/Vault.ts"
import * as Books from "../support/Books.ts"
import { onBothDatabases } from "../support/Databases.ts"
import * as EarlierDatabase from "../support/EarlierDatabase.ts"
import { order } from "../support/Orders.ts"
import { type World, world } from "../support/World.ts"

const { orderNumber } = order("SO-1")

const report = (w: World, told: Pick<OutboundOrder.OutboundStatus, "phase" | "status">) =>
  Effect.flatMap(Events, (events) => events.outbound({ scope: w.link.scope, link: w.link, who: "peer" }, { orderNumber, warehouseCode: "WH-1", ...told }))

const scope = "warehouse:acc-1"
const common = "connection, generation, number_sent, is_open, checked_at, created_at, updated_at"
const key = `status:${hash("sha256", JSON.stringify([1, null, "SENDING", "PICKED", null, null]))}`

/** What the last release with those words stored. */
const asBefore = [
  `insert into outbound (scope, order_number, ${common}, status, peer_status) values ('${scope}', 'SO-1', 'wh', 1, 'SO-1', 1, 0, 0, 0, 'SENDING', 'PACKED')`,
  `insert into inbound (scope, asn_number, ${common}, batches, status, peer_status)
   values ('${scope}', 'ASN-1', 'wh', 1, 'ASN-1', 1, 0, 0, 0, 1, 'RECEIVING', 'UNLOADING')`,
  `insert into inbox (scope, entity, dedup_key, digest, times, first_at, last_at) values ('${scope}', 'outbound:SO-1', '${key}', '', 1, 0, 0)`
]

onBothDatabases("words that an earlier release stored", (fresh) => {
  it.effect("are phases after a start, and what was reported before is known again", () =>
    Effect.gen(function*() {
      const database = yield* Effect.promise(fresh)
      yield* Effect.promise(() => EarlierDatabase.fill(database, 18, asBefore))
      yield* world(database, { isIdle: true }, (w) =>
        Effect.gen(function*() {
          assert.deepInclude(yield* Books.outbound(w.link.scope), { phase: "open", peer_status: "PACKED", tracking_url: null, delivered_at: null })
          assert.deepInclude(yield* Books.inbound(w.link.scope), { phase: "receiving", peer_status: "UNLOADING" })
          assert.strictEqual(yield* report(w, { phase: "open", status: "PICKED" }), "repeat")
        }))
    }))

  it.effect("are phases in the messages that it did not send", () =>
    Effect.flatMap(Effect.promise(fresh), (database) =>
      world(database, { isIdle: true }, () =>
        Effect.gen(function*() {
          const vault = yield* Vault
          const opened = (operation: ErpV1.OperationName, payload: object) =>
            DeliveryContents.payloadOf(vault, { id: "d-1", payload_sealed: vault.seal("delivery d-1 payload", JSON.stringify(payload)) }, ErpV1.contract.operations[operation])
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
