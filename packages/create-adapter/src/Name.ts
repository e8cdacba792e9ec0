/**
 * The name of a provider in the forms that a plugin needs.
 */

export interface Name {
  /** For ids and package names, such as `blue-box`. */
  readonly kebab: string
  /** For code, such as `blueBox`. */
  readonly camel: string
  /** For people, such as `Blue Box`. */
  readonly title: string
}

const words = (given: string): ReadonlyArray<string> =>
  given.replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2").split(/[^A-Za-z0-9]+/).filter((word) => word !== "")

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

/** Reserved words that cannot be the name of a value. */
const reserved = new Set(["new", "default", "class", "import", "export", "function", "return", "delete", "in", "var", "let", "const"])

/** Reads a name in any spelling. Returns a text that says why it is not valid. */
export const read = (given: string): Name | string => {
  const found = words(given)
  const lower = found.map((word) => word.toLowerCase())
  const [first, ...rest] = lower
  if (first === undefined) return "a name needs letters or digits, for example acme or blue-box"
  if (!/^[a-z]/.test(first)) return "a name must begin with a letter, for example acme or blue-box"
  const camel = [first, ...rest.map(capital)].join("")
  if (reserved.has(camel)) return `${camel} is a reserved word of TypeScript; use another name`
  return { kebab: lower.join("-"), camel, title: found.map(capital).join(" ") }
}

const packageName = /^(?:@[a-z0-9][a-z0-9._-]*\/)?[a-z0-9][a-z0-9._-]*$/

export const isPackage = (given: string): boolean => packageName.test(given) && given.length <= 214
