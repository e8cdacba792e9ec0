/**
 * A cache of payloads that were encrypted a moment ago and will be read again soon, so that they need not be decrypted. It keeps
 * the latest payloads up to a total size; older ones are decrypted again.
 */
export interface PayloadCache {
  readonly get: (sealed: string) => unknown
  /** Returns the payload and removes it. */
  readonly take: (sealed: string) => unknown
  /** Stores a payload under its encrypted text, and returns that text. */
  readonly keep: (sealed: string, payload: unknown) => string
}

/** The maximum total length of the encrypted texts. A label may have millions of characters; the payloads take about as much again. */
export const maxCharacters = 8_000_000

export const make = (max = maxCharacters): PayloadCache => {
  const payloads = new Map<string, unknown>()
  let characters = 0
  const remove = (sealed: string): void => {
    if (payloads.delete(sealed)) characters -= sealed.length
  }
  return {
    get: (sealed) => payloads.get(sealed),
    take: (sealed) => {
      const payload = payloads.get(sealed)
      remove(sealed)
      return payload
    },
    keep: (sealed, payload) => {
      payloads.set(sealed, payload)
      characters += sealed.length
      for (const oldest of payloads.keys()) {
        if (characters <= max) break
        remove(oldest)
      }
      return sealed
    }
  }
}
