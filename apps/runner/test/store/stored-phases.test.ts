/**
 * A database of a release that stored the words of document 1 in place of phases.
 */
import { assert, it } from "@effect/vitest"
import { ErpV1 } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as DeliveryContents from "../../src/outbox/DeliveryContents.ts"
import { Vault } from "../../src/store/Vault.ts"
import { onBothDatabases } from "../support/Databases.ts"
import { world } from "../support/World.ts"

onBothDatabases("words that an earlier release stored", (fresh) => {
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
