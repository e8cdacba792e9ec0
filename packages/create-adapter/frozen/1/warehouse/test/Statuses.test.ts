import { assert, it } from "vitest"
import { toPhase } from "../src/Statuses.ts"

it.each([
  ["received", "open"],
  ["picking", "open"],
  ["partly-shipped", "open"],
  ["shipped", "shipped"],
  ["delivered", "delivered"],
  ["cancelled", "cancelled"],
  ["failed", "failed"],
  ["a word that nobody listed", "open"],
  ["constructor", "open"]
])("%s means %s", (word, phase) => {
  assert.strictEqual(toPhase(word), phase)
})
