/**
 * Cancels of inbound orders of the books that the runner has announced: they end as cancelled, whoever hears first that the warehouse has
 * cancelled.
 */
import type { AnyPlugin } from "@crossdock/config"
import { BooksV1 } from "@crossdock/books"
import { InboundOrder, Quantity } from "@crossdock/core"
import { ledger } from "@crossdock/erp-ledger"
import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { Connections } from "../../../src/connection/Connections.ts"
import { Dispatch, type Served } from "../../../src/contracts/books/Dispatch.ts"
import { Database } from "../../../src/store/Database.ts"
import { onBothDatabases } from "../../support/Databases.ts"
import { during, inWorldOn, nothingOwed, type Options, pass, until } from "../../support/World.ts"

const options: Options = {
  plugins: [ledger as unknown as AnyPlugin],
  connections: [{ id: "ledger", plugin: ledger.id, settings: { warehouses: [{ id: "1", name: "North", code: "WH-1" }], products: [{ sku: "A", name: "A" }] } }],
  links: [{ copyTo: ["ledger"], warehouseNames: { North: "WH-1" } }, { erp: "ledger", protocol: "open-api", id: "app-1" }],
  server: { callerDeadline: "5 seconds" }
}

const call = <O extends Served>(operation: O, payload: unknown) =>
  Effect.gen(function*() {
    const link = (yield* Connections).linkOf("open-api:app-1")!
    return yield* during((yield* Dispatch).call(link, operation, payload as never, { content: "{}", digest: "d" }))
  })

const waiting = Effect.flatMap(Database, (db) => Effect.map(db.query("select id from intent where cancel_at is not null"), (rows) => rows.length))

onBothDatabases("an announced inbound order of the books", (fresh) => {
  inWorldOn(fresh)("ends as cancelled, also if a poll hears of it before the runner goes on with a cancel (suspicion d)", options, (w) =>
    Effect.gen(function*() {
      yield* call(BooksV1.SubmitInboundOrder, { warehouseName: "North", sendsToWarehouse: true, customNumber: "C-1", lines: [{ sku: "A", expected: Quantity.of(3) }] })
      yield* until(Effect.sync(() => w.warehouse.asns.length === 1))
      yield* nothingOwed
      const { asnNumber } = w.warehouse.asns[0]!
      // The warehouse cancels, and nobody is answered.
      w.warehouse.plan("cancelInboundOrders", ...Array.from({ length: 8 }, () => "lose-answer" as const))
      w.warehouse.plan("getInboundOrders", ...Array.from({ length: 3 }, () => "unreachable" as const))
      yield* Effect.flip(call(BooksV1.CancelInboundOrder, { asnNumber: InboundOrder.AsnNumber.make(asnNumber) }))
      assert.strictEqual(yield* waiting, 1)
      yield* pass(120_000, 5000)
      yield* nothingOwed
      yield* until(Effect.map(waiting, (count) => count === 0), 3_600_000, 5000)
      const { items } = yield* during(Effect.flatMap(Connections, (connections) => connections.invoke("ledger", BooksV1.ListInboundOrders, { limit: 10 })))
      assert.deepStrictEqual(items.map(({ phase, status }) => [phase, status]), [["cancelled", "CANCELLED"]])
    }))
})
