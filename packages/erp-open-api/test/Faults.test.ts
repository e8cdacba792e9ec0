import { assert, it } from "@effect/vitest"
import { toReason } from "../src/Faults.ts"

it.each([
  ["nothing is listed", [], "ORDER_CLOSED: closed", undefined],
  ["a code", ["ORDER_CLOSED"], "ORDER_CLOSED: closed", "Rejected"],
  ["a part of a text", ["is closed"], "order SO-1 is closed", "Rejected"],
  ["another letter case", ["Is Closed"], "ORDER SO-1 IS CLOSED", "Rejected"],
  ["another text", ["is closed"], "order SO-1 is unknown", undefined],
  ["no text", ["is closed"], "", undefined]
] as const)("%s", (_, listed, text, tag) => {
  assert.strictEqual(toReason(listed)(text)?._tag, tag)
})
