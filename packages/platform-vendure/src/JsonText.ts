/**
 * Finds the records of a list in an answer as the text that the peer wrote.
 */

/** The index behind the string that begins at `at`. */
const endOfString = (text: string, at: number): number => {
  let end = at + 1
  while (end < text.length && text[end] !== "\"") end += text[end] === "\\" ? 2 : 1
  return end + 1
}

/** The index of the `[` that begins the value of the first member `items`; -1 if there is none. */
const startOfItems = (text: string): number => {
  const key = "\"items\""
  for (let at = 0; at < text.length; at++) {
    if (text[at] !== "\"") continue
    const end = endOfString(text, at)
    if (text.slice(at, end) === key) {
      const value = /^\s*:\s*\[/.exec(text.slice(end, end + 64))
      if (value !== null) return end + value[0].length - 1
    }
    at = end - 1
  }
  return -1
}

/**
 * Returns the text of each object in the first list that is named `items`. The text must be valid JSON. Returns an empty array
 * if there is no such list.
 */
export const itemsIn = (text: string): ReadonlyArray<string> => {
  const found: Array<string> = []
  const first = startOfItems(text)
  if (first === -1) return found
  let depth = 0
  let begin = -1
  for (let at = first; at < text.length; at++) {
    const sign = text[at]
    if (sign === "\"") at = endOfString(text, at) - 1
    else if (sign === "{" || sign === "[") {
      if (depth === 1) begin = at
      depth++
    } else if (sign === "}" || sign === "]") {
      depth--
      if (depth === 1) found.push(text.slice(begin, at + 1))
      if (depth === 0) break
    }
  }
  return found
}
