/**
 * The parcels of a part of an order, by what its warehouse has reported and the shop was told.
 */
import { Quantity, Sku } from "@crossdock/core"
import { assert, describe, it } from "@effect/vitest"
import * as AtWarehouses from "../../src/desk/AtWarehouses.ts"
import type * as DeskRows from "../../src/desk/DeskRows.ts"
import type { Parcel } from "../../src/desk/Parcels.ts"
import * as ShippedPieces from "../../src/desk/ShippedPieces.ts"
import { Fulfilment, FulfilmentRecord, Quantities, type Statement } from "../../src/fulfilment/ShippedGoods.ts"

const items = (pieces: Readonly<Record<string, number>>) => Quantities.fromLines(Object.entries(pieces).map(([sku, count]) => ({ sku: Sku.Sku.make(sku), quantity: Quantity.of(count) })))

const part: DeskRows.Part = {
  number: "S-1",
  link: "warehouse:acc-1",
  warehouse: "South",
  warehouseCode: "WH-2",
  state: "shipped",
  isReserved: true,
  lines: [{ line: "L-1", sku: "D", pieces: 2 }, { line: "L-2", sku: "F", pieces: 3 }],
  givenUp: []
} as unknown as DeskRows.Part

const told: Parcel = { part: part.number, trackingNumber: "T-1", numbers: ["T-1"], carrierName: "Post", lines: part.lines, state: "told", because: undefined, updatedAt: 0 }

/** One parcel with everything, whose contents a report told; each of these lists came in the lines of a further report. */
const reported = (...lists: ReadonlyArray<Readonly<Record<string, number>>>): Fulfilment.Fulfilment => {
  const of = (kind: Statement.Statement["kind"], pieces: Readonly<Record<string, number>>): Statement.Statement => ({ key: "T-1", kind, contents: items(pieces), trackingNumber: "T-1", shippedAt: 1 })
  const record = FulfilmentRecord.add(FulfilmentRecord.empty(), {
    phase: "shipped",
    statements: [of("contents", { D: 2, F: 3 }), ...lists.map((pieces) => of("lines", pieces))]
  })
  return Fulfilment.fromReports({ ...record, ordered: items({ D: 2, F: 3 }) })
}

const shippedOf = (state: Fulfilment.Fulfilment) => ShippedPieces.shippedOf([part], () => ({ ...state, assumedUntil: 0 }), [told])

describe("a part that was shipped as a whole", () => {
  it("is done once the shop knows its parcel", () => {
    const shipped = shippedOf(reported({ D: 2, F: 3 }))
    assert.deepStrictEqual(shipped.parcels.map(({ trackingNumber }) => trackingNumber), ["T-1"])
    assert.strictEqual(AtWarehouses.of([part], shipped, 1).is, "done")
  })

  it("is done as well if a report lists more of an article than was ordered, which is in no parcel with a number", () => {
    const state = reported({ D: 2, F: 3 }, { D: 1, F: 4 })
    assert.deepStrictEqual(state.parcels.map(({ keys }) => keys), [["T-1"], [""]])
    const shipped = shippedOf(state)
    assert.deepStrictEqual(shipped.parcels.map(({ trackingNumber }) => trackingNumber), ["T-1"])
    assert.strictEqual(AtWarehouses.of([part], shipped, 1).is, "done")
  })
})
