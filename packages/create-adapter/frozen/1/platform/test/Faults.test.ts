import { Refusal } from "@crossdock/http-kit"
import { assert, it } from "vitest"
import { faults } from "../src/Faults.ts"

it.each([
  ["not-authenticated", "CredentialRejected"],
  ["parcel-exists", "Duplicate"],
  ["order-unknown", "Rejected"],
  ["order-ended", "Rejected"],
  ["line-unknown", "Rejected"],
  ["carrier-unknown", "Rejected"],
  ["e-4711", "FaultUnlisted"],
  ["constructor", "FaultUnlisted"]
])("%s means %s", (code, tag) => {
  assert.strictEqual(Refusal.toReason(faults, { code, message: "?" })._tag, tag)
})
