import { Refusal } from "@crossdock/http-kit"
import { assert, it } from "vitest"
import { faults } from "../src/Faults.ts"

it.each([
  ["-32001", "CredentialRejected"],
  ["-32010", "Rejected"],
  ["-32099", "FaultUnlisted"],
  ["constructor", "FaultUnlisted"]
])("%s means %s", (code, tag) => {
  assert.strictEqual(Refusal.toReason(faults, { code, message: "?" })._tag, tag)
})
