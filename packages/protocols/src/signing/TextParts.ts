/**
 * Divides a long text into parts, so that hashing it does not block the event loop.
 */

/** The characters that are hashed at a time. */
export const partLength = 131_072

/** The end of the part that begins at `from`. No part ends inside a surrogate pair. */
export const endOfPart = (text: string, from: number): number => {
  const end = from + partLength
  if (end >= text.length) return text.length
  const last = text.charCodeAt(end - 1)
  return last >= 0xd800 && last < 0xdc00 ? end + 1 : end
}
