import { assert, it } from "vitest"
import { toStatus } from "../src/Statuses.ts"

it.each([
  ["received", "SENDING"],
  ["picking", "SENDING"],
  ["partly-shipped", "SENDING"],
  ["shipped", "SUCCESS"],
  ["cancelled", "CANCEL"],
  ["failed", "FAILED"],
  ["a word that nobody listed", "SENDING"],
  ["constructor", "SENDING"]
])("%s means %s", (word, status) => {
  assert.strictEqual(toStatus(word), status)
})
