import { PlatformOrder } from "@crossdock/core"
import { assert, it } from "vitest"
import { ends } from "../src/Statuses.ts"

it.each([
  ["NEW", false, "unpaid"],
  ["READY_TO_SHIP", true, "open"],
  ["COMPLETED", true, "closed"],
  ["CANCELLED", false, "closed"],
  ["RETURNED", true, "closed"],
  ["a word that nobody listed", true, "open"]
])("%s, paid: %s, means %s", (status, isPaid, phase) => {
  assert.strictEqual(PlatformOrder.phaseOf(status, isPaid, ends), phase)
})
