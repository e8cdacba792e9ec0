/**
 * Similarity of two names: the share of letter pairs that they have in common, ignoring case and punctuation.
 */

const plain = (name: string): string => name.normalize("NFKC").toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "")

const pairs = (name: string): Map<string, number> => {
  const counted = new Map<string, number>()
  const letters = [...name]
  for (let at = 0; at + 1 < letters.length; at++) {
    const pair = `${letters[at]}${letters[at + 1]}`
    counted.set(pair, (counted.get(pair) ?? 0) + 1)
  }
  return counted
}

/** From 0 (no pairs in common) to 1 (the same letters in the same order). */
export const similarity = (first: string, second: string): number => {
  const [a, b] = [plain(first), plain(second)]
  if (a === "" || b === "") return 0
  if (a === b) return 1
  const [left, right] = [pairs(a), pairs(b)]
  let common = 0
  for (const [pair, count] of left) common += Math.min(count, right.get(pair) ?? 0)
  const total = [...left.values(), ...right.values()].reduce((sum, count) => sum + count, 0)
  return total === 0 ? 0 : (2 * common) / total
}

/** Less similar names are not suggested. */
const leastAlike = 0.4
const most = 3

export const suggestions = (
  name: string,
  candidates: ReadonlyArray<string>
): ReadonlyArray<{ readonly theirs: string; readonly similarity: number }> =>
  candidates
    .map((theirs) => ({ theirs, similarity: Math.round(similarity(name, theirs) * 100) / 100 }))
    .filter((one) => one.similarity >= leastAlike)
    .toSorted((a, b) => b.similarity - a.similarity || (a.theirs < b.theirs ? -1 : 1))
    .slice(0, most)
