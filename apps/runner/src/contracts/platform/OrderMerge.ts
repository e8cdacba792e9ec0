/**
 * Decides what becomes of an order that arrives once more (U-96). Equal content is a repeat. Otherwise the content with the later time of
 * change wins, unless the shop says another thing when it is asked for this very order: a clock may be wrong, and what a buyer has
 * cancelled must not be shipped because of it.
 */

/** `pull`: the order is on a page of what changed. `push`: the platform sent it. `asked`: the shop was asked for it by its number. */
export type Origin = "pull" | "push" | "asked"

export interface Version {
  /** When the platform last changed the order, or when the runner received it if the platform does not tell that. Milliseconds since 1970. */
  readonly at: number
  /** SHA-256 of the content, in which the members of the platform's message are sorted. */
  readonly digest: string
}

/**
 * - `store`: the content replaces what is stored, and the ERP is told
 * - `repeat`: the content is stored already
 * - `outdated`: what is stored changed later, and there is no shop that could be asked
 * - `ask`: the two cannot be ordered in time; the stored content stays until the shop was asked
 */
export type Decision = "store" | "repeat" | "outdated" | "ask"

/**
 * `isShown`: what is stored is so old that the shop must show it by now. A shop may answer with what it had before a change, so an
 * earlier time counts only then.
 */
export const decide = (stored: Version | undefined, received: Version, by: Origin, isShown = true): Decision => {
  if (stored === undefined) return "store"
  if (stored.digest === received.digest) return "repeat"
  if (received.at > stored.at) return "store"
  if (received.at === stored.at) return by === "push" ? "ask" : "store"
  return by === "asked" && isShown ? "store" : "ask"
}

/** The most that the clock of a platform may be ahead, in milliseconds. */
export const farAhead = 600_000

/**
 * The time of change that counts for an order. One that is far ahead, because of a wrong clock or unit, would win over all later changes,
 * so the time of receipt takes its place.
 */
export const timeOfChange = (told: number | null, receivedAt: number): { readonly at: number; readonly isAhead: boolean } => {
  const isAhead = told !== null && told > receivedAt + farAhead
  return { at: told === null || isAhead ? receivedAt : told, isAhead }
}
