/**
 * Tells whether a text is valid JSON in one pass, without building values of it. The text of an order is the platform's own, may be
 * megabytes long and nested to any depth, and is only passed on.
 */
const [quote, backslash, comma, colon, minus, point, zero, nine] = [34, 92, 44, 58, 45, 46, 48, 57]
const [opening, closing, openingList, closingList] = [123, 125, 91, 93]

const words = ["true", "false", "null"]

const isBlank = (code: number): boolean => code === 32 || code === 10 || code === 13 || code === 9
const isDigit = (code: number): boolean => code >= zero && code <= nine
const isHex = (code: number): boolean => isDigit(code) || (code >= 65 && code <= 70) || (code >= 97 && code <= 102)

/** The index behind the string that begins at `at`; -1 if it is not a valid one. */
const afterString = (text: string, at: number): number => {
  for (let index = at + 1; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code === quote) return index + 1
    if (code < 32) return -1
    if (code !== backslash) continue
    const escaped = text[++index] ?? ""
    if (escaped === "u") {
      for (let digit = 0; digit < 4; digit++) if (!isHex(text.charCodeAt(++index))) return -1
    } else if (!"\"\\/bfnrt".includes(escaped) || escaped === "") return -1
  }
  return -1
}

/** The index behind the digits that begin at `at`; -1 if there are none. */
const afterDigits = (text: string, at: number): number => {
  let index = at
  while (isDigit(text.charCodeAt(index))) index++
  return index === at ? -1 : index
}

/** The index behind the number that begins at `at`; -1 if it is not a valid one. */
const afterNumber = (text: string, at: number): number => {
  const first = text.charCodeAt(at) === minus ? at + 1 : at
  let index = text.charCodeAt(first) === zero ? first + 1 : afterDigits(text, first)
  if (index !== -1 && text.charCodeAt(index) === point) index = afterDigits(text, index + 1)
  if (index !== -1 && (text[index] === "e" || text[index] === "E")) {
    const sign = text[index + 1]
    index = afterDigits(text, index + (sign === "+" || sign === "-" ? 2 : 1))
  }
  return index
}

const afterScalar = (text: string, at: number): number => {
  const code = text.charCodeAt(at)
  if (code === quote) return afterString(text, at)
  if (code === minus || isDigit(code)) return afterNumber(text, at)
  const word = words.find((each) => text.startsWith(each, at))
  return word === undefined ? -1 : at + word.length
}

type Expected = "value" | "value or end" | "name" | "name or end" | "comma or end"

export const isJson = (text: string): boolean => {
  /** True for each open object, false for each open list. */
  const open: Array<boolean> = []
  let expected: Expected = "value"
  let at = 0
  for (;;) {
    while (isBlank(text.charCodeAt(at))) at++
    if (at >= text.length) return expected === "comma or end" && open.length === 0
    const code = text.charCodeAt(at)
    const isInObject = open.at(-1)
    if (isInObject !== undefined && expected !== "name" && expected !== "value" && code === (isInObject ? closing : closingList)) {
      open.pop()
      expected = "comma or end"
      at++
    } else if (expected === "comma or end") {
      if (isInObject === undefined || code !== comma) return false
      expected = isInObject ? "name" : "value"
      at++
    } else if (expected === "name" || expected === "name or end") {
      if (code !== quote) return false
      at = afterString(text, at)
      if (at === -1) return false
      while (isBlank(text.charCodeAt(at))) at++
      if (text.charCodeAt(at++) !== colon) return false
      expected = "value"
    } else if (code === opening || code === openingList) {
      open.push(code === opening)
      expected = code === opening ? "name or end" : "value or end"
      at++
    } else {
      at = afterScalar(text, at)
      if (at === -1) return false
      expected = "comma or end"
    }
  }
}
