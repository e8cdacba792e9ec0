import { InboundOrder, Quantity, Sku } from "@crossdock/core"
import { assert, describe, it } from "@effect/vitest"
import * as Inbound from "../src/Inbound.ts"
import * as MagicSkus from "../src/MagicSkus.ts"
import { settings } from "./fixtures.ts"

const arrival = 1_000_000
const planOf = (quantity: number, batches: number, ...skus: ReadonlyArray<string>) =>
  Inbound.makePlan({ lines: [{ sku: Sku.Sku.make("SKU-1001"), quantity }] }, {
    now: arrival,
    settings: settings({ batches }),
    traits: MagicSkus.traitsOf(skus)
  })

const booked = (plan: Inbound.Plan, cancelledAt?: number): Inbound.StoredOrder => ({
  asnNumber: InboundOrder.AsnNumber.make("ASN-1"),
  number: "SBI1",
  warehouseCode: "SBX-1",
  cancelledAt,
  plan
})

describe("the course of an inbound order", () => {
  it.each([
    ["", ["ANNOUNCED", "ANNOUNCED", "RECEIVING", "RECEIVED", "RECEIVED"], [0, 0, 3, 5, 5]],
    ["DAMAGED", ["ANNOUNCED", "ANNOUNCED", "RECEIVING", "RECEIVED", "RECEIVED"], [0, 0, 3, 5, 5]],
    ["SHORT", ["ANNOUNCED", "ANNOUNCED", "RECEIVING", "CLOSED_SHORT", "CLOSED_SHORT"], [0, 0, 2, 4, 4]],
    ["NEVER_ARRIVES", ["ANNOUNCED", "ANNOUNCED", "ON_THE_WAY", "ON_THE_WAY", "ON_THE_WAY"], [0, 0, 0, 0, 0]]
  ])("with %o", (magic, words, counts) => {
    const plan = planOf(5, 2, ...(magic === "" ? [] : [magic]))
    const at = [0, 1999, 2000, 4000, 1e12].map((time) => Inbound.statusAt(booked(plan), arrival + time))
    assert.deepStrictEqual(at.map((each) => each.status), words)
    assert.deepStrictEqual(at.map((each) => Quantity.toNumber(each.lines[0]!.received)), counts)
    for (const status of at) {
      assert.strictEqual(["received", "closed"].includes(status.phase), status.finishedAt !== undefined)
    }
    assert.strictEqual(Inbound.statusAt(booked(plan, arrival), arrival + 1e12).phase, "cancelled")
  })

  it("never has an empty batch, and its movements add up to what was announced", () => {
    for (let quantity = 1; quantity <= 12; quantity++) {
      for (let batches = 1; batches <= 5; batches++) {
        for (const magic of ["SKU-1001", "DAMAGED", "SHORT", "NEVER_ARRIVES"]) {
          const plan = planOf(quantity, batches, magic)
          assert.isTrue(plan.batches.every((batch) => batch.lines.every((line) => line.good >= 0 && line.bad >= 0 && line.good + line.bad > 0)))
          const moved = Inbound.movements(plan)
          assert.strictEqual(moved.reduce((sum, each) => sum + each.inTransit, 0), -quantity)
          const arrived = moved.reduce((sum, each) => sum + each.good + each.bad, 0)
          assert.strictEqual(arrived, magic === "NEVER_ARRIVES" ? 0 : magic === "SHORT" ? quantity - 1 : quantity)
        }
      }
    }
  })
})
