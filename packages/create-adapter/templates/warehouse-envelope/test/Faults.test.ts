import { assert, it } from "vitest"
import { toReason } from "../src/Faults.ts"

it.each([
  ["Order SO-1 already exists", "Duplicate"],
  ["Insufficient stock for SKU-1", "Rejected"],
  ["Address not served", "Rejected"],
  ["Too many requests, slow down", "RateLimited"],
  ["invalid token", "CredentialRejected"],
  ["unexpected error", undefined]
])("%s means %s", (text, tag) => {
  assert.strictEqual(toReason(text)?._tag, tag)
})
