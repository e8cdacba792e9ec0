/**
 * A warehouse that reports an order in the moment in which its create is settled.
 */
import { assert, it } from "@effect/vitest"
import { WarehouseV1 } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import pg from "pg"
import { inject } from "vitest"
import { Dispatch } from "../../../src/contracts/warehouse/Dispatch.ts"
import { Reports } from "../../../src/contracts/warehouse/Reports.ts"
import * as Books from "../../support/Books.ts"
import { order } from "../../support/Orders.ts"
import { newDatabase } from "../../support/FreshDatabases.ts"
import { during, world } from "../../support/World.ts"

const { orderNumber } = order("SO-1")

it.effect("a report waits for nobody who has the intent and waits for its order (PostgreSQL)", () =>
  Effect.gen(function*() {
    const url = yield* Effect.promise(() => newDatabase(inject("postgresPort")))
    yield* world({ url: Redacted.make(url) }, { server: { callerDeadline: "500 millis" } }, (w) =>
      Effect.gen(function*() {
        w.warehouse.plan("createOutboundOrder", "hang")
        yield* during(Effect.flip(Effect.flatMap(Dispatch, (dispatch) => dispatch.call(w.link, WarehouseV1.CreateOutboundOrder, order("SO-1"), ""))))
        const settling = new pg.Client({ connectionString: url })
        yield* Effect.promise(() => settling.connect())
        yield* Effect.promise(() => settling.query("begin"))
        yield* Effect.promise(() => settling.query("update intent set updated_at = updated_at"))
        yield* Effect.flatMap(Reports, (reports) =>
          reports.take("wh", {
            _tag: "OutboundStatusChanged",
            status: { orderNumber, phase: "open", status: "PACKED", warehouseOrderNumber: "W-1", warehouseCode: "WH-1" }
          }))
        assert.deepInclude(yield* Books.outbound(w.link.scope), { phase: "open", peer_number: "W-1" })
        yield* Effect.promise(() => settling.query("rollback"))
        yield* Effect.promise(() => settling.end())
      }))
  }), 20_000)
