import { OutboundOrder, Sku } from "@crossdock/core"
import { assert, describe, it } from "@effect/vitest"
import * as MagicSkus from "../src/MagicSkus.ts"
import * as EpochMillis from "../src/EpochMillis.ts"
import * as Outbound from "../src/Outbound.ts"
import { order, settings } from "./fixtures.ts"

const arrival = 1_000_000
const planOf = (...skus: ReadonlyArray<string>) =>
  Outbound.makePlan({
    ...order("SO-1", [["SKU-1001", 3]]),
    lines: [["SKU-1001", 3] as const, ...skus.map((sku) => [sku, 1] as const)].map(([sku, quantity]) => ({ sku: Sku.Sku.make(sku), quantity }))
  }, {
    now: arrival,
    settings: settings({}),
    traits: MagicSkus.traitsOf(skus),
    carrierName: "Sandbox Post",
    trackingNumber: (parcel) => `SBX${parcel}`
  })

const wholePlan = Outbound.makePlan(
  { ...order("SO-1", [["PARTIAL", 2]]), shipsComplete: true, lines: [{ sku: Sku.Sku.make("PARTIAL"), quantity: 2 }] },
  { now: arrival, settings: settings({}), traits: MagicSkus.traitsOf(["PARTIAL"]), carrierName: "Sandbox Post", trackingNumber: (parcel) => `SBX${parcel}` }
)

const booked = (plan: Outbound.Plan, cancelledAt?: number): Outbound.StoredOrder => ({
  orderNumber: OutboundOrder.OrderNumber.make("SO-1"),
  number: "SBO1",
  onlineOrderId: "1",
  warehouseCode: "SBX-1",
  cancelledAt,
  plan
})

/** Milliseconds after the arrival, and the words at that time. */
const times = [0, 699, 700, 1999, 2000, 3999, 4000, 1e12]

describe("the course of an outbound order", () => {
  it.each([
    ["", ["NEW", "NEW", "PICKING", "PICKING", "SHIPPED", "SHIPPED", "SHIPPED", "SHIPPED"]],
    ["NEVER_SHIPS", ["NEW", "NEW", "PICKING", "PICKING", "PICKING", "PICKING", "PICKING", "PICKING"]],
    ["PARTIAL", ["NEW", "NEW", "PICKING", "PICKING", "PARTIALLY_SHIPPED", "PARTIALLY_SHIPPED", "SHIPPED", "SHIPPED"]],
    ["FAILS_LATER", ["NEW", "NEW", "PICKING", "PICKING", "FAILED", "FAILED", "FAILED", "FAILED"]],
    ["CANCEL_REFUSED", ["NEW", "NEW", "PICKING", "PICKING", "SHIPPED", "SHIPPED", "SHIPPED", "SHIPPED"]]
  ])("with %o", (magic, words) => {
    const plan = planOf(...(magic === "" ? [] : [magic]))
    assert.deepStrictEqual(times.map((time) => Outbound.statusWordAt(booked(plan), arrival + time)), words)
    for (const time of times) {
      assert.strictEqual(Outbound.statusWordAt(booked(plan, arrival), arrival + time), "CANCELLED")
      const status = Outbound.statusAt(booked(plan), arrival + time)
      assert.strictEqual(status.phase === "shipped" || status.status === "PARTIALLY_SHIPPED", status.trackingNumber !== undefined)
      assert.strictEqual(status.phase === "failed", status.failedReason !== undefined)
      assert.isUndefined(Outbound.statusAt(booked(plan, arrival), arrival + time).trackingNumber)
    }
  })

  it("ships both parcels of an order at once that is to leave whole (0040)", () =>
    assert.deepStrictEqual(times.map((time) => Outbound.statusWordAt(booked(wholePlan), arrival + time)).slice(4, 7), ["PICKING", "PICKING", "SHIPPED"]))

  it("moves the goods of ordinary SKUs when they leave, and only promises when it fails or never leaves", () => {
    const brief = (plan: Outbound.Plan) => Outbound.movements(plan).map((each) => [each.sku, each.at - arrival, each.good, each.reserved])
    assert.deepStrictEqual(brief(planOf()), [["SKU-1001", 2000, -3, -3]])
    assert.deepStrictEqual(brief(planOf("PARTIAL")), [["SKU-1001", 2000, -2, -2], ["SKU-1001", 4000, -1, -1]])
    assert.deepStrictEqual(brief(planOf("FAILS_LATER")), [["SKU-1001", 2000, 0, -3]])
    assert.deepStrictEqual(brief(planOf("NEVER_SHIPS")), [["SKU-1001", EpochMillis.never - arrival, -3, -3]])
  })

  it("takes each trait from the first magic SKU that has it", () => {
    const traits = MagicSkus.traitsOf(["SKU-1001", "LOST_ANSWER", "PARTIAL", "SLOW_30S", "FAILS_LATER", "CANCEL_LOST"])
    assert.strictEqual(traits.answer, MagicSkus.find("LOST_ANSWER")?.answer)
    assert.strictEqual(traits.outbound, "in-two-parcels")
    assert.strictEqual(traits.cancel, "answer-lost")
    assert.deepStrictEqual(MagicSkus.traitsOf(["SKU-1001"]), {})
  })

  it("hides an order for less time than the visibility delay that the plugin declares", () => {
    for (const { hiddenFor } of MagicSkus.magicSkus) if (hiddenFor) assert.isBelow(EpochMillis.after(0, hiddenFor), 1000)
  })
})
