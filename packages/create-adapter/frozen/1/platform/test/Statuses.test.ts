import { PlatformOrder } from "@crossdock/core"
import { assert, it } from "vitest"
import { statuses } from "../src/Statuses.ts"

it.each([
  ["NEW", false, "unpaid"],
  ["READY_TO_SHIP", true, "open"],
  ["ON_HOLD", true, "onHold"],
  ["COMPLETED", true, "finished"],
  ["RETURNED", true, "finished"],
  ["CANCELLED", false, "cancelled"],
  ["a word that nobody listed", true, "open"]
])("%s, paid: %s, means %s", (status, isPaid, phase) => {
  assert.strictEqual(PlatformOrder.phaseOf(status, isPaid, statuses), phase)
})
