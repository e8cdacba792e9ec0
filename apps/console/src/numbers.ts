/**
 * Numbers come from others and may be any text. In an address, `.` and `..` are steps between folders however they are encoded; on a page,
 * control characters and those that turn the direction of writing would be seen as something else, or not at all.
 */

const steps = /^(?:%2E){1,2}$/i

/** A number as it stands in an address before it is encoded. */
export const toSegment = (number: string): string => (number === "." || number === ".." ? number.replaceAll(".", "%2E") : number)

export const fromSegment = (segment: string): string => (steps.test(segment) ? segment.replaceAll(/%2E/gi, ".") : segment)

/** Control characters, and those without a width that turn, join or hide what stands beside them. */
const unseen = /[\p{Cc}\u00AD\u061C\u200B-\u200F\u2028-\u202E\u2060-\u2069\uFEFF]/gu

const written = (character: string): string => {
  const code = character.codePointAt(0) ?? 0
  if (code < 0x20) return String.fromCodePoint(0x2400 + code)
  return code === 0x7F ? "\u2421" : `\\u${code.toString(16).toUpperCase().padStart(4, "0")}`
}

/** A text of others as people see it, with a sign in place of each character that they would not see. */
export const visible = (text: string): string => text.replaceAll(unseen, written)
