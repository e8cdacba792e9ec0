import { assert, it } from "vitest"
import { toReason } from "../src/Faults.ts"

it.each([
  ["This order was deleted in the ERP", "Rejected"],
  ["order is archived", "Rejected"],
  ["order not found", undefined]
])("%s means %s", (text, tag) => {
  assert.strictEqual(toReason(text)?._tag, tag)
})
