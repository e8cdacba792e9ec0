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

/** Rounded, as people read it; two names that look equally similar stand in the order of the alphabet. */
const rounded = (share: number): number => Math.round(share * 100) / 100

const isBefore = (one: Suggestion, other: Suggestion): boolean =>
  one.similarity > other.similarity || (one.similarity === other.similarity && one.theirs < other.theirs)

/** Puts a suggestion among the best ones, of which there are at most `most`. */
const rank = (best: Array<Suggestion>, one: Suggestion): void => {
  if (one.similarity < leastAlike) return
  const at = best.findIndex((other) => isBefore(one, other))
  if (at === -1) best.push(one)
  else best.splice(at, 0, one)
  if (best.length > most) best.pop()
}

export const suggestions = (name: string, candidates: ReadonlyArray<string>): ReadonlyArray<Suggestion> => {
  const best: Array<Suggestion> = []
  for (const theirs of candidates) rank(best, { theirs, similarity: rounded(similarity(name, theirs)) })
  return best
}

/**
 * Gives each pair of letters of a name a number, and the second and third of the same pair numbers of their own, so that two names have as many
 * numbers in common as pairs.
 */
const pairNumbers = () => {
  const letters = new Map<string, number>()
  const numbers = new Map<number, Array<number>>()
  let count = 0
  const letterOf = (letter: string, isNew: boolean): number => {
    const known = letters.get(letter)
    if (known !== undefined || !isNew) return known ?? -1
    letters.set(letter, letters.size)
    return letters.size - 1
  }
  return {
    count: () => count,
    /** `isNew`: pairs that have no number get one. Otherwise they are left out. */
    of: (name: string, isNew: boolean): ReadonlyArray<number> => {
      const found: Array<number> = []
      let last = -1
      let isFirst = true
      for (const letter of name) {
        const next = letterOf(letter, isNew)
        const known = isFirst || last < 0 || next < 0 ? undefined : numbers.get(last * 65_536 + next)
        if (!isFirst && last >= 0 && next >= 0) {
          const ofPair = known ?? []
          if (known === undefined && isNew) numbers.set(last * 65_536 + next, ofPair)
          const number = ofPair.find((one) => !found.includes(one))
          if (number !== undefined) found.push(number)
          else if (isNew) {
            ofPair.push(count)
            found.push(count++)
          }
        }
        last = next
        isFirst = false
      }
      return found
    }
  }
}

/**
 * The same for many names: the letter pairs of the candidates are counted once, and a name is compared with those alone that have one of its
 * pairs. The candidates of all pairs stand in one list, because the lists of usual pairs have nearly all of them.
 */
export const suggester = (candidates: ReadonlyArray<string>): (name: string) => ReadonlyArray<Suggestion> => {
  const plains = candidates.map(plain)
  const numbering = pairNumbers()
  const ofCandidates = plains.map((name) => numbering.of(name, true))
  const begins = new Uint32Array(numbering.count() + 1)
  for (const numbers of ofCandidates) for (const number of numbers) begins[number + 1]!++
  for (let number = 0; number < numbering.count(); number++) begins[number + 1]! += begins[number]!
  const having = new Uint32Array(begins[numbering.count()]!)
  const next = begins.slice()
  for (const [candidate, numbers] of ofCandidates.entries()) for (const number of numbers) having[next[number]!++] = candidate
  const sizes = Uint32Array.from(ofCandidates, ({ length }) => length)
  return (name) => {
    const own = plain(name)
    const size = Math.max(0, [...own].length - 1)
    const best: Array<Suggestion> = []
    // A name of one letter has no pairs.
    if (size === 0) {
      if (own !== "") for (const [candidate, theirs] of candidates.entries()) if (plains[candidate] === own) rank(best, { theirs, similarity: 1 })
      return best
    }
    const common = new Uint16Array(candidates.length)
    for (const number of numbering.of(own, false)) for (let at = begins[number]!; at < begins[number + 1]!; at++) common[having[at]!]!++
    // What is less similar than the worst of the best ones is not among them, even rounded up.
    let least = leastAlike - 0.01
    for (let candidate = 0; candidate < common.length; candidate++) {
      const [pairsInCommon, pairsOfBoth] = [2 * common[candidate]!, size + sizes[candidate]!]
      if (pairsInCommon < least * pairsOfBoth) continue
      rank(best, { theirs: candidates[candidate]!, similarity: rounded(pairsInCommon / pairsOfBoth) })
      if (best.length === most) least = Math.max(least, best[most - 1]!.similarity - 0.01)
    }
    return best
  }
}
