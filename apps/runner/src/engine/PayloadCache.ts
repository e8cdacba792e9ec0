/**
 * A cache of payloads that were encrypted a moment ago and will be read again soon, so that they need not be decrypted. It keeps
 * the latest payloads up to a total size; older ones are decrypted again.
 */
export interface PayloadCache {
  readonly get: (key: string) => unknown
  /** Returns the payload and removes it. */
  readonly take: (key: string) => unknown
  /** Stores a payload, whose encrypted text has so many characters. */
  readonly keep: (key: string, payload: unknown, characters: number) => void
}

/** The maximum total length of the encrypted texts. A label may have millions of characters; the payloads take about as much again. */
export const maxCharacters = 8_000_000

export const make = (max = maxCharacters): PayloadCache => {
  const payloads = new Map<string, { readonly payload: unknown; readonly characters: number }>()
  let total = 0
  /**
   * The keys in their order. It goes on from the last one that was removed, because a new one would look for the first key behind all that
   * were removed before.
   */
  let keys = payloads.keys()
  const remove = (key: string): void => {
    total -= payloads.get(key)?.characters ?? 0
    payloads.delete(key)
  }
  const isFull = (): boolean => total > max
  const removeOldest = (): void => {
    const next = keys.next()
    if (next.done === true) keys = payloads.keys()
    else remove(next.value)
  }
  return {
    get: (key) => payloads.get(key)?.payload,
    take: (key) => {
      const payload = payloads.get(key)?.payload
      remove(key)
      return payload
    },
    keep: (key, payload, characters) => {
      remove(key)
      payloads.set(key, { payload, characters })
      total += characters
      while (isFull()) removeOldest()
    }
  }
}
