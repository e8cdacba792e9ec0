/**
 * A cache of payloads that were encrypted a moment ago and will be read again soon, so that they need not be decrypted. It keeps
 * the latest payloads up to a total size; older ones are decrypted again.
 */
export interface Remembered {
  readonly get: (sealed: string) => unknown
  /** Stores a payload under its encrypted text, and returns that text. */
  readonly keep: (sealed: string, payload: unknown) => string
}

/** The maximum total length of the encrypted texts. A label may have millions of characters; the payloads take about as much again. */
export const most = 8_000_000

export const make = (): Remembered => {
  const payloads = new Map<string, unknown>()
  let characters = 0
  return {
    get: (sealed) => payloads.get(sealed),
    keep: (sealed, payload) => {
      payloads.set(sealed, payload)
      characters += sealed.length
      for (const oldest of payloads.keys()) {
        if (characters <= most) break
        payloads.delete(oldest)
        characters -= oldest.length
      }
      return sealed
    }
  }
}
