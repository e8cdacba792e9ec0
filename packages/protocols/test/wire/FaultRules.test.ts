import { assert, it } from "@effect/vitest"
import { type FaultKind, toReason } from "../../src/wire/FaultRules.ts"

const rows: ReadonlyArray<readonly [string, Readonly<Record<string, FaultKind>>, string, string | undefined]> = [
  ["nothing is listed", {}, "no stock of SKU-1", undefined],
  ["a part of a text", { "no stock": "rejected" }, "no stock of SKU-1", "Rejected"],
  ["another letter case", { "No Stock": "rejected" }, "NO STOCK of SKU-1", "Rejected"],
  ["another text", { "no stock": "rejected" }, "no such street", undefined],
  ["no text", { "no stock": "rejected" }, "", undefined],
  ["a code", { E1001: "duplicate" }, "E1001: here already", "Duplicate"],
  ["too much", { "too many": "rate-limited" }, "too many requests", "RateLimited"],
  ["who we are", { "bad token": "credential-rejected" }, "bad token", "CredentialRejected"],
  ["the longest part counts", { exists: "rejected", "order exists": "duplicate" }, "order exists", "Duplicate"],
  ["the longest part counts, listed first", { "order exists": "duplicate", exists: "rejected" }, "order exists", "Duplicate"]
]

it.each(rows)("%s", (_, listed, text, tag) => {
  assert.strictEqual(toReason(listed)(text)?._tag, tag)
})

it("keeps the words of the peer", () => {
  const reason = toReason({ stock: "rejected" })("E7_STOCK: no stock")
  assert.deepStrictEqual(reason !== undefined && "fault" in reason ? reason.fault : undefined, { code: "E7_STOCK", message: "no stock" })
})
