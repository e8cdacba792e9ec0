import { assert, it } from "@effect/vitest"
import { similarity, suggester, suggestions } from "../src/NameSimilarity.ts"

it("the same letters are the same name, whatever their case and punctuation", () => {
  assert.strictEqual(similarity("MUG-BLUE", "mug blue"), 1)
  assert.strictEqual(similarity("ＭＵＧ１", "mug1"), 1)
})

it("names without a letter in common, and empty ones, are not alike", () => {
  assert.strictEqual(similarity("abc", "xyz"), 0)
  assert.strictEqual(similarity("", "xyz"), 0)
  assert.strictEqual(similarity("--", "--"), 0)
  assert.strictEqual(similarity("a", "b"), 0)
})

it("it does not matter which name comes first", () => {
  assert.strictEqual(similarity("SKU-1001", "SKU1010"), similarity("SKU1010", "SKU-1001"))
})

it("the most similar names come first, at most three, and none that is no help", () => {
  const found = suggestions("MUG-BLUE", ["MUGBLUE", "MUG-BLU", "MUG-BLUE-L", "MUG-BLACK", "CHAIR"])
  assert.deepStrictEqual(found.map(({ theirs }) => theirs), ["MUGBLUE", "MUG-BLUE-L", "MUG-BLU"])
  assert.strictEqual(found[0]?.similarity, 1)
})

it("many names get the same suggestions as each of them alone (issue 27)", () => {
  const candidates = ["MUGBLUE", "MUG-BLU", "MUG-BLUE-L", "MUG-BLACK", "CHAIR", "", "a", "mug blue", "SKU-1001", "SKU-1002", "AAAA", "AA-AA-AA", "ＭＵＧ１"]
  const suggest = suggester(candidates)
  for (const name of [...candidates, "MUG-BLUE", "SKU-10011", "aaaaa", "--", "xyz", "b"]) assert.deepStrictEqual(suggest(name), suggestions(name, candidates), name)
})

it("thousands of alike names get the same suggestions as each of them alone (issue 27)", () => {
  const candidates = Array.from({ length: 2000 }, (_, at) => `SKU-${10_000 + ((at * 7919) % 90_000)}${"ABX"[at % 3]}`)
  const suggest = suggester(candidates)
  for (const name of ["SKU-10007", "sku 12345 b", "SKU-99999X", "11111", "KU", "SKU", "UNKNOWN-1", "Ü-10007"]) assert.deepStrictEqual(suggest(name), suggestions(name, candidates), name)
})
