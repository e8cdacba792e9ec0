/**
 * What callers of document 3 create in the books of `@crossdock/erp-ledger`, while the process ends again and again.
 */
import type { AnyPlugin } from "@crossdock/config"
import { BooksV1 } from "@crossdock/books"
import { Quantity } from "@crossdock/core"
import { ledger } from "@crossdock/erp-ledger"
import { assert, it } from "@effect/vitest"
import * as BigDecimal from "effect/BigDecimal"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { Connections } from "../../../src/connection/Connections.ts"
import { Dispatch, type Served } from "../../../src/contracts/books/Dispatch.ts"
import type { Name } from "../../../src/engine/Failpoint.ts"
import { onBothDatabases } from "../../support/Databases.ts"
import { during, type Options, pass, type World, world } from "../../support/World.ts"

const options: Options = {
  plugins: [ledger as unknown as AnyPlugin],
  connections: [{
    id: "ledger",
    plugin: ledger.id,
    settings: {
      warehouses: [{ id: "1", name: "North", code: "N" }, { id: "2", name: "South", code: "S" }],
      openingStock: [{ warehouse: "North", sku: "SKU-1", quantity: 100, purchasePrice: "4.50", currency: "CNY" }]
    }
  }],
  links: [{ erp: "ledger", peer: undefined, protocol: "open-api", id: "app-1" } as never],
  server: { callerDeadline: "5 seconds" }
}

const call = <O extends Served>(w: World, operation: O, payload: unknown, digest: string) =>
  Effect.flatMap(Dispatch, (dispatch) => Effect.exit(during(dispatch.call(w.link, operation, payload as never, { content: "{}", digest }))))

const ever = { createdFrom: DateTime.makeUnsafe(0), createdTo: DateTime.makeUnsafe("2100-01-01T00:00:00Z") }
const sent = ["intent.committed", "create.claimed", "create.before-send", "create.after-send", "outcome.before-commit", "outcome.committed"] as const satisfies ReadonlyArray<Name>

onBothDatabases("what callers create in the embedded books", (fresh) => {
  it.effect("takes effect once for each request, wherever the process ends (E-437 E-438 E-728 U-106)", () =>
    Effect.gen(function*() {
      const database = yield* Effect.promise(fresh)
      const requests = (w: World, at: number) =>
        Effect.all([
          call(w, BooksV1.SubmitInboundOrder, { warehouseName: "North", customNumber: `C-${at}`, lines: [{ sku: "SKU-1", expected: Quantity.of(2) }] }, `a${at}`),
          call(w, BooksV1.MoveStock, {
            moves: [{ sku: "SKU-1", warehouseName: "North", batchNo: "OPENING-1", fromLocationCode: "SYS LOC", toLocationCode: "R-1", quantity: Quantity.of(3), reason: "nearer" }]
          }, `b${at}`),
          call(w, BooksV1.CreateTransferOrder, {
            warehouseName: "North", toWarehouseName: "South", carrierName: "truck", customNumber: `T-${at}`,
            lines: [{ sku: "SKU-1", quantity: Quantity.of(1), asnNumber: "OPENING-1" }]
          }, `c${at}`)
        ])
      for (const [at, place] of sent.entries()) {
        let isOver = false
        const failpoint = (name: Name) => {
          isOver ||= name === place
          if (isOver) throw new Error("the process ends here")
        }
        yield* world(database, { ...options, failpoint }, (w) => requests(w, at))
      }
      yield* world(database, options, (w) =>
        Effect.gen(function*() {
          for (const at of sent.keys()) yield* requests(w, at)
          yield* pass(200_000, 5000)
          for (const at of sent.keys()) {
            assert.deepStrictEqual((yield* requests(w, at)).map(({ _tag }) => _tag), ["Success", "Success", "Success"], `request ${at}`)
          }
          const connections = yield* Connections
          const orders = yield* connections.invoke("ledger", BooksV1.ListInboundOrders, { limit: 200 })
          assert.deepStrictEqual(orders.items.flatMap(({ customNumber }) => customNumber ?? []).toSorted(), [...sent.keys()].map((at) => `C-${at}`))
          const transfers = yield* connections.invoke("ledger", BooksV1.ListTransferOrders, { ...ever, limit: 200 })
          assert.deepStrictEqual(transfers.items.map(({ customNumber }) => customNumber).toSorted(), [...sent.keys()].map((at) => `T-${at}`))
          const { items: [there] } = yield* connections.invoke("ledger", BooksV1.ListStorageLocationStock, { skus: ["SKU-1"], warehouseNames: ["North"], locationCode: "R-1", limit: 10 })
          assert.strictEqual(BigDecimal.format(there!.total), String(3 * sent.length))
        }))
    }))
})
