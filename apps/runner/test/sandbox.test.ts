import { assert, it } from "@effect/vitest"
import { Decimal, Quantity, WarehouseV1 } from "@crossdock/core"
import { sandbox } from "@crossdock/warehouse-sandbox"
import * as Effect from "effect/Effect"
import { Dispatch } from "../src/contracts/warehouse/Dispatch.ts"
import { onBothDatabases } from "./support/Databases.ts"
import { asn } from "./support/Orders.ts"
import { nothingOwed, until, type World, world } from "./support/World.ts"

const sellable = (w: World) =>
  Effect.gen(function*() {
    const dispatch = yield* Dispatch
    const asked = { warehouseCode: "SBX-1", skus: ["SKU-1001"], limit: 10 } as never
    const { items } = yield* dispatch.call(w.link, WarehouseV1.ListStock, asked, "")
    return items.reduce((sum, level) => sum + Number(Decimal.toText(level.sellable)), 0)
  })

onBothDatabases("an inbound order at the sandbox warehouse", (fresh) => {
  it.effect("raises the stock by what was received, and the ERP is told of exactly that (D1-007)", () =>
    Effect.flatMap(Effect.promise(fresh), (database) =>
      world(database, { plugin: sandbox }, (w) =>
        Effect.gen(function*() {
          const dispatch = yield* Dispatch
          const before = yield* sellable(w)
          const announced = { ...asn("ASN-1"), warehouseCode: "SBX-1", lines: [{ sku: "SKU-1001", quantity: Quantity.of(10) }] } as never
          yield* dispatch.call(w.link, WarehouseV1.CreateInboundOrder, announced, "")
          assert.strictEqual(yield* sellable(w), before)
          yield* until(Effect.sync(() => w.erp.received.some(({ content }) => content.phase === "received")))
          yield* nothingOwed
          assert.strictEqual(yield* sellable(w), before + 10)
          const batches = w.erp.received.map(({ content }) => [content.batchNo, content.lines[0].good])
          assert.deepStrictEqual(batches, [["ASN-1-1", 5], ["ASN-1-2", 5]])
        }))))
})
