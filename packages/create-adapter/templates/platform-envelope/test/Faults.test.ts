import { assert, it } from "vitest"
import { toReason } from "../src/Faults.ts"

it.each([
  ["Order P-1 was already shipped", "Duplicate"],
  ["No such order: P-1", "Rejected"],
  ["Carrier not served", "Rejected"],
  ["Too many requests, slow down", "RateLimited"],
  ["invalid token", "CredentialRejected"],
  ["unexpected error", undefined]
])("%s means %s", (text, tag) => {
  assert.strictEqual(toReason(text)?._tag, tag)
})
