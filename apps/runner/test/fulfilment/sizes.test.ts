/**
 * Reports of hostile sizes: what one report costs stays bounded, measured in CPU time, so that other work on the machine does not count.
 */
import { assert, it } from "@effect/vitest"
import * as Fold from "../../src/fulfilment/ShippedGoods.ts"
import { at, hear, line, status } from "./Reports.ts"

/** Milliseconds of CPU time. */
const costOf = (run: () => unknown): number => {
  const before = process.cpuUsage()
  run()
  const { system, user } = process.cpuUsage(before)
  return (system + user) / 1000
}

const skus = Array.from({ length: 20 }, (_, index) => `SKU-${index}`)

it("200 lists without a number beside 12 parcels whose sums all differ take less than 2 s", () => {
  const report = (trackingNumber: string | undefined, quantity: number, first = quantity) =>
    status("open", { ...(trackingNumber !== undefined && { trackingNumber }), shippedAt: at(1), lines: skus.map((sku, index) => line(sku, index === 0 ? first : quantity)) })
  const parcels = Array.from({ length: 12 }, (_, index) => report(`T-${index}`, 2 ** index))
  const lists = Array.from({ length: 200 }, (_, index) => report(undefined, 8000, 5000 + index))
  const record = hear(Fold, skus.map((sku) => line(sku, 100_000)), [...parcels, ...lists].map(Fold.Statement.fromStatus))
  assert.isBelow(costOf(() => Fold.Fulfilment.fromReports(record)), 2000)
}, 60_000)

it("a report of 20,000 lines takes less than 1 s", () => {
  const lines = Array.from({ length: 20_000 }, (_, index) => line(`SKU-${index}`, 1))
  assert.isBelow(costOf(() => Fold.Statement.fromStatus(status("shipped", { trackingNumber: "T-1", lines }))), 1000)
}, 60_000)
