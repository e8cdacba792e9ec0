import { assert, describe, it } from "@effect/vitest"
import { OutboundPhase, Quantity, Sku } from "@crossdock/core"
import { Fulfilment, FulfilmentRecord, Quantities, type Statement } from "../../../src/fulfilment/ShippedGoods.ts"
import * as StoredFulfilment from "../../../src/contracts/warehouse/StoredFulfilment.ts"

const goods = Quantities.fromLines([{ sku: Sku.Sku.make("A"), quantity: Quantity.of(2) }, { sku: Sku.Sku.make("B"), unit: "kg", quantity: Quantity.of("1.5") }])
const kinds = ["contents", "lines", "silent", "announced"] as const

/** Every statement that a first report can make, by its kind and what it names. */
const statements: ReadonlyArray<Statement.Statement> = kinds.flatMap((kind) =>
  ["", "T-1"].flatMap((key) =>
    [{}, { shippedAt: 5 }, { shippedAt: 5, deliveredAt: 9, carrierName: "C", trackingUrl: "https://t.example/1" }, { returnedAt: 7, saidAt: 8 }].flatMap((more) =>
      [{}, ...(key === "" ? [] : [{ trackingNumber: key }])].map((number) => ({
        key,
        kind,
        contents: kind === "contents" || kind === "lines" ? goods : Quantities.none,
        ...number,
        ...more
      })))))

describe("the parcels of an order with few reports", () => {
  it.each(["parcel", "total", "careful"] as const)("are those of its whole state, with lines read as %s", (shippedLines) => {
    const none = FulfilmentRecord.empty()
    for (const phase of OutboundPhase.OutboundPhase.literals) {
      for (const first of statements) {
        const one = FulfilmentRecord.add(none, { phase, statements: [first] })
        const [other] = statements.filter((each) => each.key !== first.key)
        const two = FulfilmentRecord.add(one, { phase: "open", statements: [other!] })
        for (const record of [none, one, two, FulfilmentRecord.add(one, { phase: "delivered", statements: [] }), FulfilmentRecord.inspect(one, { keys: ["T-1"] }, goods)]) {
          for (const ordered of [undefined, goods]) {
            const { parcels, unclear } = Fulfilment.fromReports({ ...record, ...(ordered !== undefined && { ordered }) }, shippedLines)
            const found = StoredFulfilment.parcelsOf(record, { ordered, shippedLines })
            assert.deepStrictEqual(found.parcels, parcels)
            if (parcels.length > 0) assert.deepStrictEqual(found.unclear, unclear)
          }
        }
      }
    }
  })
})
