/**
 * Two texts byte by byte, around the first byte in which they differ.
 */
export interface Byte {
  readonly at: number
  /** Two hexadecimal digits; undefined behind the end of the text. */
  readonly hex: string | undefined
  /** The character that begins at this byte; undefined inside of one, and behind the end. */
  readonly sign: string | undefined
}

const names: { readonly [sign: string]: string } = { " ": "␠", "\n": "␊", "\r": "␍", "\t": "␉" }

const encoder = new TextEncoder()

/** So many bytes of a text before and from a byte on. */
export const around = (text: string, byte: number, before = 6, behind = 10): ReadonlyArray<Byte> => {
  const bytes = encoder.encode(text)
  const signs = new Map<number, string>()
  let at = 0
  for (const sign of text) {
    signs.set(at, names[sign] ?? sign)
    at += encoder.encode(sign).length
  }
  const first = Math.max(0, byte - before)
  return Array.from({ length: byte + behind - first }, (_, place) => {
    const each = bytes[first + place]
    return { at: first + place, hex: each?.toString(16).padStart(2, "0"), sign: each === undefined ? undefined : signs.get(first + place) }
  })
}

/** A text before, at and behind the character to which a byte belongs. */
export const divided = (text: string, byte: number): readonly [before: string, at: string, behind: string] => {
  let from = 0
  let bytes = 0
  for (const sign of text) {
    const length = encoder.encode(sign).length
    if (bytes + length > byte) return [text.slice(0, from), sign, text.slice(from + sign.length)]
    bytes += length
    from += sign.length
  }
  return [text, "", ""]
}
