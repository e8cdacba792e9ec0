/**
 * Finds parts of a JSON answer as the text that the peer wrote: with its blanks, its escapes and every digit.
 */

const isBlank = (sign: string | undefined): boolean => sign === " " || sign === "\n" || sign === "\t" || sign === "\r"

/** The index of the first sign from `at` that is no blank. */
const skipBlanks = (text: string, at: number): number => {
  let found = at
  while (isBlank(text[found])) found++
  return found
}

/** The index behind the string that begins at `at`. */
const endOfString = (text: string, at: number): number => {
  let end = at + 1
  while (end < text.length && text[end] !== "\"") end += text[end] === "\\" ? 2 : 1
  return end + 1
}

/** The index behind the object or list that begins at `at`. */
const endOfContainer = (text: string, at: number): number => {
  let depth = 0
  for (let place = at; place < text.length; place++) {
    const sign = text[place]
    if (sign === "\"") place = endOfString(text, place) - 1
    else if (sign === "{" || sign === "[") depth++
    else if ((sign === "}" || sign === "]") && --depth === 0) return place + 1
  }
  return text.length
}

/** The index behind the value that begins at `at`. */
const endOfValue = (text: string, at: number): number => {
  const sign = text[at]
  if (sign === "\"") return endOfString(text, at)
  if (sign === "{" || sign === "[") return endOfContainer(text, at)
  let end = at
  while (end < text.length && text[end] !== "," && text[end] !== "}" && text[end] !== "]" && !isBlank(text[end])) end++
  return end
}

/** Calls `visit` with the start of each element of the list or object at `at`, and goes on where the element ends. */
const eachIn = (text: string, at: number, visit: (start: number) => number): void => {
  const close = text[at] === "{" ? "}" : "]"
  let place = skipBlanks(text, at + 1)
  while (place < text.length && text[place] !== close) {
    place = skipBlanks(text, visit(place))
    if (text[place] === ",") place = skipBlanks(text, place + 1)
  }
}

/** The start of a member of the object at `at`. Of several members with one name the last counts, as in `JSON.parse`. */
const memberOf = (text: string, at: number, name: string): number | undefined => {
  let found: number | undefined
  if (text[at] !== "{") return undefined
  eachIn(text, at, (start) => {
    const end = endOfString(text, start)
    const value = skipBlanks(text, skipBlanks(text, end) + 1)
    if (JSON.parse(text.slice(start, end)) === name) found = value
    return endOfValue(text, value)
  })
  return found
}

/**
 * The text of each element of a list, which the names in `path` lead to from the outermost object. The text must be valid JSON.
 * Returns an empty array if there is no such list.
 */
export const elements = (text: string, ...path: ReadonlyArray<string>): ReadonlyArray<string> => {
  const found: Array<string> = []
  const list = path.reduce<number | undefined>((at, name) => (at === undefined ? undefined : memberOf(text, at, name)), skipBlanks(text, 0))
  if (list === undefined || text[list] !== "[") return found
  eachIn(text, list, (start) => {
    const end = endOfValue(text, start)
    found.push(text.slice(start, end))
    return end
  })
  return found
}
