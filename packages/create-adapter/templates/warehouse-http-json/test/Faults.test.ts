import { assert, it } from "vitest"
import { toReason } from "../src/Faults.ts"

it.each([
  ["not-authenticated", "CredentialRejected"],
  ["order-exists", "Duplicate"],
  ["order-unknown", "Rejected"],
  ["order-left", "Rejected"],
  ["item-unknown", "Rejected"],
  ["warehouse-unknown", "Rejected"],
  ["service-unknown", "Rejected"],
  ["e-4711", "FaultUnlisted"],
  ["constructor", "FaultUnlisted"]
])("%s means %s", (code, tag) => {
  assert.strictEqual(toReason({ code, message: "?" })._tag, tag)
})
