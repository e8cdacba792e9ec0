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

export interface Suggestion {
  readonly theirs: string
  readonly similarity: number
}

const ranked = (found: ReadonlyArray<Suggestion>): ReadonlyArray<Suggestion> =>
  found
    .map((one) => ({ ...one, similarity: Math.round(one.similarity * 100) / 100 }))
    .filter((one) => one.similarity >= leastAlike)
    .toSorted((a, b) => b.similarity - a.similarity || (a.theirs < b.theirs ? -1 : 1))
    .slice(0, most)

export const suggestions = (name: string, candidates: ReadonlyArray<string>): ReadonlyArray<Suggestion> =>
  ranked(candidates.map((theirs) => ({ theirs, similarity: similarity(name, theirs) })))

/** The same for many names: the letter pairs of the candidates are counted once, and a name is compared with those alone that have one of its pairs. */
export const suggester = (candidates: ReadonlyArray<string>): (name: string) => ReadonlyArray<Suggestion> => {
  const plains = candidates.map(plain)
  const sizes = plains.map((name) => Math.max(0, [...name].length - 1))
  const having = new Map<string, Array<readonly [candidate: number, times: number]>>()
  for (const [candidate, name] of plains.entries()) {
    for (const [pair, times] of pairs(name)) {
      const known = having.get(pair)
      if (known === undefined) having.set(pair, [[candidate, times]])
      else known.push([candidate, times])
    }
  }
  return (name) => {
    const own = plain(name)
    const size = Math.max(0, [...own].length - 1)
    const common = new Uint32Array(candidates.length)
    for (const [pair, times] of pairs(own)) for (const [candidate, there] of having.get(pair) ?? []) common[candidate]! += Math.min(times, there)
    const found: Array<Suggestion> = []
    for (const [candidate, theirs] of candidates.entries()) {
      const alike = own !== "" && plains[candidate] === own ? 1 : common[candidate] === 0 ? 0 : (2 * common[candidate]!) / (size + sizes[candidate]!)
      if (alike > leastAlike - 0.01) found.push({ theirs, similarity: alike })
    }
    return ranked(found)
  }
}
