/**
 * What was sealed a moment ago and will be wanted again soon, so that it need not be opened: the latest, up to so much
 * text. What is older is opened.
 */
export interface Remembered {
  readonly get: (sealed: string) => unknown
  /** Answers the sealed text. */
  readonly keep: (sealed: string, payload: unknown) => string
}

/** Characters of sealed text, in all: a label may have millions, and what they seal takes as much again. */
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
